"""The networks as PyTorch trains them; as they play they are in ``engine/hidden/features.hpp``."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
import torch

from benchmarks.training.samples import HIDDEN, LEAD, LED, REPLY, SITUATION
from bingo.solver.engine.tables import Weights

#: The last weights: what blindness costs a close (``engine/hidden/player.cpp``), which is not trained here.
BLIND = 4
#: By kind of sample: features of a situation, sets of tiles in it, features of an option.
INPUTS = ((SITUATION, 2, LEAD), (SITUATION + LED, 3, REPLY), (SITUATION, 2, LEAD))


class Network(torch.nn.Module):  # type: ignore[misc]
    """As ``Network`` in engine/hidden/features.hpp, but that its values are in units of so many points."""

    def __init__(self, situation: int, sets: int, option: int, unit: float) -> None:
        super().__init__()
        self.unit = unit
        self.situation = torch.nn.Linear(situation, HIDDEN)
        self.option = torch.nn.Linear(option, HIDDEN, bias=False)
        self.sets = torch.nn.Parameter(torch.zeros(sets, 7, 28, HIDDEN))
        self.tile = torch.nn.Parameter(torch.zeros(7, 28, HIDDEN))
        self.gate = torch.nn.Parameter(torch.zeros(HIDDEN, HIDDEN))
        self.base = torch.nn.Parameter(torch.zeros(HIDDEN))
        self.out = torch.nn.Linear(HIDDEN, 1)

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
    return [Network(situation, sets, option, unit) for situation, sets, option in INPUTS]


def load(networks: Sequence[Network], weights: Weights) -> None:
    """Take over weights made before.

    Raises:
        ValueError: there are more or fewer of them.
    """
    parts = [part for network in networks for part in network.parts()]
    expected = sum(part.numel() for part, _ in parts) + BLIND
    if len(weights) != expected:
        raise ValueError(f"expected {expected} weights; found {len(weights)}")
    first, numbers = 0, np.asarray(weights)
    with torch.no_grad():
        for part, unit in parts:
            part.copy_(torch.from_numpy(numbers[first : first + part.numel()] / unit).reshape(part.shape))
            first += part.numel()


def saved(networks: Sequence[Network], before: Weights) -> Weights:
    """The weights of all networks, in one array, as the kernel takes them: what blindness costs as in those before."""
    parts = [(part * unit).detach().numpy() for network in networks for part, unit in network.parts()]
    return array("f", np.concatenate([*(part.ravel() for part in parts), before[-BLIND:]]))
