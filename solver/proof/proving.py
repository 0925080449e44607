"""``bingo claim --line``: is a line of leads good for so many card points, whatever the opponent holds and replies?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bingo.solver import arguments
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import Move
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Closing, Position, Stage
from bingo.solver.game.tiles import Mask, Tile, members, text, text_mask
from bingo.solver.proof.claims import SECONDS
from bingo.solver.proof.declaring import LineLead
from bingo.solver.proof.lines import Worst, worst
from bingo.solver.proof.phrases import leads_of
from bingo.solver.proof.solving import Clock, Unfinished
from bingo.solver.proof.trick_rules import worth

PROVED, BROKEN, UNDECIDED = "proved", "broken", "undecided"


@dataclass(frozen=True, slots=True)
class LineProof:
    """Whether a line takes ``wanted`` card points in all, those you have already counted in.

    ``least`` is the worst that was found, with the hand and the replies that bring it about (``worst``); it is exact
    unless the verdict is ``undecided``. ``closes``: the boneyard is open, and the line begins with closing it.
    ``barred``: the opponent can claim before the first lead.
    """

    known: InformationSet
    leads: tuple[LineLead, ...]
    wanted: int
    verdict: str
    least: int | None
    worst: Worst | None
    exact: bool
    limit: float
    seconds: float
    barred: bool = False

    @property
    def closes(self) -> bool:
        """Whether the line begins with closing the boneyard."""
        return self.known.open

    def play(self) -> list[tuple[LineLead, Tile]]:
        """The leads that are made at the worst, and the replies to them."""
        return [] if self.worst is None else list(zip(self.leads, self.worst.replies, strict=False))

    def as_dict(self) -> dict[str, Any]:
        """The value of ``line`` in what ``bingo claim --json`` writes."""
        now = self.known.card_points(YOU)
        found: dict[str, Any] = {
            "leads": [str(lead) for lead in self.leads],
            "closes": self.closes,
            "wanted": self.wanted,
            "verdict": self.verdict,
            "least": self.least,
            "now": now,
            "takes": None if self.least is None or now is None else self.least - now,
            "exact": self.exact,
            "opponent": None,
            "line": [],
            "lost": None,
            "barred": self.barred,
            "limit": self.limit,
            "seconds": round(self.seconds, 4),
        }
        if self.worst is not None:
            found["opponent"] = text_mask(self.worst.layout.hand)
            found["lost"] = self.worst.lost
            steps = [
                (f"{PLAYER_NAMES[YOU]} {lead}", f"{PLAYER_NAMES[OPPONENT]} play {text(reply)}")
                for lead, reply in self.play()
            ]
            found["line"] = [step for pair in steps for step in pair]
        return found


def prove_line(
    position: Position | InformationSet, line: str, wanted: int | None = None, *, seconds: float = SECONDS
) -> LineProof:
    """Prove that a line (see :func:`~bingo.solver.proof.phrases.leads_of`) takes ``wanted`` card points, the target if
    that is not given, against every hand and every legal reply; or find what breaks it.

    While the boneyard is open the line begins with closing it. A known hand of the opponent is taken as it is.

    Raises:
        NotationError: the line cannot be read, or cannot be led now (it says why), or the time is not above 0.
        ImpossiblePosition: no hand fits what is written.
    """
    arguments.duration("seconds", seconds)
    start = time.perf_counter()
    seen = information_set(position)
    _may_lead(seen)
    leads, goal = leads_of(line, seen), seen.rules.target if wanted is None else wanted
    theirs = seen.card_points(OPPONENT)
    barred = seen.rules.at_target == "claim" and seen.led is None and theirs is not None and theirs >= seen.rules.target
    try:
        found = worst(seen, leads[:0] if barred else leads, Clock.of(seconds))
    except Unfinished:
        return LineProof(seen, leads, goal, UNDECIDED, None, None, False, seconds, time.perf_counter() - start)
    if found is None:
        raise NotationError.of("opponent.hand", "a hand that fits what is written", "none")
    confirm(seen, leads, found)
    verdict = PROVED if found.proved >= goal else BROKEN if found.points < goal else UNDECIDED
    spent = time.perf_counter() - start
    exact = found.proved == found.points
    return LineProof(seen, leads, goal, verdict, found.points, found, exact, seconds, spent, barred)


def confirm(seen: InformationSet, leads: tuple[LineLead, ...], found: Worst) -> None:
    """Hold what the model found against the rules of the game."""
    points = tuple(
        sum(worth(seen.rules, seen.trump, t) for t in members(there)) if side.points is None else side.points
        for side, there in zip(seen.taken, found.layout.taken, strict=True)
    )
    counted = played_out(seen, (points[YOU], points[OPPONENT]), found.layout.hand, leads, found.replies)
    if counted != found.points:
        raise AssertionError(f"the model counts {found.points} card points, the rules {counted}: {leads}, {found}")


def _may_lead(seen: InformationSet) -> None:
    wrong = [
        (seen.leader == OPPONENT, "your lead", "the opponent's"),
        (seen.open and seen.led is not None, "a lead to be closed before, while the boneyard is open", "a tile led"),
        (seen.open and not seen.tricks[YOU], "a trick of yours, without which the boneyard cannot be closed", "none"),
    ]
    for applies, expected, found in wrong:
        if applies:
            raise NotationError.of("line", expected, found)


def played_out(
    known: InformationSet, points: tuple[int, int], hand: Mask, leads: Sequence[LineLead], replies: Sequence[Tile]
) -> int:
    """Your card points after these leads and replies, the opponent holding ``hand``.

    Raises:
        IllegalMove: the rules do not allow a lead, a declaration or a reply.
    """
    position = _position(known, points, hand)
    for lead, reply in zip(leads, replies, strict=False):
        over = False
        if position.stage is not Stage.REPLY:  # else it is on the table already
            declare = lead.declare if known.rules.declare == "leading" else 0
            _, position, over = play(position, Move(declare=declare, lead=lead.tile))
        if not over:
            _, position, over = play(position, Move(play=reply))
        if not over and position.stage is Stage.SHOW:
            shows = Move(declare=lead.declare if position.leader == YOU else 0)
            _, position, over = play(position, shows)
        if over or position.leader == OPPONENT:
            break
        while position.stage is not Stage.LEAD:
            position = play(position, Move()).position
    return position.card_points(YOU)


def _position(known: InformationSet, points: tuple[int, int], hand: Mask) -> Position:
    declared = known.declared
    theirs = points[OPPONENT] + (declared[OPPONENT] if known.tricks[OPPONENT] else 0)
    closed = known.closed or (Closing(YOU, theirs, known.tricks[OPPONENT]) if known.open else None)
    rules = known.rules
    if rules.at_target in ("first-ends", "each-scores"):  # so that what is played on can be counted, too
        rules = replace(rules, at_target="claim")
    return Position(
        rules=rules,
        trump=known.trump,
        hands=(known.hand, hand),
        leader=YOU,
        led=known.led,
        points=points,
        tricks=known.tricks,
        declared=declared,
        shown=(known.shown_by[YOU] & known.own) | (known.shown_by[OPPONENT] & hand),
        pending=known.pending,
        closed=closed,
        stage=Stage.LEAD if known.led is None else Stage.REPLY,
    )
