"""Domino Bingo: positions, deals, answers and players. ``help(bingo.analyze)`` and its like explain each.

``LEVELS`` names the program's own players, ``PRESETS`` the published rules. ``bingo.solver`` has the parts of every
answer, ``bingo.positions`` the files, ``bingo.cli`` the program. Questions are plain functions, as there is nothing to
keep between two of them: no engine has to be started, set up or ended.

A package of its own, not a namespace: a folder that happens to be called ``bingo`` must not be taken for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.positions import read, read_records, reads, reads_records, write, write_records
    from bingo.solver import PRESETS, Move, Position, Record, Rules, Settings, can_claim, deal, review, rules
    from bingo.solver.answers import Answer, MoveValue, analyze, close
    from bingo.solver.errors import BingoError, IllegalMove, ImpossiblePosition, NotationError
    from bingo.solver.game.information import InformationSet
    from bingo.solver.game.tile_set import Tile, TileSet
    from bingo.solver.hidden.settings import LEVELS
    from bingo.solver.playing import MatchResult, match, play_out

__version__: str

_ROOMS = {
    "positions": ("read", "read_records", "reads", "reads_records", "write", "write_records"),
    "solver": ("PRESETS", "Move", "Position", "Record", "Rules", "Settings", "can_claim", "deal", "review", "rules"),
    "solver.answers": ("Answer", "MoveValue", "analyze", "close"),
    "solver.errors": ("BingoError", "IllegalMove", "ImpossiblePosition", "NotationError"),
    "solver.game.information": ("InformationSet",),
    "solver.game.tile_set": ("Tile", "TileSet"),
    "solver.hidden.settings": ("LEVELS",),
    "solver.playing": ("MatchResult", "match", "play_out"),
}

__all__ = [
    "LEVELS",
    "PRESETS",
    "Answer",
    "BingoError",
    "IllegalMove",
    "ImpossiblePosition",
    "InformationSet",
    "MatchResult",
    "Move",
    "MoveValue",
    "NotationError",
    "Position",
    "Record",
    "Rules",
    "Settings",
    "Tile",
    "TileSet",
    "analyze",
    "can_claim",
    "close",
    "deal",
    "match",
    "play_out",
    "read",
    "read_records",
    "reads",
    "reads_records",
    "review",
    "rules",
    "write",
    "write_records",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for, when it is: all of it takes longer than starting."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("domino-bingo")
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"bingo.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """What can be asked for."""
    return [*__all__, "__version__"]
