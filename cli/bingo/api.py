"""What ``bingo`` offers, brought together."""

from importlib.metadata import version as _version

from bingo.positions import (
    read as read,
    read_records as read_records,
    reads as reads,
    reads_records as reads_records,
    write as write,
    write_records as write_records,
)
from bingo.solver.analysis.playing import match as match
from bingo.solver.analysis.settings import LEVELS as LEVELS
from bingo.solver.api import (
    PRESETS as PRESETS,
    Answer as Answer,
    BingoError as BingoError,
    IllegalMove as IllegalMove,
    ImpossiblePosition as ImpossiblePosition,
    InformationSet as InformationSet,
    MatchResult as MatchResult,
    Move as Move,
    MoveValue as MoveValue,
    NotationError as NotationError,
    Player as Player,
    Position as Position,
    Progress as Progress,
    Record as Record,
    Rules as Rules,
    Settings as Settings,
    StopEarly as StopEarly,
    Tile as Tile,
    TileSet as TileSet,
    analyze as analyze,
    can_claim as can_claim,
    close as close,
    deal as deal,
    play_out as play_out,
    reply as reply,
    review as review,
    rules as rules,
)
from bingo.solver.render.display import svg as svg

__version__ = _version("domino-bingo")
