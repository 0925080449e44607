"""Whatever is done to a file, reading gives positions or errors in words, and never anything else."""

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, strategies as st

from bingo.positions import dumps, dumps_json, read, reads
from bingo.solver import BingoError, ImpossiblePosition, InformationSet, NotationError, Position
from tests.support.depth import by_depth, few
from tests.support.mangled import SEEDS, ended, mangle, recorded


def outcome(path: Path) -> list[Position | InformationSet | BingoError]:
    """Everything a file gives, checked to be positions or errors with words."""
    errors: list[NotationError | ImpossiblePosition] = []
    positions = list(read(path, on_error=errors.append))
    for error in errors:
        assert error.reasons
        assert all(reason.field and reason.expected and reason.found for reason in error.reasons)
        assert str(error).startswith(str(path))
        str(error).encode()
    assert all(isinstance(position, (Position, InformationSet)) for position in positions)
    return [*positions, *errors]


@pytest.mark.parametrize("seed", few(range(8), *range(2)))
def test_mangled_files_give_positions_or_errors(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "some.txt"
    for _ in range(500):
        path.write_bytes(mangle(rng.choice(SEEDS), rng))
        assert outcome(path)


def test_commands_end_in_words_whatever_was_done_to_their_file(tmp_path: Path) -> None:
    rng, texts = random.Random(3), {"position": SEEDS, "record": recorded()}
    for _ in range(by_depth(30, 150)):
        for kind, some in texts.items():
            ended(mangle(rng.choice(some), rng), kind, tmp_path, rng)


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


LARGE = by_depth(2_000_000, 5_000_000)


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
