"""How well somebody plays, from the memory: losses with their standard errors, by what they may depend on.

All losses are in game points, also where deals are worth card points.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from bingo.cli.coach.losses import Losses
from bingo.cli.coach.memory import Memory
from bingo.solver.hidden.settings import LEVELS
from bingo.solver.reviewing.grades import RATINGS

#: What losses are told by, in this order; ``cause`` comes apart, as only mistakes have one.
GROUPS = ("month", "preset", "level", "phase")
#: What club loses in a deal under pagat, and how many game points a deal are won for each lost less, by those who lose
#: less than club and by those who lose more, all with standard errors. Made by ``python -m benchmarks.ratings --scale``
#: from games of levels and of weakened ones, reviewed as quickly as after a game.
CLUB, SLOPES = (0.386, 0.044), ((1.206, 0.221), (0.846, 0.075))
#: The rating of club, how much a game point a deal is, and deals from which on a rating is told.
AVERAGE, SCALE, ENOUGH = 1500, 1000, 12
#: Standard errors beyond which two numbers are said to differ.
SURE = 2.0

PHASES = ("open", "closed", "exhausted")
_LOSSES = ", ".join(f"count(*) FILTER (WHERE phase = '{p}'), total(loss) FILTER (WHERE phase = '{p}')" for p in PHASES)
_BY_DEAL = f"SELECT deal, {_LOSSES} FROM decision INDEXED BY losses WHERE player = ? GROUP BY deal"
_DEALS = "SELECT id, played, rules, {other}, luck FROM deal WHERE {which}"
_MISTAKES = "SELECT cause, deal, n, loss FROM decision INDEXED BY mistakes WHERE player = ? AND cause NOT NULL"


@dataclass(slots=True)
class Cause:
    """What one kind of mistake costs, per decision of all there were; in how many deals; the ``n`` of the worst."""

    name: str
    cost: Losses
    deals: int
    mistakes: int
    worst: tuple[int, int]

    def as_dict(self) -> dict[str, Any]:
        """As data."""
        return {"cause": self.name, **self.cost.as_dict(), "deals": self.deals, "mistakes": self.mistakes}


@dataclass(slots=True)
class Figures:
    """``groups`` by the names in ``GROUPS``, ``causes`` the dearest first, ``luck`` a deal with its error."""

    overall: Losses
    days: dict[str, Losses]
    groups: dict[str, dict[str, Losses]]
    causes: list[Cause]
    luck: tuple[float, float | None]

    def trend(self) -> tuple[str, float, float] | None:
        """The day that halves the deals; how much less a decision lost from then on than before, with the error."""
        days = sorted(self.days)
        before = [*accumulate((self.days[day].deals for day in days), initial=0)]
        half = min(range(len(days)), key=lambda n: abs(2 * before[n] - before[-1]), default=0)
        earlier, later = (Losses.together(self.days[day] for day in part) for part in (days[:half], days[half:]))
        if earlier.error is None or later.error is None:
            return None
        return days[half], earlier.value - later.value, math.hypot(earlier.error, later.error)

    def rating(self) -> tuple[float, float] | None:
        """How strong that is, with the error: club has 1500, and who has 100 more wins 0.1 game points a deal. From
        deals under pagat; None of too few.
        """
        found = self.groups["preset"].get("pagat")
        if found is None or found.deals < ENOUGH:
            return None
        lost, error = found.per_deal
        less = list(zip(SLOPES, parts(lost), strict=True))
        nearby = SLOPES[lost > CLUB[0]][0]
        spread = math.hypot(nearby * error, nearby * CLUB[1], *(unsure * part for (_, unsure), part in less))
        return AVERAGE + SCALE * sum(slope * part for (slope, _), part in less), SCALE * spread

    def words(self) -> list[str]:
        """The words for the level (``flawless`` and so on) that the error leaves, the best first."""
        error = self.overall.error
        if error is None:
            return [name for name, _ in RATINGS]
        low, high = self.overall.value - SURE * error, self.overall.value + SURE * error
        least = [0.0, *(most for _, most in RATINGS)]
        return [name for (name, most), above in zip(RATINGS, least, strict=False) if most >= low and above <= high]


def parts(lost: float) -> tuple[float, float]:
    """What somebody who loses so much in a deal loses less than club: where that is better, and where it is worse."""
    return max(CLUB[0] - lost, 0.0), min(CLUB[0] - lost, 0.0)


def whose(player: str | None) -> tuple[tuple[int, str, list[str]], ...]:
    """Which side of which deals is meant: ``you``, but for deals that the program played, or whoever has that name."""
    if player is None:
        return ((0, f"deal.you NOT IN ({', '.join('?' * len(LEVELS))})", list(LEVELS)),)
    return ((0, "deal.you = ?", [player]), (1, "deal.opponent = ?", [player]))


def figures(memory: Memory, player: str | None = None, keys: Iterable[str] | None = None) -> Figures:
    """The figures of a player, of all deals or of some."""
    only = None if keys is None else memory.numbers(keys)
    overall, days, groups = (
        Losses(),
        defaultdict[str, Losses](Losses),
        {name: defaultdict[str, Losses](Losses) for name in GROUPS},
    )
    costs: dict[str, dict[tuple[int, int], list[float]]] = defaultdict(dict)
    worst: dict[str, tuple[float, int, int]] = {}
    sizes: dict[tuple[int, int], int] = {}
    luck = Losses()
    for side, which, values in whose(player):
        query = _DEALS.format(other=("opponent", "you")[side], which=which)
        deals = {row[0]: row[1:] for row in memory.base.execute(query, values) if only is None or row[0] in only}
        for deal, *found in memory.base.execute(_BY_DEAL, (side,)):
            if deal not in deals:
                continue
            day, rules, met, lucky = deals[deal]
            decisions, lost = sum(found[::2]), sum(found[1::2])
            sizes[deal, side] = decisions
            named = zip(GROUPS, (day[:7], rules, met if met in LEVELS else "others"), strict=False)
            for mean in (overall, days[day], *(groups[group][name] for group, name in named)):
                mean.add(lost, decisions)
            for phase, many, part in zip(PHASES, found[::2], found[1::2], strict=True):
                if many:
                    groups["phase"][phase].add(part, many)
            if lucky is not None:
                luck.add(lucky if side == 0 else -lucky, 1)
        for cause, deal, n, loss in memory.base.execute(_MISTAKES, (side,)):
            if deal in deals:
                cost = costs[cause].setdefault((deal, side), [0.0, 0])
                cost[0] += loss
                cost[1] += 1
                worst[cause] = max(worst.get(cause, (0.0, 0, 0)), (loss, deal, n))
    squares = float(sum(size * size for size in sizes.values()))
    causes = [_cause(name, costs[name], sizes, squares, overall, worst[name][1:]) for name in costs]
    causes.sort(key=lambda one: -one.cost.lost)
    return Figures(
        overall, dict(days), {name: dict(found) for name, found in groups.items()}, causes, (luck.value, luck.error)
    )


def _cause(
    name: str,
    found: dict[tuple[int, int], list[float]],
    sizes: dict[tuple[int, int], int],
    squares: float,
    overall: Losses,
    worst: tuple[int, int],
) -> Cause:
    """In the deals where it did not come it cost nothing."""
    costs = [(cost, sizes[deal]) for deal, (cost, _) in found.items()]
    products = [sum(cost * cost for cost, _ in costs), sum(cost * size for cost, size in costs), squares]
    mean = Losses(overall.deals, overall.decisions, sum(cost for cost, _ in costs), products)
    return Cause(name, mean, len(found), int(sum(times for _, times in found.values())), worst)
