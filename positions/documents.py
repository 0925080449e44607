"""What the document of a position says: read as a setup, with the notation inside its texts, and written."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, TypeVar

from bingo.positions.hints import shorten, show
from bingo.positions.schema import Deal, Document, Match as WrittenMatch, Player, Points, Score
from bingo.solver.errors import NotationError, Reason
from bingo.solver.game import FIELDS, InformationSet, Move, Rules, Tile, begin, presets, tiles
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Closing, Match, Pair, Position, Stage, members_dict
from bingo.solver.game.setup import Expect, Setup, Side

T = TypeVar("T")

_WORD_PATTERN = re.compile(r"\[[^\]]*\]|\?|[^\s,?]+")
_RULE_KEYS = {"preset", *FIELDS}
_tile = lru_cache(maxsize=1024)(tiles.parse)


def build(document: Document, rules: Rules | None = None) -> tuple[Setup, list[Reason]]:
    """The setup of a document, under ``rules`` if given, and a reason for each text that it leaves out as unread."""
    reader, closing = Reader(document, rules), document.closed
    setup = Setup(
        sides=(reader.side("you", document.you), reader.side("opponent", document.opponent)),
        closed=Closing(PLAYER_NAMES.index(closing.by), closing.points, closing.tricks) if closing else None,
        **reader.common_arguments(document),
        led=reader.tile("led", document.led),
        played=reader.tiles("played", document.played),
        expect=reader.expect(document),
    )
    return setup, reader.reasons


class Reader:
    def __init__(self, document: Document | Deal, rules: Rules | None) -> None:
        self.reasons: list[Reason] = []
        self._rules = rules or self.attempt("rules", rules_of, document.rules) or presets.PAGAT

    def common_arguments(self, document: Document | Deal) -> dict[str, Any]:
        """What documents of positions and of deals share, as arguments of a setup."""
        return {
            "rules": self._rules,
            "leader": PLAYER_NAMES.index(document.lead),
            "trump": document.trump,
            "turned": self.tile("turned", document.turned),
            "stock": self.tiles("stock", document.stock),
            "carried": pair_of(document.carried) or (0, 0),
            "match": match_of(document.match),
            "name": one_line(document.name),
        }

    def side(self, name: str, player: Player) -> Side:
        won_tricks = self._won(f"{name}.won", player.won)
        took_tiles = self.tiles(f"{name}.took", player.took) or ()
        if player.forgotten or (won_tricks is not None and (took_tiles or any(len(trick) < 2 for trick in won_tricks))):
            won_tricks = won_tricks or ()  # and the rest of what is counted
            won_tricks += ((),) * max((player.tricks or 0) - len(won_tricks), player.forgotten)
        return Side(
            hand=self.tiles(f"{name}.hand", player.hand),
            won=won_tricks,
            took=took_tiles,
            shown=self.tiles(f"{name}.shown", player.shown) or (),
            seen=self.tiles(f"{name}.seen", player.seen) or (),
            **members_dict(player, "points", "tricks", "declared", "pending"),
        )

    def expect(self, document: Document) -> Expect | None:
        written_answer = document.expect
        if written_answer is None:
            return None
        move_texts = [written_answer.best] if isinstance(written_answer.best, str) else written_answer.best
        read_move = partial(Move.parse, replying=document.led is not None)
        read_moves = [self.attempt("expect.best", read_move, text) for text in move_texts]
        best_moves = tuple(move for move in read_moves if isinstance(move, Move))
        return Expect(written_answer.value, best_moves, tuple(written_answer.theme.split()), written_answer.difficulty)

    def tiles(self, field: str, written: Any) -> tuple[Tile, ...] | None:
        if written is None:
            return None
        return tuple(t for t in self._slots(field, written) if t is not None)

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
        reason_count = len(self.reasons)
        trick_texts = written if isinstance(written, list) else [trick for trick in written.split(",") if trick.strip()]
        tricks = [self._slots(field, trick_text, unknown_word="?") for trick_text in trick_texts]
        if len(self.reasons) > reason_count:
            return None
        if all(len(trick) == 1 for trick in tricks) or len(tricks) == 1:
            all_tiles = [t for trick in tricks for t in trick]
            tricks = [all_tiles[i : i + 2] for i in range(0, len(all_tiles), 2)]
        for trick in tricks:
            if len(trick) != 2:
                slot_texts = ("?" if t is None else tiles.text(t) for t in trick)
                self.complain(field, "tricks of two tiles each", show(" ".join(slot_texts)))
        return tuple(tuple(t for t in trick if t is not None) for trick in tricks)

    def _slots(self, field: str, written: Any, unknown_word: str = "") -> list[Tile | None]:
        """Tiles in the order written, None for an ``unknown_word``, or that cannot be read."""
        return [None if word == unknown_word else self.attempt(field, _tile, word) for word in _words(written)]

    def attempt(self, field: str, read: Callable[[Any], T], written: Any) -> T | None:
        """What ``read`` makes of what is ``written``; or None, and a complaint under this field or a key in it."""
        try:
            return read(written)
        except NotationError as error:
            for reason in error.reasons:
                path = reason.field if reason.field.startswith(field) else field
                self.complain(path, reason.expected, reason.found)
            return None

    def complain(self, field: str, expected: str, found: str) -> None:
        self.reasons.append(Reason(field, expected, shorten(found, 80)))


def _words(written: str | int | Iterable[str | int]) -> list[str]:
    """The words of a tile list, written as a text, as a number or as a list of either."""
    items = [written] if isinstance(written, (str, int)) else written
    return [word for item in items for word in _WORD_PATTERN.findall(str(item))]


def pair_of(points: Points | Score | None) -> Pair | None:
    return None if points is None else (points.you, points.opponent)


def match_of(match: Score | None) -> Match | None:
    if not isinstance(match, WrittenMatch):
        return None if match is None else Match(match.you, match.opponent)
    first_leader = None if match.first is None else PLAYER_NAMES.index(match.first)
    return Match(match.you, match.opponent, first_leader, pair_of(match.scored) or (0, 0))


def rules_of(written: str | dict[str, Any]) -> Rules:
    """The rules that a document names; a ``NotationError`` says which preset, fields or values cannot be read."""
    if isinstance(written, str):
        return presets.rules(written)
    rule_items = ((key, value) for key, value in written.items() if value is not None or key not in _RULE_KEYS)
    return _overridden(tuple((key, _text(value)) for key, value in rule_items))


def _text(rule_value: Any) -> str:
    """The value of a rule as a text: as keys of a cache, 1 and true would be the same."""
    return " ".join(map(str, rule_value)) if isinstance(rule_value, list) else str(rule_value)


@lru_cache(maxsize=64)
def _overridden(rule_items: tuple[tuple[str, str], ...]) -> Rules:
    return presets.rules(dict(rule_items))


def one_line(text: str) -> str:
    return " ".join(text.split())


# --- writing -----------------------------------------------------------------------------------------


class Inline(dict[str, Any]):
    """A mapping that is written on one line: ``{by: you, points: 10}``; keys without a value are left out."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(without_none(values))


