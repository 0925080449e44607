"""The document: every key of a position file, with its type and its meaning.

Editors complete and check with the JSON Schema made from these classes (``schema.json``); README.md is the manual. A
title says what is expected where a value cannot be read; ``documents`` reads the tiles inside a text.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import FieldInfo

from bingo.positions.hints import EMPTY_KEY_TEXT, MAX_LISTED_FAULTS, expected_key, shorten, show
from bingo.solver.errors import Reason

_TILE_PATTERN = r"(\[\s*[0-6]\s*[-|]?\s*[0-6]\s*\]|[0-6][-|]?[0-6])"
_TILE_INTEGER_LIMITS = {"minimum": 0, "maximum": 66}  # 64 is 6-4

Tile = Annotated[
    str | int | list[str | int],
    Meta(title="a tile such as 6-4", extra_json_schema={"pattern": f"^{_TILE_PATTERN}$", **_TILE_INTEGER_LIMITS}),
]
Tiles = Annotated[
    str | int | list[str | int],
    Meta(
        title="tiles separated by spaces, such as 6-4 5-5",
        extra_json_schema={"pattern": rf"^\s*({_TILE_PATTERN}([\s,]+|$))*$", **_TILE_INTEGER_LIMITS},
    ),
]
Tricks = Annotated[
    str | list[str | int | list[str | int]],
    Meta(
        title="tricks of two tiles each, such as 4-3 5-1, 6-4 6-5, or 6-6 ? where a tile is not known",
        extra_json_schema={"pattern": rf"^\s*(({_TILE_PATTERN}|\?)[\s,]*({_TILE_PATTERN}|\?)([\s,]+|$))*$"},
    ),
]
RuleSet = Annotated[str | dict[str, Any], Meta(title="a preset, or a mapping such as {preset: pagat, low: 20}")]
Count = Annotated[int, Meta(title="a whole number 0 to 1000", ge=0, le=1000)]
TrickCount = Annotated[int, Meta(title="a number of tricks, 0 to 14", ge=0, le=14)]
GamePoints = Annotated[  # 7 and more can be read, so that they hide no other reason why a position cannot occur
    int, Meta(title="a whole number 0 to 6, as 7 game points win", ge=0, le=1000)
]
Suit = Annotated[int, Meta(title="a suit 0 to 6 (0 for blanks)", ge=0, le=6)]
Name = Annotated[str, Meta(title="a text")]
Who = Annotated[Literal["you", "opponent"], Meta(title="you or opponent")]
Moves = Annotated[str | list[str], Meta(title="a move such as lead 4-4, or a list of moves")]
Themes = Annotated[str, Meta(title="themes separated by spaces, such as sacrifice")]
Difficulty = Annotated[int, Meta(title="a whole number 0 to 100", ge=0, le=100)]
Number = Annotated[
    Annotated[int, Meta(ge=-1000, le=1000)] | Annotated[float, Meta(ge=-1000, le=1000)],
    Meta(title="a number -1000 to 1000"),
]


def doc(description: str) -> Meta:
    return Meta(description=description)


class Mapping(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of all mappings in a document: unknown keys are errors."""


class Player(Mapping):
    """What is known of one player."""

    hand: Annotated[Tiles | None, doc("The tiles in hand; left out where they are hidden.")] = None
    won: Annotated[Tricks | None, doc("The tricks taken, two tiles each; `?` for a tile that is not remembered.")] = (
        None
    )
    forgotten: Annotated[TrickCount, doc("Tricks besides `won` of which nothing is remembered.")] = 0
    took: Annotated[Tiles, doc("Tiles known to lie in some trick of this player, besides those in `won`.")] = ""
    points: Annotated[Count | None, doc("Card points in tricks, declared points not included.")] = None
    tricks: Annotated[TrickCount | None, doc("How many tricks were taken.")] = None
    declared: Annotated[Count, doc("Card points declared so far.")] = 0
    pending: Annotated[
        Count, doc("Card points of the declaration just led, where it counts only if its trick is won.")
    ] = 0
    shown: Annotated[Tiles, doc("The declared doubles, at least those still in hand.")] = ""
    seen: Annotated[Tiles, doc("Tiles seen in this hand by the other, though not declared.")] = ""


class Closed(Mapping):
    """Who closed the boneyard, and what the other player had at that moment."""

    by: Annotated[Who, doc("The player who closed.")]
    points: Annotated[Count, doc("Card points that the OTHER player had, declared ones if they counted.")]
    tricks: Annotated[TrickCount, doc("Tricks that the OTHER player had.")]


class Points(Mapping):
    """Points of both players."""

    you: Count = 0
    opponent: Count = 0


class Score(Mapping):
    """Game points of both, first to 7."""

    you: GamePoints = 0
    opponent: GamePoints = 0


