"""The match equity tables that ship: one for every preset whose deals are worth game points."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bingo.solver.game.position import MATCH_TO, Pair
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.rules import Rules, differences
from bingo.solver.match.equity import Counts, Equity, equity

_DATA = Path(__file__).with_name("data")
#: Presets of which matches to so many game points are played.
NAMES = tuple(name for name, preset in PRESETS.items() if preset.rules.at_target != "points")


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
    data = json.loads((_DATA / f"{preset}.json").read_text(encoding="utf-8"))
    chances = {_pair(score): chance for score, chance in data["chances"].items()}
    counts = {
        _pair(score): {_pair(brought): times for brought, times in found.items()}
        for score, found in data["counts"].items()
    }
    return MatchTable(data["preset"], counts, Equity(chances), data["error"], data["made"])


def nearest(rules: Rules) -> MatchTable:
    """The table of the preset that differs from these rules in the fewest fields; see :func:`fits`."""
    return table(min(NAMES, key=lambda name: len(differences(PRESETS[name].rules, rules))))


def fits(rules: Rules) -> bool:
    """Whether a table was made for these very rules."""
    return any(PRESETS[name].rules == rules for name in NAMES)


def _pair(text: str) -> Pair:
    one, other = text.split()
    return int(one), int(other)
