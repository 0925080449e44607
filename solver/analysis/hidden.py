"""What moves are worth while tiles are hidden: an answer with its uncertainty, as data."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from bingo.solver.analysis import worlds
from bingo.solver.analysis.exact import Analysis, Searches, analyze_known
from bingo.solver.analysis.leads import Interval, Lead
from bingo.solver.analysis.settings import METHOD_NAMES, Settings
from bingo.solver.engine import engine_for, monitor
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, apply, legal_moves
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import Objective
from bingo.solver.showing import Shown

if TYPE_CHECKING:
    from bingo.solver.engine import _kernel

#: Deals drawn if nothing else is asked for; counted in deals, an answer is the same on every machine. A decision takes
#: about as long under all rules.
DEFAULT_WORLDS = 6144
_WORLDS = {"each-scores": 2048, "points": 256}
#: The most where an analysis is to go on until the best move is clear (some never are), and of an estimate.
MAX_WORLDS = 65_536
USUAL = Settings(worlds=DEFAULT_WORLDS)

#: How a move was valued: estimated, with a statistical interval; solved, with limits of best defence that have met
#: (exact) or not; or known without either.
Kind = Literal["estimate", "limits", "exact", "certain"]
KINDS: tuple[Kind, ...] = ("estimate", "limits", "exact", "certain")
#: How it was found where nothing is drawn any more.
BEST_DEFENCE = "best defence"


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

    @property
    def solved(self) -> bool:
        """Whether the value is proved, and no estimate."""
        return self.kind != "estimate"

    def as_dict(self) -> dict[str, Any]:
        """A row of an answer, with the keys of ``--json``."""
        if self.lead is not None:
            return {**self.lead.as_dict(), "worlds": self.worlds}
        row = {"move": str(self.move), "kind": self.kind, **self.worth(), "worlds": self.worlds}
        behind = {"worse": self.worse, "chance_worse": self.chance_worse}
        return row | {key: least for key, least in behind.items() if least is not None}

    def worth(self) -> dict[str, float]:
        """What it is worth, with its limits; with the chance, where the match counts."""
        worth = Interval(self.value, self.low, self.high).as_dict()
        return worth if self.chance is None else worth | self.chance.as_dict("chance", "chance_")


@dataclass(frozen=True, slots=True)
class Estimates(Shown):
    """All your moves, the best first; only to wait (and to claim) where the opponent is to lead or play.

    Where the match counts, that is by their chances. ``alike`` are the moves that cannot be told from the best one.
    ``every``: whether ``worlds`` are all the deals that fit; else so many were drawn. ``weighted``: by what the
    opponent's play tells of their hand. ``hands``, where moves were solved: how many the opponent may hold, and how
    many of them were tried. ``stopped``: whether it was ended before it was done.
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
    hands: tuple[int, int] | None = None
    stopped: bool = False

    exact = False

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
        mine, best = self.mover == YOU, self.best
        return {
            "name": self.known.name,
            "rules": label(self.known.rules),
            "exact": False,
            "to_move": PLAYER_NAMES[self.mover],
            "kind": best.kind,
            **best.worth(),
            "best": [str(best.move)] if mine else [],
            "alike": [str(move) for move in self.alike if mine],
            "moves": [one.as_dict() for one in self.moves if mine],
            "line": [],
            **({} if mine or best.lead is None else {"wait": best.as_dict()}),
            "method": self.method,
            "worlds": self.worlds,
            "every": self.every,
            "weighted": self.weighted,
            **({} if self.hands is None else dict(zip(("hands", "tried"), self.hands, strict=True))),
            "remarks": worlds.remarks(self.known),
            **({"stopped": True} if self.stopped else {}),
            "seed": self.seed,
            "nodes": 0,
            "seconds": round(self.seconds, 4),
        }


# --- from the engine ---------------------------------------------------------------------------------


def budget(settings: Settings, usual: int, hands: int | None = None, *, narrow: bool = True) -> _kernel.Budget:
    """How much is to be found out: of ``usual`` deals where neither they nor a time are set. ``narrow``: whether
    limits of best defence are narrowed.
    """
    from bingo.solver.engine import _kernel

    return _kernel.Budget(
        double_dummy=settings.method == METHOD_NAMES[1],
        worlds=settings.worlds or (0 if settings.seconds else usual),
        seconds=settings.seconds or math.inf,
        until_separated=settings.until_clear,
        uniform=settings.equal_weights,
        hands=hands or 0,
        narrow=narrow,
        seed=settings.seed,
        threads=settings.threads,
    )


def usual_worlds(rules: Rules, settings: Settings) -> int:
    """How many deals an analysis draws where nothing is said."""
    return MAX_WORLDS if settings.until_clear else _WORLDS.get(rules.at_target, DEFAULT_WORLDS)


def move_of(parts: tuple[bool, int, int | None, bool], *, reply: bool) -> Move:
    """A move as the engine has it: (close, declared doubles, tile or None, claim)."""
    close, declare, tile, claim = parts
    return Move(close=close, declare=declare, lead=None if reply else tile, play=tile if reply else None, claim=claim)


