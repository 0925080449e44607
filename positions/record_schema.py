"""The document of a deal: every key of a record file, with its type and its meaning.

Editors complete and check with the JSON Schema made from these classes (``records.schema.json``); README.md is the
manual. What is in the texts is read by ``record_building``.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from bingo.positions.schema import (
    Carried,
    Count,
    Mapping,
    Name,
    RuleSet,
    Score,
    Suit,
    Tile,
    Tiles,
    Who,
)

_MOVE = r"(close|claim|wait|(declare|lead|play)\s[^,;]+)"
_TURN = rf"\s*((you|opponent)\s+)?{_MOVE}(\s*,\s*{_MOVE})*\s*"
TrickLine = Annotated[
    str,
    Meta(
        title="a trick such as lead 5-0; play 5-1",
        extra_json_schema={"pattern": f"^{_TURN}(;{_TURN})*$"},
    ),
]
Play = Annotated[list[TrickLine], Meta(title="a list of tricks, such as lead 5-0; play 5-1")]


class Holder(Mapping):
    """The tiles of one player."""

    dealt: Annotated[
        Tiles | None, Meta(description="The seven tiles dealt; left out where nobody wrote them down.")
    ] = None
    drew: Annotated[
        Tiles | None, Meta(description="The tiles drawn, in order; where the stock is not known as a whole.")
    ] = None


class Names(Mapping):
    """What the players are called."""

    you: Name = ""
    opponent: Name = ""


class Result(Mapping):
    """What the deal brought both: game points, or card points where the rules count these."""

    you: Count = 0
    opponent: Count = 0


class Deal(Mapping, kw_only=True):
    """One deal of domino Bingo, as it was played."""

    name: Annotated[Name, Meta(description="What to call the deal.")] = ""
    rules: Annotated[RuleSet, Meta(description="A preset, or a preset with single fields changed.")] = "pagat"
    match: Score | None = None
    carried: Carried | None = None
    players: Names | None = None
    lead: Annotated[Who, Meta(description="Who leads first.")]
    turned: Annotated[Tile | None, Meta(description="The turned tile.")]
    trump: Annotated[
        Suit | None, Meta(description="The trump suit, 0 for blanks; needed where the rules let a player choose it.")
    ] = None
    you: Holder = msgspec.field(default_factory=Holder)
    opponent: Holder = msgspec.field(default_factory=Holder)
    stock: Annotated[
        Tiles | None, Meta(description="The 13 face-down tiles in drawing order, without the turned tile.")
    ] = None
    play: Annotated[Play, Meta(description="What was played, a trick a line: the leader's turn; the reply.")] = (
        msgspec.field(default_factory=list)
    )
    result: Result | None = None


#: Every key of a record and of the mappings in it.
RECORD_KEYS = frozenset(key for kind in (Deal, Holder, Names, Result) for key in kind.__struct_fields__)
