"""Analysis of domino Bingo: what a position is worth, what to play, whether to close or to claim.

>>> from bingo.positions import reads
>>> from bingo.solver import analyze
>>> [position] = reads("{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7},"
...                    " opponent: {hand: 6-5, points: 41, tricks: 6}}")
>>> analyze(position).value
1

**Values** are game points to come, seen from ``you``: plus is good for you. Under rules that make a deal worth card
points (preset ``berndt``) they are card points instead, those already taken included. An ``Answer`` says of
each move whether it is exact, or a mean with its 95% confidence interval.

**Players** are numbers, 0 for you and 1 for the opponent; pairs stand in this order.

**Tiles** are numbers 0 to 27: 0-0, 1-0, 1-1, 2-0 ... 6-6, so that tile ``a-b`` is ``a * (a + 1) // 2 + b`` for
``a >= b``. A set of tiles is a number too: bit ``n`` is tile ``n``. ``tiles`` has what reads and writes them, such as
``tiles.text_mask(position.hands[0])``.

**Errors** are ``BingoError``, a ``ValueError`` whose message is meant for a person: ``NotationError`` for what cannot
be read or is out of range, ``ImpossiblePosition`` with every reason why, ``IllegalMove``. What is of the wrong
type altogether is a ``TypeError``.

To play: ``deal`` a ``Position``, ask for its ``legal_moves`` and for ``position.to_move``, and ``play`` one of them;
the ``Outcome`` has the game points it brings, and the next position. ``Move.parse`` reads what ``str``
writes, ``Position.parse`` what ``position.notation`` is. ``check(Setup(...))`` makes a position of what is known, an
``InformationSet`` where tiles are hidden.

``PRESETS`` are the published rule sets by name; ``rules("pagat, must_beat=false")`` makes ``Rules`` of a name and
single fields. Where no rules are named they are ``pagat``. A ``Player`` is a level or a function of what is seen and
of the legal moves.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.solver.api import *


def __getattr__(name: str) -> Any:
    """Import everything once something is asked for: what only needs a part imports that."""
    from importlib import import_module

    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    api = import_module("bingo.solver.api")
    return getattr(api, name)
