"""A game against the program on the board: a question brings the records of the game, its answer the game after it.

Whoever asks keeps the records (:mod:`~bingo.cli.board.keeping`). The engine plays.
"""

from __future__ import annotations

import json
import random
from functools import lru_cache

import msgspec

from bingo.cli.page.data import Json
from bingo.cli.playing import said, saved
from bingo.solver.engine import monitor
from bingo.solver.protocol import requests
from bingo.solver.protocol.requests import Progress
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
    """What becomes of a word in the game of these records?"""

    records: list[Json] = msgspec.field(default_factory=list)
    text: str = ""  # empty before there is a game

    def answer(self, on_progress: Progress) -> Json:
        return said(_saved(self.text), self.say, monitor(on_progress), **_options(self))


def _options(asked: Begin | Game) -> Json:
    return {name: value for name, value in msgspec.structs.asdict(asked).items() if name not in OURS}


#: The records, once: between two turns they are asked for several times.
_saved = lru_cache(maxsize=8)(saved)
