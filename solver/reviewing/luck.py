"""Luck: what the tiles dealt, drawn and hidden were worth beside what was made of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Draw:
    """What both drew after a trick, and what that was worth to ``you``."""

    trick: int
    worth: float


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of ``you``: in the tiles dealt, in those drawn, and in what lay hidden when moves were chosen."""

    deal: float
    draws: float
    hidden: float
    each: tuple[Draw, ...] = ()

    @property
    def you(self) -> float:
        """All of it."""
        return self.deal + self.draws + self.hidden
