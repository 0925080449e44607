"""Candidates: what comes out of native play is real, solved as the kernel solves it, and judged as is said."""

import numpy as np
import pytest

from bingo.positions import dumps_json, reads
from bingo.solver.analysis.exact import choices
from bingo.solver.game import tiles
from bingo.solver.game.legal import begin, may_claim
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.presets import PAGAT, PRESETS
from bingo.solver.puzzles.composing import Candidates, Composer, Wanted, position, select
from tests.oracles.reference import Reference

PRESET_NAMES = list(PRESETS)
#: With few face-down tiles, as differences of card points take long.
ALL = Wanted(2, 7, 1)


def played(name: str, deals: int, wanted: Wanted = ALL, seed: int = 5) -> tuple[Composer, Candidates, list[Position]]:
    composer = Composer(PRESETS[name].rules)
    candidates = composer.play(seed, 0, deals, wanted)
    return composer, candidates, [position(composer.rules, row) for row in candidates.rows]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_candidate_passes_the_check_of_positions_that_can_occur(name: str) -> None:
    _, _, positions = played(name, 120)
    assert len(positions) > 100
    for p in positions:
        assert list(reads(dumps_json(p))) == [p]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_you_are_to_move_and_nobody_claims_first(name: str) -> None:
    positions = played(name, 120)[2]
    assert positions
    for p in positions:
        assert p.to_move == YOU
        assert p.stage is Stage.REPLY or not may_claim(p, OPPONENT)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_values_and_looks_are_those_of_the_position(name: str) -> None:
    composer, candidates, listed = played(name, 120)
    again = composer.candidates(listed)
    assert (again.exact == candidates.exact).all()
    assert (again.ahead == candidates.ahead).all()


def test_there_are_positions_of_every_sort() -> None:
    positions = played("pagat", 400)[2]
    assert any(p.open for p in positions)
    assert any(p.closed for p in positions)
    assert any(not p.open and not p.closed for p in positions)
    assert {p.stage for p in positions} == {Stage.CLAIM, Stage.LEAD, Stage.REPLY}
    assert {p.hands[YOU].bit_count() for p in positions} >= set(range(2, 8))


def test_only_what_is_wanted_is_seen() -> None:
    positions = played("pagat", 200, Wanted(4, 5, 3))[2]
    assert {len(p.stock) for p in positions if p.open} == {1, 3}
    assert {p.hands[YOU].bit_count() for p in positions if not p.open} == {4, 5}


def test_a_deal_depends_on_its_number_and_the_seed_alone() -> None:
    composer = Composer(PAGAT)
    whole = composer.play(9, 0, 100, ALL)
    parts = [composer.play(9, first, 50, ALL) for first in (50, 0)]
    assert (whole.rows == np.concatenate([parts[1].rows, parts[0].rows])).all()
    assert not np.array_equal(whole.rows, composer.play(10, 0, 100, ALL).rows)
    few = composer.play(9, 0, 100, Wanted(4, 5, 0)).rows
    assert {row.tobytes() for row in few} <= {row.tobytes() for row in whole.rows}


# --- shallow play ------------------------------------------------------------------------------------


# --- selecting ---------------------------------------------------------------------------------------


def test_a_puzzle_has_one_best_move_and_it_is_not_an_obvious_one() -> None:
    _, candidates, listed = played("pagat", 3000, Wanted(3, 7, 0))
    kept = select(PAGAT, candidates)
    assert 5 < len(kept) < len(candidates) / 50
    for n in kept[:8]:
        p = listed[n]
        moves = choices(p, Reference())
        assert len(moves) >= 3
        assert moves[0].value > moves[1].value
        solution = moves[0].move
        assert solution.tile is not None


def test_the_highest_tile_and_the_highest_declared_double_are_obvious() -> None:
    hands = (tiles.mask(tiles.parse_all("4-4 3-1 2-1")), tiles.mask(tiles.parse_all("5-4 6-2 6-5")))
    highest = begin(Position(PAGAT, 4, hands, YOU, points=(35, 60), tricks=(6, 5)))
    composer = Composer(PAGAT)
    one_best = choices(highest, composer.kernel)
    assert one_best[0].value > one_best[1].value
    assert str(one_best[0].move) == "lead 4-4"
    assert len(select(PAGAT, composer.candidates([highest]))) == 0
