"""Scores at which a match or a rubber is not over yet, each with who leads the next deal: what both have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bingo.solver import arguments
from bingo.solver.errors import NotationError
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU

#: Your chance by your score, the opponent's, and who leads the next deal.
Chance = Callable[[int, int, int], float]


def scores(to: int) -> Iterator[tuple[int, int, int]]:
    """All scores below ``to``, with who leads the next deal: yours, the opponent's, the leader."""
    yield from ((a, b, lead) for lead in (YOU, OPPONENT) for a in range(to) for b in range(to))


def check(you: int, opponent: int, to: int, points: str, over: str) -> None:
    """Refuse a score that is over or that there cannot be; ``points`` are of which kind, ``over`` what ``to`` does.

    Raises:
        NotationError: as said.
    """
    arguments.whole("you", you, 0)
    arguments.whole("opponent", opponent, 0)
    if max(you, opponent) >= to:
        expected = f"{points} points 0 to {to - 1} for both, as {to} {over}"
        raise NotationError.of("score", expected, f"{you} and {opponent}")


def rows(chance: Chance, to: int) -> list[dict[str, Any]]:
    """What ``--json`` writes of all scores: an object each."""
    return [
        {"you": a, "opponent": b, "lead": PLAYER_NAMES[lead], "chance": round(chance(a, b, lead), 5)}
        for a, b, lead in scores(to)
    ]


def by_leader(values: list[Any]) -> dict[str, Any]:
    """What ``--json`` writes of two things, by who leads."""
    return dict(zip(PLAYER_NAMES, values, strict=True))
