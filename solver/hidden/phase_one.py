"""What to do while tiles are hidden: every move estimated on deals that fit what is known, until a budget is spent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bingo.solver import native
from bingo.solver.errors import IllegalMove
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import OPPONENT, Position
from bingo.solver.game.rules import AtTarget, Rules
from bingo.solver.hidden.beliefs import hand_weights, rounded, told
from bingo.solver.hidden.deals import Deals, Method, draw, every
from bingo.solver.hidden.estimates import Estimate, Estimates
from bingo.solver.hidden.means import STANDARD_ERRORS_95
from bingo.solver.hidden.options import Options, options
from bingo.solver.hidden.settings import DEFAULT, RANDOM, SOLVED, Enough
from bingo.solver.hidden.tally import Tally
from bingo.solver.hidden.unaided import ENUMERATED, UNAIDED, WORLDS_CLOSED, WORLDS_OPEN
from bingo.solver.hidden.worlds import at_most, count_hands, hands

#: Deals in the first batch; solving whole deals takes so long that pimc begins with one.
FIRST_BATCH, FIRST_BATCH_SOLVED = 32, 1
#: Each batch is as large as all before it, up to so many deals.
LARGEST_BATCH = 512
#: Where there are at most so many deals, all are gone through: with the boneyard open, and once nothing is drawn.
ENUMERATED_OPEN, ENUMERATED_CLOSED = 1000, 40_000
#: No deal is worth more, whatever the rules: where one deal tells nothing of the variance, intervals end here.
LARGEST_VALUE = 200.0
#: A move is pruned when it falls short of the best by so many standard errors: more than for 95 %, as it is looked
#: at after every batch.
PRUNING_ERRORS = 3.0


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop: after so many seconds or worlds (deals), or with ``separate`` once the best move is apart.

    ``clock`` tells the seconds. Where there are at most ``enumerated`` deals, all of them are gone through; None: as
    many as is usual.
    """

    seconds: float | None = None
    worlds: int | None = None
    separate: bool = False
    enumerated: int | None = None
    clock: Callable[[], float] = field(default=time.perf_counter, repr=False, compare=False)


@dataclass(slots=True)
class _Meter:
    """How much of a budget is used: 1 or more when it is time to stop."""

    budget: Budget
    start: float
    share: float = 0.0

    def read(self, worlds: int) -> float:
        seconds = self.budget.clock() - self.start
        self.share = max(
            seconds / self.budget.seconds if self.budget.seconds else 0.0,
            worlds / self.budget.worlds if self.budget.worlds else 0.0,
        )
        return self.share

    def room(self, done: int) -> int:
        """Deals for which there seems to be time, at the pace so far."""
        return int(done * (1 / max(self.share, 1e-6) - 1)) + 1 if self.budget.seconds else LARGEST_BATCH


#: How sharply deals are weighted by what the opponent led, see :func:`~bingo.solver.hidden.players.likelihoods`.
TEMPERATURE, BLUNDER = 0.25, 0.1

#: What an answer takes if nothing else is asked for; counted in worlds, it is the same on every machine.
DEFAULT_WORLDS = 6144
#: The same where the boneyard is open and, by what 70 card points do, no claim cuts short what is solved after the last
#: draw: a decision takes about as long under all rules, and its intervals are wider.
WORLDS_AT_TARGET: Mapping[AtTarget, int] = {"each-scores": 2048, "points": 256}
DEFAULT_BUDGET = Budget(worlds=DEFAULT_WORLDS)
#: The most where it is to go on until the best move is apart: some never are.
MOST_WORLDS_UNTIL_APART = 65_536


