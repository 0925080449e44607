"""Duplicate: the same deal played twice from one seat, compared, with luck told from skill.

What was dealt is the same for both and cancels, and so does every draw up to the turn in which they part. The luck that
is left, in later draws and in what lay hidden, is what the reviews of both say it is. Without it there remain the
decisions: those of the seat compared, and what the opponent lost against either.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from bingo.solver.errors import NotationError
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.presets import label
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.hidden.settings import DEFAULT_SETTINGS, Settings
from bingo.solver.reviewing.deal import Review, review_deal
from bingo.solver.reviewing.decision import Luck
from bingo.solver.showing import stated


@dataclass(frozen=True, slots=True)
class Parting:
    """The first turn that was not the same: what ``one`` did and what ``other`` did, and what each lost by it.

    A loss is None where there was nothing to lose: the turn was the opponent's, or there was no choice.
    """

    trick: int
    one: Turn
    other: Turn
    lost: tuple[float | None, float | None]


@dataclass(frozen=True)
class Comparison:
    """A deal played twice from your seat: ``one`` compared with ``other``. All in game points, plus where ``one`` did
    better (card points where deals are worth those).

    ``difference = draws + hidden + decisions + opponent`` to 1e-9.
    """

    one: Review
    other: Review

    @property
    def results(self) -> tuple[int, int]:
        """What the deal brought each time."""
        assert self.one.result is not None
        assert self.other.result is not None
        return self.one.result, self.other.result

    @property
    def difference(self) -> int:
        """What it brought more."""
        one, other = self.results
        return one - other

    @property
    def luck(self) -> Luck:
        """More luck: none in the deal, which is the same."""
        assert self.one.luck
        assert self.other.luck
        draws = self.one.luck.draws - self.other.luck.draws
        return Luck(
            self.one.luck.deal - self.other.luck.deal,
            draws,
            self.difference - self.decisions - self.opponent - draws,
        )

    @property
    def decisions(self) -> float:
        """What was lost less by the decisions of the seat."""
        return self.other.lost[YOU] - self.one.lost[YOU]

    @property
    def opponent(self) -> float:
        """What the opponent lost more."""
        return self.one.lost[OPPONENT] - self.other.lost[OPPONENT]

    @property
    def without_luck(self) -> float:
        """The difference with luck taken out: the decisions of the seat and those of the opponent."""
        return self.difference - self.luck.you

    @cached_property
    def parting(self) -> Parting | None:
        """Where they parted; None where both played the same to the end."""
        made = [
            [(m.trick, m.turn) for m in replay(each.record).moments if m.turn and m.turn.move != WAIT]
            for each in self.reviews
        ]
        for (trick, one), (_, other) in zip(*made, strict=False):  # a claim said after the last trick changes nothing
            if one != other:
                lost = _lost(self.one, trick, one), _lost(self.other, trick, other)
                return Parting(trick, one, other, lost)
        return None

    @property
    def reviews(self) -> tuple[Review, Review]:
        """Of ``one`` and ``other``."""
        return self.one, self.other

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo duplicate --json`` writes for a deal."""
        parting = self.parting
        return {
            "name": self.one.record.name,
            "rules": label(self.one.record.rules),
            "players": [list(review.record.players or ("", "")) for review in self.reviews],
            "results": list(self.results),
            "difference": self.difference,
            "luck": stated(self.luck, "you", "deal", "draws", "hidden"),
            **stated(self, "decisions", "opponent", "without_luck"),
            "lost": [review.lost[YOU] for review in self.reviews],
            "mistakes": [review.totals[YOU].mistakes for review in self.reviews],
            "parted": parting
            and {
                "trick": parting.trick,
                "moves": [str(parting.one.move), str(parting.other.move)],
                "lost": list(parting.lost),
            },
        }


@dataclass(frozen=True, slots=True)
class MeanOfDeals:
    """A mean over deals with its standard error, None for a single deal."""

    mean: float
    error: float | None


@dataclass(frozen=True, slots=True)
class DuplicateScore:
    """The score of a set of deals: means a deal of what :class:`Comparison` says of one."""

    deals: int
    difference: MeanOfDeals
    without_luck: MeanOfDeals
    decisions: MeanOfDeals

    def as_dict(self) -> dict[str, Any]:
        """The last object that ``bingo duplicate --json`` writes."""
        return asdict(self)


def compare(
    one: Record,
    other: Record,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Callable[[float], None] = lambda _share: None,
) -> Comparison:
    """Review a deal that was played twice, all tiles recorded, and compare.

    Raises:
        NotationError: one was not played to its end.
        IllegalMove: a record is against the rules.
    """
    for record in (one, other):
        if not replay(record).end.position.over:
            raise NotationError.of("records", "deals that were played to their end", "one that stops before its end")
    first = review_deal(replace(one, match=None), settings, lambda share: on_progress(share / 2))
    second = review_deal(replace(other, match=None), settings, lambda share: on_progress((1 + share) / 2))
    return Comparison(first, second)


Pairs = list[tuple[Record, Record]]


def in_pairs(records: Iterable[Record]) -> Pairs:
    """Records by the deals that were played twice, in the order in which they first come.

    Raises:
        NotationError: a deal was played once only, or more than twice, or not all its tiles are recorded.
    """
    found: dict[object, list[Record]] = {}
    for record in records:
        if record.stock is None or None in record.dealt:
            called = f"deal {record.name!r}" if record.name else f"deal {len(found) + 1}"
            raise NotationError.of(called, "a record of all tiles", "one from one side of the table")
        found.setdefault(deal_of(record), []).append(record)
    for number, each in enumerate(found.values(), 1):
        if len(each) != 2:
            times = "once" if len(each) == 1 else f"{len(each)} times"
            raise NotationError.of(f"deal {number}", "a deal that was played twice", f"one that was played {times}")
    return [(one, other) for one, other in found.values()]


def deal_of(record: Record) -> tuple[object, ...]:
    """What is the same of two records of one deal: the rules, who led, every tile where it was."""
    dealt = tuple(None if tiles is None else frozenset(tiles) for tiles in record.dealt)
    return record.rules, record.leader, record.trump, record.turned, dealt, record.stock, record.carried


def score(comparisons: Sequence[Comparison]) -> DuplicateScore:
    """The score after so many deals, at least one."""
    return DuplicateScore(
        len(comparisons),
        mean([each.difference for each in comparisons]),
        mean([each.without_luck for each in comparisons]),
        mean([each.decisions for each in comparisons]),
    )


def mean(values: Sequence[float]) -> MeanOfDeals:
    """The mean of independent values, at least one, and its standard error."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return MeanOfDeals(statistics.fmean(values), error)


def _lost(review: Review, trick: int, turn: Turn) -> float | None:
    """What the seat lost by a turn of a trick."""
    mine = (one for one in review.decisions if one.player == YOU and one.trick == trick and one.moment.turn == turn)
    return next((one.lost for one in mine), None)
