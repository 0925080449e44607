"""A played deal: what every decision lost, by what its player could know and by what was there, and luck."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bingo.solver.analysis import Advice, Engine, Options, Settings, advise, resolve_settings, view_of
from bingo.solver.engine import OnProgress
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import check_type
from bingo.solver.game import WAIT, Moment, Move, Record, Replay, Turn, at_lead, replay, sign
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Stage, Visual, by_player, members_dict
from bingo.solver.match import match_objective
from bingo.solver.reviewing.decision import (
    GRADES,
    Draw,
    Judged,
    Luck,
    MistakeReason,
    luck_of,
    min_loss,
    worth_of_leading,
)
from bingo.solver.reviewing.judging import Decision, judgment, with_all_hands, worlds_compared
from bingo.solver.reviewing.reasons import reason_of

if TYPE_CHECKING:
    from typing_extensions import Unpack


#: Orders of the stock that luck in drawing is measured in, for every deal that moves are compared in.
ORDERS_PER_WORLD = 1 / 8
#: Hands that a quick look for a mistake solves.
QUICK_LOOK_HANDS = 256


@dataclass(frozen=True, slots=True)
class Totals:
    """One player's decisions with a choice: how many, how many were mistakes of which grade, and what they lost."""

    decisions: int
    grades: dict[str, int]
    lost: float

    @property
    def mistakes(self) -> int:
        """How many were marked."""
        return sum(self.grades.values())

    @property
    def per_decision(self) -> float:
        """What a decision lost on average."""
        return self.lost / self.decisions if self.decisions else 0.0

    def as_dict(self) -> dict[str, Any]:
        """As data."""
        grades = {grade_name.replace(" ", "_"): count for grade_name, count in self.grades.items()}
        return {"decisions": self.decisions, **grades, **members_dict(self, "lost", "per_decision")}


@dataclass(frozen=True, slots=True)
class Turning:
    """What moved the deal most: a decision or a draw, and by how much, seen from ``you``."""

    swing: float
    decision: Judged | None = None
    draw: Draw | None = None

    def as_dict(self) -> dict[str, Any]:
        """With the number of the decision, or the trick of the draw."""
        where = {"n": self.decision.n} if self.decision else {"draw": self.draw.trick if self.draw else None}
        return {"swing": self.swing, **where}


