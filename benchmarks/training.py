"""Makes the networks that judge moves while the boneyard is open: ``python -m benchmarks.training --out FILE``.

Deals are played by the networks themselves, which stray now and then; what each move brought is what they learn
(Monte-Carlo evaluation of the play that is best so far, round after round). Needs PyTorch (extra ``train``).
The same options give nearly the same networks; the arena tells whether they play better.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from bingo.solver.game import presets, tiles, tricks
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.players import SHAPES, Weights
from bingo.solver.search import _kernel
from bingo.solver.search.tables import scoring, trump_tables

HIDDEN, SITUATION, LED, LEAD, REPLY = SHAPES
BATCH = 1024
#: Columns of a lesson before its numbers: kind, trump suit, tile led, tile done, hand and unseen tiles in halves.
HEAD = 8
#: Columns of a lesson, the last one what it brought.
SEEN, ALL = SITUATION + LED, HEAD + SITUATION + LED + REPLY + 1
#: Numbers of a situation, sets of tiles in it, numbers of a move, where those begin: leading, replying, closing.
PARTS = (
    (SITUATION, 2, LEAD, HEAD + SITUATION),
    (SITUATION + LED, 3, REPLY, HEAD + SEEN),
    (SITUATION, 2, LEAD, HEAD + SITUATION),
)


def main() -> None:
    """Train, and write the weights after every round."""
    options = _options()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.jobs)
    rules = [presets.rules(name) for name in options.rules]
    nets = [Judge(situation, sets, move, options.unit) for situation, sets, move, _ in PARTS]
    if options.start:
        _start(nets, np.load(options.start).astype(np.float32))
    kept: list[NDArray[np.float32]] = []
    for n in range(options.rounds):
        start = time.perf_counter()
        stray = 0.5 if n == 0 and not options.start else options.stray
        lessons = np.concatenate(
            [
                _lessons(each, nets, options.deals // len(rules), stray, 1000 * options.seed + 31 * n + k)
                for k, each in enumerate(rules)
            ]
        )
        kept = [*kept[-options.memory + 1 :], lessons] if n > 1 or options.start else [lessons]
        played = time.perf_counter() - start
        errors = [_fit(net, kind, np.concatenate(kept), options) for kind, net in enumerate(nets)]
        np.save(Path(options.out), _weights(nets))
        print(
            f"round {n}: {len(lessons):,} lessons, {played:.0f} s; unexplained {' '.join(errors)};"
            f" {time.perf_counter() - start:.0f} s",
            flush=True,
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.training", description=__doc__)
    parser.add_argument("--out", required=True, help="weights, .npy")
    parser.add_argument("--start", help="weights to go on from")
    parser.add_argument("--rate", type=float, default=4e-3, help="highest learning rate")
    parser.add_argument("--unit", type=float, default=1, help="what is learned is counted in so many points")
    parser.add_argument("--rules", nargs="+", default=["pagat"])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--deals", type=int, default=100_000, help="in each round")
    parser.add_argument("--stray", type=float, default=0.1, help="chance of a random move")
    parser.add_argument("--memory", type=int, default=3, help="rounds whose lessons are kept")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


class Judge(torch.nn.Module):  # type: ignore[misc]
    """As ``Net`` in native/net.hpp, but for the unit of what it says."""

    def __init__(self, situation: int, sets: int, move: int, unit: float) -> None:
        super().__init__()
        self.unit = unit  # what is learned is counted in so many points
        self.situation = torch.nn.Linear(situation, HIDDEN)
        self.move = torch.nn.Linear(move, HIDDEN, bias=False)
        self.sets = torch.nn.Parameter(torch.zeros(sets, 7, 28, HIDDEN))
        self.tile = torch.nn.Parameter(torch.zeros(7, 28, HIDDEN))
        self.out = torch.nn.Linear(HIDDEN, 1)

    def forward(
        self, suit: int, seen: torch.Tensor, sets: torch.Tensor, done: torch.Tensor, tile: torch.Tensor
    ) -> torch.Tensor:
        """What each move is worth under one trump suit, shape (n,); ``sets`` (n, sets, 28), ``tile`` (n, 28)."""
        hidden = self.situation(seen) + self.move(done) + tile @ self.tile[suit]
        hidden = hidden + sets.flatten(1) @ self.sets[:, suit].flatten(0, 1)
        value: torch.Tensor = self.out(torch.relu(hidden))[:, 0]
        return value

    def parts(self) -> list[tuple[torch.Tensor, float]]:
        """All weights in the order of the native ones, and what each is to be multiplied with to count points."""
        inner = [self.situation.weight.T, self.move.weight.T, self.sets, self.tile, self.situation.bias]
        return [*((part, 1.0) for part in inner), (self.out.weight, self.unit), (self.out.bias, self.unit)]


def _start(nets: Sequence[Judge], weights: Weights) -> None:
    """Take over weights made before."""
    with torch.no_grad():
        first = 0
        for part, unit in (part for net in nets for part in net.parts()):
            part.copy_(torch.from_numpy(weights[first : first + part.numel()] / unit).reshape(part.shape))
            first += part.numel()


def _weights(nets: Sequence[Judge]) -> Weights:
    """The weights of all networks, in one array."""
    parts = [(part * unit).detach().numpy() for net in nets for part, unit in net.parts()]
    return np.concatenate([part.astype(np.float32).ravel() for part in parts])


def _lessons(rules: Rules, nets: Sequence[Judge], deals: int, stray: float, seed: int) -> NDArray[np.float32]:
    players = _kernel.Players(trump_tables(rules), scoring(rules), _weights(nets), 12)
    rng = np.random.default_rng(seed)
    order = rng.permuted(np.tile(np.arange(28, dtype=np.uint8), (deals, 1)), axis=1)
    if rules.trump_from == "either-end":
        trumps = np.array(tiles.ENDS)[order[:, 27], rng.integers(0, 2, deals)]
    else:
        trumps = np.array([tricks.trump_of(t) for t in tiles.TILES])[order[:, 27]]
    out = np.empty((deals * 14, ALL), dtype=np.float32)
    return out[: players.learn(order, trumps.astype(np.int32), stray, 0.15, seed, out)].copy()


def _fit(net: Judge, kind: int, lessons: NDArray[np.float32], options: argparse.Namespace) -> str:
    """Fit one network to lessons of its kind; the share of their variance that it leaves unexplained."""
    by_suit = [_tensors(kind, lessons[(lessons[:, 0] == kind) & (lessons[:, 1] == suit)]) for suit in range(7)]
    sizes = [len(part[-1]) for part in by_suit]
    batches = [(suit, first) for suit in range(7) for first in range(0, sizes[suit], BATCH)] * options.epochs
    optimizer = torch.optim.Adam(net.parameters(), lr=3e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=len(batches) + 1)
    mixed = [torch.randperm(size) for size in sizes]
    left = 0.0
    for n in torch.randperm(len(batches)).tolist():
        suit, first = batches[n]
        some = mixed[suit][first : first + BATCH]
        *given, brought = (part[some] for part in by_suit[suit])
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(net(suit, *_unpacked(given)), brought / net.unit)
        loss.backward()
        optimizer.step()
        schedule.step()
        left += float(loss.detach()) * len(some)
    brought = torch.cat([part[-1] for part in by_suit])
    return f"{left / sum(sizes) / options.epochs / float((brought / net.unit).var()):.3f}"


def _tensors(kind: int, rows: NDArray[np.float32]) -> tuple[torch.Tensor, ...]:
    """Numbers seen, sets of tiles as integers, numbers done, tiles done, what it brought."""
    situation, sets, move, first = PARTS[kind]
    led, tile = rows[:, 2].astype(np.int64), rows[:, 3].astype(np.int64)
    halves = rows[:, 4:HEAD].astype(np.int64)
    masks = np.stack([halves[:, 0] + (halves[:, 1] << 14), halves[:, 2] + (halves[:, 3] << 14), 1 << led.clip(0)], 1)
    seen = np.ascontiguousarray(rows[:, HEAD : HEAD + situation])
    done = np.ascontiguousarray(rows[:, first : first + move])
    tiles_done = np.where(tile < 0, 0, 1 << tile.clip(0))
    parts = (seen, masks[:, :sets], done, tiles_done, np.ascontiguousarray(rows[:, -1]))
    return tuple(torch.from_numpy(part) for part in parts)


def _unpacked(given: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """The same with sets of tiles as 28 zeros and ones."""
    seen, sets, done, tiles_done = given
    bits = torch.arange(28)
    return seen, (sets[..., None] >> bits & 1).float(), done, (tiles_done[:, None] >> bits & 1).float()


if __name__ == "__main__":
    main()
