"""``bingo engine``: a request a line in, an answer a line out, for bots and other programs' windows."""

from __future__ import annotations

import sys
import threading
import time
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from queue import Queue
from typing import BinaryIO

import typer

from bingo.cli.interrupt import press
from bingo.solver import protocol
from bingo.solver.engine import StopEarly
from bingo.solver.errors import BingoError

#: Bytes of a line, at most; requests that are read ahead.
LONGEST, AHEAD = 1024 * 1024, 10_000
#: Seconds in which an answer that is stopped may end by itself, with what there is.
GRACE = 1.5


@dataclass(eq=False)
class _Request:
    """A request: the line as it came (empty: it is too long), and its id in JSON."""

    line: bytes
    id: bytes | None
    stopped: threading.Event = field(default_factory=threading.Event)
    running: bool = False
    pressed: bool = False  # whether it was interrupted


def run() -> None:
    """Answer requests: one JSON object a line on standard input, one answer a line on standard output.

    {"id": 1, "ask": "analyze", "position": {...}, "worlds": 512, "seed": 0} is answered with the keys of `bingo analyze
    --json`, and {"id": 1, "ask": "version"} says what else can be asked. What cannot be answered has "error" and
    "reasons". {"stop": 1} ends the answer with that id early. The program ends with its input. The manual is
    solver/ENGINE.md.
    """
    try:
        Conversation(sys.stdin.buffer, sys.stdout.buffer).run()
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


class Conversation:
    """Lines are read by a thread of their own, so that what is under way can be stopped; answers come in order."""

    def __init__(self, lines: BinaryIO, answers: BinaryIO) -> None:
        self._lines, self._answers = lines, answers
        self._queue = Queue[_Request | None](AHEAD)
        self._waiting = list[_Request]()  # those read and not answered, the one under way first
        self._lock = threading.Lock()

    def run(self) -> None:
        """Answer until nothing is asked any more."""
        threading.Thread(target=self._read, daemon=True).start()
        while asked := self._queue.get():
            found = self._answer(asked)
            with self._lock:
                self._waiting.remove(asked)
            if asked.stopped.is_set():
                found["stopped"] = True
            self._answers.write(protocol.written(found, asked.id) + b"\n")
            self._answers.flush()

    # --- reading -------------------------------------------------------------------------------------

    def _read(self) -> None:
        try:
            while line := self._lines.readline(LONGEST + 1):
                self._take(line.removeprefix(BOM_UTF8))
        except (OSError, ValueError):  # it was closed
            pass
        finally:
            self._queue.put(None)

    def _take(self, line: bytes) -> None:
        name, stop = protocol.head(line)
        if len(line) > LONGEST and not line.endswith(b"\n"):
            while (rest := self._lines.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            line = b""
        if stop is not None:
            self._stop(stop)
            return
        asked = _Request(line, name)
        with self._lock:
            self._waiting.append(asked)
        self._queue.put(asked)

    # --- stopping ------------------------------------------------------------------------------------

    def _stop(self, wanted: bytes) -> None:
        with self._lock:
            found = [asked for asked in self._waiting if asked.id == wanted]
            for asked in found:
                asked.stopped.set()
            for asked in found[:1]:
                self._press_later(asked)

    def _press_later(self, asked: _Request) -> None:
        timer = threading.Timer(GRACE, self._press, [asked])
        timer.daemon = True
        timer.start()

    def _press(self, asked: _Request) -> None:
        """Interrupt an answer that has not ended by itself."""
        with self._lock:
            if asked.running and not asked.pressed:
                asked.pressed = True
                press()

    # --- answering -----------------------------------------------------------------------------------

    def _answer(self, asked: _Request) -> protocol.Json:
        """The answer, whatever happens; nothing where this program interrupts it."""
        try:
            asked.running = True
            if asked.stopped.is_set():
                self._press_later(asked)
            found = _found(asked)
            with self._lock:
                asked.running = False
            if asked.pressed:
                time.sleep(1)  # the interruption comes at any moment
            return found
        except KeyboardInterrupt:
            asked.running = False
            if not asked.pressed:
                raise
            return {}


def _found(asked: _Request) -> protocol.Json:
    if not asked.line:
        return protocol.fault(protocol.refused("request", "a line of at most 1 MiB", "a longer one"))

    def on_progress(_share: float) -> None:
        if asked.stopped.is_set():
            raise StopEarly

    try:
        return protocol.answered(asked.line, on_progress)
    except StopEarly:
        return {}
    except Exception as error:  # a fault of the program is told, and the next request answered
        return protocol.fault(BingoError(f"The program broke: {type(error).__name__}: {error}"))
