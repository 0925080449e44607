"""Threads and worker processes of this machine, for whatever is done in parallel.

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
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from bingo.solver.errors import BingoError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")

#: How often the same piece of work may cost worker processes their life.
PATIENCE = 3


class Stopped(BingoError):
    """The end before all was done: what is written stays."""


class WorkersLost(Stopped):
    """Worker processes end again and again, or there are none."""


class Executor(Protocol):
    """Somebody who does the work; ``with`` ends what was begun. ``here``: it sees the files of this machine."""

    here: bool

    def __enter__(self) -> Executor: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def run(self, work: Callable[[T], R], items: Iterable[T], shortcut: Shortcut[T, R] | None = None) -> Iterator[R]:
        """``work(item)`` for every item, in the order of the items; items may take the shortcut."""


def cores() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Shortcut(Generic[T, R]):
    """A quicker way for some items, most of it in native code, so that threads of one process can go it side by side.

    ``fits`` tells at once which items are worth an ``attempt``, which gives the result or leaves a rest. ``cancel``
    ends the attempts under way, whose results are wanted no more.
    """

    fits: Callable[[T], bool]
    attempt: Callable[[T], R | Rest]
    cancel: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left of an item, as another item."""

    item: Any


@dataclass
class _Piece(Generic[T]):
    """Work that was begun by a thread (``trying``) or a worker process, or that no one has begun."""

    item: T
    future: Future[Any] | None = None
    trying: bool = False

    def left(self) -> bool:
        """Whether it is for a worker process, and none has it."""
        if self.future is None:
            return True
        if not (self.trying and self.future.done() and isinstance(rest := self.future.result(), Rest)):
            return False
        self.item, self.future, self.trying = rest.item, None, False
        return True


class Machine:
    """Threads and worker processes of this machine. A single item, or any with one job, is done at once and here.

    Threads try the shortcut where there is one. Processes do the rest; they are not started before there is any. Those
    that die (killed for want of memory, say) are replaced and their work is done again.
    """

    here = True

    def __init__(self, jobs: int | None = None) -> None:
        """``jobs`` threads and as many processes; as many as there are cores unless told."""
        self.jobs = cores() if jobs is None else jobs
        self._threads = ThreadPoolExecutor(jobs)
        self._pool: ProcessPoolExecutor | None = None
        self._cancel: list[Callable[[], object]] = []

    def __enter__(self) -> Machine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            for cancel in self._cancel:
                cancel()
        self._threads.shutdown(wait=kind is None, cancel_futures=True)
        self._end()

    def run(self, work: Callable[[T], R], items: Iterable[T], shortcut: Shortcut[T, R] | None = None) -> Iterator[R]:
        """``work(item)`` for every item, in the order of the items.

        Raises:
            WorkersLost: the same item has killed workers several times.
        """
        waiting = iter(items)
        first = [item for _, item in zip(range(2), waiting, strict=False)]
        if self.jobs == 1 or len(first) < 2:
            yield from map(work, chain(first, waiting))
            return
        yield from self._spread(work, chain(first, waiting), shortcut)

    def _spread(self, work: Callable[[T], R], items: Iterator[T], shortcut: Shortcut[T, R] | None) -> Iterator[R]:
        if shortcut:
            self._cancel.append(shortcut.cancel)
        under_way: deque[_Piece[T]] = deque()
        lost = 0
        while True:
            while len(under_way) < 2 * self.jobs + 1 and (item := next(items, None)) is not None:
                under_way.append(self._begin(item, shortcut))
            if not under_way:
                return
            try:
                result: R = self._first(work, under_way)
            except BrokenExecutor:
                lost += 1
                if lost == PATIENCE:
                    raise WorkersLost(
                        f"expected worker processes that stay alive; found that {lost} in a row were killed"
                        " (is there memory enough? fewer --jobs need less)"
                    ) from None
                self._end()
                for piece in under_way:
                    piece.future = piece.future if piece.trying else None
                continue
            lost = 0
            under_way.popleft()
            yield result

    def _begin(self, item: T, shortcut: Shortcut[T, R] | None) -> _Piece[T]:
        if shortcut and shortcut.fits(item):
            return _Piece(item, self._threads.submit(shortcut.attempt, item), trying=True)
        return _Piece(item)

    def _first(self, work: Callable[[T], R], under_way: deque[_Piece[T]]) -> Any:
        """The result of the first piece. What threads leave meanwhile, of any piece, goes to the processes."""
        while True:
            for piece in under_way:
                if piece.left():
                    piece.future = self._submit(work, piece.item)
            first, *others = (piece.future for piece in under_way if piece.future is not None)
            if not first.done():
                # Waited for in pieces: on Windows nothing else lets Ctrl-C through.
                wait([first, *(one for one in others if not one.done())], timeout=0.1, return_when=FIRST_COMPLETED)
            elif not under_way[0].left():
                return first.result()

    def _submit(self, work: Callable[[T], R], item: T) -> Future[R]:
        if self._pool is None:
            import multiprocessing  # here: most batches of JSON Lines need no other process
            from concurrent.futures import ProcessPoolExecutor

            # Forking is much the quickest way to start, and safe while this process has no other thread.
            alone = sys.platform == "linux" and threading.active_count() == 1
            context = multiprocessing.get_context("fork" if alone else "spawn")
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=context, initializer=begin_worker)
        with ctrl_c_held_back():  # with the first piece of work, processes begin
            return self._pool.submit(work, item)

    def _end(self) -> None:
        """End the workers at once: either all is done, or what they do is wanted no more."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        workers: list[Any] = list((getattr(pool, "_processes", None) or {}).values())
        for worker in workers:
            worker.kill()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Keep Ctrl-C waiting in this thread, and in processes that begin meanwhile; they call :func:`begin_worker`."""
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


def begin_worker(on_ctrl_c: Any = signal.SIG_IGN) -> None:
    """What a process of another does first: have Ctrl-C do nothing but this, and end when its parent does."""
    import multiprocessing

    signal.signal(signal.SIGINT, on_ctrl_c)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
