"""What leading the first trick is worth between equal players.

The shipped numbers are means over deals that the networks play against themselves, every deal with either player on
lead: 400,000 deals of each preset. What follows a close or the last draw is solved exactly.
"""

from __future__ import annotations

from bingo.solver.game.presets import PRESETS, nearest
from bingo.solver.game.rules import Rules

#: The mean for whoever leads first, by preset.
SHIPPED = {
    "pagat": -0.1303,  # s.e. 0.0017
    "akagiri": -0.1379,  # s.e. 0.0016
    "hoyle-1868": -0.1331,  # s.e. 0.0015
    "hoyle-modern": -0.1526,  # s.e. 0.0014
    "domino-play": -0.2265,  # s.e. 0.0014
    "engel": -0.1298,  # s.e. 0.0017
    "berndt": -1.2791,  # s.e. 0.0140
}


def worth_of_leading(rules: Rules) -> float:
    """What leading is worth under these rules: of those that are no preset, what it is under the nearest one that
    counts deals alike, in game points or in card points.
    """
    return SHIPPED[nearest(rules, [name for name in SHIPPED if PRESETS[name].rules.unit == rules.unit])]
