"""`bingo analyze`: the answer for a person, the contract of --json, and what happens to positions that are wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given

from bingo.cli.render.answer import explain, principal_line
from bingo.cli.render.board import board_of, draw
from bingo.cli.render.screen import Screen, wrap
from bingo.solver import Position, analyze, deal
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.tiles import text
from tests.native import needs_kernel
from tests.strategies import positions
from tests.test_cli_main import CLOSE_NOW, LAST_TILE, ROOT, program, run


@needs_kernel
def test_where_tiles_are_hidden_json_tells_means_and_their_limits() -> None:
    options = ("--json", "--worlds", "200", "--method")
    for method in ("rollout", "ismcts", "pimc"):
        worlds = ("--worlds", "3") if method == "pimc" else ()
        result = run("analyze", "positions/examples/first-lead.yaml", *options, method, *worlds)
        answer = json.loads(result.stdout)
        assert (answer["exact"], answer["to_move"], answer["method"]) == (False, "you", method)
        assert [answer["best"]] == [[row["move"]] for row in answer["moves"][:1]]
        assert len(answer["moves"]) == 9
        first = answer["moves"][0]
        assert first["low"] <= first["value"] == answer["value"] <= first["high"]
        assert 0 < first["worlds"] <= 200
        assert {"alike", "every", "weighted", "seed", "seconds", "line"} <= set(answer)


def test_files_that_cannot_be_read_are_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    good, broken = tmp_path / "good.yaml", tmp_path / "broken.yaml"
    good.write_text(LAST_TILE)
    broken.write_bytes(b"name: [\xff\x00")
    result = run("analyze", str(tmp_path / "none.yaml"), str(tmp_path), str(broken), str(good), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["value"] == 1
    assert all(name in result.stderr for name in ("none.yaml", "broken.yaml"))
    assert "Traceback" not in result.stderr


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


@given(positions(most_tiles=4, phase=2))
def test_any_answer_fits_a_narrow_ascii_screen(position: Position) -> None:
    screen = Screen(width=40, unicode=False)
    analysis = analyze(position)
    lines = [*draw(board_of(position), "A position", screen), *explain(analysis, "reference", screen)]
    assert all(len(line) <= 40 and line.isascii() for line in lines)
    assert lines[-1].startswith("exact") or "engine" in lines[-2]
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


@needs_kernel
@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("score", ["", "match: {you: 5, opponent: 4}"])
def test_once_nothing_is_drawn_it_says_what_is_guaranteed_and_at_most(width: int, score: str) -> None:
    text = (ROOT / "positions/examples/neither-sees-the-other.yaml").read_text(encoding="utf-8") + score
    out = run("analyze", "--full", "-", text=text, width=width).stdout
    assert max(map(len, out.splitlines())) <= width
    rows = [line for line in out.splitlines() if "exact  " in line and "lead" in line]
    assert len(rows) == 4
    [line] = run("analyze", "--full", "-", "--json", text=text).stdout.splitlines()
    found = json.loads(line)
    assert found["kind"] == "exact"
    assert rows[0].split()[0] == (f"{found['chance']:.1%}" if score else f"{found['value']:+.2f}")


def test_who_takes_a_trick_draws_first() -> None:
    takers = set()
    for seed in range(8):
        analysis = analyze(deal(seed=seed))
        told = [line.strip() for line in principal_line(analysis, Screen(200)) if " draw " in line or " draws " in line]
        drawing = [step for step in analysis.line if step.drawn]
        assert len(told) == len(drawing)
        for line, step in zip(told, drawing, strict=True):
            assert step.drawn is not None
            you, opponent = (text(tile) for tile in step.drawn)
            both = (f"you draw {you}", f"the opponent draws {opponent}")
            assert line == " and ".join(both if step.trick == YOU else both[::-1])
            takers.add(step.trick)
    assert takers == {YOU, OPPONENT}
