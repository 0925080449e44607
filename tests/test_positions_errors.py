"""Errors in position files say what to mend and where; the published schema is the one that is checked."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bingo.positions import reads
from bingo.positions.complaints import complaints
from bingo.positions.schema import json_schema
from bingo.solver.errors import NotationError, Reason
from tests.test_positions_reading import JSON, YAML, faults, reasons


def test_all_faults_of_the_form_come_at_once_with_their_lines() -> None:
    text = """\
# a comment
---
nam: Something
trump: 7
lead: me
lead: you
you:
  hnd: 6-6
  points: many
  tricks: [1]
opponent: 12
stock: {a: b}
"""
    assert faults(text) == {
        "nam": 3,
        "trump": 4,
        "lead": 6,
        "you.hnd": 8,
        "you.points": 9,
        "you.tricks": 10,
        "opponent": 11,
        "stock": 12,
    }


def test_unknown_keys_are_told_the_nearest_known_one() -> None:
    (reason,) = reasons(YAML.replace("tricks: 5", "triks: 5"))
    assert reason == Reason("opponent.triks", "a known key, perhaps tricks", "'triks'", 11)


def test_missing_keys_are_named() -> None:
    assert faults("trump: 4\n") == {"lead": 1, "you": 1}
    assert faults(YAML + "closed: {by: you}\n") == {"closed.points": 12, "closed.tricks": 12}


def test_all_faults_of_notation_come_at_once_with_their_lines() -> None:
    text = "rules: {must_bet: true, low: much}\nled: 6-4 5-5\n" + YAML.replace("6-6 5-4", "6-7 6–4 5-4 x")  # noqa: RUF001
    found = [(reason.field, reason.found, reason.line) for reason in reasons(text)]
    assert found == [
        ("rules", "'must_bet'", 1),
        ("rules: low", "'much'", 1),
        ("you.hand", "'6-7'", 7),
        ("you.hand", "'6–4'", 7),  # noqa: RUF001
        ("you.hand", "'x'", 7),
        ("led", "'6-4 5-5'", 2),
    ]


def test_all_proofs_that_it_cannot_occur_come_at_once_with_their_lines() -> None:
    text = YAML.replace("6-5 3-2", "6-6 3-2 1-1").replace("tricks: 7", "tricks: 8") + "match: {you: 9, opponent: 0}\n"
    assert faults(text) == {"opponent.hand": 9, "tricks": 7, "points": 6, "match": 12}


def test_lines_are_counted_from_the_start_of_the_file() -> None:
    assert faults(f"{YAML}\n---\n{YAML.replace('6-5', '6-9')}") == {"opponent.hand": 22}
    assert faults(f"{JSON}\n\n{JSON.replace('6-5', '6-9')}") == {"opponent.hand": 3}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("  shown: [6-6] [5-5]", "without brackets"),
        ("  shown: [6-6 5-5", "YAML"),
        ("\tshown: 6-6", "tabs"),
        ("  shown 6-6", "YAML"),
        ("  shown: &a 6-6", "without anchor"),
        ("  shown: *a", "aliases"),
        ("  shown: !!str 6-6", "without tag"),
        ("  <<: {shown: 6-6}", "one of the keys"),
        ("  ? [a]\n  : b", "a single word"),
        ("  shown: {a: {b: {c: {d: {e: {f: {g: {h: {i: j}}}}}}}}}", "nested"),
        ("  points: 60", "every key once"),
    ],
)
def test_yaml_that_is_not_understood_is_shown_with_its_line(line: str, words: str) -> None:
    (reason, *_) = reasons(YAML.replace("  tricks: 7", f"  tricks: 7\n{line}"))
    assert words in str(reason)
    assert reason.line in (8, 9)


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
    assert len(str(caught.value)) < 300
    assert str(caught.value).startswith("text, position 1 'The last two': lead (line 3): expected you or opponent")


def test_errors_cross_processes() -> None:
    with pytest.raises(NotationError) as caught:
        list(reads("lead: me"))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.reasons, again.where) == (str(caught.value), caught.value.reasons, caught.value.where)


# --- the schema --------------------------------------------------------------------------------------


def test_the_published_json_schema_is_up_to_date() -> None:
    """If this fails, write it with ``bingo.positions.schema.write_json_schema("positions/schema.json")``."""
    published = Path(__file__).parents[1] / "positions" / "schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == json_schema()


def test_every_key_says_what_it_expects() -> None:
    """No key is without words for its fault: what no type accepts is complained of everywhere."""

    def worst(kind: dict[str, Any]) -> dict[str, Any]:
        return {key: worst(definitions[value["$ref"][8:]]) if "$ref" in value else 1.5 for key, value in kind.items()}

    schema = msgspec.json.decode(msgspec.json.encode(json_schema()))
    definitions = {name: kind["properties"] for name, kind in schema["$defs"].items()}
    keys = {reason.field for reason in complaints(worst(definitions["Document"]))}
    assert {"name", "rules", "trump", "you.hand", "you.pending", "led", "closed", "match", "expect"} <= keys
