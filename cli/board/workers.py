"""Processes that answer questions, so that a slow one blocks no other and one that nobody waits for is given up."""

from __future__ import annotations

import asyncio
import os
import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import FrameType

import msgspec

from bingo.cli.interrupt import importing
from bingo.solver.workers import begin_worker, ctrl_c_held_back

#: Processes that work at a time, at most. Questions beyond that wait for one of them.
MOST = min(max(os.cpu_count() or 1, 2), 4)
#: Seconds that a process has to give a question up; then it is ended and another one started.
PATIENCE = 2.0
#: Makes a process import all it needs before anybody waits for it: a first lead, all else hidden.
FIRST = msgspec.json.encode(
    {
        "ask": "analyze",
        "worlds": 8,
        "position": {"turned": "4-1", "lead": "you", "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0"}},
    }
)


def work(pipe: Connection) -> None:
    """What a process does: answer one question after the other until nobody asks any more.

    SIGINT gives up the question at hand, and does nothing between questions or while a module is imported.
    """
    busy = False

    def give_up(_number: int, frame: FrameType | None) -> None:
        if busy and not importing(frame):
            raise KeyboardInterrupt

    begin_worker(give_up)
    from bingo.cli.board.answering import answer

    while True:
        try:
            question = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            busy = True
            found = msgspec.json.encode(answer(question))
            busy = False
        except KeyboardInterrupt:
            found = b'{"error":"given up"}'
        except Exception as error:  # a fault of the program is told, and the next question answered
            found = msgspec.json.encode({"error": f"The program broke: {type(error).__name__}: {error}"})
        busy = False
        try:
            pipe.send_bytes(found)
        except OSError:  # nobody is there any more
            return


class Worker:
    """One such process."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), daemon=True)
        with ctrl_c_held_back():
            self._process.start()
        theirs.close()

    def ask(self, question: bytes) -> bytes:
        """The answer. Blocks.

        Raises:
            EOFError: the process has ended.
        """
        self._pipe.send_bytes(question)
        return self._pipe.recv_bytes()

    def give_up(self) -> None:
        """Have the question at hand given up; ``ask`` then returns soon, or fails."""
        if os.name != "posix" or self._process.pid is None:
            self.end()
        else:
            os.kill(self._process.pid, signal.SIGINT)

    def alive(self) -> bool:
        """Whether the process is there."""
        return self._process.is_alive()

    def end(self) -> None:
        """End the process, whatever it is at."""
        self._process.kill()


class Workers:
    """All of them. Answers come in the order in which they are found."""

    def __init__(self, most: int = MOST) -> None:
        self._most = asyncio.Semaphore(most)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Have a process ready before the first question comes."""
        task = asyncio.create_task(self._warm_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _warm_up(self) -> None:
        await self.answer(FIRST)

    async def answer(self, question: bytes) -> bytes:
        """The answer to a question; if this is cancelled, the question is given up."""
        async with self._most:
            worker = self._ready() or await self._hire()
            asking = asyncio.ensure_future(asyncio.to_thread(worker.ask, question))
            try:
                found = await asyncio.shield(asking)
            except asyncio.CancelledError:
                await self._give_up(worker, asking)
                raise
            except (EOFError, OSError):
                self._all.discard(worker)
                return b'{"error":"The process that was to answer has ended."}'
            self._idle.append(worker)
            return found

    def _ready(self) -> Worker | None:
        """One that waits for a question; what has ended meanwhile is forgotten."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive():
                return worker
            self._all.discard(worker)
        return None

    async def _hire(self) -> Worker:
        """Another process; if this is cancelled meanwhile, it waits for the next question."""
        hiring = asyncio.ensure_future(asyncio.to_thread(Worker))
        try:
            worker = await asyncio.shield(hiring)
        except asyncio.CancelledError:
            self._idle.append(await hiring)
            self._all.add(self._idle[-1])
            raise
        self._all.add(worker)
        return worker

    async def _give_up(self, worker: Worker, asking: asyncio.Future[bytes]) -> None:
        worker.give_up()
        try:
            await asyncio.wait_for(asyncio.shield(asking), PATIENCE)
        except (asyncio.TimeoutError, EOFError, OSError):
            worker.end()
            self._all.discard(worker)
        else:
            self._idle.append(worker)

    def end(self) -> None:
        """End them all."""
        for worker in self._all:
            worker.end()
