"""Errors in position files say what to mend and where; whatever is done to a file, reading gives nothing else."""

import json
import pickle
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from bingo.positions import dumps, dumps_json, read, reads
from bingo.positions.schema import Document, convert
from bingo.solver import BingoError, ImpossiblePosition, InformationSet, NotationError, Position
from tests.positions.test_reading import JSON, YAML, faults, reasons
from tests.schemas import published, schema_with_rules
from tests.support.depth import by_depth, few
from tests.support.mangled import TEXTS, mangle, record_texts, run_mangled

NUMBER_FIELDS = ("trump", "you.points", "you.tricks", "you.forgotten", "you.declared", "you.pending", "closed.points",
           "closed.tricks", "carried.you", "match.opponent", "expect.value", "expect.difficulty")  # fmt: skip


@pytest.mark.parametrize("key", NUMBER_FIELDS)
@pytest.mark.parametrize(
    "value",
    ["9" * 400, "1e400", "-1e400", ".inf", "inf", ".nan", "nan", "true", "yes", "0x10", "0o7", "1_0", "1:30", "1,5",
     "0.5.", "twenty", "1001", "-1001"],
)  # fmt: skip
def test_what_is_no_number_or_out_of_range_is_refused_in_words(key: str, value: str) -> None:
    parent, _, leaf = key.rpartition(".")
    text = f"{parent}: {{{leaf}: '{value}'}}" if parent else f"{leaf}: '{value}'"
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
        f"{JSON}]",
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
    reread = pickle.loads(pickle.dumps(caught.value))
    assert (str(reread), reread.reasons, reread.where) == (str(caught.value), caught.value.reasons, caught.value.where)


# --- the schema --------------------------------------------------------------------------------------


def test_the_published_json_schemas_are_up_to_date() -> None:
    """If this fails, write them with ``python -m tests.schemas``."""
    for path, schema in published().items():
        assert json.loads(path.read_text("utf-8")) == schema


def test_every_key_says_what_it_expects() -> None:
    """No key is without words for its fault: what no type accepts is complained of everywhere."""

    def worst(kind: dict[str, Any]) -> dict[str, Any]:
        return {key: worst(definitions[value["$ref"][8:]]) if "$ref" in value else 1.5 for key, value in kind.items()}

    schema = msgspec.json.decode(msgspec.json.encode(schema_with_rules(Document, "")))
    definitions = {name: kind["properties"] for name, kind in schema["$defs"].items()}
    keys = {reason.field for reason in convert(worst(definitions["Document"]), Document)[1]}
    assert {"name", "rules", "trump", "you.hand", "you.pending", "led", "closed", "match", "expect"} <= keys


# --- mangled files ---------------------------------------------------------------------------------


def read_outcome(path: Path) -> list[Position | InformationSet | BingoError]:
    """Everything a file gives, checked to be positions or errors with words."""
    errors: list[NotationError | ImpossiblePosition] = []
    positions = list(read(path, on_error=errors.append))
    for error in errors:
        assert error.reasons
        assert all(reason.field and reason.expected and reason.found for reason in error.reasons)
        assert str(path) in str(error)
        str(error).encode()
    assert all(isinstance(position, (Position, InformationSet)) for position in positions)
    return [*positions, *errors]


@pytest.mark.parametrize("seed", few(range(8), *range(2)))
def test_mangled_files_give_positions_or_errors(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "some.txt"
    for _ in range(500):
        path.write_bytes(mangle(rng.choice(TEXTS), rng))
        assert read_outcome(path)


def test_commands_end_in_words_whatever_was_done_to_their_file(tmp_path: Path) -> None:
    rng, texts = random.Random(3), {"position": TEXTS, "record": record_texts()}
    for _ in range(by_depth(30, 150)):
        for kind, kind_texts in texts.items():
            run_mangled(mangle(rng.choice(kind_texts), rng), kind, tmp_path, rng)


@pytest.mark.parametrize("name", ["some.yaml", "some.jsonl"])
def test_every_truncation_gives_positions_or_errors(tmp_path: Path, name: str) -> None:
    text = (dumps_json if "json" in name else dumps)(next(iter(reads(TEXTS[0])))).encode()
    for end in range(len(text)):
        (tmp_path / name).write_bytes(text[:end])
        assert read_outcome(tmp_path / name)


ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.binary(max_size=200), st.sampled_from(["some.yaml", "some.jsonl", "some"]))
def test_binary_files_are_positions_or_errors(tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(data)
    assert read_outcome(path)


@given(st.recursive(ANYTHING, st.lists, max_leaves=5), st.data())
def test_wrong_types_are_refused_everywhere(value: object, data: st.DataObject) -> None:
    lines = [text for text in TEXTS if text.startswith("{") and "\n" not in text]
    document = msgspec.json.decode(data.draw(st.sampled_from(lines)))
    part = data.draw(st.sampled_from([document, *(v for v in document.values() if isinstance(v, dict))]))
    part[data.draw(st.sampled_from(sorted(part)))] = value
    errors: list[object] = []
    assert len([*reads(msgspec.json.encode(document).decode(), on_error=errors.append), *errors]) == 1


LARGE_SIZE = by_depth(2_000_000, 5_000_000)


@pytest.mark.parametrize(
    "data",
    [
        random.Random(1).randbytes(LARGE_SIZE),
        b"\x00" * LARGE_SIZE,
        b"[" * LARGE_SIZE,
        b"- " * LARGE_SIZE,
        b"a:\n" * (LARGE_SIZE // 3),
        b"{\n" * (LARGE_SIZE // 2),
        b'{"a":' * (LARGE_SIZE // 5),
        b"6-4 " * (LARGE_SIZE // 4),
        b"---\n" * (LARGE_SIZE // 4),
        "".join(f"{'  ' * depth}a:\n" for depth in range(240)).encode() * 40,
        b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\n",
        b"".join(b"k%d: 1\n" % i for i in range(6000)),
        b"you: {hand: " + b"6-4 " * 15_000 + b"}",
    ],
    ids=["random", "nul", "[", "- ", "keys", "{", "json", "words", "empty", "deep", "bomb", "unknown", "tiles"],
)
@pytest.mark.parametrize("name", ["some.yaml", "some.jsonl"])
def test_large_and_hostile_files_are_refused_in_a_few_words(tmp_path: Path, data: bytes, name: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(NotationError) as caught:
        list(read(tmp_path / name))
    assert len(str(caught.value)) < 10_000
