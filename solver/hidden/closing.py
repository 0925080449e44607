"""What closing now is worth: every lead against every hand that the opponent may hold, or a sample of them.

Two means bracket each lead. Above, its double-dummy value: what it is worth if you saw the hand from then on. Below,
what is guaranteed: what one strategy that never sees the hand takes from an opponent who does (``strategy``). What the
best such strategy takes is bounded more closely from above (``best_defence``).
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bingo.solver.errors import IllegalMove
from bingo.solver.game import play
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.scoring import win_score
from bingo.solver.game.tiles import Mask
from bingo.solver.hidden import best_defence
from bingo.solver.hidden.beliefs import hand_weights, told
from bingo.solver.hidden.best_defence import Limits
from bingo.solver.hidden.failing import Refutation, Why, refutation_of, why_of
from bingo.solver.hidden.lead_solver import LeadSolver, Progress, ignore
from bingo.solver.hidden.match_chances import MatchChances, Minded, for_match
from bingo.solver.hidden.means import Interval, Mean, Sample, mean_of
from bingo.solver.hidden.sampling import Allowance, allowance, sample_size
from bingo.solver.hidden.settings import DEFAULT_SETTINGS, Settings
from bingo.solver.hidden.strategy import ABOVE_ANY_VALUE, SearchWidth
from bingo.solver.hidden.worlds import hands
from bingo.solver.search import engines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.search.kernel import Kernel

#: How hard the strategy is thought about; more narrows the bracket and takes longer.
SEARCH_WIDTH = SearchWidth(all_up_to=20, two_up_to=1000)
#: What parts of all the work the double-dummy values and the strategies are, of progress only.
VALUES_SHARE, STRATEGIES_SHARE = 0.1, 0.5


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead after closing, and what it brings over all hands.

    Attributes:
        move: The close, the declaration and the lead; or a declaration that is claimed with at once.
        double_dummy: What it is worth if you saw the hand from then on.
        guaranteed: What one strategy that never sees the hand takes from an opponent who sees everything.
        best_defence: Between what the best such strategy is; None where hands were left out.
        outcomes: Hands tried by their double-dummy value, the best first.
        guaranteed_outcomes: Hands tried by what the strategy takes, the best first.
        chances: What part of the hands tried has each double-dummy value, by their weights.
        guaranteed_chances: The same of what the strategy takes.
        match: Where the match is minded, the chances to win it.
    """

    move: Move
    double_dummy: Mean
    guaranteed: Mean
    best_defence: Limits | None
    outcomes: tuple[tuple[int, int], ...]
    guaranteed_outcomes: tuple[tuple[int, int], ...]
    chances: tuple[tuple[int, float], ...]
    guaranteed_chances: tuple[tuple[int, float], ...]
    match: MatchChances | None = None


