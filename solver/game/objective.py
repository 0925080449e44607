"""What a search maximizes where points are not all that counts: the chance that a deal's game points bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bingo.solver.errors import NotationError
from bingo.solver.game.position import OPPONENT, YOU, Pair
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import Scores

#: The utility of a match that is won: utilities are chances in units of 1 / SCALE.
SCALE = 10_000


@dataclass(frozen=True, slots=True)
class Objective:
    """Your utility, 0 to SCALE, for every pair of game points that you and the opponent score from a position on.

    ``table[you][opponent]`` has ``needs[YOU] + 1`` rows of ``needs[OPPONENT] + 1``. A player who scores as many game
    points as they need wins the match at once, in the middle of a deal too: the last row is SCALE throughout, and the
    last column 0. Both never reach that at the same moment, as whatever scores, scores for one player. More points of
    one's own never hurt: rows and columns are monotone; the kernel refuses any other table.
    """

    table: tuple[tuple[int, ...], ...]

    @property
    def needs(self) -> Pair:
        """The game points with which each player wins the match."""
        return len(self.table) - 1, len(self.table[0]) - 1

    def over(self, you: int, opponent: int) -> bool:
        """Whether the match has ended once so much is scored."""
        needs = self.needs
        return you >= needs[YOU] or opponent >= needs[OPPONENT]

    def add(self, scored: Pair, scores: Scores) -> Pair:
        """Game points after more were scored, in this order, up to the end of the match; none more than are needed."""
        for player, points in scores:
            if self.over(*scored):
                break
            more = min(scored[player] + points, self.needs[player])
            scored = (more, scored[OPPONENT]) if player == YOU else (scored[YOU], more)
        return scored

    def utility(self, you: int, opponent: int) -> int:
        """Your utility once the deal, or the match, is over and so much is scored from the position on."""
        needs = self.needs
        return self.table[min(you, needs[YOU])][min(opponent, needs[OPPONENT])]

    def chance(self, gain: int) -> float:
        """Your chance once the deal has ended with one player scoring so much: you if above 0, else the opponent."""
        return self.utility(max(gain, 0), max(-gain, 0)) / SCALE

    def swapped(self) -> Objective:
        """The same objective with the players' names exchanged."""
        rows, columns = len(self.table), len(self.table[0])
        return objective([[SCALE - self.table[you][them] for you in range(rows)] for them in range(columns)])


def objective(table: Sequence[Sequence[int]]) -> Objective:
    """An objective from rows of any kind; the corner, which no match comes to, is made SCALE."""
    rows = [list(row) for row in table]
    rows[-1][-1] = SCALE
    return Objective(tuple(map(tuple, rows)))


def require_game_points(rules: Rules) -> None:
    """Insist on rules whose deals are worth game points, which objectives count.

    Raises:
        NotationError: they are worth card points.
    """
    if rules.at_target == "points":
        raise NotationError.of("objective", "rules whose deals are worth game points", f"at_target: {rules.at_target}")
