"""Means over the hands that the opponent may hold: exact over all of them, else with an interval from a sample.

Hands count by their weights, which are all 1 where nothing is known of how likely they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.int16] | NDArray[np.float64]

#: Standard errors on either side of a mean that make a 95 % confidence interval.
STANDARD_ERRORS_95 = 1.96


@dataclass(frozen=True, slots=True)
class Interval:
    """A number between two limits that hold it with 95 % confidence; all three are the same where it is exact."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Mean:
    """What a lead brings over all hands: game points (card points under ``berndt``) on average, and the share of hands
    in which it brings more than 0. ``exact`` if no hand was left out.
    """

    points: Interval
    wins: Interval
    exact: bool

    @property
    def value(self) -> float:
        """Points on average."""
        return self.points.value

    @property
    def win(self) -> float:
        """The share of hands with a value above 0."""
        return self.wins.value


@dataclass(frozen=True, slots=True)
class Sample:
    """What was looked at: ``tried`` of ``hands``, with these ``weights``; results lie in ``span``."""

    tried: int
    hands: int
    span: tuple[float, float]
    weights: NDArray[np.float64]

    def mean(self, values: Values | NDArray[np.bool_]) -> float:
        """The weighted mean of values in the hands tried."""
        return float(self.weights @ values / self.weights.sum())


def mean_of(values: Values, sample: Sample, halves: Values | None = None) -> Mean:
    """The mean of what a lead brings in the hands tried.

    Of a strategy, ``halves`` are the values in the same hands if it is made for each half of the sample alone. A
    strategy made for a few hands knows that the hand is one of these, and takes more than one made for all could. What
    that is worth shrinks as the sample grows. So what halving it adds is taken off as often as the sample
    would have to be doubled to hold all hands; the upper limit stays where it was.
    """
    won = values > 0
    if sample.tried == sample.hands:
        value, share = sample.mean(values), sample.mean(won)
        return Mean(Interval(value, value, value), Interval(share, share, share), exact=True)
    doublings = log2(sample.hands / sample.tried)
    too_much = [0.0, 0.0]
    if halves is not None:
        too_much = [
            max(0.0, sample.mean(halved) - sample.mean(whole)) * doublings
            for halved, whole in ((halves, values), (halves > 0, won))
        ]
    return Mean(
        _interval(values, sample, sample.span, too_much[0]), _interval(won, sample, (0, 1), too_much[1]), exact=False
    )


def _interval(
    values: Values | NDArray[np.bool_], sample: Sample, span: tuple[float, float], too_much: float
) -> Interval:
    """The normal interval for a sample without replacement, with two hands added at either end of the ``span``: a few
    hands that all bring the same do not make it certain (Agresti and Coull 1998). Where they have weights, those add up
    to the number of hands of equal weight that would tell as much (Kish 1965).
    """
    listed, weights = values.astype(float), sample.weights
    weights = weights * (weights.sum() / (weights**2).sum())
    n = weights.sum() + 4
    middle = ((weights * listed).sum() + 2 * sum(span)) / n
    squares = (weights**2 * (listed - middle) ** 2).sum() + 2 * sum((end - middle) ** 2 for end in span)
    margin = STANDARD_ERRORS_95 * sqrt(squares / n / n * (1 - sample.tried / sample.hands))
    value = max(sample.mean(values) - too_much, span[0])
    low = max(min(float(middle - margin) - too_much, value), span[0])
    return Interval(value, low, min(max(float(middle + margin), value), span[1]))
