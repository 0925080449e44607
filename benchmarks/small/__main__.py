"""How exploitable default play is where that can be told exactly: ``python -m benchmarks.small``.

Seeded small deals with tiles of the double-three set, a few in each hand, all others gone; score and tiles vary. Of
each the equilibrium value is found by a linear program (OR-Tools). Default play chooses a move wherever it may be
asked; what a best response wins from it, mean of both seats, is its exploitability, in game points a deal. Local best
response chooses each move as if both played on by default: a lower bound as it is found in the game of full size.
Exit status 1 if the exploitability is above 0.02 on the mean.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from statistics import fmean

from benchmarks.arena.choices import Policy
from benchmarks.arena.policies import by_name, known
from benchmarks.progress import say
from benchmarks.small.games import double_three, plan_of, sequence_form
from benchmarks.small.solving import equilibrium, exploited, local_best_response
from bingo.solver.game.presets import PRESETS

#: Game points that default play may be exploited by.
TARGET = 0.02
HEAD = "deal  score    decisions     value   default  exploitability   local"


@dataclass(frozen=True, slots=True)
class Row:
    """Of one small deal: decisions of both, the value for the leader, what the policy as the leader gets against
    itself, and what best responses and local ones win from it, mean of both seats.
    """

    score: tuple[int, int]
    decisions: int
    value: float
    itself: float
    exploitability: float
    local: float


def measured(rules: str, size: int, stock: int, seed: int, policy: Policy) -> Row:
    """Solve a small deal, and hold a policy against it."""
    small = double_three(PRESETS[rules].rules, size, stock, seed)
    game = sequence_form(small)
    plans = plan_of(game.players[0], policy, seed), plan_of(game.players[1], policy, seed)
    itself = float(game.against(0, plans[1]) @ plans[0])
    answers = (
        local_best_response(game, 0, plans[0], plans[1]) @ game.against(0, plans[1]),
        local_best_response(game, 1, plans[1], plans[0]) @ game.against(1, plans[0]),
    )
    decisions = sum(len(moves) > 1 for player in game.players for moves in player.moves)
    found = exploited(game, plans)
    return Row(small.points, decisions, equilibrium(game), itself, fmean(found), float(fmean(answers)))


def main() -> int:
    """Print a line for each small deal, and the means."""
    options = _options()
    print(HEAD)
    rows: list[Row] = []
    for seed in range(1, options.deals + 1):
        say(f"{seed} of {options.deals} deals")
        row = measured(options.rules, options.tiles, options.stock, seed, by_name(options.player))
        rows.append(row)
        say("")
        score = f"{row.score[0]}:{row.score[1]}"
        numbers = f"{row.value:+9.4f} {row.itself:+9.4f} {row.exploitability:15.4f} {row.local:7.4f}"
        print(f"{seed:4}  {score:7} {row.decisions:10} {numbers}", flush=True)
    mean = fmean(row.exploitability for row in rows)
    passed = mean <= TARGET
    print(f"mean {'':29} {mean:25.4f} {fmean(row.local for row in rows):7.4f}")
    print(f"{'PASS' if passed else 'MISS'}  exploitability {mean:.4f}, at most {TARGET}")
    return 0 if passed else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.small", description=__doc__)
    parser.add_argument("--rules", choices=PRESETS, default="pagat", help="a preset")
    parser.add_argument(
        "--player", type=known, default="rollout@6144w", help="a player of the arena (default: rollout@6144w)"
    )
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--tiles", type=int, default=3, help="in each hand (default: 3)")
    parser.add_argument("--stock", type=int, choices=(1, 3), default=1, help="tiles face down (default: 1)")
    options = parser.parse_args()
    if options.deals < 1 or options.tiles < 1 or 2 * options.tiles + options.stock > 9:
        parser.error("expected at least one deal, of no more than the ten tiles of the double-three set")
    return options


if __name__ == "__main__":
    sys.exit(main())
