"""Can I claim, and should I? RULES.md sections 5 and 6.

With full knowledge of the tricks the first is arithmetic; where they are only partly remembered, a model finds the
least and the most card points (``proof.memory``, which alone needs OR-Tools). What a claim brings stands beside what
going on would bring, in game points or for the match.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bingo.solver.analysis.questions import analyze
from bingo.solver.analysis.values import MoveValue
from bingo.solver.engine import OnProgress
from bingo.solver.errors import BingoError, check_duration, check_type
from bingo.solver.game import CLAIM, InformationSet, false_claim, information_set, true_claim
from bingo.solver.game.position import OPPONENT, YOU, Position, Visual, members_dict
from bingo.solver.game.tiles import Mask, text_all, text_mask
from bingo.solver.game.tricks import declarable, declaration_points, may_declare, wins_at_once
from bingo.solver.match import match_objective
from bingo.solver.proof import DEFAULT_PROOF_SECONDS, Arrangement, LineProof

CERTAIN, POSSIBLE, IMPOSSIBLE, UNDECIDED = "certain", "possible", "impossible", "undecided"
GainSpan = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Claim(Visual):
    """The answer to *can I claim?* True if it is certain.

    ``least`` and ``most`` are the card points that fit what is seen (None where time was up); ``yes`` and ``no`` are
    ways it may have been with and without the target reached, where tricks are only partly remembered. ``gain`` is
    the least and the most game points of a true claim, ``cost`` what a false one gives the opponent; both None where
    the rules know no claims. ``declare``: doubles with which the points are there, if they are declared first.
    ``stakes`` and ``line``: what else was asked for, see :func:`with_stakes` and ``proof.lines``.
    """

    known: InformationSet
    verdict: str
    least: int | None
    most: int | None
    yes: Arrangement | None = None
    no: Arrangement | None = None
    gain: GainSpan | None = None
    cost: int | None = None
    declare: Mask = 0
    limit: float = DEFAULT_PROOF_SECONDS
    seconds: float = 0.0
    stakes: Stakes | None = None
    line: LineProof | None = None

    def __bool__(self) -> bool:
        return self.verdict == CERTAIN

    @property
    def possible(self) -> bool:
        """Whether some claim can be true, at once or after declaring; else nothing prices one."""
        return self.verdict != IMPOSSIBLE or self.declare != 0

    @property
    def target(self) -> int:
        """The card points that are needed."""
        return self.known.rules.target

    def remarks(self) -> list[dict[str, object]]:
        """What else has to be known before claiming: a code each, with what it is about."""
        known = self.known
        rows: list[dict[str, object]] = []
        if known.rules.at_target != "claim":
            return [{"code": f"no-claims-{known.rules.at_target}"}]
        if self.declare:
            rows.append({"code": "declare-first", "declare": text_mask(self.declare)})
        if known.led is not None:
            rows.append({"code": "tile-led"})
        if not known.tricks[YOU] and known.declared[YOU]:
            rows.append({"code": "no-trick-yet"})
        if _opponent_has_points(known) and not (self and known.leader == YOU and known.led is None):
            rows.append({"code": "opponent-claims-first", "points": known.card_points(OPPONENT)})
        return rows

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo claim --json`` writes."""
        return {
            "name": self.known.name,
            "rules": str(self.known.rules),
            **members_dict(self, "verdict", "least", "most", "target"),
            "for": self.yes and arrangement_dict(self.yes),
            "against": self.no and arrangement_dict(self.no),
            "gain": {"least": self.gain[0], "most": self.gain[1]} if self.gain and self.possible else None,
            "cost": self.cost,
            "remarks": self.remarks(),
            "limit": self.limit,
            "seconds": round(self.seconds, 4),
            **({} if self.line is None else {"line": self.line.as_dict()}),
            **({} if self.stakes is None else self.stakes.as_dict()),
        }


def can_claim(
    position: Position | InformationSet,
    on_progress: OnProgress | None = None,
    *,
    seconds: float = DEFAULT_PROOF_SECONDS,
    proved: bool = False,
) -> Claim:
    """Whether you have the card points for a claim, by what is written of your tricks and declarations.

    The :class:`~bingo.solver.analysis.claim.Claim` is true only if that is ``certain``; its ``verdict`` may also be
    ``possible`` or ``impossible``, or ``undecided`` if so many ``seconds`` were not enough; ``on_progress`` is called
    meanwhile, and may raise to end it. Where your card points are known it is arithmetic; where tricks are only partly
    remembered, it is proved: with ``proved`` also where the points are known. Whether claiming now is also best is what
    :func:`analyze` tells.

    Raises:
        NotationError: your own hand is not given, or the time is not above 0.
        ImpossiblePosition: no tricks fit what is remembered.
        TypeError: it is not a position.
    """
    check_type("can_claim", position, Position, InformationSet)
    check_duration("seconds", seconds)
    start_time = time.perf_counter()
    view = information_set(position)
    points = view.card_points(YOU)
    if points is None or (view.is_partly_remembered and proved):
        claim = _prove_claim(view, seconds, on_progress and (lambda: on_progress(0.0)))
    else:
        verdict = CERTAIN if points >= view.rules.target else IMPOSSIBLE
        claim = Claim(view, verdict, points, points, gain=_true_claim_bounds(view))
    if view.rules.at_target != "claim":
        claim = Claim(view, IMPOSSIBLE, claim.least, claim.most)
    else:
        declare = 0 if claim else _declared_first(view, claim.least)
        gain = (view.rules.seven_doubles,) * 2 if wins_at_once(view.rules, declare) else claim.gain
        claim = replace(claim, cost=false_claim(view, YOU), declare=declare, gain=gain)
    return replace(claim, limit=seconds, seconds=time.perf_counter() - start_time)


