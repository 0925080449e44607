"""Match equity (RULES.md section 8): the tables that ship, and the dynamic programming they are made by."""

import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bingo.solver import match_equity
from bingo.solver.game import OPPONENT, SCALE, YOU, Pair, next_leader
from bingo.solver.match import EQUITY_PRESETS, Counts, equity, objective_at, scores, table
from tests.oracles.equity import dumps, standard_errors

DATA_FOLDER = Path(__file__).parents[2] / "solver" / "match" / "data"
#: The leader scores a point in three deals of five, the other in two.
TINY_COUNTS: Counts = {(1, 0): 3, (0, 1): 2}
#: All that can happen in a deal: either wins, a capture beside it, both score, void.
MIXED_COUNTS: Counts = {(3, 0): 20, (2, 0): 15, (0, 3): 25, (0, 1): 12, (1, 2): 7, (4, 0): 3, (1, 1): 6, (0, 0): 12}


def test_a_tiny_match_by_hand() -> None:
    """The leader of the next deal is who won this one: 0.76 = 0.6 + 0.4 * 0.4, 0.552 = 0.6 * 0.76 + 0.4 * 0.24."""
    chances = equity(lambda _score: TINY_COUNTS, 2).chances
    assert chances == pytest.approx({(1, 1): 0.6, (1, 2): 0.76, (2, 1): 0.36, (2, 2): 0.552})


def test_a_void_deal_and_one_in_which_both_score_leave_the_lead_where_it_is() -> None:
    assert [next_leader(YOU, brought) for brought in ((1, 0), (0, 1), (0, 0), (1, 2))] == [YOU, OPPONENT, YOU, YOU]
    assert [next_leader(OPPONENT, brought) for brought in ((1, 0), (0, 0), (2, 1))] == [YOU, OPPONENT, OPPONENT]
    with_void = equity(lambda _score: {**TINY_COUNTS, (0, 0): 95}, 2).chances
    assert with_void == pytest.approx(equity(lambda _score: TINY_COUNTS, 2).chances)


@pytest.mark.parametrize(("score", "leader"), [((7, 7), YOU), ((3, 5), OPPONENT), ((1, 2), YOU)])
def test_the_table_is_what_simulated_matches_come_to(score: Pair, leader: int) -> None:
    equities, rng, matches = equity(lambda _score: MIXED_COUNTS), Random(f"{score}"), 20_000
    chance = equities.chance(*score, leader)
    won = sum(_simulate(rng, score, leader) for _ in range(matches)) / matches
    assert won == pytest.approx(chance, abs=4 * math.sqrt(chance * (1 - chance) / matches))


def _simulate(rng: Random, score: Pair, leader: int) -> float:
    brought, times = list(MIXED_COUNTS), list(MIXED_COUNTS.values())
    while True:
        [mine] = rng.choices(brought, times)
        deal = mine if leader == YOU else mine[::-1]
        score = score[0] - deal[0], score[1] - deal[1]
        if min(score) <= 0:
            return 0.5 if max(score) <= 0 else float(score[0] <= 0)
        leader = next_leader(leader, deal)


def test_the_standard_error_is_that_of_tables_made_again() -> None:
    """The delta method against tables made of other samples of deals, each score with one of its own."""
    deals, rng = 500, np.random.default_rng(1)
    brought, shares = list(MIXED_COUNTS), np.array(list(MIXED_COUNTS.values())) / sum(MIXED_COUNTS.values())
    tables = []
    for _ in range(400):
        samples = {s: dict(zip(brought, rng.multinomial(deals, shares), strict=True)) for s in scores(4)}
        tables.append(equity(samples.__getitem__, 4).chances)
    true = equity(lambda _score: MIXED_COUNTS, 4)
    scaled = {pair: times * deals / sum(MIXED_COUNTS.values()) for pair, times in MIXED_COUNTS.items()}
    claimed = standard_errors(lambda _score: scaled, true, 4)  # type: ignore[arg-type, return-value]
    for score in scores(4):
        assert np.std([chances[score] for chances in tables]) == pytest.approx(claimed[score], rel=0.15)


# --- what ships --------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", EQUITY_PRESETS)
def test_the_shipped_table_is_what_its_deals_make(preset: str) -> None:
    data = table(preset)
    remade = equity(data.counts.__getitem__)
    assert dict(data.equity.chances) == {score: round(chance, 5) for score, chance in remade.chances.items()}
    assert data.error == round(max(standard_errors(data.counts.__getitem__, remade).values()), 5)
    assert (DATA_FOLDER / f"{preset}.json").read_text("utf-8") == dumps(data)
    deals = data.made["deals"]
    assert {sum(counts.values()) for counts in data.counts.values()} == {deals}
    assert data.made["command"] == f"python -m benchmarks.equity {preset} --deals {deals} --seed {data.made['seed']}"