def document_of(setup: Setup) -> dict[str, Any]:
    """The keys of a document in the order of the manual, without those that say nothing."""
    document = {
        "name": setup.name or None,
        "rules": rules_text(setup.rules),
        "trump": setup.trump,
        "turned": tile_text(setup.turned),
        "closed": setup.closed and _closing(setup.closed),
        "lead": PLAYER_NAMES[setup.leader],
        "led": tile_text(setup.led),
        "you": _side(setup.sides[YOU]),
        "opponent": _side(setup.sides[OPPONENT]) or None,
        "stock": texts(setup.stock),
        "played": texts(setup.played),
        "carried": pair_text(setup.carried) if any(setup.carried) else None,
        "match": setup.match and _match(setup.match),
        "expect": setup.expect and _expect(setup.expect),
    }
    return without_none(document)


def _closing(closing: Closing) -> Inline:
    return Inline({"by": PLAYER_NAMES[closing.by], **members_dict(closing, "points", "tricks")})


def without_none(members: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in members.items() if value is not None}


def rules_text(rules: Rules) -> str | Inline:
    rules_spec = presets.spec(rules)
    return rules_spec if isinstance(rules_spec, str) else Inline(rules_spec)


def _side(side: Side) -> dict[str, Any]:
    members = {
        "hand": texts(side.hand),
        "won": None if side.won is None else ", ".join(map(_trick, side.won)),
        "took": texts(side.took or None),
        "points": side.points,
        "tricks": side.tricks,
        "declared": side.declared or None,
        "pending": side.pending or None,
        "shown": texts(side.shown or None),
        "seen": texts(side.seen or None),
    }
    return without_none(members)


def _trick(known_tiles: tuple[Tile, ...]) -> str:
    """``6-4 6-5``, or ``6-4 ?`` where a tile is not remembered."""
    return " ".join([*map(tiles.text, known_tiles), *"?" * (2 - len(known_tiles))])


def _expect(expect: Expect) -> Inline:
    best_moves = [str(move) for move in expect.best]
    members = {
        "value": expect.value,
        "best": best_moves[0] if len(best_moves) == 1 else best_moves or None,
        "theme": " ".join(expect.themes) or None,
        "difficulty": expect.difficulty,
    }
    return Inline(members)


def _match(match: Match) -> Inline:
    first_leader = None if match.first is None else PLAYER_NAMES[match.first]
    scored_points = pair_text(match.scored) if any(match.scored) else None
    return Inline({**pair_text(match.score), "first": first_leader, "scored": scored_points})


def pair_text(player_values: Iterable[Any]) -> Inline:
    return Inline(dict(zip(PLAYER_NAMES, player_values, strict=True)))


def tile_text(tile: Tile | None) -> str | None:
    return None if tile is None else tiles.text(tile)


def texts(tiles_listed: Iterable[Tile] | None) -> str | None:
    return None if tiles_listed is None else tiles.text_all(tiles_listed)


def setup_of(position: Position | InformationSet) -> Setup:
    """What a file says of a position; a ``NotationError`` where it is in the middle of a turn."""
    if isinstance(position, InformationSet):
        return replace(position.setup, name=position.name, match=position.match, expect=position.expect)
    if position.stage is Stage.SHOW or begin(position) != position:
        expected = "a position at the start of a trick, or with one tile led"
        raise NotationError.of("position", expected, f"one in the middle of a turn ({position.stage.name.lower()})")
    return Setup.of(position)
