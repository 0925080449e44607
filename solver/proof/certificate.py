"""What closing now can bring and what it surely brings, proved without the search.

``proved`` is the most card points that some line of leads takes against every hand and reply; ``excluded`` the least
that not even the best hand and a helpful opponent bring. The claim threshold of the hand lies between them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bingo.solver.errors import NotationError, check_duration
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.position import OPPONENT, YOU, Position
from bingo.solver.game.tiles import DOUBLES, Mask, descending, members
from bingo.solver.proof import SECONDS
from bingo.solver.proof.deal import Clock, Unfinished, deal_of, solve, total, worth
from bingo.solver.proof.lines import LineLead, largest, least_points, worth_of
from bingo.solver.proof.playout import most_points
from bingo.solver.showing import members_dict

IMPOSSIBLE, CERTAIN, OPEN, UNDECIDED = "impossible", "certain", "open", "undecided"
#: More card points than any deal brings.
INFINITY = 10_000
#: Called with what is being done, and the share of the work (0 to 1) that is done.
Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was proved of closing now, in card points; you have ``now``.

    ``line`` takes at least ``proved``, whatever the opponent holds and replies; ``complete`` says that no line of
    leads takes more for certain. Nothing reaches ``excluded`` (None: not found out in time); ``reached`` is the most
    that some hand and replies were found to bring. ``seven`` doubles in hand win at once where the rules say so;
    ``barred``: the opponent can claim before you close, so that nothing is certain.
    """

    target: int
    now: int
    proved: int
    line: tuple[LineLead, ...]
    complete: bool
    excluded: int | None
    reached: int | None
    limit: float
    seconds: float
    seven: bool = False
    barred: bool = False

    @property
    def verdict(self) -> str:
        """``certain``, ``impossible``, ``open`` (proved to be neither, by lines of leads) or ``undecided``."""
        if self.seven:
            return CERTAIN
        if self.excluded is not None and self.excluded <= self.target:
            return IMPOSSIBLE
        if self.proved >= self.target and not self.barred:
            return CERTAIN
        reaches = self.reached is not None and self.reached >= self.target
        return OPEN if reaches and self.complete else UNDECIDED

    @property
    def tight(self) -> bool:
        """Whether ``excluded`` is the least that can be excluded: one less was reached."""
        return self.excluded is not None and self.excluded - 1 == self.reached

    def as_dict(self) -> dict[str, Any]:
        """The value of ``proof`` in what ``bingo close --json`` writes."""
        return {
            **members_dict(self, "verdict", "target", "now", "proved"),
            "line": [str(lead) for lead in self.line],
            **members_dict(self, "complete", "excluded", "tight", "barred", "limit"),
            "seconds": round(self.seconds, 3),
        }


def certify(
    position: Position | InformationSet, *, seconds: float = SECONDS, on_progress: Progress | None = None
) -> Certificate:
    """What closing now surely brings and what it cannot bring, within so many seconds.

    Whatever is written of the opponent's hand and of the stock is ignored. Closing has to be possible.

    Raises:
        NotationError: your own hand is not given, card points are not known, or the time is not above 0.
    """
    check_duration("seconds", seconds)
    clock, report = Clock.of(seconds), on_progress or (lambda _doing, _share: None)
    seen = information_set(position).concealed()
    now, theirs = seen.card_points(YOU), seen.card_points(OPPONENT)
    if now is None or theirs is None:
        raise NotationError.of("won", "card points that are known", "tricks that are only partly known")
    rules = seen.rules
    barred = rules.at_target == "claim" and theirs >= rules.target
    seven = rules.seven_doubles > 0 and rules.declare == "leading" and not DOUBLES & (~seen.own | seen.shown_by[YOU])
    report("proving what closing surely takes", 0)
    lines = _Lines(seen, clock.part(seconds / 2), now, _all_points(seen, clock))
    if not barred:
        lines.search()
    report("proving what closing cannot reach", 0.5)
    excluded = reached = None
    try:
        best = most_points(seen, clock)
    except Unfinished:
        pass
    else:
        excluded, reached = best.bound + 1, best.found
    return Certificate(
        target=rules.target,
        now=now,
        proved=lines.proved,
        line=lines.line,
        complete=lines.complete,
        excluded=excluded,
        reached=reached,
        limit=seconds,
        seconds=clock.spent,
        seven=seven,
        barred=barred,
    )


def _all_points(seen: InformationSet, clock: Clock) -> int:
    """What no line can surely pass: all the tricks, with the hand of the opponent that counts least."""
    deal = deal_of(seen)
    deal.model.minimize(total(worth(seen.rules, seen.trump, t) * held for t, held in deal.held.items()))
    try:
        solver, _ = solve(deal.model, clock)
    except Unfinished:
        return INFINITY
    own = sum(worth(seen.rules, seen.trump, t) for t in members(seen.own))
    return (seen.card_points(YOU) or 0) + own + _all_declared(seen) + round(solver.best_objective_bound)


def _all_declared(seen: InformationSet) -> int:
    """What all doubles in hand bring at most, declared as soon as one is led."""
    rules, hand, used, total = seen.rules, seen.own, seen.shown_by[YOU], 0
    for d in descending(seen.own & DOUBLES):  # the Bingo last, where it adds to every declaration
        declare = largest(rules, hand, used, d)
        total, used, hand = total + worth_of(rules, declare), used | declare, hand & ~(1 << d)
    return total


class _Lines:
    """A search for the line of leads that takes most for certain, lead by lead.

    What a line takes if one of its tricks is lost, no longer line can better: ``lost`` is the least of that. So only
    beginnings are extended whose ``lost`` is above what is proved already. Every number comes from a model.
    """

    def __init__(self, seen: InformationSet, clock: Clock, now: int, limit: int) -> None:
        self.seen, self.clock, self.limit = seen, clock, limit
        self.proved, self.complete = now, True
        self.line: tuple[LineLead, ...] = ()

    def search(self) -> None:
        """Look at every line, as long as there is time."""
        try:
            self._extend((), INFINITY, self.seen.shown_by[YOU], self.seen.own)
        except Unfinished:
            self.complete = self.proved >= self.limit

    def _extend(self, line: tuple[LineLead, ...], lost: int, used: Mask, hand: Mask) -> None:
        for falls_to, _, longer in sorted(
            self._extend_lines(line, used, hand), key=lambda option: (-option[0], -option[1])
        ):
            least = min(lost, falls_to)
            if least <= self.proved or self.proved >= self.limit:
                continue
            through = least_points(self.seen, longer, self.clock, lost_at=len(longer))
            surely = least if through is None else min(least, through.proved)
            if surely > self.proved:
                self.proved, self.line = surely, longer
            lead = longer[-1]
            self._extend(longer, least, used | lead.declare, hand & ~(1 << lead.tile))

    def _extend_lines(
        self, line: tuple[LineLead, ...], used: Mask, hand: Mask
    ) -> list[tuple[int, int, tuple[LineLead, ...]]]:
        """Every line with one lead more: what it takes if just that trick is lost, what the lead itself counts."""
        lines = []
        for t in members(hand):
            lead = LineLead(t, largest(self.seen.rules, hand, used, t))
            longer = (*line, lead)
            beaten = least_points(self.seen, longer, self.clock, lost_at=len(line))
            falls_to = INFINITY if beaten is None else beaten.proved
            counts = worth_of(self.seen.rules, lead.declare) + worth(self.seen.rules, self.seen.trump, t)
            lines.append((falls_to, counts, longer))
        return lines
