"""``bingo engine``: a request a line in, an answer a line out, for bots and other programs' windows; ENGINE.md is its
manual.

A request is an object in JSON whose ``ask`` says what is asked, an answer one with the keys of ``--json``. Whatever
cannot be answered has ``error``, in words, and ``reasons``, each with ``code``, ``field``, ``expected`` and ``found``.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from codecs import BOM_UTF8
from collections import deque
from dataclasses import dataclass, field, replace
from typing import BinaryIO

import msgspec
import typer

from bingo.cli.requests import ASKS, Json, answer_request, fault
from bingo.positions.hints import show
from bingo.positions.parsing import read_json
from bingo.solver.engine import StopEarly
from bingo.solver.errors import NotationError, Reason

#: Bytes of a line at most, and of lines that are read ahead.
MAX_LINE_BYTES, MAX_AHEAD_BYTES = 1 << 20, 8 << 20
#: Ids that are remembered: of what was answered, and of what is to be stopped once it comes.
MAX_IDS = 10_000

_encode = msgspec.json.Encoder(enc_hook=float).encode  # of numbers of numpy
_ID_FIRST = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?(?:0|[1-9][0-9]{0,200})|"[ !#-\[\]-~]{0,200}")\s*[,}]')


def engine() -> None:
    """Answer requests: one JSON object a line on standard input, one answer a line on standard output.

    {"id": 1, "ask": "analyze", "position": {...}, "worlds": 512, "seed": 0} is answered with the keys of `bingo analyze
    --json`, and {"id": 1, "ask": "version"} says what else can be asked. What cannot be answered has "error" and
    "reasons". {"stop": 1} ends the answer with that id early. The program ends with its input. The manual is
    solver/ENGINE.md.
    """
    if sys.stdin.isatty():
        print('Waiting for requests, an object a line, such as {"ask": "version"}; Ctrl-C ends it.', file=sys.stderr)
    try:
        Conversation(sys.stdin.buffer, sys.stdout.buffer).run()
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


# --- the conversation --------------------------------------------------------------------------------


class _Identified(msgspec.Struct):
    """The id of a request as it came: numbers of any size."""

    id: msgspec.Raw = msgspec.Raw()


@dataclass(eq=False, slots=True)
class Request:
    """A line that was read: its keys, or the answer where it has none; ``id`` in JSON as it came, empty without one."""

    size: int
    id: bytes = b""
    keys: Json = field(default_factory=dict)
    fault: Json | None = None
    stopped: bool = False

    @classmethod
    def of(cls, line: bytes) -> Request:
        """Read a line, whatever it is; of one that is no JSON the id, if it comes first."""
        first = _ID_FIRST.match(line)
        request = cls(len(line), first[1] if first else b"")
        try:
            request.keys = _object(line)
            request.id = bytes(msgspec.json.decode(line, type=_Identified).id)
        except NotationError as error:
            request.fault = fault(error)  # not the error itself, which would hold the whole line, in a circle
        return request

    @property
    def name(self) -> int:
        """The id as ids are compared and remembered: short, however long it is."""
        return hash(json.dumps(json.loads(self.id))) if self.id else 0


def _object(line: bytes) -> Json:
    if len(line) > MAX_LINE_BYTES:
        raise NotationError.of("request", "a line of at most 1 MiB", "a longer one")
    faults: list[Reason] = []
    try:
        data = read_json(line.decode(), 0, faults)
    except UnicodeDecodeError as error:
        raise NotationError.of("request", "UTF-8 text", f"the byte {line[error.start]:#04x}") from None
    except NotationError as error:
        faults, data = [*error.reasons], {}
    if faults:
        raise NotationError([replace(fault, field="request", line=None) for fault in faults])
    if not isinstance(data, dict):
        raise NotationError.of("request", "an object in JSON", show(data))
    return data


class Conversation:
    """Lines are read by a thread of their own, so that what is under way can be stopped; answers come in order."""

    def __init__(self, lines: BinaryIO, answers: BinaryIO) -> None:
        self._lines, self._answers = lines, answers
        self._waiting = deque[Request | None]()  # those read and not answered, the one under way first; None: no more
        self._changed = threading.Condition()
        self._answered, self._to_stop = deque[int](maxlen=MAX_IDS), deque[int](maxlen=MAX_IDS)

    def run(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()
        while request := self._next():
            answer = answer_to(request)
            with self._changed:
                self._waiting.popleft()
                self._answered.append(request.name)
                self._changed.notify()
            if request.stopped:
                answer["stopped"] = True
            self._answers.write(encode(answer, request.id) + b"\n")
            self._answers.flush()

    def _next(self) -> Request | None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting)
            return self._waiting[0]

    def _read(self) -> None:
        try:
            while line := self._lines.readline(MAX_LINE_BYTES + 1):
                if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
                    while (rest := self._lines.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
                        pass
                self._enqueue(Request.of(line.removeprefix(BOM_UTF8)))
        except (OSError, ValueError):  # it was closed
            pass
        with self._changed:
            self._waiting.append(None)
            self._changed.notify()

    def _enqueue(self, request: Request) -> None:
        with self._changed:
            if list(request.keys) == ["stop"]:
                self._stop(hash(json.dumps(request.keys["stop"])))
                return
            if request.name in self._to_stop:
                request.stopped = True
                self._to_stop.remove(request.name)
            self._waiting.append(request)
            self._changed.notify()
            self._changed.wait_for(lambda: sum(r.size for r in self._waiting if r) <= MAX_AHEAD_BYTES)

    def _stop(self, name: int) -> None:
        """Stop what waits with this id; what has not come yet, when it comes."""
        waiting = [request for request in self._waiting if request and request.name == name]
        for request in waiting:
            request.stopped = True
        if not waiting and name not in self._answered:
            self._to_stop.append(name)


def answer_to(request: Request) -> Json:
    """The answer as data, without the id, whatever happens: faults of the request are answers too."""

    def on_progress(_share: float) -> None:
        if request.stopped:
            raise StopEarly

    try:
        return request.fault or answer_request(request.keys, on_progress)
    except StopEarly:  # before there was anything to tell
        return dict(ASKS[request.keys["ask"]].stopped)
    except Exception as error:  # one of the program is told too, and the next request answered
        return fault(error)


def encode(answer: Json, name: bytes = b"") -> bytes:
    return _encode({"id": msgspec.Raw(name), **answer} if name else answer)
