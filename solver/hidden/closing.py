"""What closing now is worth: every lead against every hand that the opponent may hold.

Two numbers bracket each lead. Above, the mean of what it is worth if you saw the hand from then on; below, what one
strategy that never sees it takes from an opponent who sees everything (``strategy``).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bingo.solver.errors import IllegalMove
from bingo.solver.game import tiles
from bingo.solver.game.moves import Move
from bingo.solver.game.play import can_claim, legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Closing, Position, Stage
from bingo.solver.game.scoring import win_score
from bingo.solver.game.tiles import Mask
from bingo.solver.hidden.strategy import SearchWidth, Strategist
from bingo.solver.hidden.view import Known
from bingo.solver.hidden.worlds import hands
from bingo.solver.search import engines
from bingo.solver.search.exact import Engine, analyze_exact

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How hard the strategy is thought about; more narrows the bracket and takes longer.
SEARCH_WIDTH = SearchWidth(all_up_to=20, two_up_to=1000)
#: Threads at most, a lead each; what is found does not depend on them.
THREADS = 4

#: Hears what is being done, and how much of it (0 to 1) is done.
Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Sure:
    """What the strategy takes: mean game points, and the share of hands in which it wins."""

    value: float
    win: float


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead after closing. ``value`` and ``win`` are means over every hand, were it seen from then on.

    ``outcomes`` counts the hands by their value, the best first.
    """

    move: Move
    value: float
    win: float
    outcomes: tuple[tuple[int, int], ...]
    sure: Sure


@dataclass(frozen=True, slots=True)
class Refutation:
    """A hand of the opponent that beats a lead, and how: the line of best play from the close on."""

    hand: Mask
    value: int
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """Tiles that, in the opponent's hand, make the close fail in ``failing`` of ``hands`` hands."""

    tiles: Mask
    failing: int
    hands: int


@dataclass(frozen=True, slots=True)
class Why:
    """In how many hands the best lead fails (is not won), which tiles all of these have, and a telling pattern."""

    failing: int
    hands: int
    always: Mask
    pattern: Pattern | None


@dataclass(frozen=True, slots=True)
class CloseAnalysis:
    """All leads after closing, the highest mean value first."""

    hands: int
    leads: tuple[Lead, ...]
    why: Why
    refutation: Refutation | None

    @property
    def best(self) -> Lead:
        """The lead with the highest mean value; among equals the one that takes most for certain."""
        return self.leads[0]

    @property
    def surest(self) -> Lead:
        """The lead with which the strategy takes most."""
        return max(self.leads, key=lambda lead: lead.sure.value)

    @property
    def feasible(self) -> bool:
        """Whether some lead wins against some hand."""
        return any(lead.win > 0 for lead in self.leads)

    @property
    def certain(self) -> bool:
        """Whether the strategy wins with some lead whatever the opponent holds."""
        return any(lead.sure.win == 1 for lead in self.leads)


def analyze_closing(known: Known, width: SearchWidth = SEARCH_WIDTH, progress: Progress | None = None) -> CloseAnalysis:
    """Solve every lead after closing now against every hand.

    Raises:
        IllegalMove: closing is not possible, in words that say why.
    """
    import numpy as np

    may_close(known)
    tell = progress or (lambda _doing, _share: None)
    every = hands(known)
    if not len(every):
        raise IllegalMove("close: expected a hand that the opponent can hold; found none that fits what is written")
    position = closed(known, int(every[0]))
    cap = _cap(known, int(every[0]))
    moves, values = _best_declarations(position, every, tell)
    values = values.clip(max=cap)
    engine = engines.engine(known.rules)
    leads: list[Lead] = []
    threads = min(os.cpu_count() or 1, THREADS)
    for first in range(0, len(moves), threads):
        some = moves[first : first + threads]
        tell("playing without seeing the hand", first / len(moves))
        sure = _sure(engine, position, every, some, width).clip(max=cap)
        leads += [_lead(move, values[:, first + n], sure[:, n]) for n, move in enumerate(some)]
    claiming = _claiming(position)
    if claiming is not None:  # the same against every hand
        move, value = claiming
        alike = np.full(len(every), min(value, cap), dtype=np.int16)
        moves, values = [*moves, replace(move, close=True)], np.column_stack((values, alike))
        leads.append(_lead(moves[-1], alike, alike))
    order = sorted(range(len(moves)), key=lambda n: (-leads[n].value, -leads[n].sure.value))
    top = order[0]
    return CloseAnalysis(
        hands=len(every),
        leads=tuple(leads[n] for n in order),
        why=_why(every, values[:, top] <= 0),
        refutation=_refutation(known, moves[top], every, values[:, top], engine),
    )


def may_close(known: Known) -> None:
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


def closed(known: Known, hand: Mask) -> Position:
    """The position after closing now, before the lead, if the opponent holds ``hand``."""
    now = known.world(hand)
    closing = Closing(YOU, now.card_points(OPPONENT), now.tricks[OPPONENT])
    return replace(now, closed=closing, stage=Stage.LEAD)


def _cap(known: Known, hand: Mask) -> int:
    """The most that closing can bring where the opponent can claim first."""
    now = known.world(hand)
    first = can_claim(now, OPPONENT) and now.card_points(OPPONENT) >= now.rules.target
    return -win_score(now, OPPONENT) if first else 127


# --- values of leads ---------------------------------------------------------------------------------


