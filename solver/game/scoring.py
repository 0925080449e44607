"""What a deal scores: wins, failed closes, claims, the end. RULES.md sections 5, 6 and 9. And what that is worth in a
match: the chance that a deal's game points bring, which a search maximizes where points are not all that counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bingo.solver.game.position import OPPONENT, YOU, Match, Pair, Position

if TYPE_CHECKING:
    from bingo.solver.game.information import InformationSet

#: Who scores how much, in the order in which it happens: (player, points).
ScoreEvents = tuple[tuple[int, int], ...]
NO_SCORES: ScoreEvents = ()


def sign(player: int) -> int:
    """+1 for you, -1 for the opponent: turns a player's points into yours less the opponent's."""
    return 1 if player == YOU else -1


def difference(scores: ScoreEvents) -> int:
    """Yours less the opponent's."""
    return sum(sign(player) * points for player, points in scores)


def score_in_match(match: Match, scores: ScoreEvents) -> tuple[Match, ScoreEvents]:
    """The match once these are scored, and which of them are: nothing after that with which somebody has won it."""
    for count, (player, points) in enumerate(scores, 1):
        match = match.plus(sign(player) * points)
        if match.over:
            return match, scores[:count]
    return match, scores


def next_leader(leader: int, scored_points: Pair) -> int:
    """Who leads after a deal led by ``leader`` in which both scored so much: who alone did, else the same player."""
    if bool(scored_points[YOU]) == bool(scored_points[OPPONENT]):
        return leader
    return YOU if scored_points[YOU] else OPPONENT


def win_score(position: Position, player: int) -> int:
    """Game points of ``player`` for being at the target now (a correct claim)."""
    return true_claim(position, player, position.card_points(1 - player))


def true_claim(position: Position | InformationSet, player: int, other_points: int) -> int:
    """The same, if the other has so many card points."""
    rules, closing, other_tricks = position.rules, position.closed, position.tricks[1 - player]
    if closing and closing.by != player and rules.others_win == "two":
        return 2
    if closing and closing.by == player and rules.closed_win == "at-close":
        other_points, other_tricks = closing.points, closing.tricks
    if (other_points if rules.shutout == "no-points" else other_tricks) == 0:
        return 3
    return 2 if other_points < rules.low else 1


def failed_close(position: Position | InformationSet) -> int:
    """Game points of the closer's opponent if the close failed now."""
    failed_close_rule = position.rules.failed_close
    assert position.closed is not None
    if failed_close_rule == "no-trick-at-close":
        return 3 if position.closed.tricks == 0 else 2
    if failed_close_rule == "no-trick-at-end":
        return 3 if 0 in position.tricks else 2
    return 2


def claim_score(position: Position, player: int) -> int:
    """Game points that a claim brings ``player`` now: negative if it is false."""
    if position.card_points(player) >= position.rules.target:
        return win_score(position, player)
    return -false_claim(position, player)


def false_claim(position: Position | InformationSet, player: int) -> int:
    """Game points that a false claim of ``player`` gives the other now."""
    closing = position.closed
    if position.rules.false_claim == "no-trick":
        return 3 if 0 in position.tricks else 2
    return failed_close(position) if closing and closing.by == player else 2


def claim_result(position: Position, player: int) -> tuple[int, int]:
    """Who scores how much when this player claims now."""
    score = claim_score(position, player)
    return (player, score) if score > 0 else (1 - player, -score)


def final_scores(position: Position) -> ScoreEvents:
    """Who scores what after the last tile; ``position.leader`` won the last trick.

    Game points, under ``at_target: points`` card points.
    """
    rules, closing, last_winner = position.rules, position.closed, position.leader
    has_reached = [position.card_points(player) >= rules.target for player in (YOU, OPPONENT)]
    if rules.counts_card_points:
        return tuple((player, points) for player, points in enumerate(_card_points(position)) if points)
    if closing and not has_reached[closing.by]:
        return ((1 - closing.by, failed_close(position)),)
    if rules.at_target == "claim":
        for player in (last_winner, closing.by if closing else 1 - last_winner):
            if has_reached[player]:
                return ((player, win_score(position, player)),)
    return NO_SCORES


def _card_points(position: Position) -> Pair:
    closing = position.closed
    card_points = [position.card_points(player) for player in (YOU, OPPONENT)]
    if closing and position.rules.failed_close == "shortfall":
        shortfall = position.rules.target - position.carried[closing.by] - card_points[closing.by]
        if shortfall > 0:
            card_points[1 - closing.by] += max(7, shortfall)
    return card_points[YOU], card_points[OPPONENT]


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

    def over(self, your_points: int, opponent_points: int) -> bool:
        """Whether the match has ended once so much is scored."""
        needs = self.needs
        return your_points >= needs[YOU] or opponent_points >= needs[OPPONENT]

    def add(self, scored: Pair, scores: ScoreEvents) -> Pair:
        """Game points after more were scored, in this order, up to the end of the match; none more than are needed."""
        for player, points in scores:
            if self.over(*scored):
                break
            total = min(scored[player] + points, self.needs[player])
            scored = (total, scored[OPPONENT]) if player == YOU else (scored[YOU], total)
        return scored

    def utility(self, your_points: int, opponent_points: int) -> int:
        """Your utility once the deal, or the match, is over and so much is scored from the position on."""
        needs = self.needs
        return self.table[min(your_points, needs[YOU])][min(opponent_points, needs[OPPONENT])]

    def chance(self, gain: int) -> float:
        """Your chance once the deal has ended with one player scoring so much: you if above 0, else the opponent."""
        return self.utility(max(gain, 0), max(-gain, 0)) / SCALE

    def swapped(self) -> Objective:
        """The same objective with the players' names exchanged."""
        rows, columns = len(self.table), len(self.table[0])
        return objective([[SCALE - self.table[you][them] for you in range(rows)] for them in range(columns)])


def objective(utilities: Sequence[Sequence[int]]) -> Objective:
    """An objective from rows of any kind; the corner, which no match comes to, is made SCALE."""
    rows = [list(row) for row in utilities]
    rows[-1][-1] = SCALE
    return Objective(tuple(map(tuple, rows)))
