"""Boards in text: tiles stand apart where there is room, and nothing is wider than the screen."""

import pytest

from bingo.solver import deal
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.screen import Screen

TOP = "┌─┬─┐"


@pytest.mark.parametrize(("width", "row"), [(43, " ".join([TOP] * 7)), (42, TOP * 7), (37, TOP * 7), (36, TOP * 6)])
def test_seven_tiles_stand_apart_then_side_by_side_then_in_two_rows(width: int, row: str) -> None:
    lines = draw(board_of(deal("pagat", seed=1)), "A deal", Screen(width))
    assert next(line.strip() for line in lines if TOP in line) == row
