"""Reading positions: every notation, every promise about files, and the lines of what is wrong."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bingo.positions import read, reads
from bingo.positions.entries import LIMIT
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError, Reason
from bingo.solver.game import presets, tiles
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import parse
from bingo.solver.game.position import Closing, Position, Stage

YAML = """\
name: The last two
trump: 4
lead: you
you:
  hand: 6-6 5-4
  points: 60
  tricks: 7
opponent:
  hand: 6-5 3-2
  points: 53
  tricks: 5
"""
JSON = (
    '{"name":"The last two","trump":4,"lead":"you","you":{"hand":"6-6 5-4","points":60,"tricks":7},'
    '"opponent":{"hand":"6-5 3-2","points":53,"tricks":5}}'
)
HIDDEN = YAML.replace("  hand: 6-5 3-2\n", "")


def one(text: str) -> Position | InformationSet:
    (position,) = reads(text)
    return position


def reasons(text: str) -> tuple[Reason, ...]:
    with pytest.raises(BingoError) as caught:
        list(reads(text))
    error = caught.value
    assert isinstance(error, (NotationError, ImpossiblePosition))
    return error.reasons


def faults(text: str) -> dict[str, int | None]:
    """The fields complained of, with their lines."""
    return {reason.field: reason.line for reason in reasons(text)}


def hand(text: str) -> str:
    """Your hand in a position whose other hand is hidden."""
    position = one(text)
    assert isinstance(position, InformationSet)
    return tiles.text_all(position.setup.sides[0].hand or ())


# --- notations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        "6-6 5-4",
        "6-6   4-5",
        "66 45",
        "6|6 4|5",
        "'[6-6] [5-4]'",
        "6-6, 5-4",
        "[6-6, 5-4]",
        "[66, 54]",
        "[6-6 5-4]",
        '["[6-6]", "[5|4]"]',
        "\n    - 6-6\n    - 54",
    ],
)
def test_tiles_may_be_written_in_every_notation(written: str) -> None:
    assert hand(HIDDEN.replace("6-6 5-4", written)) == "6-6 5-4"


@pytest.mark.parametrize("written", ["6-4", "4-6", "64", "46", "6|4", "[6-4]", "'[6-4]'", '"[ 6|4 ]"'])
def test_one_tile_may_be_written_in_every_notation(written: str) -> None:
    view = one(f"led: {written}\n" + HIDDEN.replace("6-6 5-4", "6-6").replace("points: 53", "points: 50"))
    assert isinstance(view, InformationSet)
    assert view.setup.led == tiles.tile(6, 4)


def test_blanks_are_tiles_and_not_octal_numbers() -> None:
    assert hand(HIDDEN.replace("6-6 5-4", "00 05")) == "0-0 5-0"
    assert hand(HIDDEN.replace("6-6 5-4", "[00, 05]")) == "0-0 5-0"


def test_numbers_in_json_are_tiles() -> None:
    assert one(JSON.replace('"6-6 5-4"', "[66,54]")) == one(JSON)
    assert faults(JSON.replace('"6-6 5-4"', "[66,5]")) == {"you.hand": 1}


@pytest.mark.parametrize(
    "written",
    [
        "4-3 5-1, 4-2 6-4",
        "4-3 5-1 4-2 6-4",
        "[4-3 5-1, 4-2 6-4]",
        "[[4-3, 5-1], [4-2, 6-4]]",
        "[4-3, 5-1, 4-2, 6-4]",
        "\n    - 4-3 5-1\n    - 42 64",
    ],
)
def test_tricks_may_be_written_in_every_notation(written: str) -> None:
    text = f"trump: 4\nturned: 4-1\nlead: you\nyou:\n  hand: 0-0 1-1 2-2 3-3 4-4 5-5 6-6\n  won: {written}\n"
    view = one(text)
    assert isinstance(view, InformationSet)
    assert (view.setup.tricks, view.setup.points) == ((2, 0), (7 + 6 + 10, 0))


@pytest.mark.parametrize("written", ["4-3 5-1 4-2, 6-4", "4-3", "4-3 5-1 4-2", "[[4-3, 5-1, 4-2]]", "[4-3 5-1, 4-2]"])
def test_a_trick_has_two_tiles(written: str) -> None:
    assert set(faults(YAML.replace("points: 60", f"won: {written}"))) == {"you.won"}


def test_the_manual_s_example_is_read_as_it_stands() -> None:
    """DESIGN: won beside points and tricks is allowed if they agree."""
    text = """\
