"""What a file expects of a position, held against what was found."""

from __future__ import annotations

from collections.abc import Iterable

from bingo.cli.render.screen import signed
from bingo.solver.game.moves import Expect


def unmet(expect: Expect | None, value: float, best: Iterable[str]) -> list[str]:
    """What is not as expected, in words; nothing where nothing is expected."""
    if expect is None:
        return []
    found = []
    if expect.value is not None and expect.value != value:
        found.append(f"expected the value {expect.value:+g}; found {signed(value)}")
    wanted, moves = set(map(str, expect.best)), set(best)
    if wanted and wanted != moves:
        found.append(f"expected the best moves {_joined(wanted)}; found {_joined(moves)}")
    return found


def _joined(moves: set[str]) -> str:
    return "; ".join(sorted(moves))
