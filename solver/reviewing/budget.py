"""How much is spent on a review, and which deals each position draws."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace

from bingo.solver.analysis.hidden import Estimate
from bingo.solver.analysis.settings import Settings
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import Objective

#: Deals in which the move made is compared with the best one, unless so many are asked for; and in a quick review.
WORLDS, QUICK = 16_384, 2_048
#: The part of that under rules by which no claim cuts play short, by ``at_target``: playing on takes longer.
PARTS = {"points": 1 / 16, "each-scores": 1 / 2}
#: The share of them in which the best move is chosen, beside them: what is chosen as the best of many looks better than
#: it is in the deals it was chosen in.
CHOOSING = 3 / 8
#: For every deal that moves are compared in, so many are gone through one by one where there are no more: by default
#: all hands that there can be after a close.
EACH = 2.5
#: Where fewer deals are asked for than are usual, a hand is solved for so many of them, but never fewer hands.
EACH_HAND, FEWEST_HANDS = 8, 64
#: The share of a time limit that solving takes.
SOLVING = 1 / 3


def worlds_compared(rules: Rules, *, quick: bool = False) -> int:
    """Deals in which moves are compared, unless so many are asked for."""
    return int((QUICK if quick else WORLDS) * PARTS.get(rules.at_target, 1))


@dataclass(frozen=True, slots=True)
class Spending:
    """What one decision may take, deals or seconds, and what was solved for it.

    ``goal``: what the score of the match makes of results; what is solved is then solved for that too.
    """

    settings: Settings
    seconds: float | None = None
    goal: Objective | None = None
    solved: dict[Move, Estimate] = field(default_factory=dict)

    def worlds(self, rules: Rules) -> int:
        """Deals in which moves are compared."""
        return self.settings.worlds or worlds_compared(rules)

    def sampling(self, known: InformationSet, share: float, number: int) -> Settings:
        """For estimates: of the deals that moves are compared in this share, of a sample with this number."""
        sample = replace(self.settings, until_clear=False, seed=self.stream(known, number))
        if self.seconds is not None:
            left = self.seconds * (1 - SOLVING)
            return replace(sample, worlds=None, seconds=max(left * share / (1 + CHOOSING), 1e-3))
        return replace(sample, worlds=max(int(self.worlds(known.rules) * share), 2), seconds=None)

    def enumerated(self, known: InformationSet) -> int | None:
        """Deals of which all are gone through, where there are no more; None: as many as is usual."""
        return None if self.seconds is not None else int(EACH * self.worlds(known.rules))

    def solving(self) -> Settings:
        """For what is not drawn after any more."""
        return replace(self.settings, seconds=None if self.seconds is None else max(self.seconds * SOLVING, 1e-3))

    def hands(self, known: InformationSet) -> int | None:
        """Hands that what is not drawn after any more is solved against; None: as many as in an analysis."""
        if self.seconds is not None or self.worlds(known.rules) >= worlds_compared(known.rules):
            return None
        return max(self.worlds(known.rules) // EACH_HAND, FEWEST_HANDS)

    def stream(self, known: InformationSet | None, number: int) -> int:
        """A seed of its own for each position and for the ``number`` of the sample drawn there."""
        return zlib.crc32(f"{self.settings.seed} {number} {known and known.gone} {known!r}".encode())
