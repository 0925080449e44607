"""One type for every answer: the best move, what it is worth, and all moves, whether exact, limits or estimated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import bingo.solver as parts
from bingo.solver.analysis.settings import Settings
from bingo.solver.showing import Shown

if TYPE_CHECKING:
    from bingo.solver.analysis.closing import Decision
    from bingo.solver.analysis.exact import Analysis
    from bingo.solver.analysis.hidden import Estimate, Estimates
    from bingo.solver.analysis.leads import Lead
    from bingo.solver.game.information import InformationSet
    from bingo.solver.game.moves import Move
    from bingo.solver.game.position import Position

#: How a value was found: nothing left untried; best defence between two limits; a mean over deals; known at once.
EXACT, LIMITS, ESTIMATE, CERTAIN = "exact", "limits", "estimate", "certain"


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move and what it is worth, seen from ``you``: ``value``, which lies between ``low`` and ``high``.

    ``kind`` is ``exact``; ``limits``, of what play that never sees the hidden hand is sure of (``value`` is the lower
    one); ``estimate``, with a 95% interval; or ``certain``. ``chance`` is that to win the match, with a match score.
    """

    move: Move
    value: float
    low: float
    high: float
    kind: str
    chance: float | None = None

    def __str__(self) -> str:
        return f"{self.move}: {self.value:+g}" if self.low == self.high else f"{self.move}: {self.value:+.2f}"


@dataclass(frozen=True)
class Answer(Shown):
    """What a position is worth. ``print`` shows it with the board; ``details`` has all that was found out.

    >>> from bingo import Position, analyze
    >>> answer = analyze(Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -"))
    >>> answer.best, answer.value, answer.kind
    (Move.parse('lead 4-4'), 1, 'exact')
    """

    moves: tuple[MoveValue, ...]
    details: Analysis | Estimates | Decision

    @classmethod
    def of(cls, details: Analysis | Estimates) -> Answer:
        """What an analysis says."""
        from bingo.solver.analysis.exact import Analysis

        if isinstance(details, Analysis):
            exact = (MoveValue(one.move, one.value, one.value, one.value, EXACT, one.chance) for one in details.moves)
            return cls(tuple(exact), details)
        return cls(tuple(map(estimated, details.moves)), details)

    @property
    def best(self) -> Move:
        """The best move, by the chance to win the match where there is a score; the first of several equals."""
        return self.moves[0].move

    @property
    def value(self) -> float:
        """What the best move is worth."""
        return self.moves[0].value

    @property
    def kind(self) -> str:
        """How the value of the best move was found."""
        return self.moves[0].kind

    @property
    def advice(self) -> str | None:
        """``close``, ``play on`` or ``too close to call``, where that was asked."""
        return getattr(self.details, "advice", None)

    def __str__(self) -> str:
        return str(self.details)

    def _repr_html_(self) -> str:
        return self.details._repr_html_()


def analyze(position: Position | InformationSet, settings: Settings | None = None, **options: Any) -> Answer:
    """What every sensible move is worth: exact where every tile is known, else as ``settings`` or options say.

    >>> from bingo import deal
    >>> answer = analyze(deal(seed=3).seen_by(0), worlds=64)
    >>> answer.kind, len(answer.moves) > 6, answer.moves[0].low < answer.value < answer.moves[0].high
    ('estimate', True, True)

    Raises:
        IllegalMove: the deal is over, or no deal fits.
        NotationError: your own hand is hidden, or an option is out of its range.
        TypeError: it is not a position, or there is no such option.
    """
    return Answer.of(parts.analyze(position, _settings(settings, options)))


def close(position: Position | InformationSet, settings: Settings | None = None, **options: Any) -> Answer:
    """Whether to close now, and with which lead: ``advice`` says the first, ``moves`` are the leads after closing.

    >>> from bingo import read
    >>> [position] = read("positions/examples/should-i-close.yaml")
    >>> answer = close(position)
    >>> answer.advice, str(answer.best), round(answer.value, 2)
    ('close', 'close, declare 6-6 0-0, lead 6-6', 0.76)

    Raises:
        IllegalMove: closing is not possible now; it says why.
        NotationError: your own hand is hidden, or an option is out of its range.
        TypeError: it is not a position, or there is no such option.
    """
    found = parts.should_close(position, _settings(settings, options))
    return Answer(tuple(map(_closed, found.closing.leads)), found)


def _settings(settings: Settings | None, options: dict[str, Any]) -> Settings:
    if settings is not None and options:
        raise TypeError(f"settings: expected them or single options; found both, {', '.join(options)} beside them")
    return Settings(**options) if settings is None else settings


def estimated(one: Estimate) -> MoveValue:
    """An estimate, or what was solved, as a row of an answer."""
    chance = None if one.chance is None else one.chance.value
    return MoveValue(one.move, one.value, one.low, one.high, one.kind, chance)


def _closed(lead: Lead) -> MoveValue:
    sure, limits = lead.guaranteed, lead.best_defence
    chance = None if lead.match is None else lead.match.guaranteed.value
    if limits is None:
        return MoveValue(lead.move, sure.value, sure.points.low, sure.points.high, ESTIMATE, chance)
    return MoveValue(lead.move, sure.value, limits.low, limits.high, EXACT if limits.exact else LIMITS, chance)
