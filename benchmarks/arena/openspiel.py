"""Information-set Monte-Carlo tree search of OpenSpiel, as an outside player over a thin wrapper of our game module.

Its search is ``open_spiel.python.algorithms.ismcts.ISMCTSBot`` with one random rollout a simulation. Every simulation
begins in a fresh deal that fits what the player knows; the order of the face-down tiles is part of the deal, so there
are no chance nodes. Nodes are told apart by what their player holds and what both have seen.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from benchmarks.arena.choices import Policy, stage
from benchmarks.arena.states import State, Worlds, move
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move

#: Exploration, for values of up to three game points either way.
UCT_C = 2.0


def openspiel(seconds: float | None, simulations: int | None) -> Policy:
    """OpenSpiel's searcher with so many simulations a decision, or as many as begin within the processor time."""

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        worlds = Worlds(seen, stage(seen, moves), random.Random(seed))
        bot = Searcher(seconds, simulations, np.random.RandomState(seed))
        bot.set_resampler(lambda _state, _player: worlds.draw())
        return move(int(bot.step(worlds.draw())))

    return play


class Searcher(ISMCTSBot):  # type: ignore[misc]
    """The bot with a limit of time as an alternative to its limit of simulations."""

    def __init__(self, seconds: float | None, simulations: int | None, chance: np.random.RandomState) -> None:
        evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
        super().__init__(None, evaluator, UCT_C, simulations or 0, random_state=chance)
        self._limits = seconds, simulations or 0
        self.simulations = 0

    def run_search(self, state: State) -> list[tuple[int, float]]:
        """As in :class:`ISMCTSBot`, but until the time is up where that is the limit; at least two simulations."""
        start = time.thread_time()
        self.reset()
        self._root_node = self.create_new_node(state)
        self.simulations = 0
        while self.simulations < 2 or self._goes_on(start):
            self.run_simulation(self.sample_root_state(state))
            self.simulations += 1
        found: list[tuple[int, float]] = self.get_final_policy(state, self._root_node)
        return found

    def _goes_on(self, start: float) -> bool:
        seconds, simulations = self._limits
        return self.simulations < simulations if seconds is None else time.thread_time() - start < seconds