@pytest.mark.parametrize("preset", EQUITY_PRESETS)
def test_the_shipped_table_is_sure_to_three_tenths_of_a_percentage_point(preset: str) -> None:
    data = table(preset)
    assert data.error <= 0.003
    assert data.made["moved"][-1] <= data.error, "minding the score once more would still change it"


@pytest.mark.parametrize("preset", EQUITY_PRESETS)
def test_both_chances_add_up_and_points_help(preset: str) -> None:
    equities = match_equity(preset)
    for a, b, lead in equities.scores():
        assert equities.chance(a, b, lead) + equities.chance(b, a, 1 - lead) == pytest.approx(1, abs=1e-12)
        if a:
            assert equities.chance(a, b, lead) > equities.chance(a - 1, b, lead)
        if b:
            assert equities.chance(a, b, lead) < equities.chance(a, b - 1, lead)
    assert equities.chance(0, 0) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("preset", EQUITY_PRESETS)
def test_a_point_never_hurts_whoever_leads_then(preset: str) -> None:
    """What counts of deals say against that, by less than they are sure of, is evened out."""
    equities, leads = table(preset).equity, (YOU, OPPONENT)
    for you, opponent in scores():
        if you > 1:
            fewer = min(equities.chance(you - 1, opponent, lead) for lead in leads)
            assert fewer >= max(equities.chance(you, opponent, lead) for lead in leads) - 1e-9


def test_only_what_is_still_needed_counts() -> None:
    """First to 5 from 0 : 1 is first to 7 from 2 : 3; a longer match goes on from the same table."""
    to_seven, to_five, to_twelve = match_equity(), match_equity(to=5), match_equity("pagat", 12)
    assert to_five.chance(0, 1) == to_seven.chance(2, 3)
    assert to_twelve.chance(6, 9) == pytest.approx(to_seven.chance(1, 4), abs=1e-5)
    assert 0.5 < to_twelve.chance(1, 0) < to_seven.chance(1, 0)


def test_what_the_next_deal_may_bring_adds_up_to_the_chance() -> None:
    equities = match_equity("domino-play")
    for you, opponent in ((0, 0), (4, 5), (6, 6)):
        results = equities.results(you, opponent)
        for lead in (YOU, OPPONENT):
            assert sum(result.often[lead] for result in results) == pytest.approx(1)
            mean_chance = sum(result.often[lead] * result.chance[lead] for result in results)
            assert mean_chance == pytest.approx(equities.chance(you, opponent, lead), abs=1e-4)
        assert all((result.lead is None) == (max(result.score) >= 7) for result in results)


def test_results_stand_in_one_order_also_where_their_chances_are_the_same() -> None:
    ties = 0
    for preset in EQUITY_PRESETS:
        equities = match_equity(preset)
        for you, opponent, _ in equities.scores():
            keys = [(-sum(result.chance), result.brought) for result in equities.results(you, opponent)]
            assert keys == sorted(keys)
            ties += len({chance for chance, _ in keys}) < len(keys)
    assert ties


def test_rules_that_are_no_preset_get_the_nearest_table() -> None:
    mixed = match_equity("engel, low=20")
    assert (mixed.table.preset, mixed.fits) == ("engel", False)
    assert match_equity("engel").fits


# --- what is maximized -------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", EQUITY_PRESETS)
def test_an_objective_is_the_table_read_at_each_result(preset: str) -> None:
    """Up to rounding: analyses reckon with the very chances that ``bingo match`` shows."""
    equities = table(preset).equity
    for needs in scores():
        for first in (YOU, OPPONENT):
            goal = objective_at(equities, needs, first)
            assert goal.swapped() == objective_at(equities, needs[::-1], 1 - first)
            for you in range(needs[0] + 1):
                for them in range(needs[1] + (you < needs[0])):
                    chance = equities.chance(needs[0] - you, needs[1] - them, next_leader(first, (you, them)))
                    assert goal.utility(you, them) == pytest.approx(SCALE * chance, abs=0.6)


def test_where_nobody_knows_who_led_it_is_the_mean_of_both() -> None:
    equities = table("pagat").equity
    you, opponent, unknown = (objective_at(equities, (4, 5), first) for first in (YOU, OPPONENT, None))
    assert unknown.utility(1, 1) == pytest.approx((you.utility(1, 1) + opponent.utility(1, 1)) / 2, abs=1)
    assert you.utility(1, 1) != opponent.utility(1, 1)
    assert you.utility(2, 0) == opponent.utility(2, 0) == unknown.utility(2, 0)


def test_who_scored_before_leads_again_where_the_other_scores_too() -> None:
    """A capture earlier in the deal and a win by the other: both scored, so who led first leads again."""
    equities = table("pagat").equity
    captured = objective_at(equities, (3, 5), OPPONENT, (1, 0))
    assert captured.utility(0, 2) == pytest.approx(SCALE * equities.chance(3, 3, OPPONENT), abs=0.6)
    leading = objective_at(equities, (3, 5), YOU, (1, 0)).utility(0, 2)
    assert leading == pytest.approx(SCALE * equities.chance(3, 3, YOU), abs=0.6)
