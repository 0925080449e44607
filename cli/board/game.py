"""A game against the program on the board: a question brings the text of its file, the answer the game after it.

Whoever asks keeps the file (:mod:`~bingo.cli.board.keeping`). What the page is told of a game is made here.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from zlib import crc32

import msgspec

from bingo.cli.game.session import DEFAULT_LEVEL, Reply, Session
from bingo.solver.engine import OnProgress
from bingo.solver.game import presets
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, Match
from bingo.solver.game.tiles import text, text_mask
from bingo.solver.render import game as telling
from bingo.solver.render.board import Json, board_of, in_order
from bingo.solver.render.verdict import typeset, who_wins


class _Question(msgspec.Struct, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    text: str = ""  # of the file; empty before there is a game
    count: bool = False


class Begin(_Question):
    """A new game against the program, as `bingo play` begins one, in place of that of this text; ``record``: a deal to
    be continued, of which all tiles are recorded.
    """

    rules: str | Json = "pagat"
    level: str = DEFAULT_LEVEL
    match: bool = False
    seed: int | None = None  # by chance, where none is wished for
    seat: str = ""
    record: Json | None = None

    def answer(self, _on_progress: OnProgress) -> Json:
        if self.record is not None:
            going = {key: value for key, value in self.record.items() if key != "result"}
            game = Session.read(json.dumps({**going, "players": {"opponent": self.level}}))
            return _answer(game, self.count)
        seed = random.SystemRandom().randrange(1_000_000) if self.seed is None else abs(self.seed)
        game = Session.begin(presets.rules(self.rules), self.level, match=self.match, seed=seed, seat=self.seat or None)
        return _answer(game, self.count, Reply("begun", (f"Seed {seed}.",)))


class Game(_Question):
    """What becomes of a word in this game? ``stamp``: of which game it is said, ``passed``: whether one has passed."""

    say: str = "look"
    stamp: int | None = None
    passed: bool = False

    def answer(self, on_progress: OnProgress) -> Json:
        game = Session.read(self.text, passed=self.passed)
        if game is None:
            return {"game": None}
        if self.stamp not in (None, _stamp(game)):
            return _answer(game, self.count, Reply("refused", (telling.ELSEWHERE,)))
        if self.say == "coach":
            return {"lines": list(map(typeset, game.coach(on_progress)))}
        if self.say == "look":
            return _answer(game, self.count)
        if self.say == "go":
            game.play_program(on_progress)
            return _answer(game, self.count)
        reply = game.handle(self.say, on_progress)
        if self.say == "hint" and reply.status == "told":
            return {**_answer(game, self.count, reply), "hint": reply.lines[0].partition(":")[0]}
        return _answer(game, self.count, reply)


_LOOK = Reply("look")


def _answer(game: Session | None, count: bool, reply: Reply = _LOOK) -> Json:
    """The file, the game as it is shown, what became of a word, and what there is to tell."""
    if game is None:
        return {"game": None}
    return {
        "text": game.text,
        "game": _state(game, count),
        "status": reply.status,
        "lines": list(map(typeset, reply.lines)),
    }


def _state(game: Session, count: bool) -> Json:
    """The game as the page draws it; ``count`` shows the card points of both."""
    moves, last = game.moves, game.now.history[-1:]
    trick = last[0] if last and last[0].reply is not None else None
    doubles = 0
    for move in moves:
        doubles |= move.declare
    yours, theirs = game.now.score
    return {
        "stamp": _stamp(game),
        "result": yours - theirs,
        "headline": who_wins(yours - theirs),
        "unit": game.rules.unit,
        "last_trick": [text(trick.led), text(trick.reply or 0)] if trick else [],
        "prompt": telling.PROMPTS.get(game.awaits, ""),
        "passed": game.passed,
        "deal": game.number,
        "match": game.match,
        "level": telling.TITLES.get(game.level, game.level),
        "awaits": game.awaits,
        "board": _board(game, count),
        "last": trick
        and {
            "leader": PLAYER_NAMES[trick.leader],
            "led": text(trick.led),
            "reply": text(trick.reply or 0),
            "taker": PLAYER_NAMES[game.now.position.leader],
        },
        "won": {
            name: [list(map(text, pair)) for pair in tricks]
            for name, tricks in zip(PLAYER_NAMES, game.now.won, strict=True)
        },
        "moves": list(map(str, moves)),
        "doubles": text_mask(doubles),
        "claim": game.may_claim and bool(moves),
        "log": [{"player": PLAYER_NAMES[player], "line": line} for player, line in game.log],
        "ending": game.ending,
        "over": game.over,
    }


def _board(game: Session, count: bool) -> Json:
    """The table as you see it."""
    position = replace(game.now.position, match=game.match and Match(*game.match))
    board, theirs = board_of(position), position.hands[OPPONENT]
    if game.over:  # every tile is turned
        return board | {"counted": True}
    seen = position.shown & theirs
    board["opponent"] |= {
        "hand": in_order(seen, position.trump),
        "hidden": (theirs & ~seen).bit_count(),
        "shown": text_mask(seen),
    }
    board |= {"stock": None, "counted": count}
    if not count:
        for part in filter(None, (board["you"], board["opponent"], board["closed"])):
            part["points"] = None
    return board


def _stamp(game: Session) -> int:
    """Identify the game that the page shows."""
    return crc32(game.text.encode())
