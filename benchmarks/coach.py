"""What the coach promises, measured: ``python -m benchmarks.coach PART``.

``cards``: mistakes of ``greedy`` and ``club`` that more deals confirm, judged again with another seed: at most 1% have
another best move beyond four standard errors.
``player``: the standard error of the loss per decision over 100 deals of a level, at most 0.005; and of it what judging
with one seed or another brings, the rest being that some deals go worse than others.
``month``: thirty days of a player who errs less on the causes trained so far, one more each fifth day. The profile says
that this player errs less, and does not say so of one who never trains.
``memory``: 1,000 known records in a minute, and the start of ``profile`` and ``train`` over 100,000 decisions in 0.5 s.
``kill``: two processes killed while they remember, fifty in all. What they said was kept is there, in a sound file.

What was played is kept in --memory, so that a run that was stopped goes on. Exit status 1 if something is missed.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from statistics import stdev

from benchmarks import figures
from benchmarks.figures import Finding
from benchmarks.progress import say
from benchmarks.ratings import POLICIES, played
from bingo.cli.coach import figures as profile
from bingo.cli.coach.cards import SEED, Cards
from bingo.cli.coach.losses import Losses
from bingo.cli.coach.memory import NO_CAUSE, Memory, key_of
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import WAIT, Move, parse
from bingo.solver.game.position import YOU
from bingo.solver.game.record import Record, Turn
from bingo.solver.hidden.settings import Settings
from bingo.solver.reviewing.budget import QUICK
from bingo.solver.reviewing.deal import judge, review_deal
from bingo.solver.reviewing.grades import DOUBTFUL
from bingo.solver.search.kernel import Kernel
from tests.oracles.memories import killed, played as filled, remembered_again, started

#: The greatest share of cards of which another move may be best.
MOST_FLIPPED = 0.01
#: The greatest standard error over 100 deals; seconds of a start; deals with 100,000 decisions, deals that are known
#: before, and processes killed.
MOST_ERROR, MOST_SECONDS, DEALS, KNOWN, KILLS = 0.005, 0.5, 9_700, 1_000, 50
#: The days of a month, and those after which another cause is trained; how often what was trained is minded from then
#: on; deals in which such a move is judged.
DAYS, DAYS_A_CAUSE, LEARNT, ADVICE = 30, 5, 0.8, 256


def dealt(number: int, one: str, other: str) -> Record:
    """A deal between two policies, with their names."""
    names = (one, other) if number % 2 else (other, one)
    say(f"{one} against {other}: deal {number + 1}")
    return replace(played(number, (POLICIES[names[0]], POLICIES[names[1]])), players=names)


def _cards(memory: Memory, options: argparse.Namespace) -> Iterator[Finding]:
    for number in range(options.deals):
        record = dealt(number, "greedy", "club")
        if not memory.knows(key_of(record), QUICK):
            memory.add(review_deal(record, Settings(worlds=QUICK)))
    cards, confirmed, flipped, wrong = 0, 0, 0, 0
    for player in ("greedy", "club"):
        kept = Cards(memory, player)
        for name in list(kept.mistakes)[: options.count // 2]:
            cards += 1
            if (found := kept.confirmed(name)) is None:
                continue
            confirmed += 1
            best = WAIT if found["best"] == str(WAIT) else parse(found["best"])
            if again := kept[name].better(best, SEED + 2):
                flipped += 1
                worth = found["moves"].get(str(again.best), -math.inf)
                wrong += found["moves"][found["best"]] - worth >= DOUBTFUL
                print(f"{name}: {again.best} is better than {best} by {again.lost:.4f}", flush=True)
            say(f"{cards} mistakes, {confirmed} cards, {flipped} with another best move")
    said = f"{flipped}, {wrong or 'none'} called wrong"
    yield "`cards`: another best move", confirmed, said, "1%", flipped <= MOST_FLIPPED * confirmed


def _player(_memory: Memory, options: argparse.Namespace) -> Iterator[Finding]:
    losses, apart = defaultdict[str, Losses](Losses), defaultdict[str, list[float]](list)
    for pair in (("greedy", "club"), ("strongest", "club")):
        for number in range(options.deals):
            record = dealt(number, *pair)
            judged = [review_deal(record, Settings(worlds=QUICK, seed=seed)).totals for seed in range(2)]
            for name, first, second in zip(record.players or (), *judged, strict=True):
                if first.decisions and (name == "strongest" or "greedy" in pair):
                    losses[name].add(first.lost, first.decisions)
                    apart[name].append(first.lost - second.lost)
    errors = {name: one.error or 0.0 for name, one in losses.items()}
    judging = (stdev(apart[name]) * math.sqrt(one.deals / 2) / one.decisions for name, one in losses.items())
    said = "; ".join(", ".join(f"{error:.3f}" for error in each) for each in (errors.values(), judging))
    what = f"`player`: s.e. of {', '.join(losses)}; of judging"
    yield what, options.deals, said, f"{MOST_ERROR}", max(errors.values()) <= MOST_ERROR


def _month(_memory: Memory, options: argparse.Namespace) -> Iterator[Finding]:
    better = []
    for learns in (True, False):
        with tempfile.TemporaryDirectory() as folder, Memory(Path(folder) / "memory") as memory:
            _live(memory, options.deals, learns)
            found = profile.figures(memory).trend()
        assert found
        better.append(found[1:])
    said = "; ".join(f"{less:+.3f} ({error:.3f})" for less, error in better)
    seen = [less > profile.SURE * error for less, error in better]
    yield "`month`: trains; not", options.deals, said, "seen; not", seen == [True, False]


def _live(memory: Memory, deals: int, learns: bool) -> None:
    """Thirty days of play against greedy."""
    trained: set[str] = set()
    for seed in range(deals):
        day, luck = seed * DAYS // deals, Random(seed)
        if learns and day // DAYS_A_CAUSE > len(trained):
            costs = profile.figures(memory).causes
            trained.add(next(one.name for one in costs if one.name not in trained | {NO_CAUSE}))

        def advised(moment: Moment, move: Move, luck: Random = luck) -> Move:
            if not trained or luck.random() > LEARNT:
                return move
            engine, quick = Kernel(moment.position.rules), Settings(worlds=ADVICE)
            found = judge(replace(moment, turn=Turn(YOU, move)), quick, engine)
            return found.best if found and found.reason and found.reason.kind in trained else move

        record = played(seed, (POLICIES["greedy"], POLICIES["greedy"]), advised)
        review = review_deal(replace(record, players=("", "greedy")), Settings(worlds=QUICK))
        memory.add(review, date(2026, 6, 1) + timedelta(days=day))
        say(f"{seed + 1} of {deals} deals")


def _memory(_memory: Memory, _options: argparse.Namespace) -> Iterator[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        known = remembered_again(Path(folder) / "known", Path(folder) / "records.yaml", KNOWN)
        filled(Path(folder) / "filled", DEALS)
        words = ("--memory", str(Path(folder) / "filled"))
        starts = [started("profile", *words), started("train", "--minutes", "1e-9", *words)]
    said = f"{known:.0f} s; {starts[0]:.2f}, {starts[1]:.2f} s"
    yield "`memory`: known; starts", KNOWN, said, f"60 s; {MOST_SECONDS} s", known <= 60 and max(starts) <= MOST_SECONDS


def _kill(_memory: Memory, _options: argparse.Namespace) -> Iterator[Finding]:
    with tempfile.TemporaryDirectory() as folder:
        told = killed(Path(folder) / "memory", KILLS // 2)
    yield f"`kill`: {KILLS} processes", told, "all there", "none lost", told > 0


REPORTS = {"cards": _cards, "player": _player, "month": _month, "memory": _memory, "kill": _kill}


def main() -> int:
    """Measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coach", description=__doc__)
    parser.add_argument("part", choices=REPORTS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--count", type=int, default=300, help="of cards")
    parser.add_argument("--memory", type=Path, help="where to keep what was played, to go on from")
    figures.option(parser)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Memory(options.memory or Path(folder) / "memory") as memory:
        found = list(REPORTS[options.part](memory, options))
    return figures.findings(found, kept=options.figures)


if __name__ == "__main__":
    sys.exit(main())
