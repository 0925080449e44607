"""Worker processes of this machine, or of a Dask cluster, for whatever is done in parallel.

``run(work, items)`` yields every item with ``work(item)``, in order. Items are drawn only a little ahead of the
results, so memory stays flat however many there are. A worker process ends with the one that started it, however that
ends, and leaves Ctrl-C to it.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from bingo.solver.errors import MAX_THREADS, BingoError, check_int

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")

#: Seconds between two checks whether all workers are alive.
CHECK_INTERVAL = 0.1


class Stopped(BingoError):
    """The end before all was done: what is written stays."""


class WorkersLost(Stopped):
    """A worker process was ended from outside, or there are none."""


def _in_order(
    submit: Callable[[T], Future[R]], items: Iterator[T], most_begun: Callable[[], int], check: Callable[[], object]
) -> Iterator[tuple[T, R]]:
    """Every item with its result; at most ``most_begun()`` are under way; ``check()`` sees after the workers."""
    futures: deque[tuple[T, Future[R]]] = deque()
    while True:
        for item in islice(items, max(most_begun() - len(futures), 0)):
            futures.append((item, submit(item)))
        if not futures:
            return
        item, future = futures.popleft()
        # In pieces: on Windows nothing else lets Ctrl-C through, and a worker that was ended while it sent a result
        # leaves the pool waiting for the rest of it.
        while not wait([future], timeout=CHECK_INTERVAL).done:
            check()
        yield item, future.result()


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ProcessPool:
    """Worker processes of this machine. A single item, or any with one job, is done at once and here."""

    def __init__(self, jobs: int | None = None) -> None:
        """``jobs`` processes; as many as there are cores unless told.

        Raises:
            NotationError: they are too few, or too many for any machine.
        """
        if jobs is not None:
            check_int("jobs", jobs, 1, MAX_THREADS)
        self.jobs = cores() if jobs is None else jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        """End the workers at once: all is done, or given up."""
        if self._pool is None:
            return
        for worker in self._workers():
            worker.kill()
        pool: Any
        pool, self._pool = self._pool, None
        # Whoever was ended amid a message has left one end of a pipe waiting for the rest. With our copies of the other
        # ends closed, the pool's threads find that nobody is there any more, and end.
        pool._result_queue._writer.close()
        if sys.version_info < (3, 11, 5):  # later ones do that themselves
            pool._call_queue._reader.close()
        pool.shutdown(wait=True, cancel_futures=True)

    def run(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Every item with ``work(item)``, in the order of the items.

        Raises:
            WorkersLost: a worker process was ended, by the system for want of memory, say.
        """
        items_left = iter(items)
        first_items = list(islice(items_left, 2))
        if self.jobs == 1 or len(first_items) < 2:
            yield from ((item, work(item)) for item in chain(first_items, items_left))
            return
        submit = partial(self._submit, work)
        try:
            yield from _in_order(submit, chain(first_items, items_left), lambda: 2 * self.jobs + 1, self._check_workers)
        except BrokenExecutor:
            raise WorkersLost(
                "expected worker processes that stay alive; found that one was killed"
                " (is there memory enough? fewer --jobs need less)"
            ) from None

    def _check_workers(self) -> None:
        if not all(worker.is_alive() for worker in self._workers()):
            raise BrokenExecutor

    def _submit(self, work: Callable[[T], R], item: T) -> Future[R]:
        if self._pool is None:
            import multiprocessing  # here: what is done at once needs no other process
            from concurrent.futures import ProcessPoolExecutor

            # Forking is much the quickest way to start, and safe while this process has no other thread.
            may_fork = sys.platform == "linux" and threading.active_count() == 1
            context = multiprocessing.get_context("fork" if may_fork else "spawn")
            if not may_fork:  # forks share locks without names, of which no process of its own need keep track
                from multiprocessing import resource_tracker

                resource_tracker.ensure_running()  # to start it below would let Ctrl-C through
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_begin_worker)
        with _ctrl_c_held_back():  # with the first piece of work, processes begin
            return self._pool.submit(work, item)

    def _workers(self) -> list[Any]:
        return list((getattr(self._pool, "_processes", None) or {}).values())


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting in this thread, and in processes that begin meanwhile; they call :func:`_begin_worker`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    old_mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old_mask)


def _begin_worker() -> None:
    """What a process of another does first: leave Ctrl-C to that one, and end when it does."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def installed() -> str:
    from importlib.metadata import version  # here: 0.02 s that nobody else needs

    return version("domino-bingo")


class Cluster:
    """The workers of a Dask scheduler, on any number of machines. Work of a worker that is lost is done by another one;
    after ``give_up_after`` seconds without any, the run ends.
    """

    def __init__(self, address: str, *, patience: float = 10, give_up_after: float = 300) -> None:
        """Connect, and wait so many seconds for the scheduler and then for a first worker. Certificates for ``tls://``
        are those of Dask's configuration; without, whoever answers at the address, or is on the way, is trusted like a
        program on this machine.

        Raises:
            ModuleNotFoundError: Dask is not installed.
            WorkersLost: no scheduler answers, it has no worker, or the workers have another version of the program.
        """
        import distributed

        self._address, self._give_up_after = address, give_up_after
        self._lost = (OSError, CancelledError, TimeoutError, distributed.TimeoutError)  # three before Python 3.11
        self._killed_error: type[BaseException] = distributed.KilledWorker
        loggers = ("distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado.application")
        for name in loggers:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # a lost worker is no news
        connect: Any = distributed.Client
        try:
            self._client: Any = connect(address, timeout=patience, set_as_default=False)
        except (ValueError, TypeError, *self._lost) as error:
            raise WorkersLost(f"expected a Dask scheduler at {address}; found: {error}") from None
        try:
            self._client.wait_for_workers(1, timeout=patience)
            versions = set(self._client.run(installed).values())
            if versions != {installed()}:
                raise ValueError(", ".join(sorted(versions)))
        except Exception as error:  # whatever a worker raises where this program is not installed
            self.__exit__()
            raise WorkersLost(f"expected workers with bingo {installed()} at {address}; found: {error}") from None
        self._last_worker = time.monotonic()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(*self._lost):  # there may be nobody to say goodbye to
            self._client.close(timeout=2)

    def run(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R]]:
        """Every item with ``work(item)``, as :class:`ProcessPool` has them.

        Raises:
            WorkersLost: all workers are gone, or the scheduler is.
        """
        submit = partial(self._client.get_executor(pure=False).submit, work)
        try:
            yield from _in_order(submit, iter(items), lambda: 2 * self._threads() + 2, self._check_workers)
        except self._killed_error as error:  # the same item has killed several
            raise WorkersLost(f"expected workers that stay alive; found: {error}") from None
        except self._lost:
            message = f"expected the Dask scheduler at {self._address} to answer; found that it is gone"
            raise WorkersLost(message) from None

    def _threads(self) -> int:
        thread_count: int = sum(self._client.nthreads().values())
        if thread_count:
            self._last_worker = time.monotonic()
        return thread_count

    def _check_workers(self) -> None:
        if not self._threads() and time.monotonic() - self._last_worker >= self._give_up_after:
            minutes = self._give_up_after / 60
            raise WorkersLost(f"expected workers at {self._address}; found none for {minutes:g} minutes")


#: Somebody who does the work; ``with`` ends what was begun.
Executor: TypeAlias = ProcessPool | Cluster