@dataclass(frozen=True)
class Review(Visual):
    """A deal reviewed, in game points seen from ``you`` (card points where deals are worth those).

    Attributes:
        result: What the deal brought ``you`` less what it brought the opponent; None where the record ends before.
        start: What the deal was worth before a tile was dealt: what leading, or not, is worth between equal players.
        luck: All else that made the result what it is beside the losses of both; None without a result.
        judged: The players whose decisions were judged: those whose tiles are recorded.
        settings: What was asked; with ``seconds`` the answer depends on the machine.
    """

    record: Record
    decisions: tuple[Judged, ...]
    result: int | None
    start: float
    luck: Luck | None
    judged: tuple[int, ...]
    settings: Settings
    seconds: float

    @cached_property
    def totals(self) -> tuple[Totals, Totals]:
        return self._totals(YOU), self._totals(OPPONENT)

    @property
    def lost(self) -> tuple[float, float]:
        """What both players lost by their decisions, as far as these could be judged."""
        return self.totals[YOU].lost, self.totals[OPPONENT].lost

    @property
    def worlds(self) -> int:
        """In how many deals a move was compared with the best one, where that was not told by ``seconds``."""
        return worlds_compared(self.record.rules, self.settings)

    @property
    def adjusted(self) -> float | None:
        """The result without luck."""
        return None if self.luck is None or self.result is None else self.result - self.luck.you

    @property
    def turning(self) -> Turning | None:
        """The decision or draw with the largest swing; None where nothing moved."""
        turnings = [Turning(d.value - d.best_value, decision=d) for d in self.decisions if d.mistake]
        turnings += [Turning(draw.worth, draw=draw) for draw in (self.luck.each if self.luck else ()) if draw.worth]
        return max(turnings, key=lambda turning: abs(turning.swing), default=None)

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo review --json`` writes."""
        record, luck, (yours, theirs) = self.record, self.luck, self.totals
        return {
            "name": record.name,
            "rules": str(record.rules),
            **members_dict(self, "result", "start"),
            "luck": luck and members_dict(luck, "you", "deal", "draws", "hidden"),
            "lost": by_player(self.lost),
            "mistakes": by_player((yours.mistakes, theirs.mistakes)),
            "adjusted": self.adjusted,
            "judged": [PLAYER_NAMES[player] for player in self.judged],
            "players": record.players and by_player(record.players),
            "totals": by_player((yours.as_dict(), theirs.as_dict())),
            "turning": self.turning and self.turning.as_dict(),
            "draws": [members_dict(draw, "trick", "worth") for draw in (luck.each if luck else ())],
            "decisions": [decision.as_dict() for decision in self.decisions],
            "worlds": self.worlds if self.settings.seconds is None else None,
            "limit": self.settings.seconds,
            "seed": self.settings.seed,
        }

    def _totals(self, player: int) -> Totals:
        own_decisions = [decision for decision in self.decisions if decision.player == player]
        grade_names = [decision.grade for decision in own_decisions]
        grades = {name: grade_names.count(name) for name, _ in reversed(GRADES)}
        return Totals(len(own_decisions), grades, sum(decision.counted for decision in own_decisions))


def review(
    record: Record,
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    **options: Unpack[Options],
) -> Review:
    """What every decision of a recorded deal lost: by what its player could know, and by what was there.

    A move is compared with the best one in ``worlds`` deals: 16,384 unless given, a quarter if ``quick``; some dozens
    are enough for totals over thousands of deals. The best is chosen in other deals than these, so that chance
    alone makes no loss. With ``seconds`` for the whole deal the answer depends on the machine. Where the record has one
    player's tiles, their decisions alone are judged. ``on_progress`` is told how much is done.

    Raises:
        IllegalMove: a turn of the record is against the rules; it says which.
        TypeError: it is not a record, or there is no such option.
    """
    check_type("review", record, Record)
    resolved, start_time = resolve_settings(settings, options), time.perf_counter()
    replayed, engine = replay(record), Kernel(record.rules)
    all_moments = replayed.moments or (replayed.end,)
    judged_players = tuple(p for p in (YOU, OPPONENT) if not any(m.position.hands[p] & m.hidden for m in all_moments))
    moments = [moment for moment in replayed.moments if _is_decision(moment) and moment.mover in judged_players]
    double_dummy = [with_all_hands(moment, engine) for moment in moments]
    deadline = None if resolved.seconds is None else time.perf_counter() + resolved.seconds
    decisions: list[Judged] = []
    for moment_number, moment in enumerate(moments):
        if on_progress:
            on_progress(moment_number / len(moments))
        positions = (later.position for later in moments[moment_number:])
        estimated_count = sum(p.open or p.closed is not None for p in positions)  # while tiles are hidden
        seconds_each = None if deadline is None else max(deadline - time.perf_counter(), 0.0) / max(estimated_count, 1)
        decision = judge(moment, resolved, engine, seconds_each)
        if decision is not None:
            decisions.append(replace(decision, n=len(decisions) + 1, open=double_dummy[moment_number]))
    start = sign(record.leader) * worth_of_leading(record.rules)
    result = replayed.end.score[YOU] - replayed.end.score[OPPONENT] if replayed.end.position.over else None
    review = Review(record, count_once(decisions), result, start, None, judged_players, resolved, 0.0)
    luck = None if result is None else _luck(review, replayed, engine)
    return replace(review, luck=luck, seconds=time.perf_counter() - start_time)


def judge(moment: Moment, settings: Settings, engine: Engine, seconds: float | None = None) -> Judged | None:
    """The decision of a moment alone by what its mover could know, for at most so many seconds; None where there was no
    choice, or the mover's tiles are not recorded.
    """
    if moment.position.hands[moment.mover] & moment.hidden:
        return None
    is_for_match = moment.position.match is not None and moment.position.stage is not Stage.SHOW
    objective = match_objective(view_of(moment.seen_by(moment.mover))) if is_for_match else None
    decision = Decision(moment, settings, engine, seconds, objective)
    judged = judgment(decision)
    if judged is None:
        return None
    if objective is not None:
        judged_by_chance = judgment(replace(decision, engine=Kernel(moment.position.rules, objective=objective)))
        judged = replace(judged, match=None if judged_by_chance is None else judged_by_chance.for_match(judged.best))
    return replace(judged, reason=reason_of(judged, engine)) if judged.mistake else judged


def mistake(moment: Moment, move: Move, on_progress: OnProgress) -> Advice | None:
    """A move of yours beside the better one where it was a mistake, else None: first by a quick look at a few hands."""
    quick_look = advise(moment, move, on_progress, QUICK_LOOK_HANDS)
    if quick_look is None:
        return None
    least_loss = min_loss(moment.position.rules, chances=quick_look.best.chance is not None)
    if quick_look.most_value - quick_look.your_move.criterion.value < least_loss:
        return None
    advice = advise(moment, move, on_progress)
    return None if advice is None or advice.close_call or advice.lost < least_loss else advice


def reason_for(moment: Moment, advice: Advice) -> MistakeReason | None:
    """Why a move of yours is worse than the best; None where a review calls yet another one best, or has no reason."""
    if advice.lost <= 0:
        return None
    position = moment.position if moment.turn else at_lead(moment.position)
    engine, turn = Kernel(position.rules), Turn(YOU, advice.your_move.move)
    judged = judge(replace(moment, position=position, turn=turn), Settings(effort="quick"), engine)
    if judged is None or judged.best != advice.best.move:
        return None
    return judged.reason or reason_of(judged, engine)


def _is_decision(moment: Moment) -> bool:
    """Whether it was anybody's turn: who waits on lead only lets the other claim first."""
    has_waited = moment.turn is not None and moment.turn.move == WAIT
    return not moment.position.over and not (has_waited and moment.position.stage is Stage.LEAD)