def estimate(
    known: InformationSet,
    method: str = DEFAULT,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    *,
    only: Callable[[Move], bool] = lambda _move: True,
    listed: Options | None = None,
    prune: bool = True,
    inference: bool = True,
    threads: int = 1,
    on_progress: Callable[[float], None] = lambda _share: None,
    objective: Objective | None = None,
) -> Estimates:
    """Estimate every option that ``only`` lets through: those ``listed``, else all sensible ones.

    With an objective, what is estimated is the chance that it says instead of game points.

    Without ``prune`` all are tried in every deal, so that intervals of what one falls short of another mean what they
    say: to be dropped early is to be caught at a low.
    The same seed and number of worlds give the same answer, whatever ``threads``. ``on_progress`` is called
    with the share of the budget that is used, 0 to 1. Once nothing is drawn any more, hands are solved whatever the
    method.

    Raises:
        IllegalMove: no deal fits what is known.
    """
    meter = _Meter(budget, budget.clock())
    rng = np.random.default_rng(seed)
    method = method if known.open else SOLVED
    if not count_hands(known):
        raise IllegalMove("expected a hand that the opponent can hold; found none that fits what is written")
    most = usually_enumerated(known) if budget.enumerated is None else budget.enumerated
    enumerated = method != "ismcts" and at_most(known) <= most
    first = FIRST_BATCH_SOLVED if method == "pimc" or not native.built() else FIRST_BATCH
    deals = _shuffled(every(known), rng) if enumerated else draw(known, first, rng)
    world = next(deals.positions(known))
    listed = listed or options(known, world)
    if objective is not None:
        listed = _in_chances(listed, objective)
    moves = [move for move in listed.open if only(move)]
    tally = Tally(len(moves))
    values_of = _method(method, known, world, threads, objective)
    weigh = _weighing(known, world) if inference else None
    alive, best, looked_at = list(range(len(moves))), 0, 0
    for batch in _all(deals) if enumerated else _drawn(known, deals, rng, meter):
        values = np.full((len(batch), len(moves)), np.nan)
        values[:, alive] = values_of([moves[n] for n in alive], batch)
        tally.add(values, weigh(batch) if weigh else np.ones(len(batch)))
        looked_at += len(batch)
        if enumerated:
            best = int(np.argmax(tally.means))
            if _enough(on_progress, looked_at / len(deals)) or (budget.seconds and meter.read(0) >= 1):
                break
            continue
        short = tally.shortfalls(best)[0]
        best = min(alive, key=lambda n: short[n])
        alive = _contenders(tally, best) if prune else alive
        enough = _enough(on_progress, min(meter.read(looked_at), 1.0))
        if enough or meter.share >= 1 or (budget.separate and len(alive) <= 1):
            break
    exhaustive = enumerated and looked_at == len(deals)
    found, alike = _ranked(tally, best, moves, replace(listed, certain=_allowed(listed, only)), exhaustive)
    seconds = budget.clock() - meter.start
    return Estimates(known, method, found, alike, looked_at, exhaustive, weigh is not None, seed, seconds)


def _enough(on_progress: Callable[[float], None], share: float) -> bool:
    """Tell what share is done; whether that is enough."""
    try:
        on_progress(share)
    except Enough:
        return True
    return False


def default_method() -> str:
    """The method where none is asked for."""
    return DEFAULT if native.built() else RANDOM


def default_worlds(known: InformationSet, apart: bool) -> int:
    """How many deals are drawn where neither their number nor a time is asked for; until the best move is ``apart`` the
    most.
    """
    if not native.built():
        return WORLDS_OPEN if known.open else WORLDS_CLOSED
    if apart:
        return MOST_WORLDS_UNTIL_APART
    return usual_worlds(known.rules) if known.open else DEFAULT_WORLDS


def usual_worlds(rules: Rules) -> int:
    """How many deals a decision under these rules usually takes while the boneyard is open."""
    return WORLDS_AT_TARGET.get(rules.at_target, DEFAULT_WORLDS)


def _method(name: str, known: InformationSet, world: Position, threads: int, objective: Objective | None) -> Method:
    if native.built():
        from bingo.solver.hidden.methods import METHODS  # here: it needs the kernel

        return METHODS[name](known, world, threads, objective)
    if name not in UNAIDED:
        native.require(f"the method {name}")
    return UNAIDED[name](known, objective)


def _in_chances(listed: Options, objective: Objective) -> Options:
    """The options, what is certain of them as chances."""
    certain = tuple((move, objective.chance(int(value))) for move, value in listed.certain)
    return replace(listed, certain=certain, cap=None if listed.cap is None else objective.chance(int(listed.cap)))


