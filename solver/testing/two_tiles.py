"""Every endgame of two tiles a side: kernel against reference, at every score that makes a difference.

122,850 pairs of hands, seven trump suits and two leaders are 1,719,900 deals under each preset.
``python -m benchmarks.two_tiles`` goes through all of them or a part, the tests through a small one.

Where both have two tiles a score matters only by who can still reach what. :func:`scores` gives one score for each way
in which the target, the low threshold and no points at all lie to what the players can take; any other score is worth
what one of these is. Each comes with the boneyard exhausted, and closed by either, just now or before the other had
anything; with a trick for all who have points and without; and where a hand holds two doubles, declared and not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product

from bingo.solver.game.play import begin, legal_moves, play_unchecked
from bingo.solver.game.position import Closing, Pair, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import DOUBLES, SUITS, TILES, Mask, mask
from bingo.solver.search.reference import Reference

HANDS: tuple[Mask, ...] = tuple(mask(two) for two in combinations(TILES, 2))
PAIRS: tuple[tuple[Mask, Mask], ...] = tuple((a, b) for a, b in product(HANDS, repeat=2) if not a & b)
#: Deals under one rule set: pairs of hands, trump suits, leaders.
DEALS = len(PAIRS) * len(SUITS) * 2
#: Steps through all deals so that a part of them has all sorts; prime to their number.
_STRIDE = 1_000_003
#: Positions that one kernel solves at a time.
_BATCH = 5_000
#: Game or card points beyond any that are compared with a score.
_NEVER = 1_000


@dataclass(slots=True)
class Report:
    """How many deals and positions were compared, and positions of which kernel and reference give these values."""

    deals: int = 0
    positions: int = 0
    disagreements: list[tuple[Position, int, int]] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take up what another report counted."""
        self.deals += other.deals
        self.positions += other.positions
        self.disagreements += other.disagreements


def deals(rules: Rules, part: int = 1, parts: int = 1) -> Iterator[Position]:
    """The deals of one of so many parts (counted from 1), without a score; all parts together are all deals."""
    for n in range(part - 1, DEALS, parts):
        pair, rest = divmod(n * _STRIDE % DEALS, 2 * len(SUITS))
        yield Position(rules, rest // 2, PAIRS[pair], rest % 2, tricks=(1, 1))


def compare(rules: Rules, part: int, parts: int, first: int = 0, count: int | None = None) -> Report:
    """Compare the values of a part; ``first`` and ``count`` choose deals of it."""
    from bingo.solver.search.kernel import BITS, Kernel  # only here: this module is imported without a kernel too

    report, kernel, batch = Report(), Kernel(rules, BITS, 2), list[Position]()
    for deal in islice(deals(rules, part, parts), first, None if count is None else first + count):
        report.deals += 1
        batch += positions(deal)
        if len(batch) >= _BATCH:
            _solve(kernel.values(batch).tolist(), batch, report)
            batch.clear()
    if batch:
        _solve(kernel.values(batch).tolist(), batch, report)
    return report


def _solve(values: Sequence[int], batch: Sequence[Position], report: Report) -> None:
    report.positions += len(batch)
    for position, value in zip(batch, values, strict=True):
        expected = Reference().value(position)
        if value != expected:
            report.disagreements.append((position, value, expected))


def positions(deal: Position) -> Iterator[Position]:
    """The deal at every score that matters, exhausted and closed, with doubles declared before or not."""
    found: dict[Position, None] = {}
    two = any((hand & DOUBLES).bit_count() > 1 for hand in deal.hands)
    for shown in (0, DOUBLES & (deal.hands[0] | deal.hands[1])) if two else (0,):
        for closer in (None, 0, 1):
            start = replace(deal, shown=shown, closed=None if closer is None else Closing(closer, 0, 0))
            for points, tricks in scores(start):
                scored = replace(start, points=points, tricks=tricks)
                found[begin(scored)] = None
                if closer is not None:
                    other = 1 - closer
                    found[begin(replace(scored, closed=Closing(closer, points[other], tricks[other])))] = None
    return iter(found)


def scores(deal: Position) -> Iterator[tuple[Pair, Pair]]:
    """Card points and tricks of both, one for each way in which they matter.

    What a player can take from here on is a few sums. Those with which they can reach the target are live scores. What
    else a player has counts only if the other is live: whether it is nothing, or comes to the low threshold.
    """
    rules, gains = deal.rules, _gains(deal)
    if (
        rules.at_target == "points"
    ):  # differences of card points: only what the closer falls short by depends on a score
        short = [rules.target - more - g for more in (0, 7) for g in gains[deal.closed.by]] if deal.closed else []
        live = [{n for n in short if n >= 0} if deal.closed and deal.closed.by == p else set() for p in (0, 1)]
        low = [{0}, {0}]
    else:
        little = {0, 1} if rules.shutout == "no-points" else {0}
        live = [{n for g in gains[p] if (n := rules.target - g) >= 0} for p in (0, 1)]
        low = [{n for g in gains[p] if (n := rules.low - g) >= 0} | little for p in (0, 1)]
    least = [min(live[p], default=_NEVER) for p in (0, 1)]
    for a, b in product(*(sorted(live[p] | low[p]) for p in (0, 1))):
        if (a and a not in live[0] and b < least[1]) or (b and b not in live[1] and a < least[0]):
            continue
        if rules.at_target == "first-ends" and max(a, b) >= rules.target:
            continue
        for tricks in product(*((1,) if points else (1, 0) for points in (a, b))):
            yield (a, b), (tricks[0], tricks[1])


def _gains(deal: Position) -> tuple[set[int], set[int]]:
    """The card points that each player may have taken and declared at some moment of some line from here, from none."""
    seen: tuple[set[int], set[int]] = ({0}, {0})
    line = [begin(replace(deal, rules=replace(deal.rules, target=_NEVER)))]
    while line:
        position = line.pop()
        for move in legal_moves(position):
            _, after, over = play_unchecked(position, move)
            for player in (0, 1):
                seen[player].add(after.points[player] + after.declared[player])
            if not over:
                line.append(after)
    return seen
