"""What moves are worth while tiles are hidden, as the engine tells it: an answer with its uncertainty, as data."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from bingo.solver.analysis.exact import Analysis, analyze_known
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import PLAYER_NAMES, YOU
from bingo.solver.hidden import view
from bingo.solver.hidden.leads import Interval, Lead
from bingo.solver.hidden.options import Options
from bingo.solver.hidden.request import about, asked, enough
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.worlds import only_hand
from bingo.solver.seam import found
from bingo.solver.showing import Shown

#: Deals drawn if nothing else is asked for; counted in deals, an answer is the same on every machine.
DEFAULT_WORLDS = 6144
USUAL = Settings(worlds=DEFAULT_WORLDS)

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
    ``chance_worse`` in chances, where the match counts. ``lead`` says more of what was solved; ``error`` is the
    standard error, of the chance where that counts, of what a sample of hands was solved for, and ``gap`` infinite then
    where it was not compared.
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
    error: float = 0.0

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Estimate:
        """From a row of an answer."""
        return cls(
            Move.parse(row["move"]),
            row["value"],
            row["low"],
            row["high"],
            row["worlds"],
            row.get("gap", math.inf if "error" in row else 0.0),
            chance=Interval.of(row, "chance", "chance_") if "chance" in row else None,
            kind=row.get("kind", "estimate"),
            lead=Lead.of(row) if "double_dummy" in row else None,
            worse=row.get("worse"),
            chance_worse=row.get("chance_worse"),
            error=row.get("error", 0.0),
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
            "remarks": view.remarks(self.known),
            "seconds": round(self.seconds, 4),
        }


_OF_A_ROW = ("value", "low", "high", "chance", "chance_low", "chance_high", "worlds", "kind")


def analyze_hidden(
    given: InformationSet,
    settings: Settings,
    on_progress: Callable[[float], None],
    objective: Objective | None = None,
) -> Analysis | Estimates:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    With an objective, moves are ordered by the chance that it says.
    """
    start, known = time.perf_counter(), view.known(given)
    hand = only_hand(known)
    if hand is not None:
        return analyze_known(known.world(hand), objective, on_progress)
    answer = found("analyze", enough(on_progress), **about(known, objective), **asked(settings))
    return Estimates.of(known, answer, time.perf_counter() - start)


def solved_worths(
    known: InformationSet,
    moves: Iterable[Move],
    settings: Settings,
    objective: Objective | None = None,
    *,
    most_hands: int | None = None,
) -> dict[Move, Estimate]:
    """What moves are worth after which nothing is drawn any more, to the digit as :func:`analyze_hidden` has it.

    Closes, or any moves once the boneyard is closed or exhausted. ``most_hands``: a sample of no more.

    Raises:
        IllegalMove: one is not legal, or tiles are drawn after it.
    """
    stated = {**about(known, objective), **asked(replace(settings, worlds=None)), "hands": most_hands}
    rows = found("worth", only=list(map(str, moves)), **stated)["moves"]
    return {one.move: one for one in map(Estimate.of, rows)}


def estimate(
    known: InformationSet,
    settings: Settings = USUAL,
    *,
    only: Collection[Move] | None = None,
    stay_open: bool = False,
    listed: Options | None = None,
    prune: bool = True,
    enumerated: int | None = None,
    objective: Objective | None = None,
) -> Estimates:
    """Estimate the options ``listed``, else all sensible ones: of them ``only`` these, no close if to ``stay_open``.

    With an objective, what is estimated is the chance that it says instead of game points.

    Without ``prune`` all are tried in every deal, so that intervals of what one falls short of another mean what they
    say: to be dropped early is to be caught at a low. Where there are at most ``enumerated`` deals, all of them are
    gone through, but no more than is usual; None: as many as that. Once nothing is drawn any more, hands are solved
    whatever the method.

    Raises:
        IllegalMove: no deal fits what is known.
    """
    start = time.perf_counter()
    answer = found(
        "estimate",
        **about(known, objective),
        **asked(settings),
        enumerated=enumerated,
        only=None if only is None else list(map(str, only)),
        stay_open=stay_open,
        options=listed and _options(listed),
        thorough=not prune,
    )
    return Estimates.of(known, answer, time.perf_counter() - start, settings.seed)


def _options(listed: Options) -> dict[str, Any]:
    written: dict[str, Any] = {
        "open": list(map(str, listed.open)),
        "certain": [(str(move), value) for move, value in listed.certain],
        "solved": [(str(move), value) for move, value in listed.solved],
    }
    return written if listed.cap is None else {**written, "cap": listed.cap}
