"""What moves are worth while tiles are hidden: an answer with its uncertainty, as data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.hidden.best_defence import NEARLY
from bingo.solver.hidden.means import Interval
from bingo.solver.hidden.view import describe
from bingo.solver.showing import Shown

if TYPE_CHECKING:
    from bingo.solver.hidden.defended import Defended


@dataclass(frozen=True, slots=True)
class Estimate:
    """A move and the mean of its values, seen from ``you``, with the limits of its 95 % confidence interval.

    ``worlds`` is how many deals it was tried in; 0 where the value is certain. ``gap`` is the standard error of what it
    falls short of the best move that is not certain, compared deal by deal. ``chance`` to win the match, with its
    limits, where that is minded. ``defended`` is what it takes against best defence, once nothing is drawn any more.
    """

    move: Move
    value: float
    low: float
    high: float
    worlds: int
    gap: float = 0.0
    chance: Interval | None = None
    defended: Defended | None = None


@dataclass(frozen=True, slots=True)
class Estimates(Shown):
    """All your options, the best first; where the opponent is to lead or play, waiting alone (and claiming).

    Where the match is minded, that is by their chances. ``alike`` are the moves that cannot be told from the best one
    at 95 %. ``every``: all ``worlds`` that there are were gone through; else so many were drawn. ``weighted``: by what
    the opponent's play tells of their hand.
    """

    known: InformationSet
    method: str
    moves: tuple[Estimate, ...]
    alike: tuple[Move, ...]
    worlds: int
    every: bool
    weighted: bool
    seed: int
    seconds: float

    exact = False

    @property
    def best(self) -> Estimate:
        """The move with the highest mean, or chance to win the match."""
        return self.moves[0]

    @property
    def mover(self) -> int:
        """Whose decision it is: yours also if you may claim before the opponent leads."""
        mover = self.known.leader if self.known.led is None else 1 - self.known.leader
        return YOU if len(self.moves) > 1 else mover

    @property
    def defended(self) -> tuple[Estimate, ...]:
        """The moves by what they are guaranteed against best defence, or by that chance to win the match.

        Empty while tiles are drawn, and where there are too many hands.
        """
        if any(one.defended is None for one in self.moves):
            return ()
        return tuple(sorted(self.moves, key=_guaranteed, reverse=True))

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo analyze --json`` writes."""
        mine = self.mover == YOU
        first = self.best
        return {
            "name": self.known.name,
            "rules": label(self.known.rules),
            "exact": False,
            "to_move": PLAYER_NAMES[self.mover],
            "value": first.value,
            "low": first.low,
            "high": first.high,
            **chance_keys(first.chance),
            "best": [str(first.move)] if mine else [],
            "alike": [str(move) for move in self.alike],
            "moves": [_row(one) for one in self.moves] if mine else [],
            **({} if self.known.open else {"best_defence": self._best_defence()}),
            "line": [],
            "method": self.method,
            "worlds": self.worlds,
            "every": self.every,
            "weighted": self.weighted,
            "remarks": describe(self.known),
            "seed": self.seed,
            "nodes": 0,
            "seconds": round(self.seconds, 4),
        }

    def _best_defence(self) -> dict[str, Any] | None:
        """What the best of the moves takes, and which are guaranteed the most."""
        found = self.defended
        if not found:
            return None
        rows = [one.defended.as_dict()["best_defence"] for one in found if one.defended]
        most = {key: max(row[key] for row in rows) for key in rows[0]}
        best = [str(one.move) for one in found if _guaranteed(one)[0] >= _guaranteed(found[0])[0] - NEARLY]
        exact = most["high"] - most["low"] <= NEARLY
        return {"best": best if self.mover == YOU else [], "exact": exact, **most}


def _guaranteed(one: Estimate) -> tuple[float, ...]:
    """What a move is ordered by: what is guaranteed, then what it is worth if the hand is seen."""
    assert one.defended is not None
    points = one.defended.limits.low, one.value
    return points if one.defended.chance is None else (one.defended.chance[1], *points)


def _row(one: Estimate) -> dict[str, Any]:
    row = {"move": str(one.move), "value": one.value, "low": one.low, "high": one.high}
    defended = {} if one.defended is None else one.defended.as_dict()
    return {**row, **chance_keys(one.chance), "worlds": one.worlds, **defended}


def chance_keys(chance: Interval | None) -> dict[str, float]:
    """The keys that tell a chance to win the match, where that is minded."""
    if chance is None:
        return {}
    return {"chance": chance.value, "chance_low": chance.low, "chance_high": chance.high}


def by_chance(points: Estimates, chances: Estimates) -> Estimates:
    """Estimates of game points with the chances of the same moves beside them, in whose order they then are."""
    known = {one.move: one for one in points.moves}
    moves = tuple(
        replace(
            known[one.move],
            chance=Interval(*(min(max(float(limit), 0.0), 1.0) for limit in (one.value, one.low, one.high))),
            worlds=min(one.worlds, known[one.move].worlds),
        )
        for one in chances.moves
    )
    return replace(chances, moves=moves, seconds=points.seconds + chances.seconds)
