"""Who wins a match under some rules to some number of game points, from any score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bingo.solver import arguments
from bingo.solver.errors import NotationError
from bingo.solver.game import presets
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, YOU, Pair
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.match.equity import Equity, MatchTable, fits, nearest, next_leader

#: The most game points that a match may go to.
MOST_TO = 100


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
        self._check(you, opponent)
        return self.equity.chance(self.to - you, self.to - opponent, lead)

    def results(self, you: int, opponent: int) -> tuple[DealResult, ...]:
        """What the next deal may bring at this score, the best for you first, then those that bring you less.

        Raises:
            NotationError: as ``chance``.
        """
        self._check(you, opponent)
        needs = self.to - you, self.to - opponent
        often = [self._often(needs, leader) for leader in (YOU, OPPONENT)]
        found = [self._result((you, opponent), brought, often) for brought in {*often[YOU], *often[OPPONENT]}]
        return tuple(sorted(found, key=lambda one: (-sum(one.chance), one.brought)))

    def scores(self) -> Iterator[tuple[int, int, int]]:
        """All scores, with who leads the next deal: yours, the opponent's, the leader."""
        yield from ((a, b, lead) for lead in (YOU, OPPONENT) for a in range(self.to) for b in range(self.to))

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo match --json`` writes."""
        rows = [
            {"you": a, "opponent": b, "lead": PLAYER_NAMES[lead], "chance": round(self.chance(a, b, lead), 5)}
            for a, b, lead in self.scores()
        ]
        return {**self._head(), "chances": rows}

    def score_as_dict(self, you: int, opponent: int) -> dict[str, Any]:
        """The object that ``bingo match 4 5 --json`` writes.

        Raises:
            NotationError: as ``chance``.
        """
        chances = [round(self.chance(you, opponent, lead), 5) for lead in (YOU, OPPONENT)]
        results = [one.as_dict() for one in self.results(you, opponent)]
        return {**self._head(), "score": [you, opponent], "chance": _by_leader(chances), "results": results}

    def _check(self, you: int, opponent: int) -> None:
        arguments.whole("you", you, 0)
        arguments.whole("opponent", opponent, 0)
        if max(you, opponent) >= self.to:
            expected = f"game points 0 to {self.to - 1} for both, as {self.to} win"
            raise NotationError.of("score", expected, f"{you} and {opponent}")

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
        expected = "some whose deals are worth game points, as no other match is reckoned"
        raise NotationError.of("rules", expected, f"{label(played)} (card points)")
    table = nearest(played)
    return MatchEquity(played, to, table, table.to(to))


def _by_leader(values: list[Any]) -> dict[str, Any]:
    """What ``--json`` writes of two things, by who leads."""
    return dict(zip(PLAYER_NAMES, values, strict=True))
