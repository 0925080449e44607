"""The equilibrium of the last tricks: held against a linear program, exact values, best defence, and itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, islice
from typing import TYPE_CHECKING

import numpy as np
import pytest
from numpy.typing import NDArray

from bingo.solver import IllegalMove, Rules, Settings, Stage, analyze, deal, equilibrium, replay, rules
from bingo.solver.game.information import InformationSet
from bingo.solver.game.play import begin, legal_moves
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.tiles import mask, members
from bingo.solver.hidden.beliefs import pair_weights
from bingo.solver.hidden.both_hands import pairs
from bingo.solver.search.reference import Reference
from bingo.solver.search.tables import scoring, trump_tables
from tests.deals import random_deal
from tests.depth import by_depth, few
from tests.native import needs_kernel
from tests.oracles.best_defence import best_defence
from tests.oracles.equilibrium import deals_value
from tests.oracles.scaled import scaled_down, varied_rules
from tests.strategies import PRESETS

if TYPE_CHECKING:
    from bingo.solver.native import _kernel

pytestmark = needs_kernel

EVEN = Settings(inference=False)
#: Exploitability that the search here goes down to, and what two ways of summing may differ by.
SMALL, NEARLY = 5e-4, 1e-9


@cache
def views(chosen: Rules, tiles: int, drawn: int, count: int) -> tuple[InformationSet, ...]:
    """What the player on lead knows with so many tiles left, in random deals closed after ``drawn`` tricks."""
    return tuple(islice(_views(chosen, tiles, drawn), count))


def _views(chosen: Rules, tiles: int, drawn: int) -> Iterator[InformationSet]:
    for seed in range(100_000):
        for moment in replay(random_deal(chosen, seed)).moments:
            p = moment.position
            late = p.closed is not None and p.stage is Stage.LEAD and p.hands[0].bit_count() == tiles
            if late and sum(p.tricks) == drawn + 7 - tiles:
                yield moment.seen_by(moment.to_play)


def scaled_deals(seed: int, tiles: tuple[int, ...] = (2, 3), spare: int = 1) -> list[Position]:
    """Every pair of hands out of few tiles, under varied rules and with any score."""
    rng = random.Random(seed)
    while True:
        base = scaled_down(varied_rules(rng), rng)
        if not base.open and base.hands[0].bit_count() in tiles and base.stage is not Stage.OVER:
            break
    spares = rng.sample([t for t in range(28) if not (base.hands[0] | base.hands[1]) >> t & 1], spare)
    pool, size = [*members(base.hands[0] | base.hands[1]), *spares], base.hands[0].bit_count()
    return [
        begin(replace(base, hands=(mask(mine), mask(other)), stage=Stage.LEAD))
        for mine in combinations(pool, size)
        for other in combinations([t for t in pool if t not in mine], size)
    ]


def hands_of(deals: list[Position], player: int) -> NDArray[np.uint32]:
    return np.array([p.hands[player] for p in deals], dtype=np.uint32)


def solved(
    deals: list[Position],
    weights: list[float] | None = None,
    *,
    hand: int | None = None,
    tolerance: float = SMALL,
    most: int = 20_000,
    threads: int = 1,
) -> _kernel.Equilibrium:
    """What the kernel finds for deals that differ in the hands only."""
    from bingo.solver.native import _kernel

    chosen = deals[0].rules
    return _kernel.Endgames(trump_tables(chosen), scoring(chosen)).solve(
        deals[0],
        hands_of(deals, 0),
        hands_of(deals, 1),
        np.array(weights or [1.0] * len(deals)),
        deals[0].hands[0] if hand is None else hand,
        tolerance,
        most,
        threads,
    )


# --- the linear program --------------------------------------------------------------------------------


@pytest.mark.parametrize("inference", [True, False], ids=["weighted", "even"])
@pytest.mark.parametrize("name", few(PRESETS, PRESETS[0], PRESETS[-1]), ids=str)
def test_three_tiles_are_worth_what_the_linear_program_says(name: Rules, inference: bool) -> None:
    """RULES.md sections 3 to 7 and 9, restated for the program."""
    seen = views(name, 3, 6, 1)[0]
    base, (yours, theirs) = seen.world(0), pairs(seen)
    weights = pair_weights(seen, yours, theirs) if inference else np.ones(len(yours))
    deals = [(replace(base, hands=(int(a), int(b))), float(w)) for a, b, w in zip(yours, theirs, weights, strict=True)]
    found = equilibrium(seen, Settings(inference=inference))
    assert found.weighted == inference
    value = deals_value(deals)
    assert found.low - 1e-6 <= value <= found.high + 1e-6
    assert found.exploitability <= (0.01 if name.at_target == "points" else SMALL)


def test_scaled_down_deals_under_varied_rules_are_worth_what_the_linear_program_says() -> None:
    for seed in range(by_depth(10, 25)):
        deals = scaled_deals(seed, (2,))
        weights = [random.Random(seed).choice((0.25, 1, 3)) for _ in deals] if seed % 2 else [1.0] * len(deals)
        value = deals_value(list(zip(deals, weights, strict=True)))
        found = solved(deals, weights)
        assert found.low - 1e-6 <= value <= found.high + 1e-6
        assert found.high - found.low <= 2 * SMALL


# --- what is known of equilibria -----------------------------------------------------------------------


def test_where_each_side_knows_the_other_hand_it_is_the_exact_value() -> None:
    """With no tile to spare, each hand tells the other."""
    for seed in range(30):
        deals = scaled_deals(seed, (1, 2, 3), spare=0)
        exact = Reference()
        for position in random.Random(seed).sample(deals, min(len(deals), 3)):
            found = solved(deals, hand=position.hands[0], tolerance=1e-6)
            assert found.value == pytest.approx(exact.value(position), abs=1e-3 * len(deals))


def test_an_opponent_who_does_not_see_the_hand_leaves_no_less_than_one_who_does() -> None:
    """Best defence, by brute force, against every hand that the opponent may hold."""
    more = 0
    for seen in (*views(PAGAT, 3, 6, 5), *views(PAGAT, 3, 4, 1)):
        found = equilibrium(seen, EVEN)
        worlds = [seen.world(int(hand)) for hand in pairs(seen)[1][pairs(seen)[0] == seen.hand]]
        assert found.value >= max(best_defence(worlds, move) for move in legal_moves(worlds[0])) - NEARLY
        for one in found.moves:
            least = [best_defence(worlds, move) for move in legal_moves(worlds[0]) if move == one.move]
            assert not least or one.value >= least[0] - NEARLY
            more += bool(least) and one.value > least[0] + SMALL
    assert more  # it is not the same


def test_its_value_lies_between_what_best_responses_leave_whenever_it_ends() -> None:
    deals = next(d for d in map(scaled_deals, range(100)) if solved(d).iterations > 50)
    fine = solved(deals, tolerance=1e-6)
    for most in (1, 2, 8, 32):
        found = solved(deals, tolerance=0, most=most)
        assert found.iterations == most
        assert found.low <= fine.high + NEARLY
        assert fine.low <= found.high + NEARLY
    assert found.high - found.low > fine.high - fine.low


def test_frequencies_add_up_and_the_moves_made_often_bring_the_most() -> None:
    for seen in views(PAGAT, 4, 6, 4):
        found = equilibrium(seen, EVEN)
        assert sum(one.frequency for one in found.moves) == pytest.approx(1)
        assert found.value == pytest.approx(max(one.value for one in found.moves))
        share = (pairs(seen)[0] == seen.hand).mean()  # what one hand gives away, all together do
        lost = sum(one.frequency * (found.value - one.value) for one in found.moves)
        assert lost <= 2 * found.exploitability / share + NEARLY


def test_the_answer_does_not_depend_on_threads_or_the_seed() -> None:
    seen = views(PAGAT, 4, 5, 1)[0]  # enough rows for more threads
    alone, *others = (
        replace(equilibrium(seen, Settings(threads=threads, seed=seed)), seconds=0)
        for threads, seed in ((1, 0), (3, 0), (2, 7))
    )
    assert others == [alone, alone]


def test_more_card_points_never_bring_less() -> None:
    more = 0
    for seed in range(20):
        deals = scaled_deals(seed, (2,))
        if deals[0].rules.at_target != "claim" or not deals[0].tricks[0]:
            continue
        richer = solved([begin(replace(p, points=(p.points[0] + 7, p.points[1]))) for p in deals])
        poorer = solved(deals)
        assert richer.high >= poorer.low - NEARLY
        more += richer.low > poorer.high
    assert more  # now and then it is worth something


def test_how_both_sides_played_changes_what_the_game_is_worth() -> None:
    """Not without a record, which is what tells how they did."""
    seen = views(rules("berndt"), 3, 6, 4)
    found = [(equilibrium(one), equilibrium(one, EVEN)) for one in seen]
    assert any(weighted.low > even.high or weighted.high < even.low for weighted, even in found)
    assert not equilibrium(replace(seen[0], history=())).weighted


# --- which deals ---------------------------------------------------------------------------------------


def test_every_pair_of_hands_fits_what_both_have_seen() -> None:
    for seen in views(PAGAT, 4, 6, 6):
        yours, theirs = pairs(seen)
        assert not (yours & theirs).any()
        assert not ((yours | theirs) & np.uint32(seen.gone | seen.aside)).any()
        assert len({*zip(yours.tolist(), theirs.tolist(), strict=True)}) == len(yours)
        assert seen.hand in yours


def test_the_opponent_may_rule_out_hands_of_yours_as_you_may_rule_out_theirs() -> None:
    """Both sides of one moment suppose the same pairs."""
    told = 0
    for seed in range(200):
        if told > 2:
            break
        for moment in replay(random_deal(PAGAT, seed)).moments:
            p = moment.position
            if p.closed is None or p.stage is not Stage.LEAD or p.hands[0].bit_count() > 3 or sum(p.tricks) < 8:
                continue
            sides = [pairs(moment.seen_by(player)) for player in (0, 1)]
            mine, theirs = ({*zip(*(hands.tolist() for hands in side), strict=True)} for side in sides)
            assert mine == {(a, b) for b, a in theirs}
            told += any(moment.barred)
            break
    assert told


# --- what is refused -----------------------------------------------------------------------------------


def test_too_many_histories_are_refused_with_what_would_fit() -> None:
    with pytest.raises(
        IllegalMove, match=r"at most 50,000,000 histories .* found about [0-9,]+ with 6 in a hand\. With"
    ):
        equilibrium(views(PAGAT, 6, 3, 1)[0])


def test_nothing_may_be_drawn_any_more() -> None:
    with pytest.raises(IllegalMove, match="closed or exhausted; found tiles still to be drawn"):
        equilibrium(deal(PAGAT, 1))


def test_time_that_is_too_short_for_all_deals_is_told() -> None:
    with pytest.raises(IllegalMove, match="expected more time"):
        equilibrium(views(PAGAT, 4, 6, 1)[0], Settings(seconds=1e-9))


def test_the_public_knowledge_of_an_exhausted_boneyard_is_everything() -> None:
    """All tiles gone are known, so what is not in one hand is in the other."""
    chosen = rules("pagat")
    for seed in range(60):
        for moment in replay(random_deal(chosen, seed)).moments:
            p = moment.position
            if p.closed is None and not p.open and p.stage is Stage.LEAD and p.hands[0].bit_count() == 3:
                seen = moment.seen_by(p.leader)
                assert equilibrium(seen).value == pytest.approx(analyze(seen).as_dict()["value"], abs=0.02)
                return
    pytest.fail("no such deal")


@pytest.mark.parametrize(
    ("bent", "told"),
    [
        ({"theirs": 0}, "theirs: expected 2 tiles; found 0"),
        ({"theirs": 1 << 28}, "expected sets of the 28 tiles"),
        ({"weight": 0.0}, "weights: expected finite numbers above 0"),
        ({"hand": 3 << 26}, "hand: expected one of the hands"),
        ({"tolerance": -1.0}, "tolerance: expected 0 or more"),
        ({"most": 0}, "most: expected 1 or more"),
        ({"threads": 0}, "threads: expected 1 or more"),
    ],
)
def test_the_kernel_refuses_what_is_no_deal(bent: dict[str, float], told: str) -> None:
    from bingo.solver.native import _kernel

    deals = scaled_deals(1, (2,))
    chosen, first = deals[0].rules, deals[0]
    row = {"theirs": first.hands[1], "weight": 1.0, "hand": first.hands[0], "tolerance": 0.1, "most": 9, "threads": 1}
    row |= bent
    with pytest.raises(ValueError, match=told):
        _kernel.Endgames(trump_tables(chosen), scoring(chosen)).solve(
            first,
            np.array([first.hands[0]], dtype=np.uint32),
            np.array([row["theirs"]], dtype=np.uint32),
            np.array([row["weight"]]),
            int(row["hand"]),
            row["tolerance"],
            int(row["most"]),
            int(row["threads"]),
        )
