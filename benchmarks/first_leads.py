"""What first leads are worth by kind of hand: ``python -m benchmarks.first_leads --help``.

Hands under ``pagat`` from seed 0 on, each first lead tried in the same deals, in eight parts: all but one tell which
lead is the best, and the best of each kind, that one what these are worth, and so on around, so that the highest of
some means does not flatter itself. (Errors are mostly those of the hands drawn: many hands in few deals each tell
more than few in many.) Sums by kind of hand and kind of lead stand where the guide on the page reads them, and a run
adds the hands after those that they hold, up to ``--hands``; it may be stopped at any time. For each kind of lead
they tell how many hands have one, in how many it is the best, and of what their best such lead falls short of the
best one, in game points, the sum and the sum of squares.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Mapping, Sequence
from itertools import product
from math import fsum
from pathlib import Path
from statistics import fmean as mean
from typing import Any

from benchmarks.progress import say
from bingo.cli.files import write_whole
from bingo.solver.game import presets, tricks
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import DOUBLES, ENDS, members, parse_all
from bingo.solver.hidden.estimates import estimate
from bingo.solver.hidden.settings import Settings
from bingo.solver.hidden.view import known

HANDS, DEALS, PARTS = 100_000, 1_024, 8
#: The sums are written after so many hands.
EACH = 100
RULES = presets.rules("pagat")
SUMS = Path(__file__).parents[1] / "solver" / "hidden" / "first_leads.json"
BINGO = parse_all("0-0")[0]
#: What kinds of hands are called.
STRONGEST = (
    "neither Bingo nor double of trumps",
    "the Bingo",
    "the double of trumps",
    "the Bingo and the double of trumps",
)
TRUMPS = ("no other trump", "one other trump", "two other trumps", "three other trumps or more")
PAIRS = ("no pair of doubles", "two doubles", "three doubles or more")


def main() -> int:
    """Go on where the sums end."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_leads", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    options = parser.parse_args()
    sums = json.loads(SUMS.read_text(encoding="utf-8"))
    with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
        for one in pool.imap(_tried, range(sums["hands"], options.hands), 10):
            add(sums, *one)
            if sums["hands"] % EACH == 0 or sums["hands"] == options.hands:
                write_whole(SUMS, written(sums))
                say(f"{sums['hands']:,} of {options.hands:,} hands")
    return 0


def _tried(seed: int) -> tuple[int, list[int], list[dict[Move, float]]]:
    """The trump of a hand, its tiles, and what each first lead is worth in each part of the deals."""
    start = deal(RULES, seed)
    seen = known(start if start.leader == YOU else start.swapped())
    parts = (Settings(worlds=DEALS // PARTS, seed=PARTS * seed + n) for n in range(PARTS))
    found = [{one.move: one.value for one in estimate(seen, part, prune=False).moves} for part in parts]
    return seen.trump, list(members(seen.own)), found


def add(sums: dict[str, Any], trump: int, tiles: Sequence[int], parts: Sequence[Mapping[Move, float]]) -> None:
    """A hand more, with what each first lead is worth in each part of the deals."""
    whole = {move: fsum(part[move] for part in parts) for move in parts[0]}
    kinds: dict[str, list[Move]] = {}
    for move in whole:
        kinds.setdefault(kind_of_lead(trump, move), []).append(move)
    best = kind_of_lead(trump, max(whole, key=whole.__getitem__))
    rows = sums["kinds"].setdefault(kind_of_hand(trump, tiles), {})
    for kind, moves in kinds.items():
        hands, most, short, square = rows.get(kind, (0, 0, 0.0, 0.0))
        less = mean(_short(whole, part, moves) for part in parts)
        rows[kind] = [hands + 1, most + (kind == best), round(short + less, 4), round(square + less**2, 4)]
    sums["hands"] += 1


def _short(whole: Mapping[Move, float], part: Mapping[Move, float], moves: Sequence[Move]) -> float:
    """What the best of some moves falls short of the best of all in one part; all others tell which these are."""
    told = {move: whole[move] - part[move] for move in whole}
    return part[max(told, key=told.__getitem__)] - part[max(moves, key=told.__getitem__)]


def written(sums: Mapping[str, Any]) -> str:
    """A kind of hand a line, in an order in which one finds it."""
    places = {kind: n for n, kind in enumerate(map(", ".join, product(STRONGEST, TRUMPS, PAIRS)))}
    found = sorted(sums["kinds"].items(), key=lambda kind: places[kind[0]])
    rows = ",\n".join(f"{json.dumps(kind)}: {json.dumps(rows)}" for kind, rows in found)
    return f'{{"hands": {sums["hands"]}, "deals": {DEALS}, "kinds": {{\n{rows}\n}}}}\n'


def kind_of_hand(trump: int, tiles: Sequence[int]) -> str:
    """In a player's words: the two strongest tiles, other trumps, doubles."""
    bingo, top = BINGO in tiles, _top(trump) in tiles and _top(trump) != BINGO
    others = sum(trump in ENDS[tile] and tile not in (_top(trump), BINGO) for tile in tiles)
    doubles = sum(DOUBLES >> tile & 1 for tile in tiles)
    return f"{STRONGEST[bingo + 2 * top]}, {TRUMPS[min(others, 3)]}, {PAIRS[min(max(doubles - 1, 0), 2)]}"


def kind_of_lead(trump: int, move: Move) -> str:
    """What is led, and whether doubles are declared with it."""
    tile = move.lead
    assert tile is not None
    if tile in (BINGO, _top(trump)):
        what = "the Bingo" if tile == BINGO else "the double of trumps"
    elif trump in ENDS[tile]:
        what = "another trump"
    elif DOUBLES >> tile & 1:
        what = "another double"
    else:
        what = "a ten" if tricks.points(RULES, trump, tile) else "a tile that counts nothing"
    return f"declare, lead {what}" if move.declare else what


def _top(trump: int) -> int:
    """The double of trumps."""
    return next(tile for tile in members(DOUBLES) if trump in ENDS[tile])


if __name__ == "__main__":
    sys.exit(main())
