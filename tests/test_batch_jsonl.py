"""The fast path accepts only what reading and checking accept, as the very same position, and answers alike."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from functools import cache

import msgspec
import pytest
from hypothesis import assume, given, settings, strategies as st

from bingo.positions import dumps_json
from bingo.positions.entries import LIMIT, Entry
from bingo.positions.reading import outcome, read_rules
from bingo.solver.batch.jsonl import DETAILS, JsonLines, count
from bingo.solver.batch.readable import record
from bingo.solver.batch.task import Detail
from bingo.solver.errors import NotationError
from bingo.solver.game.position import Match, Position
from bingo.solver.game.rules import Rules
from tests.mangled import TOKENS, mangle
from tests.strategies import PRESETS, overridden, positions, reached

LAST = (
    '{"trump":4,"lead":"you","you":{"hand":"4-4","points":65,"tricks":7},'
    '"opponent":{"hand":"6-5","points":41,"tricks":6}%s}'
)


@cache
def fast() -> JsonLines:
    return JsonLines()


def solve(
    lines: list[str], detail: Detail = Detail.BEST, solver: JsonLines | None = None
) -> tuple[list[dict[str, object]], int]:
    """The records that the fast path makes of lines, and how many lines it leaves."""
    block = "".join(line + "\n" for line in lines).encode()
    solved = (solver or JsonLines()).solve(block, b'"file":"f"', 1, 1, detail)
    return [json.loads(line) for line in solved.records.splitlines()], len(solved.gaps)


def slow(line: bytes) -> object:
    """What reading makes of a line."""
    return outcome(Entry(1, 1, line, json=True), "f", None)


def same(line: bytes) -> bool:
    """Whether the fast path accepts a line; if so, reading must have made the same position of it."""
    taken = fast()._native.parse(line)
    if not isinstance(taken, tuple):
        return False
    if b"expect" in line and fast().solve(line, b'"file":"f"', 1, 1, Detail.VALUE).gaps:
        return False  # (solving whole deals would take too long here)
    position = slow(line)
    assert isinstance(position, Position), (line, position)
    rules, *told, name, match = taken
    assert (fast()._known[rules], *told, " ".join(name.split()), match) == seen(position), (line, position)
    quick = fast().position(line)
    assert (quick is None) == (b"expect" in line)
    assert quick is None or (quick, quick.name, quick.match) == (position, position.name, position.match)
    return True


def seen(p: Position) -> tuple[object, ...]:
    """A position as the fast path tells what it has seen."""
    closed = p.closed and (p.closed.by, p.closed.points, p.closed.tricks)
    assert not (p.match and any(p.match.scored))  # left to the readable way
    assert p.won_with is None
    board = p.trump, p.hands, p.leader, p.led, p.points, p.tricks, p.declared, p.shown, p.pending, p.stock, p.turned
    return p.rules, board, closed, p.carried, p.stage, p.name, p.match and (*p.match.score, p.match.first)


@settings(deadline=None)
@given(positions())
def test_positions_are_taken_for_what_they_are(position: Position) -> None:
    line = dumps_json(position).encode()
    fast.cache_clear()
    fast().try_rules(msgspec.json.encode(msgspec.json.decode(line)["rules"]))
    assume(same(line))  # hypothesis complains if many are left


@pytest.mark.parametrize("preset", PRESETS)
def test_nearly_every_position_written_by_this_program_takes_the_fast_path(preset: Rules) -> None:
    rng = random.Random(3)
    fast.cache_clear()  # it learns only so many rules
    found = [p for _ in range(20) for p in reached(preset, rng)]
    lines = [dumps_json(p).encode() for p in found]
    fast().try_rules(msgspec.json.encode(msgspec.json.decode(lines[0])["rules"]))
    readable = [line for line in lines if isinstance(slow(line), Position)]
    assert sum(map(same, readable)) >= 0.99 * len(readable) > 200


@cache
def seeds() -> list[str]:
    rng = random.Random(11)
    found = [p for rules in (*PRESETS, *rng.sample(overridden(PRESETS[0]), 5)) for p in reached(rules, rng)]
    lines = [dumps_json(p) for p in rng.sample(found, 120)]
    won = "6-4 3-0, 5-5 1-1, 6-6 2-2, 4-3 5-4, 6-3 2-1, 4-2 1-0, 4-1 2-0"
    lost = "6-0 5-3 6-1 5-1 6-2 5-0 5-2 3-1 0-0 3-3 4-0 3-2"
    extra = [
        LAST.replace("{", '{"name":"a  b ",', 1) % ',"expect":{"value":1,"best":["lead 4-4"]}',
        json.dumps(
            {"trump": 4, "lead": "you", "you": {"hand": "44", "won": won}, "match": {"you": 3}}
            | {"opponent": {"hand": "6|5", "won": lost}}
        ),
    ]
    assert all(isinstance(slow(line.encode()), Position) for line in extra)
    return [*lines, *extra]


def learn_rules() -> None:
    """A reader that knows the rules of all lines, and no others."""
    fast.cache_clear()
    for line in seeds():
        fast().try_rules(msgspec.json.encode(msgspec.json.decode(line).get("rules", "pagat")))


@pytest.mark.parametrize("seed", range(4))
def test_mangled_lines_are_never_taken_for_something_else(seed: int) -> None:
    rng = random.Random(seed)
    learn_rules()
    taken = 0
    for _ in range(1500):
        mangled = mangle(rng.choice(seeds()), rng).split(b"\n")[0] + b"\n"
        taken += same(mangled) if mangled.strip() else 0
    assert taken


@pytest.mark.parametrize("seed", range(4))
def test_changed_numbers_and_tiles_are_never_taken_for_something_else(seed: int) -> None:
    """One value replaced, so that the line is still JSON but most often an impossible position."""
    rng = random.Random(seed)
    learn_rules()
    taken = 0
    for _ in range(1500):
        document = msgspec.json.decode(rng.choice(seeds()))
        for _ in range(rng.randint(1, 2)):
            _change(document, rng)
        taken += same(msgspec.json.encode(document))
    assert taken > 50


def _change(document: dict[str, object], rng: random.Random) -> None:
    parts = [document, *(part for part in document.values() if isinstance(part, dict))]
    part = rng.choice([p for p in parts if p])
    key = rng.choice(sorted(part))
    old = part[key]
    if isinstance(old, bool) or old is None or isinstance(old, (dict, list)) or rng.random() < 0.1:
        part[key] = rng.choice([None, "", 0, [], {}, "6-4", rng.choice(TOKENS)])
    elif isinstance(old, int):
        part[key] = max(old + rng.choice([-10, -2, -1, 1, 2, 10]), 0)
    elif isinstance(old, str) and "-" in old:
        words = old.split(" ")
        words[rng.randrange(len(words))] = f"{rng.randrange(7)}-{rng.randrange(7)}"
        part[key] = rng.choice([" ", " ", ", "]).join(words[: rng.choice([len(words), len(words) - 1])])
    else:
        part[key] = rng.choice(["you", "opponent"])


def as_readable(listed: list[Position], detail: Detail) -> int:
    """How many of them the fast path answers: as the readable way does, in the same order too."""
    records, left = solve([dumps_json(position) for position in listed], detail)
    assert len(records) + left == len(listed)
    for one in records:
        number = one["position"]
        assert isinstance(number, int)
        origin = {"file": "f", "position": number, "line_number": number}
        assert json.dumps(one) == json.dumps(origin | record(listed[number - 1], detail))
    return len(records)


MATCHES = st.builds(Match, st.integers(0, 6), st.integers(0, 6), st.sampled_from([None, 0, 1]))


@pytest.mark.parametrize("detail", DETAILS)
@settings(deadline=None)
@given(positions(most_tiles=5, phase=2), MATCHES)
def test_answers_are_those_of_the_readable_way(detail: Detail, position: Position, match: Match) -> None:
    assume(as_readable([position], detail))  # hypothesis complains if many are left
    given_score = replace(position, match=match)
    as_readable([given_score], detail)
    assert solve([dumps_json(given_score)], solver=JsonLines(match=False)) == solve([dumps_json(position)])


def test_best_moves_while_the_boneyard_is_open_are_those_of_the_readable_way() -> None:
    rng = random.Random(8)
    found = [p for rules in PRESETS for _ in range(3) for p in reached(rules, rng) if len(p.stock) in (1, 3)]
    listed = [replace(p, match=Match(rng.randrange(7), rng.randrange(7), rng.choice([None, 0, 1]))) for p in found]
    assert as_readable(found, Detail.BEST) > 30
    assert as_readable(listed, Detail.BEST) > 0.75 * len(listed)
    assert any(
        record(p, Detail.BEST)["best"] != record(q, Detail.BEST)["best"] for p, q in zip(found, listed, strict=True)
    )


@pytest.mark.parametrize(
    ("match", "left"),
    [
        ({}, 0),
        ({"you": 6, "opponent": 0, "first": "opponent"}, 0),
        ({"you": None, "first": None}, 0),
        (None, 0),
        ({"you": 7}, 1),
        ({"you": -1}, 1),
        ({"first": "nobody"}, 1),
        ({"you": 2, "scored": {"you": 1}}, 1),
    ],
)
def test_scores_that_take_the_fast_path(match: object, left: int) -> None:
    line = LAST % f',"match":{json.dumps(match)}'
    assert solve([line])[1] == left
    assert same(line.encode()) is not bool(left)


@pytest.mark.parametrize(("target", "left"), [(65, 1), (66, 0)])
def test_a_score_is_left_where_reaching_the_target_has_added_to_it(target: int, left: int) -> None:
    line = (LAST % ',"match":{"you":3}').replace("{", f'{{"rules":"hoyle-modern, target={target}",', 1)
    assert solve([line])[1] == left


@pytest.mark.parametrize(
    ("expect", "left"),
    [
        ({"value": 1}, 0),
        ({"value": -1}, 1),
        ({"best": "lead 4-4"}, 0),
        ({"best": []}, 0),
        ({"best": ["lead 4-4", "lead 4-4"]}, 0),
        ({"best": ["lead 4-4", "lead 6-4"]}, 1),
        ({"best": "lead 44"}, 1),  # the same move, written otherwise
        ({"value": 1.0}, 1),
    ],
)
def test_only_what_meets_its_expectation_takes_the_fast_path(expect: dict[str, object], left: int) -> None:
    line = LAST % f',"expect":{json.dumps(expect)}'
    assert solve([line], Detail.VALUE)[1] == left


def test_rules_that_replace_those_of_the_file_replace_them() -> None:
    strict = JsonLines(PRESETS[4])
    records, left = solve([LAST % ',"rules":"berndt"', LAST % ',"expect":{"value":5}'], solver=strict)
    assert left == 0
    position = outcome(Entry(1, 1, (LAST % "").encode(), json=True), "f", PRESETS[4])
    assert isinstance(position, Position)
    assert [r["value"] for r in records] == [record(position, Detail.VALUE)["value"]] * 2


def test_rules_are_learnt_as_they_turn_up_and_wrong_ones_left() -> None:
    rules = ['{"preset":"pagat","capture":0}', '{ "preset" : "pagat", "low": 20 }', '"engel"', '"whist"', '{"low":99}']
    records, left = solve([LAST % f',"rules":{written}' for written in rules])
    assert ([r["rules"] for r in records], left) == (["pagat, capture=0", "pagat, low=20", "engel"], 2)
    with pytest.raises(NotationError):
        read_rules(b'"whist"')


def test_of_a_line_that_is_too_long_so_much_is_kept_that_this_can_be_told() -> None:
    solved = JsonLines().solve(b'{"name":"' + b"x" * LIMIT + b'"}\n', b"", 1, 1, Detail.VALUE)
    assert [len(entry.text) for _, entry in solved.gaps] == [LIMIT + 1]


def test_places_are_those_of_the_file() -> None:
    records, left = solve(["", LAST % "", "  \t", "nonsense", (LAST % "") + "\r"])
    assert left == 1
    assert [(r["position"], r["line_number"]) for r in records] == [(1, 2), (3, 5)]


@pytest.mark.parametrize("text", [b"", b"\n", b"a", b"a\n", b"a\n\n", b"\na\r\n b\n\t\x0b\f\r \nc", b"a\rb\n \r"])
def test_lines_are_counted_as_a_file_has_them(text: bytes) -> None:
    lines = list(io.BytesIO(text))
    assert count(text) == (len(lines), sum(bool(line.strip()) for line in lines))


def test_what_reading_refuses_for_its_size_the_fast_path_leaves() -> None:
    line = f'{{"name":"{{}}",{(LAST % "")[1:]}'
    longest = LIMIT - 3  # ends of lines count
    for length in (60_000, *range(longest - 2, longest + 3), 66_000):
        long = line.replace("{}", "x" * (length - len(line) + 2))
        assert (len(long), solve([long])[1]) == (length, length > longest)
        assert isinstance(slow(f"{long}\n".encode()), Position) or length > longest
    for brackets in (100, *range(195, 205), 300):
        many = line.replace("{}", "[" * (brackets - LAST.count("{")))
        assert solve([many])[1] == (brackets > 200) == (not isinstance(slow(f"{many}\n".encode()), Position))


@pytest.mark.parametrize("written", ["+%d", "%d.0", "%de0", "0%d", "%d %d"])
def test_numbers_written_in_another_way_are_left(written: str) -> None:
    assert solve([LAST % ""])[1] == 0
    for key, number in (("trump", 4), ("points", 65), ("tricks", 7)):
        line = LAST.replace(f'"{key}":{number}', f'"{key}":{written.replace("%d", str(number))}', 1) % ""
        assert solve([line])[1] == 1
    worth = next(n for n in range(1, 4) if solve([LAST % f',"expect":{{"value":{n}}}'])[1] == 0)
    for wrong in (written.replace("%d", str(worth)), f"- {worth}", "-"):
        assert solve([LAST % f',"expect":{{"value":{wrong}}}'])[1] == 1


def named(name: bytes) -> bytes:
    """A line with a name, which is not escaped."""
    return b'{"name":"' + name + b'",' + (LAST % "")[1:].encode()


def is_left(name: bytes) -> bool:
    """Whether the fast path leaves a name: one with more than plain characters and blanks, or what is not UTF-8."""
    try:
        text = name.decode()
    except UnicodeDecodeError:
        return True
    return any(c in '"\\\x7f' or c < " " or (c.isspace() and c != " ") for c in text)


def assert_alike(name: bytes) -> None:
    """The fast path leaves a line with this name if it must; else its record is that of the readable way, byte for
    byte.
    """
    line = named(name)
    solved = fast().solve(line, b'"file":"f"', 1, 1, Detail.BEST)
    assert bool(solved.gaps) is is_left(name)
    if not solved.gaps:
        position = slow(line)
        assert isinstance(position, Position), line
        made = {"file": "f", "position": 1, "line_number": 1} | record(position, Detail.BEST)
        assert solved.records == json.dumps(made, separators=(",", ":")).encode() + b"\n"


@settings(deadline=None)
@given(st.text(max_size=12))
def test_names_are_written_as_the_readable_way_writes_them(name: str) -> None:
    assert_alike(name.encode("utf-8", "surrogatepass"))
    assert_alike(json.dumps(name, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("characters", [range(0x20, 0x3100), range(0xD700, 0x10400), range(0x10FF00, 0x110000)])
def test_every_character_takes_the_fast_path_but_blanks_and_what_json_escapes(characters: range) -> None:
    left = {c for c in characters if (chr(c).isspace() and c > 0x20) or chr(c) in '"\\\x7f' or 0xD800 <= c < 0xE000}
    block = b"\n".join(named(f"a {chr(c)}b".encode("utf-8", "surrogatepass")) for c in characters)
    solved = fast().solve(block, b'"file":"f"', 1, 1, Detail.VALUE)
    assert {characters[entry.number - 1] for _, entry in solved.gaps} == left
    told = [json.loads(line)["name"] for line in solved.records.splitlines()]
    assert told == [" ".join(f"a {chr(c)}b".split()) for c in characters if c not in left]


@pytest.mark.parametrize("seed", range(4))
def test_bytes_that_are_no_characters_are_left(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(3000):
        some = [rng.randrange(0x80, 0x100), 0x61, 0x80, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xF0, 0xF4]
        assert_alike(bytes(rng.choice(some) for _ in range(rng.randint(1, 6))))
