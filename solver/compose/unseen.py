"""Puzzles with hidden tiles: positions out of play in which one answer is right against all hands, beyond doubt.

``close-unseen``: close now or not, and with which lead. ``first-leads``: what to lead at trick one. Closes are held
between limits over every hand that the opponent may hold: what a strategy that never sees the hand is guaranteed, and
what best defence cannot exceed. Playing on is an estimate, from two samples that must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random
from typing import NamedTuple

from bingo.solver.compose.themes import MARGIN
from bingo.solver.game.dealing import deal
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.play import at_lead, can_close, has_claim, legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import Tile
from bingo.solver.hidden.closing import CloseAnalysis, analyze_closing, closed
from bingo.solver.hidden.deals import draw, evaluate, make_players
from bingo.solver.hidden.estimates import Estimate, Estimates, estimate
from bingo.solver.hidden.leads import STANDARD_ERRORS_95, Lead
from bingo.solver.hidden.options import endings
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.worlds import hands
from bingo.solver.search.kernel import Kernel

#: An estimate counts with so many standard errors, and closing is held against it with so many game points more: about
#: as far as predictions and results of whole deals lie apart (``benchmarks.calibration``).
ERRORS, DOUBT = 4.0, 0.1
#: The seeds of both samples.
SEEDS = (1, 2)
#: Ways of playing on that are so much worse than the best, in game points, may still be as good.
NEAR = 0.1

Slot = tuple[bool, Tile | None]


class Rival(NamedTuple):
    """A move, what it is worth, and two limits: of that, or of by how much it falls short of the best."""

    move: Move
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The move that is right against all hands, and how far it is ahead of ``second`` at least.

    Where not closing is right, ``alike`` are the ways of playing on that are best or may be, ``right`` first; else it
    is alone. ``closing`` has the closes where there are any, ``open`` the ways of playing on, from either sample.
    """

    right: Move
    alike: tuple[Move, ...]
    margin: float
    second: Move
    closing: CloseAnalysis | None
    open: tuple[Estimates, ...]

    @property
    def worlds(self) -> int:
        """Deals in which playing on was tried, with each seed."""
        return self.open[0].worlds

    @property
    def every(self) -> bool:
        """Whether these are all deals there are."""
        return self.open[0].every

    def rivals(self) -> list[Rival]:
        """Each move with its limits, the right one first, then by what it may bring: of a close what is guaranteed and
        what best defence cannot exceed; of playing on the interval that counts here.
        """
        leads = () if self.closing is None else self.closing.leads
        found = [Rival(one.move, one.guaranteed.value, one.guaranteed.points.low, _at_most(one)) for one in leads]
        found += [
            Rival(one.move, one.value, one.value - _error(one), one.value + _error(one)) for one in self.open[0].moves
        ]
        kept: dict[Slot, Rival] = {}
        for one in sorted(found, key=lambda one: -one.high):
            kept.setdefault(slot(one.move), one)
        return sorted(kept.values(), key=lambda one: slot(one.move) != slot(self.right))

    def behind(self) -> list[Rival]:
        """How far each way of playing on falls short of the best, compared deal by deal; the best first."""
        best, kept = self.open[0].best, dict[Slot, Rival]()
        for one in self.open[0].moves:
            short, error = best.value - one.value, ERRORS * one.gap
            kept.setdefault(slot(one.move), Rival(one.move, one.value, short - error, short + error))
        return list(kept.values())


def slot(move: Move) -> Slot:
    """A move but for its declaration: leading a double is one move, whatever is declared with it."""
    return move.close, move.tile


def same_answer(move: Move, other: Move, *, closing: bool) -> bool:
    """Whether two moves are the same answer. Where the question is ``closing``, all ways of playing on are one."""
    return slot(move) == slot(other) or (closing and not move.close and not other.close)


def wins_against_all(closing: CloseAnalysis | None, right: Move) -> bool:
    """Whether the right move is a close that is certain to win, whichever hand the opponent holds."""
    return closing is not None and closing.certain and closing.best.move == right