@dataclass(frozen=True, slots=True)
class CloseAnalysis:
    """All leads after closing, the highest guaranteed mean first; where the match is minded, the highest chance.

    Attributes:
        hands: How many hands the opponent may hold.
        tried: How many of them were solved; the others were left out for want of time.
        weighted: Whether they count by how likely the opponent's play was with each; else all count alike.
        leads: The advised lead first; among equals the one with the higher double-dummy mean.
        why: When the strategy that begins with the advised lead does not win.
        refutation: A hand that beats the advised lead even if you saw it; None if there is none among those tried.
        seconds: The time that all this took.
    """

    hands: int
    tried: int
    weighted: bool
    leads: tuple[Lead, ...]
    why: Why
    refutation: Refutation | None
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether no hand was left out."""
        return self.tried == self.hands

    @property
    def best(self) -> Lead:
        """The advised lead: the one with the highest guaranteed mean, or chance to win the match."""
        return self.leads[0]

    @property
    def highest(self) -> Lead:
        """The lead with the highest double-dummy mean: the advised one, if it is among them."""
        return max(self.leads, key=lambda lead: lead.double_dummy.value)

    @property
    def feasible(self) -> bool:
        """Whether some lead wins against some hand that was tried."""
        return any(value > 0 for lead in self.leads for value, _ in lead.outcomes)

    @property
    def certain(self) -> bool:
        """Whether the strategy wins with some lead whatever the opponent holds; never told from a sample."""
        return any(lead.guaranteed.exact and lead.guaranteed.win == 1 for lead in self.leads)  # no weight is 0


def analyze_closing(
    known: InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    *,
    width: SearchWidth = SEARCH_WIDTH,
    allowed: Allowance | None = None,
    objective: Objective | None = None,
) -> CloseAnalysis:
    """Solve every lead after closing now against every hand, or against a sample where all would cost too much.

    Of the ``settings``, ``seconds``, ``inference``, ``seed`` and ``threads`` count. Without ``seconds``, ``allowed``
    limits the work (by default what takes the engine less than half a minute), and nothing depends on the machine.
    With an objective all is solved for the chance that it says too, which orders the leads and chooses what is declared
    with them.

    Raises:
        IllegalMove: closing is not possible, in words that say why.
    """
    import numpy as np

    start = time.perf_counter()
    may_close(known)
    report = on_progress or ignore
    report(0)
    every = hands(known)
    if not len(every):
        raise IllegalMove("close: expected a hand that the opponent can hold; found none that fits what is written")
    position = closed(known, int(every[0]))
    listed = [move for move in legal_moves(position) if not move.claim]
    mixed = np.random.default_rng(settings.seed).permutation(every)
    weighted = settings.inference and told(known)
    weights = hand_weights(known) if weighted else np.ones(len(every))

    def pilot(some: NDArray[np.uint32]) -> int:
        solver = LeadSolver(position, engines.engine(known.rules), width, 1, every, weights)
        solver.guaranteed(some, solver.best_declarations(some, listed, solver.values(some, listed))[0])
        return solver.engine.nodes

    speed = max(1.0, 0.8 * min(settings.threads, len(listed))) / (1 if objective is None else 2)
    size = sample_size(mixed, pilot, allowed or allowance(settings.seconds), settings.seconds, speed)
    tried = np.sort(mixed[:size])
    solver = LeadSolver(position, engines.engine(known.rules), width, settings.threads, every, weights)
    minded = None
    if objective is not None:
        minded = for_match(replace(solver, engine=engines.engine(known.rules, objective)), listed, mixed[:size])
        listed = [replace(move, close=False) for move in minded.moves]
    values = solver.values(tried, listed, lambda share: report(VALUES_SHARE * share))
    moves, values = solver.best_declarations(tried, listed, values)
    cap = _cap(known, int(every[0]))
    values = values.clip(max=cap)
    guaranteed, halves = solver.strategies(
        mixed[:size], moves, lambda share: report(VALUES_SHARE + STRATEGIES_SHARE * share)
    )
    guaranteed, halves = guaranteed.clip(max=cap), halves.clip(max=cap)
    span = (float(guaranteed.min()), float(values.max()))
    sample = Sample(size, len(every), span, solver.weights_of(tried))
    if minded is not None and objective is not None and cap < ABOVE_ANY_VALUE:
        minded = minded.capped(round(SCALE * objective.chance(cap)))
    nothing = [None] * len(moves)
    between: tuple[Sequence[Limits | None], Sequence[tuple[float, float] | None]] = nothing, nothing
    if size == len(every):
        between = _bounded(
            best_defence.Leads(position, tried, moves, values, guaranteed, sample.weights),
            None if cap < ABOVE_ANY_VALUE else engines.as_kernel(solver.engine),
            minded,
            settings.threads,
            lambda: None if settings.seconds is None else settings.seconds - (time.perf_counter() - start),
            lambda share: report(VALUES_SHARE + STRATEGIES_SHARE + (1 - VALUES_SHARE - STRATEGIES_SHARE) * share),
        )
    columns = zip(moves, values.T, guaranteed.T, halves.T, between[0], strict=True)
    leads = [_lead(move, seen, sure, half, sample, limits) for move, seen, sure, half, limits in columns]
    if minded is not None:
        leads = [replace(lead, match=minded.chances(n, sample, between[1][n])) for n, lead in enumerate(leads)]
    claiming = _claiming(position)
    if claiming is not None:  # the same against every hand
        move, value = claiming
        alike = np.full((size, 1), min(value, cap), dtype=np.int16)
        values, guaranteed = np.hstack((values, alike)), np.hstack((guaranteed, alike))
        same = Limits(*[float(alike[0, 0])] * 2, *[float(alike[0, 0] > 0)] * 2)
        certain = replace(sample, hands=size)
        leads.append(_lead(replace(move, close=True), alike[:, 0], alike[:, 0], None, certain, same))
        if objective is not None:
            sure = Interval(*[objective.chance(int(alike[0, 0]))] * 3)
            leads[-1] = replace(leads[-1], match=MatchChances(sure, sure, (sure.value, sure.value)))
    order = sorted(range(len(leads)), key=lambda n: _merit(leads[n]), reverse=True)
    top = order[0]
    return CloseAnalysis(
        hands=len(every),
        tried=size,
        weighted=weighted,
        leads=tuple(leads[n] for n in order),
        why=why_of(tried, guaranteed[:, top] <= 0, sample.weights),
        refutation=refutation_of(position, leads[top].move, tried, values[:, top], solver.engine),
        seconds=time.perf_counter() - start,
    )


def _merit(lead: Lead) -> tuple[float, ...]:
    points = lead.guaranteed.value, lead.double_dummy.value
    return points if lead.match is None else (lead.match.guaranteed.value, lead.match.double_dummy.value, *points)


def _bounded(
    leads: best_defence.Leads,
    kernel: Kernel | None,
    minded: Minded | None,
    threads: int,
    left: Callable[[], float | None],
    on_progress: Progress,
) -> tuple[list[Limits], Sequence[tuple[float, float] | None]]:
    """Limits on best defence of each lead, in points, and in chances to win the match where that is minded; all hands
    are solved. ``left`` says how many seconds there still are.
    """
    if minded is None:
        return best_defence.limits(leads, kernel, threads, left(), on_progress), [None] * len(leads.moves)
    half = left()
    half = None if half is None else half / 2
    found = best_defence.limits(leads, kernel, threads, half, lambda share: on_progress(share / 2))
    utilities = replace(leads, moves=minded.moves, seen=minded.values, sure=minded.guaranteed)
    if kernel is not None:
        kernel = engines.as_kernel(minded.solver.engine)
    low, high = best_defence.points(utilities, kernel, threads, left(), lambda share: on_progress((1 + share) / 2))
    return found, [(least / SCALE, most / SCALE) for least, most in zip(low.tolist(), high.tolist(), strict=True)]


def may_close(known: InformationSet) -> None:
    """Pass if you may close now.

    Raises:
        IllegalMove: you may not; it says why.
    """
    for wrong, expected, found in (
        (known.closed is not None, "an open boneyard", "one that is already closed"),
        (known.turned is None, "an open boneyard (turned given)", "no turned tile: the boneyard is exhausted"),
        (known.led is not None, "the time between two tricks", "a tile already led: the trick is to be finished first"),
        (known.leader != YOU, "you on lead", "the opponent on lead, and only the leader may close"),
        (not known.tricks[YOU], "a trick won by you, which closing needs", "none yet"),
    ):
        if wrong:
            raise IllegalMove(f"close: expected {expected}; found {found}")


def closed(known: InformationSet, hand: Mask) -> Position:
    """The position after closing now, before the lead, if the opponent holds ``hand``."""
    return replace(play.closed(known.world(hand)), stage=Stage.LEAD)


def _cap(known: InformationSet, hand: Mask) -> int:
    """The most that closing can bring where the opponent can claim first."""
    now = known.world(hand)
    return -win_score(now, OPPONENT) if play.has_claim(now, OPPONENT) else ABOVE_ANY_VALUE


def _claiming(position: Position) -> tuple[Move, int] | None:
    """A declaration that reaches the target, to be claimed with at once, and what that brings; the smallest one.

    None where there is no need of it.
    """
    if play.has_claim(position, YOU):
        return None
    claims = [(move, play_unchecked(position, move).gain) for move in legal_moves(position) if move.claim]
    true = [(move, gain) for move, gain in claims if gain > 0]
    return min(true, key=lambda claim: (-claim[1], claim[0].declare.bit_count()), default=None)


def _lead(
    move: Move,
    values: NDArray[np.int16],
    guaranteed: NDArray[np.int16],
    halves: NDArray[np.int16] | None,
    sample: Sample,
    between: Limits | None,
) -> Lead:
    return Lead(
        move=move,
        double_dummy=mean_of(values, sample),
        guaranteed=mean_of(guaranteed, sample, halves),
        best_defence=between,
        outcomes=_outcomes(values),
        guaranteed_outcomes=_outcomes(guaranteed),
        chances=_chances(values, sample),
        guaranteed_chances=_chances(guaranteed, sample),
    )


def _outcomes(values: NDArray[np.int16]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(Counter(values.tolist()).items(), reverse=True))


def _chances(values: NDArray[np.int16], sample: Sample) -> tuple[tuple[int, float], ...]:
    return tuple((value, sample.mean(values == value)) for value, _ in _outcomes(values))
