"""Every lead after closing, as the engine solves it, without what playing on is worth."""

from bingo.solver import Answer, InformationSet
from bingo.solver.analysis import DEFAULT_SETTINGS, Settings, closing_of, request_of
from bingo.solver.engine import engine_for
from bingo.solver.game.scoring import Objective


def analyze_closing(
    known: InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    *,
    most_hands: int | None = None,
    objective: Objective | None = None,
) -> Answer:
    """Every lead after closing now, without playing on: against every hand, or a sample of no more than so many."""
    limits = request_of(known.rules, settings, most_hands)
    with engine_for(known.rules) as engine:
        return closing_of(known, engine.analyze(known, objective, False, limits, None), settings, 0.0)
