"""Rubbers of deals worth card points (``berndt``): the chance to win one, by the card points carried so far.

Totals are carried from deal to deal; the first to pass the target wins the rubber, and if both do in one deal, the
higher total. Equal totals are half a rubber each. Who leads next is as in a match: as both score in nearly every deal,
the same player.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bingo.solver.errors import NotationError
from bingo.solver.game import presets
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.presets import PRESETS, label
from bingo.solver.game.rules import Rules
from bingo.solver.match.equity import Counts
from bingo.solver.match.scores import by_leader, check, rows, scores

#: The preset that rubbers are made for.
PRESET = "berndt"
_DATA = Path(__file__).with_name("data") / f"{PRESET}.json"

Table = NDArray[np.float64]


@dataclass(frozen=True)
class RubberEquity:
    """The chance to win a rubber from all card points carried, both players playing alike.

    Attributes:
        rules: The rules of the rubber.
        counts: How many deals brought their leader and the other so many card points. Both played for the difference of
            card points, whatever was carried.
        error: The largest standard error of a chance.
        made: How they were made: command, player, deals, seed.
    """

    rules: Rules
    counts: Counts
    error: float
    made: Mapping[str, Any]

    @property
    def target(self) -> int:
        """The card points that end a rubber."""
        return self.rules.target

    @property
    def fits(self) -> bool:
        """Whether the deals were played under these very rules."""
        return self.rules == PRESETS[PRESET].rules

    @cached_property
    def table(self) -> Table:
        """The chance of the leader of the next deal, by what leader and other carry: shape (target, target)."""
        return chances(self.counts, self.target)

    def chance(self, you: int, opponent: int, lead: int = YOU) -> float:
        """Your chance if you carry ``you`` card points, the opponent ``opponent``, and ``lead`` leads the next deal.

        Raises:
            NotationError: the rubber is over at these totals, or there are none such.
        """
        check(you, opponent, self.target, "card", "end the rubber")
        return float(self.table[you, opponent] if lead == YOU else 1 - self.table[opponent, you])

    def endings(self, you: int, opponent: int, lead: int) -> tuple[float, float]:
        """How often the next deal ends the rubber, won by you and by the opponent.

        Raises:
            NotationError: as ``chance``.
        """
        self.chance(you, opponent, lead)
        won = [0.0, 0.0]
        for brought, times in self.counts.items():
            mine, theirs = brought if lead == YOU else brought[::-1]
            after = you + mine, opponent + theirs
            if max(after) >= self.target:
                won[YOU] += times * ((after[0] > after[1]) + (after[0] >= after[1])) / 2
                won[OPPONENT] += times * ((after[1] > after[0]) + (after[1] >= after[0])) / 2
        deals = sum(self.counts.values())
        return won[YOU] / deals, won[OPPONENT] / deals

    def scores(self) -> Iterator[tuple[int, int, int]]:
        """All totals, with who leads the next deal: yours, the opponent's, the leader."""
        return scores(self.target)

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo match --rules berndt --json`` writes."""
        return {**self._head(), "chances": rows(self.chance, self.target)}

    def score_as_dict(self, you: int, opponent: int) -> dict[str, Any]:
        """The object that ``bingo match 12 30 --rules berndt --json`` writes.

        Raises:
            NotationError: as ``chance``.
        """
        leaders = YOU, OPPONENT
        chance = [round(self.chance(you, opponent, lead), 5) for lead in leaders]
        over = [by_leader([round(often, 5) for often in self.endings(you, opponent, lead)]) for lead in leaders]
        return {**self._head(), "carried": [you, opponent], "chance": by_leader(chance), "over": by_leader(over)}

    def _head(self) -> dict[str, Any]:
        head = {"rules": label(self.rules), "to": self.target, "table": PRESET}
        return {**head, "error": round(self.error, 5), "made": dict(self.made)}


def rubber_equity(rules: str | Rules = PRESET) -> RubberEquity:
    """The chance to win a rubber under these rules from all card points carried.

    Raises:
        NotationError: unknown rules, or such whose deals are worth game points.
    """
    played = presets.rules(rules) if isinstance(rules, str) else rules
    if played.at_target != "points":
        raise NotationError.of("rules", "some whose deals are worth card points", f"{label(played)} (game points)")
    counts, error, made = _data()
    return RubberEquity(played, counts, error, made)


def chances(counts: Counts, target: int) -> Table:
    """The table of a rubber, by dynamic programming from high totals to low ones."""
    brought = np.array(list(counts), dtype=np.int64)
    share = np.array(list(counts.values()), dtype=np.float64)
    share /= share.sum()
    alone = (brought[:, 1] > 0) & (brought[:, 0] == 0)  # the other scores alone and leads the next deal
    table = np.zeros((target, target))
    for total in range(2 * (target - 1), -1, -1):
        for mine in range(max(0, total - target + 1), min(target - 1, total) + 1):
            after = np.array((mine, total - mine)) + brought
            over = after.max(axis=1) >= target
            won = (np.sign(after[:, 0] - after[:, 1]) + 1) / 2
            a, b = np.where(over[:, None], 0, after).T
            goes_on = np.where(alone, 1 - table[b, a], table[a, b])
            table[mine, total - mine] = share @ np.where(over, won, goes_on)
    return table


@cache
def _data() -> tuple[Counts, float, Mapping[str, Any]]:
    data = json.loads(_DATA.read_text(encoding="utf-8"))
    pairs = ((text.split(), times) for text, times in data["counts"].items())
    return {(int(a), int(b)): times for (a, b), times in pairs}, data["error"], data["made"]
