"""A move of yours beside the best one, as asked for at the table: a hint, what a move would be worth.

Moves are judged by what you could know, by estimates in as many deals as a quick look takes, and by the chance to win
the match where there is one. All that is asked at one moment is answered from the same deals and the same solved hands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bingo.solver.analysis.answer import MoveValue
from bingo.solver.analysis.hidden import PARTS, analyze_hidden, estimate, solved_worths
from bingo.solver.analysis.settings import Settings
from bingo.solver.engine import OnProgress
from bingo.solver.game.moves import CLAIM, WAIT, Move, apply, at_lead, legal_moves
from bingo.solver.game.position import YOU, Stage
from bingo.solver.game.record import Moment
from bingo.solver.game.scoring import Objective
from bingo.solver.match import match_objective

#: Deals that playing on is estimated in, where claims cut play short.
WORLDS = 2_048


@dataclass(frozen=True, slots=True)
class Advice:
    """A move of yours beside the best one.

    ``alike`` are moves that cannot be told from the best, ``close_call`` says that yours cannot; ``most`` is what any
    move may bring. Values are in a ``unit``: game points, card points, or chances to win the match where that counts.
    """

    mine: MoveValue
    best: MoveValue
    alike: tuple[Move, ...]
    close_call: bool
    most: float
    unit: str

    @property
    def lost(self) -> float:
        """What your move is worth less than the best."""
        return self.best.value - self.mine.value


def advise(moment: Moment, move: Move | None, on_progress: OnProgress, most_hands: int | None = None) -> Advice | None:
    """What a move of yours is worth beside the best one, by default that itself.

    None where there is no choice, or nothing can be estimated. ``most_hands``: a quick look at no more.
    """
    claims = move in (CLAIM, WAIT)
    position = moment.position if claims else at_lead(moment.position)
    legal = list(legal_moves(position))
    if len(legal) < 2 or position.stage is Stage.SHOW:
        return None
    seen, settings = moment.seen_by(YOU), Settings(worlds=int(WORLDS * PARTS.get(position.rules.at_target, 1)))
    goal = match_objective(seen)
    unit = position.rules.unit if goal is None else "chance"
    answer = analyze_hidden(seen, settings, on_progress, goal, most_hands)
    every = tuple(map(_in_chances, answer.moves))
    if answer.exact and answer.mover != YOU:
        every = (replace(every[0], move=WAIT),)  # the moves of an exact analysis are the opponent's then
    rows = [row for row in every if claims or row.move in legal]
    if not rows:
        return None
    best = rows[0]
    alike: tuple[Move, ...] = ()
    if best == every[0]:
        alike = tuple(other for other in answer.alike if claims or other in legal)
    mine = next((row for row in rows if row.move == move), None)
    most = max(row.high if row.kind == "limits" else row.value for row in rows)
    if move is None:
        return Advice(best, best, alike, close_call=True, most=most, unit=unit)
    close_call = move == best.move or move in alike
    if mine is None:
        mine = _value_unlisted(moment, move, settings, goal)
        proved = all(row.kind in ("exact", "certain") for row in (mine, best))
        close_call = mine.high >= best.low and not proved
    if mine.value >= best.value:  # none is better than the one that is asked about
        alike = tuple(best.move if other == move else other for other in alike)
        best = mine
    return Advice(mine, best, alike, close_call, most, unit)


def _in_chances(row: MoveValue) -> MoveValue:
    """Value a move by the chance to win the match, where there is a score."""
    judged = row.criterion
    return MoveValue(row.move, judged.value, judged.low, judged.high, row.kind)


def _value_unlisted(moment: Moment, move: Move, settings: Settings, goal: Objective | None) -> MoveValue:
    """What a move is worth that an analysis does not list: a false claim, or a smaller declaration."""
    position, seen = moment.position, moment.seen_by(YOU)
    if move.tile is None:
        stage = Stage.CLAIM if position.leader == YOU else Stage.ANSWER
        gain = apply(replace(position, stage=stage) if move == CLAIM else at_lead(position), move).gain
        value = gain if goal is None else goal.chance(gain)
        return MoveValue(move, value, value, value, "certain")
    if move.close or not seen.open:
        return _in_chances(solved_worths(seen, [move], settings, goal)[move])
    return estimate(seen, settings, only=[move], objective=goal).first


def hint(moment: Moment, on_progress: OnProgress) -> Advice | None:
    """The best move now: to claim where that is best; None as :func:`advise`, or where there is only to wait."""
    position = moment.position
    if position.stage in (Stage.CLAIM, Stage.ANSWER) and position.to_move == YOU:
        claim = advise(moment, CLAIM, on_progress)
        if claim and claim.best.move == CLAIM:
            return claim
    waiting = position.led is None and position.leader != YOU
    return None if waiting else advise(moment, None, on_progress)
