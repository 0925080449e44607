"""``bingo new``: a template that is valid as it stands, or a position out of questions and answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bingo.cli.new import KINDS, template
from bingo.positions import read, reads
from bingo.positions.schema import KEYS, Document, Player
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from tests.terminal import at_a_terminal
from tests.test_cli_main import run

# --- templates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_a_position_of_its_kind(kind: str) -> None:
    (position,) = reads(template(kind))
    if kind == "exhausted":
        assert isinstance(position, Position)
        assert not position.open
        assert position.closed is None
    else:
        assert isinstance(position, InformationSet)
        assert position.setup.open == (kind == "open")
        assert (position.setup.closed is not None) == (kind == "closed")


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_can_be_analyzed_as_it_stands(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "mine.yaml"
    assert run("new", kind, "--out", str(out)).exit_code == 0
    worlds = [] if kind == "exhausted" else ["--worlds", "50"]
    analyzed = run("analyze", "--json", *worlds, str(out))
    assert (analyzed.exit_code, analyzed.stderr) == (0, "")
    assert json.loads(analyzed.stdout)["exact"] == (kind == "exhausted")


def keys(text: str) -> Iterator[str]:
    """Every key of a template, also those behind a remark sign."""
    return (m[1] for m in re.finditer(r"^ *(?:# )?([a-z]+):(?: |$)", text, re.MULTILINE))


def test_the_templates_explain_every_key_and_no_other() -> None:
    named = {key for kind in KINDS for key in keys(template(kind))}
    assert named == {*Document.__struct_fields__, *Player.__struct_fields__}
    for kind in KINDS:
        assert set(keys(template(kind))) <= KEYS
        assert max(map(len, template(kind).splitlines())) <= 120
    assert {"trump", "won", "closed"} <= set(keys(template("closed")))


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_behind_a_remark_sign_can_be_read_when_that_is_removed(kind: str) -> None:
    """One at a time; some then contradict the example, but none is a fault of notation."""
    lines = template(kind).splitlines()
    for n, line in enumerate(lines):
        if re.match(r" *# [a-z]+: ", line):
            text = "\n".join([*lines[:n], line.replace("# ", "", 1), *lines[n + 1 :]])
            errors: list[Exception] = []
            list(reads(text, on_error=errors.append))
            assert not re.search("known key|a mapping|a tile|a number|number 0|tiles separated", str(errors))


def test_elsewhere_than_on_a_terminal_the_usual_template_is_written() -> None:
    result = run("new")
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", template("open"))
    assert run("new", "closed").stdout == template("closed")


def test_it_overwrites_nothing_and_says_what_it_wrote(tmp_path: Path) -> None:
    out = tmp_path / "mine.yaml"
    first = run("new", "--out", str(out))
    assert (first.exit_code, out.read_text(encoding="utf-8")) == (0, template("open"))
    assert first.stdout.startswith(f"{out} has been written.")
    out.write_text("mine", encoding="utf-8")
    again = run("new", "--out", str(out))
    assert (again.exit_code, again.stdout, out.read_text(encoding="utf-8")) == (2, "", "mine")
    assert "expected a file that does not exist yet; found" in " ".join(again.stderr.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["opened"], "expected one of open, closed, exhausted; found 'opened'"),
        (["--out", "positions"], "expected a file; found the folder 'positions'"),
        (["--out", "nowhere/mine.yaml"], "expected a file in a folder that exists"),
        (["--out", "mine.jsonl"], "expected a YAML file, such as mine.yaml; found 'mine.jsonl'"),
    ],
)
def test_wrong_usage(words: list[str], told: str) -> None:
    result = run("new", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in " ".join(result.stderr.split())


# --- questions ---------------------------------------------------------------------------------------

HAND = "6-6 6-3 6-2 5-4 5-0 4-2 0-0"
#: An answer to each question about an open boneyard, up to the name.
OPEN = ["", "", "5-1", "", "", HAND, "", "6-4 2-1, 5-3 4-1", "1", "0", "", "", "Mine"]


def answered(tmp_path: Path, *lines: str, kind: str = "", status: int = 0) -> tuple[str, Path]:
    """The output for some answers, and the file they were written to."""
    out = tmp_path / "mine.yaml"
    words = ["new", *([kind] if kind else []), "--ask", "--out", str(out)]
    result = run(*words, text="".join(f"{line}\n" for line in lines))
    assert result.exit_code == status, result.output
    return " ".join(result.output.split()), out


def test_the_answers_make_a_position(tmp_path: Path) -> None:
    output, out = answered(tmp_path, *OPEN)
    (position,) = read(out)
    assert isinstance(position, InformationSet)
    assert (position.name, position.trump, position.setup.tricks, position.setup.points) == ("Mine", 5, (2, 1), (18, 0))
    assert "You: 18 card points, 2 tricks" in output  # the board is shown
    assert f"{out} has been written. Now run: bingo analyze {out}" in output


def test_a_closed_and_an_exhausted_boneyard_have_questions_of_their_own(tmp_path: Path) -> None:
    closed = ["", "", "5", "", "", HAND, "", "6-4 2-1, 5-3 4-1", "6-1 3-2", "", "", "me", "0", "1", ""]
    output, out = answered(tmp_path, *closed[:7], "14", *closed[7:], kind="closed")
    assert "expected at most 13 tricks, as the boneyard is closed; found 14" in output
    (position,) = read(out)
    assert isinstance(position, InformationSet)
    assert str(position.setup.closed) == "Closing(by=0, points=0, tricks=1)"
    out.unlink()
    mine, other = "6-2 5-2 5-0 4-1 3-2 3-1 0-0", "6-6 5-4 4-4 4-3 4-2 1-1 1-0"
    waits = ["", "6", "", "", mine, other, "4", "43", "3", "37", "", "1-1", "", "20", "The Bingo waits"]
    output, out = answered(tmp_path, *waits, kind="exhausted")
    assert output.count("this is required") == 1
    waiting = next(iter(read("positions/examples/the-bingo-waits.yaml")))
    (position,) = read(out)
    assert isinstance(position, Position)
    assert isinstance(waiting, Position)
    assert (position.hands, position.points, position.declared, position.shown) == (
        waiting.hands, waiting.points, waiting.declared, waiting.shown,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("at", "wrong", "told"),
    [
        (0, "pagatt", "expected one of the presets pagat,"),
        (1, "maybe", "expected open, closed or exhausted; found 'maybe'"),
        (2, "", "this is required"),
        (2, "7-1", "expected a tile such as 6-4 (two digits 0 to 6); found '7-1'"),
        (2, "6\N{EN DASH}1", "is an en dash, not a hyphen"),
        (3, "nobody", "expected you or opponent; found 'nobody'"),
        (5, "6-6 5-4", "expected 7 tiles while the boneyard is open"),
        (5, HAND.replace("6-3", "6-6"), "found 6-6, twice in you.hand"),
        (5, HAND.replace("6-3", "5-1"), "expected every tile in one place only; found 5-1"),
        (6, HAND, "found 6-6, also in you.hand"),
        (7, "6-4 2-1, 5-3", "expected tricks of two tiles each; found '5-3'"),
        (7, "6-6 2-1", "found 6-6, also in you.hand"),
        (7, "29", "expected at most 6 tricks, as the boneyard is open; found 29"),
        (7, "\N{SUPERSCRIPT TWO}", "expected"),
        (8, "5", "expected at most 4 tricks, as the boneyard is open; found 5"),
        (9, "twenty", "expected a whole number 0 to 1000; found 'twenty'"),
        (9, "1", "expected card points that 1 trick of the tiles gone can hold; found 1"),
        (10, "6-5", "expected doubles; found 6-5"),
    ],
)
def test_a_wrong_answer_is_complained_of_at_once_and_asked_again(
    tmp_path: Path, at: int, wrong: str, told: str
) -> None:
    output, out = answered(tmp_path, *OPEN[:at], wrong, *OPEN[at:])
    assert told in output
    assert "cannot occur" not in output
    assert len(list(read(out))) == 1


def test_after_a_close_a_hand_of_any_size_is_taken_and_the_turned_tile_is_not_in_it(tmp_path: Path) -> None:
    six = "6-6 6-3 6-2 5-4 5-0 4-2"
    lines = [
        "",
        "5-1",
        "",
        "",
        f"{six} 5-1",
        "6-6 x",
        six,
        "",
        "6-4 2-1, 5-3 4-1, 0-0 1-1",
        "6-1 3-2",
        "",
        "",
        "",
        "",
        "1",
        "",
    ]
    output, out = answered(tmp_path, *lines, kind="closed")
    assert "The tricks the opponent had then [0]" in output
    assert output.count("expected 7 tiles") == 0
    assert "found 5-1, also in you.hand" in output
    assert "found 'x' The tiles" in output  # and nothing of the number of tiles that are left without it
    (position,) = read(out)
    assert isinstance(position, InformationSet)


def test_back_none_and_help(tmp_path: Path) -> None:
    lines = [*OPEN[:5], "back", "6-5", "back", "none", *OPEN[5:9], "help", *OPEN[9:]]
    output, out = answered(tmp_path, *lines)
    assert "led" not in out.read_text(encoding="utf-8")
    assert output.count('"back" returns to the previous question') == 2


def test_what_cannot_occur_is_asked_once_more(tmp_path: Path) -> None:
    """The opponent leads without a trick: both the lead and the tricks may be wrong."""
    wrong = [*OPEN[:3], "opponent", *OPEN[4:8], "none", "", "", "Mine"]
    output, out = answered(tmp_path, *wrong, "you")
    assert "This cannot occur: lead: expected a player with a trick" in output
    assert len(list(read(out))) == 1
    out.unlink()
    output, out = answered(tmp_path, *wrong, "", status=1)  # everything as it was
    assert "As it stands it cannot occur: correct it there." in output
    assert "lead: opponent" in out.read_text(encoding="utf-8")


def test_a_file_is_asked_for_last_and_not_overwritten(tmp_path: Path) -> None:
    there, new = tmp_path / "there.yaml", tmp_path / "new.yaml"
    there.write_text("mine", encoding="utf-8")
    result = run("new", "--ask", text="".join(f"{line}\n" for line in [*OPEN, str(there), str(new)]))
    assert result.exit_code == 0
    assert "expected a file that does not exist yet" in result.stdout
    assert there.read_text(encoding="utf-8") == "mine"
    assert len(list(read(new))) == 1
    shown = run("new", "--ask", text="".join(f"{line}\n" for line in [*OPEN, ""])).stdout
    assert shown.endswith(new.read_text(encoding="utf-8"))


@pytest.mark.parametrize("last", [["quit"], []])
def test_leaving_writes_nothing(tmp_path: Path, last: list[str]) -> None:
    output, out = answered(tmp_path, *OPEN[:6], *last, status=1)
    assert "Nothing was written." in output
    assert not out.exists()


def test_on_a_terminal_it_asks_without_being_told_to() -> None:
    output, status = at_a_terminal("new", keys=[b"\r", b"\x03"])
    assert "Which rules [pagat]: " in output
    assert "Is the boneyard open, closed or exhausted [open]: " in output
    assert output.endswith("Interrupted.\n")
    assert status == 130
