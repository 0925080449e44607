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
    @property
    def nodes(self) -> int: ...