def count_once(decisions: Sequence[Judged]) -> tuple[Judged, ...]:
    """Of closes that a player missed one after the other, only the dearest counts. What playing on is worth takes it
    that the networks play on, who often miss the close again, so each of these misses is judged nearly in full. The
    same of the chance to win the match.
    """
    not_closing = [decision for decision in decisions if not decision.move.close]
    repeated_by_points = _repeated_numbers((d.lost, d) for d in not_closing if d.best.close)
    repeated_by_chance = _repeated_numbers((d.match.lost, d) for d in not_closing if d.match and d.match.best.close)

    def counted(d: Judged) -> Judged:
        match = d.match and replace(d.match, mistake=d.match.mistake and d.n not in repeated_by_chance)
        repeated = d.n in repeated_by_points
        return replace(d, match=match, repeated=repeated, mistake=d.mistake and not repeated)

    return tuple(map(counted, decisions))


def _repeated_numbers(losses: Iterable[tuple[float, Judged]]) -> set[int]:
    """The ``n`` of all but the dearest of each player."""
    ordered = [decision for _, decision in sorted(losses, key=lambda pair: (pair[0], -pair[1].n))]
    return {decision.n for decision in ordered} - {*{decision.player: decision.n for decision in ordered}.values()}


def _luck(review: Review, replayed: Replay, engine: Engine) -> Luck:
    """The luck that makes the sum come out, parted where both hands are recorded."""
    assert review.result is not None
    total_luck = review.result - review.start + review.lost[YOU] - review.lost[OPPONENT]
    if len(review.judged) < 2:
        deal_luck = review.decisions[0].best_value - review.start if review.decisions else 0.0
        return Luck(deal_luck, 0.0, total_luck - deal_luck)
    orders = max(int(ORDERS_PER_WORLD * review.worlds), 2)
    return luck_of((*replayed.moments, replayed.end), review.start, total_luck, orders, review.settings.seed, engine)