def usually_enumerated(known: InformationSet) -> int:
    """Up to how many deals all are gone through."""
    if not native.built():
        return ENUMERATED
    return ENUMERATED_OPEN if known.open else ENUMERATED_CLOSED


def _weighing(known: InformationSet, world: Position) -> Callable[[Deals], NDArray[np.float64]] | None:
    """The weights of deals by how likely the opponent's play was in them: all of it, or at least the tile that lies on
    the table. None where nothing is told.
    """
    if told(known):
        every = hands(known)
        weights = hand_weights(known)
        return lambda batch: weights[every.searchsorted(batch.hands)]
    if native.built() and known.open and known.led is not None and known.leader == OPPONENT:
        from bingo.solver.hidden.players import likelihoods, make_players  # here: it needs the kernel

        players = make_players(known.rules)
        return lambda batch: rounded(likelihoods(players, world, batch, TEMPERATURE, BLUNDER))
    return None


def _allowed(listed: Options, only: Callable[[Move], bool]) -> tuple[tuple[Move, float], ...]:
    return tuple(one for one in listed.certain if only(one[0]))


def _shuffled(deals: Deals, rng: np.random.Generator) -> Deals:
    """In random order: whatever part of them there is time for is as good as drawn."""
    return deals[rng.permutation(len(deals))]


def _all(deals: Deals) -> Iterator[Deals]:
    for first in range(0, len(deals), LARGEST_BATCH):
        yield deals[first : first + LARGEST_BATCH]


def _drawn(known: InformationSet, first: Deals, rng: np.random.Generator, meter: _Meter) -> Iterator[Deals]:
    """Batches drawn at random, each as large as all before it, up to the largest; no more than there seems time for."""
    left = meter.budget.worlds or 10**9
    batch = first[:left]
    done = 0
    while len(batch):
        yield batch
        done += len(batch)
        batch = draw(known, min(done, LARGEST_BATCH, left - done, meter.room(done)), rng)


def _contenders(tally: Tally, best: int) -> list[int]:
    """The options that may still turn out best, also those pruned before that do not look so bad any more."""
    short, errors = tally.shortfalls(best)
    return [n for n in range(len(short)) if n == best or not short[n] > PRUNING_ERRORS * errors[n]]


def _ranked(
    tally: Tally, best: int, moves: Sequence[Move], listed: Options, exhaustive: bool
) -> tuple[tuple[Estimate, ...], tuple[Move, ...]]:
    """All options, the best first, and those that cannot be told from it. ``exhaustive``: no deal was left out.

    A move that was tried in fewer deals than the best is worth what the best is, less what it falls short in those, but
    never more or less than any option was in any deal.
    """
    found: list[Estimate] = []
    if moves:
        short, gaps = tally.shortfalls(best)
        errors = np.minimum(tally.errors, np.hypot(tally.errors[best], gaps))
        margins = np.zeros(len(moves)) if exhaustive else STANDARD_ERRORS_95 * errors
        means = np.clip(tally.means[best] - short, tally.least, tally.greatest)
        gaps = np.zeros(len(moves)) if exhaustive else gaps
        for n, (move, value) in enumerate(zip(moves, means.tolist(), strict=True)):
            margin = float(margins[n])
            limits = (value - margin, value, value + margin)
            low, value, high = (min(max(limit, -LARGEST_VALUE), LARGEST_VALUE) for limit in limits)
            if listed.cap is not None:
                low, value, high = (min(limit, float(listed.cap)) for limit in (low, value, high))
            found.append(Estimate(move, value, low, high, int(tally.deals[n]), float(gaps[n])))
    found += [Estimate(move, value, value, value, 0) for move, value in listed.certain]
    found.sort(key=lambda one: (-one.value, one.worlds > 0))  # among equals, what is certain
    top = found[0]

    def near(one: Estimate) -> bool:
        if not one.worlds or not top.worlds:
            return one.low <= top.value <= one.high or (one.low <= one.value and top.low <= one.value <= top.high)
        n = moves.index(one.move)
        return bool(short[n] <= (0 if exhaustive else STANDARD_ERRORS_95 * gaps[n]))

    return tuple(found), tuple(one.move for one in found[1:] if near(one))
