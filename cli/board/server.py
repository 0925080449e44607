"""The board's server: one page and the answers to its questions, for the browser that was given the link alone.

It listens on the loopback address. Whatever comes in has to know the token, which is part of the path, and must be
meant for this address: a foreign ``Host`` is what rebinding a name to it looks like, a foreign ``Origin`` the page of
another site. Each question is answered in a thread of its own, and given up once nobody waits for the answer.
"""

from __future__ import annotations

import hmac
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler
from select import select
from socketserver import ThreadingTCPServer
from threading import Lock, Semaphore, Thread
from typing import Any

import msgspec

from bingo.cli.board.keeping import Answer, Desk

LOOPBACK = "127.0.0.1"
#: Bytes of a question, at most: a file of records is the longest.
LONGEST = 512 * 1024
#: Questions that are answered at a time, at most. Those beyond that wait.
MOST = min(max(os.cpu_count() or 1, 2), 4)
#: Seconds in which an answer under way is given up when the server ends.
PATIENCE = 0.5
#: The page may run and draw what it brings itself, and ask this server; no other site may show it in a frame.
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Gone(Exception):
    """Nobody waits for the answer any more."""


class Server(ThreadingTCPServer):
    """The server of a page: ``/TOKEN/`` is the page, ``/TOKEN/ask`` takes questions, ``/TOKEN/game`` those about the
    game that lies on the desk.

    A path that is ``once`` alone leads to the page, the first time: a link that others may see, as all users of a
    machine see what a browser is started with, is worth nothing once it was followed.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere it lets others take the port
    daemon_threads = True

    def __init__(self, port: int, token: str, once: str, desk: Desk) -> None:
        """Listen at a port; 0 is any that is free.

        Raises:
            OSError: the port is taken, or may not be used.
        """
        super().__init__((LOOPBACK, port), Handler)
        self.port: int = self.server_address[1]
        self.hosts = {f"{name}:{self.port}" for name in (LOOPBACK, "localhost")}
        self.token, self.page = token, b""
        self.ways: dict[str, Answer] = {"ask": self.answer, "game": partial(desk.ask, self.answer)}
        self._once, self._following = once, Lock()
        self._free, self._ends = Semaphore(0), False

    def serve(self, page: str, on_start: Callable[[], object]) -> None:
        """Serve until Ctrl-C; ``on_start`` is called first, as who asks by then has to wait."""
        self.page = page.encode()
        Thread(target=self._begin, daemon=True).start()
        try:
            on_start()
            self.serve_forever()
        finally:
            self.server_close()
            self._ends = True
            for _ in range(MOST):
                self._free.acquire(timeout=PATIENCE)

    def _begin(self) -> None:
        """Have all imported that a first lead needs, all else hidden; then others may ask."""
        lead = b'{"turned":"4-1","lead":"you","you":{"hand":"6-3 6-1 5-5 5-0 3-0 1-0 0-0"}}'
        self._answered(b'{"ask":"analyze","worlds":8,"position":%b}' % lead, lambda _share: None)
        self._free.release(MOST)

    def answer(self, question: bytes, asker: socket.socket | None = None) -> bytes:
        """The answer to a question; a fault of the program is told as one.

        Raises:
            Gone: nobody is at the other end of ``asker`` any more.
        """

        def see(_share: float) -> None:
            if self._ends or (asker and _left(asker)):
                raise Gone

        with self._free:
            see(0)
            return self._answered(question, see)

    def _answered(self, question: bytes, see: Callable[[float], None]) -> bytes:
        from bingo.cli.board.answering import answer  # here: it takes half a second

        try:
            return msgspec.json.encode(answer(question, see))
        except Gone:
            raise
        except Exception as error:
            return msgspec.json.encode({"error": f"The program broke: {type(error).__name__}: {error}"})

    def follow(self, path: str) -> bool:
        """Whether this is the path that leads to the page once."""
        with self._following:
            found = bool(self._once) and _same(path, self._once)
            self._once = "" if found else self._once
        return found

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of a fault of the program; nothing of somebody who has left amid a question or its answer."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers what is meant for this server and knows its token; refuses all else with status 403."""

    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else an answer in two parts would wait until the first is acknowledged

    def do_GET(self) -> None:
        """The page."""
        asked = self._asked()
        if asked == "":
            self._send(200, self.server.page, "text/html; charset=utf-8")
        elif asked is not None:
            self.send_error(404, "There is no such page.")

    def do_POST(self) -> None:
        """The answer to a question; none for somebody who has left meanwhile."""
        size = self.headers.get("Content-Length", "")
        length = int(size) if size.isdecimal() else sys.maxsize
        question = self.rfile.read(min(length, 2 * LONGEST))  # what is left unread would cut off the words below
        asked = self._asked()
        if asked is None:
            return
        if length > LONGEST:
            self.send_error(413, f"Expected at most {LONGEST:,} bytes.")
        elif asked not in self.server.ways:
            self.send_error(404, "There is no such page.")
        elif len(question) == length:
            with suppress(Gone):
                self._send(200, self.server.ways[asked](question, self.connection), "application/json")

    def _asked(self) -> str | None:
        """What stands behind the token. None where the request is refused or led to the page, as it then is."""
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

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Refuse a request; the library does where it is none."""
        self._send(405 if code == 501 else code, f"{message}\n".encode(), Connection="close")

    def _send(self, status: int, body: bytes = b"", kind: str = "text/plain; charset=utf-8", **more: str) -> None:
        self.send_response_only(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _left(asker: socket.socket) -> bool:
    """Whether nobody is at the other end any more."""
    try:
        return bool(select([asker], [], [], 0)[0]) and not asker.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
