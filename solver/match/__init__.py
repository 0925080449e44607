"""Match equity: the chance to win from every score, by dynamic programming over what deals bring.

A match is a chain of deals. All that counts before one is how many game points its leader still needs, and how many
the other player does: a pair (leader, other), called the score here. RULES.md section 8 says who leads the next deal.
A table ships for every preset whose deals are worth game points. With a match score a search maximizes the chance, by
what the rest of the deal brings: its objective.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from bingo.solver.errors import NotationError, as_text, check_int, check_type
from bingo.solver.game import PRESETS, SCALE, InformationSet, Objective, Rules, next_leader, objective, presets
from bingo.solver.game.position import MATCH_TO, OPPONENT, PLAYER_NAMES, YOU, Match, Pair, Position, by_player

#: Where counts and chances are kept.
DATA_FOLDER = Path(__file__).with_name("data")
#: Presets of which matches to so many game points are played.
EQUITY_PRESETS = tuple(name for name, preset in PRESETS.items() if not preset.rules.counts_card_points)
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

    def after(self, score: Pair, deal_points: Pair) -> float:
        """The chance of the leader of a deal at this score once it has brought the leader and the other so much."""
        return self.chance(score[0] - deal_points[0], score[1] - deal_points[1], next_leader(YOU, deal_points))


def scores(to: int = MATCH_TO) -> Iterator[Pair]:
    """All scores of a match to ``to``, each after those that deals can lead to from it."""
    score_pairs = [(leader_need, other_need) for leader_need in range(1, to + 1) for other_need in range(1, to + 1)]
    yield from sorted(score_pairs, key=lambda score: (sum(score), score))


def equity(counts: Callable[[Pair], Counts], match_points: int = MATCH_TO) -> Equity:
    """The table of a match by ``counts`` of deals at each score; void ones only take time, so the others decide."""
    chances: dict[Pair, float] = {}
    table = Equity(chances)
    for score in scores(match_points):
        decisive_counts = {brought: times for brought, times in counts(score).items() if any(brought)}
        weighted_chances = sum(times * table.after(score, brought) for brought, times in decisive_counts.items())
        chances[score] = weighted_chances / sum(decisive_counts.values())
    for score in scores(match_points):
        _make_monotone(table, chances, score)
    return table


def _make_monotone(table: Equity, chances: dict[Pair, float], score: Pair) -> None:
    """Make sure that one more game point never lowers the chance to win. Sampled deals can say it does, by less than
    their error: the winner of a deal leads the next, and leading is a small disadvantage. Both chances then become the
    mean.
    """
    lower_score = score[YOU] - 1, score[OPPONENT]
    if lower_score[YOU]:
        low_chance, leader_before = min((table.chance(*lower_score, leader), leader) for leader in (YOU, OPPONENT))
        high_chance, leader_now = max((table.chance(*score, leader), leader) for leader in (YOU, OPPONENT))
        if low_chance < high_chance:
            mean_chance = round((low_chance + high_chance) / 2, 4)
            for pair, leader in ((lower_score, leader_before), (score, leader_now)):
                chances[pair if leader == YOU else pair[::-1]] = mean_chance if leader == YOU else 1 - mean_chance


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

    def to(self, match_points: int) -> Equity:
        """The table of a match to so many game points."""
        return self.equity if match_points <= MATCH_TO else equity(self.counts_at, match_points)


@cache
def table(preset: str) -> MatchTable:
    data = json.loads((DATA_FOLDER / f"{preset}.json").read_text(encoding="utf-8"))
    counts = {score: _by_pair(stored_counts) for score, stored_counts in _by_pair(data["counts"]).items()}
    return MatchTable(data["preset"], counts, Equity(_by_pair(data["chances"])), data["error"], data["made"])


def nearest(rules: Rules) -> MatchTable:
    """The table of the preset that differs from these rules in the fewest fields; see :func:`fits`."""
    return table(presets.nearest(rules, EQUITY_PRESETS))


def fits(rules: Rules) -> bool:
    """Whether a table was made for these very rules."""
    return any(PRESETS[name].rules == rules for name in EQUITY_PRESETS)


def _by_pair(by_text: Mapping[str, Any]) -> dict[Pair, Any]:
    """What files have by two numbers: ``{"2 0": 17}``."""
    parsed_pairs = ((pair_text.split(), value) for pair_text, value in by_text.items())
    return {(int(you), int(opponent)): value for (you, opponent), value in parsed_pairs}


#: The most game points that a match may go to.
MAX_MATCH_POINTS = 100


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
            "lead": self.lead and by_player([PLAYER_NAMES[player] for player in self.lead]),
            "chance": by_player([round(chance, 5) for chance in self.chance]),
            "often": by_player([round(often, 5) for often in self.often]),
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
        """What the next deal may bring at this score, the best for you first.

        Raises:
            NotationError: as ``chance``.
        """
        self._check(you, opponent)
        needs = self.to - you, self.to - opponent
        often = [self._outcome_chances(needs, leader) for leader in (YOU, OPPONENT)]
        results = [self._result((you, opponent), brought, often) for brought in {*often[YOU], *often[OPPONENT]}]
        return tuple(sorted(results, key=lambda result: (-sum(result.chance), result.brought)))

    def scores(self) -> Iterator[tuple[int, int, int]]:
        """All scores, with who leads the next deal: yours, the opponent's, the leader."""
        yield from ((a, b, lead) for lead in (YOU, OPPONENT) for a in range(self.to) for b in range(self.to))

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo match --json`` writes."""
        chance_rows = [
            {"you": a, "opponent": b, "lead": PLAYER_NAMES[lead], "chance": round(self.chance(a, b, lead), 5)}
            for a, b, lead in self.scores()
        ]
        return {**self._header(), "chances": chance_rows}

    def score_as_dict(self, you: int, opponent: int) -> dict[str, Any]:
        """The object that ``bingo match 4 5 --json`` writes.

        Raises:
            NotationError: as ``chance``.
        """
        chances = [round(self.chance(you, opponent, lead), 5) for lead in (YOU, OPPONENT)]
        results = [result.as_dict() for result in self.results(you, opponent)]
        return {**self._header(), "score": [you, opponent], "chance": by_player(chances), "results": results}

    def _check(self, you: int, opponent: int) -> None:
        check_int("you", you, 0)
        check_int("opponent", opponent, 0)
        if max(you, opponent) >= self.to:
            expected = f"game points 0 to {self.to - 1} for both, as {self.to} win"
            raise NotationError.of("score", expected, f"{as_text(you)} and {as_text(opponent)}")

    def _header(self) -> dict[str, Any]:
        return {
            "rules": str(self.rules),
            "to": self.to,
            "table": self.table.preset,
            "error": round(self.table.error, 5),
            "made": dict(self.table.made),
        }

    def _outcome_chances(self, needs: Pair, leader: int) -> dict[Pair, float]:
        counts = self.table.counts_at(needs if leader == YOU else needs[::-1])
        deal_count = sum(counts.values())
        chance_by_result: dict[Pair, float] = {}
        for brought, deal_count_of_result in counts.items():
            your_points, other_points = brought if leader == YOU else brought[::-1]
            capped = min(your_points, needs[YOU]), min(other_points, needs[OPPONENT])
            chance_by_result[capped] = chance_by_result.get(capped, 0.0) + deal_count_of_result / deal_count
        return chance_by_result

    def _result(self, score: Pair, deal_points: Pair, chances_by_leader: list[dict[Pair, float]]) -> DealResult:
        after = score[YOU] + deal_points[YOU], score[OPPONENT] + deal_points[OPPONENT]
        lead = next_leader(YOU, deal_points), next_leader(OPPONENT, deal_points)
        chances = [self.equity.chance(self.to - after[YOU], self.to - after[OPPONENT], leader) for leader in lead]
        return DealResult(
            brought=deal_points,
            score=after,
            lead=None if max(after) >= self.to else lead,
            chance=(chances[YOU], chances[OPPONENT]),
            often=(chances_by_leader[YOU].get(deal_points, 0.0), chances_by_leader[OPPONENT].get(deal_points, 0.0)),
        )


def match_equity(rules: str | Rules = "pagat", to: int = MATCH_TO) -> MatchEquity:
    """The chance to win a match under these rules to so many game points (1 to 100), from every score.

    Made from deals that the default player plays against itself, without looking ahead (see ``table.made``); for rules
    that are no preset, the nearest one's.

    Raises:
        NotationError: unknown rules, or such whose deals are worth card points; or no such match.
    """
    check_type("rules", rules, str, Rules)
    check_int("to", to, 1, MAX_MATCH_POINTS)
    rule_set = presets.rules(rules) if isinstance(rules, str) else rules
    if rule_set.counts_card_points:
        expected = "some whose deals are worth game points, as no other match is reckoned"
        sentence = f"Under {rule_set} deals count card points; there is no match table for that."
        raise NotationError.of("rules", expected, f"{rule_set} (card points)", sentence)
    table = nearest(rule_set)
    return MatchEquity(rule_set, to, table, table.to(to))


# --- objectives --------------------------------------------------------------------------------------


def match_objective(position: Position | InformationSet) -> Objective | None:
    """The objective of both players where a position has a match score; None where it has none.

    It has none either where deals are worth card points, of which no match to 7 is made. Chances are those of the
    nearest preset. Where the deal is void or both score, who led it leads again; where that is not known, the chance
    is the mean of both.

    Raises:
        NotationError: game points are below 0.
    """
    match = position.match
    if match is None or position.rules.counts_card_points:
        return None
    for points in match.score:
        check_int("match", points, 0)
    needs = max(MATCH_TO - match.you, 0), max(MATCH_TO - match.opponent, 0)
    first_leader = position.leader if match.first is None and not any(position.tricks) else match.first
    return _objective(position.rules, needs, first_leader, _scored_points(position, match))


@lru_cache(maxsize=2048)
def _objective(rules: Rules, needs: Pair, first_leader: int | None, scored_points: Pair) -> Objective:
    return objective_at(nearest(rules).equity, needs, first_leader, scored_points)


def _scored_points(position: Position | InformationSet, match: Match) -> Pair:
    """What both have scored in this deal so far; who has the card points for it where they score by themselves has."""
    if position.rules.at_target != "each-scores":
        return match.scored
    has_reached = [(position.card_points(player) or 0) >= position.rules.target for player in (YOU, OPPONENT)]
    return max(match.scored[YOU], has_reached[YOU]), max(match.scored[OPPONENT], has_reached[OPPONENT])


def objective_at(table: Equity, needs: Pair, first: int | None, scored_points: Pair = (0, 0)) -> Objective:
    """The objective of a deal that ``first`` led, with so much needed from now on and so much scored in it."""

    def utility(you: int, opponent: int) -> int:
        deal_points = scored_points[YOU] + you, scored_points[OPPONENT] + opponent
        leaders = [next_leader(leader, deal_points) for leader in ((YOU, OPPONENT) if first is None else (first,))]
        units = [_scaled_chance(table, (needs[YOU] - you, needs[OPPONENT] - opponent), leader) for leader in leaders]
        mean = sum(units) / len(units)  # halves away from the middle, so that exchanging the players changes nothing
        return math.floor(mean + 0.5) if mean < SCALE / 2 else math.ceil(mean - 0.5)

    return objective([[utility(a, b) for b in range(needs[OPPONENT] + 1)] for a in range(needs[YOU] + 1)])


def _scaled_chance(table: Equity, needs: Pair, leader: int) -> int:
    """Your chance in whole units; that of the opponent is exactly what is left."""
    if leader == OPPONENT:
        return SCALE - _scaled_chance(table, needs[::-1], YOU)
    return round(SCALE * table.chance(*needs, YOU))
