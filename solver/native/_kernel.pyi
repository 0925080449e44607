"""The native kernel (C++); see native/bindings."""

from array import array
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bingo.solver.game.position import Position

__version__: str

class Kernel:
    def __init__(self, trumps: array[int], scoring: array[int], bits: int, open_bits: int) -> None: ...
    def value(self, position: Position) -> int: ...
    def values(self, positions: Sequence[Position], out: NDArray[np.int16], threads: int) -> None: ...
    def moves(self, positions: Sequence[Position], out: NDArray[np.int16], threads: int) -> None: ...
    def closings(
        self, position: Position, hands: NDArray[np.uint32], turns: array[int], out: NDArray[np.int16], threads: int
    ) -> None: ...
    def sure(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        turns: array[int],
        out: NDArray[np.int16],
        few: int,
        some: int,
        threads: int,
    ) -> None: ...
    @property
    def nodes(self) -> int: ...

Tiles = tuple[int, ...]

def count_lines(block: bytes) -> tuple[int, int]: ...

class Lane:
    def __init__(self, bits: int, deal_bits: int, open_bits: int) -> None: ...
    def teach(
        self, written: bytes, trumps: array[int], scoring: array[int], either_end: bool, label: bytes
    ) -> None: ...
    def force(self, written: bytes) -> None: ...
    def solve(
        self, block: bytes, source: bytes, number: int, line: int, best: bool, compare: bool
    ) -> tuple[bytes, list[tuple[int, int, int, int, int]], list[bytes], dict[int, int]]: ...
    def see(
        self, line: bytes
    ) -> tuple[int, Tiles, int, int, Tiles, Tiles, Tiles, int, Tiles, int, tuple[int, int, int] | None, int] | None: ...

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
    ) -> None: ...
    def likelihoods(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        stocks: NDArray[np.uint8],
        temperature: float,
        out: NDArray[np.float32],
    ) -> None: ...
    def match(
        self, deals: NDArray[np.uint8], trumps: NDArray[np.int32], rival: NDArray[np.float32], out: NDArray[np.int16]
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
    ) -> int: ...

class Searcher:
    def __init__(self, trumps: array[int], scoring: array[int], weights: NDArray[np.float32], bits: int) -> None: ...
    def simulate(
        self,
        position: Position,
        hands: NDArray[np.uint32],
        stocks: NDArray[np.uint8],
        options: array[int],
        out: NDArray[np.int16],
    ) -> None: ...
