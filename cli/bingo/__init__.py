"""Domino Bingo: positions, deals, answers and players. ``help(bingo.analyze)`` and its like explain each.

``LEVELS`` names the program's own players, ``PRESETS`` the published rules. ``bingo.solver`` has the parts of every
answer, ``bingo.positions`` the files, ``bingo.cli`` the program. Questions are plain functions, as there is nothing to
keep between two of them: no engine has to be started, set up or ended.

A package of its own, not a namespace: a folder that happens to be called ``bingo`` must not be taken for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__: str

_ROOMS = {
    "positions": ("read", "read_records", "reads", "reads_records", "write", "write_records"),
    "solver": ("PRESETS", "Move", "Position", "Record", "Rules", "Settings", "can_claim", "deal", "review", "rules"),
    "solver.answers": ("Answer", "MoveValue", "analyze", "close"),
    "solver.errors": ("BingoError", "IllegalMove", "ImpossiblePosition", "NotationError"),
    "solver.game.information": ("InformationSet",),
    "solver.game.tiles": ("Tile", "TileSet"),
    "solver.analysis.settings": ("LEVELS",),
    "solver.analysis.playing": ("MatchResult", "match", "play_out"),
}

_NAMES = [name for names in _ROOMS.values() for name in names]

if TYPE_CHECKING:  # for who checks types the imports say it
    from bingo.positions import (
        read as read,
        read_records as read_records,
        reads as reads,
        reads_records as reads_records,
        write as write,
        write_records as write_records,
    )
    from bingo.solver import (
        PRESETS as PRESETS,
        Move as Move,
        Position as Position,
        Record as Record,
        Rules as Rules,
        Settings as Settings,
        can_claim as can_claim,
        deal as deal,
        review as review,
        rules as rules,
    )
    from bingo.solver.analysis.playing import MatchResult as MatchResult, match as match, play_out as play_out
    from bingo.solver.analysis.settings import LEVELS as LEVELS
    from bingo.solver.answers import Answer as Answer, MoveValue as MoveValue, analyze as analyze, close as close
    from bingo.solver.errors import (
        BingoError as BingoError,
        IllegalMove as IllegalMove,
        ImpossiblePosition as ImpossiblePosition,
        NotationError as NotationError,
    )
    from bingo.solver.game.information import InformationSet as InformationSet
    from bingo.solver.game.tiles import Tile as Tile, TileSet as TileSet
else:
    __all__ = _NAMES


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
    return [*_NAMES, "__version__"]
