"""From a document to a setup, or to the turns of a deal: the notation inside its texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeVar

from bingo.positions.parsing import shorten, show
from bingo.positions.schema import Deal, Document, Holder, Match as WrittenMatch, Player
from bingo.solver.errors import NotationError, Reason
from bingo.solver.game import moves, presets, tiles
from bingo.solver.game.moves import Move
from bingo.solver.game.position import PLAYER_NAMES, Closing, Match, Pair
from bingo.solver.game.record import Record, Sides, Turn
from bingo.solver.game.rules import FIELDS, Rules
from bingo.solver.game.setup import Expect, Setup, Side
from bingo.solver.game.tiles import Tile

T = TypeVar("T")

_WORD = re.compile(r"\[[^\]]*\]|\?|[^\s,?]+")
#: A lead and the reply to it: ``lead 6-4, play 6-5``, ``6-4 6-5``.
_TWO_TURNS = re.compile(
    r"(?:.*\blead\s)?\s*\[?[0-6]\W?[0-6][^;\w]+(?:(?:play|you|opponent)\s+)*\[?[0-6]\W?[0-6]\W*", re.IGNORECASE
)
_RULE_KEYS = {"preset", *FIELDS}
_tile = lru_cache(maxsize=1024)(tiles.parse)


def build(document: Document, rules: Rules | None = None) -> tuple[Setup, list[Reason]]:
    """The setup that a document describes, under ``rules`` instead of its own ones if given.

    With it comes every text that cannot be read, by the path of its key; the setup lacks what stands there.
    """
    builder = Builder()
    return builder.setup(document, rules), builder.reasons


class Builder:
    """Reads text by text and collects what is wrong with them."""

    def __init__(self) -> None:
        self.reasons: list[Reason] = []

    def setup(self, document: Document, rules: Rules | None) -> Setup:
        rules = rules or self.attempt("rules", rules_of, document.rules)
        closed, carried, match = document.closed, document.carried, document.match
        return Setup(
            rules=rules or presets.PAGAT,
            lead=PLAYER_NAMES.index(document.lead),
            sides=(self._side("you", document.you), self._side("opponent", document.opponent)),
            trump=document.trump,
            turned=self.tile("turned", document.turned),
            closed=Closing(PLAYER_NAMES.index(closed.by), closed.points, closed.tricks) if closed else None,
            led=self.tile("led", document.led),
            stock=self.tiles("stock", document.stock),
            played=self.tiles("played", document.played),
            carried=(carried.you, carried.opponent) if carried else (0, 0),
            match=None if match is None else match_of(match),
            name=_one_line(document.name),
            expect=self._expect(document),
        )

    def _side(self, name: str, player: Player) -> Side:
        won = self._won(f"{name}.won", player.won)
        took = self.tiles(f"{name}.took", player.took) or ()
        known = tuple((trick[0], trick[1]) for trick in won or () if len(trick) == 2)
        complete = won is None or len(known) == len(won)
        partly = not complete or player.forgotten or (took and won is not None)
        forgotten = max((player.tricks or 0) - len(won or ()), 0) if partly else 0  # the rest of what is counted
        return Side(
            hand=self.tiles(f"{name}.hand", player.hand),
            won=None if partly or won is None else known,
            recalled=(won or ()) + ((),) * max(forgotten, player.forgotten) if partly else None,
            took=took,
            points=player.points,
            tricks=player.tricks,
            declared=player.declared,
            pending=player.pending,
            shown=self.tiles(f"{name}.shown", player.shown) or (),
            seen=self.tiles(f"{name}.seen", player.seen) or (),
        )

    def _expect(self, document: Document) -> Expect | None:
        answer = document.expect
        if answer is None:
            return None
        texts = [answer.best] if isinstance(answer.best, str) else answer.best
        read = partial(moves.parse, replying=document.led is not None)
        best = [self.attempt("expect.best", read, text) for text in texts]
        readable = tuple(move for move in best if isinstance(move, Move))
        return Expect(answer.value, readable, tuple(answer.theme.split()), answer.difficulty)

    def tiles(self, field: str, written: Any) -> tuple[Tile, ...] | None:
        if written is None:
            return None
        read = [self.attempt(field, _tile, word) for word in _words(written)]
        return tuple(t for t in read if t is not None)

    def tile(self, field: str, written: Any) -> Tile | None:
        if written is None:
            return None
        words = _words(written)
        if len(words) != 1:
            self.complain(field, "one tile such as 6-4", show(written))
            return None
        return self.attempt(field, _tile, words[0])

    def _won(self, field: str, written: Any) -> tuple[tuple[Tile, ...], ...] | None:
        """Tricks out of ``4-3 5-1, 6-4 ?``, the same without commas, or lists of either; each has its known tiles."""
        if written is None:
            return None
        before = len(self.reasons)
        parts = [self._slots(field, part) for part in _parts(written)]
        if len(self.reasons) > before:
            return None
        if all(len(part) == 1 for part in parts) or len(parts) == 1:
            flat = [t for part in parts for t in part]
            parts = [flat[i : i + 2] for i in range(0, len(flat), 2)]
        for part in parts:
            if len(part) != 2:
                self.complain(field, "tricks of two tiles each", show(" ".join(map(_named, part))))
        return tuple(tuple(t for t in part if t is not None) for part in parts)

    def _slots(self, field: str, written: Any) -> list[Tile | None]:
        """Tiles in the order written, None for one that is not remembered."""
        return [None if word == "?" else self.attempt(field, _tile, word) for word in _words(written)]

    def draft(self, document: Deal, rules: Rules | None) -> Draft:
        rules = rules or self.attempt("rules", rules_of, document.rules)
        carried, match, result = document.carried, document.match, document.result
        turned = self.tile("turned", document.turned)
        you, opponent = self.tiles("you.drew", document.you.drew), self.tiles("opponent.drew", document.opponent.drew)
        turns = self._turns(document.play)
        setup = Setup(
            rules=rules or presets.PAGAT,
            lead=PLAYER_NAMES.index(document.lead),
            sides=(
                self._holder("you", document.you, you, turned),
                self._holder("opponent", document.opponent, opponent, turned),
            ),
            trump=document.trump,
            turned=turned,
            stock=self.tiles("stock", document.stock),
            carried=(carried.you, carried.opponent) if carried else (0, 0),
            match=None if match is None else Match(match.you, match.opponent),
            name=_one_line(document.name),
        )
        names = document.players and (_one_line(document.players.you), _one_line(document.players.opponent))
        return Draft(
            setup=setup,
            drew=(you, opponent),
            turns=tuple(turn for _, turn in turns),
            items=tuple(item for item, _ in turns),
            players=names if names and any(names) else None,
            result=(result.you, result.opponent) if result else None,
        )

    def _holder(self, name: str, holder: Holder, drew: tuple[Tile, ...] | None, turned: Tile | None) -> Side:
        """The turned tile may be among those drawn."""
        took = tuple(t for t in drew or () if t != turned)
        return Side(hand=self.tiles(f"{name}.dealt", holder.dealt), took=took)

    def _turns(self, play: list[str]) -> list[tuple[int, Turn]]:
        """Each turn with the number of its line. A tile alone is led, or played where one of its line is led before."""
        turns: list[tuple[int, Turn]] = []
        for item, line in enumerate(play):
            led = False
            for text in line.split(";"):
                if turn := self.attempt(f"play[{item}]", partial(_turn, replying=led), text):
                    turns.append((item, turn))
                    led = led or turn.move.lead is not None
        return turns

    def attempt(self, field: str, read: Callable[[Any], T], written: Any) -> T | None:
        """What ``read`` makes of ``written``, or None and its complaints under the name of this field."""
        try:
            return read(written)
        except NotationError as error:
            for reason in error.reasons:
                where = reason.field if reason.field.startswith(field) else field
                self.complain(where, reason.expected, reason.found)
            return None

    def complain(self, field: str, expected: str, found: str) -> None:
        self.reasons.append(Reason(field, expected, shorten(found, 80)))


def _named(t: Tile | None) -> str:
    return "?" if t is None else tiles.text(t)


def _words(written: str | int | Iterable[str | int]) -> list[str]:
    """The words of a tile list, written as a text, as a number or as a list of either."""
    if isinstance(written, (str, int)):
        return _WORD.findall(str(written))
    return [word for item in written for word in _WORD.findall(str(item))]


def _parts(written: str | list[Any]) -> list[Any]:
    """The tricks as written: parts of a text between commas (all of it without commas), or items of a list."""
    if isinstance(written, list):
        return written
    return [part for part in written.split(",") if part.strip()]


def match_of(match: WrittenMatch) -> Match:
    """The score that a document names."""
    scored = (match.scored.you, match.scored.opponent) if match.scored else (0, 0)
    return Match(match.you, match.opponent, None if match.first is None else PLAYER_NAMES.index(match.first), scored)


def rules_of(written: str | dict[str, Any]) -> Rules:
    """The rules that a document names.

    Raises:
        NotationError: unknown presets, fields or values, or fields that clash.
    """
    if isinstance(written, str):
        return presets.rules(written)
    items = ((key, value) for key, value in written.items() if value is not None or key not in _RULE_KEYS)
    return _overridden(tuple((key, _text(value)) for key, value in items))


def _text(value: Any) -> str:
    """The value of a rule as a text, so that equal ones are equal keys (1 and true are not)."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