def judge(known: InformationSet, worlds: int, seeds: Sequence[int] = SEEDS) -> Verdict:
    """The best move, and how far it is ahead of every other beyond doubt: by a negative margin if it is not.

    The guaranteed mean of a close over all hands is held against the limits of other closes from above, and against
    playing on; playing on, which is one answer, against the limits of all closes from above. You are on lead, and the
    boneyard is open.

    Raises:
        IllegalMove: no deal fits what is known.
    """
    closing = analyze_closing(known) if known.tricks[YOU] else None
    samples = (Settings(worlds=worlds, seed=seed) for seed in seeds)
    opened = tuple(estimate(known, sample, stay_open=True, prune=False) for sample in samples)
    if closing is not None and closing.best.guaranteed.value > opened[0].best.value:
        right = closing.best.move
        return Verdict(right, (right,), *_close_ahead(closing, opened), closing, opened)
    best, near = opened[0].best, NEAR if closing else 0.0
    as_good = (one for one in opened[0].moves if one is best or best.value - one.value <= ERRORS * one.gap + near)
    return Verdict(best.move, tuple(one.move for one in as_good), *_open_ahead(closing, opened), closing, opened)


def _close_ahead(closing: CloseAnalysis, opened: Sequence[Estimates]) -> tuple[float, Move]:
    """The margin of the best close, and the move that comes nearest."""
    best = closing.best
    low = best.guaranteed.points.low
    rivals = [(low - _at_most(one), one.move) for one in closing.leads if slot(one.move) != slot(best.move)]
    rivals += [(low - one.best.value - _error(one.best) - DOUBT, one.best.move) for one in opened]
    return min(rivals, key=_first_of)


def _open_ahead(closing: CloseAnalysis | None, opened: Sequence[Estimates]) -> tuple[float, Move]:
    """The margin of playing on, or at trick one of the best lead, and the move that comes nearest."""
    rivals: list[tuple[float, Move]] = []
    for one in opened:
        best = one.best
        if closing is None:
            rest = [other for other in one.moves if slot(other.move) != slot(opened[0].best.move)]
            rivals += [(best.value - other.value - ERRORS * other.gap, other.move) for other in rest]
        else:
            below = best.value - _error(best) - DOUBT
            rivals += [(below - _at_most(lead), lead.move) for lead in closing.leads]
    return min(rivals, key=_first_of, default=(0.0, opened[0].best.move))


def _first_of(one: tuple[float, Move]) -> float:
    return one[0]


def _at_most(lead: Lead) -> float:
    return lead.best_defence.high if lead.best_defence else lead.double_dummy.points.high


def _error(one: Estimate) -> float:
    return ERRORS * (one.high - one.value) / STANDARD_ERRORS_95


# --- composing ---------------------------------------------------------------------------------------

#: Deals drawn with each seed; fewer tell soon that a position is no puzzle.
WORLDS: Mapping[str, int] = {"close-unseen": 8_192, "first-leads": 16_384}
GLANCES = (512, 2_048)
#: How sharply the play that positions come from prefers what the networks evaluate higher, in game points.
TEMPERATURE = 0.3
#: Tricks before a position of ``close-unseen``, as often as they are tried: with fewer, closing takes long to solve.
TRICKS = (2, 3, 3, 4, 4, 5)
#: The first two moves differ so much at a glance, as a part of the margin, or the position is passed over.
HOPE = 0.8
#: Where not closing is right, some close wins this share of the hands if you saw them.
TEMPTING = 0.2
#: First leads of deals that are won or lost like that teach little.
DECIDED = 2.5


@dataclass(frozen=True, slots=True)
class UnseenOptions:
    """What is to be composed: a theme, the rules; of ``close-unseen`` how many tricks have been played at least, and
    whether only closes will do that win against every hand.
    """

    theme: str
    rules: Rules = PAGAT
    least_tricks: int = 0
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Unseen:
    """A composed puzzle with hidden tiles: what you know, the theme, the verdict, how hard it is (0 to 100)."""

    known: InformationSet
    theme: str
    verdict: Verdict
    difficulty: int


