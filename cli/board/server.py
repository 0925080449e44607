"""The board's server: one page and the answers to its questions, for the browser that was given the link alone.

It listens on the loopback address. Whatever comes in has to know the token, which is part of the path, and must be
meant for this address: a foreign ``Host`` is what rebinding a name to it looks like, a foreign ``Origin`` the page of
another site. All that is seen before the body of a question is read. Each connection is for one question and has a
thread of its own; where there are too many, the one that has waited longest without a whole question goes. An answer is
given up once nobody waits for it.
"""

from __future__ import annotations

import hmac
import os
import socket
import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from threading import Lock, Semaphore, Thread
from typing import Any

import msgspec

from bingo.solver.engine import OnProgress

LOOPBACK_ADDRESS = "127.0.0.1"
#: The port of a link that names none.
DEFAULT_HTTP_PORT = 80
#: Most bytes of a question; files of records are the longest.
MAX_BODY_BYTES = 512 * 1024
#: Most connections at a time, well below what a system lets a process open; seconds after which a silent one is closed.
MAX_CONNECTIONS, IDLE_TIMEOUT = 64, 20.0
#: Seconds that answers under way get to stop when the server ends, and that reading off a refused body may take.
SHUTDOWN_TIMEOUT = 0.5
#: Most questions answered at a time; others wait.
MAX_PARALLEL_ANSWERS = min(max(os.cpu_count() or 1, 2), 4)
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


def host_names(port: int) -> set[str]:
    """The names of this machine in browsers, with the port; they leave out the usual one."""
    ports = (f":{port}", "") if port == DEFAULT_HTTP_PORT else (f":{port}",)
    return {f"{name}{suffix}" for name in (LOOPBACK_ADDRESS, "localhost") for suffix in ports}


