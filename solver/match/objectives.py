"""What a search maximizes with a match score: the chance to win the match, by what the rest of the deal brings."""

from __future__ import annotations

import math
from functools import lru_cache

from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import MATCH_TO, OPPONENT, YOU, Match, Pair, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import SCALE, Objective, objective
from bingo.solver.match.equity import Equity, nearest, next_leader


def match_objective(position: Position | InformationSet) -> Objective | None:
    """The objective of both players where a position has a match score; None where it has none.

    It has none either where deals are worth card points, of which no match to 7 is made. Chances are those of the
    nearest preset. Where the deal is void or both score, who led it leads again; where that is not known, the chance
    is the mean of both.
    """
    match = position.match
    if match is None or position.rules.at_target == "points":
        return None
    needs = MATCH_TO - match.you, MATCH_TO - match.opponent
    first = position.leader if match.first is None and not any(position.tricks) else match.first
    return _objective(position.rules, needs, first, _scored(position, match))


@lru_cache(maxsize=2048)
def _objective(rules: Rules, needs: Pair, first: int | None, scored: Pair) -> Objective:
    return objective_at(nearest(rules).equity, needs, first, scored)


def _scored(position: Position | InformationSet, match: Match) -> Pair:
    """What both have scored in this deal so far; who has the card points for it where they score by themselves has."""
    if position.rules.at_target != "each-scores":
        return match.scored
    reached = [(position.card_points(player) or 0) >= position.rules.target for player in (YOU, OPPONENT)]
    return max(match.scored[YOU], reached[YOU]), max(match.scored[OPPONENT], reached[OPPONENT])


def objective_at(table: Equity, needs: Pair, first: int | None, scored: Pair = (0, 0)) -> Objective:
    """The objective of a deal that ``first`` led, with so much needed from now on and ``scored`` in it so far."""

    def utility(you: int, opponent: int) -> int:
        in_deal = scored[YOU] + you, scored[OPPONENT] + opponent
        leads = [next_leader(leader, in_deal) for leader in ((YOU, OPPONENT) if first is None else (first,))]
        units = [_units(table, (needs[YOU] - you, needs[OPPONENT] - opponent), leader) for leader in leads]
        mean = sum(units) / len(units)  # halves away from the middle, so that exchanging the players changes nothing
        return math.floor(mean + 0.5) if mean < SCALE / 2 else math.ceil(mean - 0.5)

    return objective([[utility(a, b) for b in range(needs[OPPONENT] + 1)] for a in range(needs[YOU] + 1)])


def _units(table: Equity, needs: Pair, leader: int) -> int:
    """Your chance in whole units; that of the opponent is exactly what is left."""
    if leader == OPPONENT:
        return SCALE - _units(table, needs[::-1], YOU)
    return round(SCALE * table.chance(*needs, YOU))
