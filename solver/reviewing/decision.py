"""A decision of a played deal, judged by what its player could know and with all tiles seen; and what was luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bingo.solver.game.moves import Move
from bingo.solver.game.record import Moment


@dataclass(frozen=True, slots=True)
class Option:
    """A move that could be made, and what the deal is then worth, seen from ``you`` of the record."""

    move: Move
    value: float


@dataclass(frozen=True, slots=True)
class Laid:
    """A decision judged with all tiles seen: exact values of the best move and of that made, seen from ``you``.

    ``best`` is the move made where none is better. ``lost`` is the mover's and never negative.
    """

    best: Move
    value: int
    best_value: int
    lost: int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was a mistake: a ``kind``, a ``sentence``, and the line (moves as text) or hand that proves it.

    Code has checked all that the sentence says.
    """

    kind: str
    sentence: str
    line: tuple[str, ...] = ()
    hand: str = ""


@dataclass(frozen=True, slots=True)
class ForMatch:
    """What a decision did to the match. Chances to win it are seen from ``you``, 0 to 1.

    Attributes:
        best: The best move for the match by what the mover could know; the move made where none is better.
        chance: After the move made, and ``best_chance`` after ``best``.
        chance_by_points: After the move that is best by game points.
        lost: What the move made cost the mover, 0 or more, with the limits of its 95% interval.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked.
    """

    best: Move
    chance: float
    best_chance: float
    chance_by_points: float
    lost: float
    low: float
    high: float
    mistake: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with a choice. Values are of the whole deal, points already scored included, seen from ``you``.

    Attributes:
        n: Counts the decisions of the deal from 1.
        moment: The position with all tiles, whose turn it was, and what was seen; ``player`` (0 or 1) made ``move``
            there, which may be to wait with a claim.
        best: The best move by what ``player`` could know; ``move`` itself where none is better.
        value: What the deal was worth after ``move``, and ``best_value`` after ``best``.
        lost: The mover's loss, 0 or more, with the limits of its 95% interval; exact where all was known.
        mistake: Whether that interval excludes 0, and the loss is at least the smallest that is marked; not if it is
            ``repeated``.
        worlds: How many deals or hands ``lost`` comes from; 1 where all was known.
        options: The sensible moves and the one made, the best for the mover first.
        open: The same with all tiles seen; None where some are not recorded.
        reason: Why it was a mistake, where that could be proved.
        match: The same by the chance to win the match; None without a score.
        repeated: A close missed that lost more in another trick of the deal, where it counts.
    """

    n: int
    moment: Moment
    player: int
    move: Move
    best: Move
    value: float
    best_value: float
    lost: float
    low: float
    high: float
    exact: bool
    mistake: bool
    worlds: int
    options: Sequence[Option]
    open: Laid | None = None
    reason: Reason | None = None
    match: ForMatch | None = None
    repeated: bool = False

    @property
    def counted(self) -> float:
        """What of the loss counts in sums."""
        return 0.0 if self.repeated else self.lost

    @property
    def trick(self) -> int:
        """The number of the trick under way or about to begin, from 1."""
        return self.moment.trick

    @property
    def phase(self) -> str:
        """``open``, ``closed`` or ``exhausted``, as the boneyard was."""
        position = self.moment.position
        return "open" if position.open else "closed" if position.closed else "exhausted"


@dataclass(frozen=True, slots=True)
class Draw:
    """What both drew after a trick, and what that was worth to ``you``."""

    trick: int
    worth: float


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck of ``you``: in the tiles dealt, in those drawn, and in what lay hidden when moves were chosen."""

    deal: float
    draws: float
    hidden: float
    each: tuple[Draw, ...] = ()

    @property
    def you(self) -> float:
        """All of it."""
        return self.deal + self.draws + self.hidden
