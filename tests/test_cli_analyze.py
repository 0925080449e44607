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
from tests.test_cli_main import CLOSE_NOW, HIDDEN, IMPOSSIBLE, LAST_TILE, ROOT, program, run

SHOULD_I_CLOSE = (ROOT / "positions/examples/should-i-close.yaml").read_text(encoding="utf-8")
MIXED = "---".join([LAST_TILE, IMPOSSIBLE, HIDDEN, CLOSE_NOW])


def test_says_who_wins_what_with_which_move() -> None:
    result = run("analyze", "-", text=CLOSE_NOW)
    assert result.exit_code == 0
    words = " ".join(result.stdout.split())
    best = "close, declare 5-5 0-0, lead 0-0 or close, declare 5-5 0-0, lead 5-5"
    assert f"You win 3 game points with {best}: 2 of 14 moves do that." in words


def test_moves_of_equal_value_share_a_row() -> None:
    output = run("analyze", "--full", "-", text=CLOSE_NOW).stdout
    assert re.search(r"^   \+1  lead 1-0; lead 5-0; lead 6-1; lead 6-3$", output, re.MULTILINE)
    assert len(re.findall(r"^ +[+-]\d  ", output, re.MULTILINE)) == 5


def test_the_line_shows_every_trick_and_what_is_done_between() -> None:
    output = run("analyze", "--full", "-", text=CLOSE_NOW).stdout
    line = output[output.index("Best play") :]
    told = [
        "you close the boneyard",
        "you declare 5-5 0-0 for 30 card points",
        "6  you 0-0  opponent 4-4  you    101        11",
        "the Bingo takes 4-4: you score 1 game point",
        "you claim with 101 card points",
        "you score 2 game points",
    ]
    assert [line.index(part) for part in told] == sorted(line.index(part) for part in told)


def test_says_that_it_is_exact_and_what_it_took() -> None:
    assert re.search(
        r"exact, \w+ engine: \d+ nodes?, [\d.]+ m?s\n$", run("analyze", "--full", "-", text=CLOSE_NOW).stdout
    )


def test_a_deal_worth_card_points_says_card_points() -> None:
    output = run("analyze", "-", "--rules", "berndt", text=LAST_TILE.replace("65", "20").replace("41", "15")).stdout
    assert "You win by 13 card points. The only move is lead 4-4.\n" in output
    assert "game point" not in output


def test_json_has_what_the_contract_names() -> None:
    result = run("analyze", "-", "--json", text=f"{CLOSE_NOW}---{LAST_TILE}")
    first, second = map(json.loads, result.stdout.splitlines())
    assert list(first) == ["name", "rules", "exact", "to_move", "value", "best", "moves", "line", "nodes", "seconds"]
    assert (first["name"], first["rules"], first["exact"], first["to_move"]) == ("Close now", "pagat", True, "you")
    assert first["value"] == 3
    assert "close, declare 5-5 0-0, lead 0-0" in first["best"]
    assert {"move": "lead 6-3", "value": 1} in first["moves"]
    assert first["line"][1] == "opponent play 4-4"
    assert second["name"] == "The last tile"


def test_rules_of_the_option_replace_those_of_the_file() -> None:
    result = run("analyze", "-", "--json", "--rules", "pagat, capture=0", text=CLOSE_NOW)
    answer = json.loads(result.stdout)
    assert (answer["rules"], answer["value"]) == ("pagat, capture=0", 2)


@pytest.mark.parametrize("rules", ["whist", "pagat, must_beat=perhaps", "pagat, speed=3", "pagat, at_target=points"])
def test_rules_that_do_not_exist_are_wrong_usage(rules: str) -> None:
    result = run("analyze", "-", "--rules", rules, text=LAST_TILE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "expected" in result.stderr


def test_the_good_positions_are_analyzed_and_the_others_reported() -> None:
    result = run("analyze", "-", "--json", text=MIXED)
    assert result.exit_code == 1
    names = [json.loads(line)["name"] for line in result.stdout.splitlines()]
    assert [name for name in names if name != "What do they hold?"] == ["The last tile", "Close now"]
    assert "standard input, position 2 'Nine trumps'" in result.stderr
    assert "found '9'" in result.stderr
    assert "found 'me'" in result.stderr
    assert "Traceback" not in result.stderr


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


def test_a_method_that_does_not_exist_is_wrong_usage() -> None:
    result = run("analyze", "-", "--method", "guess", text=LAST_TILE)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "rollout, ismcts, pimc" in " ".join(result.stderr.split())


def test_files_that_cannot_be_read_are_reported_and_the_rest_is_done(tmp_path: Path) -> None:
    good, broken = tmp_path / "good.yaml", tmp_path / "broken.yaml"
    good.write_text(LAST_TILE)
    broken.write_bytes(b"name: [\xff\x00")
    result = run("analyze", str(tmp_path / "none.yaml"), str(tmp_path), str(broken), str(good), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["value"] == 1
    assert all(name in result.stderr for name in ("none.yaml", "broken.yaml"))
    assert "Traceback" not in result.stderr


def test_an_expectation_that_is_not_met_is_reported() -> None:
    met = run("analyze", "-", text=f"{LAST_TILE}expect: {{value: 1, best: lead 4-4}}")
    assert (met.exit_code, met.stderr) == (0, "")
    missed = run("analyze", "-", text=f"{LAST_TILE}expect: {{value: 2, best: [lead 6-6, lead 4-4]}}")
    assert missed.exit_code == 1
    assert "expected the value +2; found +1" in missed.stderr
    assert "expected the best moves lead 4-4; lead 6-6; found lead 4-4" in missed.stderr


def test_an_expectation_is_held_by_the_rules_of_its_file_only() -> None:
    missed = run("analyze", "-", "--rules", "engel", text=f"{LAST_TILE}expect: {{value: 2}}")
    assert missed.exit_code == 0


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
