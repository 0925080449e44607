"""The puzzles that come with the program: ``collections/*.yaml``."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from bingo.positions.reading import reads
from bingo.solver.game.position import Position

OTHER_RULES = "other-rules.yaml"


def shipped() -> Iterator[Position]:
    """Every shipped puzzle, by file and within it from easy to hard."""
    for file in collections():
        for position in reads(file.read_text(encoding="utf-8")):
            assert isinstance(position, Position)
            yield position


def collections() -> list[Traversable]:
    """The files of the shipped puzzles, by name; that with other rules comes last."""
    folder = files("bingo.positions") / "collections"
    found = (file for file in folder.iterdir() if file.name.endswith(".yaml"))
    return sorted(found, key=lambda file: (file.name == OTHER_RULES, file.name))