def _declared_first(view: InformationSet, points: int | None) -> Mask:
    """All doubles that may be declared now, if with them you have the points for a claim before leading, or all seven
    win at once; else none.
    """
    rules = view.rules
    doubles = declarable(rules, view.hand, view.shown_by[YOU])
    on_lead = view.leader == YOU and view.led is None and rules.declare == "leading"
    if not on_lead or not may_declare(rules, doubles.bit_count()) or _opponent_has_points(view):
        return 0
    if wins_at_once(rules, doubles):
        return doubles
    counts_now = rules.declaration_counts == "once-a-trick-is-won" and view.tricks[YOU] > 0
    has_target = points is not None and points + declaration_points(rules, doubles) >= rules.target
    return doubles if counts_now and has_target else 0


def _opponent_has_points(view: InformationSet) -> bool:
    """Whether the opponent is known to have the points for a claim: before all that you do, but a claim on lead."""
    return (view.card_points(OPPONENT) or 0) >= view.rules.target


def _prove_claim(view: InformationSet, seconds: float, on_wait: Callable[[], object] | None) -> Claim:
    from bingo.solver.proof.deal import Clock, OutOfTime
    from bingo.solver.proof.memory import extreme

    clock, target = Clock(seconds, on_wait), view.rules.target
    try:
        lowest, highest = extreme(view, clock, is_most=False), extreme(view, clock, is_most=True)
    except OutOfTime:
        return Claim(view, UNDECIDED, None, None, gain=_true_claim_bounds(view))
    verdict = CERTAIN if lowest.points >= target else POSSIBLE if highest.points >= target else IMPOSSIBLE
    reaching, missing = (highest if highest.points >= target else None), (lowest if lowest.points < target else None)
    gain = _true_claim_bounds(view)
    if verdict != IMPOSSIBLE:
        with suppress(OutOfTime):  # by what the opponent can have where the claim is true
            opponent_arrangements = [
                extreme(view, clock, is_most=is_most, player=OPPONENT, at_least=target).opponent_points
                for is_most in (True, False)
            ]
            gain = true_claim(view, YOU, opponent_arrangements[0]), true_claim(view, YOU, opponent_arrangements[1])
    return Claim(view, verdict, lowest.points, highest.points, reaching, missing, gain)


def _true_claim_bounds(view: InformationSet) -> GainSpan:
    points = view.card_points(OPPONENT)
    most_points, least_points = (view.rules.target, 0) if points is None else (points, points)
    return true_claim(view, YOU, most_points), true_claim(view, YOU, least_points)


def arrangement_dict(arrangement: Arrangement) -> dict[str, Any]:
    """How the tricks may have gone, as ``--json`` and pages have it."""
    your_tricks, opponent_tricks = ([text_all(trick) for trick in side] for side in arrangement.tricks)
    hand, points = text_mask(arrangement.hand), arrangement.points
    return {"points": points, "you": your_tricks, "opponent": opponent_tricks, "hand": hand}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What is at stake with a claim now: your chance to win the match (``for_match``), or else game points.

    Attributes:
        if_true: After a true claim, for the least and the most game points that it may score; None where none can be.
        if_false: After a false one.
        waiting: The best way to go on without one; None unless a claim is certainly true and yours to make now.
    """

    for_match: bool
    if_true: tuple[float, float] | None
    if_false: float
    waiting: MoveValue | None

    @property
    def wait(self) -> bool:
        """Whether going on is better than claiming, of which the least is counted."""
        return self.waiting is not None and self.if_true is not None and self.waiting.criterion.value > self.if_true[0]

    def as_dict(self) -> dict[str, Any]:
        """What ``bingo claim --json`` adds: the object ``chance``, or ``wait`` alone, as the rest stands there."""
        waiting = self.waiting and {
            "move": str(self.waiting.move),
            "chance" if self.for_match else "value": self.waiting.criterion.value,
            "exact": self.waiting.is_exact,
        }
        if not self.for_match:
            return {"wait": waiting}
        claim = self.if_true and {"least": self.if_true[0], "most": self.if_true[1]}
        return {"chance": {"claim": claim, "false": self.if_false, "wait": waiting}}


def with_stakes(claim: Claim, position: Position | InformationSet, on_progress: OnProgress | None = None) -> Claim:
    """The claim that a position allows with what is at stake, where anything can be claimed.

    What going on is worth is analyzed only where a claim is certain and the next move.
    """
    if claim.gain is None or claim.cost is None:
        return claim
    goal = match_objective(claim.known)
    waiting = _best_without_claim(position, on_progress) if claim and claim.known.led is None else None
    gain, false_gain = claim.gain if claim.possible else None, -claim.cost
    stakes = Stakes(False, gain, false_gain, waiting)
    if goal is not None:
        stakes = Stakes(True, gain and (goal.chance(gain[0]), goal.chance(gain[1])), goal.chance(false_gain), waiting)
    return replace(claim, stakes=stakes)


def _best_without_claim(position: Position | InformationSet, on_progress: OnProgress | None) -> MoveValue | None:
    try:
        answer = analyze(position, on_progress=on_progress)
    except BingoError:  # something that the answer depends on is not remembered
        return None
    if all(row.move != CLAIM for row in answer.moves):  # not yours to make now
        return None
    unclaiming_rows = (row for row in answer.moves if not row.move.claim)
    return max(unclaiming_rows, key=lambda row: row.criterion.value, default=None)
