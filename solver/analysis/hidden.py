"""What moves are worth while tiles are hidden: an answer with its uncertainty, as data."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bingo.solver.analysis import worlds
from bingo.solver.analysis.answer import BEST_DEFENCE, Answer
from bingo.solver.analysis.exact import KernelPair, analyze_exact
from bingo.solver.analysis.settings import DEFAULT_SETTINGS, METHOD_NAMES, Settings
from bingo.solver.analysis.values import VALUE_KINDS, Lead, Mean, MoveValue, Outcomes
from bingo.solver.engine import OnProgress, engine_for, monitor, move_of
from bingo.solver.game import CLAIM, WAIT, InformationSet, Move, Objective, Position, Rules, Stage, members_dict
from bingo.solver.game.legal import apply, at_lead, has_claim, legal_moves
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.scoring import claim_score, win_score
from bingo.solver.game.tiles import BINGO, DOUBLES, bit, double

if TYPE_CHECKING:
    from bingo.solver.engine import _kernel

#: Deals drawn if nothing else is asked for; counted in deals, an answer is the same on every machine. A decision takes
#: about as long under all rules.
DEFAULT_WORLDS = 6144
_WORLDS_BY_SCORING = {"each-scores": 2048, "points": 256}
#: Most deals of an analysis that goes on until the best move is clear, which it may never be.
MAX_UNTIL_CLEAR_WORLDS = 65_536
#: By ``at_target``, under rules without claims, where play is longer: the share of a requested number of deals that is
#: looked at.
WORLDS_SHARES = {"points": 1 / 16, "each-scores": 1 / 2}


# --- from the engine ---------------------------------------------------------------------------------


def request_of(rules: Rules, settings: Settings, hands: int | None = None, *, narrow: bool = True) -> _kernel.Request:
    """How much work to do; ``narrow``: whether limits of best defence are narrowed."""
    from bingo.solver.engine import _kernel

    return _kernel.Request(
        double_dummy=settings.method == METHOD_NAMES[1],
        worlds=settings.deals(usual_worlds(rules, settings)),
        seconds=settings.seconds or math.inf,
        margin=settings.margin,
        uniform=settings.equal_weights,
        hands=hands or settings.hands or 0,
        narrow=narrow and settings.hands is None,
        seed=settings.seed,
        threads=settings.threads,
    )


def usual_worlds(rules: Rules, settings: Settings) -> int:
    """How many deals an analysis draws where nothing is said."""
    return MAX_UNTIL_CLEAR_WORLDS if settings.until_clear else _WORLDS_BY_SCORING.get(rules.at_target, DEFAULT_WORLDS)


def value_span(view: InformationSet, *, chances: bool = False) -> tuple[float, float]:
    """The least and the most that the rest of the deal can bring you, as an objective's chance or in points."""
    if chances or view.rules.counts_card_points:
        return (0.0, 1.0) if chances else (-math.inf, math.inf)
    tiles_in_tricks = view.gone & ~bit(view.led)
    bingo, trump_double = 1 << BINGO, 1 << double(view.trump)
    had_points = view.closed is None or (view.closed.tricks > 0 and view.closed.points > 0)  # by which a win is judged
    most_points = 2 if had_points and all(view.tricks) and all(view.points) and tiles_in_tricks & DOUBLES else 3
    most_points *= 2 if view.rules.at_target == "each-scores" else 1  # for the win and for the other's failed close
    capture = 0 if tiles_in_tricks & (bingo | trump_double) or not view.trump else view.rules.capture
    hand = int(view.hand)
    return -most_points - (0 if hand & bingo else capture), most_points + (0 if hand & trump_double else capture)


