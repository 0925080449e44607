"""What ``bingo`` offers, brought together."""

from importlib.metadata import version

from bingo.positions.reading import *
from bingo.solver.analysis.playing import *
from bingo.solver.api import *
from bingo.solver.render.display import *

__version__ = version("domino-bingo")

__all__ = [
    "LEVELS", "PRESETS", "Answer", "BingoError", "IllegalMove", "ImpossiblePosition", "InformationSet", "MatchResult",
    "Move", "MoveValue", "NotationError", "Player", "Position", "Progress", "Record", "Rules", "Settings", "StopEarly",
    "Tile", "TileSet", "analyze", "can_claim", "close", "deal", "match", "play_out", "read", "read_records", "reads",
    "reads_records", "reply", "review", "rules", "svg", "write", "write_records",
]  # fmt: skip
