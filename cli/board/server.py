"""The board's server: one page and the answers to its questions, for the browser that was given the link alone.

It listens on the loopback address. Whatever comes in has to know the token, which is part of the path, and must be
meant for this address: a foreign ``Host`` is what rebinding a name to it looks like, a foreign ``Origin`` the page of
another site.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bingo.cli.board.keeping import Answer, Desk
from bingo.cli.board.workers import Workers

LOOPBACK = "127.0.0.1"
#: Bytes of a question, at most: a file of records is the longest.
LONGEST = 512 * 1024
UNKNOWN = "the link lacks the token, or has that of an earlier board, or was followed before"
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
#: Where nobody is there to read an answer.
NOBODY = Response(status_code=499)


class Guard:
    """Lets through what is meant for this server and knows its token.

    A path that is ``once`` alone is told the token, the first time: a link that others may see, as all users of a
    machine see what a browser is started with, is worth nothing once it was followed.
    """

    def __init__(self, app: ASGIApp, port: int, token: str, once: str = "") -> None:
        self._app, self._token, self._once = app, token, once
        self._hosts = {f"{name}:{port}" for name in (LOOPBACK, "localhost")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with status 403."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(Request(scope)) if scope["type"] == "http" else "only HTTP is spoken here"
        if refusal is None:
            await self._app(scope, receive, send)
        elif refusal is UNKNOWN and self._once and hmac.compare_digest(_path(scope), self._once.encode()):
            self._once = ""
            await RedirectResponse(f"/{self._token}/", 303, headers=HEADERS)(scope, receive, send)
        else:
            await PlainTextResponse(f"Refused: {refusal}.\n", 403, headers=HEADERS)(scope, receive, send)

    def _refusal(self, request: Request) -> str | None:
        if request.headers.get("host") not in self._hosts:
            return "the request is meant for another host"
        origin = request.headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return "the request comes from another site"
        if request.method == "POST" and origin is None:
            return "a question comes without its origin"
        if not hmac.compare_digest(_path(request.scope).partition(b"/")[0], self._token.encode()):
            return UNKNOWN
        return None


def _path(scope: Scope) -> bytes:
    """What stands behind the address and its slash, if anything does."""
    return str(scope["path"]).removeprefix("/").encode()


def application(page: str, port: int, token: str, workers: Workers, desk: Desk, once: str = "") -> ASGIApp:
    """The server of this page: ``/TOKEN/`` is the page, ``/TOKEN/ask`` takes questions, ``/TOKEN/game`` those about the
    game that lies on the desk; ``/ONCE`` leads to the page the first time.
    """

    async def show(_request: Request) -> Response:
        return HTMLResponse(page, headers=HEADERS)

    async def ask(request: Request) -> Response:
        return await _respond(request, workers.answer)

    async def game(request: Request) -> Response:
        return await _respond(request, lambda question: desk.ask(question, workers.answer))

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await workers.start()
        yield
        workers.end()

    routes = [
        Route(f"/{token}/", show),
        Route(f"/{token}/ask", ask, methods=["POST"]),
        Route(f"/{token}/game", game, methods=["POST"]),
    ]
    return Guard(Starlette(routes=routes, lifespan=lifespan), port, token, once)


async def _respond(request: Request, answer: Answer) -> Response:
    try:
        question = await _body(request)
    except ClientDisconnect:
        return NOBODY
    if question is None:
        return PlainTextResponse(f"Expected at most {LONGEST:,} bytes.\n", 413, headers=HEADERS)
    found = await _answer(request, answer(question))
    if found is None:
        return NOBODY
    return Response(found, media_type="application/json", headers=HEADERS)


async def _body(request: Request) -> bytes | None:
    """The question; None if it is too long, of which no more is read then."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            return None
    return bytes(body)


async def _answer(request: Request, answer: Awaitable[bytes]) -> bytes | None:
    """The answer; None once the tab is closed or asks something else instead."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    answering, leaving = asyncio.ensure_future(answer), asyncio.ensure_future(gone())
    await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
    leaving.cancel()
    if answering.done():
        return answering.result()
    answering.cancel()
    with suppress(asyncio.CancelledError):
        await answering
    return None


def listening(port: int) -> socket.socket:
    """A socket on the loopback address; port 0 is any that is free.

    Raises:
        OSError: the port is taken, or may not be used.
    """
    # The protocol is named, as asyncio sends answers without delay (TCP_NODELAY) only where it is.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it lets others take the port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((LOOPBACK, port))
    except OSError:
        found.close()
        raise
    return found


def serve(app: ASGIApp, bound: socket.socket, on_start: Callable[[], object]) -> None:
    """Serve until Ctrl-C; ``on_start`` is called once questions are taken."""

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            on_start()

    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        http="h11",
        ws="none",
    )
    Server(config).run(sockets=[bound])
