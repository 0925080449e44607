"""What is asked of the engine: what one player knows and how much to find out; see ``engine/answers/request.hpp``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.tiles import text, text_mask
from bingo.solver.hidden.settings import Settings
from bingo.solver.seam import Enough


def about(known: InformationSet, objective: Objective | None = None) -> dict[str, Any]:
    """The members of a request that say all that ``you`` know, and what is to be maximized if that is not game points.

    The opponent's hand and the face-down tiles are left out even where they are written.
    """
    found = {"position": position_of(known)}
    tricks = [
        [t.leader, t.led, -1 if t.reply is None else t.reply, t.declared, t.shown, int(t.closed)] for t in known.history
    ]
    if tricks or known.barred:
        found["known"] = {"tricks": tricks, "barred": known.barred}
    if objective is not None:
        found["objective"] = {"table": objective.table}
    return found


def position_of(known: InformationSet) -> dict[str, Any]:
    """What a line of a file would say of it, rules as they are; tricks not wholly known are told by their points."""
    written = 0
    for tiles in known.won:
        written |= tiles or 0
    closed = known.closed
    found: dict[str, Any] = {
        "rules": known.rules,
        "trump": known.trump,
        "turned": None if known.turned is None else text(known.turned),
        "closed": closed and {"by": PLAYER_NAMES[closed.by], "points": closed.points, "tricks": closed.tricks},
        "lead": PLAYER_NAMES[known.leader],
        "led": None if known.led is None else text(known.led),
        "you": {"hand": text_mask(known.hand), **_side(known, YOU)},
        "opponent": _side(known, OPPONENT),
        "played": text_mask(known.gone & ~written),
        "carried": dict(zip(PLAYER_NAMES, known.carried, strict=True)) if any(known.carried) else None,
    }
    return {key: value for key, value in found.items() if value is not None}


def _side(known: InformationSet, player: int) -> dict[str, Any]:
    tiles = known.won[player]
    tricks = {"points": known.points[player], "tricks": known.tricks[player]}
    return {
        **(tricks if tiles is None else {"won": text_mask(tiles)}),
        "declared": known.declared[player],
        "pending": known.pending if player == known.leader else 0,
        "shown": text_mask(known.shown_by[player]),
    }


def asked(settings: Settings) -> dict[str, Any]:
    """The members of a request that say how much is to be found out."""
    return {
        "method": settings.method,
        "worlds": settings.worlds,
        "seconds": settings.seconds,
        "until_clear": settings.until_clear or None,
        "equal_weights": settings.equal_weights,
        "seed": settings.seed,
        "threads": settings.threads,
    }


def enough(on_progress: Callable[[float], None]) -> Callable[[float], bool]:
    """Tells of progress, and whether who was told has enough."""

    def told(share: float) -> bool:
        try:
            on_progress(share)
        except Enough:
            return True
        return False

    return told
