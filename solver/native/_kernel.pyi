"""The native kernel (C++); see native/bindings.

Any call ends soon with KeyboardInterrupt when Ctrl-C is pressed (in Python's main thread), and works without the GIL.
An object may be used by several threads: one call at a time is done, the others wait.
"""

from array import array
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.objective import Objective
from bingo.solver.game.position import Position

__version__: str
SEARCH_WIDTH: tuple[int, int]

class Stopped(Exception):
    """A call was ended by its :class:`Stop`."""

class Stop:
    """Ends the calls that it is given to, from any thread: they raise :class:`Stopped`."""

    def __init__(self) -> None: ...
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Answerer:
    """The one seam, see native/web/answer.hpp; what it is to know of rules, it learns from ``data``."""

    def __init__(self) -> None: ...
    def learn(self, data: bytes) -> None: ...
    def answer(self, question: bytes, on_progress: Callable[[float], bool] | None = None) -> bytes: ...
    def values(self, rules: int, rows: NDArray[np.int32], out: NDArray[np.int16]) -> None: ...

class Kernel:
    def __init__(self, trumps: array[int], scoring: array[int], bits: int, open_bits: int) -> None: ...
    def value(self, position: Position, objective: Objective | None = None, yours: int = 0, theirs: int = 0) -> int: ...
    def values(
        self,
        positions: Sequence[Position],
        out: NDArray[np.int16],
        threads: int,
        objectives: Sequence[Objective | None] | None = None,
    ) -> None: ...
    def values_by_hands(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        out: NDArray[np.int16],
        threads: int,
        objective: Objective | None = None,
    ) -> None: ...
    def moves(
        self,
        positions: Sequence[Position],
        out: NDArray[np.int16],
        threads: int,
        objectives: Sequence[Objective | None] | None = None,
    ) -> None: ...
    def closings(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: array[int],
        out: NDArray[np.int16],
        threads: int,
        seconds: float | None = None,
        on_progress: Callable[[int], object] | None = None,
        objective: Objective | None = None,
    ) -> int:
        """How many hands were done before ``seconds`` were over; the rows of the others hold 0x7FFF.

        ``on_progress`` is called by this thread, at most every 50 ms, with the number of hands done.
        """

    def guaranteed(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: array[int],
        weights: NDArray[np.float64],
        out: NDArray[np.int16],
        all_up_to: int,
        two_up_to: int,
        threads: int,
        seconds: float | None = None,
        on_progress: Callable[[int], object] | None = None,
        objective: Objective | None = None,
    ) -> int:
        """As closings, with moves for hands: how many rows were done."""

    def losses(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: array[int],
        weights: NDArray[np.float64],
        out: NDArray[np.float64],
        own_moves: int,
        wins: bool,
        steps: int,
        threads: int,
        seconds: float | None = None,
        on_progress: Callable[[int], object] | None = None,
        objective: Objective | None = None,
    ) -> int:
        """As closings, with moves for hands: how many were done; the others hold NaN."""

    def best_defences(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        moves: array[int],
        weights: NDArray[np.float64],
        below: NDArray[np.float64],
        out: NDArray[np.int16],
        steps: int,
        without: int,
        threads: int,
        seconds: float | None = None,
        on_progress: Callable[[int], object] | None = None,
        objective: Objective | None = None,
    ) -> list[int]:
        """For each move 1 where a better strategy was found, 0 where there is none, -1 or -2 where that is not known.

        Bits of ``without`` leave cuts out: early, bound, decided, alike, table.
        """

    @property
    def nodes(self) -> int: ...

Tiles = tuple[int, ...]
Triple = tuple[int, int, int]

def count_lines(block: bytes) -> tuple[int, int]: ...

