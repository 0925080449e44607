"""A game against the program on the board: a question brings the records of the game, its answer the game after it.

Whoever asks keeps the records (:mod:`~bingo.cli.board.keeping`). The engine plays; what is added here is what only
reviews can say.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from bingo.cli.page.data import Json
from bingo.cli.page.items import UNBROKEN
from bingo.cli.playing import record_of, said, saved, settings_for
from bingo.cli.render.duplicate import EXPLAINED, explain_deal, lead, names
from bingo.solver.hidden.request import enough
from bingo.solver.protocol import requests
from bingo.solver.protocol.requests import Progress
from bingo.solver.reviewing.comparing import Comparison, compare, score
from bingo.solver.seam import ask

#: What of a question the engine is not told.
OURS = ("id", "say", "record", "records", "text")


class Begin(requests.Begin):
    """A new game against the program, as `bingo play` begins one, in place of that of these records; ``record``: a deal
    to be continued, of which all tiles are recorded.
    """

    seed: int | None = None  # type: ignore[assignment]  # by chance, where none is wished for
    record: Json | None = None
    text: str = ""

    def answer(self, _on_progress: Progress) -> Json:
        if self.record is not None:
            going = {**self.record, "players": {"opponent": self.level or "strongest"}}
            going.pop("result", None)
            return said(saved(json.dumps(going)), "look", count=self.count)
        seed = random.SystemRandom().randrange(1_000_000) if self.seed is None else abs(self.seed)
        return ask(ask="begin", **{**_options(self), "seed": seed})


class Game(requests.Game):
    """What becomes of a word in the game of these records? ``compare`` compares the deals of duplicate."""

    records: list[Json] = msgspec.field(default_factory=list)
    text: str = ""  # empty before there is a game

    def answer(self, on_progress: Progress) -> Json:
        records = _saved(self.text)
        if self.say == "compare":
            return {"compared": _compared(records, on_progress)}
        return said(records, self.say, enough(on_progress), **_options(self))


def _options(asked: Begin | Game) -> Json:
    return {name: value for name, value in msgspec.structs.asdict(asked).items() if name not in OURS}


#: The records, once: between two turns they are asked for several times.
_saved = lru_cache(maxsize=8)(saved)


def _compared(records: Sequence[Json], on_progress: Progress) -> Json | None:
    """In duplicate, how this deal went twice and how all did; None before the first has ended."""
    texts = [msgspec.json.encode(record).decode() for record in records]
    found = []
    for n in range(0, len(texts), 2):
        on_progress(n / len(texts))
        if "result" in records[n]:
            found.append(_comparison(*texts[n : n + 2]))
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