def estimate_of(value: _kernel.MoveValue, *, reply: bool, exact: bool) -> Estimate:
    """A move as the engine values it; ``exact``: against every hand, where it was solved."""
    move, kind, lead = move_of(value.move, reply=reply), KINDS[value.kind], value.lead
    mean, low, high = value.points
    return Estimate(
        move,
        mean,
        low,
        high,
        value.worlds,
        value.gap,
        chance=value.chance and Interval(*value.chance),
        kind=kind,
        lead=None if lead is None or kind == "certain" else Lead.of(move, lead, exact=exact),
        worse=value.worse,
        chance_worse=value.chance_worse,
        error=value.error,
    )


def analyze_hidden(
    given: InformationSet,
    settings: Settings,
    on_progress: Callable[[float], None],
    objective: Objective | None = None,
    most_hands: int | None = None,
) -> Analysis | Estimates:
    """What every move is worth, knowing only what ``you`` know; see :func:`bingo.solver.analyze`.

    With an objective, moves are ordered by the chance that it says. ``most_hands``: a quick look at no more hands where
    nothing is drawn any more, which does not narrow their limits.
    """
    start, known = time.perf_counter(), worlds.known(given)
    hand = worlds.only_hand(known)
    if hand is not None:
        world = known.world(hand)
        return analyze_known(world, Searches.of(world, objective, on_progress))
    limits = budget(settings, usual_worlds(known.rules, settings), most_hands, narrow=most_hands is None)
    with engine_for(known.rules) as engine:
        answer = engine.analyze(known, objective, True, limits, monitor(on_progress))
    return _estimates(known, answer, settings.seed, start)


def _estimates(known: InformationSet, answer: _kernel.Analysis, seed: int, start: float) -> Estimates:
    reply, tried = known.led is not None, len(answer.tried)
    solved, exact = tried > 0, tried == answer.hands
    moves = tuple(estimate_of(value, reply=reply, exact=exact) for value in answer.moves)
    return Estimates(
        known,
        METHOD_NAMES[answer.double_dummy] if answer.estimated else BEST_DEFENCE,
        moves,
        tuple(move_of(move, reply=reply) for move in answer.alike),
        answer.worlds if answer.estimated else moves[0].worlds,
        answer.every if answer.estimated else exact,
        answer.weighted,
        seed,
        time.perf_counter() - start,
        hands=(answer.hands, tried) if solved else None,
        stopped=answer.stopped,
    )


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
    asked, limits = list(moves), budget(replace(settings, worlds=None), 0, most_hands)
    with engine_for(known.rules) as engine:
        values = engine.solve_moves(known, objective, asked, limits)
    return {move: _solved(move, value) for move, value in zip(asked, values, strict=True)}


def _solved(move: Move, value: _kernel.MoveValue) -> Estimate:
    estimate = replace(estimate_of(value, reply=move.play is not None, exact=True), lead=None)
    return replace(estimate, gap=math.inf if value.lead is None else value.lead.gap)


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
    with engine_for(known.rules) as engine:
        answer = engine.estimate(
            known,
            objective,
            budget(settings, MAX_WORLDS),
            only=None if only is None else list(only),
            listed=None if listed is None else (listed.open, listed.certain, listed.solved, listed.cap),
            no_close=stay_open,
            no_prune=not prune,
            enumerated=enumerated,
        )
    return _estimates(known, answer, settings.seed, start)


@dataclass(frozen=True, slots=True)
class Options:
    """The sensible moves of what you know.

    ``certain`` are moves whose value needs no estimate: true claims, and a declaration that ends the deal. ``open``
    are all others; where the decision is the opponent's it is waiting alone. ``cap`` is what an open option can bring
    at most, where the opponent may claim first. ``solved`` are moves whose value was found otherwise, in what counts:
    game points, or chances where those do.
    """

    open: tuple[Move, ...]
    certain: tuple[tuple[Move, float], ...] = ()
    cap: float | None = None
    solved: tuple[tuple[Move, float], ...] = ()


def leads(position: Position) -> tuple[Move, ...]:
    """Every lead, closing before it or not, without a declaration and with the largest that it allows."""
    found = (move for move in legal_moves(position) if move.lead is not None and not move.claim)
    return tuple(_largest(found, lambda move: (move.close, move.lead, bool(move.declare))))


def endings(position: Position, cap: int | None) -> list[tuple[Move, int]]:
    """Declarations that end the deal, or reach the target for a claim, closed or not: the largest of each."""
    found: dict[Move, int] = {}
    for move in legal_moves(position):
        if move.lead is not None or not move.declare:
            continue
        gain, _, over, _ = apply(position, move)
        if over and gain > 0:
            found[move] = gain if cap is None else min(gain, cap)
    return [(move, found[move]) for move in _largest(found, lambda move: (move.close, move.claim))]


def _largest(moves: Iterable[Move], kind: Callable[[Move], object]) -> Iterable[Move]:
    """Of moves of one kind, the first of those with the most doubles declared."""
    found: dict[object, Move] = {}
    for move in moves:
        if move.declare.bit_count() > found.setdefault(kind(move), move).declare.bit_count():
            found[kind(move)] = move
    return found.values()
