"""Match equity: the chance to win from every score, by dynamic programming over what deals bring.

A match is a chain of deals. All that counts before one is how many game points its leader still needs, and how many
the other player does: a pair (leader, other), called the score here. RULES.md section 8 says who leads the next deal.
A table ships for every preset whose deals are worth game points.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bingo.solver.game import presets
from bingo.solver.game.position import MATCH_TO, OPPONENT, YOU, Pair
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules

#: Where counts and chances are kept.
DATA = Path(__file__).with_name("data")
#: Presets of which matches to so many game points are played.
NAMES = tuple(name for name, preset in PRESETS.items() if preset.rules.at_target != "points")
#: How many deals brought their leader and the other player so many game points.
Counts = Mapping[Pair, int]


@dataclass(frozen=True, slots=True)
class Equity:
    """The chance that the leader of the next deal wins the match, by how much the leader and the other still need.

    ``chances`` has all scores from (1, 1) to (n, n).
    """

    chances: Mapping[Pair, float]

    def chance(self, you: int, opponent: int, leader: int) -> float:
        """Your chance if you need ``you`` more game points, the opponent ``opponent``, and ``leader`` leads next.

        A player who needs none, or less, has won. Where both have, as can be only in deals that were not stopped when
        the match ended, the chance is one half.
        """
        if you <= 0 or opponent <= 0:
            return 0.5 if you <= 0 and opponent <= 0 else float(you <= 0)
        return self.chances[you, opponent] if leader == YOU else 1 - self.chances[opponent, you]

    def after(self, score: Pair, brought: Pair) -> float:
        """The chance of the leader of a deal at this score once it has brought the leader and the other so much."""
        return self.chance(score[0] - brought[0], score[1] - brought[1], next_leader(YOU, brought))


def next_leader(leader: int, scored: Pair) -> int:
    """Who leads after a deal led by ``leader`` in which both scored so much: who alone did, else the same player."""
    if bool(scored[YOU]) == bool(scored[OPPONENT]):
        return leader
    return YOU if scored[YOU] else OPPONENT


def scores(to: int = MATCH_TO) -> Iterator[Pair]:
    """All scores of a match to ``to``, each after those that deals can lead to from it."""
    pairs = [(a, b) for a in range(1, to + 1) for b in range(1, to + 1)]
    yield from sorted(pairs, key=lambda score: (sum(score), score))


def equity(counts: Callable[[Pair], Counts], to: int = MATCH_TO) -> Equity:
    """The table of a match to ``to``; ``counts`` are those of deals played at a score.

    A void deal leaves everything as it was: it only takes time, so the others decide.
    """
    chances: dict[Pair, float] = {}
    table = Equity(chances)
    for score in scores(to):
        decided = {brought: times for brought, times in counts(score).items() if any(brought)}
        total = sum(times * table.after(score, brought) for brought, times in decided.items())
        chances[score] = total / sum(decided.values())
    return table


@dataclass(frozen=True, slots=True)
class MatchTable:
    """The equity table of a preset, and what it was made of.

    Attributes:
        preset: Its name.
        counts: By score, how many deals brought the leader and the other how much. A player who had won the match
            scored no more than they needed.
        equity: The chances in a match to 7.
        error: The largest standard error of a chance.
        made: How it was made: command, player, deals at each score, seed, and by how much each round moved a chance.
    """

    preset: str
    counts: Mapping[Pair, Counts]
    equity: Equity
    error: float
    made: Mapping[str, Any]

    def counts_at(self, score: Pair) -> Counts:
        """The counts of deals at any score: beyond what is needed in a match to 7, those there."""
        return self.counts[min(score[0], MATCH_TO), min(score[1], MATCH_TO)]

    def to(self, target: int) -> Equity:
        """The table of a match to so many game points."""
        return self.equity if target <= MATCH_TO else equity(self.counts_at, target)


@cache
def table(preset: str) -> MatchTable:
    """The table that ships for a preset."""
    data = json.loads((DATA / f"{preset}.json").read_text(encoding="utf-8"))
    chances = {_pair(score): chance for score, chance in data["chances"].items()}
    counts = {_pair(score): read_counts(found) for score, found in data["counts"].items()}
    return MatchTable(data["preset"], counts, Equity(chances), data["error"], data["made"])


def nearest(rules: Rules) -> MatchTable:
    """The table of the preset that differs from these rules in the fewest fields; see :func:`fits`."""
    return table(presets.nearest(rules, NAMES))


def fits(rules: Rules) -> bool:
    """Whether a table was made for these very rules."""
    return any(PRESETS[name].rules == rules for name in NAMES)


def read_counts(written: Mapping[str, int]) -> Counts:
    """Counts as files have them: ``{"2 0": 17}``."""
    return {_pair(brought): times for brought, times in written.items()}


def _pair(text: str) -> Pair:
    one, other = text.split()
    return int(one), int(other)
