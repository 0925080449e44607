"""What ``bingo.solver`` offers, brought together: whoever needs a part alone imports that."""

from bingo.solver.analysis import *
from bingo.solver.analysis.playing import *
from bingo.solver.engine import *
from bingo.solver.engine.kernel import *
from bingo.solver.errors import *
from bingo.solver.game import *
from bingo.solver.game import check as check, tiles as tiles
from bingo.solver.match import *
from bingo.solver.reviewing import *
from bingo.solver.reviewing.decision import *

should_close = close

__all__ = [
    "PRESETS", "Answer", "BingoError", "Claim", "Closing", "DealResult", "DoubleDummy", "Draw", "Equity", "Expect",
    "Failures", "ForMatch", "IllegalMove", "ImpossiblePosition", "InformationSet", "Interval", "Judged", "Lead", "Luck",
    "Match", "MatchEquity", "MatchResult", "MatchTable", "Mean", "MistakeReason", "Moment", "Move", "MoveValue",
    "NotationError", "Option", "Player", "Position", "Preset", "Progress", "Reason", "Record", "Refutation", "Replay",
    "Review", "Rules", "Settings", "Setup", "Side", "Stage", "Step", "StopEarly", "Taken", "Tile", "TileSet", "Totals",
    "Trick", "Turn", "Turning", "analyze", "can_claim", "check", "close", "deal", "match_equity", "play_out", "replay",
    "reply", "review", "rules", "should_close", "solve_many", "tiles",
]  # fmt: skip