class JsonLines:
    def __init__(self, bits: int, deal_bits: int, open_bits: int) -> None: ...
    def add_rules(
        self, written: bytes, trumps: array[int], scoring: array[int], either_end: bool, label: bytes
    ) -> None: ...
    def add_objective(self, written: bytes, you: int, opponent: int, first: int, objective: Objective) -> None: ...
    def use_only(self, written: bytes) -> None: ...
    def solve(
        self,
        block: bytes,
        source: bytes,
        number: int,
        line: int,
        best: bool,
        compare: bool,
        stop: Stop | None = None,
        match: bool = True,
    ) -> tuple[
        bytes, list[tuple[int, int, int, int, int]], list[bytes], dict[int, int], list[tuple[bytes, int, int, int]]
    ]: ...
    def parse(
        self, line: bytes
    ) -> (
        tuple[int, Tiles, int, int, Tiles, Tiles, Tiles, int, Tiles, int, Triple | None, int, Triple | None] | None
    ): ...

class Composer:
    def __init__(
        self, trumps: array[int], scoring: array[int], bits: int, open_bits: int, suits: array[int]
    ) -> None: ...
    def shallow(self, positions: Sequence[Position], tricks: int, out: NDArray[np.int16]) -> None: ...
    def candidates(
        self, seed: int, first: int, deals: int, wanted: array[int]
    ) -> tuple[NDArray[np.int32], NDArray[np.int16], NDArray[np.int16]]: ...

class Players:
    def __init__(self, trumps: array[int], scoring: array[int], weights: NDArray[np.float32], bits: int) -> None: ...
    @staticmethod
    def shapes() -> list[int]: ...
    def evaluate(self, position: Position) -> list[tuple[int, int, int, float]]: ...
    def play_out(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        stocks: NDArray[np.uint8],
        options: array[int],
        out: NDArray[np.int16],
        threads: int,
        objective: Objective | None = None,
    ) -> None: ...
    def likelihoods(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        stocks: NDArray[np.uint8],
        temperature: float,
        out: NDArray[np.float32],
    ) -> None: ...
    def beliefs(
        self,
        suit: int,
        turned: int,
        own: int,
        tricks: array[int],
        hands: NDArray[np.uint32],
        temperature: float,
        blunder: float,
        out: NDArray[np.float64],
    ) -> None: ...
    def imagine(
        self,
        suit: int,
        turned: int,
        own: int,
        tricks: array[int],
        tries: int,
        seed: int,
        out: NDArray[np.uint32],
    ) -> int: ...
    def match(
        self,
        deals: NDArray[np.uint8],
        trumps: NDArray[np.int32],
        rival: NDArray[np.float32] | None,
        out: NDArray[np.int16],
        objective: Objective | None = None,
        leader: int | None = None,
    ) -> None: ...
    def samples(
        self,
        deals: NDArray[np.uint8],
        trumps: NDArray[np.int32],
        epsilon: float,
        worlds: int,
        temperature: float,
        blunder: float,
        seed: int,
        out: NDArray[np.float32],
        rival: NDArray[np.float32] | None = None,
    ) -> int: ...

class Equilibrium:
    """What :meth:`Endgames.solve` found: gains of player 0, and moves as (claim, declared doubles, tile or -1, how
    often, value)."""

    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def value(self) -> float: ...
    @property
    def iterations(self) -> int: ...
    @property
    def histories(self) -> int: ...
    @property
    def sequences(self) -> int: ...
    @property
    def moves(self) -> list[tuple[bool, int, int, float, float]]: ...

class Endgames:
    def __init__(self, trumps: array[int], scoring: array[int]) -> None: ...
    def histories(
        self, position: Position, yours: NDArray[np.uint32], theirs: NDArray[np.uint32], most: int
    ) -> tuple[int, int]:
        """In how many ways deals can be played, counted deal by deal until there are ``most``; of how many deals."""

    def solve(
        self,
        position: Position,
        yours: NDArray[np.uint32],
        theirs: NDArray[np.uint32],
        weights: NDArray[np.float64],
        hand: int,
        tolerance: float,
        most: int,
        threads: int,
        seconds: float | None = None,
        on_progress: Callable[[int], object] | None = None,
        objective: Objective | None = None,
    ) -> Equilibrium:
        """CFR+ until the exploitability is at most ``tolerance``, after ``most`` iterations, or after ``seconds``.

        A row of ``yours``, ``theirs`` and ``weights`` is a deal. ``on_progress`` is told parts of 200.
        """
