"""The board's server: one page and the answers to its questions, for the browser that was given the link alone.

It listens on the loopback address. Whatever comes in has to know the token, which is part of the path, and must be
meant for this address: a foreign ``Host`` is what rebinding a name to it looks like, a foreign ``Origin`` the page of
another site. All that is seen before the body of a question is read. Each connection has a thread of its own; where
there are too many, the one that has waited longest without a whole question goes. An answer is given up once nobody
waits for it.
"""

from __future__ import annotations

import hmac
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from threading import Lock, Semaphore, Thread
from typing import Any

import msgspec

from bingo.cli.options import move_aside, write_atomically
from bingo.solver.engine import OnProgress
from bingo.solver.render.board import Json

LOOPBACK = "127.0.0.1"
#: Where a browser looks if nothing else is said.
USUAL_PORT = 80
#: Bytes of a question, at most: a file of records is the longest.
MAX_BODY_BYTES = 512 * 1024
#: Connections at a time, well below what a system lets a process open; seconds in which one has to go on.
MAX_CONNECTIONS, IDLE_TIMEOUT = 64, 20.0
#: Seconds in which an answer under way is given up when the server ends, and in which a refused body is read away.
SHUTDOWN_TIMEOUT = 0.5
#: Questions that are answered at a time, at most. Those beyond that wait.
MAX_ANSWERS = min(max(os.cpu_count() or 1, 2), 4)
#: The page may run and draw what it brings itself, and ask this server; no other site may show it in a frame.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Disconnected(Exception):
    """Nobody waits for the answer any more."""


def hosts(port: int) -> set[str]:
    """The names of this machine in browsers, with the port; they leave out the usual one."""
    ports = (f":{port}", "") if port == USUAL_PORT else (f":{port}",)
    return {f"{name}{suffix}" for name in (LOOPBACK, "localhost") for suffix in ports}


