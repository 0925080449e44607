"""The quick way of reading lines takes only what reading and checking take, as the very same position, and a batch
answers what it takes as it answers what is read one by one.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import msgspec
import pytest
from hypothesis import assume, given, settings, strategies as st

from bingo.positions import dumps_json, lines
from bingo.positions.entries import MAX_BYTES, Block
from bingo.positions.reading import read_entry
from bingo.solver import BingoError, Match, Position, Rules, analyze
from bingo.solver.batch.solving import BatchOptions, Detail, Result, solve
from bingo.solver.engine.kernel import position_of
from tests.support.command import LAST_LINE
from tests.support.depth import by_depth
from tests.support.mangled import ODD_TOKENS, mangle
from tests.support.strategies import PRESETS, deal_positions, overridden, positions

LAST = f"{LAST_LINE[:-1]}%s}}"
#: What a batch finds out of rows.
DETAILS = [Detail.VALUE, Detail.BEST, Detail.MOVES]


def alone(line: bytes, rules: Rules | None = None) -> object:
    return read_entry(Block("f", [line], [1], [1], is_json=True), rules)


def quick(line: bytes) -> bool:
    """Whether the quick way takes a line; then reading must make the same position of it."""
    documents = lines.decode([line])
    verified = list(lines.verify(documents, None))
    if not verified or not verified[0].places:
        return False
    (document,) = documents
    position = alone(line)
    if document.expect is not None and not isinstance(position, Position):
        return True  # what is expected is read where it is not met
    assert isinstance(position, Position), (line, position)
    assert verified[0].solver.rules == position.rules
    unpacked = position_of(position.rules, verified[0].row(0))
    assert replace(unpacked, name=position.name, match=position.match, expect=position.expect) == position, line
    (read,) = lines.positions([line], None)
    assert (read is None) == (document.expect is not None)
    assert read is None or (read.name, read.match) == (position.name, position.match)
    return True


@settings(deadline=None)
@given(positions())
def test_positions_are_taken_for_what_they_are(position: Position) -> None:
    assume(quick(dumps_json(position).encode()))  # hypothesis complains if many are left


@pytest.mark.parametrize("preset", PRESETS)
def test_nearly_every_position_written_by_this_program_takes_the_quick_way(preset: Rules) -> None:
    rng = random.Random(3)
    positions = [p for _ in range(by_depth(12, 20)) for p in deal_positions(preset, rng)]
    written = [dumps_json(p).encode() for p in positions]
    readable = [line for line in written if isinstance(alone(line), Position)]
    assert sum(map(quick, readable)) >= 0.995 * len(readable) > 100


@cache
def seeds() -> list[str]:
    rng = random.Random(11)
    positions = [p for rules in (*PRESETS, *rng.sample(overridden(PRESETS[0]), 5)) for p in deal_positions(rules, rng)]
    written = [dumps_json(p) for p in rng.sample(positions, 120)]
    won = "6-4 3-0, 5-5 1-1, 6-6 2-2, 4-3 5-4, 6-3 2-1, 4-2 1-0, 4-1 2-0"
    lost = "6-0 5-3 6-1 5-1 6-2 5-0 5-2 3-1 0-0 3-3 4-0 3-2"
    extra = [
        LAST.replace("{", '{"name":"a  b ",', 1) % ',"expect":{"value":1,"best":["lead 4-4"]}',
        json.dumps(
            {"trump": 4, "lead": "you", "you": {"hand": "44", "won": won}, "match": {"you": 3}}
            | {"opponent": {"hand": "6|5", "won": lost}}
        ),
    ]
    assert all(isinstance(alone(line.encode()), Position) for line in extra)
    return [*written, *extra]


@pytest.mark.parametrize("seed", range(4))
def test_mangled_lines_are_never_taken_for_something_else(seed: int) -> None:
    rng = random.Random(seed)
    taken_count = 0
    for _ in range(1500):
        mangled = mangle(rng.choice(seeds()), rng).split(b"\n")[0] + b"\n"
        taken_count += quick(mangled)
    assert taken_count


@pytest.mark.parametrize("seed", range(4))
def test_changed_numbers_and_tiles_are_never_taken_for_something_else(seed: int) -> None:
    """One value replaced, so that the line is still JSON but most often an impossible position."""
    rng = random.Random(seed)
    taken_count = 0
    for _ in range(1500):
        document = msgspec.json.decode(rng.choice(seeds()))
        for _ in range(rng.randint(1, 2)):
            _change(document, rng)
        taken_count += quick(msgspec.json.encode(document))
    assert taken_count > 50


def _change(document: dict[str, object], rng: random.Random) -> None:
    mappings = [document, *(mapping for mapping in document.values() if isinstance(mapping, dict))]
    mapping = rng.choice([p for p in mappings if p])
    key = rng.choice(sorted(mapping))
    old_value = mapping[key]
    if isinstance(old_value, bool) or old_value is None or isinstance(old_value, (dict, list)) or rng.random() < 0.1:
        mapping[key] = rng.choice([None, "", 0, [], {}, "6-4", rng.choice(ODD_TOKENS)])
    elif isinstance(old_value, int):
        mapping[key] = max(old_value + rng.choice([-10, -2, -1, 1, 2, 10]), 0)
    elif isinstance(old_value, str) and "-" in old_value:
        words = old_value.split(" ")
        words[rng.randrange(len(words))] = f"{rng.randrange(7)}-{rng.randrange(7)}"
        mapping[key] = rng.choice([" ", " ", ", "]).join(words[: rng.choice([len(words), len(words) - 1])])
    else:
        mapping[key] = rng.choice(["you", "opponent"])


@pytest.mark.parametrize("seed", range(4))
def test_a_key_that_stands_twice_is_never_taken(seed: int) -> None:
    """Beside escapes too, and values that are those of keys left out."""
    rng = random.Random(seed)
    taken_count = 0
    for _ in range(500):
        line = rng.choice(seeds()).replace("{", '{"name":"a\\u003ab",' if rng.random() < 0.3 else "{", 1)
        if rng.random() < 0.3:
            line = line.replace('"hand"', '"declared":0,"hand"', 1) if '"declared"' not in line else line
        members = [offset for offset, character in enumerate(line) if line[offset - 1 : offset] == "{"]
        offset = rng.choice(members)
        key = rng.choice(['"name":"a"', '"points":5', '"turned":null', '"you":{"hand":"6-6"}', '"tricks":3'])
        twice = (line[:offset] + f"{key},{key}," + line[offset:]).encode()
        assert not quick(twice)
        taken_count += quick(line.encode())
    assert taken_count > 300


def test_what_reading_refuses_for_its_size_the_quick_way_leaves() -> None:
    line = f'{{"name":"{{}}",{(LAST % "")[1:]}'
    longest = MAX_BYTES - 3  # ends of lines count
    for length in (60_000, *range(longest - 2, longest + 3), 66_000):
        padded = f"{line.replace('{}', 'x' * (length - len(line) + 2))}\r\n".encode()
        assert (len(padded) - 2, quick(padded)) == (length, length < longest + 2) == (length, len(padded) <= MAX_BYTES)
        assert isinstance(alone(padded[: MAX_BYTES + 1]), Position) == (len(padded) <= MAX_BYTES)
    for brackets in (100, *range(195, 205), 300):
        bracketed = line.replace("{}", "[" * (brackets - LAST.count("{"))).encode()
        assert quick(bracketed) == (brackets <= 200) == isinstance(alone(bracketed), Position)
        assert brackets <= 200 or f"expected at most 200 opening brackets on the line; found {brackets}" in str(
            alone(bracketed)
        )


@pytest.mark.parametrize("written", ["+%d", "%d.0", "%de0", "0%d", "%d %d", "%d" + "0" * 5000])
def test_numbers_written_in_another_way_are_left(written: str) -> None:
    assert quick((LAST % "").encode())
    for key, number in (("trump", 4), ("points", 65), ("tricks", 7)):
        line = LAST.replace(f'"{key}":{number}', f'"{key}":{written.replace("%d", str(number))}', 1) % ""
        assert not quick(line.encode())


def test_rules_that_cannot_be_read_are_left() -> None:
    rules = ['{"preset":"pagat","capture":0}', '{ "preset" : "pagat", "low": 20 }', '"engel"', '"whist"', '{"low":99}']
    assert [quick((LAST % f',"rules":{written}').encode()) for written in rules] == [True] * 3 + [False] * 2


# --- answers -----------------------------------------------------------------------------------------


def answered(text: str | bytes, options: BatchOptions) -> Result:
    lines = (text if isinstance(text, bytes) else text.encode()).split(b"\n")
    written = [(at, line) for at, line in enumerate(lines, 1) if line.strip()]
    at, texts = zip(*written, strict=True) if written else ((), ())
    return solve(options, Block("f", texts, range(1, len(texts) + 1), at, is_json=True))


def read_again(result: Result) -> list[dict[str, object]]:
    return [json.loads(line) for line in result.records.splitlines()]


def record(position: Position, detail: Detail, number: int = 1) -> dict[str, object]:
    left_out = {"nodes", "seconds", "line", *{Detail.VALUE: ("best", "moves"), Detail.BEST: ("moves",)}.get(detail, ())}
    fields = {key: value for key, value in analyze(position).as_dict().items() if key not in left_out}
    return {"file": "f", "position": number, "line_number": number, **fields}


MATCH_SCORES = st.builds(Match, st.integers(0, 6), st.integers(0, 6), st.sampled_from([None, 0, 1]))


def assert_as_analyzed(listed: list[Position], detail: Detail) -> None:
    written = [dumps_json(position).encode() for position in listed]
    readable = [(line, reading) for line in written if isinstance(reading := alone(line), Position)]
    records = answered(b"\n".join(line for line, _ in readable), BatchOptions(detail=detail)).records.splitlines()
    for number, (line, (_, position)) in enumerate(zip(records, readable, strict=True), 1):
        assert line == json.dumps(record(position, detail, number), separators=(",", ":")).encode()


@pytest.mark.parametrize("detail", DETAILS)
@settings(deadline=None)
@given(positions(most_tiles=5, phase=2), MATCH_SCORES)
def test_answers_are_those_of_analyze(detail: Detail, position: Position, match: Match) -> None:
    scored = replace(position, match=match)
    assert_as_analyzed([position, scored], detail)
    without = answered(dumps_json(scored), BatchOptions(detail=detail, no_match=True))
    assert without.records == answered(dumps_json(position), BatchOptions(detail=detail)).records


@pytest.mark.parametrize("detail", DETAILS)
def test_answers_while_the_boneyard_is_open_are_those_of_analyze(detail: Detail) -> None:
    rng = random.Random(8)
    positions = [p for rules in PRESETS for _ in range(3) for p in deal_positions(rules, rng) if len(p.stock) in (1, 3)]
    listed = [replace(p, match=Match(rng.randrange(7), rng.randrange(7), rng.choice([None, 0, 1]))) for p in positions]
    assert_as_analyzed([*positions[::3], *listed[1::3]], detail)


@pytest.mark.parametrize(
    ("expect", "unexpected"),
    [
        ({"value": 1}, False),
        ({"value": 1.0}, False),
        ({"value": -1}, True),
        ({"best": "lead 4-4"}, False),
        ({"best": "lead 44"}, False),
        ({"best": []}, False),
        ({"best": ["lead 4-4", "lead 4-4"]}, False),
        ({"best": ["lead 4-4", "lead 6-4"]}, True),
    ],
)
@pytest.mark.parametrize("detail", DETAILS)
def test_what_is_expected_is_held_against_answers(expect: dict[str, object], unexpected: bool, detail: Detail) -> None:
    line = LAST % f',"expect":{json.dumps(expect)}'
    result = answered(line, BatchOptions(detail=detail))
    assert (result.met, len(result.failures), dict(result.values)) == (not unexpected, unexpected, {1: 1})
    assert ("unexpected" in read_again(result)[0]) == unexpected
    for other in (BatchOptions(detail=detail, no_match=True), BatchOptions(PRESETS[0], detail)):
        result = answered(line, other)
        assert (result.met, result.failures) == (0, ())
        assert "unexpected" not in read_again(result)[0]


@pytest.mark.parametrize("options", [BatchOptions(), BatchOptions(no_match=True), BatchOptions(PRESETS[0])])
def test_expected_moves_that_cannot_be_read_are_refused_whoever_compares_them(options: BatchOptions) -> None:
    for best in ('""', '"lead 4-8"', '["lead 4-4", "lead"]'):
        result = answered(LAST % f',"expect":{{"best":{best}}}', options)
        assert [failure.kind for failure in result.failures] == ["unreadable"]


def test_rules_that_replace_those_of_the_file_replace_them() -> None:
    strict = BatchOptions(PRESETS[4], Detail.VALUE)
    result = answered(LAST % ',"rules":"berndt"' + "\n" + LAST % ',"rules":{"no":1},"expect":{"value":5}', strict)
    position = alone((LAST % "").encode(), PRESETS[4])
    assert isinstance(position, Position)
    assert [line["value"] for line in read_again(result)] == [analyze(position).value] * 2


def test_places_are_those_of_the_file() -> None:
    text = "\n".join(["", LAST % "", "  \t", "nonsense", (LAST % "") + "\r"])
    result = answered(text, BatchOptions())
    assert [(line["position"], line["line_number"]) for line in read_again(result)] == [(1, 2), (3, 5)]
    assert result.failures[0].message.startswith("f, position 2: document (line 4): ")


def test_where_the_quick_way_breaks_each_position_is_answered_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{LAST % ''}\n{LAST % ''}\n"
    records = answered(text, BatchOptions()).records
    monkeypatch.setattr("bingo.positions.lines.pack_if_usual", lambda _: dict[str, bytes]()["nothing"])
    assert answered(text, BatchOptions()).records == records


# --- names -------------------------------------------------------------------------------------------


def line_named(name: bytes) -> bytes:
    return b'{"name":"' + name + b'",' + (LAST % "")[1:].encode()


def assert_alike(name: bytes) -> None:
    """A line with this name is read as it would be by itself; what is answered is told byte for byte alike."""
    position = alone(line_named(name))
    result = answered(line_named(name), BatchOptions())
    if isinstance(position, BingoError):
        assert not result.records
        assert not quick(line_named(name))
    else:
        assert isinstance(position, Position)
        assert result.records == json.dumps(record(position, Detail.BEST), separators=(",", ":")).encode() + b"\n"
        quick(line_named(name))


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=12))
def test_names_are_written_as_they_are_read(name: str) -> None:
    assert_alike(name.encode("utf-8", "surrogatepass"))
    assert_alike(json.dumps(name, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("characters", [range(0x20, 0x3100), range(0xD700, 0x10400), range(0x10FF00, 0x110000)])
def test_every_character_takes_the_quick_way_but_what_reading_refuses(characters: Sequence[int]) -> None:
    characters = [c for c in characters if chr(c) != "\\"]  # the beginning of an escape
    refused = {c for c in characters if chr(c) in '"\x7f' or 0xD800 <= c < 0xE000}
    written = [line_named(f"a {chr(c)}b".encode("utf-8", "surrogatepass")) for c in characters]
    positions = lines.positions(written, None)
    assert {c for c, position in zip(characters, positions, strict=True) if position is None} == refused
    assert all(
        position is None or position.name == " ".join(f"a {chr(c)}b".split())
        for c, position in zip(characters, positions, strict=True)
    )


@pytest.mark.parametrize("seed", range(4))
def test_bytes_that_are_no_characters_are_left(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(500):
        odd_bytes = [rng.randrange(0x80, 0x100), 0x61, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4]
        name = bytes(rng.choice(odd_bytes) for _ in range(rng.randint(1, 6)))
        assert quick(line_named(name)) == isinstance(alone(line_named(name)), Position)
