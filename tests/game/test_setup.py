"""Dealing at random (RULES.md section 2), and facts that random positions are held against (section 10)."""

import random
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from hypothesis import assume, given, strategies as st

from bingo.solver import Closing, NotationError, Position, Rules, Stage, deal
from bingo.solver.analysis.exact import Engine
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import PAGAT, Move, begin, legal_moves, presets, tricks
from bingo.solver.game.play import play
from bingo.solver.game.tiles import ALL, BINGO, DOUBLES, SUITS, TILES, Mask, Tile, double, mask, members, shows
from tests.oracles.random_play import unclosed

SEEDS = st.integers(0, 2**64)


@given(st.sampled_from(list(presets.PRESETS)), SEEDS)
def test_a_deal_has_seven_tiles_a_side_and_thirteen_face_down_beside_the_turned_tile(preset: str, seed: int) -> None:
    position = deal(preset, seed)
    assert [hand.bit_count() for hand in position.hands] == [7, 7]
    assert len(position.stock) == 13
    assert position.hands[0] | position.hands[1] | mask(position.stock) | 1 << position.turned == ALL
    assert position.stage is Stage.LEAD
    assert position.rules == presets.rules(preset)


@given(SEEDS)
def test_trumps_follow_the_turned_tile(seed: int) -> None:
    for preset in {*presets.PRESETS} - {"berndt"}:
        position = deal(preset, seed)
        assert position.trump == tricks.trump_of(position.turned or 0)
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
    parts_dealt = [(p.hands[0], p.hands[1], mask(p.stock), 1 << p.turned) for p in dealt if p.turned is not None]
    for part_masks in zip(*parts_dealt, strict=True):
        union = 0
        for tiles in part_masks:
            union |= tiles
        assert union == ALL


def test_a_random_generator_deals_another_time_at_each_call() -> None:
    rng = Random(5)
    assert deal(seed=rng) != deal(seed=rng)


def test_rules_are_given_by_name_by_fields_or_as_they_are() -> None:
    rules: Rules = presets.rules("pagat, must_beat=false")
    assert deal("pagat, must_beat=false") == deal({"preset": "pagat", "must_beat": False}) == deal(rules)
    with pytest.raises(NotationError, match="one of the presets"):
        deal("poker")


def test_a_seed_is_a_number_so_that_no_deal_is_lost() -> None:
    with pytest.raises(TypeError, match="expected int or Random; found NoneType"):
        deal(seed=None)  # type: ignore[arg-type]


# --- section 10: facts that the rules and every solver can be held against -------------------------

THREE_FOR_SEVEN = [presets.PRESETS[name].rules for name in ("pagat", "akagiri", "engel")]
REDECLARE = presets.rules("pagat, redeclare=true")
#: Values of whole deals take the reference search too long.


@lru_cache(maxsize=8)
def solver(rules: Rules) -> Engine:
    return Kernel(rules)


def value(position: Position) -> int:
    return solver(position.rules).value(position)


def holding(rules: Rules, trump: int, held: Mask, seed: int, *, leads: bool = True, most: int = 6) -> Position:
    """You hold at least these tiles and lead, or the opponent does; the rest is at random, at most ``most`` tricks in.

    What was played is in tricks of either side. In half of the positions with a trick of the leader, they close.
    """
    rng = random.Random(seed)
    others = list(members(ALL & ~held))
    rng.shuffle(others)
    played = rng.randint(0, most)
    own, others = others[: 7 - held.bit_count()], others[7 - held.bit_count() :]
    other, gone, stock = others[:7], others[7 : 7 + 2 * played], others[7 + 2 * played :]
    first = rng.randint(1, played) if played else 0  # tricks of the leader
    worth = [sum(tricks.points(rules, trump, t) for t in part) for part in (gone[: 2 * first], gone[2 * first :])]
    start = Position(
        rules=rules,
        trump=trump,
        hands=(held | mask(own), mask(other)),
        leader=0,
        points=(worth[0], worth[1]),
        tricks=(first, played - first),
        stock=tuple(stock[1:]),
        turned=stock[0],
        closed=Closing(0, worth[1], played - first) if first and rng.random() < 0.5 else None,
    )
    if not leads:
        start = replace(start.swapped(), hands=start.hands)
    return begin(start)


def other_claims_first(position: Position) -> bool:
    """Whether the opponent may claim before you lead (and you may not claim before that)."""
    return position.stage is Stage.ANSWER


# --- the facts ---------------------------------------------------------------------------------------


def no_seven_doubles(_: Position, moves: list[Move], rng: Random) -> Move:
    """They would end the deal."""
    return rng.choice([move for move in moves if move.declare.bit_count() < 7])


@pytest.mark.parametrize("rules", [PAGAT, presets.AKAGIRI], ids=str)
@given(seed=SEEDS)
def test_section_10_all_14_tricks_played_somebody_can_claim(rules: Rules, seed: int) -> None:
    *_, last_reply = unclosed(deal(rules, seed), Random(seed), no_seven_doubles)
    (move,) = legal_moves(last_reply)
    _, end, over, _ = play(last_reply, move)
    tile_points = sum(tricks.points(rules, last_reply.trump, t) for t in TILES)
    assert over
    assert (sum(end.tricks), sum(end.points)) == (14, tile_points + 10)
    assert max(end.card_points(0), end.card_points(1)) >= 70


@given(trump=st.sampled_from(SUITS), suits=st.permutations(range(1, 7)), count=st.integers(4, 6), seed=SEEDS)
def test_section_10_so_four_doubles_with_the_bingo_are_worth_a_win(
    trump: int, suits: list[int], count: int, seed: int
) -> None:
    start = holding(PAGAT, trump, mask([BINGO, *map(double, suits[: count - 1])]), seed)
    assume(not other_claims_first(start) and start.tricks[0])
    assert value(start) >= 1


@given(trump=st.integers(1, 6), seed=SEEDS)
def test_section_10_the_bingo_and_the_double_of_trumps_win(trump: int, seed: int) -> None:
    start = holding(PAGAT, trump, mask([BINGO, double(trump)]), seed)
    assume(not other_claims_first(start))
    assert value(start) >= 1


@pytest.mark.parametrize("rules", THREE_FOR_SEVEN, ids=str)
@given(trump=st.sampled_from(SUITS), seed=SEEDS)
def test_section_10_seven_doubles_on_lead_are_three(rules: Rules, trump: int, seed: int) -> None:
    start = holding(rules, trump, DOUBLES, seed)
    if not other_claims_first(start):
        assert value(start) == 3


@pytest.mark.parametrize("rules", THREE_FOR_SEVEN, ids=str)
@given(trump=st.sampled_from(SUITS), seed=SEEDS)
def test_section_10_seven_doubles_not_on_lead_are_an_ordinary_win(rules: Rules, trump: int, seed: int) -> None:
    start = holding(rules, trump, DOUBLES, seed, leads=False)
    if start.card_points(1) < 70 and start.card_points(0) < 70:
        assert 1 <= value(start) <= 3


@given(trump=st.sampled_from(SUITS), suits=st.permutations(range(1, 7)), seed=SEEDS)
def test_section_10_declaring_again_the_bingo_and_two_doubles_win(trump: int, suits: list[Tile], seed: int) -> None:
    start = holding(REDECLARE, trump, mask([BINGO, double(suits[0]), double(suits[1])]), seed)
    assume(not other_claims_first(start))
    assert value(start) >= 1
