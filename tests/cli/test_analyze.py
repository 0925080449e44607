"""`bingo analyze`: pipes, names, narrow screens; what it prints is stored."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given

from bingo.solver import Expect, Move, Position, analyze, deal
from bingo.solver.game import presets
from bingo.solver.game.position import OPPONENT, YOU, Closing
from bingo.solver.game.tiles import TileSet, text, tile
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.exact import _failed_close, explain, principal_line
from bingo.solver.render.screen import Screen, wrap
from tests.cli.test_main import CLOSE_NOW, LAST_TILE, program
from tests.support.strategies import positions


def test_a_pipe_gets_no_colour_and_an_ascii_one_no_boxes() -> None:
    fancy = program("analyze", "-", text=CLOSE_NOW).stdout
    assert "┌─┬─┐" in fancy
    assert "\x1b" not in fancy
    for environment in ({"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}):
        result = program("analyze", "-", text=CLOSE_NOW, **environment)
        assert result.returncode == 0
        assert result.stdout.isascii()
        assert "|6|3|" in result.stdout


def test_a_name_cannot_write_on_the_terminal() -> None:
    named = LAST_TILE.replace("The last tile", r'"Caf\u00e9 \e[31m red"')
    result = program("analyze", "-", text=named)
    assert "\x1b" not in result.stdout
    assert result.stdout.startswith("Café ")
    in_ascii = program("analyze", "-", "--json", text=named, PYTHONIOENCODING="ascii")
    assert json.loads(in_ascii.stdout)["name"].startswith("Café ")


def test_of_an_estimate_any_of_the_best_moves_expected_will_do() -> None:
    both, (bingo, blank) = Expect(best=(Move(lead=27), Move(lead=0))), ("lead 6-6", "lead 0-0")
    for moves in ([bingo], [blank], [bingo, blank]):
        assert both.differences_from(1, moves, exact=False) == []
        assert bool(both.differences_from(1, moves)) == (len(moves) < 2)
    assert both.differences_from(1, ["lead 1-1"], exact=False) == [
        "expected the best moves lead 0-0; lead 6-6; found lead 1-1"
    ]
    assert Expect(value=-1).differences_from(1, []) == ["expected the value -1; found +1"]


@given(positions(most_tiles=4, phase=2))
def test_any_answer_fits_a_narrow_ascii_screen(position: Position) -> None:
    screen = Screen(width=40, unicode=False)
    analysis = analyze(position)
    lines = [*draw(board_of(position), "A position", screen), *explain(analysis, screen)]
    assert all(len(line) <= 40 and line.isascii() for line in lines)
    assert lines[-1].startswith("exact") or "exact" in lines[-2]
    rows = [line for line in lines if re.match(r" +\d+  (you|opp) \d-\d ", line)]
    assert len(rows) == sum(step.move.play is not None for step in analysis.line)


@pytest.mark.parametrize("width", range(12, 60))
def test_a_number_stays_with_its_unit_and_a_tile_with_its_move(width: int) -> None:
    text = "closing: 256 of 3,432 hands, 2.1 s; 25 nodes, 1.7 ms; told from lead 0-0. Play 6-4!"
    lines = wrap(text, width)
    assert " ".join(lines) == text
    assert max(map(len, lines)) <= width
    for whole in ("2.1 s;", "1.7 ms;", "lead 0-0."):
        assert any(whole in line for line in lines)


def test_who_takes_a_trick_draws_first() -> None:
    takers = set()
    for seed in range(8):
        analysis = analyze(deal(seed=seed))
        lines = principal_line(deal(seed=seed), analysis.line, Screen(200))
        draws = [line.strip() for line in lines if " draw " in line or " draws " in line]
        drawing = [step for step in analysis.line if step.drawn]
        assert len(draws) == len(drawing)
        for line, step in zip(draws, drawing, strict=True):
            assert step.drawn is not None
            you, opponent = (text(tile) for tile in step.drawn)
            both = (f"you draw {you}", f"the opponent draws {opponent}")
            assert line == " and ".join(both if step.trick == YOU else both[::-1])
            takers.add(step.trick)
    assert takers == {YOU, OPPONENT}


def test_a_closer_who_reaches_the_target_to_the_point_has_not_failed() -> None:
    hands = (TileSet(tile(4, 4)), TileSet(tile(5, 0)))
    position = Position(presets.rules("pagat"), 4, hands, YOU, tricks=(6, 6), closed=Closing(YOU, 0, 1))
    answer = analyze(position)
    for points in (69, 70, 71):
        last = replace(answer.line[-1], move=Move(play=tile(5, 0)), card_points=(points, 10))
        assert (_failed_close(position, (last,)) is None) == (points >= position.rules.target)