def compose(options: UnseenOptions, seed: int, number: int) -> Unseen | None:
    """The puzzle of the deal with this number, if it has one that is wished for; the same for the same seed.

    Of ``close-unseen``, one deal in five is looked at for a position in which closing is wrong, the others for one in
    which it is right.
    """
    theme, rules = options.theme, options.rules
    rng = Random(f"{seed} {number} {theme}")
    known = _first(rules, rng) if theme == "first-leads" else _later(rules, rng, options.least_tricks)
    close = None if theme == "first-leads" else number % 5 != 3
    if known is None or (options.certain and not close) or not _promising(known, MARGIN[theme], close):
        return None
    if (close is False and not _tempting(known)) or (options.certain and not analyze_closing(known).certain):
        return None
    verdict = judge(known, WORLDS[theme])
    if verdict.margin < MARGIN[theme] or close not in (None, verdict.right.close):
        return None
    if estimate(known).best.move not in verdict.alike:  # by `bingo analyze`, which counts closes otherwise
        return None
    if theme == "first-leads" and abs(verdict.open[0].best.value) > DECIDED:
        return None
    return Unseen(known, theme, verdict, difficulty(known, verdict, MARGIN[theme]))


def _first(rules: Rules, rng: Random) -> InformationSet:
    return information_set(replace(deal(rules, rng), leader=YOU)).concealed()


def _later(rules: Rules, rng: Random, least_tricks: int) -> InformationSet | None:
    """A position of yours on lead after some tricks, in which you may close and nothing can be claimed."""
    tricks = rng.choice(TRICKS)
    position = _played(deal(rules, rng), tricks, rng) if tricks >= least_tricks else None
    if position is None:
        return None
    position = position if position.leader == YOU else position.swapped()
    if not can_close(position) or any(has_claim(position, player) for player in (YOU, OPPONENT)):
        return None
    return None if endings(at_lead(position), None) else information_set(position).concealed()


def _played(position: Position, tricks: int, rng: Random) -> Position | None:
    """A deal after so many tricks by the networks, who choose at random among what is nearly as good, but no close."""
    players = make_players(position.rules)
    while sum(position.tricks) < tricks or position.led is not None:
        while position.stage in (Stage.CLAIM, Stage.ANSWER):
            position = play_unchecked(position, WAIT).position
        if position.stage is Stage.SHOW:
            position = play_unchecked(position, WAIT).position
            continue
        rated = [(m, v) for m, v in evaluate(players, position) if not m.close and not m.claim]
        highest = max(value for _, value in rated)
        odds = [exp((value - highest) / TEMPERATURE) for _, value in rated]
        [move] = rng.choices([m for m, _ in rated], odds)
        _, position, over = play_unchecked(position, move)
        if over:
            return None
    return position


def _promising(known: InformationSet, margin: float, close: bool | None) -> bool:
    """Whether the right answer is to ``close``, or not, and apart from the next at a first glance and at a second."""
    for worlds in GLANCES:
        seen = estimate(known, Settings(worlds=worlds))
        best = seen.best
        if close is not None and best.move.close != close:
            return False
        rest = [one.value for one in seen.moves if not same_answer(one.move, best.move, closing=close is not None)]
        if not rest or best.value - rest[0] < HOPE * margin:
            return False
    return True


def _tempting(known: InformationSet) -> bool:
    """Whether some close wins often enough to be on somebody's mind, if they saw the hand, but brings less than playing
    on even then.
    """
    every = hands(known)
    position = closed(known, int(every[0]))
    leads = [move for move in legal_moves(position) if not move.claim]
    values = Kernel(known.rules).closings(position, every, leads)
    if (values > 0).mean(axis=0).max() < TEMPTING:
        return False
    seen = estimate(known, Settings(worlds=GLANCES[-1]), stay_open=True)
    return bool(seen.best.value > values.mean(axis=0).max())


def difficulty(known: InformationSet, verdict: Verdict, margin: float) -> int:
    """How hard it is: one for each move there is, up to 35 for a narrow margin, 25 if the networks alone go wrong."""
    players = make_players(known.rules)
    world = next(draw(known, 1).positions(known))
    rated = evaluate(players, world)
    first = max(rated, key=lambda one: one[1])[0]
    moves = len({slot(move) for move, _ in rated})
    narrow = 1 - min(max(verdict.margin - margin, 0.0), 1.0)
    return moves + round(35 * narrow) + 25 * (slot(first) != slot(verdict.right))
