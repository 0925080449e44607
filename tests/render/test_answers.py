"""Short by default: one position, one deal in 24 lines; no line breaks where one would stumble over it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from bingo import analyze, close, reads
from bingo.solver import Move, MoveValue, deal
from bingo.solver.analysis import Failures
from bingo.solver.render import Screen
from bingo.solver.render.analysis import alike_sentence, figures, shortfall
from bingo.solver.render.answers import failure_sentence
from bingo.solver.render.board import board_of, draw
from tests.support.command import output
from tests.support.depth import by_depth, few
from tests.support.reading import EXAMPLES, LATE_CLOSE

EXAMPLE_FILES = sorted(EXAMPLES.glob("*.*"))
CLOSE_FILES = [file for file in EXAMPLE_FILES if "close" in file.stem and file.stem != "let-the-close-fail"]


def printed_answers(*words: str) -> list[list[str]]:
    return [part.splitlines() for part in re.split(r"\n\n─+\n\n", output(*words))]


@pytest.mark.parametrize("file", few(EXAMPLE_FILES, *EXAMPLE_FILES[::3]), ids=lambda file: file.stem)
def test_every_example_is_analyzed_and_claimed_in_24_lines(file: Path) -> None:
    for command in (["analyze", "--worlds", "64"], ["claim"]):
        if command[0] == "analyze" and file.stem in ("can-i-claim", "three-claims"):
            continue  # tiles in their tricks are forgotten
        for lines in printed_answers(*command, str(file)):
            assert len(lines) <= 24
            assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("file", CLOSE_FILES, ids=lambda file: file.stem)
def test_every_example_is_closed_in_24_lines_and_more_is_a_word_away(file: Path) -> None:
    for lines in printed_answers("close", "--seconds", "0.3", str(file)):
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
    assert len(printed_answers("close", "--seconds", "0.3", "--full", "--no-proof", str(file))[0]) > 24


def test_one_deal_is_reviewed_in_24_lines() -> None:
    [lines] = printed_answers("review", "--worlds", "64", str(LATE_CLOSE))
    assert len(lines) <= 24
    assert "result = " in "\n".join(lines)


@pytest.mark.parametrize("width", range(42, 100))
def test_no_line_breaks_inside_a_move(width: int) -> None:
    move = "close, declare 6-6 5-5 4-4, lead 6-6"
    assert sum(move in line for line in Screen(width).flow([move, move], "  -0.13  -0.24 to -0.02  4,608  ", "; ")) == 2
    text = f"It is better than every other move, {move}, which brings less; but {move} is worth more than that. {move}."
    assert sum(line.count(move) for line in Screen(width).wrap(text)) == 3


TOP = "┌─┬─┐"


@pytest.mark.parametrize(("width", "row"), [(43, " ".join([TOP] * 7)), (42, TOP * 7), (37, TOP * 7), (36, TOP * 6)])
def test_seven_tiles_stand_apart_then_side_by_side_then_in_two_rows(width: int, row: str) -> None:
    lines = draw(board_of(deal("pagat", seed=1)), "A deal", Screen(width))
    assert next(line.strip() for line in lines if TOP in line) == row


# --- how far a move was behind when it was given up --------------------------------------------------


GIVEN_UP_MOVE = MoveValue(Move.parse("lead 6-4"), 0.5, 0.4, 0.6, "estimate", worlds=32, worse=0.2)


def test_a_move_that_was_given_up_is_behind_in_what_counts() -> None:
    assert shortfall(GIVEN_UP_MOVE) == "at least 0.20 worse"
    assert shortfall(replace(GIVEN_UP_MOVE, worse=0.001)) == "slightly worse"
    assert shortfall(replace(GIVEN_UP_MOVE, worse=None)) == ""


def test_a_move_is_not_called_better_than_one_whose_limits_reach_above_it() -> None:
    """Closing with 5-0 is sure of less, yet the best defence against it may be worth more."""
    [position] = reads("""
        {rules: domino-play, turned: 6-5, lead: you, you: {hand: 5-0 4-3 3-3 2-0 1-1 1-0 0-0, won: '5-5 6-4, 4-0 5-1'},
         opponent: {won: '3-0 6-0, 3-1 2-1, 6-3 6-1'}}
        """)
    answer = analyze(position, effort="quick")
    [other] = [row for row in answer.moves if str(row.move) == "close, lead 5-0"]
    assert other.value < answer.value < other.high
    assert alike_sentence(answer) == "It is better than what any other move guarantees."


ESTIMATE = analyze(deal(seed=3).seen_by(0), worlds=8)


@given(st.lists(st.integers(-9, 9), min_size=len(ESTIMATE.moves), max_size=len(ESTIMATE.moves)), st.data())
@settings(max_examples=by_depth(60, 400), deadline=None)
def test_moves_that_read_alike_are_treated_alike_or_the_difference_is_said(
    thousandths: list[int], data: st.DataObject
) -> None:
    """Moves are compared deal by deal, and by more digits than are written."""
    values = [number / 1000 for number in sorted(thousandths, reverse=True)]
    chances = data.draw(st.booleans())
    rows = [
        replace(row, value=value, low=value - 0.1, high=value + 0.1, worse=None)
        for row, value in zip(ESTIMATE.moves, values, strict=True)
    ]
    if chances:
        rows = [replace(row, chance=0.5 + row.value, chance_low=0.4, chance_high=0.6) for row in rows]
    others = data.draw(st.sets(st.sampled_from([row.move for row in rows[1:]])))
    answer = replace(ESTIMATE, moves=tuple(rows), alike=tuple(row.move for row in rows if row.move in others))
    just_as_good = {figures(row)[:-1] for row in rows if row.move in answer.best_moves}
    apart = [str(row.move) for row in rows if row.move not in answer.best_moves and figures(row)[:-1] in just_as_good]
    words = alike_sentence(answer)
    if not answer.alike:
        assert ("but by less than" in words) >= bool(apart)
    else:
        assert words.partition("Worse, though the numbers read the same: ")[2] == "; ".join(apart) + "." * bool(apart)


def test_at_a_match_score_the_chance_counts_and_not_the_game_points() -> None:
    chances = replace(GIVEN_UP_MOVE, chance=0.4, chance_low=0.3, chance_high=0.5)
    assert shortfall(chances) == ""
    assert shortfall(replace(chances, chance_worse=0.1)) == "at least 10.0% worse"


def test_a_close_that_every_hand_beats_can_be_beaten_whatever_they_hold() -> None:
    [position] = reads((EXAMPLES / "should-i-close.yaml").read_text())
    answer = close(position, effort=8)
    beaten = replace(answer, why=Failures(tiles=0, failing=answer.hands, hands=answer.hands, share=1.0), pattern=None)
    assert failure_sentence(beaten) == "In the sample it can be beaten, whatever they hold."
