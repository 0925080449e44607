"""Who wins a match under some rules to some number of game points, or a rubber, from any score.

A rubber is of deals worth card points (``berndt``): totals are carried from deal to deal; the first to pass the target
wins, and if both do in one deal, the higher total. Equal totals are half a rubber each. Who leads next is as in a
match: as both score in nearly every deal, the same player.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bingo.solver import arguments
from bingo.solver.errors import NotationError
from bingo.solver.game import presets
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, YOU, Pair
from bingo.solver.game.presets import PRESETS, label
from bingo.solver.game.rules import Rules
from bingo.solver.match.equity import DATA, Counts, Equity, MatchTable, fits, nearest, next_leader, read_counts

#: The most game points that a match may go to.
MOST_TO = 100
#: The preset that rubbers are made for.
PRESET = "berndt"

Table = NDArray[np.float64]
#: Your chance by your score, the opponent's, and who leads the next deal.
Chance = Callable[[int, int, int], float]


@dataclass(frozen=True, slots=True)
class DealResult:
    """What a deal may bring, and what that makes of a match.

    Attributes:
        brought: Game points of both; none where it is void.
        score: Game points of both after it, no more than the match goes to.
        lead: Who leads the next deal, by who led this one, you first; None where the match is over.
        chance: Your chance to win the match then, by who led this deal.
        often: How often deals bring it, by who leads them.
    """

    brought: Pair
    score: Pair
    lead: Pair | None
    chance: tuple[float, float]
    often: tuple[float, float]

    def as_dict(self) -> dict[str, Any]:
        """The object in ``results`` that ``bingo match 4 5 --json`` writes."""
        return {
            "you": self.brought[YOU],
            "opponent": self.brought[OPPONENT],
            "score": list(self.score),
            "lead": self.lead and _by_leader([PLAYER_NAMES[player] for player in self.lead]),
            "chance": _by_leader([round(chance, 5) for chance in self.chance]),
            "often": _by_leader([round(often, 5) for often in self.often]),
        }


@dataclass(frozen=True, slots=True)
class MatchEquity:
    """The chance to win a match from every score, both players playing alike. Scores are game points so far, yours
    first; chances are yours.

    Attributes:
        rules: The rules of the match.
        to: Game points that win it.
        table: The table of the preset that is nearest to the rules.
        equity: The chances, by what both still need.
    """

    rules: Rules
    to: int
    table: MatchTable
    equity: Equity

    @property
    def fits(self) -> bool:
        """Whether the table was made for these very rules; else for the nearest preset."""
        return fits(self.rules)

    def chance(self, you: int, opponent: int, lead: int = YOU) -> float:
        """Your chance if you have ``you`` game points, the opponent ``opponent``, and ``lead`` leads the next deal.

        Raises:
            NotationError: the match is over at that score, or there is no such score.
        """
        _check(you, opponent, self.to, "game", "win")
        return self.equity.chance(self.to - you, self.to - opponent, lead)

    def results(self, you: int, opponent: int) -> tuple[DealResult, ...]:
        """What the next deal may bring at this score, the best for you first, then those that bring you less.

        Raises:
            NotationError: as ``chance``.
        """
        _check(you, opponent, self.to, "game", "win")
        needs = self.to - you, self.to - opponent
        often = [self._often(needs, leader) for leader in (YOU, OPPONENT)]
        found = [self._result((you, opponent), brought, often) for brought in {*often[YOU], *often[OPPONENT]}]
        return tuple(sorted(found, key=lambda one: (-sum(one.chance), one.brought)))

    def scores(self) -> Iterator[tuple[int, int, int]]:
        """All scores, with who leads the next deal: yours, the opponent's, the leader."""
        return _scores(self.to)

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo match --json`` writes."""
        return {**self._head(), "chances": _rows(self.chance, self.to)}

    def score_as_dict(self, you: int, opponent: int) -> dict[str, Any]:
        """The object that ``bingo match 4 5 --json`` writes.

        Raises:
            NotationError: as ``chance``.
        """
        chances = [round(self.chance(you, opponent, lead), 5) for lead in (YOU, OPPONENT)]
        results = [one.as_dict() for one in self.results(you, opponent)]
        return {**self._head(), "score": [you, opponent], "chance": _by_leader(chances), "results": results}

    def _head(self) -> dict[str, Any]:
        return {
            "rules": label(self.rules),
            "to": self.to,
            "table": self.table.preset,
            "error": round(self.table.error, 5),
            "made": dict(self.table.made),
        }

    def _often(self, needs: Pair, leader: int) -> dict[Pair, float]:
        """How often a deal of this leader brings you and the opponent what."""
        counts = self.table.counts_at(needs if leader == YOU else needs[::-1])
        deals = sum(counts.values())
        found: dict[Pair, float] = {}
        for brought, times in counts.items():
            mine, theirs = brought if leader == YOU else brought[::-1]
            least = min(mine, needs[YOU]), min(theirs, needs[OPPONENT])
            found[least] = found.get(least, 0.0) + times / deals
        return found

    def _result(self, score: Pair, brought: Pair, often: list[dict[Pair, float]]) -> DealResult:
        after = score[YOU] + brought[YOU], score[OPPONENT] + brought[OPPONENT]
        lead = next_leader(YOU, brought), next_leader(OPPONENT, brought)
        chances = [self.equity.chance(self.to - after[YOU], self.to - after[OPPONENT], leads) for leads in lead]
        return DealResult(
            brought=brought,
            score=after,
            lead=None if max(after) >= self.to else lead,
            chance=(chances[YOU], chances[OPPONENT]),
            often=(often[YOU].get(brought, 0.0), often[OPPONENT].get(brought, 0.0)),
        )


def match_equity(rules: str | Rules = "pagat", to: int = MATCH_TO) -> MatchEquity:
    """The chance to win a match under these rules to so many game points (1 to 100), from every score.

    Made from deals that the default player plays against itself, without looking ahead (see ``table.made``); for rules
    that are no preset, the nearest one's.

    Raises:
        NotationError: unknown rules, or such whose deals are worth card points; or no such match.
    """
    arguments.kind("rules", rules, str, Rules)
    arguments.whole("to", to, 1, MOST_TO)
    played = presets.rules(rules) if isinstance(rules, str) else rules
    if played.at_target == "points":
        raise NotationError.of("rules", "some whose deals are worth game points", f"{label(played)} (card points)")
    table = nearest(played)
    return MatchEquity(played, to, table, table.to(to))


# --- rubbers -----------------------------------------------------------------------------------------


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
        _check(you, opponent, self.target, "card", "end the rubber")
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
        return _scores(self.target)

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo match --rules berndt --json`` writes."""
        return {**self._head(), "chances": _rows(self.chance, self.target)}

    def score_as_dict(self, you: int, opponent: int) -> dict[str, Any]:
        """The object that ``bingo match 12 30 --rules berndt --json`` writes.

        Raises:
            NotationError: as ``chance``.
        """
        leaders = YOU, OPPONENT
        chance = [round(self.chance(you, opponent, lead), 5) for lead in leaders]
        over = [_by_leader([round(often, 5) for often in self.endings(you, opponent, lead)]) for lead in leaders]
        return {**self._head(), "carried": [you, opponent], "chance": _by_leader(chance), "over": _by_leader(over)}

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
    data = json.loads((DATA / f"{PRESET}.json").read_text(encoding="utf-8"))
    return read_counts(data["counts"]), data["error"], data["made"]


