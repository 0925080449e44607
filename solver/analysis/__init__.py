"""The questions of players: what is a position worth, what is to be played, should I close?"""

from bingo.solver.analysis.answer import *
from bingo.solver.analysis.claim import *
from bingo.solver.analysis.exact import *
from bingo.solver.analysis.hidden import *
from bingo.solver.analysis.questions import *
from bingo.solver.analysis.settings import *
from bingo.solver.analysis.values import *
from bingo.solver.analysis.worlds import *