def move_value(
    view: InformationSet, value: _kernel.MoveValue, weights: Sequence[float] = (), *, chances: bool = False
) -> MoveValue:
    """A move as the engine values it, a :class:`Lead` if it had to be solved. With the ``weights`` of the hands that
    were tried, it is a lead after closing, and has its outcomes. With ``chances``, values are chances to win the match.
    """
    move, kind, lead = move_of(value.move, reply=view.led is not None), VALUE_KINDS[value.kind], value.solved_lead
    value_fields = members_dict(value, "worlds", "gap", "worse", "chance_worse", "error")
    value_fields |= zip(("value", "low", "high"), value.points, strict=True)
    value_fields |= zip(("chance", "chance_low", "chance_high"), value.chance or (None, None, None), strict=True)
    if lead is None or (kind == "certain" and not weights):
        low, high = value_span(view, chances=chances)
        value_fields |= {"low": max(value_fields["low"], low), "high": min(value_fields["high"], high)}
        return MoveValue(move, kind=kind, **value_fields)
    win_limits = lead.wins.best or (lead.wins.guaranteed[1], lead.wins.double_dummy[2])
    return Lead(
        move,
        kind="exact" if kind == "certain" else kind,
        win=lead.wins.guaranteed[0],
        win_low=win_limits[0],
        win_high=win_limits[1],
        guaranteed=_mean(lead, "guaranteed", weights),
        double_dummy=_mean(lead, "double_dummy", weights),
        **value_fields,
    )


def _mean(lead: _kernel.Lead, mean_name: str, weights: Sequence[float]) -> Mean:
    bracket_numbers: list[float] = []
    for bracket in filter(None, (lead.points, lead.wins, lead.chance)):
        value, low, high = getattr(bracket, mean_name)
        bracket_numbers += (value, low, high) if bracket.best is None else (value, value, value)
    return Mean(_outcomes(getattr(lead, mean_name), weights), *bracket_numbers)


def _outcomes(values: Iterable[int], weights: Sequence[float]) -> Outcomes:
    hands: Counter[int] = Counter()
    shares: dict[int, float] = {}
    for value, weight in zip(values, weights, strict=False):  # none without weights
        hands[value] += 1
        shares[value] = shares.get(value, 0.0) + weight
    total = sum(weights)
    return tuple((value, hands[value], shares[value] / total) for value in sorted(hands, reverse=True))