# --- scores that are not over yet ---------------------------------------------------------------------


def _scores(to: int) -> Iterator[tuple[int, int, int]]:
    """All scores below ``to``, with who leads the next deal: yours, the opponent's, the leader."""
    yield from ((a, b, lead) for lead in (YOU, OPPONENT) for a in range(to) for b in range(to))


def _check(you: int, opponent: int, to: int, points: str, over: str) -> None:
    """Refuse a score that is over or that there cannot be; ``points`` are of which kind, ``over`` what ``to`` does.

    Raises:
        NotationError: as said.
    """
    arguments.whole("you", you, 0)
    arguments.whole("opponent", opponent, 0)
    if max(you, opponent) >= to:
        expected = f"{points} points 0 to {to - 1} for both, as {to} {over}"
        raise NotationError.of("score", expected, f"{you} and {opponent}")


def _rows(chance: Chance, to: int) -> list[dict[str, Any]]:
    """What ``--json`` writes of all scores: an object each."""
    return [
        {"you": a, "opponent": b, "lead": PLAYER_NAMES[lead], "chance": round(chance(a, b, lead), 5)}
        for a, b, lead in _scores(to)
    ]


def _by_leader(values: list[Any]) -> dict[str, Any]:
    """What ``--json`` writes of two things, by who leads."""
    return dict(zip(PLAYER_NAMES, values, strict=True))
