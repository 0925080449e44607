"""Where results go: a file or standard output, and a table beside it."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

#: Seconds after which what was written is made to last, should the machine itself stop.
LASTING = 5.0


class Outputs:
    """Files that blocks are appended to, all of a block at once."""

    def __init__(self, files: Sequence[Path], standard: BinaryIO | None = None) -> None:
        self._files = [path.open("ab", buffering=0) for path in files]
        self._standard = standard
        self._lasting = time.monotonic()

    def write(self, parts: Sequence[bytes]) -> None:
        """Append a part to each output, standard output being the first if it is one."""
        if self._standard:
            self._standard.write(parts[0])
            self._standard.flush()
            parts = parts[1:]
        for file, part in zip(self._files, parts, strict=True):
            rest = memoryview(part)
            while rest:
                rest = rest[file.write(rest) :]
        if time.monotonic() > self._lasting + LASTING:
            self.keep()

    def keep(self) -> None:
        """Have the system write down what it still holds in memory."""
        for file in self._files:
            try:
                os.fsync(file.fileno())
            except OSError:  # a pipe or a device, which keeps nothing
                continue
        self._lasting = time.monotonic()

    def close(self) -> None:
        """The end of all of it."""
        for file in self._files:
            file.close()
