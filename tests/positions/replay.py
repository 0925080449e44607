"""A deal scored once more from its moves alone: RULES.md sections 3 to 7 and 9 as a ledger, without the game's code.

Who takes a trick and what tiles count comes from the proofs' restatement of the rules. Moves are taken as legal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bingo.solver import Move, Position
from bingo.solver.game.tiles import BINGO, double
from bingo.solver.proof.deal import wins, worth


@dataclass
class Ledger:
    """What both players have so far, and what the deal has brought them: game points, two numbers."""

    start: Position
    leader: int
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    declared: list[int] = field(default_factory=lambda: [0, 0])
    score: list[int] = field(default_factory=lambda: [0, 0])
    reached: list[bool] = field(default_factory=lambda: [False, False])
    closer: int | None = None
    at_close: tuple[int, int] = (0, 0)
    hangs: int = 0
    led: int | None = None
    over: bool = False

    def has(self, player: int) -> int:
        """Card points that count."""
        return self.taken[player] + (self.declared[player] if self.tricks[player] else 0)

    def wins_deal(self, player: int) -> None:
        """Game points for being at the target."""
        rules, other = self.start.rules, 1 - player
        points, tricks = self.has(other), self.tricks[other]
        if self.closer == other and rules.others_win == "two":
            self.score[player] += 2
            return
        if self.closer == player and rules.closed_win == "at-close":
            points, tricks = self.at_close
        nothing = points == 0 if rules.shutout == "no-points" else tricks == 0
        self.score[player] += 3 if nothing else 2 if points < rules.low else 1

    def looks(self) -> None:
        """Who is at the target scores by themselves, where the rules say so."""
        rules = self.start.rules
        if rules.at_target not in ("first-ends", "each-scores"):
            return
        for player in (0, 1):
            if self.has(player) >= rules.target and not self.reached[player] and not self.over:
                self.reached[player] = True
                self.wins_deal(player)
                self.over = rules.at_target == "first-ends"

    def declares(self, player: int, doubles: int) -> None:
        """The points of a declaration, now or with its trick."""
        rules, count = self.start.rules, doubles.bit_count()
        if count == 7 and rules.seven_doubles:
            self.score[player] += rules.seven_doubles
            self.over = True
            return
        table = rules.declaration_points
        points = table[min(count, len(table) + 1) - 2] + (rules.bingo_bonus if doubles & 1 << BINGO else 0)
        if rules.declaration_counts == "with-its-trick":
            self.hangs = points
        else:
            self.declared[player] += points
            self.looks()

    def replies(self, reply: int) -> None:
        """A trick is complete."""
        assert self.led is not None
        rules, trump, led = self.start.rules, self.start.trump, self.led
        phase_two = self.closer is not None or sum(self.tricks) >= 7
        beaten = wins(rules, trump, led, reply, phase_two=phase_two)
        winner = 1 - self.leader if beaten else self.leader
        if winner == self.leader:
            self.declared[winner] += self.hangs
        self.hangs = 0
        self.taken[winner] += worth(rules, trump, led) + worth(rules, trump, reply)
        self.tricks[winner] += 1
        if sum(self.tricks) == 14:
            self.taken[winner] += rules.last_trick
        self.looks()
        if trump and {led, reply} == {BINGO, double(trump)}:
            self.score[winner] += rules.capture
        self.leader, self.led = winner, None

    def ends(self) -> None:
        """All tiles are played, and nobody has claimed."""
        rules, last = self.start.rules, self.leader
        target, closer = rules.target, self.closer
        if rules.at_target == "points":
            totals = [self.has(0), self.has(1)]
            if closer is not None and (short := target - self.start.carried[closer] - totals[closer]) > 0:
                totals[1 - closer] += max(7, short)
            self.score[:] = totals
        elif closer is not None and self.has(closer) < target:
            three = {
                "no-trick-at-close": self.at_close[1] == 0,
                "no-trick-at-end": 0 in self.tricks,
                "two": False,
            }
            self.score[1 - closer] += 3 if three[rules.failed_close] else 2
        elif rules.at_target == "claim":
            for player in (last, 1 - last if closer is None else closer):
                if self.has(player) >= target:
                    self.wins_deal(player)
                    return


def replay(start: Position, moves: Iterable[tuple[int, Move]]) -> tuple[int, int]:
    """Game points (card points under ``berndt``) that a deal from its first lead brings you and the opponent."""
    ledger = Ledger(start, start.leader)
    for player, move in moves:
        assert not ledger.over
        if move.close:
            other = 1 - player
            ledger.closer, ledger.at_close = player, (ledger.has(other), ledger.tricks[other])
        if move.declare:
            ledger.declares(player, move.declare)
        if move.claim:
            ledger.wins_deal(player)
            ledger.over = True
        if move.lead is not None and not ledger.over:
            ledger.led = move.lead
        if move.play is not None:
            ledger.replies(move.play)
    if not ledger.over:
        ledger.ends()
    return ledger.score[0], ledger.score[1]
