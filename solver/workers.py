"""Worker processes of this machine, for whatever is done in parallel.

``run(work, items)`` yields ``work(item)`` for every item, in order. Items are drawn only a little ahead of the results,
so memory stays flat however many there are. A worker process ends with the one that started it, however that ends, and
leaves Ctrl-C to it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import contextmanager
from itertools import chain, islice
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from bingo.solver.errors import BingoError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")

#: Seconds between two looks whether all workers are alive.
LOOK = 0.1


class Stopped(BingoError):
    """The end before all was done: what is written stays."""


class WorkersLost(Stopped):
    """A worker process was ended from outside, or there are none."""


class Executor(Protocol):
    """Somebody who does the work; ``with`` ends what was begun."""

    def __enter__(self) -> Executor: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def run(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """``work(item)`` for every item, in the order of the items."""


def cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ProcessPool:
    """Worker processes of this machine. A single item, or any with one job, is done at once and here."""

    def __init__(self, jobs: int | None = None) -> None:
        """``jobs`` processes; as many as there are cores unless told."""
        self.jobs = cores() if jobs is None else jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def run(self, work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
        """``work(item)`` for every item, in the order of the items.

        Raises:
            WorkersLost: a worker process was ended, by the system for want of memory, say.
        """
        waiting = iter(items)
        first = list(islice(waiting, 2))
        alone = self.jobs == 1 or len(first) < 2
        yield from (map if alone else self._spread)(work, chain(first, waiting))

    def _spread(self, work: Callable[[T], R], items: Iterator[T]) -> Iterator[R]:
        futures: deque[Future[R]] = deque()
        while True:
            try:
                for item in islice(items, 2 * self.jobs + 1 - len(futures)):
                    futures.append(self._submit(work, item))
                if not futures:
                    return
                # In pieces: on Windows nothing else lets Ctrl-C through, and a worker that was ended while it sent a
                # result leaves the pool waiting for the rest of it.
                while not wait([futures[0]], timeout=LOOK).done:
                    if not all(worker.is_alive() for worker in self._workers()):
                        raise BrokenExecutor
                result = futures.popleft().result()
            except BrokenExecutor:
                raise WorkersLost(
                    "expected worker processes that stay alive; found that one was killed"
                    " (is there memory enough? fewer --jobs need less)"
                ) from None
            yield result

    def _submit(self, work: Callable[[T], R], item: T) -> Future[R]:
        if self._pool is None:
            import multiprocessing  # here: what is done at once needs no other process
            from concurrent.futures import ProcessPoolExecutor

            # Forking is much the quickest way to start, and safe while this process has no other thread.
            alone = sys.platform == "linux" and threading.active_count() == 1
            context = multiprocessing.get_context("fork" if alone else "spawn")
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=_begin)
        with _ctrl_c_held_back():  # with the first piece of work, processes begin
            return self._pool.submit(work, item)

    def _workers(self) -> list[Any]:
        return list((getattr(self._pool, "_processes", None) or {}).values())

    def _end(self) -> None:
        """End the workers at once: either all is done, or what they do is wanted no more."""
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


@contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting in this thread, and in processes that begin meanwhile; they call :func:`_begin`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # to start it would let Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
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
