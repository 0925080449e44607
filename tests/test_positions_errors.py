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
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game.position import Position
from tests.schemas import published, schema_with_rules
from tests.test_positions_reading import JSON, YAML, faults, one, reasons


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


def test_a_misspelt_preset_is_told_the_nearest_one() -> None:
    (reason,) = reasons(YAML + "rules: Pagat\n")
    assert reason.expected.endswith(", perhaps pagat")


def test_what_a_line_of_json_lacks_at_its_end_is_missed_there() -> None:
    (reason,) = reasons(f"{JSON[:-1]}\n{JSON}\n")
    assert f"at column {len(JSON)}" in reason.found


def test_missing_keys_are_named() -> None:
    assert faults("trump: 4\n") == {"lead": 1, "you": 1}
    assert faults(YAML + "closed: {by: you}\n") == {"closed.points": 12, "closed.tricks": 12}


def test_all_faults_of_notation_come_at_once_with_their_lines() -> None:
    text = "rules: {must_bet: true, low: much}\nled: 6-4 5-5\n" + YAML.replace("6-6 5-4", "6-7 6–4 5-4 x")  # noqa: RUF001
    found = [(reason.field, reason.found.partition(" (")[0], reason.line) for reason in reasons(text)]
    assert found == [
        ("rules", "'must_bet'", 1),
        ("rules: low", "'much'", 1),
        ("led", "'6-4 5-5'", 2),
        ("you.hand", "'6-7'", 7),
        ("you.hand", "'6–4'", 7),  # noqa: RUF001
        ("you.hand", "'x'", 7),
    ]


def test_a_fault_of_form_hides_no_fault_of_notation_and_no_tile_written_twice() -> None:
    """`points: twenty` beside `hand: 7-1 5.5 4/3`, in every kind of mapping, and a key that stands twice."""
    text = """\
rules: {must_bet: true}
trump: 9
lead: me
you:
  hand: 7-1 5.5 4/3 6-6
  points: twenty
  hnd: 6-6
  won: 5-4
opponent: {hand: 6-6 3-2 3-2, declared: -1, shown: 8-8, shown: 9-9}
closed: {by: nobody, points: 1}
stock: 1-1 x
match: {you: 10, opponent: 1e9}
expect: {value: much, best: led 4-4}
"""
    found = [(reason.line, reason.field, reason.found.partition(" (")[0]) for reason in reasons(text)]
    assert sorted(found) == [
        (1, "rules", "'must_bet'"),
        (2, "trump", "'9'"),
        (3, "lead", "'me'"),
        (5, "you.hand", "'4/3'"),
        (5, "you.hand", "'5.5'"),
        (5, "you.hand", "'7-1'"),
        (6, "you.points", "'twenty'"),
        (7, "you.hnd", "'hnd'"),
        (8, "you.won", "'5-4'"),
        (9, "opponent.declared", "'-1'"),
        (9, "opponent.hand", "3-2, twice in opponent.hand"),
        (9, "opponent.hand", "6-6, also in you.hand"),
        (9, "opponent.shown", "'9-9'"),
        (9, "opponent.shown", "it again, after line 9"),
        (10, "closed.by", "'nobody'"),
        (10, "closed.tricks", "nothing"),
        (11, "stock", "'x'"),
        (12, "match.opponent", "'1e9'"),
        (13, "expect.best", "'led 4-4'"),
        (13, "expect.value", "'much'"),
    ]


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