def _best_declarations(
    position: Position, every: NDArray[np.uint32], tell: Progress
) -> tuple[list[Move], NDArray[np.int16]]:
    """Each lead with the declaration that has the best mean value, and its values: shape (hands, leads)."""
    listed = [move for move in legal_moves(position) if not move.claim]
    tell("solving every hand", 0)
    values = _values(position, every, listed)
    chosen: dict[int | None, int] = {}
    means = [(int(total), move.declare.bit_count()) for total, move in zip(values.sum(0), listed, strict=True)]
    for n, move in enumerate(listed):
        if move.lead not in chosen or means[n] > means[chosen[move.lead]]:
            chosen[move.lead] = n
    columns = list(chosen.values())
    return [replace(listed[n], close=True) for n in columns], values[:, columns]


def _claiming(position: Position) -> tuple[Move, int] | None:
    """A declaration that reaches the target, to be claimed with at once, and what that brings; the smallest one.

    None where there is no need of it.
    """
    if can_claim(position, YOU) and position.card_points(YOU) >= position.rules.target:
        return None
    claims = [(move, play_unchecked(position, move).gain) for move in legal_moves(position) if move.claim]
    true = [(move, gain) for move, gain in claims if gain > 0]
    return min(true, key=lambda claim: (-claim[1], claim[0].declare.bit_count()), default=None)


def _values(position: Position, every: NDArray[np.uint32], moves: Sequence[Move]) -> NDArray[np.int16]:
    import numpy as np

    engine = engines.engine(position.rules)
    kernel = engines.as_kernel(engine)
    if kernel is not None:
        return kernel.closings(position, every, moves)
    rows = [[_value_after(world, move, engine) for move in moves] for world in _worlds(position, every)]
    return np.array(rows, dtype=np.int16)


def _value_after(position: Position, move: Move, engine: Engine) -> int:
    gain, after, over = play_unchecked(position, move)
    return gain if over else gain + engine.value(after)


def _sure(
    engine: Engine, position: Position, every: NDArray[np.uint32], moves: Sequence[Move], width: SearchWidth
) -> NDArray[np.int16]:
    """What the strategies take that begin with these leads, each in a thread of its own: shape (hands, moves)."""
    import numpy as np

    leads = [replace(move, close=False) for move in moves]
    kernel = engines.as_kernel(engine)
    if kernel is not None:
        return kernel.guaranteed(position, every, leads, *width, threads=len(leads))
    columns = [Strategist(engine, width).guaranteed(_worlds(position, every), lead)[0] for lead in leads]
    return np.array(columns, dtype=np.int16).T


def _worlds(position: Position, every: NDArray[np.uint32]) -> list[Position]:
    return [replace(position, hands=(position.hands[YOU], int(hand))) for hand in every]


def _lead(move: Move, values: NDArray[np.int16], sure: NDArray[np.int16]) -> Lead:
    return Lead(
        move=move,
        value=float(values.mean()),
        win=float((values > 0).mean()),
        outcomes=tuple(sorted(Counter(values.tolist()).items(), reverse=True)),
        sure=Sure(value=float(sure.mean()), win=float((sure > 0).mean())),
    )


# --- why it fails ------------------------------------------------------------------------------------


def _refutation(
    known: Known, move: Move, every: NDArray[np.uint32], values: NDArray[np.int16], engine: Engine
) -> Refutation | None:
    """The first of the worst hands for this lead, if any beats it."""
    worst = int(values.argmin())
    if values[worst] > 0:
        return None
    position = closed(known, int(every[worst]))
    _, after, over = play_unchecked(position, replace(move, close=False))
    rest = () if over else analyze_exact(after, engine).line
    line = (f"you {move}", *(str(step) for step in rest if str(step.move) != "wait"))
    return Refutation(int(every[worst]), int(values[worst]), line)


def _why(every: NDArray[np.uint32], fails: NDArray[np.bool_]) -> Why:
    import numpy as np

    failing = int(fails.sum())
    if not failing:
        return Why(0, len(every), 0, None)
    bad = every[fails]
    always = int(np.bitwise_and.reduce(bad)) & ~int(np.bitwise_and.reduce(every))
    return Why(failing, len(every), always, _pattern(every, bad, always) if failing < len(every) else None)


def _pattern(every: NDArray[np.uint32], bad: NDArray[np.uint32], always: Mask) -> Pattern | None:
    """One or two tiles more that tell failing hands from others best: by the harmonic mean of the share of such
    hands that fails and the share of failures they make up. None where they tell little.
    """
    import numpy as np

    known_held = int(np.bitwise_and.reduce(every))
    rest = [1 << t for t in tiles.members(int(np.bitwise_or.reduce(bad)) & ~always & ~known_held)]
    more = rest if always else [*rest, *(a | b for n, a in enumerate(rest) for b in rest[:n])]

    def count(within: NDArray[np.uint32], held: Mask) -> int:
        return int(((within & np.uint32(held)) == held).sum())

    best: tuple[float, Pattern] | None = None
    for part in [always, *more] if always else more:
        held = always | part
        pattern = Pattern(held, count(bad, held), count(every, held))
        score = 2 * pattern.failing / (pattern.hands + len(bad))
        if best is None or score > best[0]:
            best = score, pattern
    if best is None or best[1].failing * len(every) < 1.5 * len(bad) * best[1].hands:
        return None
    return best[1]
