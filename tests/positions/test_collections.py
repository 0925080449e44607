"""The shipped puzzles: each one's answer by the reference search, and that the collections are what they say."""

from collections import Counter
from functools import lru_cache

import pytest

from bingo.positions import reads
from bingo.positions.shipped import OTHER_RULES, collections, shipped
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.legal import at_lead, begin, legal_moves
from bingo.solver.game.moves import CLAIM, Move
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.presets import label
from bingo.solver.puzzles.themes import THEMES, solve
from tests.oracles.reference import Reference
from tests.positions.gallery import PAGE, redrawn
from tests.support.depth import by_depth, few

LEAST, PARTS = 200, 50


@lru_cache(maxsize=1)
def puzzles() -> tuple[Position, ...]:
    return tuple(shipped())


@pytest.mark.parametrize("start", few(range(0, PARTS, 10), 0))
def test_puzzles_have_their_values_and_one_best_move_by_the_reference_search(start: int) -> None:
    """A tenth of them, as that is slow: the kernel, which is held against it elsewhere, solves all below."""
    for position in puzzles()[start::PARTS]:
        assert position.expect
        value = position.expect.value
        assert isinstance(value, int)
        (best,) = position.expect.best
        reference = Reference()
        lead = at_lead(position)
        if position.stage is Stage.CLAIM:
            assert not reaches(reference, position, CLAIM, value), position.name
        reaching = [move for move in legal_moves(lead) if reaches(reference, lead, move, value)]
        assert best in reaching, position.name
        assert {_slot(move) for move in reaching} == {_slot(best)}, position.name
        assert not any(reaches(reference, lead, move, value + 1) for move in reaching), position.name


def reaches(reference: Reference, position: Position, move: Move, value: int) -> bool:
    """Whether making this move is worth so much or more to you; quicker than its exact value."""
    return reference._after(position, (0, 0), move, value - 1, value) >= value


def _slot(move: Move) -> tuple[bool, int | None]:
    """A move but for its declaration: leading a double is one move, whatever is declared with it."""
    return move.close, move.tile


def test_there_are_two_hundred_of_every_theme_and_level() -> None:
    assert len(puzzles()) >= LEAST
    of_theme = Counter(p.expect.themes[0] for p in puzzles() if p.expect)
    assert set(of_theme) == set(THEMES)
    assert min(of_theme.values()) >= 15


def test_no_two_are_alike() -> None:
    solvers = {p.rules: Kernel(p.rules) for p in puzzles()}
    assert len({solve(p, solvers[p.rules]).fingerprint for p in puzzles()}) == len(puzzles())


def test_names_tell_them_apart() -> None:
    names = [p.name for p in puzzles()]
    assert all(names)
    assert len(set(names)) == len(names)


def test_you_are_to_move_and_nobody_claims_first() -> None:
    for p in puzzles():
        assert begin(p) == p
        assert p.to_move == YOU


def test_each_file_holds_one_theme_from_easy_to_hard() -> None:
    for file in collections():
        answers = [p.expect for p in reads(file.read_text(encoding="utf-8"))]
        difficulties = [expect.difficulty for expect in answers if expect and expect.difficulty is not None]
        assert len(difficulties) == len(answers)
        if file.name != OTHER_RULES:
            assert difficulties == sorted(difficulties)
            assert {expect.themes[0] for expect in answers if expect} == {file.name.removesuffix(".yaml")}


def test_other_rules_have_theirs() -> None:
    assert len({label(p.rules) for p in puzzles()}) >= 5


def test_themes_and_difficulty_are_what_is_measured() -> None:
    from bingo.solver.puzzles.composing import Composer, measure, select
    from bingo.solver.puzzles.themes import themes

    composers = {p.rules: Composer(p.rules) for p in puzzles()}
    for p in by_depth(puzzles()[::4], puzzles()):
        composer, expect = composers[p.rules], p.expect
        assert expect
        assert len(select(p.rules, composer.candidates([p]))) == 1, p.name
        solved = solve(p, composer.kernel)
        assert (solved.value, str(solved.solution)) == (expect.value, str(expect.best[0])), p.name
        assert themes(solved) == expect.themes, p.name
        assert measure(solved, composer).difficulty == expect.difficulty, p.name


def test_the_page_shows_what_comes_out() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.count("<details>") == 5
    assert redrawn(page) == page