class Match(Score):
    """Game points so far, first to 7."""

    first: Annotated[Who | None, doc("Who led the first trick of this deal.")] = None
    scored: Annotated[
        Score | None, doc("The part of the score that this deal has brought so far, by captures say.")
    ] = None


class Expect(Mapping):
    """The answer, for puzzles and tests."""

    value: Annotated[Number | None, doc("Game points with best play, plus is good for you.")] = None
    best: Annotated[Moves, doc("All best moves.")] = msgspec.field(default_factory=list)
    theme: Annotated[Themes, doc("What a puzzle is about, the main theme first.")] = ""
    difficulty: Annotated[Difficulty | None, doc("How hard a puzzle is.")] = None


CARRIED_DESCRIPTION = "Card points carried over from earlier deals (rules worth card points only)."


class Document(Mapping, kw_only=True):
    """One position of domino Bingo."""

    name: Annotated[Name, doc("What to call the position.")] = ""
    rules: Annotated[RuleSet, doc("A preset, or a preset with single fields changed.")] = "pagat"
    trump: Annotated[Suit | None, doc("The trump suit, 0 for blanks; may be left out where `turned` decides it.")] = (
        None
    )
    turned: Annotated[Tile | None, doc("The turned tile; without `closed` the boneyard is open.")] = None
    closed: Closed | None = None
    lead: Annotated[Who, doc("The player who leads this trick.")]
    led: Annotated[Tile | None, doc("The tile already on the table, to be replied to.")] = None
    you: Player
    opponent: Player = msgspec.field(default_factory=Player)
    stock: Annotated[
        Tiles | None, doc("Face-down tiles in drawing order, without the turned tile (boneyard open).")
    ] = None
    played: Annotated[Tiles | None, doc("Tiles gone, whoever took them, where a hand is hidden.")] = None
    carried: Annotated[Points | None, doc(CARRIED_DESCRIPTION)] = None
    match: Match | None = None
    expect: Expect | None = None


#: Every key of a document and of the mappings in it.
POSITION_KEYS = frozenset(
    key for kind in (Document, Player, Closed, Points, Score, Match, Expect) for key in kind.__struct_fields__
)


# --- records of deals -----------------------------------------------------------------------------

_MOVE_PATTERN = rf"(close|claim|wait|(declare|lead|play)\s[^,;]+|{_TILE_PATTERN})"
_TURN_PATTERN = rf"\s*((you|opponent)\s+)?{_MOVE_PATTERN}(\s*,\s*{_MOVE_PATTERN})*\s*"
TrickLine = Annotated[
    str,
    Meta(
        title="a trick such as lead 5-0; play 5-1",
        extra_json_schema={"pattern": f"^{_TURN_PATTERN}(;{_TURN_PATTERN})*$"},
    ),
]
Play = Annotated[list[TrickLine], Meta(title="a list of tricks, such as lead 5-0; play 5-1")]


class Holder(Mapping):
    """The tiles of one player."""

    dealt: Annotated[Tiles | None, doc("The seven tiles dealt; left out where nobody wrote them down.")] = None
    drew: Annotated[Tiles | None, doc("The tiles drawn, in order; where the stock is not known as a whole.")] = None


class Names(Mapping):
    """What the players are called."""

    you: Name = ""
    opponent: Name = ""


class Deal(Mapping, kw_only=True):
    """One deal of domino Bingo, as it was played."""

    name: Annotated[Name, doc("What to call the deal.")] = ""
    rules: Annotated[RuleSet, doc("A preset, or a preset with single fields changed.")] = "pagat"
    match: Score | None = None
    carried: Annotated[Points | None, doc(CARRIED_DESCRIPTION)] = None
    players: Names | None = None
    lead: Annotated[Who, doc("Who leads first.")]
    turned: Annotated[Tile | None, doc("The turned tile.")]
    trump: Annotated[
        Suit | None, doc("The trump suit, 0 for blanks; needed where the rules let a player choose it.")
    ] = None
    you: Holder = msgspec.field(default_factory=Holder)
    opponent: Holder = msgspec.field(default_factory=Holder)
    stock: Annotated[Tiles | None, doc("The 13 face-down tiles in drawing order, without the turned tile.")] = None
    play: Annotated[Play, doc("What was played, a trick a line: the leader's turn; the reply.")] = msgspec.field(
        default_factory=list
    )
    result: Annotated[
        Points | None, doc("What the deal brought both: game points, or card points where the rules count these.")
    ] = None


#: Every key of a record and of the mappings in it.
RECORD_KEYS = frozenset(key for kind in (Deal, Holder, Names, Points) for key in kind.__struct_fields__)


# --- from data to a document ----------------------------------------------------------------------

