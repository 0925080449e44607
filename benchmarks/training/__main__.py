"""Makes the networks that evaluate moves while the boneyard is open: ``python -m benchmarks.training --out FILE``.

Deals are played by the networks themselves, with a random move now and then. At every turn each option is played out
in some deals that the mover takes for possible; its mean value is what they are fitted to, in this round and in the
next ones, which remember it. So each round is about a step of policy iteration.
Needs PyTorch (extra ``train``). The same options give nearly the same networks; the arena tells whether they play
better.
"""

import argparse
import sys
import time
from array import array
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.training.samples import Samples, SelfPlay, self_play
from bingo.solver import NotationError, Rules
from bingo.solver.engine.tables import Weights, weights_for
from bingo.solver.game import presets

#: What the shipped weights are called.
SHIPPED = "shipped"


def main() -> int:
    """Train, and write the weights after every round; exit status 2 for a wrong command."""
    options = _options()
    if find_spec("torch") is None:
        print("expected PyTorch to be installed (pip install 'domino-bingo[train]'); found none", file=sys.stderr)
        return 2
    try:
        _train(presets.rules(options.rules), options)
    except (NotationError, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _train(rules: Rules, options: argparse.Namespace) -> None:
    import torch

    from benchmarks.training.networks import fit, fresh, load, regrets, saved

    torch.manual_seed(options.seed)
    torch.set_num_threads(options.jobs)
    networks = fresh(options.unit)
    if options.start:
        load(networks, _weights(rules, options.start))
    how = SelfPlay(options.deals, options.jobs, options.epsilon, options.worlds)
    memory: list[Samples] = []

    def weights() -> Weights:
        return saved(networks, weights_for(rules))

    for n in range(options.rounds):
        start = time.perf_counter()
        samples = self_play(rules, weights(), how, 1000 * options.seed + n)
        played = time.perf_counter() - start
        before = regrets(networks, samples)
        memory = [*memory, samples][-options.memory :]
        fit(networks, memory, options.rate, options.epochs)
        np.save(options.out, np.asarray(weights()).astype(np.float16 if options.half else np.float32))
        print(
            f"round {n}: {len(samples):,} samples, {played:.0f} s; lost before by leads {before[False]:.4f}, replies"
            f" {before[True]:.4f}; {time.perf_counter() - start:.0f} s",
            flush=True,
        )


def _weights(rules: Rules, source: str) -> Weights:
    return weights_for(rules) if source == SHIPPED else array("f", np.load(source))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description=__doc__)
    parser.add_argument("--out", required=True, type=Path, help="weights, .npy")
    parser.add_argument("--half", action="store_true", help="write numbers of 16 bits, half the size")
    parser.add_argument("--start", metavar="FILE", help=f"weights to go on from, or {SHIPPED}")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--unit", type=float, default=1, help="values are learned in units of so many points")
    parser.add_argument("--rules", default="pagat", help="a preset")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--deals", type=int, default=20_000, help="in each round")
    parser.add_argument("--worlds", type=int, default=32, help="deals that each option is played out in")
    parser.add_argument("--epsilon", type=float, default=0.1, help="chance of a random move")
    parser.add_argument("--memory", type=int, default=3, help="rounds whose samples are kept")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    options = parser.parse_args()
    if options.jobs < 1 or options.deals < options.jobs:
        parser.error(f"expected a deal for each of the threads; found --deals {options.deals} --jobs {options.jobs}")
    return options


if __name__ == "__main__":
    sys.exit(main())
