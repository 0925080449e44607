"""``bingo claim --line``: is a line of leads good for so many card points, whatever the opponent holds and replies?

A line is written as a player says it: ``0-0, 4-4, then the trumps from the top``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bingo.solver.errors import NotationError, check_duration
from bingo.solver.game import tiles
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import Move, play
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Closing, Position, Stage
from bingo.solver.game.tiles import DOUBLES, Mask, Tile, TileSet, mask, members, text, text_mask
from bingo.solver.proof import SECONDS
from bingo.solver.proof.deal import height, worth
from bingo.solver.proof.lines import LineLead, Worst, declaring_all, most_together, worst
from bingo.solver.proof.solving import Clock, Unfinished
from bingo.solver.showing import stated

PROVED, BROKEN, UNDECIDED = "proved", "broken", "undecided"
_WORD = re.compile(r"\[\s*\S+?\s*\]|[,;]|[^\s,;]+")
#: Words that only make a line read well.
_FILLERS = frozenset(["close", "closing", "lead", "leads", "then", "and", "the", "my", "all", "from", "top", "down"])
_ENDS_DECLARING = frozenset([",", ";", "lead", "then"])


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
        steps = [
            f"{PLAYER_NAMES[player]} {did}"
            for lead, reply in self.play()
            for player, did in ((YOU, lead), (OPPONENT, Move(play=reply)))
        ]
        return {
            "leads": [str(lead) for lead in self.leads],
            **stated(self, "closes", "wanted", "verdict", "least"),
            "now": now,
            "takes": None if self.least is None or now is None else self.least - now,
            "exact": self.exact,
            "opponent": self.worst and text_mask(self.worst.layout.hand),
            "line": steps,
            "lost": self.worst and self.worst.lost,
            **stated(self, "barred", "limit"),
            "seconds": round(self.seconds, 4),
        }


def prove_line(
    position: Position | InformationSet, line: str, wanted: int | None = None, *, seconds: float = SECONDS
) -> LineProof:
    """Prove that a line (see :func:`leads_of`) takes ``wanted`` card points, the target if
    that is not given, against every hand and every legal reply; or find what breaks it.

    While the boneyard is open the line begins with closing it. A known hand of the opponent is taken as it is.

    Raises:
        NotationError: the line cannot be read, or cannot be led now (it says why), or the time is not above 0.
        ImpossiblePosition: no hand fits what is written.
    """
    check_duration("seconds", seconds)
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
    spent, exact = time.perf_counter() - start, found.proved == found.points
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
            _, position, over, _ = play(position, Move(declare=declare, lead=lead.tile))
        if not over:
            _, position, over, _ = play(position, Move(play=reply))
        if not over and position.stage is Stage.SHOW:
            shows = Move(declare=lead.declare if position.leader == YOU else 0)
            _, position, over, _ = play(position, shows)
        if over or position.leader == OPPONENT:
            break
        while position.stage is not Stage.LEAD:
            position = play(position, Move()).position
    return position.card_points(YOU)


def _position(known: InformationSet, points: tuple[int, int], hand: Mask) -> Position:
    closed = known.closed or (Closing(YOU, points[OPPONENT], known.tricks[OPPONENT]) if known.open else None)
    rules = known.rules
    if rules.at_target in ("first-ends", "each-scores"):  # so that what is played on can be counted, too
        rules = replace(rules, at_target="claim")
    return Position(
        rules=rules,
        trump=known.trump,
        hands=(known.hand, TileSet(hand)),
        leader=YOU,
        led=known.led,
        points=points,
        tricks=known.tricks,
        declared=known.declared,
        shown=TileSet(known.shown_by[YOU] & known.own | known.shown_by[OPPONENT] & hand),
        pending=known.pending,
        closed=closed,
        stage=Stage.LEAD if known.led is None else Stage.REPLY,
    )


# --- a line as a player writes it ---------------------------------------------------------------------


def leads_of(line: str, known: InformationSet) -> tuple[LineLead, ...]:
    """The leads that a text names: tiles, ``trumps`` (all that are left, from the top), ``declare 6-6 5-5, lead 6-6``.

    Without any ``declare`` all doubles are declared as soon as one of them is led; ``declare nothing`` leads without.
    A tile of yours that is already on the table comes first, whether it is named or not.

    Raises:
        NotationError: a word means nothing, or the tile cannot be led or the doubles not be declared then.
    """
    found: list[Tile] = []
    declared: dict[int, Mask] = {}
    words = [word.lower() for word in _WORD.findall(line)]
    on_table = known.led if known.leader == YOU else None
    silent, n = "declare" in words, 0
    while n < len(words):
        word = words[n]
        n += 1
        if word == "declare":
            group: list[str] = []
            while n < len(words) and words[n] not in _ENDS_DECLARING:
                group.append(words[n])
                n += 1
            if group != ["nothing"]:
                declared[len(found)] = mask(map(_tile, group))
        elif word in ("trumps", "trump"):
            found += _trumps(known, found)
        elif word not in _FILLERS and word not in ",;":
            found.append(_tile(word))
    if on_table is not None and found[:1] != [on_table]:
        found.insert(0, on_table)
        declared = {n + 1: doubles for n, doubles in declared.items()}
    if not found:
        raise _wrong("at least one tile to lead", repr(line))
    _in_hand(found, known)
    if not silent:
        return _automatic(known, found, on_table)
    return _as_written(known, found, declared)


def _tile(word: str) -> Tile:
    try:
        return tiles.parse(word)
    except NotationError:
        expected = "tiles such as 6-4, the word trumps, or declare 6-6 5-5, lead 6-6"
        raise _wrong(expected, repr(word[:40])) from None


def _trumps(known: InformationSet, led: Sequence[Tile]) -> list[Tile]:
    """The trumps left in your hand, the highest first."""
    trumps = [t for t in members(known.own) if tiles.shows(t, known.trump) and t not in led]
    return sorted(trumps, key=lambda t: (t != tiles.BINGO, -height(known.rules, t, known.trump)))


def _in_hand(found: Sequence[Tile], known: InformationSet) -> None:
    for n, t in enumerate(found):
        if not known.own >> t & 1:
            raise _wrong(f"tiles of your hand ({text_mask(known.own)})", text(t))
        if t in found[:n]:
            raise _wrong("every tile once", f"{text(t)} again")


def _automatic(known: InformationSet, found: Sequence[Tile], on_table: Tile | None) -> tuple[LineLead, ...]:
    if on_table is None:
        return declaring_all(known, found)
    return LineLead(on_table), *declaring_all(known, found[1:])


def _as_written(known: InformationSet, found: Sequence[Tile], declared: dict[int, Mask]) -> tuple[LineLead, ...]:
    """The leads with the declarations written before them, if they are possible."""
    rules = known.rules
    hand, used = known.own, 0 if rules.redeclare else known.shown_by[YOU]
    leads = []
    for n, t in enumerate(found):
        doubles = declared.get(n, 0)
        if doubles and not doubles >> t & 1:
            raise _wrong(f"one of the declared doubles {text_mask(doubles)} to be led", text(t))
        if doubles & ~(hand & DOUBLES & ~used):
            raise _wrong("doubles in your hand that may still be declared", text_mask(doubles))
        if doubles and not 2 <= doubles.bit_count() <= most_together(rules):
            raise _wrong(f"2 to {most_together(rules)} doubles declared together", text_mask(doubles))
        leads.append(LineLead(t, doubles))
        used |= 0 if rules.redeclare else doubles
        hand &= ~(1 << t)
    if max(declared, default=0) >= len(found):
        raise _wrong("a lead after the declaration", "nothing")
    return tuple(leads)


def _wrong(expected: str, found: str) -> NotationError:
    return NotationError.of("line", expected, found)
