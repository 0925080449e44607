"""The native kernel (C++); see native/module.cpp."""

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