def test_an_unknown_key_without_a_value_is_an_error_too() -> None:
    """`{hand: 6-6, 5-4}` is a mapping with the keys `hand` and `5-4`; that tile must not be lost in silence."""
    (reason,) = reasons(YAML.replace("opponent:", "opponnent: ~\nopponent:"))
    assert reason == Reason("opponnent", "a known key, perhaps opponent", "'opponnent'", 8)
    inline = "trump: 4\nlead: you\nyou: {hand: 6-6, 5-4, points:60}\n"
    found = {reason.field: reason.expected for reason in reasons(inline)}
    assert found.keys() == {"you.5-4", "you.points:60"}
    assert found["you.5-4"].endswith("(inside {} a text with commas needs quotes)")
    assert found["you.points:60"] == "a space after the colon of points"
    assert faults(JSON.replace('"trump"', '"trumpp":null,"trump"')) == {"trumpp": 1}
    assert faults(YAML + "rules: {must_bet: }\n") == {"rules": 12}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("me", "you"), ("opp", "opponent"), ("oponent", "opponent"), ("Trump", "trump"), ("boneyard", "stock"),
        ("turnup", "turned"), ("leader", "lead"), ("title", "name"),
    ],
)  # fmt: skip
def test_what_a_beginner_calls_a_key_finds_its_name(written: str, meant: str) -> None:
    text = "".join(f"{key}: x\n" for key in ("name", "trump", "turned", "lead", "you", "opponent", "stock"))
    found = {reason.field: reason.expected for reason in reasons(text.replace(f"{meant}:", f"{written}:"))}
    assert found[written] == f"a known key, perhaps {meant}"
    assert meant not in found  # not also: it is missing


@pytest.mark.parametrize(
    ("text", "field", "expected"),
    [
        (YAML.replace("hand:", "hands:", 1), "you.hands", "a known key, perhaps hand"),
        (YAML.replace("hand:", "tiles:", 1), "you.tiles", "a known key, perhaps hand"),
        (YAML + "hand: 6-6\n", "hand", "hand under you or opponent"),
        (YAML.replace("  hand", "  trump: 4\n  hand", 1), "you.trump", "trump at the beginning of a line"),
        (YAML + "closed: {by: you, score: 3}\n", "closed.score", "one of the keys by, points, tricks"),
    ],
)
def test_a_key_in_the_wrong_place_is_told_where_it_belongs(text: str, field: str, expected: str) -> None:
    assert next(reason for reason in reasons(text) if reason.field == field).expected.startswith(expected)


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


def test_every_slip_in_a_text_that_is_no_yaml_comes_with_its_line() -> None:
    text = (
        "lead:you\ntrump 4\nturned = 4-1\nyou:\n\thand: 6-6\n\tpoints: 60\n  shown: [6-6] [5-5]\nopponent: {hand: ?}\n"
    )
    assert [(reason.line, reason.expected) for reason in reasons(text)] == [
        (1, "a space after the colon, `key: value`"),
        (2, "a colon after the key, `key: value`"),
        (3, "a colon after the key, `key: value`"),
        (5, "spaces, not tabs, before a key"),
        (6, "spaces, not tabs, before a key"),
        (7, "tiles without brackets (6-4 5-5), or the whole list in quotes"),
        (8, "no key at all for tiles that are hidden"),
    ]


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


def test_tricks_are_those_of_a_deal() -> None:
    assert {one.field: one.expected for one in reasons("you: {tricks: 29}\n")}["you.tricks"] == (
        "a number of tricks, 0 to 14"
    )


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


def test_all_proofs_that_it_cannot_occur_come_at_once_with_their_lines() -> None:
    text = YAML.replace("6-5 3-2", "6-6 3-2 1-1").replace("tricks: 7", "tricks: 8") + "match: {scored: {you: 1}}\n"
    assert faults(text) == {"opponent.hand": 9, "tricks": 7, "points": 6, "match.scored": 12}


def test_lines_are_counted_from_the_start_of_the_file() -> None:
    assert faults(f"{YAML}\n---\n{YAML.replace('6-5', '6-9')}") == {"opponent.hand": 22}
    assert faults(f"{JSON}\n\n{JSON.replace('6-5', '6-9')}") == {"opponent.hand": 3}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("  shown: [6-6] [5-5]", "without brackets"),
        ("  shown: [6-6 5-5", "YAML"),
        ("\tshown: 6-6", "tabs"),
        ("  shown 6-6", "a colon after the key"),
        ("  6-6", "YAML, `key: value` on each line"),
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
