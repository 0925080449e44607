"""Things drawn at random, and damage done to their documents; ``as_stored`` holds what is said of them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from bingo.solver.game.moves import Move
from bingo.solver.game.position import Match
from bingo.solver.game.record import Record
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import deal
from bingo.solver.game.tiles import TILES, text
from tests.support.deals import random_moves
from tests.support.depth import by_depth
from tests.whole.test_outputs import digest, masked

STORED = Path(__file__).parents[1] / "data" / "drawn.json"

Json = dict[str, Any]


def as_stored(name: str, told: Callable[[random.Random], Iterator[str]], short: int, thorough: int) -> None:
    """What is told of each of so many draws is as the file has it, or is written there."""
    stored: dict[str, list[str]] = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    before, now = stored.get(name, []), []
    for number in range(by_depth(short, thorough)):
        said = "\n".join(map(masked, told(random.Random(f"{name} {number}"))))
        now.append(digest(said, "").strip())
        if not os.environ.get("BINGO_ANEW"):
            assert now[number] == before[number], f"{name} {number}\n{said}"
    if os.environ.get("BINGO_ANEW"):
        stored = dict(sorted({**stored, name: now + before[len(now) :]}.items()))
        STORED.write_text(json.dumps(stored, indent=0) + "\n", encoding="utf-8")


def tile(rng: random.Random) -> str:
    """Any tile."""
    return text(rng.choice(TILES))


def move(rng: random.Random) -> Move:
    """Any move, whether it makes sense or not."""
    kind = rng.random()
    if kind < 0.05:
        return Move(claim=True)
    tiles = sum(1 << t for t in rng.sample(TILES, rng.choice((0, 0, 0, 1, 2))))
    if kind < 0.4:
        return Move(play=rng.choice(TILES))
    return Move(close=kind > 0.8, declare=tiles, lead=rng.choice(TILES))


def record(rules: Rules, rng: random.Random) -> Record:
    """A deal played at random, sometimes to the middle, with or without a score, names and all tiles."""
    start = deal(rules, rng)
    if rules.at_target == "points":
        start = replace(start, carried=(rng.choice((0, 12, 30)), rng.choice((0, 30, 61))))
    elif rng.random() < 0.5:
        start = replace(start, match=Match(rng.randrange(7), rng.randrange(7), first=start.leader))
    moves = [made for _, made in random_moves(start, rng.randrange(1000))]
    if rng.random() < 0.3:
        moves = moves[: rng.randrange(len(moves))]
    found = Record.of(start, moves)
    found = replace(found, players=rng.choice((None, ("Ann", "Bert"), ("", "greedy"))), name=rng.choice(("", "A deal")))
    return found.one_sided(rng.randrange(2)) if rng.random() < 0.3 else found


# --- damage ------------------------------------------------------------------------------------------


#: Texts just as long as may be shown, and longer; characters that look like others.
LONG = tuple(("6-4 nonsense, " * 8)[:length] for length in (20, 40, 41, 60, 61, 100))
SLIPS = ("", *"\t\n :{}[]'\"=#,-+09eA~\\\x1f\x7f", "- ", "\n\t")
STRANGE = "\u0430\u00e9\uff16\u2013\u03b3\u2212"

#: Keys of positions and records that may be missing, with values that may be right.
_MORE: dict[str, tuple[object, ...]] = {
    "lead": ("you", "opponent"),
    "led": ("6-4", "0-0", "5-5"),
    "turned": ("4-1", "6-6"),
    "trump": (0, 4, 6),
    "closed": ({"by": "you", "points": 0}, {"by": "opponent", "points": 35, "tricks": 2}, {}),
    "stock": ("1-0", "5-4 3-3 4-2"),
    "played": ("6-4 5-4", "0-0"),
    "match": ({"you": 3, "opponent": 6}, {"you": 6}, {"you": 7, "opponent": 0}),
    "you.points": (0, 29, 70, 71),
    "opponent.points": (0, 30, 69, 100),
    "you.tricks": (0, 1, 7, 14),
    "opponent.tricks": (0, 2, 13),
    "you.declared": (20, 40, 50, 35),
    "opponent.declared": (20, 30, 70),
    "you.shown": ("5-5 4-4", "0-0"),
    "opponent.shown": ("6-6 1-1", "2-2"),
    "you.won": ("6-4 5-4", "6-6 6-5, 4-4 0-0"),
    "opponent.won": ("3-1 3-0", ""),
    "you.forgotten": (1, 2, 5),
    "opponent.forgotten": (1, 3),
    "you.hand": (None, "6-6 5-5", 7),
    "opponent.hand": (None, 3, "1-1"),
    "carried": ({"you": 10, "opponent": 0}, {"you": 61, "opponent": 99}),
    "result": ({"you": 1}, {"opponent": 2}, {"you": 1, "opponent": 3}),
    "players": ({"you": "Ann", "opponent": "Bert"},),
    "name": (*LONG, STRANGE, "a\tb", ""),
    "rules": ("engel", "pagat, low=20", {"preset": "berndt", "target": 50}, "whist", *LONG[:2]),
    **dict.fromkeys(("handd", "you.tiles", "opponent.hnad", STRANGE, "you.closed"), (*LONG, 1, None)),
    "expect": ({"value": 1}, {"best": "lead 6-4", "themes": "sacrifice"}, {"value": 0.5, "difficulty": 40}),
}


def damaged(document: Json, rng: random.Random) -> Json:
    """The document with one to three small changes, of values rather than of their types."""
    made = deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if rng.random() < 0.3:
            path = rng.choice(list(_MORE))
            _put(made, path, deepcopy(rng.choice(_MORE[path])))
            continue
        path = rng.choice(_leaves(made))
        old = _at(made, path)
        _put(made, path, _changed(old, rng), gone=rng.random() < 0.15)
        if rng.random() < 0.2:  # a tile that lies elsewhere now
            other = rng.choice(_leaves(made))
            if isinstance(_at(made, other), str) and isinstance(old, str) and old[:1].isdigit():
                _put(made, other, f"{_at(made, other)} {rng.choice(old.split())}".strip())
    return made


def garbled(text: str, rng: random.Random) -> str:
    """The text with one or two slips of typing."""
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(text) or 1)
        typed = rng.choice((*SLIPS, "6-4", STRANGE, *LONG))
        text = text[:at] + typed + text[at + rng.choice((0, 0, 1, 5)) :]
    return text


def _leaves(document: Json) -> list[str]:
    return [
        f"{key}.{inner}" if inner else key
        for key, value in document.items()
        for inner in (value if isinstance(value, dict) and value else [""])
    ]


def _at(document: Json, path: str) -> object:
    key, _, inner = path.partition(".")
    return document[key][inner] if inner else document[key]


def _put(document: Json, path: str, value: object, *, gone: bool = False) -> None:
    key, _, inner = path.partition(".")
    there = document.setdefault(key, {}) if inner else document
    if isinstance(there, dict):
        there[inner or key] = value
        if gone:
            del there[inner or key]


def _changed(value: object, rng: random.Random) -> object:
    if isinstance(value, int):
        return value + rng.choice((-5, -1, 1, 1, 2, 30))
    if isinstance(value, list):
        return _turns(value, rng) if all(isinstance(one, str) for one in value) else value[:-1]
    if not isinstance(value, str):
        return value
    if value in ("you", "opponent"):
        return "opponent" if value == "you" else "you"
    words = value.split()
    kind, at = rng.random(), rng.randrange(len(words) or 1)
    if kind < 0.05:
        return rng.choice((*LONG, STRANGE))
    if kind < 0.4 and words:
        words[at] = words[at].replace(words[at][:3], tile(rng), 1)
    elif kind < 0.7:
        del words[at : at + rng.choice((1, 1, 2))]
    elif kind < 0.9:
        words.insert(at, tile(rng))
    else:
        rng.shuffle(words)
    return " ".join(words)


def _turns(turns: list[str], rng: random.Random) -> list[str]:
    """A deal as it is written down wrong: a turn or trick missing, twice, changed, or in another order."""
    made, kind = list(turns), rng.random()
    at = rng.randrange(len(made) or 1)
    if kind < 0.2:
        del made[at : at + 1]
    elif kind < 0.3:
        made[at:at] = turns[at : at + 1]
    elif kind < 0.4:
        made = made[: rng.randrange(len(made) + 1)]
    elif kind < 0.5 and made:
        made[at] = str(move(rng))
    elif kind < 0.6:
        made.insert(at, rng.choice(("claim", "close", "you claim", "opponent claim", "declare 5-5 4-4", "wait")))
    elif kind < 0.9 and made:
        words = made[at].split(" ")
        words[rng.randrange(len(words))] = rng.choice((tile(rng), "lead", "play", "close,", "declare", "you"))
        made[at] = " ".join(words)
    else:
        made[at : at + 2] = reversed(made[at : at + 2])
    return made
