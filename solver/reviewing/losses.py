"""The loss per decision with its standard error.

Decisions of one deal hang together, so a deal is the unit: a mean is the ratio of two sums over deals, and its error
that of a ratio.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Losses:
    """Sums over deals of what was lost and of how many decisions there were, and of their products."""

    deals: int = 0
    decisions: int = 0
    lost: float = 0.0
    products: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])

    def add(self, lost: float, decisions: int) -> None:
        """Another deal."""
        self.deals += 1
        self.decisions += decisions
        self.lost += lost
        for n, product in enumerate((lost * lost, lost * decisions, float(decisions * decisions))):
            self.products[n] += product

    @property
    def value(self) -> float:
        """The loss per decision."""
        return self.lost / self.decisions if self.decisions else 0.0

    @property
    def error(self) -> float | None:
        """Its standard error; None of a single deal."""
        if self.deals < 2:
            return None
        mean, (squares, mixed, sizes) = self.value, self.products
        spread = max(squares - 2 * mean * mixed + mean * mean * sizes, 0.0)
        return math.sqrt(spread * self.deals / (self.deals - 1)) / self.decisions

    def as_dict(self) -> dict[str, Any]:
        """As data."""
        return {"deals": self.deals, "decisions": self.decisions, "lost": self.value, "error": self.error}
