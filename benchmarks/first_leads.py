"""What first leads are worth by kind of hand: ``python -m benchmarks.first_leads --help``.

Seeded hands under ``pagat``, each first lead tried in 6,144 deals, a line a hand in ``--log``; it goes on where the log
ends, up to ``--hands``. Then the sums by kind of hand and kind of lead are written where the board's guide reads them:
for each kind of lead how many hands have one, in how many it is the best, and what their best such lead falls short of
the best one, in game points. ``--sums`` does only that.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.progress import say
from bingo.solver.game import presets, tricks
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import DOUBLES, ENDS, members, parse_all, text_mask
from bingo.solver.hidden.phase_one import Budget, estimate
from bingo.solver.hidden.view import known

HANDS, DEALS = 100_000, 6_144
RULES = presets.rules("pagat")
SUMS = Path(__file__).parents[1] / "solver" / "hidden" / "first_leads.json"
BINGO = parse_all("0-0")[0]


def main() -> int:
    """Go on where the log ends, then sum it up."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.first_leads", description=__doc__)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--log", type=Path, default=Path("build/first-leads.jsonl"))
    parser.add_argument("--sums", action="store_true")
    options = parser.parse_args()
    options.log.parent.mkdir(parents=True, exist_ok=True)
    options.log.touch()
    done = options.log.read_text(encoding="utf-8").count("\n")
    with options.log.open("a", encoding="utf-8") as log:
        for seed in range(done, 0 if options.sums else options.hands):
            log.write(_estimated(seed))
            log.flush()
            say(f"{seed + 1:,} of {options.hands:,} hands")
    SUMS.write_text(summed(options.log.read_text(encoding="utf-8").splitlines()), encoding="utf-8")
    return 0


def _estimated(seed: int) -> str:
    """A line of the log: trumps, the hand, what each first lead is worth."""
    start = deal(RULES, seed)
    seen = known(start if start.leader == YOU else start.swapped())
    found = estimate(seen, budget=Budget(worlds=DEALS), seed=seed, prune=False)
    return json.dumps([seen.trump, text_mask(seen.own), {str(m.move): round(m.value, 4) for m in found.moves}]) + "\n"


def summed(lines: list[str]) -> str:
    """Sums by kind of hand, then of lead: hands, in how many it is best, how far they fall short."""
    kinds: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0, 0, 0.0]))
    for line in lines:
        trump, hand, moves = json.loads(line)
        tiles, best = parse_all(hand), max(moves.values())
        highest = dict[str, float]()
        for move, value in moves.items():
            kind = kind_of_lead(trump, Move.parse(move))
            highest[kind] = max(value, highest.get(kind, value))
        for kind, value in highest.items():
            row = kinds[kind_of_hand(trump, tiles)][kind]
            row[:] = [row[0] + 1, row[1] + (value == best), round(row[2] + best - value, 4)]
    rows = ",\n".join(f"{json.dumps(kind)}: {json.dumps(found)}" for kind, found in sorted(kinds.items()))
    return f'{{"hands": {len(lines)}, "deals": {DEALS}, "kinds": {{\n{rows}\n}}}}\n'


def kind_of_hand(trump: int, tiles: Sequence[int]) -> str:
    """In a player's words: the two strongest tiles, other trumps, doubles that may be declared."""
    strong = {_top(trump): "the double of trumps", BINGO: "the Bingo"}
    have = [name for tile, name in strong.items() if tile in tiles]
    others = sum(trump in ENDS[tile] and tile not in strong for tile in tiles)
    doubles = sum(DOUBLES >> tile & 1 for tile in tiles)
    trumps = ("no other trump", "one other trump", "two other trumps")[others] if others < 3 else "more trumps"
    pair = "a declaration" if doubles > 1 else "no declaration"
    return ", ".join([" and ".join(reversed(have)) or "neither Bingo nor double of trumps", trumps, pair])


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
