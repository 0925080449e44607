"""Should I close now? Every lead against every hand that the opponent may hold, or a sample; and playing on."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from bingo.solver.analysis import worlds
from bingo.solver.analysis.answer import BEST_DEFENCE, Answer, Kind, MoveValue
from bingo.solver.analysis.hidden import budget, move_of, usual_worlds, value_of
from bingo.solver.analysis.leads import CloseAnalysis, Lead, Pattern, Refutation, Why
from bingo.solver.analysis.settings import DEFAULT_SETTINGS, METHOD_NAMES, Settings
from bingo.solver.engine import OnProgress, engine_for, monitor
from bingo.solver.errors import IllegalMove
from bingo.solver.game import moves
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position, Stage
from bingo.solver.game.scoring import Objective
from bingo.solver.game.tiles import Mask, members
from bingo.solver.showing import members_dict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
    hands, weights, exact = answer.tried, answer.weights, len(answer.tried) == answer.hands
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
        why=_why(hands, weights, closes[0].lead.guaranteed <= 0),
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


def _why(hands: NDArray[np.uint32], weights: NDArray[np.float64], fails: NDArray[np.bool_]) -> Why:
    import numpy as np

    failing, everywhere = int(fails.sum()), int(np.bitwise_and.reduce(hands))
    always = int(np.bitwise_and.reduce(hands[fails])) & ~everywhere if failing else 0
    share = float(weights[fails].sum() / weights.sum())
    pattern = _pattern(hands, weights, fails, always) if 0 < failing < len(hands) else None
    return Why(failing, len(hands), share, always, pattern)


def _pattern(
    hands: NDArray[np.uint32], weights: NDArray[np.float64], fails: NDArray[np.bool_], always: Mask
) -> Pattern | None:
    """One or two tiles more than ``always`` that tell failing hands from others best: by the harmonic mean of the share
    of such hands that fails and the share of failures they make up. None where they tell little.
    """
    import numpy as np

    failing, everywhere = float(weights[fails].sum()), int(np.bitwise_and.reduce(hands))
    tiles = [1 << tile for tile in members(int(np.bitwise_or.reduce(hands[fails])) & ~always & ~everywhere)]
    pairs = [first | second for n, first in enumerate(tiles) for second in tiles[:n]]
    best, best_score, best_failures, best_of = None, 0.0, 0.0, 0.0
    for part in (0, *tiles) if always else (*tiles, *pairs):
        held = np.uint32(always | part)
        having = (hands & held) == held
        beaten = having & fails
        of, failures = float(weights[having].sum()), float(weights[beaten].sum())
        score = 2 * failures / (of + failing)
        if best is None or score > best_score:
            best = Pattern(always | part, int(beaten.sum()), int(having.sum()), failures / of)
            best_score, best_failures, best_of = score, failures, of
    if best is None or best_failures * float(weights.sum()) < TELLING * failing * best_of:
        return None
    return best
