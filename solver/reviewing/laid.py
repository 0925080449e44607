"""What a decision lost with all tiles laid open: both hands, and the boneyard in drawing order."""

from __future__ import annotations

from bingo.solver.game.moments import Moment
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import mask
from bingo.solver.reviewing.decision import Laid
from bingo.solver.reviewing.exact import decided, exact_values
from bingo.solver.search.engines import as_kernel
from bingo.solver.search.exact import Engine

#: Where a deal is worth card points, no claim cuts play short, and earlier tricks take minutes to solve.
FIRST_TRICK_WORTH_POINTS = 5


def laid_open(moment: Moment, player: int, engine: Engine) -> Laid | None:
    """The exact loss of the move made; None where some tile is not recorded, or solving it would take too long."""
    position = decided(moment)
    if position.open and (as_kernel(engine) is None or _too_early(moment)):
        return None
    tiles = position.hands[YOU] | position.hands[OPPONENT] | (mask(position.stock) if position.open else 0)
    if moment.hidden & tiles:
        return None
    assert moment.turn is not None
    move, direction, scored = moment.turn.move, sign(player), moment.score[YOU] - moment.score[OPPONENT]
    values = exact_values(position, move, engine)
    best = max(values, key=lambda one: (direction * values[one], one == move, one.claim, not one.close))
    return Laid(best, scored + values[move], scored + values[best], direction * (values[best] - values[move]))


def _too_early(moment: Moment) -> bool:
    return moment.position.rules.at_target == "points" and moment.trick < FIRST_TRICK_WORTH_POINTS
