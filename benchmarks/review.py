"""Reviews of played deals held against what they must reach: ``python -m benchmarks.review PART --deals N``.

``luck``: the networks play against themselves. Result = start + luck + errors to 1e-9 in every deal; mean luck is 0
within two standard errors; the standard error of the luck-adjusted result is at most half of the raw one.
``default``: the default method plays against itself. Under 2% of its decisions are marked.
``greedy``: against ``greedy``, each deal twice with the seats swapped. What the losses found come to agrees with the
result within two standard errors.
``time``: deals of the networks that go to trick 13 or 14. At most 15 processor seconds each, 1.5 with a quick review.

With --out, a run that was stopped goes on where it was. Exit status 1 if something is missed.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import figures
from benchmarks.arena import methods
from benchmarks.arena.choices import Policy, greedy
from benchmarks.arena.endings import with_endings
from benchmarks.arena.matches import Mean
from benchmarks.arena.referee import Memory
from benchmarks.progress import say
from bingo.solver import Move, Position, Record, Settings, deal, replay, review
from bingo.solver.game.moves import legal_moves, play
from bingo.solver.reviewing.judging import worlds_compared

PARTS = ("luck", "default", "greedy", "time")
#: Deals that moves are compared in, and the worlds of a player, where thousands of deals are only to be counted.
CHEAP, FEW = 32, 512
#: The tricks of a long deal.
LONG = 13
MOST_MARKED, MOST_SECONDS, MOST_QUICK = 0.02, 15.0, 1.5

Row = dict[str, Any]
#: What is measured, in how many deals, what was found, what is asked, and whether that is met.
Finding = tuple[str, int, str, str, bool]


def main() -> int:
    """Play, review, print."""
    options = _options()
    there = options.out and options.out.exists()
    rows = [json.loads(line) for line in options.out.read_text().splitlines()] if there else []
    try:
        for row in _rows(options, len(rows)):
            rows.append(row)
            if options.out:
                with options.out.open("a") as file:
                    file.write(json.dumps(row) + "\n")
            say(f"{len(rows)} of {options.deals} deals")
    except KeyboardInterrupt:
        return 130
    say("")
    rows = rows[: options.deals]
    findings = [*REPORTS[options.part](rows)]
    for what, number, said, target, met in findings:
        print(f"{'PASS' if met else 'MISS'}  {what}, {number:,}: {said} ({target})")
    if options.figures:
        words = {True: "met", False: "**missed**"}
        figures.keep(
            "reviews", {what: [f"{n:,}", said, f"{asked}: {words[met]}"] for what, n, said, asked, met in findings}
        )
    return int(not all(met for *_, met in findings))


def _rows(options: argparse.Namespace, done: int) -> Iterator[Row]:
    """One row a deal; under ``greedy`` one for both seats."""
    for number in range(done, options.deals):
        start = deal(options.rules, options.seed * 1_000_000 + number)
        settings = Settings(worlds=options.worlds, seed=number)
        if options.part == "luck":
            networks = with_endings(methods.networks())
            yield _row(record_of(start, (networks, networks), number), settings)
        elif options.part == "default":
            yield _row(record_of(start, (_default(None), _default(None)), number), settings)
        elif options.part == "greedy":
            players = (_default(FEW), greedy)
            pair = [_row(record_of(start, one, number), settings) for one in (players, players[::-1])]
            yield {"pair": pair}
        else:
            yield _timed(options, number)


def _timed(options: argparse.Namespace, number: int) -> Row:
    """Processor seconds of both kinds of review, of a deal that goes to trick 13 or 14."""
    networks = with_endings(methods.networks())
    for seed in itertools.count(1_000 * number):
        record = record_of(deal(options.rules, seed), (networks, networks), seed)
        tricks = replay(record).moments[-1].trick
        if tricks < LONG:
            continue
        times = []
        for worlds in (None, worlds_compared(record.rules, quick=True)):
            start = time.process_time()
            review(record, Settings(worlds=worlds))
            times.append(time.process_time() - start)
        return {"tricks": tricks, "seconds": times[0], "quick": times[1]}
    raise AssertionError


def record_of(start: Position, players: tuple[Policy, Policy], seed: int) -> Record:
    """A deal that two players play."""
    memory, position = Memory(), start
    moves: list[Move] = []
    while not position.over:
        player, legal = position.to_move, list(legal_moves(position))
        move = legal[0]
        if len(legal) > 1:
            luck = random.Random(f"{seed} {player} {len(moves)}").getrandbits(31)
            move = players[player](memory.view(position, player), legal, luck)
        memory.note(position, move)
        moves.append(move)
        position = play(position, move).position
    return Record.of(start, moves)


def _default(worlds: int | None) -> Policy:
    """The default method, in both phases."""
    from bingo.solver.analysis.hidden import DEFAULT_WORLDS

    return methods.player("rollout", None, worlds or DEFAULT_WORLDS)


def _row(record: Record, settings: Settings) -> Row:
    found = review(record, settings)
    assert found.luck is not None
    assert found.result is not None
    assert found.adjusted is not None
    yours, theirs = found.lost
    return {
        "result": found.result,
        "luck": found.luck.you,
        "adjusted": found.adjusted,
        "off": abs(found.result - (found.start + found.luck.you - yours + theirs)),
        "start": found.start,
        "lost": found.lost,
        "decisions": [one.decisions for one in found.totals],
        "marked": [one.mistakes for one in found.totals],
        "tricks": max(one.trick for one in found.decisions),
        "seconds": found.seconds,
    }


# --- reports -----------------------------------------------------------------------------------------


def _luck(rows: Sequence[Row]) -> Iterator[Finding]:
    off = max(row["off"] for row in rows)
    yield "`luck`: the sum", len(rows), f"off by {off:.0e} at most", "1e-9", off <= 1e-9
    luck = Mean.of([row["luck"] for row in rows])
    told = f"{luck.value:+.3f} (s.e. {luck.error:.3f})"
    yield "`luck`: mean", len(rows), told, "0 within two s.e.", abs(luck.value) <= 2 * luck.error
    raw, adjusted = (Mean.of([row[key] for row in rows]).error for key in ("result", "adjusted"))
    yield "`luck`: s.e. raw, less luck", len(rows), f"{raw:.3f}, {adjusted:.3f}", "at most half", adjusted <= raw / 2


def _marked(rows: Sequence[Row]) -> Iterator[Finding]:
    marked, decisions = (sum(sum(row[key]) for row in rows) for key in ("marked", "decisions"))
    share = marked / decisions
    found = f"{marked:,} of {decisions:,} ({100 * share:.1f}%)"
    yield "`default`: decisions marked", len(rows), found, f"under {100 * MOST_MARKED:.0f}%", share < MOST_MARKED


def _greedy(rows: Sequence[Row]) -> Iterator[Finding]:
    """Means over both seats of a deal, of the default player less greedy."""
    result, found = (
        [(row["pair"][0][key] - row["pair"][1][key]) / 2 for row in rows] for key in ("result", "adjusted")
    )
    a, b, gap = map(Mean.of, (result, found, [x - y for x, y in zip(result, found, strict=True)]))
    told = (
        f"{a.value:+.2f} (s.e. {a.error:.2f}), {b.value:+.2f} ({b.error:.2f}); apart {gap.value:+.2f} ({gap.error:.2f})"
    )
    yield "`greedy`: result, losses found", len(rows), told, "0 within two s.e.", abs(gap.value) <= 2 * gap.error


def _time(rows: Sequence[Row]) -> Iterator[Finding]:
    for key, most in (("seconds", MOST_SECONDS), ("quick", MOST_QUICK)):
        times = sorted(row[key] for row in rows)
        found = f"median {times[len(times) // 2]:.1f}, most {times[-1]:.1f}"
        yield f"`time`: {key}, {LONG} or 14 tricks", len(rows), found, f"at most {most:g}", times[-1] <= most


REPORTS = {"luck": _luck, "default": _marked, "greedy": _greedy, "time": _time}


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.review", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, help="deals a move is compared in (default: 32 for luck, else as usual)")
    parser.add_argument("--out", type=Path, help="file of rows, one a deal")
    figures.option(parser)
    options = parser.parse_args()
    if options.deals < 2:
        parser.error("expected at least two deals")
    if options.worlds is None and options.part == "luck":
        options.worlds = CHEAP
    return options


if __name__ == "__main__":
    sys.exit(main())
