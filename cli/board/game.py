"""A game against the program on the board: a question brings the records of the game, its answer the game after it.

Whoever asks keeps the records (:mod:`~bingo.cli.board.keeping`). What is shown is what a player may know.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_
from typing import Annotated, TypeAlias

import msgspec

from bingo.cli import advice
from bingo.cli.game import HELP
from bingo.cli.kept import records_of
from bingo.cli.page.data import Json, board_json
from bingo.cli.pairing import Pairing, paired
from bingo.cli.render.board import Board, board_of
from bingo.cli.render.duplicate import explain_deal, explain_set
from bingo.cli.render.screen import Screen
from bingo.cli.render.telling import outcome, told
from bingo.cli.sitting import SEATS, Asked, Became, Sitting, Wishes
from bingo.solver.errors import IllegalMove, NotationError
from bingo.solver.game import presets
from bingo.solver.game.moments import Moment
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.tiles import text, text_mask
from bingo.solver.opponents.levels import LEVELS, Level
from bingo.solver.opponents.table import level_of
from bingo.solver.reviewing.comparing import Comparison, compare

#: What tables of duplicate are laid out for.
SCREEN = Screen(72)

ELSEWHERE = "The game has gone on elsewhere; this is how it stands."
_PROMPTS = {
    Asked.LEAD: "Your lead.",
    Asked.REPLY: "Your reply.",
    Asked.CLAIM: "The opponent is about to lead. Go on, or claim.",
    Asked.SHOW: "You won the trick with a double. Declare it with others, or go on.",
    Asked.PROGRAM: "The opponent's turn.",
    Asked.NEXT: "The deal is over.",
    Asked.NOTHING: "The match is over.",
}
_PLAYED = "All deals are played."

#: How many there are to be, at least one.
Deals: TypeAlias = Annotated[int, msgspec.Meta(ge=1)] | None


class Saying(msgspec.Struct, frozen=True):
    """What the page says of a game.

    Attributes:
        say: What somebody would type at the terminal; or ``look``, which changes nothing; ``go``, which has the
            program make its turns; ``coach``, which tells a mistake; ``record``, which gives the records; ``compare``,
            which compares the deals of duplicate.
        stamp: Of the game as the page shows it: nothing is done to another one.
        passed: Whether you have let the play go on since the last turn.
        level: Another level for the program from now on.
        count: Whether card points are told.
        deals: After so many deals of duplicate there are no more; None until somebody has had enough.
    """

    say: str = "look"
    stamp: int | None = None
    passed: bool = False
    level: str = ""
    count: bool = False
    deals: Deals = None

    def unpassed(self) -> Saying:
        """The same, where you have not let the play go on."""
        return msgspec.structs.replace(self, passed=False)


class New(msgspec.Struct, frozen=True):
    """What a new game is to be; ``duplicate`` is the level that you are compared with, if you are, ``deals`` how
    often.
    """

    rules: str = "pagat"
    level: str = ""
    match: bool = False
    seed: int | None = None
    seat: str = ""
    duplicate: str = ""
    count: bool = False
    deals: Deals = None


def begin(wanted: New) -> Json:
    """A new game.

    Raises:
        NotationError: there are no such rules, or no such level or seat, or they do not go together.
    """
    played_by, seat, seed = presets.rules(wanted.rules), wanted.seat, wanted.seed
    pairing = Pairing(program) if (program := _level(wanted.duplicate)) else None
    if wanted.match and played_by.at_target == "points":
        raise NotationError.of("match", "rules that are worth game points, of which 7 win", repr(wanted.rules))
    if wanted.match and pairing:
        raise NotationError.of("duplicate", "no match, as all deals count alike", "both")
    if seat and seat not in SEATS:
        raise NotationError.of("seat", f"one of {', '.join(SEATS)}", repr(seat))
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else abs(seed)
    wishes = Wishes(played_by, _level(wanted.level), wanted.match, seed, SEATS.get(seat))
    game = _Game(Sitting.of([], wishes), pairing, wanted.deals)
    return _shown(game, Saying(count=wanted.count), lines=[f"Seed {seed}."])


def said(records: str, saying: Saying) -> Json:
    """What becomes of a word said in a game; ``records`` is empty before there is one.

    Raises:
        NotationError, ImpossiblePosition: the records are none of a game, or there is no such level.
        IllegalMove: the level cannot be another one.
    """
    game = _taken_up(records, saying)
    if game is None:
        return {"game": None}
    sitting = game.sitting
    if saying.stamp not in (None, _stamp(records)):
        return _shown(game, saying.unpassed(), became=Became.REFUSED, lines=[ELSEWHERE])
    if saying.passed and sitting.may_wait:
        sitting.hear("wait")
    if saying.say in _ASIDE:
        return _ASIDE[saying.say](game)
    if saying.say == "look":
        return _shown(game, saying)
    if saying.say == "go" or _may_forestall(sitting):
        while sitting.asked is Asked.PROGRAM:
            sitting.answer()
        if saying.say == "go":
            return _shown(game, saying.unpassed())
    heard = sitting.hear(saying.say)
    stays = heard.became in (Became.TOLD, Became.REFUSED, Became.ASIDE)
    passed = (saying.passed and stays) or heard.became is Became.WAITED
    lines = HELP.splitlines() if heard.word == "help" else heard.told
    return _shown(game, msgspec.structs.replace(saying, passed=passed), heard.became, lines)


class _Game:
    """A game, in duplicate if there is a ``pairing``, then of so many ``deals``."""

    def __init__(self, sitting: Sitting, pairing: Pairing | None, deals: int | None) -> None:
        self.sitting, self.pairing = sitting, pairing
        if pairing:
            sitting.measure(deals)

    @property
    def mine(self) -> list[Record]:
        """The deals as you played them."""
        return [*self.sitting.done, self.sitting.table.finished]

    @property
    def text(self) -> str:
        """All that is written down."""
        return self.pairing.text(self.mine) if self.pairing else self.sitting.text


def _taken_up(records: str, saying: Saying) -> _Game | None:
    deals, wanted = records_of(records), _level(saying.level)
    if not deals:
        return None
    found = paired(deals)
    pairing, mine = found or (None, deals)
    if pairing and wanted not in (None, level_of(mine[-1])):
        raise IllegalMove("In duplicate the level stays as it is, as all deals count alike.")
    return _Game(Sitting.of(mine, Wishes(mine[-1].rules, wanted, match=False, seed=0)), pairing, saying.deals)


def _level(name: str) -> Level | None:
    if name and name not in LEVELS:
        raise NotationError.of("level", f"one of {', '.join(LEVELS)}", repr(name))
    return LEVELS.get(name)


def _may_forestall(sitting: Sitting) -> bool:
    """Whether the program decides on a claim before you lead, which is not in the records if it waits."""
    position = sitting.table.now.position
    return position.stage is Stage.ANSWER and position.to_move == OPPONENT


def _recorded(game: _Game) -> Json:
    return {"record": game.text}


def _coached(game: _Game) -> Json:
    return {"told": [] if game.pairing else advice.coached(game.sitting.table)}


def _compared(game: _Game) -> Json:
    """In duplicate, how this deal went twice and how all did."""
    if game.pairing is None:
        return {"told": []}
    both = zip(game.mine, game.pairing.theirs, strict=True)
    found = [_comparison(mine, theirs) for mine, theirs in both if mine.result is not None]
    told = [*explain_deal(found[-1], len(found), SCREEN), "", *explain_set(found, SCREEN)] if found else []
    return {"told": told}


@lru_cache(maxsize=100)
def _comparison(mine: Record, theirs: Record) -> Comparison:
    """Two plays of a deal compared, once: after each deal all deals before are asked for again."""
    return compare(mine, theirs, advice.settings_for(mine.rules))


#: Words after which the game stays as it is, and what they are answered with.
_ASIDE = {"record": _recorded, "coach": _coached, "compare": _compared}


def _stamp(records: str) -> int:
    return zlib.crc32(records.encode())


# --- what is shown -----------------------------------------------------------------------------------


def _shown(game: _Game, saying: Saying, became: Became | None = None, lines: Sequence[str] = ()) -> Json:
    """The answer: the records as they are now, the game as you see it, and what there is to tell."""
    sitting, records = game.sitting, game.text
    table, moves, now = sitting.table, sitting.moves, sitting.table.now
    shown = {
        "stamp": _stamp(records),
        "passed": saying.passed,
        "deal": len(sitting.done) + 1,
        "at": len(sitting.done) * (2 if game.pairing else 1),
        "duplicate": game.pairing and game.pairing.program.name,
        "deals": sitting.deals,
        "match": table.record.match and table.record.match.score,
        "level": table.level.name,
        "asked": sitting.asked.value,
        "prompt": _PLAYED if game.pairing and sitting.asked is Asked.NOTHING else _PROMPTS[sitting.asked],
        "board": _picture(now, counted=saying.count),
        "last": _last(now),
        "moves": list(map(str, moves)),
        "doubles": text_mask(reduce(or_, (move.declare for move in moves), 0)),
        "claim": table.may_claim and bool(moves),
        "closing": sitting.asked is Asked.LEAD and now.position.open,
        "log": _log(sitting),
        "over": sitting.over,
    }
    return {"text": records, "game": shown, "became": became and became.value, "told": list(lines)}


def _log(sitting: Sitting) -> list[str]:
    """All that happened in this deal, in words."""
    played = sitting.table.played
    lines = [
        line
        for before, after in pairwise((*played.moments, played.end))
        if before.turn
        for line in told(before, before.turn.player or YOU, before.turn.move, after)
    ]
    return lines + (outcome(played.end, sitting.table.finished) if sitting.over else [])


def _picture(now: Moment, *, counted: bool) -> Json:
    """The board as you see it: the other hand and the boneyard face down, card points only if they are ``counted``."""
    board = board_json(_seen(now))
    board["counted"] = counted
    if board["face_down"] is not None:
        board["face_down"] = len(now.position.stock)
    if not counted:
        for name in PLAYER_NAMES:
            board[name]["points"] = None
        board["closed"] = board["closed"] and {**board["closed"], "points": None}
    return board


def _seen(now: Moment) -> Board:
    """What you see; taken from the position, as no view of a player knows the time between a trick and its draw."""
    position = now.position
    board = board_of(position)
    mine, theirs = board.seats
    known = tuple(t for t in theirs.hand if position.shown >> t & 1)
    theirs = replace(theirs, hand=known, hidden=len(theirs.hand) - len(known))
    return replace(board, seats=(mine, theirs), stock=None)


def _last(now: Moment) -> Json | None:
    """The last trick, while nothing is led."""
    if now.position.led is not None or not now.history:
        return None
    trick = now.history[-1]
    assert trick.reply is not None
    leader, taker = PLAYER_NAMES[trick.leader], PLAYER_NAMES[now.position.leader]
    return {"leader": leader, "led": text(trick.led), "reply": text(trick.reply), "taker": taker}
