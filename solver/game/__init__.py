"""What Bingo is: tiles, rules, tricks, positions and moves. No search, no input or output."""

from bingo.solver.game.check import *
from bingo.solver.game.counting import *
from bingo.solver.game.information import *
from bingo.solver.game.legal import *
from bingo.solver.game.moves import CLAIM as CLAIM, WAIT as WAIT, Move as Move
from bingo.solver.game.position import *
from bingo.solver.game.presets import PAGAT as PAGAT, PRESETS as PRESETS, Preset as Preset, rules as rules
from bingo.solver.game.record import *
from bingo.solver.game.replay import *
from bingo.solver.game.rules import *
from bingo.solver.game.scoring import *
from bingo.solver.game.setup import *
from bingo.solver.game.tiles import *
