"""Errors in position files say what to mend and where; the published schema is the one that is checked."""

from __future__ import annotations

import json
import pickle
from typing import Any

import msgspec
import pytest

from bingo.positions import reads
from bingo.positions.schema import Document
from bingo.positions.validation import form_faults
from bingo.solver.errors import ImpossiblePosition, NotationError
from bingo.solver.game.position import Position
from tests.schemas import published, schema_with_rules
from tests.test_positions_reading import JSON, YAML, faults, one, reasons


def test_json_lines_and_every_position_of_a_file_list_all_their_faults_too() -> None:
    bad = JSON.replace("60", '"many"').replace("6-6 5-4", "7-7 6-5").replace('"trump":4', '"trump":4,"trump":NaN')
    errors: list[NotationError | ImpossiblePosition] = []
    assert list(reads(f"{bad}\n{bad}", on_error=errors.append)) == []
    for number, error in enumerate(errors, 1):
        assert {(reason.field, reason.line) for reason in error.reasons} == {
            ("document", number), ("you.points", number), ("you.hand", number), ("opponent.hand", number),
        }  # fmt: skip
        assert [reason.found for reason in error.reasons if reason.field == "document"] == ["NaN", "'trump' again"]
    assert len(errors) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (YAML.replace("6-6", "6\N{EN DASH}6"), "is an en dash, not a hyphen"),
        (YAML.replace("6-6", "6\N{MINUS SIGN}6"), "is a minus sign, not a hyphen"),
        (YAML.replace("6-6", "6\N{NON-BREAKING HYPHEN}6"), "is a non-breaking hyphen, not a hyphen"),
        (YAML.replace("6-6", "\N{FULLWIDTH DIGIT SIX}-6"), "is a fullwidth digit six, not 6"),
        (YAML.replace("60", "\N{ARABIC-INDIC DIGIT SIX}0"), "is an arabic-indic digit six, not 6"),
        (YAML.replace("60", "\N{MINUS SIGN}60"), "is a minus sign, not a hyphen"),
        (YAML.replace("you\n", "\N{LEFT DOUBLE QUOTATION MARK}you\N{RIGHT DOUBLE QUOTATION MARK}\n", 1),
         "is a left double quotation mark, not a straight quote"),
        (YAML.replace("6-6", "6-6\N{ZERO WIDTH SPACE}"), "with a zero width space"),
        (YAML.replace("lead", "le\N{CYRILLIC SMALL LETTER A}d"), "is a cyrillic small letter a"),
        (YAML.replace("lead: ", "lead:\N{NO-BREAK SPACE}"), "with a no-break space, not a space"),
        (YAML.replace("  hand", "\N{NO-BREAK SPACE}\N{NO-BREAK SPACE}hand"), "with a no-break space, not a space"),
        (JSON.replace('"', "\N{LEFT DOUBLE QUOTATION MARK}"), "is a left double quotation mark"),
        (f"{YAML}---\n\ufeff{YAML}", "with a byte order mark"),
        ("".join(f"{c}\0" for c in YAML), "the byte 0x00, as in UTF-16"),
        (YAML.replace("  hand: 6-6", "\thand: 6-6"), "found '\\thand: 6-6 5-4' (with a tab)"),
    ],
)  # fmt: skip
def test_characters_that_look_like_others_are_named(text: str, words: str) -> None:
    errors: list[Exception] = []
    list(reads(text, on_error=errors.append))
    assert words in str(errors[0])


NUMBERS = ("trump", "you.points", "you.tricks", "you.forgotten", "you.declared", "you.pending", "closed.points",
           "closed.tricks", "carried.you", "match.opponent", "expect.value", "expect.difficulty")  # fmt: skip


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize(
    "value",
    ["9" * 400, "1e400", "-1e400", ".inf", "inf", ".nan", "nan", "true", "yes", "0x10", "0o7", "1_0", "1:30", "1,5",
     "0.5.", "twenty", "1001", "-1001"],
)  # fmt: skip
def test_what_is_no_number_or_out_of_range_is_refused_in_words(key: str, value: str) -> None:
    around, _, last = key.rpartition(".")
    text = f"{around}: {{{last}: '{value}'}}" if around else f"{last}: '{value}'"
    reason = next(reason for reason in reasons(f"{text}\n") if reason.field == key)
    assert "number" in reason.expected or " to " in reason.expected
    assert repr(value)[:50] in reason.found