class Server(ThreadingTCPServer):
    """The server of a page: ``/TOKEN/`` is the page, ``/TOKEN/ask`` takes questions, ``/TOKEN/game`` those about the
    game that is kept.

    The path ``one_time`` leads to the page, but only the first time: all users of a machine can see the link that a
    browser is started with, so it is worth nothing once it was followed.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere it lets others take the port
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, token: str, one_time: str, store: GameStore) -> None:
        """Listen at a port; 0 is any that is free.

        Raises:
            OSError: the port is taken, or may not be used.
        """
        super().__init__((LOOPBACK, port), Handler)
        self.port: int = self.server_address[1]
        self.hosts = hosts(self.port)
        self.token, self.page, self._one_time, self._store = token, b"", one_time, store
        self._waiting: dict[socket.socket, None] = {}  # for a whole question, the longest first
        self._connections, self._lock = 0, Lock()
        self._slots, self._ended = Semaphore(0), False

    def serve(self, page: str) -> None:
        """Serve until Ctrl-C."""
        self.page = page.encode()
        Thread(target=self._begin, daemon=True).start()
        try:
            self.serve_forever()
        finally:
            self.server_close()
            self._ended = True
            for _ in range(MAX_ANSWERS):
                self._slots.acquire(timeout=SHUTDOWN_TIMEOUT)

    def _begin(self) -> None:
        """Answer a lead with one hand hidden, which imports all that answers need; then let others ask."""
        lead = b'{"turned":"4-1","lead":"you","you":{"hand":"6-3 6-1 5-5 5-0 3-0 1-0 0-0"}}'
        try:
            self.reply("ask", b'{"ask":"analyze","worlds":8,"position":%b}' % lead, lambda _share: None)
        finally:
            self._slots.release(MAX_ANSWERS)

    def answer(self, where: str, question: bytes, asker: Handler) -> bytes:
        """The answer to a question.

        Raises:
            Disconnected: nobody is at the other end of ``asker`` any more.
        """

        def check(_share: float) -> None:
            if self._ended or asker.has_left():
                raise Disconnected

        with self._slots:
            check(0)
            return self.reply(where, question, check)

    def reply(self, where: str, question: bytes, on_progress: OnProgress) -> bytes:
        """The same, whoever asks; a fault of the program is told as one."""
        from bingo.cli.board.answering import answer  # here: it takes half a second

        try:
            if where == "game":
                return msgspec.json.encode(self._store.ask(answer, question, on_progress))
            return msgspec.json.encode(answer(question, on_progress))
        except Disconnected:
            raise
        except Exception as error:
            return msgspec.json.encode({"error": f"The program broke: {type(error).__name__}: {error}"})

    def follow(self, path: str) -> bool:
        """Whether this is the path that leads to the page once; from now on it does not."""
        with self._lock:
            matches = bool(self._one_time) and _same(path, self._one_time)
            self._one_time = "" if matches else self._one_time
        return matches

    # --- connections -----------------------------------------------------------------------------------

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection; where there are too many, instead of the one that has waited longest."""
        with self._lock:
            full = self._connections >= MAX_CONNECTIONS
            longest = next(iter(self._waiting), None) if full else None
            if longest is not None:
                del self._waiting[longest]
                with suppress(OSError):
                    longest.shutdown(socket.SHUT_RDWR)  # its thread sees an end, and closes it
            if not full or longest is not None:
                self._connections += 1
                self._waiting[request] = None
        if full and longest is None:
            self.shutdown_request(request)
        else:
            super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Hear what comes on a connection until it ends."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._connections -= 1
                self._waiting.pop(request, None)

    def set_waiting(self, connection: socket.socket, waiting: bool) -> None:
        """Whether a connection has yet to bring a whole question."""
        with self._lock:
            self._waiting.pop(connection, None)
            if waiting:
                self._waiting[connection] = None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of a fault of the program; nothing of somebody who has left amid a question or its answer."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers what is meant for this server and knows its token; refuses all else with status 403."""

    server: Server
    protocol_version = "HTTP/1.1"
    timeout = IDLE_TIMEOUT
    disable_nagle_algorithm = True  # else an answer in two parts would wait until the first is acknowledged

    def do_GET(self) -> None:
        """The page."""
        path = self._path()
        if path == "":
            self._send(200, self.server.page, "text/html; charset=utf-8")
        elif path is not None:
            self.send_error(404, "There is no such page.")

    def do_POST(self) -> None:
        """The answer to a question; none for somebody who has left meanwhile."""
        path, size = self._path(), self.headers.get("Content-Length", "")
        length = int(size) if size.isascii() and size.isdigit() and len(size) < 10 else None
        if path is None:
            return
        if length is None or "Transfer-Encoding" in self.headers:
            self.send_error(411, f"Expected a Content-Length of at most {MAX_BODY_BYTES:,} bytes.")
        elif length > MAX_BODY_BYTES:
            self.send_error(413, f"Expected at most {MAX_BODY_BYTES:,} bytes.")
        elif path not in ("ask", "game"):
            self.send_error(404, "There is no such page.")
        elif len(question := self.rfile.read(length)) == length:
            self.server.set_waiting(self.connection, waiting=False)
            with suppress(Disconnected):
                self._send(200, self.server.answer(path, question, self), "application/json")
            self.server.set_waiting(self.connection, waiting=True)

    def _path(self) -> str | None:
        """The path behind the token. None where it is refused, or is the one-time link; either is then answered."""
        server, origin = self.server, self.headers.get("Origin")
        path = self.path.partition("?")[0].removeprefix("/")
        token, _, rest = path.partition("/")
        refusal = "the link lacks the token, or has that of an earlier board, or was followed before"
        if self.headers.get("Host") not in server.hosts:
            refusal = "the request is meant for another host"
        elif origin is not None and origin.removeprefix("http://") not in server.hosts:
            refusal = "the request comes from another site"
        elif self.command == "POST" and origin is None:
            refusal = "a question comes without its origin"
        elif _same(token, server.token):
            return rest
        elif server.follow(path):
            self._send(303, Location=f"/{server.token}/")
            return None
        self.send_error(403, f"Refused: {refusal}.")
        return None

    def has_left(self) -> bool:
        """Whether nobody is at the other end any more. What is sent before the answer has come is dropped."""
        self.connection.settimeout(0)
        try:
            while more := self.connection.recv(4096):
                self.close_connection = bool(more)
            return True
        except BlockingIOError:
            return False
        except OSError:
            return True
        finally:
            self.connection.settimeout(IDLE_TIMEOUT)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Refuse a request; the library does where it is none. A body that comes all the same would cut off the words,
        so what is under way of it is read.
        """
        self._send(405 if code == 501 else code, f"{message}\n".encode(), Connection="close")
        self.connection.settimeout(SHUTDOWN_TIMEOUT)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            for _ in range(4 * MAX_BODY_BYTES // 65_536):
                if not self.rfile.read1(65_536):
                    break

    def _send(self, status: int, body: bytes = b"", kind: str = "text/plain; charset=utf-8", **more: str) -> None:
        self.send_response_only(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _same(secret: str, other: str) -> bool:
    return hmac.compare_digest(secret.encode(), other.encode())


# --- the game that is kept ---------------------------------------------------------------------------


class GameStore:
    """The file of the game on the board: read before each question, written when the answer is another game.

    Nothing else is kept, so a board that was killed, a page that is loaded again and `bingo play` go on from the file.
    What another tab or program wrote meanwhile is never written over.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._writing = path, Lock()

    def ask(self, answer: Callable[[Json, OnProgress], Json], question: bytes, on_progress: OnProgress) -> Json:
        """Answer a question about the game, by ``answer``, which gets the records from the file with it.

        A new game takes the place of the old one, whose file gets a number.
        """
        try:
            request = {"ask": "", **msgspec.json.decode(question, type=Json)}
            return self._answer(request, lambda about: answer(about, on_progress))
        except (msgspec.DecodeError, RecursionError) as error:
            return {"error": f"This question cannot be answered: {error}"}
        except UnicodeDecodeError:
            return {"error": f"{self._path} holds something other than a game: expected text in UTF-8."}
        except OSError as error:
            return {"error": f"{error.filename or self._path}: {error.strerror}"}

    def _answer(self, question: Json, answer: Callable[[Json], Json]) -> Json:
        before, begins = self._read(), question["ask"] == "begin"
        reply = answer({**question, "text": before})
        there = answer({"ask": "game", "text": before}) if begins and before.strip() else reply
        if before.strip() and ("reasons" in there or (begins and "error" in there)):
            return {"error": f"{self._path} holds something other than a game; name another file with --game."}
        after = reply.get("text", before)
        with self._writing:
            current = self._read() == before
            if after != before and current:
                if begins and before.strip():
                    reply["lines"] = [*reply["lines"], f"The game before is in {move_aside(self._path)}."]
                write_atomically(self._path, after)
        if after != before and not current:  # somebody else wrote it: nothing is done, and their game is shown
            return self._answer({"ask": "game", "stamp": -1}, answer)
        return {**reply, "file": str(self._path)}

    def _read(self) -> str:
        """What is in the file; nothing where there is none.

        Raises:
            OSError, UnicodeDecodeError: it cannot be read.
        """
        return self._path.read_text(encoding="utf-8-sig") if self._path.exists() else ""
