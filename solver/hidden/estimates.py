"""What moves are worth while tiles are hidden, as the engine tells it: an answer with its uncertainty, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.position import PLAYER_NAMES, YOU
from bingo.solver.hidden.leads import Interval, Lead
from bingo.solver.hidden.view import remarks
from bingo.solver.showing import Shown

#: How a move was valued: estimated, with a statistical interval; solved, with limits of best defence that have met
#: (exact) or not; or known without either.
Kind = Literal["estimate", "limits", "exact", "certain"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A move and what it is worth, seen from ``you``, with two limits.

    Of an estimate ``value`` is a mean over deals, and the limits those of its 95% interval. Of what was solved it is
    what play that never sees the hidden hand is sure of, and the limits are those of best defence. ``worlds`` is how
    many deals or hands it was tried in; 0 where the value is certain. ``gap`` is the standard error of what an estimate
    falls short of the best one, compared deal by deal; ``worse`` is what a move falls short by at least, with the same
    confidence, that was given up before the others: None of the rest. ``chance`` to win the match, with its limits, and
    ``chance_worse`` in chances, where the match counts. ``lead`` says more of what was solved.
    """

    move: Move
    value: float
    low: float
    high: float
    worlds: int
    gap: float = 0.0
    chance: Interval | None = None
    kind: Kind = "estimate"
    lead: Lead | None = None
    worse: float | None = None
    chance_worse: float | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Estimate:
        """From a row of an answer."""
        return cls(
            Move.parse(row["move"]),
            row["value"],
            row["low"],
            row["high"],
            row["worlds"],
            row.get("gap", 0.0),
            chance=Interval.of(row, "chance", "chance_") if "chance" in row else None,
            kind=row.get("kind", "estimate"),
            lead=Lead.of(row) if "double_dummy" in row else None,
            worse=row.get("worse"),
            chance_worse=row.get("chance_worse"),
        )

    @property
    def solved(self) -> bool:
        """Whether the value is proved, and no estimate."""
        return self.kind != "estimate"


@dataclass(frozen=True, slots=True)
class Estimates(Shown):
    """All your moves, the best first; only to wait (and to claim) where the opponent is to lead or play.

    Where the match counts, that is by their chances. ``alike`` are the moves that cannot be told from the best one.
    ``every``: whether ``worlds`` are all the deals that fit; else so many were drawn. ``weighted``: by what the
    opponent's play tells of their hand. ``answer``: what the engine says; of an analysis, with the keys of
    ``bingo analyze --json``.
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
    answer: Mapping[str, Any]

    exact = False

    @classmethod
    def of(cls, known: InformationSet, told: Mapping[str, Any], seconds: float, seed: int = 0) -> Estimates:
        """What the engine says of every move; beside a close it leaves out what is known, such as the ``seed``."""
        waiting = {"move": "wait", **{key: told[key] for key in told if key in _OF_A_ROW}, **told.get("wait", {})}
        return cls(
            known,
            told["method"],
            tuple(map(Estimate.of, told["moves"] or [waiting])),
            tuple(map(Move.parse, told["alike"])),
            told["worlds"] if "worlds" in told else told["deals"],
            told["every"],
            told.get("weighted", bool(known.history)),
            told.get("seed", seed),
            seconds,
            told,
        )

    @property
    def best(self) -> Estimate:
        """The move that is worth most, or has the highest chance to win the match."""
        return self.moves[0]

    @property
    def mover(self) -> int:
        """Whose decision it is: yours also if you may claim before the opponent leads."""
        mover = self.known.leader if self.known.led is None else 1 - self.known.leader
        return YOU if len(self.moves) > 1 else mover

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo analyze --json`` writes."""
        return {
            **self.answer,
            "name": self.known.name,
            "to_move": PLAYER_NAMES[self.mover],
            "remarks": remarks(self.known),
            "seconds": round(self.seconds, 4),
        }


_OF_A_ROW = ("value", "low", "high", "chance", "chance_low", "chance_high", "worlds", "kind")
