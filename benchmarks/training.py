"""Makes the networks that evaluate moves while the boneyard is open: ``python -m benchmarks.training --out FILE``.

Deals are played by the networks themselves, with a random move now and then. At every turn each option is played out
in some deals that the mover takes for possible; its mean value is what they are fitted to, in this round and in the
next ones, which remember it. So each round is about a step of policy iteration. Needs PyTorch (extra ``train``). The
same options give nearly the same networks; the arena tells whether they play better.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from bingo.solver.game import presets, tiles, tricks
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.phase_one import BLUNDER, TEMPERATURE
from bingo.solver.hidden.players import SHAPES, Weights
from bingo.solver.native import _kernel
from bingo.solver.search.tables import scoring, trump_tables

HIDDEN, SITUATION, LED, LEAD, REPLY = SHAPES
#: Columns of a sample before its numbers: kind, turn, trump suit, tile led, tile done, hand and unseen tiles in halves.
KIND, TURN, SUIT, LED_TILE, TILE, SETS, HEAD = 0, 1, 2, 3, 4, 5, 9
#: Columns of a sample, the last one what it is worth.
SEEN, ALL = SITUATION + LED, HEAD + SITUATION + LED + REPLY + 1
#: Kinds of samples.
LEADING, REPLYING, CLOSING = range(3)
#: By kind: numbers of a situation, sets of tiles in it, numbers of a move, where those begin.
PARTS = (
    (SITUATION, 2, LEAD, HEAD + SITUATION),
    (SITUATION + LED, 3, REPLY, HEAD + SEEN),
    (SITUATION, 2, LEAD, HEAD + SITUATION),
)
#: Turns in a batch, all under one trump suit.
BATCH = 256
#: What is made small, in units: what is lost by choosing options with odds that grow e-fold with every ``SHARPNESS``,
#: and, times ``EVEN``, the mean square of what the networks are wrong by.
SHARPNESS, EVEN = 0.15, 0.5
#: Most samples of a deal.
ROOM = 300


class Batch(NamedTuple):
    """Turns of one sort: their samples, and to which of the turns each sample belongs."""

    suit: int
    samples: torch.Tensor
    turn: torch.Tensor
    turns: int


def main() -> None:
    """Train, and write the weights after every round."""
    options = _options()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.jobs)
    rules = presets.rules(options.rules)
    nets = [Judge(situation, sets, move, options.unit) for situation, sets, move, _ in PARTS]
    if options.start:
        load(nets, np.load(options.start).astype(np.float32))
    kept: list[NDArray[np.float32]] = []
    for n in range(options.rounds):
        start = time.perf_counter()
        samples = _self_play(rules, nets, options, 1000 * options.seed + n)
        played = time.perf_counter() - start
        lost = _lost(nets, samples)
        kept = [*kept, samples][-options.memory :]
        _fit(nets, kept, options)
        np.save(Path(options.out), saved(nets))
        print(
            f"round {n}: {len(samples):,} samples, {played:.0f} s; lost before by leads {lost[False]:.4f}, replies"
            f" {lost[True]:.4f}; {time.perf_counter() - start:.0f} s",
            flush=True,
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description=__doc__)
    parser.add_argument("--out", required=True, help="weights, .npy")
    parser.add_argument("--start", help="weights to go on from")
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--unit", type=float, default=1, help="what is learned is counted in so many points")
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


class Judge(torch.nn.Module):  # type: ignore[misc]
    """As ``Net`` in native/hidden/networks.hpp, but for the unit of what it says."""

    def __init__(self, situation: int, sets: int, move: int, unit: float) -> None:
        super().__init__()
        self.unit = unit  # what is learned is counted in so many points
        self.situation = torch.nn.Linear(situation, HIDDEN)
        self.move = torch.nn.Linear(move, HIDDEN, bias=False)
        self.sets = torch.nn.Parameter(torch.zeros(sets, 7, 28, HIDDEN))
        self.tile = torch.nn.Parameter(torch.zeros(7, 28, HIDDEN))
        self.gate = torch.nn.Parameter(torch.zeros(HIDDEN, HIDDEN))
        self.base = torch.nn.Parameter(torch.zeros(HIDDEN))
        self.out = torch.nn.Linear(HIDDEN, 1)

    def forward(
        self, suit: int, seen: torch.Tensor, sets: torch.Tensor, done: torch.Tensor, tile: torch.Tensor
    ) -> torch.Tensor:
        """What each move is worth under one trump suit, in units, shape (n,).

        Sets of tiles are zeros and ones: ``sets`` (n, sets, 28), ``tile`` (n, 28).
        """
        before = self.situation(seen) + sets.flatten(1) @ self.sets[:, suit].flatten(0, 1)
        after = torch.relu(before + self.move(done) + tile @ self.tile[suit])
        situation = torch.relu(before)
        value: torch.Tensor = (after * (self.out.weight + situation @ self.gate)).sum(1) + situation @ self.base
        return value + self.out.bias

    def parts(self) -> list[tuple[torch.Tensor, float]]:
        """All weights in the order of the native ones, and what each is to be multiplied with to count points."""
        inner = [self.situation.weight.T, self.move.weight.T, self.sets, self.tile, self.situation.bias]
        outer = [self.gate, self.base, self.out.weight, self.out.bias]
        return [*((part, 1.0) for part in inner), *((part, self.unit) for part in outer)]


def load(nets: Sequence[Judge], weights: Weights) -> None:
    """Take over weights made before."""
    with torch.no_grad():
        first = 0
        for part, unit in (part for net in nets for part in net.parts()):
            part.copy_(torch.from_numpy(weights[first : first + part.numel()] / unit).reshape(part.shape))
            first += part.numel()
    if first != len(weights):
        raise SystemExit(f"--start: expected {first} weights; found {len(weights)}")


def saved(nets: Sequence[Judge]) -> Weights:
    """The weights of all networks, in one array."""
    parts = [(part * unit).detach().numpy() for net in nets for part, unit in net.parts()]
    return np.concatenate([part.astype(np.float32).ravel() for part in parts])


def _self_play(rules: Rules, nets: Sequence[Judge], options: argparse.Namespace, seed: int) -> NDArray[np.float32]:
    """Samples of one round; each thread plays deals of its own."""
    weights = saved(nets)
    each = options.deals // options.jobs

    def learn(job: int) -> NDArray[np.float32]:
        players = _kernel.Players(trump_tables(rules), scoring(rules), weights, 12)
        rng = np.random.default_rng((seed, job))
        order = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (each, 1)), axis=1)
        if rules.trump_from == "either-end":
            trumps = np.array(tiles.ENDS)[order[:, 27], rng.integers(0, 2, each)]
        else:
            trumps = np.array([tricks.trump_of(t) for t in tiles.TILES])[order[:, 27]]
        out = np.empty((each * ROOM, ALL), dtype=np.float32)
        chances = (options.epsilon, options.worlds, TEMPERATURE, BLUNDER)
        rows = players.samples(order, trumps.astype(np.int32), *chances, int(rng.integers(2**62)), out)
        return out[:rows].copy()

    with ThreadPoolExecutor(options.jobs) as pool:
        return _numbered(list(pool.map(learn, range(options.jobs))))


def _numbered(parts: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Samples of all parts, no two turns with the same number next to each other."""
    for before, part in pairwise(parts):
        part[:, TURN] += before[-1, TURN] + 1 - part[0, TURN]
    return np.concatenate(parts)


