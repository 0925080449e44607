"""The puzzles that come with the program: ``collections/*.yaml``, and what those with hidden tiles are judged by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypeVar

import msgspec

from bingo.positions.reading import reads
from bingo.solver.game import InformationSet, Position
from bingo.solver.puzzles import Judgement

if TYPE_CHECKING:
    from importlib.abc import Traversable  # in importlib.resources.abc from Python 3.11 on

T = TypeVar("T")

OTHER_RULES_FILE = "other-rules.yaml"
#: Positions whose answer depends on the match score. They are not posed as puzzles: most hide a hand.
MATCH_SCORE_FILE = "match-score.yaml"

#: Puzzles with hidden tiles.
HIDDEN_HAND_FILES = ("close-unseen.yaml", "first-leads.yaml")


def shipped() -> Iterator[Position]:
    """Every shipped puzzle with all tiles known, by file and within it from easy to hard."""
    return _read(collections(), Position)


def puzzles() -> list[Position | InformationSet]:
    return [*shipped(), *unseen()]


def unseen() -> Iterator[InformationSet]:
    """Every shipped puzzle with hidden tiles, by file and within it from easy to hard."""
    return _read([_folder() / name for name in HIDDEN_HAND_FILES], InformationSet)


def _read(files: Iterable[Traversable], position_type: type[T]) -> Iterator[T]:
    for puzzle_file in files:
        for puzzle in reads(puzzle_file.read_text(encoding="utf-8")):
            assert isinstance(puzzle, position_type)
            yield puzzle


def _folder() -> Traversable:
    return files("bingo.positions") / "collections"


def collections() -> list[Traversable]:
    """The files of the shipped puzzles with all tiles known, by name; that with other rules comes last."""
    special_files = {MATCH_SCORE_FILE, *HIDDEN_HAND_FILES}
    files = (file for file in _folder().iterdir() if file.name.endswith(".yaml") and file.name not in special_files)
    return sorted(files, key=lambda file: (file.name == OTHER_RULES_FILE, file.name))


@cache
def _judgements() -> dict[str, Judgement]:
    lines = msgspec.json.Decoder(Judgement).decode_lines((_folder() / "refutations.jsonl").read_bytes())
    return {judgement.name: judgement for judgement in lines}


def judgement_of(view: InformationSet) -> Judgement:
    """What a shipped puzzle with hidden tiles is judged by."""
    return _judgements()[view.name]
