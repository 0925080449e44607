"""``bingo new``: a template that is valid as it stands, or a position out of questions and answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bingo.cli.new import KINDS, template
from bingo.positions import reads
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


# --- questions ---------------------------------------------------------------------------------------


def test_on_a_terminal_it_asks_without_being_told_to() -> None:
    output, status = at_a_terminal("new", keys=[b"\r", b"\x03"])
    assert "Which rules [pagat]: " in output
    assert "Is the boneyard open, closed or exhausted [open]: " in output
    assert output.endswith("Interrupted.\n")
    assert status == 130
