"""What every answer looks like that ``--json`` writes: its keys, their types, and what holds between them.

Each key stands in one place. ``msgspec.json.decode(line, type=...)`` of one of these, or ``checked`` of an answer as
data, raises ``msgspec.ValidationError`` at the first key that is unknown, missing, of another type or at odds with
the others.
"""

from tests.answers.analyzing import Exact, Hidden
from tests.answers.closing import Claim, Close
from tests.answers.common import checked, decoded, timeless
from tests.answers.results import Refused, Review, Solved, SolvedHidden

__all__ = ["Claim", "Close", "Exact", "Hidden", "Refused", "Review", "Solved", "SolvedHidden"]
__all__ += ["checked", "decoded", "timeless"]
