"""Should I close now? Every lead against every hand that the opponent may hold, or a sample; and playing on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bingo.solver.analysis import worlds
from bingo.solver.analysis.hidden import Estimates, budget, estimate_of, move_of, usual_worlds
from bingo.solver.analysis.leads import Lead, by_value
from bingo.solver.analysis.settings import DEFAULT_SETTINGS, METHOD_NAMES, Settings
from bingo.solver.engine import engine_for, monitor
from bingo.solver.errors import IllegalMove
from bingo.solver.game import moves
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position, Stage
from bingo.solver.game.presets import label
from bingo.solver.game.scoring import Objective
from bingo.solver.game.tiles import Mask, members, text_mask
from bingo.solver.showing import Shown, stated

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bingo.solver.engine import _kernel
    from bingo.solver.game.moves import Move

#: Called with the share of the work that is done, 0 to 1.
Progress = Callable[[float], None]
#: What may be advised.
CLOSE, PLAY_ON, TOO_CLOSE = "close", "play on", "too close to call"
#: Hands with a telling pattern fail so many times as often as all hands do.
TELLING = 1.5


@dataclass(frozen=True, slots=True)
class Pattern:
    """Tiles that, in the opponent's hand, make the close fail in ``failing`` of ``hands`` hands, and what part of them
    that is by their weights.
    """

    tiles: Mask
    failing: int
    hands: int
    share: float

    def as_dict(self) -> dict[str, Any]:
        """As ``--json`` has it."""
        return {"opponent": text_mask(self.tiles), **stated(self, "failing", "hands", "share")}


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

    def as_dict(self) -> dict[str, Any]:
        """As ``--json`` has it."""
        pattern = self.pattern and self.pattern.as_dict()
        return {**stated(self, "failing", "hands", "share"), "always": text_mask(self.always), "pattern": pattern}


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
        stopped: Whether it was ended before it was done.
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
    stopped: bool
    seconds: float

    @classmethod
    def of(cls, answer: _kernel.Analysis, seconds: float) -> CloseAnalysis:
        """What the engine says."""
        hands, weights, exact = answer.tried, answer.weights, len(answer.tried) == answer.hands
        closes = [answer.moves[place] for place in answer.closes]
        leads = []
        for value in closes:
            assert value.lead is not None
            outcomes, chances = by_value(value.lead.double_dummy, weights)
            guaranteed, guaranteed_chances = by_value(value.lead.guaranteed, weights)
            lead = Lead.of(replace(move_of(value.move, reply=False), close=True), value.lead, exact=exact)
            leads.append(
                replace(
                    lead,
                    outcomes=outcomes,
                    chances=chances,
                    guaranteed_outcomes=guaranteed,
                    guaranteed_chances=guaranteed_chances,
                )
            )
        assert closes[0].lead is not None
        return cls(
            leads=tuple(leads),
            hands=answer.hands,
            tried=len(hands),
            weighted=answer.weighted,
            exact=exact,
            feasible=any(lead.outcomes[0][0] > 0 for lead in leads),
            certain=exact and any(lead.guaranteed.win == 1 for lead in leads),
            why=_why(hands, weights, closes[0].lead.guaranteed <= 0),
            refutation=_refutation(answer, leads[0].move),
            stopped=answer.stopped,
            seconds=seconds,
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
        best, first, most = self.closing.best, self.open.best, max(lead.most for lead in self.closing.leads)
        sure = best.guaranteed.points.low if best.match is None else best.match.guaranteed.low
        value, low, high = first.value, first.low, first.high
        if first.chance is not None:
            value, low, high = first.chance.value, first.chance.low, first.chance.high
        if first.kind == "certain" and value >= most:
            return PLAY_ON
        if sure > high or (self.closing.certain and sure == high):
            return CLOSE
        return PLAY_ON if most < low else TOO_CLOSE

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo close --json`` writes; positions/README.md has the keys."""
        closing, best, match = self.closing, self.closing.best, self.known.match
        advised: dict[str, Any] = {
            "move": str(best.move),
            "value": best.guaranteed.value,
            "win": best.guaranteed.win,
            **({} if best.match is None else {"chance": best.match.guaranteed.value}),
        }
        beaten = closing.refutation
        return {
            "name": self.known.name,
            "rules": label(self.known.rules),
            **stated(closing, "hands", "tried", "feasible", "certain", "exact", "weighted"),
            "advice": self.advice,
            "close": advised,
            "leads": [lead.as_dict() for lead in closing.leads],
            "open": {
                **self.open.best.as_dict(),
                "alike": list(map(str, self.open.alike)),
                "every": self.open.every,
                "method": self.open.method,
                "deals": self.open.worlds,
                "moves": [one.as_dict() for one in self.open.moves],
            },
            "refutation": beaten
            and {"opponent": text_mask(beaten.hand), "value": beaten.value, "line": list(beaten.line)},
            "why": closing.why.as_dict(),
            "remarks": worlds.remarks(self.known),
            **({"stopped": True} if closing.stopped else {}),
            "seed": self.settings.seed,
            "seconds": round(self.seconds, 4),
            **({} if match is None else {"match": {"you": match.you, "opponent": match.opponent}}),
        }


