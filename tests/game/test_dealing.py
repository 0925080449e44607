"""Dealing at random: what the library promises of ``deal``. RULES.md section 2."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from bingo.solver import NotationError, Rules, Stage, deal
from bingo.solver.game import presets, tricks
from bingo.solver.game.tiles import ALL, mask, shows

SEEDS = st.integers(0, 2**64)


@given(st.sampled_from(list(presets.PRESETS)), SEEDS)
def test_a_deal_has_seven_tiles_a_side_and_thirteen_face_down_beside_the_turned_tile(preset: str, seed: int) -> None:
    position = deal(preset, seed)
    assert position.turned is not None
    assert [hand.bit_count() for hand in position.hands] == [7, 7]
    assert len(position.stock) == 13
    assert position.hands[0] | position.hands[1] | mask(position.stock) | 1 << position.turned == ALL
    assert position.stage is Stage.LEAD
    assert position.rules == presets.rules(preset)


@given(SEEDS)
def test_trumps_follow_the_turned_tile(seed: int) -> None:
    position = deal(seed=seed)
    assert position.turned is not None
    assert position.trump == tricks.trump_of(position.turned)
    chosen = deal("berndt", seed)
    assert chosen.turned is not None
    assert shows(chosen.turned, chosen.trump)


@given(SEEDS)
def test_the_same_seed_deals_the_same_tiles(seed: int) -> None:
    assert deal(seed=seed) == deal(seed=seed)
    assert deal("engel", seed).hands == deal("berndt", seed).hands
    assert deal(seed=Random(seed)) == deal(seed=Random(seed))


def test_everything_is_dealt_to_everybody() -> None:
    dealt = [deal(seed=seed) for seed in range(300)]
    assert {p.leader for p in dealt} == {0, 1}
    assert {p.trump for p in dealt} == set(range(7))
    places = [(p.hands[0], p.hands[1], mask(p.stock), 1 << p.turned) for p in dealt if p.turned is not None]
    for place in zip(*places, strict=True):
        seen = 0
        for tiles in place:
            seen |= tiles
        assert seen == ALL


def test_a_random_generator_deals_another_time_at_each_call() -> None:
    rng = Random(5)
    assert deal(seed=rng) != deal(seed=rng)


def test_rules_are_given_by_name_by_fields_or_as_they_are() -> None:
    rules: Rules = presets.rules("pagat, must_beat=false")
    assert deal("pagat, must_beat=false") == deal({"preset": "pagat", "must_beat": False}) == deal(rules)
    with pytest.raises(NotationError, match="one of the presets"):
        deal("poker")


def test_a_seed_is_a_number_so_that_no_deal_is_lost() -> None:
    with pytest.raises(TypeError, match="expected a whole number"):
        deal(seed=None)  # type: ignore[arg-type]