def analyze_hidden(
    information: InformationSet,
    settings: Settings,
    on_progress: OnProgress | None,
    objective: Objective | None = None,
    most_hands: int | None = None,
) -> Answer:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    With an objective, moves are ordered by the chance that it says. ``most_hands``: a quick look at no more hands where
    nothing is drawn any more, which does not narrow their limits.
    """
    start_time, view = time.perf_counter(), worlds.view_of(information)
    certain_hand = worlds.only_hand(view)
    if certain_hand is not None:
        world = view.world(certain_hand)
        return analyze_exact(world, *KernelPair.of(world, objective, on_progress))
    request = request_of(view.rules, settings, most_hands, narrow=most_hands is None)
    with engine_for(view.rules) as engine:
        analysis = engine.analyze(view, objective, True, request, monitor(on_progress))
    return _answer_of(view, analysis, settings.seed, start_time)


def _answer_of(
    view: InformationSet, analysis: _kernel.Analysis, seed: int, start_time: float, *, chances: bool = False
) -> Answer:
    is_reply, tried_count = view.led is not None, len(analysis.tried)
    moves = tuple(move_value(view, value, chances=chances) for value in analysis.moves)
    return Answer(
        view,
        moves,
        tuple(move_of(move, reply=is_reply) for move in analysis.equivalent),
        method=METHOD_NAMES[analysis.double_dummy] if analysis.estimated else BEST_DEFENCE,
        worlds=analysis.worlds if analysis.estimated else moves[0].worlds,
        every=analysis.exhaustive if analysis.estimated else tried_count == analysis.hands,
        weighted=analysis.weighted,
        seed=seed,
        seconds=time.perf_counter() - start_time,
        hands=analysis.hands,
        tried=tried_count,
        stopped=analysis.stopped,
    )


def solved_worths(
    view: InformationSet,
    moves: Iterable[Move],
    settings: Settings,
    objective: Objective | None = None,
    *,
    most_hands: int | None = None,
) -> dict[Move, MoveValue]:
    """What moves are worth after which nothing is drawn any more, to the digit as :func:`analyze_hidden` has it.

    Closes, or any moves once the boneyard is closed or exhausted. ``most_hands``: a sample of no more.

    Raises:
        IllegalMove: one is not legal, or tiles are drawn after it.
    """
    options, request = list(moves), request_of(view.rules, settings, most_hands)
    with engine_for(view.rules) as engine:
        values = engine.solve_moves(view, objective, options, request)
    return {
        move: replace(move_value(view, value), gap=math.inf if value.solved_lead is None else value.solved_lead.gap)
        for move, value in zip(options, values, strict=True)
    }


def estimate(
    view: InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    moves: Collection[Move] | None = None,
    candidates: Candidates | None = None,
    prune: bool = True,
    enumerated: int | None = None,
    objective: Objective | None = None,
) -> Answer:
    """Estimate ``candidates``, else all sensible options: of them only ``moves``.

    With an objective, what is estimated is the chance that it says instead of game points.

    Without ``prune`` all are tried in every deal, so that intervals of what one falls short of another mean what they
    say: to be dropped early is to be caught at a low. Where there are at most ``enumerated`` deals, all of them are
    gone through, but no more than is usual; None: as many as that. Once nothing is drawn any more, hands are solved
    whatever the method.

    Raises:
        IllegalMove: no deal fits what is known.
    """
    start_time = time.perf_counter()
    with engine_for(view.rules) as engine:
        analysis = engine.estimate(
            view,
            objective,
            request_of(view.rules, settings),
            moves=None if moves is None else list(moves),
            options=candidates,
            no_prune=not prune,
            enumerated=enumerated,
        )
    return _answer_of(view, analysis, settings.seed, start_time, chances=objective is not None)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The sensible moves of what you know.

    ``certain`` are moves whose value needs no estimate: true claims, and a declaration that ends the deal. ``open``
    are all others; where the decision is the opponent's it is waiting alone. ``cap`` is what an open option can bring
    at most, where the opponent may claim first. ``solved`` are moves whose value is known otherwise, in what counts:
    game points, or chances where those do.
    """

    open: tuple[Move, ...]
    certain: tuple[tuple[Move, float], ...] = ()
    cap: float | None = None
    solved: tuple[tuple[Move, float], ...] = ()

    @classmethod
    def of(cls, position: Position, actual_move: Move) -> Candidates:
        """Those of ``you`` in any position that fits what you know, whose stage says what is decided; and the
        ``actual`` move, whatever it is. Each lead comes without a declaration and with the largest that it allows.

        To wait with a claim is worth what the best lead is that follows; where the other is to lead, it is a move.
        """
        if position.stage is Stage.REPLY:
            return cls(tuple(legal_moves(position)))
        valued_claim = CLAIM, claim_score(position, YOU)
        if position.stage is Stage.ANSWER:
            return cls((WAIT,), (valued_claim,))
        position_at_lead, is_claim_stage = at_lead(position), position.stage is Stage.CLAIM
        claim_cap = -win_score(position, OPPONENT) if is_claim_stage and has_claim(position, OPPONENT) else None
        largest: dict[object, Move] = {}
        for move in legal_moves(position_at_lead):
            outcome = None if move.lead is not None else apply(position_at_lead, move)
            if outcome is None or (outcome.over and outcome.gain > 0):  # a lead, or what is worth something by itself
                largest_move = largest.setdefault((move.close, move.claim, move.lead, bool(move.declare)), move)
                if move.declare.bit_count() > largest_move.declare.bit_count():
                    largest[move.close, move.claim, move.lead, True] = move
        moves = dict.fromkeys([*largest.values()] if is_claim_stage else [*largest.values(), actual_move])
        certain: list[tuple[Move, float]] = [valued_claim] if is_claim_stage else []
        for move in moves:
            if move.lead is None:
                gain = apply(position_at_lead, move).gain
                certain.append((move, gain if claim_cap is None else min(gain, claim_cap)))
        return cls(tuple(move for move in moves if move.lead is not None), tuple(certain), claim_cap)