def should_close(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    objective: Objective | None = None,
) -> Decision:
    """Whether to close now, knowing only what ``you`` know; errors too as :func:`bingo.solver.should_close`."""
    start, seen = time.perf_counter(), worlds.known(position)
    answer = _ask(seen, settings, on_progress, objective, playing_on=True)
    closing = CloseAnalysis.of(answer, time.perf_counter() - start)
    return Decision(seen, closing, _playing_on(seen, answer, settings, closing.seconds), settings)


def analyze_closing(
    known: InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    *,
    most_hands: int | None = None,
    objective: Objective | None = None,
) -> CloseAnalysis:
    """Solve every lead after closing now against every hand, or against a sample where all would cost too much.

    Of the ``settings``, ``seconds``, ``equal_weights``, ``seed`` and ``threads`` count. Without ``seconds`` the work is
    limited to what takes a few seconds, and nothing depends on the machine. ``most_hands``: a sample of no
    more than so many, whatever it costs. With an objective all is solved for the chance that it says too, which orders
    the leads and chooses what is declared with them.

    Raises:
        IllegalMove: closing is not possible, in words that say why.
    """
    start = time.perf_counter()
    answer = _ask(known, settings, on_progress, objective, most_hands=most_hands)
    return CloseAnalysis.of(answer, time.perf_counter() - start)


def closed(known: InformationSet, hand: Mask) -> Position:
    """The position after closing now, before the lead, if the opponent holds ``hand``."""
    return replace(moves.closed(known.world(hand)), stage=Stage.LEAD)


# --- from the engine ---------------------------------------------------------------------------------


def _ask(
    known: InformationSet,
    settings: Settings,
    on_progress: Progress | None,
    objective: Objective | None,
    *,
    most_hands: int | None = None,
    playing_on: bool = False,
) -> _kernel.Analysis:
    if fault := _close_fault(known):
        raise IllegalMove(fault)
    limits = budget(settings, usual_worlds(known.rules, settings), most_hands)
    with engine_for(known.rules) as engine:
        return engine.analyze(known, objective, playing_on, limits, monitor(on_progress or (lambda _share: None)))


def _close_fault(known: InformationSet) -> str:
    """Why closing is not possible, in words; empty where it is."""
    if known.closed is not None:
        return "The boneyard is closed already."
    if known.turned is None:
        return "The boneyard is exhausted, as no tile is turned up (turned): there is nothing left to close."
    if known.led is not None:
        return "You cannot close in the middle of a trick."
    if known.leader != YOU:
        return "Only the leader may close, and the opponent is on lead."
    if not known.tricks[YOU]:
        return "You need a trick before you may close."
    return ""


def _playing_on(known: InformationSet, answer: _kernel.Analysis, settings: Settings, seconds: float) -> Estimates:
    moves = tuple(estimate_of(one, reply=False, exact=True) for one in answer.moves if one.lead is None)
    return Estimates(
        known,
        METHOD_NAMES[answer.double_dummy] if moves[0].worlds else "exact",
        moves,
        tuple(move_of(move, reply=False) for move in answer.alike_open),
        answer.worlds,
        answer.every,
        bool(known.history),
        settings.seed,
        seconds,
    )


def _refutation(answer: _kernel.Analysis, first: Move) -> Refutation | None:
    if answer.refutation is None:
        return None
    hand, value, steps = answer.refutation
    line = [f"{PLAYER_NAMES[player]} {move_of(move, reply=reply)}" for player, reply, move in steps]
    return Refutation(hand, value, (f"{PLAYER_NAMES[YOU]} {first}", *line))


# --- when it fails -----------------------------------------------------------------------------------


def _why(hands: NDArray[np.uint32], weights: NDArray[np.float64], fails: NDArray[np.bool_]) -> Why:
    import numpy as np

    failing, everywhere = int(fails.sum()), int(np.bitwise_and.reduce(hands))
    always = int(np.bitwise_and.reduce(hands[fails])) & ~everywhere if failing else 0
    share = float(weights[fails].sum() / weights.sum())
    pattern = _pattern(hands, weights, fails, always) if 0 < failing < len(hands) else None
    return Why(failing, len(hands), share, always, pattern)


def _pattern(
    hands: NDArray[np.uint32], weights: NDArray[np.float64], fails: NDArray[np.bool_], always: Mask
) -> Pattern | None:
    """One or two tiles more than ``always`` that tell failing hands from others best: by the harmonic mean of the share
    of such hands that fails and the share of failures they make up. None where they tell little.
    """
    import numpy as np

    failing, everywhere = float(weights[fails].sum()), int(np.bitwise_and.reduce(hands))
    tiles = [1 << tile for tile in members(int(np.bitwise_or.reduce(hands[fails])) & ~always & ~everywhere)]
    pairs = [first | second for n, first in enumerate(tiles) for second in tiles[:n]]
    best, best_score, best_failures, best_of = None, 0.0, 0.0, 0.0
    for part in (0, *tiles) if always else (*tiles, *pairs):
        held = np.uint32(always | part)
        having = (hands & held) == held
        beaten = having & fails
        of, failures = float(weights[having].sum()), float(weights[beaten].sum())
        score = 2 * failures / (of + failing)
        if best is None or score > best_score:
            best = Pattern(always | part, int(beaten.sum()), int(having.sum()), failures / of)
            best_score, best_failures, best_of = score, failures, of
    if best is None or best_failures * float(weights.sum()) < TELLING * failing * best_of:
        return None
    return best
