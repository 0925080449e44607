"""`bingo rules`: every field and reading of every preset; `bingo new`: valid templates."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bingo import PRESETS, InformationSet, Position, analyze, reads
from bingo.cli.reference import BONEYARDS, template
from bingo.positions.schema import POSITION_KEYS, Document, Player
from bingo.solver.render.rules import FIELD_DESCRIPTIONS, field_meaning, fields_without_effect
from tests.support.command import output, refusal, run


@pytest.mark.parametrize("name", PRESETS)
def test_explains_every_field_and_reading_in_words(name: str) -> None:
    output = " ".join(run("rules", name).stdout.split())
    preset = PRESETS[name]
    without = fields_without_effect(preset.rules)
    for key in FIELD_DESCRIPTIONS:
        sentence = field_meaning(key, preset.rules[key])
        assert re.fullmatch(r"[^{]+\.", sentence)
        assert (sentence in output) == (key not in without)
        assert (f" {key}=" in output) == (key not in without)
    assert all(reading in output for reading in preset.readings)


# --- templates ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BONEYARDS)
def test_a_template_is_a_position_of_its_kind_and_can_be_analyzed(kind: str) -> None:
    (position,) = reads(template(kind))
    assert analyze(position, worlds=50).exact == (kind == "exhausted")
    if kind == "exhausted":
        assert isinstance(position, Position)
        assert not position.open
        assert position.closed is None
    else:
        assert isinstance(position, InformationSet)
        assert position.setup.open == (kind == "open")
        assert (position.setup.closed is not None) == (kind == "closed")


def keys_in(text: str) -> Iterator[str]:
    return (m[1] for m in re.finditer(r"^ *(?:# )?([a-z]+):(?: |$)", text, re.MULTILINE))


def test_the_templates_explain_every_key_and_no_other() -> None:
    named = {key for kind in BONEYARDS for key in keys_in(template(kind))}
    assert named == {*Document.__struct_fields__, *Player.__struct_fields__}
    for kind in BONEYARDS:
        assert set(keys_in(template(kind))) <= POSITION_KEYS
        assert max(map(len, template(kind).splitlines())) <= 120
    assert {"trump", "won", "closed"} <= set(keys_in(template("closed")))


@pytest.mark.parametrize("kind", BONEYARDS)
def test_every_key_behind_a_remark_sign_can_be_read_when_that_is_removed(kind: str) -> None:
    """One at a time; some then contradict the example, but none is a fault of notation."""
    lines = template(kind).splitlines()
    for n, line in enumerate(lines):
        if re.match(r" *# [a-z]+: ", line):
            text = "\n".join([*lines[:n], line.replace("# ", "", 1), *lines[n + 1 :]])
            errors: list[Exception] = []
            list(reads(text, on_error=errors.append))
            assert not re.search("known key|a mapping|a tile|a number|number 0|tiles separated", str(errors))


# --- what is written ---------------------------------------------------------------------------------


def test_without_a_kind_the_boneyard_is_open_and_a_hyphen_shows_the_template(tmp_path: Path) -> None:
    file = tmp_path / "mine.yml"
    assert output("new", str(file)) == f"{file} has been written. Edit it, then run: bingo analyze {file}\n"
    assert file.read_text("utf-8") == template("open") == run("new", "-").stdout
    assert run("new", "closed", "-").stdout == template("closed")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "Missing argument"),
        (("quit",), "expected a YAML file, such as mine.yaml; found 'quit'"),
        (("open", "closed", "mine.yaml"), "expected one at most, before FILE; found open closed"),
        (("mine.yaml", "closed"), "expected one of open, closed, exhausted; found 'mine.yaml'"),
    ],
)
def test_what_is_not_written_is_refused_in_a_sentence(
    words: tuple[str, ...], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.yaml").write_text("mine", "utf-8")
    assert expected in refusal("new", *words)
    assert [(path.name, path.read_text("utf-8")) for path in tmp_path.iterdir()] == [("there.yaml", "mine")]
