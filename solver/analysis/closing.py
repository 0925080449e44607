"""Should I close now? Every lead against every hand that the opponent may hold, or a sample; and playing on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import TYPE_CHECKING

from bingo.solver.analysis import worlds
from bingo.solver.analysis.answer import BEST_DEFENCE, Answer, Kind, MoveValue
from bingo.solver.analysis.hidden import budget, usual_worlds, value_of
from bingo.solver.analysis.leads import CloseAnalysis, Lead, Pattern, Refutation, Why
from bingo.solver.analysis.settings import DEFAULT_SETTINGS, METHOD_NAMES, Settings
from bingo.solver.engine import OnProgress, engine_for, monitor, move_of
from bingo.solver.errors import IllegalMove
from bingo.solver.game import moves
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position, Stage
from bingo.solver.game.scoring import Objective
from bingo.solver.game.tiles import Mask, members
from bingo.solver.showing import members_dict

if TYPE_CHECKING:
    from bingo.solver.engine import _kernel
    from bingo.solver.game.moves import Move

#: Hands with a telling pattern fail so many times as often as all hands do.
TELLING = 1.5


def should_close(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: OnProgress | None = None,
    objective: Objective | None = None,
) -> Answer:
    """Whether to close now, knowing only what ``you`` know; errors too as :func:`bingo.solver.should_close`."""
    start, seen = time.perf_counter(), worlds.known(position)
    if fault := _close_fault(seen):
        raise IllegalMove(fault)
    limits = budget(settings, usual_worlds(seen.rules, settings))
    with engine_for(seen.rules) as engine:
        result = engine.analyze(seen, objective, True, limits, monitor(on_progress or (lambda _share: None)))
    closing = closing_of(result, time.perf_counter() - start)
    return Answer(
        seen,
        tuple(map(lead_value, closing.leads)),
        method=BEST_DEFENCE,
        worlds=closing.tried,
        every=closing.exact,
        seed=settings.seed,
        hands=(closing.hands, closing.tried),
        **members_dict(closing, "exact", "weighted", "stopped", "seconds"),
        close=closing,
        going_on=_estimate_playing_on(seen, result, settings, closing.seconds),
    )


def lead_value(lead: Lead) -> MoveValue:
    """A lead after closing as a move of an answer."""
    sure, limits = lead.guaranteed, lead.best_defence
    low, high = (sure.points.low, sure.points.high) if limits is None else (limits.low, limits.high)
    kind: Kind = "estimate" if limits is None else "exact" if limits.exact else "limits"
    value = MoveValue(lead.move, sure.value, low, high, kind, lead=lead)
    if (chance := lead.chance) is None:
        return value
    return replace(value, chance=chance.value, chance_low=chance.low, chance_high=chance.high)


def closed(known: InformationSet, hand: Mask) -> Position:
    """The position after closing now, before the lead, if the opponent holds ``hand``."""
    return replace(moves.closed(known.world(hand)), stage=Stage.LEAD)


# --- from the engine ---------------------------------------------------------------------------------


def closing_of(answer: _kernel.Analysis, seconds: float) -> CloseAnalysis:
    """What the engine says."""
    hands, weights, exact = answer.tried.tolist(), answer.weights.tolist(), len(answer.tried) == answer.hands
    closes = [answer.moves[place] for place in answer.closes]
    leads = []
    for value in closes:
        assert value.lead is not None
        move = replace(move_of(value.move, reply=False), close=True)
        leads.append(Lead.of(move, value.lead, exact=exact, weights=weights))
    assert closes[0].lead is not None
    return CloseAnalysis(
        leads=tuple(leads),
        tried=len(hands),
        exact=exact,
        feasible=any(lead.double_dummy.outcomes[0][0] > 0 for lead in leads),
        certain=exact and any(lead.guaranteed.win == 1 for lead in leads),
        why=_why(hands, weights, closes[0].lead.guaranteed),
        refutation=_refutation(answer, leads[0].move),
        seconds=seconds,
        **members_dict(answer, "hands", "weighted", "stopped"),
    )


def _close_fault(known: InformationSet) -> str:
    """Why closing is not possible, in words; empty where it is."""
    if known.closed is not None:
        return "The boneyard is closed already."
    if known.turned is None:
        return "The boneyard is exhausted, as no tile is turned up (turned): there is nothing left to close."
    if known.led is not None:
        return "You cannot close in the middle of a trick."
    if known.leader != YOU:
        return "Only the leader may close, and the opponent is on lead."
    if not known.tricks[YOU]:
        return "You need a trick before you may close."
    return ""


def _estimate_playing_on(known: InformationSet, answer: _kernel.Analysis, settings: Settings, seconds: float) -> Answer:
    moves = tuple(value_of(known, move, exact=True) for move in answer.moves if move.lead is None)
    return Answer(
        known,
        moves,
        tuple(move_of(move, reply=False) for move in answer.alike_open),
        method=METHOD_NAMES[answer.double_dummy] if moves[0].worlds else "exact",
        worlds=answer.worlds,
        every=answer.every,
        weighted=bool(known.history),
        seed=settings.seed,
        seconds=seconds,
    )


def _refutation(answer: _kernel.Analysis, first: Move) -> Refutation | None:
    if answer.refutation is None:
        return None
    hand, value, steps = answer.refutation
    line = [f"{PLAYER_NAMES[player]} {move_of(move, reply=reply)}" for player, reply, move in steps]
    return Refutation(hand, value, (f"{PLAYER_NAMES[YOU]} {first}", *line))


# --- when it fails -----------------------------------------------------------------------------------


def _why(hands: Sequence[Mask], weights: Sequence[float], values: Iterable[int]) -> Why:
    failures = (0.0 if value > 0 else weight for value, weight in zip(values, weights, strict=True))
    rows = list(zip(hands, weights, failures, strict=True))
    fails, everywhere = [hand for hand, _, failure in rows if failure], reduce(and_, hands)
    always = reduce(and_, fails) & ~everywhere if fails else 0
    share = sum(row[2] for row in rows) / sum(weights)
    pattern = None
    if 0 < len(fails) < len(hands):
        pattern = _pattern(rows, always, reduce(or_, fails) & ~always & ~everywhere)
    return Why(len(fails), len(hands), share, always, pattern)


def _pattern(rows: list[tuple[Mask, float, float]], always: Mask, others: Mask) -> Pattern | None:
    """One or two tiles more than ``always`` that tell failing hands from others best: by the harmonic mean of the share
    of such hands that fails and the share of failures they make up. None where they tell little.

    Rows are hands, what each counts, and what of that fails.
    """
    total, failing = (sum(row[n] for row in rows) for n in (1, 2))
    rows = [row for row in rows if row[0] & always == always]
    tiles = [1 << tile for tile in members(others)]
    having = {0: rows} if always else {}
    having |= {tile: [row for row in rows if row[0] & tile] for tile in tiles}
    if not always:
        pairs = [(first, second) for n, first in enumerate(tiles) for second in tiles[:n]]
        having |= {first | second: [row for row in having[first] if row[0] & second] for first, second in pairs}
    sums = {part: [sum(row[n] for row in held) for n in (1, 2)] for part, held in having.items()}
    best = max(sums, key=lambda part: 2 * sums[part][1] / (sums[part][0] + failing))
    (of, failures), held = sums[best], having[best]
    if failures * total < TELLING * failing * of:
        return None
    return Pattern(always | best, sum(failure > 0 for *_, failure in held), len(held), failures / of)