class Server(ThreadingTCPServer):
    """The server of a page: ``/TOKEN/`` is the page, ``/TOKEN/ask`` takes questions, also about the game in a file.

    The path ``one_time`` leads to the page, but only the first time: all users of a machine can see the link that a
    browser is started with, so it is worth nothing once it was followed.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere it lets others take the port
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, token: str, one_time: str, game_file: Path) -> None:
        """Listen at a port; 0 is any that is free."""
        super().__init__((LOOPBACK_ADDRESS, port), Handler)
        self.port: int = self.server_address[1]
        self.host_names = host_names(self.port)
        self.token, self.page, self._one_time, self._game_file = token, b"", one_time, game_file
        self._connections: dict[socket.socket, bool] = {}  # the oldest first; whether a whole question is still to come
        self._lock = Lock()
        self._answer_slots, self._has_ended = Semaphore(0), False

    def serve(self, page: str) -> None:
        self.page = page.encode()
        Thread(target=self._begin, daemon=True).start()
        try:
            self.serve_forever()
        finally:
            self.server_close()
            self._has_ended = True
            for _ in range(MAX_PARALLEL_ANSWERS):
                self._answer_slots.acquire(timeout=SHUTDOWN_TIMEOUT)

    def _begin(self) -> None:
        """Answer a small question, so that everything answers need is imported; then let others ask."""
        position_json = b'{"turned":"4-1","lead":"you","you":{"hand":"6-3 6-1 5-5 5-0 3-0 1-0 0-0"}}'
        try:
            self.reply(b'{"ask":"analyze","worlds":8,"position":%b}' % position_json, lambda _share: None)
        finally:
            self._answer_slots.release(MAX_PARALLEL_ANSWERS)

    def answer(self, question: bytes, asker: Handler) -> bytes:
        """The answer to a question that has come whole; ``Disconnected`` once nobody is there any more."""

        def check(_share: float) -> None:
            if self._has_ended or asker.has_left():
                raise Disconnected

        with self._lock:
            self._connections[asker.connection] = False
        with self._answer_slots:
            check(0)
            return self.reply(question, check)

    def reply(self, question: bytes, on_progress: OnProgress) -> bytes:
        """The answer to a question, without a look at who asks; an error in the program is an answer, too."""
        from bingo.cli.board.answering import answer  # here: it takes half a second

        try:
            return msgspec.json.encode(answer(question, on_progress, self._game_file))
        except Disconnected:
            raise
        except Exception as error:
            return msgspec.json.encode({"error": f"The program broke: {type(error).__name__}: {error}"})

    def follow(self, path: str) -> bool:
        """Whether this is the one-time path to the page, which is used up by asking."""
        with self._lock:
            is_one_time = bool(self._one_time) and _secrets_match(path, self._one_time)
            self._one_time = "" if is_one_time else self._one_time
        return is_one_time

    # --- connections -----------------------------------------------------------------------------------

    def process_request(self, request: Any, client_address: Any) -> None:
        """Take a connection; where there are too many, instead of the one that has waited longest."""
        with self._lock:
            self._connections[request] = True
            if len(self._connections) > MAX_CONNECTIONS:
                longest_waiting = next(connection for connection, is_waiting in self._connections.items() if is_waiting)
                del self._connections[longest_waiting]
                with suppress(OSError):
                    longest_waiting.shutdown(socket.SHUT_RDWR)  # its thread sees an end, and closes it
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._connections.pop(request, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of a fault of the program; nothing of somebody who has left amid a question or its answer."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers what is meant for this server and knows its token; refuses all else with status 403."""

    server: Server
    timeout = IDLE_TIMEOUT

    def do_GET(self) -> None:
        path = self._allowed_path()
        if path == "":
            self._send(200, self.server.page, "text/html; charset=utf-8")
        elif path is not None:
            self.send_error(404, "There is no such page.")

    def do_POST(self) -> None:
        """The answer to a question; none for somebody who has left meanwhile."""
        path, size = self._allowed_path(), self.headers.get("Content-Length", "")
        body_length = int(size) if size.isascii() and size.isdigit() and len(size) < 10 else None
        if path is None:
            return
        if body_length is None or "Transfer-Encoding" in self.headers:
            self.send_error(411, f"Expected a Content-Length of at most {MAX_BODY_BYTES:,} bytes.")
        elif body_length > MAX_BODY_BYTES:
            self.send_error(413, f"Expected at most {MAX_BODY_BYTES:,} bytes.")
        elif path != "ask":
            self.send_error(404, "There is no such page.")
        elif len(question := self.rfile.read(body_length)) == body_length:
            with suppress(Disconnected):
                self._send(200, self.server.answer(question, self), "application/json")

    def _allowed_path(self) -> str | None:
        """The path behind the token. None where it is refused, or is the one-time link; either is then answered."""
        server, origin = self.server, self.headers.get("Origin")
        path = self.path.partition("?")[0].removeprefix("/")
        token, _, path_behind = path.partition("/")
        refusal = "the link lacks the token, or has that of an earlier board, or was followed before"
        if self.headers.get("Host") not in server.host_names:
            refusal = "the request is meant for another host"
        elif origin is not None and origin.removeprefix("http://") not in server.host_names:
            refusal = "the request comes from another site"
        elif self.command == "POST" and origin is None:
            refusal = "a question comes without its origin"
        elif _secrets_match(token, server.token):
            return path_behind
        elif server.follow(path):
            self._send(303, Location=f"/{server.token}/")
            return None
        self.send_error(403, f"Refused: {refusal}.")
        return None

    def has_left(self) -> bool:
        """Whether nobody is at the other end any more. What is sent before the answer has come is dropped."""
        self.connection.settimeout(0)
        try:
            while self.connection.recv(4096):
                pass
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
        self._send(405 if code == 501 else code, f"{message}\n".encode())
        self.connection.settimeout(SHUTDOWN_TIMEOUT)
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)
            for _ in range(4 * MAX_BODY_BYTES // 65_536):
                if not self.rfile.read1(65_536):
                    break

    def _send(self, status: int, body: bytes = b"", kind: str = "text/plain; charset=utf-8", **headers: str) -> None:
        self.send_response_only(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _secrets_match(secret: str, guess: str) -> bool:
    return hmac.compare_digest(secret.encode(), guess.encode())
