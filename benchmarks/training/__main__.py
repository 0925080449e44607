"""Makes the networks that evaluate moves while the boneyard is open: ``python -m benchmarks.training --out FILE``.

Deals are played by the networks themselves, with a random move now and then. At every turn each option is played out
in some deals that the mover takes for possible; its mean value is what they are fitted to, in this round and in the
next ones, which remember it. So each round is about a step of policy iteration.
Needs PyTorch (extra ``train``). The same options give nearly the same networks; the arena tells whether they play
better.
"""

import sys
import time
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from benchmarks.command import RULES_OPTION, program, weights_in
from benchmarks.training.samples import Samples, SelfPlay, self_play
from bingo.cli.options import flag, option, require
from bingo.solver import Rules
from bingo.solver.engine.tables import Weights, weights_for

#: What the shipped weights are called.
SHIPPED_NAME = "shipped"


def main(
    out: Path = option("--out FILE", "Weights, .npy.", ...),
    half: bool = flag("--half", "Write numbers of 16 bits, half the size."),
    start: str | None = option("--start FILE", f"Weights to go on from, or {SHIPPED_NAME}."),
    rate: float = option("--rate N", "Highest learning rate.", 3e-3),
    unit: float = option("--unit N", "Values are learned in units of so many points.", 1.0),
    rules: Rules = RULES_OPTION,
    rounds: int = 8,
    deals: int = option("--deals N", "In each round.", 20_000),
    worlds: int = option("--worlds N", "Deals that each option is played out in.", 32),
    epsilon: float = option("--epsilon N", "Chance of a random move.", 0.1),
    remembered: int = option("--memory N", "Rounds whose samples are kept.", 3),
    epochs: int = 3,
    seed: int = 1,
    jobs: int = option("--jobs N", "Threads.", 1),
) -> int:
    """Train, and write the weights after every round; exit status 2 for a wrong command."""
    require("--deals", 1 <= jobs <= deals, f"a deal for each of the threads; found --deals {deals} --jobs {jobs}")
    start_weights = weights_for(rules) if start == SHIPPED_NAME else start and weights_in(start, "--start")
    if find_spec("torch") is None:
        print("expected PyTorch to be installed (pip install 'domino-bingo[train]'); found none", file=sys.stderr)
        return 2
    import torch

    from benchmarks.training.networks import fit, fresh, load, regrets, saved

    torch.manual_seed(seed)
    torch.set_num_threads(jobs)
    networks = fresh(unit)
    if start_weights:
        load(networks, start_weights)
    self_play_options = SelfPlay(deals, jobs, epsilon, worlds)
    memory: list[Samples] = []

    def weights() -> Weights:
        return saved(networks, weights_for(rules))

    for n in range(rounds):
        round_start = time.perf_counter()
        samples = self_play(rules, weights(), self_play_options, 1000 * seed + n)
        playing_seconds = time.perf_counter() - round_start
        lost_before = regrets(networks, samples)
        memory = [*memory, samples][-remembered:]
        fit(networks, memory, rate, epochs)
        np.save(out, np.asarray(weights()).astype(np.float16 if half else np.float32))
        print(
            f"round {n}: {len(samples):,} samples, {playing_seconds:.0f} s; lost before by leads"
            f" {lost_before[False]:.4f}, replies {lost_before[True]:.4f}; {time.perf_counter() - round_start:.0f} s",
            flush=True,
        )
    return 0


app = program(main)

if __name__ == "__main__":
    app()
