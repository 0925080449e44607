"""The executors: every result, in the order of the items, whoever did the work and whatever became of him."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bingo.solver.batch.blocks import blocks
from bingo.solver.batch.detail import Detail
from bingo.solver.batch.errors import WorkersLost
from bingo.solver.batch.executors import Machine, Rest, Shortcut
from bingo.solver.batch.task import Task
from bingo.solver.batch.work import shortcut, solve
from tests.native import needs_kernel
from tests.test_cli_batch import lines


def square(item: int) -> tuple[int, int]:
    """Who did the work, and the square."""
    return os.getpid(), item * item


def by_thread(item: int) -> tuple[int, int] | Rest:
    """The same for even items; of each third one, ten times as much is left."""
    time.sleep(random.random() / 100)
    return Rest(item * 10) if item % 3 == 0 else square(item)


def die(_: int) -> None:
    os._exit(1)


def even(item: int) -> bool:
    return item % 2 == 0


def test_threads_do_what_they_can_and_processes_the_rest() -> None:
    with Machine(2) as machine:
        done = list(machine.run(square, range(40), Shortcut(even, by_thread, print)))
    assert [one for _, one in done] == [(n * 10 if n % 6 == 0 else n) ** 2 for n in range(40)]
    here = [worker == os.getpid() for worker, _ in done]
    assert here == [n % 2 == 0 and n % 6 != 0 for n in range(40)]


def test_no_process_is_started_before_there_is_work_for_it() -> None:
    with Machine(2) as machine:
        done = machine.run(square, range(0, 40, 2), Shortcut(even, square, print))
        assert [one for _, one in done] == [n * n for n in range(0, 40, 2)]
        assert machine._pool is None


def test_an_error_ends_what_threads_have_begun() -> None:
    wanted, ended = threading.Event(), threading.Semaphore(0)

    def attempt(item: int) -> int:
        if item and wanted.wait(60):
            ended.release()
        return item

    def fail() -> None:
        with Machine(2) as machine:
            next(machine.run(int, range(9), Shortcut(lambda _: True, attempt, wanted.set)))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert ended.acquire(timeout=60)


def test_one_job_is_done_here_in_this_thread() -> None:
    with Machine(1) as machine:
        done = machine.run(lambda _: (threading.get_ident(), 0), range(5), Shortcut(even, by_thread, print))
        assert [thread for thread, _ in done] == [threading.get_ident()] * 5


def test_items_are_drawn_only_a_little_ahead() -> None:
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for n in range(1000):
            drawn.append(n)
            yield n

    with Machine(2) as machine:
        for n, _ in enumerate(machine.run(square, items(), Shortcut(lambda _: True, square, print))):
            assert len(drawn) <= n + 6


def test_workers_that_die_again_and_again_are_told() -> None:
    with Machine(2) as machine, pytest.raises(WorkersLost, match="3 in a row were killed"):
        list(machine.run(die, range(4)))


@needs_kernel
@pytest.mark.parametrize("detail", [Detail.VALUE, Detail.BEST])
def test_threads_side_by_side_make_what_one_makes(detail: Detail, tmp_path: Path) -> None:
    """Some lines are broken: so many in one block that a process gets it, and one in another."""
    rng = random.Random(5)
    text = [rng.choice(lines()) for _ in range(3000)]
    text[1000:1010], text[2000] = ["nonsense"] * 10, "{}"
    file = tmp_path / "some.jsonl"
    file.write_text("\n".join(text))
    task = Task(detail=detail, failed=True)
    alone = [solve(task, block) for block in blocks(file, lambda: 30_000)]
    with Machine(8) as machine:
        done = list(machine.run(partial(solve, task), blocks(file, lambda: 30_000), shortcut(task)))
        assert machine._pool is not None
    assert [replace(one, seconds=0) for one in done] == [replace(one, seconds=0) for one in alone]