def _fit(nets: Sequence[Judge], kept: Sequence[NDArray[np.float32]], options: argparse.Namespace) -> None:
    """Fit the networks to samples."""
    fitted = [batch for samples in kept for batch in batches(samples)]
    parameters = [parameter for net in nets for parameter in net.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=options.rate)
    steps = len(fitted) * options.epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=steps + 1)
    for n in torch.cat([torch.randperm(len(fitted)) for _ in range(options.epochs)]).tolist():
        batch = fitted[n]
        values, worth = thought(nets, batch), batch.samples[:, -1] / options.unit
        odds = torch.exp((values - _most(batch, values.detach())[batch.turn]) / SHARPNESS)
        chosen = odds / torch.zeros(batch.turns).index_add(0, batch.turn, odds)[batch.turn]
        lost = (chosen * (_most(batch, worth)[batch.turn] - worth)).sum() / batch.turns
        optimizer.zero_grad()
        (lost + EVEN * torch.nn.functional.mse_loss(values, worth)).backward()
        optimizer.step()
        schedule.step()


def _lost(nets: Sequence[Judge], samples: NDArray[np.float32]) -> dict[bool, float]:
    """Points a turn that the networks lose by leads and by replies (True): what seems best in the samples, by chance
    too, less what seems so to them.
    """
    lost, turns = {False: 0.0, True: 0.0}, {False: 0, True: 0}
    with torch.no_grad():
        for batch in batches(samples):
            values, worth = thought(nets, batch), batch.samples[:, -1]
            chosen = values == _most(batch, values)[batch.turn]
            made = _most(batch, torch.where(chosen, worth, -torch.inf))
            replying = bool(batch.samples[0, KIND] == REPLYING)
            lost[replying] += float((_most(batch, worth) - made).sum())
            turns[replying] += batch.turns
    return {replying: lost[replying] / max(1, turns[replying]) for replying in lost}


