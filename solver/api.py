"""What ``bingo.solver`` offers, brought together: whoever needs a part alone imports that."""

from __future__ import annotations as _annotations

from bingo.solver.analysis import (
    Answer as Answer,
    Claim as Claim,
    Failures as Failures,
    Interval as Interval,
    Lead as Lead,
    Mean as Mean,
    MoveValue as MoveValue,
    Refutation as Refutation,
    Settings as Settings,
    Step as Step,
)
from bingo.solver.analysis.playing import (
    MatchResult as MatchResult,
    Player as Player,
    play_out as play_out,
    reply as reply,
)
from bingo.solver.analysis.questions import analyze as analyze, can_claim as can_claim, close as close
from bingo.solver.engine import Progress as Progress, StopEarly as StopEarly
from bingo.solver.engine.kernel import solve_many as solve_many
from bingo.solver.errors import (
    BingoError as BingoError,
    IllegalMove as IllegalMove,
    ImpossiblePosition as ImpossiblePosition,
    NotationError as NotationError,
    Reason as Reason,
)
from bingo.solver.game import Move as Move, Rules as Rules, check as check, tiles as tiles
from bingo.solver.game.information import InformationSet as InformationSet, Taken as Taken, Trick as Trick
from bingo.solver.game.position import Closing as Closing, Match as Match, Position as Position, Stage as Stage
from bingo.solver.game.presets import PRESETS as PRESETS, Preset as Preset, rules as rules
from bingo.solver.game.record import Moment as Moment, Record as Record, Turn as Turn
from bingo.solver.game.replay import Replay as Replay, replay as replay
from bingo.solver.game.setup import Expect as Expect, Setup as Setup, Side as Side, deal as deal
from bingo.solver.game.tiles import Tile as Tile, TileSet as TileSet
from bingo.solver.match import (
    DealResult as DealResult,
    Equity as Equity,
    MatchEquity as MatchEquity,
    MatchTable as MatchTable,
    match_equity as match_equity,
)
from bingo.solver.reviewing.deal import Review as Review, Totals as Totals, Turning as Turning, review as review
from bingo.solver.reviewing.decision import (
    DoubleDummy as DoubleDummy,
    Draw as Draw,
    ForMatch as ForMatch,
    Judged as Judged,
    Luck as Luck,
    Option as Option,
)

should_close = close