name: The Bingo waits
rules: pagat
trump: 4
turned: 3-4
closed: {by: you, points: 10, tricks: 1}
lead: you
led: 6-3
you:
  hand: 0-0 5-4 6-6 6-2
  won: 4-1 5-1, 6-4 6-5, 3-0 3-1
  points: 25
  tricks: 3
  declared: 20
  shown: 6-6
opponent: {points: 10, tricks: 2}
match: {you: 5, opponent: 3}
"""
    view = one(text)
    assert isinstance(view, InformationSet)
    assert view.setup.closed == Closing(0, 10, 1)
    assert view.setup.sides[0].shown == (tiles.double(6),)
    assert view.setup.sides[1].hand is None


def test_rules_are_a_preset_or_one_with_changes() -> None:
    lenient = presets.rules("pagat, must_beat=false, low=20")
    assert one(YAML).rules == presets.PAGAT
    assert one("rules: engel\n" + YAML).rules == presets.ENGEL
    assert one("rules: {preset: pagat, must_beat: false, low: 20}\n" + YAML).rules == lenient
    assert one("rules: pagat, must_beat=no, low=20\n" + YAML).rules == lenient
    assert one(JSON.replace("{", '{"rules":{"must_beat":false,"low":20},', 1)).rules == lenient
    assert one("rules: {declaration_points: [9, 9, 9, 9, 9]}\n" + YAML).rules.declaration_points == (9,) * 5


def test_given_rules_replace_the_ones_of_the_file() -> None:
    (position,) = reads("rules: nobody knows\n" + YAML, rules=presets.ENGEL)
    assert position.rules == presets.ENGEL


def test_the_expected_answer_is_kept() -> None:
    position = one(YAML + "expect: {value: 2, best: lead 6-6}\n")
    assert position.expect
    assert (position.expect.value, position.expect.best) == (2, (parse("lead 6-6"),))
    position = one(YAML + "expect:\n  best:\n    - declare 5-5 6-6, lead 6-6\n    - claim\n")
    assert position.expect
    assert [str(move) for move in position.expect.best] == ["declare 6-6 5-5, lead 6-6", "claim"]
    assert faults(YAML + "expect: {value: much, best: lead 4-4}\n") == {"expect.value": 12}
    assert faults(YAML + "expect: {best: [lead 4-7, win]}\n") == {"expect.best": 12}


def test_empty_values_are_not_given() -> None:
    assert one(YAML + "led:\nturned: ~\nmatch: null\n") == one(YAML)
    assert one(JSON.replace("{", '{"led":null,"match":null,', 1)) == one(YAML)


def test_an_empty_hand_is_not_a_hidden_one() -> None:
    last = YAML.replace("6-6 5-4", "''").replace("6-5 3-2", "6-5").replace("lead: you", "lead: you\nled: 5-4")
    position = one(last.replace("points: 53\n  tricks: 5", "points: 65\n  tricks: 6"))
    assert isinstance(position, Position)
    assert (position.stage, position.hands) == (Stage.REPLY, (0, 1 << tiles.tile(6, 5)))
    assert isinstance(one(HIDDEN), InformationSet)


# --- files -------------------------------------------------------------------------------------------


def test_a_file_may_hold_several_documents(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(f"%YAML 1.2\n---\n# first\n{YAML}...\n---\n---\n# nothing\n--- # third\n{YAML}\n---\n")
    assert list(read(path)) == list(read(str(path))) == [one(YAML)] * 2


def test_a_file_may_hold_a_position_on_each_line(tmp_path: Path) -> None:
    for name in ("some.jsonl", "some.ndjson", "some.json", "SOME.JSONL", "some.txt"):
        path = tmp_path / name
        path.write_text(f"{JSON}\n\n{JSON}\r\n{JSON}")
        assert list(read(path)) == [one(YAML)] * 3


def test_json_may_stand_on_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps(json.loads(JSON), indent=2))
    assert list(read(path)) == [one(YAML)]
    assert one("{trump: 4, lead: you, you: {hand: 6-6 5-4, points: 60, tricks: 7},\n"
               " opponent: {hand: 6-5 3-2, points: 53, tricks: 5}}") == one(YAML)  # fmt: skip


@pytest.mark.parametrize("text", [YAML, f"\n{JSON}\n", "\ufeff" + YAML, "\ufeff" + JSON, YAML.replace("\n", "\r\n")])
def test_standard_input_is_looked_at(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert list(read("-")) == [one(YAML)]


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{JSON}\nbroken\n")
    stream = read(path)
    assert next(stream) == one(YAML)
    with pytest.raises(NotationError):
        next(stream)


def test_a_broken_entry_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(f"{YAML}---\nyou: [\n---\n{YAML.replace('6-5', '6-6')}---\n{YAML}")
    found: list[NotationError | ImpossiblePosition] = []
    assert list(read(path, on_error=found.append)) == [one(YAML)] * 2
    assert [type(error) for error in found] == [NotationError, ImpossiblePosition]
    assert [error.where for error in found] == [f"{path}, position 2", f"{path}, position 3 'The last two'"]


@pytest.mark.parametrize(
    ("content", "expected", "found"),
    [
        (b"", "at least one position", "none"),
        (b"# only a comment\n---\n\n", "at least one position", "none"),
        (YAML.encode("utf-16"), "UTF-8", "UTF-16"),
        (YAML.encode("utf-16-le"), "UTF-8", "0x00"),
        (YAML.encode().replace(b"last", b"l\xe4st"), "UTF-8", "0xe4"),
        (YAML.encode().replace(b"last", b"l\x00st"), "UTF-8", "0x00"),
        (b"name: " + b"x" * LIMIT, "64 KiB", "more"),
        (YAML.encode() * 1000, "64 KiB", "more"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_words(tmp_path: Path, content: bytes, expected: str, found: str) -> None:
    path = tmp_path / "some.yaml"
    path.write_bytes(content)
    with pytest.raises(NotationError) as caught:
        list(read(path))
    assert expected in caught.value.reasons[0].expected
    assert found in caught.value.reasons[0].found
    assert str(path) in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    places: dict[Path | str, str] = {
        tmp_path: "a folder", tmp_path / "missing.yaml": "no such file", "a\0b": "embedded null", "": "a folder",
    }  # fmt: skip
    for path, words in places.items():
        found: list[Any] = []
        assert list(read(path, on_error=found.append)) == []
        (error,) = found
        assert isinstance(error, NotationError)
        assert f"expected a file that can be read; found {words}" in str(error)


def test_a_line_that_is_too_long_does_not_stop_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{JSON}\n" + '{"name": "' + "x" * 10_000_000 + f'"}}\n{JSON}\n')
    found: list[NotationError | ImpossiblePosition] = []
    assert len(list(read(path, on_error=found.append))) == 2
    assert [reason.line for error in found for reason in error.reasons] == [2]


def test_the_schema_is_taken_apart_once_and_not_for_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes eight times as long as reading a position does."""
    taken_apart: list[object] = []
    fields = msgspec.structs.fields

    def counted(kind: type[msgspec.Struct]) -> object:
        taken_apart.append(kind)
        return fields(kind)

    monkeypatch.setattr(msgspec.structs, "fields", counted)
    text = (
        "{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7}, opponent: {hand: 6-5, points: 41, tricks: 6}}"
    )
    assert len(list(reads("\n---\n".join([text] * 50)))) == 50
    assert len(taken_apart) <= len(set(taken_apart))
