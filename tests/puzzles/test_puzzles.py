"""Each theme holds where it should, and not where one thing is different."""

from dataclasses import replace

import pytest

from bingo.solver import Position
from bingo.solver.engine.kernel import Kernel
from bingo.solver.puzzles import THEMES, SolvedPuzzle, solve, themes
from tests.support.command import LAST_TILE
from tests.support.reading import full_position, known_example


def solved(position: Position) -> SolvedPuzzle:
    return solve(position, Kernel(position.rules))


def solved_example(name: str) -> SolvedPuzzle:
    return solved(known_example(name))


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("wait-with-a-claim", "wait-with-a-claim"),
        ("save-the-thirty", "save-the-thirty"),
        ("the-bingo-waits", "hold-the-bingo"),
        ("close-for-three", "close-now"),
        ("do-not-close-yet", "do-not-close"),
        ("forced-to-win", "forced-reply"),
    ],
)
def test_the_examples_have_the_themes_that_they_were_written_for(name: str, theme: str) -> None:
    assert theme in themes(solved_example(name))


def holds(theme: str, puzzle: SolvedPuzzle) -> bool:
    return THEMES[theme].holds(puzzle)


def test_no_claim_to_wait_with_below_the_target() -> None:
    puzzle = solved_example("wait-with-a-claim")
    poorer = replace(puzzle.position, points=(15, 11))
    assert not holds("wait-with-a-claim", replace(puzzle, position=poorer))
    assert not holds("wait-with-a-claim", solved(full_position(LAST_TILE)))


SACRIFICE = """
trump: 1
lead: you
you: {hand: 6-6 6-4 5-3 4-1, points: 44, tricks: 6, declared: 20, shown: 6-6}
opponent: {hand: 6-1 5-2 5-0 4-4, points: 49, tricks: 4}
"""


def test_a_sacrifice_gives_the_opponent_a_tile_that_counts() -> None:
    puzzle = solved(full_position(SACRIFICE))
    assert str(puzzle.solution) == "lead 6-4"
    assert themes(puzzle) == ("sacrifice",)


def test_it_is_no_sacrifice_without_a_cheaper_tile() -> None:
    puzzle = solved(full_position(SACRIFICE))
    costly = tuple(c for c in puzzle.choices if str(c.move) in ("lead 6-4", "lead 6-6"))
    assert not holds("sacrifice", replace(puzzle, choices=costly))


def test_the_bingo_is_not_held_back_by_playing_it() -> None:
    puzzle = solved_example("the-bingo-waits")
    bingo = next(c for c in puzzle.choices if str(c.move) == "lead 0-0")
    assert not holds("hold-the-bingo", replace(puzzle, choices=(bingo,)))


def test_thirty_is_saved_only_from_below_and_in_a_lost_deal() -> None:
    puzzle = solved_example("save-the-thirty")
    assert puzzle.value < 0
    at_thirty = replace(puzzle.position, points=(30, puzzle.position.points[1]))
    assert not holds("save-the-thirty", replace(puzzle, position=at_thirty))
    assert not holds("save-the-thirty", solved_example("the-bingo-waits"))


def test_closing_is_the_theme_only_while_the_boneyard_is_open() -> None:
    for name in ("the-bingo-waits", "save-the-thirty", "forced-to-win"):
        assert not {"close-now", "do-not-close"} & set(themes(solved_example(name)))
    for name in ("close-for-three", "do-not-close-yet"):
        assert set(themes(solved_example(name))) <= {"close-now", "do-not-close"}


def test_a_close_that_nobody_would_think_of_is_no_temptation() -> None:
    puzzle = solved_example("do-not-close-yet")
    poor = replace(puzzle.position, points=(0, 31), declared=(0, 20))
    assert not holds("do-not-close", replace(puzzle, position=poor))


def test_a_reply_is_forced_only_if_another_tile_would_have_refuted() -> None:
    puzzle = solved_example("forced-to-win")
    assert holds("forced-reply", puzzle)
    generous = replace(puzzle, choices=(replace(puzzle.choices[0], value=-9), *puzzle.choices[1:]))
    assert not holds("forced-reply", generous)