_TILES = re.compile(r"\s*\[?[0-6][-|][0-6]")
_NO_BLANK = re.compile(r"\s*\w+:\S")
Kind = TypeVar("Kind", bound=Mapping)
#: What is taken for the required keys where they cannot be read.
_STAND_IN_VALUES: dict[str, Any] = {"lead": "you", "you": {}, "turned": None}

_AT_TOP = "at the beginning of a line, under no other key"
#: Where the keys of each mapping in a document belong.
_KEY_PLACES: dict[type[Mapping], dict[type[Mapping], str]] = {
    Document: {Closed: "under closed", Expect: "under expect", Player: "under you or opponent", Document: _AT_TOP},
    Deal: {Holder: "under you or opponent", Deal: _AT_TOP},
}


def convert(written: object, document_type: type[Kind]) -> tuple[Kind, list[Reason]]:
    """The document as far as it can be read, and why not all, by path; empty keys count as not given."""
    if not (isinstance(written, dict) and None in written.values()):
        with suppress(msgspec.ValidationError):  # it stops at the first fault, so every key is converted for itself
            return msgspec.convert(written, document_type, strict=False), []
    reasons: list[Reason] = []
    readable_keys = _readable(written, document_type, "", document_type, reasons)
    return msgspec.convert({**_STAND_IN_VALUES, **(readable_keys or {})}, document_type, strict=False), reasons


def _readable(
    written: object, mapping_type: type[Mapping], path: str, root: type[Mapping], reasons: list[Reason]
) -> dict[str, Any] | None:
    """The keys of a mapping that can be read; None where it is none, or lacks a key that nothing stands in for."""
    fields = _fields(mapping_type)
    if not isinstance(written, dict):
        blank_hint = " (with a space after each colon)" if isinstance(written, str) and _NO_BLANK.match(written) else ""
        expected = f"a mapping with the keys {', '.join(fields)}{blank_hint}"
        reasons.append(
            Reason(path or "document", expected, show(written), sentence=_hand_hint(fields, written) if path else "")
        )
        return None
    unknown_keys = islice((str(key) for key in written if key not in fields), MAX_LISTED_FAULTS)
    unknown_hints = {key: expected_key(key, list(fields), _keys_elsewhere(mapping_type, root)) for key in unknown_keys}
    for name, expected in unknown_hints.items():
        reasons.append(Reason(_join_path(path, shorten(name) or EMPTY_KEY_TEXT), expected, show(name)))
    readable: dict[str, Any] = {}
    for key, info in fields.items():
        field_path, mapping_inside, written_value = _join_path(path, key), _struct(info.type), written.get(key)
        if written_value is None:
            if info.required and not any(expected.endswith(f"perhaps {key}") for expected in unknown_hints.values()):
                reasons.append(Reason(field_path, _expected(info), "nothing"))
        elif mapping_inside is not None:
            written_value = _readable(written_value, mapping_inside, field_path, root, reasons)
        elif not _matches_type(written_value, info.type):
            reasons.append(Reason(field_path, _expected(info), show(written_value)))
            written_value = None
        if written_value is not None:
            readable[key] = written_value
    is_incomplete = any(field.required and key not in readable for key, field in fields.items())
    return None if path and is_incomplete else readable


@cache
def _fields(mapping_type: type[Mapping]) -> dict[str, FieldInfo]:
    """The fields by key. msgspec reads the annotations anew each time, which takes longer than reading a position."""
    return {field.encode_name: field for field in msgspec.structs.fields(mapping_type)}


def _matches_type(written: object, field_type: Any) -> bool:
    try:
        msgspec.convert(written, field_type, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def _join_path(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _hand_hint(fields: Iterable[str], data: object) -> str:
    """How to write a hand that stands where its side is asked for."""
    key = "dealt" if "dealt" in fields else "hand"
    return (
        f"Put the tiles on a line below: `{key}: 5-4 3-3 2-1`." if isinstance(data, str) and _TILES.match(data) else ""
    )


@cache
def _keys_elsewhere(mapping_type: type[Mapping], document_type: type[Mapping]) -> dict[str, str]:
    places = _KEY_PLACES[document_type].items()
    return {key: place for other, place in places if other is not mapping_type for key in other.__struct_fields__}


def _expected(field: FieldInfo) -> str:
    mapping_inside = _struct(field.type)
    if mapping_inside is not None:
        return f"a mapping with the keys {', '.join(mapping_inside.__struct_encode_fields__)}"
    return next(meta.title for meta in _metas(field.type) if meta.title)


def _metas(field_type: Any) -> list[msgspec.Meta]:
    own_metas = [meta for meta in getattr(field_type, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    return [*own_metas, *(meta for argument in get_args(field_type) for meta in _metas(argument))]


@cache
def _struct(hint: Any) -> type[Mapping] | None:
    hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint  # what is annotated
    for argument in (hint, *get_args(hint)):
        if isinstance(argument, type) and issubclass(argument, Mapping):
            return argument
    return None
