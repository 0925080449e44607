"""Means of options over deals, and how sure one may be that one option is better than another.

Where options were tried in the same deals, they are compared deal by deal: what both have in common drops out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

#: With fewer effective deals the variance of an option is taken to be at least that of all options together: it may by
#: chance have brought the same in all of them.
FEWEST_FOR_OWN_VARIANCE = 8
#: Options are compared deal by deal where so large a share of the deals that one was tried in is common to both.
COMMON_SHARE = 0.75
#: Means and variances are multiples of this: in which order products are added is left to the machine's library, and
#: two options that bring the same are to be equal on every machine.
GRAIN = 2.0**-40


class Tally:
    """Weighted sums over deals of so many options, and of every pair of them."""

    def __init__(self, options: int) -> None:
        shape = (options, options)
        self._weight = np.zeros(shape)  # of the deals in which both options of a pair were tried
        self._squared_weight = np.zeros(shape)
        self._sum = np.zeros(shape)  # of the values of the row's option in those deals
        self._squares = np.zeros(shape)
        self._products = np.zeros(shape)
        self.deals = np.zeros(options, dtype=np.int64)  #: In how many deals each option was tried.
        self.least, self.greatest = np.inf, -np.inf  #: Value of any option in any deal.

    def add(self, values: Matrix, weights: Matrix) -> None:
        """Values of options in deals, shape (deals, options), NaN where one was not tried; weights (deals,)."""
        self.least = np.fmin.reduce(values, axis=None, initial=self.least)
        self.greatest = np.fmax.reduce(values, axis=None, initial=self.greatest)
        tried = (~np.isnan(values)).astype(np.float64)
        filled = np.nan_to_num(values)
        weighted = tried * weights[:, None]
        self.deals += tried.sum(0, dtype=np.int64)
        self._weight += weighted.T @ tried
        self._squared_weight += weighted.T @ weighted
        self._sum += (filled * weights[:, None]).T @ tried
        self._squares += (filled**2 * weights[:, None]).T @ tried
        self._products += (filled * weights[:, None]).T @ filled

    @property
    def means(self) -> Matrix:
        """Mean value of each option; minus infinity where none was tried."""
        weight = np.diag(self._weight)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(weight > 0, _settled(np.diag(self._sum) / weight), -np.inf)

    @property
    def errors(self) -> Matrix:
        """Standard error of each mean; infinite where fewer than two deals were tried."""
        weight = np.diag(self._weight)
        with np.errstate(invalid="ignore", divide="ignore"):
            variance = _variance(np.diag(self._squares) / weight, self.means)
            effective = weight**2 / np.diag(self._squared_weight)
            overall = _variance(np.trace(self._squares) / weight.sum(), np.trace(self._sum) / weight.sum())
            variance = np.where(effective < FEWEST_FOR_OWN_VARIANCE, np.maximum(variance, overall), variance)
            return np.where(effective > 1, np.sqrt(variance / (effective - 1)), np.inf)

    def shortfalls(self, best: int) -> tuple[Matrix, Matrix]:
        """By how much each option falls short of one of them, and the standard errors of that.

        Compared deal by deal if most of the deals are common to both, else by their means.
        """
        weight, sums = self._weight[best], (self._sum[best], self._sum[:, best])
        with np.errstate(invalid="ignore", divide="ignore"):
            paired = _settled((sums[0] - sums[1]) / weight)
            squares = (self._squares[best] + self._squares[:, best] - 2 * self._products[best]) / weight
            effective = weight**2 / self._squared_weight[best]
            error = np.sqrt(_variance(squares, paired) / (effective - 1))
            apart = np.hypot(self.errors, self.errors[best])
        means = self.means
        # The best may have been tried further, where the other was given up.
        enough = (effective >= FEWEST_FOR_OWN_VARIANCE) | (weight >= COMMON_SHARE * weight[best])
        common = (weight >= COMMON_SHARE * np.diag(self._weight)) & enough
        together = (effective > 1) & common
        return np.where(together, paired, means[best] - means), np.where(together, error, apart)


def _settled(found: Matrix) -> Matrix:
    """To the nearest multiple of ``GRAIN``."""
    settled: Matrix = np.rint(found / GRAIN) * GRAIN
    return settled


def _variance(mean_of_squares: Matrix, mean: Matrix) -> Matrix:
    return np.maximum(_settled(mean_of_squares - mean**2), 0)
