"""Fitting networks to samples, turn by turn: what counts is mostly the regret of what they would choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch

from benchmarks.training.networks import INPUTS, Network
from benchmarks.training.samples import FEATURES, KIND, LED_TILE, OPTION, REPLYING, SETS, SUIT, TILE, TURN, Samples

#: Turns in a batch, all under one trump suit.
BATCH = 256
#: The loss, in units: the regret of choosing options with odds that grow e-fold with every ``CHOICE_TEMPERATURE``
#: of their evaluation and, times ``ERROR_WEIGHT``, the mean squared error of the evaluations.
CHOICE_TEMPERATURE, ERROR_WEIGHT = 0.15, 0.5


class Batch(NamedTuple):
    """Turns of one sort: their samples, and to which of the turns each sample belongs."""

    suit: int
    samples: torch.Tensor
    turn: torch.Tensor
    turns: int


@dataclass(frozen=True, slots=True)
class Fit:
    """How networks are fitted: highest learning ``rate``, passes over the samples."""

    rate: float = 3e-3
    epochs: int = 3


def fit(networks: Sequence[Network], rounds: Sequence[Samples], how: Fit) -> None:
    """Fit the networks to the samples of some rounds."""
    fitted = [batch for samples in rounds for batch in batches(samples)]
    parameters = [parameter for network in networks for parameter in network.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=how.rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, how.rate, total_steps=len(fitted) * how.epochs + 1)
    for n in torch.cat([torch.randperm(len(fitted)) for _ in range(how.epochs)]).tolist():
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
            replying = bool(batch.samples[0, KIND] == REPLYING)
            lost[replying] += float((_highest(batch, targets) - reached).sum())
            turns[replying] += batch.turns
    return {replying: lost[replying] / max(1, turns[replying]) for replying in lost}


def batches(samples: Samples) -> Iterator[Batch]:
    """All samples, turns in random order; those under one trump suit together, leads and replies apart."""
    numbers = samples[:, TURN]
    first = np.flatnonzero(np.concatenate([[True], numbers[1:] != numbers[:-1]]))
    sizes = np.diff(np.append(first, len(samples)))
    sort = 2 * samples[first, SUIT] + (samples[first, KIND] == REPLYING)
    for each in range(14):
        turns = np.flatnonzero(sort == each)
        turns = turns[torch.randperm(len(turns)).numpy()]
        for part in (turns[n : n + BATCH] for n in range(0, len(turns), BATCH)):
            rows = np.concatenate([np.arange(first[turn], first[turn] + sizes[turn]) for turn in part])
            belongs = torch.from_numpy(np.repeat(np.arange(len(part)), sizes[part]))
            yield Batch(each // 2, torch.from_numpy(samples[rows]), belongs, len(part))


def evaluate(networks: Sequence[Network], batch: Batch) -> torch.Tensor:
    """What the networks evaluate each sample of a batch to, in units."""
    values = torch.zeros(len(batch.samples))
    for kind, network in enumerate(networks):
        of = torch.nonzero(batch.samples[:, KIND] == kind)[:, 0]
        if len(of):
            values = values.index_put((of,), network(batch.suit, *_inputs(kind, batch.samples[of])))
    return values


def _highest(batch: Batch, values: torch.Tensor) -> torch.Tensor:
    return torch.full((batch.turns,), -torch.inf).scatter_reduce(0, batch.turn, values, "amax")


def _inputs(kind: int, samples: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Features and sets of the situation, features and tile of the option; sets as 28 zeros and ones."""
    situation, sets, option = INPUTS[kind]
    whole = samples[:, :FEATURES].long()
    hand, unseen = (whole[:, SETS + n] + (whole[:, SETS + n + 1] << 14) for n in (0, 2))
    led, tile = (torch.where(whole[:, n] < 0, 0, 1 << whole[:, n].clamp(min=0)) for n in (LED_TILE, TILE))
    bits = torch.arange(28)
    held = torch.stack([hand, unseen, led][:sets], 1)[..., None] >> bits & 1
    chosen = tile[:, None] >> bits & 1
    features = samples[:, FEATURES : FEATURES + situation], samples[:, OPTION : OPTION + option]
    return features[0], held.float(), features[1], chosen.float()
