"""Errors in position files say what to mend and where; the published schema is the one that is checked."""

import json
import pickle
from typing import Any

import msgspec
import pytest

from bingo.positions import reads
from bingo.positions.parsing import converted
from bingo.positions.schema import Document
from bingo.solver.errors import ImpossiblePosition, NotationError
from tests.positions.test_reading import JSON, YAML, faults, reasons
from tests.schemas import published, schema_with_rules


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
    keys = {reason.field for reason in converted(worst(definitions["Document"]), Document)[1]}
    assert {"name", "rules", "trump", "you.hand", "you.pending", "led", "closed", "match", "expect"} <= keys
