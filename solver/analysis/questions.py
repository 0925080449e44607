"""The questions: what is a position worth, should I close now; and those asked at the table.

There, a move of yours is valued beside the best one: a hint, what a move would be worth. Moves are judged by what you
could know, by estimates in as many deals as a quick look takes, and by the chance to win the match where there is one.
All that is asked at one moment is answered from the same deals and the same solved hands.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from bingo.solver.analysis.answer import BEST_DEFENCE, Answer
from bingo.solver.analysis.exact import KernelPair, analyze_exact, line_after
from bingo.solver.analysis.hidden import WORLDS_SHARES, analyze_hidden, estimate, move_value, request_of, solved_worths
from bingo.solver.analysis.settings import METHOD_NAMES, Options, Settings, resolve_settings
from bingo.solver.analysis.values import Failures, MoveValue, Refutation
from bingo.solver.analysis.worlds import view_of
from bingo.solver.engine import OnProgress, engine_for, monitor, move_of
from bingo.solver.engine.kernel import TABLE_BITS, Kernel
from bingo.solver.errors import IllegalMove, check_type
from bingo.solver.game import CLAIM, WAIT, InformationSet, Mask, Moment, Move, Objective, legal, members
from bingo.solver.game.legal import apply, at_lead, legal_moves
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position, Stage, members_dict
from bingo.solver.match import match_objective

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from bingo.solver.engine import _kernel

#: A pattern is worth telling if hands with it fail at least so many times as often as all hands.
MIN_PATTERN_RATIO = 1.5
#: Deals that playing on is estimated in at the table, where claims cut play short.
PLAYING_ON_WORLDS = 2_048


def analyze(
    position: Position | InformationSet,
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    **options: Unpack[Options],
) -> Answer:
    """What every sensible move is worth: exact where every tile is known, else as ``settings`` or options say.

    With a match score the best moves are those with the highest chance to win the match. ``on_progress`` is told how
    much is done, 0 to 1, and may raise to end it: ``StopEarly`` to have what there is.

    >>> from bingo import deal
    >>> answer = analyze(deal(seed=3).seen_by(0), worlds=64)
    >>> answer.kind, len(answer.moves) > 6, answer.moves[0].low < answer.value < answer.moves[0].high
    ('estimate', True, True)

    Raises:
        IllegalMove: the deal is over, or no deal fits.
        NotationError: your own hand is hidden, or an option is out of its range.
        TypeError: it is not a position, or there is no such option.
    """
    check_type("analyze", position, Position, InformationSet)
    resolved, objective = resolve_settings(settings, options), match_objective(position)
    if isinstance(position, Position):
        position.require_sound()
        return analyze_exact(position, *KernelPair.of(position, objective, on_progress))
    return analyze_hidden(position, resolved, on_progress, objective)


def close(
    position: Position | InformationSet,
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    **options: Unpack[Options],
) -> Answer:
    """Whether to close now, and with which lead: ``advice`` says the first, ``moves`` are the leads after closing.

    Only what ``you`` know is looked at. Closing is solved against every hand that the opponent may hold, or against a
    sample of them where all would take longer than ``seconds`` (unless these are given: a few seconds, counted in nodes
    so that the answer is the same on every machine). Playing on is estimated from as many deals as in :func:`analyze`.

    >>> from bingo import read
    >>> [position] = read("positions/examples/should-i-close.yaml")
    >>> answer = close(position)
    >>> answer.advice, str(answer.best), round(answer.value, 2)
    ('close', 'close, declare 6-6 0-0, lead 6-6', 0.76)

    Raises:
        IllegalMove: closing is not possible now; it says why.
        NotationError: your own hand is hidden, or an option is out of its range.
        TypeError: it is not a position, or there is no such option.
    """
    check_type("close", position, Position, InformationSet)
    resolved, start_time, view = resolve_settings(settings, options), time.perf_counter(), view_of(position)
    if close_fault := _close_fault(view):
        raise IllegalMove(close_fault)
    request = request_of(view.rules, resolved)
    with engine_for(view.rules) as engine:
        analysis = engine.analyze(view, match_objective(position), True, request, monitor(on_progress))
    return closing_of(view, analysis, resolved, time.perf_counter() - start_time)


# --- closing -----------------------------------------------------------------------------------------


def closed_world(view: InformationSet, hand: Mask) -> Position:
    """The position after closing now, before the lead, if the opponent holds ``hand``."""
    return replace(legal.closed(view.world(hand)), stage=Stage.LEAD)


def closing_of(view: InformationSet, answer: _kernel.Analysis, settings: Settings, seconds: float) -> Answer:
    """All about closing now, and about playing on as far as that was estimated."""
    hands, weights, closes = answer.tried.tolist(), answer.weights.tolist(), [answer.moves[n] for n in answer.closes]
    leads = tuple(move_value(view, close, weights) for close in closes)
    assert closes[0].solved_lead is not None
    why, pattern = _fails(hands, weights, closes[0].solved_lead.guaranteed)
    exact = len(hands) == answer.hands
    return Answer(
        view,
        leads,
        exact=exact,
        method=BEST_DEFENCE,
        worlds=len(hands),
        every=exact,
        seed=settings.seed,
        tried=len(hands),
        seconds=seconds,
        why=why,
        pattern=pattern,
        refutation=_refutation(view, leads[0].move, hands, closes[0].solved_lead.double_dummy),
        going_on=_estimate_playing_on(view, answer, settings, seconds),
        **members_dict(answer, "hands", "weighted", "stopped"),
    )


def _close_fault(view: InformationSet) -> str:
    """Why closing is not possible, in words; empty where it is."""
    if view.closed is not None:
        return "The boneyard is closed already."
    if view.turned is None:
        return "The boneyard is exhausted, as no tile is turned up (turned): there is nothing left to close."
    if view.led is not None:
        return "You cannot close in the middle of a trick."
    if view.leader != YOU:
        return "Only the leader may close, and the opponent is on lead."
    if not view.tricks[YOU]:
        return "You need a trick before you may close."
    return ""


def _estimate_playing_on(
    view: InformationSet, analysis: _kernel.Analysis, settings: Settings, seconds: float
) -> Answer | None:
    moves = tuple(move_value(view, move) for move in analysis.moves if move.solved_lead is None)
    if not moves:
        return None
    return Answer(
        view,
        moves,
        tuple(move_of(move, reply=False) for move in analysis.equivalent_open),
        method=METHOD_NAMES[analysis.double_dummy] if moves[0].worlds else "exact",
        worlds=analysis.worlds,
        every=analysis.exhaustive,
        weighted=bool(view.history),
        seed=settings.seed,
        seconds=seconds,
    )


def _refutation(view: InformationSet, close: Move, hands: Sequence[Mask], values: Sequence[int]) -> Refutation | None:
    """The hand against which the best close does worst if it is seen, where that wins nothing, and a line of best play:
    an example, not a proof that the close is bad.
    """
    worst_value = min(values)
    if worst_value > 0:
        return None
    hand = hands[list(values).index(worst_value)]
    _, *line = line_after(closed_world(view, hand), replace(close, close=False), Kernel(view.rules, TABLE_BITS))
    steps = (str(step) for step in line if step.move != WAIT)
    return Refutation(hand, worst_value, (f"{PLAYER_NAMES[YOU]} {close}", *steps))


# --- when it fails -----------------------------------------------------------------------------------


def _fails(hands: Sequence[Mask], weights: Sequence[float], values: Iterable[int]) -> tuple[Failures, Failures | None]:
    """The tiles that all failing hands hold, with how many of all hands fail; and a pattern that predicts failure."""
    failing_weights = (0.0 if value > 0 else weight for value, weight in zip(values, weights, strict=True))
    rows = list(zip(hands, weights, failing_weights, strict=True))
    failing_hands, common_tiles = [hand for hand, _, failing_weight in rows if failing_weight], reduce(and_, hands)
    shared_tiles = reduce(and_, failing_hands) & ~common_tiles if failing_hands else 0
    why = Failures(shared_tiles, len(failing_hands), len(hands), sum(row[2] for row in rows) / sum(weights))
    if not 0 < len(failing_hands) < len(hands):
        return why, None
    return why, _failure_pattern(rows, shared_tiles, reduce(or_, failing_hands) & ~shared_tiles & ~common_tiles)


def _failure_pattern(rows: list[tuple[Mask, float, float]], shared_tiles: Mask, candidates: Mask) -> Failures | None:
    """One or two tiles more than ``shared_tiles`` that tell failing hands from others best: by the harmonic mean of the
    share of such hands that fails and the share of failures they make up. None where they tell little.

    Rows are hands, what each counts, and what of that fails.
    """
    all_weight, all_failing = (sum(row[n] for row in rows) for n in (1, 2))
    rows = [row for row in rows if row[0] & shared_tiles == shared_tiles]
    tile_masks = [1 << tile for tile in members(candidates)]
    rows_with = {0: rows} if shared_tiles else {}
    rows_with |= {tile: [row for row in rows if row[0] & tile] for tile in tile_masks}
    if not shared_tiles:
        pairs = [(first, second) for n, first in enumerate(tile_masks) for second in tile_masks[:n]]
        rows_with |= {first | second: [row for row in rows_with[first] if row[0] & second] for first, second in pairs}
    sums = {tile_set: [sum(row[n] for row in group) for n in (1, 2)] for tile_set, group in rows_with.items()}
    best = max(sums, key=lambda tile_set: 2 * sums[tile_set][1] / (sums[tile_set][0] + all_failing))
    (weight, failing_weight), group = sums[best], rows_with[best]
    if failing_weight * all_weight < MIN_PATTERN_RATIO * all_failing * weight:
        return None
    return Failures(shared_tiles | best, sum(failure > 0 for *_, failure in group), len(group), failing_weight / weight)


# --- at the table ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Advice:
    """A move of yours beside the best one.

    ``alike`` are moves that cannot be told from the best, ``close_call`` says that yours cannot; ``most_value`` is what
    any move may bring and ``lost`` what yours loses, of the chance to win the match where there is a score.
    """

    your_move: MoveValue
    best: MoveValue
    alike: tuple[Move, ...]
    close_call: bool
    most_value: float

    @property
    def lost(self) -> float:
        return self.best.criterion.value - self.your_move.criterion.value


def advise(moment: Moment, move: Move | None, on_progress: OnProgress, most_hands: int | None = None) -> Advice | None:
    """What a move of yours is worth beside the best one, by default that itself.

    None where there is no choice, or nothing can be estimated. ``most_hands``: a quick look at no more.
    """
    is_claim = move in (CLAIM, WAIT)
    position = moment.position if is_claim else at_lead(moment.position)
    possible_moves = list(legal_moves(position))
    if len(possible_moves) < 2 or position.stage is Stage.SHOW:
        return None
    view = moment.seen_by(YOU)
    settings = Settings(worlds=int(PLAYING_ON_WORLDS * WORLDS_SHARES.get(position.rules.at_target, 1)))
    goal = match_objective(view)
    answer = analyze_hidden(view, settings, on_progress, goal, most_hands)
    all_rows = answer.moves
    if answer.exact and answer.mover != YOU:
        all_rows = (replace(answer.first, move=WAIT),)  # the moves of an exact analysis are the opponent's then
    rows = [row for row in all_rows if is_claim or row.move in possible_moves]
    if not rows:
        return None
    best_row = rows[0]
    alike: tuple[Move, ...] = ()
    if best_row == all_rows[0]:
        alike = tuple(other for other in answer.alike if is_claim or other in possible_moves)
    asked_row = next((row for row in rows if row.move == move), None)
    most_value = max(row.criterion.high if row.kind == "limits" else row.criterion.value for row in rows)
    if move is None:
        return Advice(best_row, best_row, alike, close_call=True, most_value=most_value)
    close_call = move == best_row.move or move in alike
    if asked_row is None:
        asked_row = _value_unlisted(moment, move, settings, goal)
        are_exact = asked_row.is_exact and best_row.is_exact
        close_call = asked_row.criterion.high >= best_row.criterion.low and not are_exact
    if asked_row.criterion.value >= best_row.criterion.value:  # none is better than the one that is asked about
        alike = tuple(best_row.move if other == move else other for other in alike)
        best_row = asked_row
    return Advice(asked_row, best_row, alike, close_call, most_value)


def _value_unlisted(moment: Moment, move: Move, settings: Settings, goal: Objective | None) -> MoveValue:
    """What a move is worth that an analysis does not list: a false claim, or a smaller declaration."""
    position, view = moment.position, moment.seen_by(YOU)
    if move.tile is None:
        stage = Stage.CLAIM if position.leader == YOU else Stage.ANSWER
        gain = apply(replace(position, stage=stage) if move == CLAIM else at_lead(position), move).gain
        return MoveValue.exact(move, gain, None if goal is None else goal.chance(gain))
    if move.close or not view.open:
        return solved_worths(view, [move], settings, goal)[move]
    row = estimate(view, settings, moves=[move], objective=goal).first
    return row if goal is None else replace(row, chance=row.value, chance_low=row.low, chance_high=row.high)


def hint(moment: Moment, on_progress: OnProgress) -> Advice | None:
    """The best move now: to claim where that is best; None as :func:`advise`, or where there is only to wait."""
    position = moment.position
    if position.stage in (Stage.CLAIM, Stage.ANSWER) and position.to_move == YOU:
        claim_advice = advise(moment, CLAIM, on_progress)
        if claim_advice and claim_advice.best.move == CLAIM:
            return claim_advice
    is_waiting = position.led is None and position.leader != YOU
    return None if is_waiting else advise(moment, None, on_progress)
