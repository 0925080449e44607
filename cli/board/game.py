"""A game against the program on the board: a question brings the records of the game, its answer the game after it.

Whoever asks keeps the records (:mod:`~bingo.cli.board.keeping`). The engine plays; what is added here is what only
reviews can say.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, TypeAlias

import msgspec

from bingo.cli.page.data import Json
from bingo.cli.page.items import UNBROKEN
from bingo.cli.playing import record_of, said, saved, settings_for
from bingo.cli.render.duplicate import EXPLAINED, explain_deal, lead, names
from bingo.solver.reviewing.comparing import Comparison, compare, score
from bingo.solver.seam import ask

#: How many there are to be, at least one.
Deals: TypeAlias = Annotated[int, msgspec.Meta(ge=1)] | None


class Message(msgspec.Struct, frozen=True):
    """What the page says of a game.

    Attributes:
        say: What the engine takes; or ``compare``, which compares the deals of duplicate.
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


class New(msgspec.Struct, frozen=True):
    """What a new game is to be; ``duplicate`` is the level that you are compared with, if you are, ``deals`` how
    often; ``record`` a deal to be continued, of which all tiles are recorded.
    """

    rules: str = "pagat"
    level: str = ""
    match: bool = False
    seed: int | None = None
    seat: str = ""
    duplicate: str = ""
    count: bool = False
    deals: Deals = None
    record: Json | None = None


def begin(wanted: New) -> Json:
    """A new game.

    Raises:
        NotationError, ImpossiblePosition: the record to go on with is none.
    """
    if wanted.record is not None:
        going = {**wanted.record, "players": {"opponent": wanted.level or "strongest"}}
        going.pop("result", None)
        return said(saved(json.dumps(going)), "look", count=wanted.count)
    seed = random.SystemRandom().randrange(1_000_000) if wanted.seed is None else abs(wanted.seed)
    options = {name: getattr(wanted, name) for name in New.__struct_fields__ if name != "record"}
    return ask(ask="begin", **{**options, "seed": seed})


def continued(text: str, message: Message) -> Json:
    """What becomes of a word said in a game; the text of its records is empty before there is one.

    Raises:
        NotationError, ImpossiblePosition: the records are none of a game.
    """
    records = _saved(text)
    if message.say == "compare":
        return {"compared": _compared(records)}
    options = {name: getattr(message, name) for name in Message.__struct_fields__ if name != "say"}
    return said(records, message.say, **options)


@lru_cache(maxsize=8)
def _saved(text: str) -> list[Json]:
    """The records, once: between two turns they are asked for several times."""
    return saved(text)


def _compared(records: Sequence[Json]) -> Json | None:
    """In duplicate, how this deal went twice and how all did; None before the first has ended."""
    texts = [msgspec.json.encode(record).decode() for record in records]
    found = [_comparison(*texts[n : n + 2]) for n in range(0, len(texts), 2) if "result" in records[n]]
    if not found:
        return None
    called, total = names(found[0]), score(found)
    return {
        "players": called,
        "deals": [one.as_dict() for one in found],
        "score": total.as_dict(),
        "words": [*explain_deal(found[-1], len(found), UNBROKEN), lead(total, called), EXPLAINED],
    }


@lru_cache(maxsize=100)
def _comparison(mine: str, theirs: str) -> Comparison:
    """Two plays of a deal compared, once: after each deal all deals before are asked for again."""
    one, other = (record_of(msgspec.json.decode(text)) for text in (mine, theirs))
    return compare(one, other, settings_for(one.rules))