@pytest.mark.parametrize("value", ["1e400", "true", "9" * 400, "1000.5", "[60]", '"nan"', "NaN", "-Infinity"])
@pytest.mark.parametrize(("before", "after", "field"), [
    ('"trump":', "", "trump"),
    ('"match":{"you":', "}", "match.you"),
    ('"expect":{"value":', "}", "expect.value"),
])  # fmt: skip
def test_a_number_in_json_is_refused_in_words_too(before: str, after: str, field: str, value: str) -> None:
    text = JSON.replace('"trump":4', '"turned":"4-1"').replace('"lead"', f'{before}{value}{after},"lead"')
    assert {reason.field for reason in reasons(text)} == {"document" if value[-1] in "Ny" else field}


def test_a_whole_number_may_be_written_with_a_point_as_programs_do() -> None:
    plain = one(JSON)
    assert isinstance(plain, Position)
    assert [one(JSON.replace("60", written)) for written in ("60.0", "6e1", '"60"')] == [plain] * 3


def test_what_is_no_text_is_shown_too() -> None:
    [reason] = reasons("trump: \ufffe")
    assert (reason.found, reason.line) == ("'trump: \\ufffe' (a character that is not text)", 1)


@pytest.mark.parametrize(
    "text",
    [
        JSON[:-1],
        JSON + JSON,
        f"[{JSON}]"[1:],
        JSON.replace('"trump":4', '"trump":NaN'),
        JSON.replace('"trump":4', '"trump":4,"trump":4'),
        JSON.replace('"trump":4', f'"trump":{"9" * 5000}'),
        JSON.replace("The", "\\ud800"),
        '{"you":' + "[" * 30_000,
        '{"you":' * 9_000,
    ],
)
def test_json_that_is_not_understood_is_refused_in_words(text: str) -> None:
    assert faults(text) == {"document": 1}


def test_messages_are_short_and_say_where() -> None:
    text = YAML.replace("6-6 5-4", "x" * 5000).replace("lead: you", f"lead: {'y' * 5000}")
    with pytest.raises(NotationError) as caught:
        list(reads(text))
    assert len(str(caught.value)) < 350
    assert str(caught.value).startswith("text, position 1 'The last two':\n  lead (line 3): expected you or opponent")


def test_errors_cross_processes() -> None:
    with pytest.raises(NotationError) as caught:
        list(reads("lead: me"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.reasons, again.where) == (str(caught.value), caught.value.reasons, caught.value.where)


# --- the schema --------------------------------------------------------------------------------------


def test_the_published_json_schemas_are_up_to_date() -> None:
    """If this fails, write them with ``python -m tests.schemas``."""
    for path, schema in published().items():
        assert json.loads(path.read_text(encoding="utf-8")) == schema


def test_every_key_says_what_it_expects() -> None:
    """No key is without words for its fault: what no type accepts is complained of everywhere."""

    def worst(kind: dict[str, Any]) -> dict[str, Any]:
        return {key: worst(definitions[value["$ref"][8:]]) if "$ref" in value else 1.5 for key, value in kind.items()}

    schema = msgspec.json.decode(msgspec.json.encode(schema_with_rules(Document, "")))
    definitions = {name: kind["properties"] for name, kind in schema["$defs"].items()}
    keys = {reason.field for reason in form_faults(worst(definitions["Document"]))}
    assert {"name", "rules", "trump", "you.hand", "you.pending", "led", "closed", "match", "expect"} <= keys
