"""The native kernel: its answers depend on nothing but the position, and solving many is what it promises."""

import random
import threading
import time
from functools import cache
from itertools import product

import numpy as np
import pytest

from bingo.positions import reads
from bingo.solver import Position, Rules, analyze, deal, solve_many
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.presets import PAGAT, PRESETS
from tests.game.perft import table
from tests.oracles.random_play import playout
from tests.oracles.seeded import ENDGAME_KINDS, deals, endgames
from tests.support.reading import full_position


def kernel(bits: int = 12, open_bits: int = 18, rules: Rules = PAGAT) -> Kernel:
    return Kernel(rules, bits, open_bits)


@cache
def mixed_positions() -> list[Position]:
    """Positions of both phases, of all sizes, between and within tricks; some share a stock, all the rules."""
    rng = random.Random(5)
    positions = [p for kind in ENDGAME_KINDS for p in endgames(kind, 40, seed=5)]
    for first in deals(12, seed=5):
        positions += [p for p in playout(first, rng) if not p.open or len(p.stock) <= 7]
    rng.shuffle(positions)
    return positions


# --- what needs no search ----------------------------------------------------------------------------


def test_who_cannot_declare_their_way_to_the_target_is_not_searched_for() -> None:
    """Where doubles are declared after a trick won with one, nobody with a single double declares."""
    text = "{rules: domino-play, trump: 4, lead: you, you: {hand: 5-5 6-3 2-1, points: 72, tricks: 5}, "
    position = full_position(text + "opponent: {hand: 6-6 5-1 3-1, points: 40, tricks: 6}}")
    fresh = kernel(rules=position.rules)
    assert fresh.value(position) == 0
    assert fresh.nodes <= 1


# --- the same answers --------------------------------------------------------------------------------


TABLE_BITS = product([2, 3, 7, 12, 18], [2, 5, 11, 18], [1])


@pytest.mark.parametrize(("bits", "open_bits", "threads"), [*TABLE_BITS, *product([12], [18], [2, 3, 8, 1000])])
def test_values_do_not_depend_on_table_size_or_threads(bits: int, open_bits: int, threads: int) -> None:
    used, positions = kernel(bits, open_bits), mixed_positions()[: 150 if threads == 1 else None]
    assert used.values(positions, threads).tolist() == kernel().values(positions).tolist()
    assert used.moves(positions[:80], threads).tolist() == kernel().moves(positions[:80]).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_values_do_not_depend_on_order(seed: int) -> None:
    values = np.asarray(kernel().values(mixed_positions()))
    order = random.Random(seed).sample(range(len(mixed_positions())), len(mixed_positions()))
    used = kernel(6, 8)
    assert used.values([mixed_positions()[i] for i in order]).tolist() == values[order].tolist()
    assert used.values(mixed_positions()).tolist() == values.tolist()  # with tables full of other positions


# --- solving many ------------------------------------------------------------------------------------


def test_solve_many_keeps_the_order_of_mixed_rules_and_phases() -> None:
    rng = random.Random(7)
    listed = [p for preset in PRESETS.values() for p in playout(deal(preset.rules, rng), rng) if len(p.stock) <= 3]
    rng.shuffle(listed)
    values = solve_many(iter(listed))
    assert values.dtype == np.int16
    assert values.shape == (len(listed),)
    assert values.tolist() == [Kernel(p.rules).value(p) for p in listed]
    assert solve_many(listed, threads=2).tolist() == values.tolist()


def test_solve_many_of_nothing_is_nothing() -> None:
    assert solve_many([]).shape == (0,)


def test_solve_many_says_which_item_hides_a_hand() -> None:
    text = "{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7}, opponent: {points: 41, tricks: 6%s}}"
    listed = list(reads("\n---\n".join(text % end for end in (", hand: 6-5", ""))))
    with pytest.raises(TypeError, match="expected positions with everything known; found InformationSet at 1"):
        solve_many(listed)  # type: ignore[arg-type]


def test_solve_many_holds_card_points_beyond_8_bits() -> None:
    """Section 9: under ``berndt`` the value is a difference of card points; the other positions keep theirs."""
    berndt, pagat = PRESETS["berndt"].rules, PRESETS["pagat"].rules
    wide = [table("4-4", "6-5", berndt, points=points, tricks=(7, 6)) for points in ((140, 0), (0, 140))]
    position = table("4-4", "6-5", pagat, points=(65, 41), tricks=(7, 6))
    values = solve_many([wide[0], position, wide[1]])
    assert values.dtype == np.int16
    assert values.tolist() == [analyze(p).value for p in (wide[0], position, wide[1])]
    assert values.max() > 127
    assert values.min() < -128


def test_what_is_carried_over_from_one_position_is_not_counted_in_the_next() -> None:
    """Section 6: under ``berndt`` the shortfall of a failed close depends on it."""
    text = """{rules: berndt, trump: 0, turned: 2-0, closed: {by: opponent, points: 3, tricks: 1}, lead: you, led: 4-1,
        you: {hand: 4-4 1-1, points: 12, tricks: 4, declared: 6, shown: 4-4 1-1},
        opponent: {hand: 6-0 5-4 2-2, points: 7, tricks: 4, shown: 2-2}%s}"""
    fresh, carrying = (full_position(text % carried) for carried in ("", ", carried: {you: 12, opponent: 30}"))
    for order in ([fresh, carrying, fresh], [carrying, fresh, carrying]):
        assert solve_many(order).tolist() == [{fresh: 40, carrying: 10}[position] for position in order]


@pytest.mark.parametrize("bits", [1, 25, -3])
def test_table_sizes_are_checked(bits: int) -> None:
    with pytest.raises(ValueError, match="bits: expected 2 to 24"):
        kernel(bits)


def test_other_threads_run_while_it_solves() -> None:
    ticks: list[float] = []
    is_solved = threading.Event()

    def tick() -> None:
        while not is_solved.wait(0.001):
            ticks.append(time.perf_counter())

    whole_deals = deals(60, seed=3)
    solve_many(whole_deals[:1])  # what is made once is made
    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    solve_many(whole_deals)
    end = time.perf_counter()
    is_solved.set()
    thread.join()
    assert sum(start < t < end for t in ticks) >= 10
