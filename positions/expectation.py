"""What a file expects of a position, held against what was found."""

from __future__ import annotations

from collections.abc import Iterable

from bingo.solver.game.moves import Expect


def unmet(expect: Expect | None, value: float, best: Iterable[str], *, exact: bool = True) -> list[str]:
    """What is not as expected, in words; nothing where nothing is expected.

    An estimate, which is not ``exact``, names one best move where several may be: any of those expected will do.
    """
    if expect is None:
        return []
    found = []
    if expect.value is not None and expect.value != value:
        found.append(f"expected the value {_signed(expect.value)}; found {_signed(value)}")
    wanted, moves = set(map(str, expect.best)), set(best)
    if wanted and not (wanted == moves if exact else wanted >= moves):
        found.append(f"expected the best moves {_joined(wanted)}; found {_joined(moves)}")
    return found


def _joined(moves: set[str]) -> str:
    return "; ".join(sorted(moves))


def _signed(value: float) -> str:
    """``+2``, ``-1``, ``0``."""
    return f"{value:+g}" if value else "0"
