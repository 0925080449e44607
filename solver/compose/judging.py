"""The right move where tiles are hidden, and how far it is ahead of all others beyond doubt.

Closes are bracketed over every hand that the opponent may hold, by what a strategy that never sees the hand is
guaranteed and by what best defence cannot exceed. Playing on is an estimate, from two samples
that must agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import Tile
from bingo.solver.hidden.closing import CloseAnalysis, analyze_closing
from bingo.solver.hidden.estimates import Estimate, Estimates, estimate
from bingo.solver.hidden.leads import Lead
from bingo.solver.hidden.settings import Settings

#: An estimate counts with so many standard errors, and closing is held against it with so many game points more: about
#: as far as predictions and results of whole deals lie apart (``benchmarks.calibration``).
ERRORS, DOUBT = 4.0, 0.1
#: The seeds of both samples.
SEEDS = (1, 2)
#: Ways of playing on that are so much worse than the best, in game points, may still be as good.
NEAR = 0.1

Slot = tuple[bool, Tile | None]


class Rival(NamedTuple):
    """A move and what it is worth at least and at most."""

    move: Move
    low: float
    high: float


class Behind(NamedTuple):
    """A way of playing on, what it is worth, and by how much it falls short of the best at least and at most."""

    move: Move
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The move that is right against all hands, and how far it is ahead of ``second`` at least.

    Where not closing is right, ``alike`` are the ways of playing on that are best or may be, ``right`` first; else it
    is alone. ``closing`` has the closes where there are any, ``open`` the ways of playing on, from either sample.
    """

    right: Move
    alike: tuple[Move, ...]
    margin: float
    second: Move
    closing: CloseAnalysis | None
    open: tuple[Estimates, ...]

    @property
    def worlds(self) -> int:
        """Deals in which playing on was tried, with each seed."""
        return self.open[0].worlds

    @property
    def every(self) -> bool:
        """Whether these are all deals there are."""
        return self.open[0].every

    def rivals(self) -> list[Rival]:
        """Each move with its limits, the right one first, then by what it may bring: of a close what is guaranteed and
        what best defence cannot exceed; of playing on the interval that counts here.
        """
        leads = () if self.closing is None else self.closing.leads
        found = [Rival(one.move, one.guaranteed.points.low, _at_most(one)) for one in leads]
        found += [Rival(one.move, one.value - _error(one), one.value + _error(one)) for one in self.open[0].moves]
        kept: dict[Slot, Rival] = {}
        for one in sorted(found, key=lambda one: -one.high):
            kept.setdefault(slot(one.move), one)
        return sorted(kept.values(), key=lambda one: slot(one.move) != slot(self.right))

    def behind(self) -> list[Behind]:
        """How far each way of playing on falls short of the best, compared deal by deal; the best first."""
        best, kept = self.open[0].best, dict[Slot, Behind]()
        for one in self.open[0].moves:
            short, error = best.value - one.value, ERRORS * one.gap
            kept.setdefault(slot(one.move), Behind(one.move, one.value, short - error, short + error))
        return list(kept.values())


def slot(move: Move) -> Slot:
    """A move but for its declaration: leading a double is one move, whatever is declared with it."""
    return move.close, move.tile


def same_answer(move: Move, other: Move, *, closing: bool) -> bool:
    """Whether two moves are the same answer. Where the question is ``closing``, all ways of playing on are one."""
    return slot(move) == slot(other) or (closing and not move.close and not other.close)


def wins_against_all(closing: CloseAnalysis | None, right: Move) -> bool:
    """Whether the right move is a close that is certain to win, whichever hand the opponent holds."""
    return closing is not None and closing.certain and closing.best.move == right


def judge(known: InformationSet, worlds: int, seeds: Sequence[int] = SEEDS) -> Verdict:
    """The best move, and how far it is ahead of every other beyond doubt: by a negative margin if it is not.

    The guaranteed mean of a close over all hands is held against the limits of other closes from above, and against
    playing on; playing on, which is one answer, against the limits of all closes from above. You are on lead, and the
    boneyard is open.

    Raises:
        IllegalMove: no deal fits what is known.
    """
    closing = analyze_closing(known) if known.tricks[YOU] else None
    samples = (Settings(worlds=worlds, seed=seed) for seed in seeds)
    opened = tuple(estimate(known, sample, stay_open=True, prune=False) for sample in samples)
    if closing is not None and closing.best.guaranteed.value > opened[0].best.value:
        right = closing.best.move
        return Verdict(right, (right,), *_close_ahead(closing, opened), closing, opened)
    best, near = opened[0].best, NEAR if closing else 0.0
    as_good = (one for one in opened[0].moves if one is best or best.value - one.value <= ERRORS * one.gap + near)
    return Verdict(best.move, tuple(one.move for one in as_good), *_open_ahead(closing, opened), closing, opened)


def _close_ahead(closing: CloseAnalysis, opened: Sequence[Estimates]) -> tuple[float, Move]:
    """The margin of the best close, and the move that comes nearest."""
    best = closing.best
    low = best.guaranteed.points.low
    rivals = [(low - _at_most(one), one.move) for one in closing.leads if slot(one.move) != slot(best.move)]
    rivals += [(low - one.best.value - _error(one.best) - DOUBT, one.best.move) for one in opened]
    return min(rivals, key=_first_of)


def _open_ahead(closing: CloseAnalysis | None, opened: Sequence[Estimates]) -> tuple[float, Move]:
    """The margin of playing on, or at trick one of the best lead, and the move that comes nearest."""
    rivals: list[tuple[float, Move]] = []
    for one in opened:
        best = one.best
        if closing is None:
            rest = [other for other in one.moves if slot(other.move) != slot(opened[0].best.move)]
            rivals += [(best.value - other.value - ERRORS * other.gap, other.move) for other in rest]
        else:
            below = best.value - _error(best) - DOUBT
            rivals += [(below - _at_most(lead), lead.move) for lead in closing.leads]
    return min(rivals, key=_first_of, default=(0.0, opened[0].best.move))


def _first_of(one: tuple[float, Move]) -> float:
    return one[0]


def _at_most(lead: Lead) -> float:
    return lead.best_defence.high if lead.best_defence else lead.double_dummy.points.high


def _error(one: Estimate) -> float:
    return ERRORS * (one.high - one.value) / 1.96
