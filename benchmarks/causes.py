"""How many mistakes of a player get a cause: ``python -m benchmarks.causes --mistakes 200``.

The player plays both hands of seeded deals, ``greedy`` both phases unless another one of the arena is named. Every deal
is reviewed, and of the mistakes marked, all that a family of reasons explains are counted by family. Exit status 1 if
fewer than 70% of them get a cause.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice

from benchmarks.arena.choices import Policy, greedy
from benchmarks.arena.policies import PLAYERS, by_name, known
from benchmarks.progress import say
from benchmarks.review import record_of
from benchmarks.timing import verdict
from bingo.solver import Settings, deal, review
from bingo.solver.game.presets import PRESETS
from bingo.solver.reviewing.decision import Judged

EXPLAINED = 70


def main() -> int:
    """Play, review, count, print; exit status 1 if the target is missed, 130 if interrupted."""
    options = _options()
    policy = greedy if options.player == "greedy" else by_name(options.player)
    found: list[Judged] = []
    try:
        for one in islice(_mistakes(policy, options), options.mistakes):
            found.append(one)
            say(f"{len(found)} of {options.mistakes} mistakes")
    except KeyboardInterrupt:
        return 130
    say("")
    kinds = Counter(one.reason.kind for one in found if one.reason)
    for kind, number in kinds.most_common():
        print(f"{number:5}  {kind}")
    print(f"{len(found) - kinds.total():5}  no cause found")
    line = verdict("percent of the mistakes that get a cause", 100 * kinds.total() / len(found), EXPLAINED)
    print(line)
    return int(line.startswith("MISS"))


def _mistakes(policy: Policy, options: argparse.Namespace) -> Iterator[Judged]:
    for number in count():
        record = record_of(deal(options.rules, options.seed * 1_000_000 + number), (policy, policy), number)
        reviewed = review(record, Settings(worlds=options.worlds, seed=number))
        yield from (one for one in reviewed.decisions if one.mistake)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.causes", description=__doc__)
    names = f"one of {', '.join(PLAYERS)} (default: greedy)"
    parser.add_argument("player", nargs="?", type=known, default="greedy", help=names)
    parser.add_argument("--mistakes", type=int, default=200)
    parser.add_argument("--rules", choices=PRESETS, default="pagat", help="a preset")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, help="deals a move is compared in (default: as usual)")
    options = parser.parse_args()
    if options.mistakes < 1:
        parser.error("expected at least one mistake")
    return options


if __name__ == "__main__":
    sys.exit(main())
