"""The networks as PyTorch trains them; as they play they are in ``engine/hidden/features.hpp``.

They are fitted to samples turn by turn: what counts is mostly the regret of what they would choose.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch

from benchmarks.training import samples as columns
from benchmarks.training.samples import (
    FEATURES,
    HIDDEN_UNITS,
    KIND_COLUMN,
    LEAD_SIZE,
    LED_SIZE,
    REPLY_SIZE,
    REPLYING,
    STATE_SIZE,
    TURN_COLUMN,
    Samples,
)
from bingo.solver.engine.tables import Weights

#: The last weights: what blindness costs a close (``engine/hidden/player.cpp``), which is not trained here.
BLIND_WEIGHTS = 4
#: By kind of sample: features of a situation, sets of tiles in it, features of an option.
INPUT_SIZES = ((STATE_SIZE, 2, LEAD_SIZE), (STATE_SIZE + LED_SIZE, 3, REPLY_SIZE), (STATE_SIZE, 2, LEAD_SIZE))
#: Turns in a batch, all under one trump suit.
BATCH_TURNS = 256
#: The loss, in units: the regret of choosing options with odds that grow e-fold with every ``CHOICE_TEMPERATURE``
#: of their evaluation and, times ``ERROR_WEIGHT``, the mean squared error of the evaluations.
CHOICE_TEMPERATURE, ERROR_WEIGHT = 0.15, 0.5


class Network(torch.nn.Module):  # type: ignore[misc]
    """As ``Network`` in engine/hidden/features.hpp, but that its values are in units of so many points."""

    def __init__(self, situation: int, sets: int, option: int, unit: float) -> None:
        super().__init__()
        self.unit = unit
        self.situation = torch.nn.Linear(situation, HIDDEN_UNITS)
        self.option = torch.nn.Linear(option, HIDDEN_UNITS, bias=False)
        self.sets = torch.nn.Parameter(torch.zeros(sets, 7, 28, HIDDEN_UNITS))
        self.tile = torch.nn.Parameter(torch.zeros(7, 28, HIDDEN_UNITS))
        self.gate = torch.nn.Parameter(torch.zeros(HIDDEN_UNITS, HIDDEN_UNITS))
        self.base = torch.nn.Parameter(torch.zeros(HIDDEN_UNITS))
        self.out = torch.nn.Linear(HIDDEN_UNITS, 1)

    def forward(
        self, suit: int, situation: torch.Tensor, sets: torch.Tensor, option: torch.Tensor, tile: torch.Tensor
    ) -> torch.Tensor:
        """The value of each option under one trump suit, in units, shape (n,).

        Sets of tiles are zeros and ones: ``sets`` (n, sets, 28), ``tile`` (n, 28).
        """
        shared = self.situation(situation) + sets.flatten(1) @ self.sets[:, suit].flatten(0, 1)
        units = torch.relu(shared + self.option(option) + tile @ self.tile[suit])
        gates = torch.relu(shared)
        value: torch.Tensor = (units * (self.out.weight + gates @ self.gate)).sum(1) + gates @ self.base
        return value + self.out.bias

    def parts(self) -> list[tuple[torch.Tensor, float]]:
        """All weights in the order of the native ones, and what each is to be multiplied with to count points."""
        inner = [self.situation.weight.T, self.option.weight.T, self.sets, self.tile, self.situation.bias]
        outer = [self.gate, self.base, self.out.weight, self.out.bias]
        return [*((part, 1.0) for part in inner), *((part, self.unit) for part in outer)]


def fresh(unit: float) -> list[Network]:
    return [Network(situation, sets, option, unit) for situation, sets, option in INPUT_SIZES]


def load(networks: Sequence[Network], weights: Weights) -> None:
    """Take over weights made before."""
    first, numbers = 0, np.asarray(weights)
    with torch.no_grad():
        for part, unit in (part for network in networks for part in network.parts()):
            part.copy_(torch.from_numpy(numbers[first : first + part.numel()] / unit).reshape(part.shape))
            first += part.numel()


def saved(networks: Sequence[Network], old_weights: Weights) -> Weights:
    """The weights of all networks, in one array, as the kernel takes them: what blindness costs as in those before."""
    parts = [(part * unit).detach().numpy() for network in networks for part, unit in network.parts()]
    return array("f", np.concatenate([*(part.ravel() for part in parts), old_weights[-BLIND_WEIGHTS:]]))


# --- fitting ------------------------------------------------------------------------------------------


class Batch(NamedTuple):
    """Turns of one sort: their samples, and to which of the turns each sample belongs."""

    suit: int
    samples: torch.Tensor
    turn: torch.Tensor
    turns: int


def fit(networks: Sequence[Network], rounds: Sequence[Samples], rate: float, epochs: int) -> None:
    """Fit the networks to the samples of some rounds: the highest learning rate, passes over the samples."""
    fitted = [batch for samples in rounds for batch in batches(samples)]
    parameters = [parameter for network in networks for parameter in network.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=len(fitted) * epochs + 1)
    for n in torch.cat([torch.randperm(len(fitted)) for _ in range(epochs)]).tolist():
        optimizer.zero_grad()
        _loss(networks, fitted[n]).backward()
        optimizer.step()
        schedule.step()


def _loss(networks: Sequence[Network], batch: Batch) -> torch.Tensor:
    values, targets = evaluate(networks, batch), batch.samples[:, -1] / networks[0].unit
    odds = torch.exp((values - _highest(batch, values.detach())[batch.turn]) / CHOICE_TEMPERATURE)
    chosen = odds / torch.zeros(batch.turns).index_add(0, batch.turn, odds)[batch.turn]
    regret = (chosen * (_highest(batch, targets)[batch.turn] - targets)).sum() / batch.turns
    return regret + ERROR_WEIGHT * torch.nn.functional.mse_loss(values, targets)


def regrets(networks: Sequence[Network], samples: Samples) -> dict[bool, float]:
    """Points a turn that the networks lose by leads and by replies (True): the best option in the samples, by chance
    too, less the one they evaluate highest.
    """
    lost, turns = {False: 0.0, True: 0.0}, {False: 0, True: 0}
    with torch.no_grad():
        for batch in batches(samples):
            values, targets = evaluate(networks, batch), batch.samples[:, -1]
            chosen = values == _highest(batch, values)[batch.turn]
            reached = _highest(batch, torch.where(chosen, targets, -torch.inf))
            replying = bool(batch.samples[0, KIND_COLUMN] == REPLYING)
            lost[replying] += float((_highest(batch, targets) - reached).sum())
            turns[replying] += batch.turns
    return {replying: lost[replying] / max(1, turns[replying]) for replying in lost}


def batches(samples: Samples) -> Iterator[Batch]:
    """All samples, turns in random order; those under one trump suit together, leads and replies apart."""
    numbers = samples[:, TURN_COLUMN]
    first = np.flatnonzero(np.concatenate([[True], numbers[1:] != numbers[:-1]]))
    sizes = np.diff(np.append(first, len(samples)))
    sorts = 2 * samples[first, columns.SUIT] + (samples[first, KIND_COLUMN] == REPLYING)
    for batch_sort in range(14):
        turns = np.flatnonzero(sorts == batch_sort)
        turns = turns[torch.randperm(len(turns)).numpy()]
        for part in (turns[n : n + BATCH_TURNS] for n in range(0, len(turns), BATCH_TURNS)):
            rows = np.concatenate([np.arange(first[turn], first[turn] + sizes[turn]) for turn in part])
            turn_indices = torch.from_numpy(np.repeat(np.arange(len(part)), sizes[part]))
            yield Batch(batch_sort // 2, torch.from_numpy(samples[rows]), turn_indices, len(part))


def evaluate(networks: Sequence[Network], batch: Batch) -> torch.Tensor:
    """What the networks evaluate each sample of a batch to, in units."""
    values = torch.zeros(len(batch.samples))
    for kind, network in enumerate(networks):
        kind_indices = torch.nonzero(batch.samples[:, KIND_COLUMN] == kind)[:, 0]
        if len(kind_indices):
            values = values.index_put((kind_indices,), network(batch.suit, *_inputs(kind, batch.samples[kind_indices])))
    return values


def _highest(batch: Batch, values: torch.Tensor) -> torch.Tensor:
    return torch.full((batch.turns,), -torch.inf).scatter_reduce(0, batch.turn, values, "amax")


def _inputs(kind: int, samples: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Features and sets of the situation, features and tile of the option; sets as 28 zeros and ones."""
    situation, sets, option = INPUT_SIZES[kind]
    integers = samples[:, :FEATURES].long()
    hand, unseen = (integers[:, columns.SETS + n] + (integers[:, columns.SETS + n + 1] << 14) for n in (0, 2))
    tiles = (integers[:, n] for n in (columns.LED_TILE, columns.TILE))
    led, tile = (torch.where(numbers < 0, 0, 1 << numbers.clamp(min=0)) for numbers in tiles)
    bits = torch.arange(28)
    tile_sets = torch.stack([hand, unseen, led][:sets], 1)[..., None] >> bits & 1
    chosen = tile[:, None] >> bits & 1
    features = samples[:, FEATURES : FEATURES + situation], samples[:, columns.OPTION : columns.OPTION + option]
    return features[0], tile_sets.float(), features[1], chosen.float()