@lru_cache(maxsize=64)
def _overridden(items: tuple[tuple[str, str], ...]) -> Rules:
    return presets.rules(dict(items))


# --- records of deals -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Draft:
    """What is written of a deal: ``setup`` has the tiles dealt as hands, ``items`` the lines of the turns, from 0."""

    setup: Setup
    drew: Sides
    turns: tuple[Turn, ...]
    items: tuple[int, ...]
    players: tuple[str, str] | None
    result: Pair | None

    def record(self) -> Record:
        """The record, of a setup without faults."""
        s = self.setup
        assert s.trumps is not None
        assert s.turned is not None
        return Record(
            rules=s.rules,
            leader=s.lead,
            trump=s.trumps,
            turned=s.turned,
            dealt=(s.sides[0].hand, s.sides[1].hand),
            turns=self.turns,
            stock=s.stock,
            drew=self.drew,
            carried=s.carried,
            match=s.match,
            players=self.players,
            result=self.result,
            name=s.name,
        )


def build_record(document: Deal, rules: Rules | None = None) -> tuple[Draft, list[Reason]]:
    """The deal that a document describes, under ``rules`` instead of its own ones if given.

    With it comes every text that cannot be read, by the path of its key (``play[3]`` is the fourth line of the play).
    """
    builder = Builder()
    return builder.draft(document, rules), builder.reasons


def _turn(text: str, *, replying: bool) -> Turn:
    """``opponent claim``: a move, and before it perhaps who made it."""
    word, _, rest = text.strip().partition(" ")
    player = PLAYER_NAMES.index(word.lower()) if word.lower() in PLAYER_NAMES else None
    written = text if player is None else rest
    if not written.strip():
        raise NotationError.of(
            "play", "a turn: lead TILE, play TILE, claim, ... (turns are set apart by ;)", show(text)
        )
    if _TWO_TURNS.fullmatch(written):
        raise NotationError.of("play", "a semicolon between the leader's turn and the reply", show(text.strip()))
    return Turn(player, moves.parse(written, replying=replying))


def _one_line(text: str) -> str:
    return " ".join(text.split())
