"""Every endgame of two tiles a side: kernel against reference, at every score that makes a difference.

122,850 pairs of hands, seven trump suits and two leaders are 1,719,900 deals under each preset.
``python -m benchmarks.two_tiles`` goes through all of them or a part, the tests through a small one. The kernel solves
each; the reference one of each class of deals that play alike (:mod:`tests.oracles.two_tile_classes`), one of
each kind of score that rules tell apart (:mod:`tests.oracles.lines_of_play`), and with player 0 on lead, since
a deal is worth to one player what it is worth to the other with the names exchanged.

Where both have two tiles a score matters only by who can still reach what. :func:`scores` gives one score for each way
in which the target, the low threshold and no points at all lie to what the players can take; any other score is worth
what one of these is. Each comes with the boneyard exhausted, and closed by either, just now or before the other had
anything; with a trick for all who have points and without; and where a hand holds two doubles, declared and not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.play import begin
from bingo.solver.game.position import Closing, Pair, Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import DOUBLES, SUITS, TILES, Mask, mask
from bingo.solver.search.reference import Reference
from tests.oracles.lines_of_play import NEVER, Lines, lines
from tests.oracles.two_tile_classes import Classes, classes

if TYPE_CHECKING:
    from bingo.solver.search.kernel import Kernel

_Hands = NDArray[np.uint32]

_HANDS: tuple[Mask, ...] = tuple(mask(two) for two in combinations(TILES, 2))
PAIRS: tuple[tuple[Mask, Mask], ...] = tuple((a, b) for a, b in product(_HANDS, repeat=2) if not a & b)
_PAIRS = np.array(PAIRS, np.uint32)
#: Deals under one rule set: pairs of hands, trump suits, leaders.
DEALS = len(PAIRS) * len(SUITS) * 2
#: Steps through all classes so that a part of them has all sorts; prime to their number.
_STRIDE = 1_000_003


@dataclass(slots=True)
class Report:
    """How many deals and positions were compared, how many of these the reference searched, and where they differ.

    A disagreement is a position, the kernel's value and the reference's.
    """

    deals: int = 0
    positions: int = 0
    searched: int = 0
    disagreements: list[tuple[Position, int, int]] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Take up what another report counted."""
        self.deals += other.deals
        self.positions += other.positions
        self.searched += other.searched
        self.disagreements += other.disagreements


class _Frame(NamedTuple):
    """What a position has beside trump and hands; ``shown``: whether all doubles were declared."""

    points: Pair
    tricks: Pair
    closed: Closing | None
    stage: Stage
    shown: bool


class _Score(NamedTuple):
    """A deal without a score (and with all lines of play from it), and the score that it is to have."""

    start: Position
    play: Lines
    points: Pair
    tricks: Pair
    closed: Closing | None

    def position(self) -> Position:
        """The deal with this score."""
        return begin(replace(self.start, points=self.points, tricks=self.tricks, closed=self.closed))


@lru_cache(maxsize=8)
def classes_of(rules: Rules) -> Classes:
    """All deals with player 0 on lead, by class."""
    return classes(rules, _PAIRS)


def deal(rules: Rules, number: int, leader: int = 0) -> Position:
    """The deal of this number (``trump * len(PAIRS) + pair``), without a score; with leader 1, the hands exchanged."""
    trump, pair = divmod(number, len(PAIRS))
    start = Position(rules, trump, PAIRS[pair], 0, tricks=(1, 1))
    return start.swapped() if leader else start


def part(rules: Rules, share: int, shares: int) -> Iterator[int]:
    """The classes of one of so many parts (counted from 1); all parts together are all classes."""
    number = len(classes_of(rules))
    yield from (n * _STRIDE % number for n in range(share - 1, number, shares))


