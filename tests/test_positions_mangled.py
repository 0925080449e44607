"""Whatever is done to a file, reading gives positions or errors in words, and never anything else."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bingo.positions import dumps, dumps_json, read, reads
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.dealing import deal
from bingo.solver.game.information import InformationSet
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position, Stage
from tests.depth import by_depth
from tests.oracles.random_play import playout
from tests.strategies import PRESETS, overridden

WORDS = r"""
6-4 7-7 6-4,6-4 [6-4] [6-4][5-5] -1 99999999999999999999 1e400 .nan NaN true null ~ you opponent {} [] [[[[1]]]]
&a *a !!python/object:os.system << --- ... %YAML preset must_beat closed trump stock \ud800 é " ' # : , % @ ` - |
"""
TOKENS = [
    *WORDS.split(),
    *("[6-4] [5-5]", "{you: 1}", "rules: engel", "turned: 4-1", "stock: 1-0", "pending: 3", "won: 6-4 5-4"),
    *("6\N{EN DASH}4", "\N{FULLWIDTH DIGIT SIX}-4", "\N{ARABIC-INDIC DIGIT FOUR}", "\0", "\ufeff", "\ud7ff"),
    *("", " ", "\t", "\n", "\r"),
]


def seeds() -> list[str]:
    """Files as people and machines write them, of positions of every kind."""
    rng = random.Random(7)
    found: list[Position] = []
    for rules in (*PRESETS, *rng.sample(overridden(PRESETS[0]), 6)):
        reached = [p for p in playout(deal(rules, rng), rng) if p.stage is not Stage.SHOW and begin(p) == p]
        found += rng.sample(reached, 4)
    yaml = [dumps(position) for position in found]
    return [*yaml, "---\n".join(yaml[:3]), *map(dumps_json, found), "\n".join(map(dumps_json, found[:3]))]


SEEDS = seeds()


def mangle(text: str, rng: random.Random) -> bytes:
    """One to three small accidents."""
    data = text.encode()
    for _ in range(rng.randint(1, 3)):
        data = rng.choice((_flip, _cut, _drop_line, _repeat_line, _replace_word, _insert))(data, rng)
    return data


def _flip(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    start, end = sorted(rng.choices(range(len(data) + 1), k=2))
    return data[:end] if rng.random() < 0.5 else data[:start] + data[end:]


def _drop_line(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def _repeat_line(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"".join(lines)


def _replace_word(data: bytes, rng: random.Random) -> bytes:
    words = data.split(b" ")
    words[rng.randrange(len(words))] = rng.choice(TOKENS).encode()
    return b" ".join(words)


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(TOKENS).encode() + data[at:]


def outcome(path: Path) -> list[Position | InformationSet | BingoError]:
    """Everything a file gives, checked to be positions or errors with words."""
    errors: list[NotationError | ImpossiblePosition] = []
    found = list(read(path, on_error=errors.append))
    for error in errors:
        assert error.reasons
        assert all(reason.field and reason.expected and reason.found for reason in error.reasons)
        assert str(error).startswith(str(path))
        str(error).encode()
    assert all(isinstance(position, (Position, InformationSet)) for position in found)
    return [*found, *errors]


@pytest.mark.parametrize("seed", range(8))
def test_mangled_files_give_positions_or_errors(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "some.txt"
    for _ in range(500):
        path.write_bytes(mangle(rng.choice(SEEDS), rng))
        assert outcome(path)


@pytest.mark.parametrize("name", ["some.yaml", "some.jsonl"])
def test_every_truncation_gives_positions_or_errors(tmp_path: Path, name: str) -> None:
    text = (dumps_json if "json" in name else dumps)(next(iter(reads(SEEDS[0])))).encode()
    for end in range(len(text)):
        (tmp_path / name).write_bytes(text[:end])
        assert outcome(tmp_path / name)


ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.binary(max_size=200), st.sampled_from(["some.yaml", "some.jsonl", "some"]))
def test_binary_files_give_positions_or_errors(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(data)
    assert outcome(path)


@given(st.recursive(ANYTHING, st.lists, max_leaves=5), st.data())
def test_wrong_types_are_refused_everywhere(value: object, data: st.DataObject) -> None:
    lines = [text for text in SEEDS if text.startswith("{") and "\n" not in text]
    document = msgspec.json.decode(data.draw(st.sampled_from(lines)))
    part = data.draw(st.sampled_from([document, *(v for v in document.values() if isinstance(v, dict))]))
    part[data.draw(st.sampled_from(sorted(part)))] = value
    errors: list[object] = []
    assert len([*reads(msgspec.json.encode(document).decode(), on_error=errors.append), *errors]) == 1


LARGE = by_depth(2_000_000, 10_000_000)


@pytest.mark.parametrize(
    "data",
    [
        random.Random(1).randbytes(LARGE),
        b"\x00" * LARGE,
        b"[" * LARGE,
        b"- " * LARGE,
        b"a:\n" * (LARGE // 3),
        b"{\n" * (LARGE // 2),
        b'{"a":' * (LARGE // 5),
        b"6-4 " * (LARGE // 4),
        b"---\n" * (LARGE // 4),
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