def batches(samples: NDArray[np.float32]) -> Iterator[Batch]:
    """All samples, turns in random order; those under one trump suit together, leads and replies apart."""
    numbers = samples[:, TURN]
    first = np.flatnonzero(np.concatenate([[True], numbers[1:] != numbers[:-1]]))
    sizes = np.diff(np.append(first, len(samples)))
    sort = 2 * samples[first, SUIT] + (samples[first, KIND] == REPLYING)
    for each in range(14):
        turns = np.flatnonzero(sort == each)
        turns = turns[torch.randperm(len(turns)).numpy()]
        for some in (turns[n : n + BATCH] for n in range(0, len(turns), BATCH)):
            rows = np.concatenate([np.arange(first[turn], first[turn] + sizes[turn]) for turn in some])
            belongs = torch.from_numpy(np.repeat(np.arange(len(some)), sizes[some]))
            yield Batch(each // 2, torch.from_numpy(samples[rows]), belongs, len(some))


def thought(nets: Sequence[Judge], batch: Batch) -> torch.Tensor:
    """What the networks think of each sample of a batch, in units."""
    values = torch.zeros(len(batch.samples))
    for kind, net in enumerate(nets):
        of = torch.nonzero(batch.samples[:, KIND] == kind)[:, 0]
        if len(of):
            values = values.index_put((of,), net(batch.suit, *_inputs(kind, batch.samples[of])))
    return values


def _most(batch: Batch, values: torch.Tensor) -> torch.Tensor:
    """The largest value of each turn."""
    return torch.full((batch.turns,), -torch.inf).scatter_reduce(0, batch.turn, values, "amax")


def _inputs(kind: int, samples: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Numbers seen, sets of tiles seen, numbers done, tile done; sets as 28 zeros and ones."""
    situation, sets, move, first = PARTS[kind]
    whole = samples[:, :HEAD].long()
    hand, unseen = (whole[:, SETS + n] + (whole[:, SETS + n + 1] << 14) for n in (0, 2))
    led, tile = (torch.where(whole[:, n] < 0, 0, 1 << whole[:, n].clamp(min=0)) for n in (LED_TILE, TILE))
    bits = torch.arange(28)
    seen = torch.stack([hand, unseen, led][:sets], 1)[..., None] >> bits & 1
    done = tile[:, None] >> bits & 1
    return samples[:, HEAD : HEAD + situation], seen.float(), samples[:, first : first + move], done.float()


if __name__ == "__main__":
    main()