class Comparison:
    """Compares kernel and reference under one rule set; the reference searches what it has not met before."""

    def __init__(self, rules: Rules) -> None:
        from bingo.solver.search.kernel import BITS, Kernel  # only here: this module is imported without a kernel too

        self.rules = rules
        self._kernel = Kernel(rules, BITS, 2)
        self._shapes: dict[Hashable, int] = {}
        self._known: dict[Hashable, tuple[int, Stage]] = {}

    def compare(self, chosen: Iterable[int]) -> Report:
        """Compare the values of all deals of these classes, with both leaders."""
        report = Report(searched=-len(self._known))
        groups: defaultdict[tuple[int, _Frame], list[tuple[_Hands, int]]] = defaultdict(list)
        for n in chosen:
            members = classes_of(self.rules).members(n)
            report.deals += 2 * len(members)
            trumps, pairs = np.divmod(members, len(PAIRS))
            hands = [(int(trump), _PAIRS[pairs[trumps == trump]]) for trump in np.unique(trumps)]
            for score in _scores(deal(self.rules, int(members[0]))):
                value, stage = self._value(n, score)
                frame = _Frame(score.points, score.tricks, score.closed, stage, bool(score.start.shown))
                for trump, held in hands:
                    groups[trump, frame].append((held, value))
        for (trump, frame), rows in groups.items():
            held = np.concatenate([hands for hands, _ in rows])
            values = np.repeat([value for _, value in rows], [len(hands) for hands, _ in rows])
            position = Position(self.rules, trump, PAIRS[0], 0, **frame._asdict() | {"shown": DOUBLES * frame.shown})
            _check(self._kernel, position, held, values, report)
            _check(self._kernel, position.swapped(), held[:, ::-1].copy(), -values, report)
        report.searched += len(self._known)
        return report

    def _value(self, n: int, score: _Score) -> tuple[int, Stage]:
        """What the score is worth in the deals of class ``n``, and the stage at which play begins."""
        key: Hashable = (n, bool(score.start.shown), score.points, score.tricks, score.closed)
        if self.rules.at_target != "points":
            number = self._shapes.setdefault(score.play.shape, len(self._shapes))
            key = number, score.play.seen(self.rules, score.points, score.tricks, score.closed)
        if key not in self._known:
            position = score.position()
            self._known[key] = Reference().value(position), position.stage
        return self._known[key]


def _check(kernel: Kernel, position: Position, hands: _Hands, values: NDArray[np.int64], report: Report) -> None:
    """Compare the kernel's values of the position with each of these pairs of hands."""
    report.positions += len(hands)
    dealt = [
        replace(position, hands=(one, other), shown=position.shown & (one | other)) for one, other in hands.tolist()
    ]
    found = kernel.values(dealt)
    for n in np.flatnonzero(found != values).tolist():
        report.disagreements.append((dealt[n], int(found[n]), int(values[n])))


def positions(deal: Position) -> Iterator[Position]:
    """The deal at every score that matters, exhausted and closed, with doubles declared before or not."""
    return (score.position() for score in _scores(deal))


def _scores(deal: Position) -> Iterator[_Score]:
    """The same, not yet made into positions."""
    two = any((hand & DOUBLES).bit_count() > 1 for hand in deal.hands)
    for shown in (0, DOUBLES & (deal.hands[0] | deal.hands[1])) if two else (0,):
        for closer in (None, 0, 1):
            before = None if closer is None else Closing(closer, 0, 0)
            start = replace(deal, shown=shown, closed=before)
            play = lines(start)
            for points, tricks in scores(start, play):
                yield _Score(start, play, points, tricks, before)
                if closer is not None and (points[1 - closer] or tricks[1 - closer]):
                    yield _Score(start, play, points, tricks, Closing(closer, points[1 - closer], tricks[1 - closer]))


def scores(deal: Position, play: Lines) -> Iterator[tuple[Pair, Pair]]:
    """Card points and tricks of both, one for each way in which they matter.

    What a player can take from here on is a few sums. Those with which they can reach the target are live scores. What
    else a player has counts only if the other is live: whether it is nothing, or comes to the low threshold.
    """
    rules, gains = deal.rules, play.totals
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
    least = [min(live[p], default=NEVER) for p in (0, 1)]
    for a, b in product(*(sorted(live[p] | low[p]) for p in (0, 1))):
        if (a and a not in live[0] and b < least[1]) or (b and b not in live[1] and a < least[0]):
            continue
        if rules.at_target == "first-ends" and max(a, b) >= rules.target:
            continue
        for tricks in product(*((1,) if points else (1, 0) for points in (a, b))):
            yield (a, b), (tricks[0], tricks[1])
