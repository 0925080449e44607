"""Should I close now? Every lead against every hand that the opponent may hold, or a sample; and playing on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bingo.solver.game import play
from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.tiles import Mask, mask, parse_all
from bingo.solver.hidden import view
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.leads import Lead
from bingo.solver.hidden.request import about, asked, enough
from bingo.solver.hidden.settings import DEFAULT_SETTINGS, Settings
from bingo.solver.seam import found
from bingo.solver.showing import Shown

#: Called with the share of the work that is done, 0 to 1.
Progress = Callable[[float], None]
#: What may be advised; else it is too close to call.
CLOSE, PLAY_ON = "close", "play on"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Tiles that, in the opponent's hand, make the close fail in ``failing`` of ``hands`` hands, and what part of them
    that is by their weights.
    """

    tiles: Mask
    failing: int
    hands: int
    share: float


@dataclass(frozen=True, slots=True)
class Why:
    """In how many of the hands tried a lead is not sure to win, and in what part of them by their weights; which tiles
    all these have, and a telling pattern.
    """

    failing: int
    hands: int
    share: float
    always: Mask
    pattern: Pattern | None


@dataclass(frozen=True, slots=True)
class Refutation:
    """A hand of the opponent against which a lead does not win though you saw it, and the line of best play."""

    hand: Mask
    value: int
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseAnalysis:
    """All leads after closing, the highest guaranteed mean first; where the match counts, the highest chance.

    Attributes:
        leads: The advised lead first; among equals the one with the higher double-dummy mean.
        hands: How many hands the opponent may hold.
        tried: How many of them were solved; the others were left out for want of time.
        weighted: Whether they count by how likely the opponent's play was with each; else all count alike.
        exact: Whether no hand was left out.
        feasible: Whether some lead wins against some hand that was tried.
        certain: Whether the strategy wins with some lead whatever the opponent holds; never told from a sample.
        why: When the strategy that begins with the advised lead does not win.
        refutation: A hand that beats the advised lead even if you saw it; None if there is none among those tried.
        answer: What the engine says, with the keys of ``bingo close --json``.
        seconds: The time that all this took.
    """

    leads: tuple[Lead, ...]
    hands: int
    tried: int
    weighted: bool
    exact: bool
    feasible: bool
    certain: bool
    why: Why
    refutation: Refutation | None
    answer: Mapping[str, Any]
    seconds: float

    @classmethod
    def of(cls, answer: Mapping[str, Any], seconds: float) -> CloseAnalysis:
        """What the engine says."""
        why, pattern, beaten = answer["why"], answer["why"]["pattern"], answer["refutation"]
        if pattern is not None:
            pattern = Pattern(_mask(pattern["opponent"]), pattern["failing"], pattern["hands"], pattern["share"])
        return cls(
            leads=tuple(map(Lead.of, answer["leads"])),
            why=Why(why["failing"], why["hands"], why["share"], _mask(why["always"]), pattern),
            refutation=beaten and Refutation(_mask(beaten["opponent"]), beaten["value"], tuple(beaten["line"])),
            answer=answer,
            seconds=seconds,
            **{key: answer[key] for key in ("hands", "tried", "weighted", "exact", "feasible", "certain")},
        )

    @property
    def best(self) -> Lead:
        """The advised lead: the one with the highest guaranteed mean, or chance to win the match."""
        return self.leads[0]

    @property
    def highest(self) -> Lead:
        """The lead with the highest double-dummy mean: the advised one, if it is among them."""
        return max(self.leads, key=lambda lead: lead.double_dummy.value)


@dataclass(frozen=True, slots=True)
class Decision(Shown):
    """The answer to *should I close now?*

    Attributes:
        known: What you know of the deal.
        closing: Every lead after closing; the advised one is ``closing.best``.
        open: The ways of playing on, an estimate.
        settings: How it was found.
    """

    known: InformationSet
    closing: CloseAnalysis
    open: Estimates
    settings: Settings

    @property
    def seconds(self) -> float:
        """The time that all of it took."""
        return self.closing.seconds

    @property
    def exact(self) -> bool:
        """Whether closing was solved against every hand. Playing on is always an estimate."""
        return self.closing.exact

    @property
    def advice(self) -> str:
        """``close`` if what the advised lead is guaranteed to take is above the whole interval of playing on (or equals
        its upper end, and wins for certain); ``play on`` if the most that any close can be sure of is below it, or a
        claim brings as much; else ``too close to call``. From a sample, the end of an interval that is against the
        advice counts. Where the match counts, all that is said of the chances to win it.
        """
        return str(self.closing.answer["advice"])

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo close --json`` writes; positions/README.md has the keys."""
        match = self.known.match
        return {
            **self.closing.answer,
            "name": self.known.name,
            "remarks": view.remarks(self.known),
            "seconds": round(self.seconds, 4),
            **({} if match is None else {"match": {"you": match.you, "opponent": match.opponent}}),
        }


def _mask(tiles: str) -> Mask:
    return mask(parse_all(tiles)) if tiles else 0


def should_close(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    objective: Objective | None = None,
) -> Decision:
    """Whether to close now, knowing only what ``you`` know; errors too as :func:`bingo.solver.should_close`."""
    seen = view.known(position)
    closing = analyze_closing(seen, settings, on_progress, objective=objective, playing_on=True)
    open_ = Estimates.of(seen, closing.answer["open"], closing.seconds, settings.seed)
    return Decision(seen, closing, open_, settings)


def analyze_closing(
    known: InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    *,
    most_hands: int | None = None,
    objective: Objective | None = None,
    playing_on: bool = False,
) -> CloseAnalysis:
    """Solve every lead after closing now against every hand, or against a sample where all would cost too much.

    Of the ``settings``, ``seconds``, ``equal_weights``, ``seed`` and ``threads`` count. Without ``seconds`` the work is
    limited to what takes a few seconds, and nothing depends on the machine. ``most_hands``: a sample of no
    more than so many, whatever it costs. With an objective all is solved for the chance that it says too, which orders
    the leads and chooses what is declared with them. ``playing_on``: the answer says what that is worth, too.

    Raises:
        IllegalMove: closing is not possible, in words that say why.
    """
    start = time.perf_counter()
    request = {**about(known, objective), **asked(settings), "open": playing_on, "hands": most_hands}
    answer = found("close", enough(on_progress or (lambda _share: None)), **request)
    return CloseAnalysis.of(answer, time.perf_counter() - start)


def closed(known: InformationSet, hand: Mask) -> Position:
    """The position after closing now, before the lead, if the opponent holds ``hand``."""
    return replace(play.closed(known.world(hand)), stage=Stage.LEAD)
