"""Games against the program, as tests ask the engine for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from bingo.positions import dumps_record_json, reads_records
from bingo.solver.game.record import Record
from bingo.solver.seam import ask

Json = dict[str, Any]

#: The opponent leads 2-1; of your replies 6-6 loses the trick and 4-0, a mistake, takes it.
SEED = 129_222


def begun(rules: str = "pagat", seed: int = 0, **options: Any) -> Json:
    """A new game, against the greedy level unless another one is wished for."""
    return ask(ask="begin", **{"rules": rules, "seed": seed, "level": "greedy", **options})


def said(found: Json, word: str, **more: Any) -> Json:
    """What becomes of a word in the game of an answer."""
    return ask(ask="game", **{"records": found["records"], "say": word, "passed": found["game"]["passed"], **more})


def word(game: Json, rng: Random) -> str:
    """What brings the game on."""
    usual = {"program": "go", "next": "next", "claim": "wait", "show": "wait"}
    return usual.get(game["asked"]) or str(rng.choice(game["moves"]))


def records(found: Json) -> list[Record]:
    """The records of an answer, each checked."""
    return list(reads_records("\n".join(map(json.dumps, found["records"]))))


def first_deal(rules: str, seed: int, **options: Any) -> Record:
    """The first deal of a game."""
    return records(begun(rules, seed, **options))[0]


def play_on(record: Record, levels: Sequence[str], worlds: int | None = None) -> Record:
    """A deal played on to its end by two levels, which look at so many deals for a decision. Checked as it is read."""
    options = {} if worlds is None else {"worlds": worlds}
    found = ask(ask="playout", record=json.loads(dumps_record_json(record)), levels=levels, **options)
    (played,) = reads_records(json.dumps(found["record"]))
    return played
