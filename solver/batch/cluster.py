"""The workers of a Dask scheduler, on any number of machines."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

from bingo.solver.workers import WorkersLost

T = TypeVar("T")
R = TypeVar("R")

#: Seconds after which it is said that there are no workers, and after which the run ends without them.
SAY_AFTER, GIVE_UP_AFTER = 10.0, 300.0


def installed() -> str:
    """The version of this program."""
    from bingo import __version__

    return __version__


class Cluster:
    """An executor: the workers of a Dask scheduler. Work of a worker that is lost is done by another one.

    ``on_wait`` is called with words once no worker has been there for ``say_after`` seconds; after ``give_up_after``
    seconds without one, the run ends.
    """

    def __init__(
        self,
        address: str,
        *,
        patience: float = 10,
        on_wait: Callable[[str], object] | None = None,
        say_after: float = SAY_AFTER,
        give_up_after: float = GIVE_UP_AFTER,
    ) -> None:
        """Connect, and wait so many seconds for the scheduler and then for a first worker. Certificates for ``tls://``
        are those of Dask's configuration; without, whoever answers at the address, or is on the way, is trusted like a
        program on this machine.

        Raises:
            ModuleNotFoundError: Dask is not installed.
            WorkersLost: no scheduler answers, it has no worker, or the workers have another version of the program.
        """
        import distributed

        self._timeouts = (TimeoutError, distributed.TimeoutError)  # two before Python 3.11
        self._killed: type[BaseException] = distributed.KilledWorker
        for name in ("distributed", "distributed.client", "distributed.core", "distributed.comm"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost worker is no news: its work is done again
        self._address, self._on_wait = address, on_wait
        self._say_after, self._give_up_after = say_after, give_up_after
        connect: Any = distributed.Client
        try:
            self._client: Any = connect(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError, *self._timeouts) as error:
            raise WorkersLost(f"expected a Dask scheduler at {address}; found: {error}") from None
        try:
            self._client.wait_for_workers(1, timeout=patience)
            there = set(self._client.run(installed).values())
        except Exception as error:  # whatever a worker raises where this program is not installed
            self._close()
            raise WorkersLost(f"expected workers with bingo {installed()} at {address}; found: {error}") from None
        if there != {installed()}:
            self._close()
            found = ", ".join(sorted(there))
            raise WorkersLost(f"expected workers with bingo {installed()} at {address}; found {found}")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        with suppress(OSError, *self._timeouts):  # there may be nobody to say goodbye to
            self._client.close(timeout=2)

    def run(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """``work(item)`` for every item, in the order of the items.

        Raises:
            WorkersLost: the same item has killed workers several times, the scheduler is gone, or all workers are.
        """
        waiting = iter(items)
        under_way: deque[Any] = deque()
        while True:
            ahead = 2 * sum(self._threads().values()) + 2
            while len(under_way) < ahead and (item := next(waiting, None)) is not None:
                under_way.append(self._asked(partial(self._client.submit, work, item, pure=False)))
            if not under_way:
                return
            result: R = self._result(under_way.popleft())
            yield result

    def _result(self, future: Any) -> Any:
        """What comes of it, however long that takes; while no worker is there, only so long."""
        since: float | None = None  # no worker has been there
        said = False
        while True:
            with suppress(*self._timeouts):
                return self._asked(partial(future.result, timeout=1))
            if self._threads():
                since, said = None, False
                continue
            since = since or time.monotonic()
            waited = time.monotonic() - since
            if waited >= self._give_up_after:
                minutes = self._give_up_after / 60
                raise WorkersLost(f"expected workers at {self._address}; found none for {minutes:g} minutes")
            if not said and self._on_wait and waited >= self._say_after:
                said = True
                self._on_wait(f"There are no workers at {self._address} any more; waiting for one.")

    def _threads(self) -> dict[str, int]:
        """The workers, each with its number of threads."""
        found: dict[str, int] = self._asked(self._client.nthreads)
        return found

    def _asked(self, question: Callable[[], Any]) -> Any:
        """What the scheduler answers; of its timeouts, those of ``result`` pass."""
        try:
            return question()
        except self._killed as error:
            raise WorkersLost(f"expected workers that stay alive; found: {error}") from None
        except self._timeouts:
            raise
        except (OSError, CancelledError):
            raise WorkersLost(
                f"expected the Dask scheduler at {self._address} to answer; found that it is gone"
            ) from None
