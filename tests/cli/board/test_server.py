"""The board's server: who is let in, what is too large, and that no question stands in the way of another."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Any
from urllib.parse import urlsplit

import pytest

from bingo import deal
from bingo.cli.board import MAX_FILE_BYTES
from bingo.cli.board.server import MAX_BODY_BYTES, Handler, Server, host_names
from bingo.positions.reading import as_document
from tests.cli.board.test_answering import document
from tests.oracles.board import ask, asking, send, started
from tests.support.command import BINGO, LAST_TILE, refusal, wait_for
from tests.support.reading import EXAMPLES, ROOT


@pytest.fixture(scope="module")
def link() -> Iterator[str]:
    with started() as address:
        yield address


def test_the_page_and_its_questions_are_answered(link: str) -> None:
    status, body, headers = send(link)
    assert (status, b"Bingo board" in body) == (200, True)
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    status, body = ask(link, {"ask": "analyze", "position": document("the-bingo-waits")})
    assert (status, json.loads(body)["item"]["answer"]["value"]) == (200, 2)


def test_it_listens_on_the_loopback_address_alone(link: str) -> None:
    assert urlsplit(link).hostname == "127.0.0.1"


HOSTS = ("evil.example", "127.0.0.1", "evil.example:80", "127.0.0.1:1")
ORIGINS = ("http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", "")


@pytest.mark.parametrize("header", [*({"Host": host} for host in HOSTS), *({"Origin": origin} for origin in ORIGINS)])
def test_another_host_or_origin_is_refused(link: str, header: dict[str, Any]) -> None:
    assert send(link, **header)[0] == 403
    assert ask(link, {"ask": "puzzle", "number": 0}, **header)[0] == 403


def test_browsers_leave_out_the_usual_port() -> None:
    assert host_names(80) >= {"127.0.0.1", "localhost", "127.0.0.1:80"}
    assert host_names(8080) == {"127.0.0.1:8080", "localhost:8080"}


def test_a_question_without_an_origin_is_refused(link: str) -> None:
    assert send(link, "POST", f"{urlsplit(link).path}ask", b"{}")[0] == 403


@pytest.mark.parametrize("path", ["/", "//", "/ask", "/wrong/", "/wrong/ask", "/%00/"])
def test_without_the_token_nothing_is_shown(link: str, path: str) -> None:
    assert send(link, path=path)[0] == 403


@pytest.mark.parametrize("target", ["?", "?x", "*", "x", "http:", "//?"])
def test_a_strange_target_is_refused(link: str, target: str) -> None:
    assert send(link, path=target)[0] in (400, 403)


def test_a_question_that_is_too_deep_is_none(link: str) -> None:
    deep = b'{"ask":"analyze","position":' + b'{"a":' * 50_000
    origin = {"Origin": f"http://{urlsplit(link).netloc}"}
    status, body, _ = send(link, "POST", urlsplit(link).path + "ask", deep, **origin)
    assert (status, b"cannot be answered" in body) == (200, True)


def test_of_a_question_that_is_too_long_no_more_is_read(link: str) -> None:
    status, body = ask(link, {"ask": "read", "text": "x" * MAX_BODY_BYTES})
    assert status == 413
    assert b"Expected at most" in body


def test_other_methods_and_paths_are_not_there(link: str) -> None:
    token = urlsplit(link).path
    assert send(link, "DELETE")[0] == 405
    assert send(link, path=token + "nothing")[0] == 404
    assert send(link, "POST", token + "nothing", b"{}", Origin=f"http://{urlsplit(link).netloc}")[0] == 404


# --- what takes long ---------------------------------------------------------------------------------


#: A question that takes minutes: thousands of hands, each a whole endgame that no claim cuts short.
SLOW_QUESTION = {
    "ask": "close",
    "position": {
        "rules": "berndt",
        "turned": "4-1",
        "trump": 4,
        "lead": "you",
        "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0", "points": 0, "tricks": 1},
        "opponent": {"points": 0, "tricks": 0},
    },
}
#: One that takes half a minute.
EXACT_QUESTION = {"ask": "analyze", "position": as_document(deal(seed=7, rules="domino-play"))}
SLOW_BODY = json.dumps(SLOW_QUESTION).encode()


def test_a_slow_question_blocks_no_other(link: str) -> None:
    with asking(link, SLOW_QUESTION) as connection:
        _, body = ask(link, {"ask": "analyze", "position": document("the-bingo-waits")})
        assert json.loads(body)["item"]["answer"]["value"] == 2
        assert select([connection.sock], [], [], 0)[0] == []


@pytest.mark.parametrize("question", [SLOW_QUESTION, EXACT_QUESTION], ids=["hands", "exact"])
def test_a_tab_that_is_closed_stops_its_search(link: str, question: object) -> None:
    """More tabs than are answered at a time ask what takes long and are closed. The next one is still answered."""
    for _ in range(8):
        with asking(link, question):
            time.sleep(0.1)
    start_time = time.monotonic()
    assert ask(link, {"ask": "puzzle", "number": 0})[0] == 200
    assert time.monotonic() - start_time < 5


# --- hostile clients ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small() -> Iterator[str]:
    with started(files=256) as address:
        yield address


def head(link: str, *lines: str) -> bytes:
    address = urlsplit(link)
    first = (f"POST {address.path}ask HTTP/1.1", f"Host: {address.netloc}", f"Origin: http://{address.netloc}")
    return "\r\n".join((*first, *lines, "", "")).encode()


def open_socket(link: str) -> socket.socket:
    address = urlsplit(link)
    return socket.create_connection((address.hostname or "", address.port or 0), timeout=60)


def connections(link: str, count: int, sent_bytes: bytes = b"") -> list[socket.socket]:
    sockets = [open_socket(link) for _ in range(count)]
    for connection in sockets:
        with suppress(OSError):  # the oldest are closed again
            connection.sendall(sent_bytes)
    return sockets


def trickled(link: str) -> list[socket.socket]:
    sockets = connections(link, 100, head(link, "Content-Length: 1000"))
    for _ in range(3):
        for connection in sockets:
            with suppress(OSError):
                connection.sendall(b" ")
        time.sleep(0.05)
    return sockets


def half_closed(link: str) -> list[socket.socket]:
    sockets = connections(link, 20, head(link, f"Content-Length: {len(SLOW_BODY)}") + SLOW_BODY)
    for connection in sockets:
        connection.shutdown(socket.SHUT_WR)
    return sockets


def away_with_a_byte(link: str) -> list[socket.socket]:
    for connection in connections(link, 8, head(link, f"Content-Length: {len(SLOW_BODY)}") + SLOW_BODY):
        connection.sendall(b"x")
        connection.close()
    return []


def saying_the_same(link: str) -> list[socket.socket]:
    word = json.dumps({"ask": "game", "say": "hint"}).encode()
    return connections(link, 8, head(link, f"Content-Length: {len(word)}") + word)


HOSTILE_BODIES = {
    "idle connections": lambda link: connections(link, 300),
    "many idle connections": lambda link: connections(link, 600) + connections(link, 500),
    "half-sent bodies": lambda link: connections(link, 200, head(link, "Content-Length: 500000") + b" " * 400_000),
    "one more byte, and away": away_with_a_byte,
    "half-closed": half_closed,
    "no length": lambda link: connections(link, 1, head(link)),
    "a length below 0": lambda link: connections(link, 1, head(link, "Content-Length: -5")),
    "a length with a sign": lambda link: connections(link, 1, head(link, "Content-Length: +5")),
    "chunks": lambda link: connections(link, 1, head(link, "Transfer-Encoding: chunked") + b"5\r\nhello\r\n"),
    "a length of 5,000 digits": lambda link: connections(link, 1, head(link, "Content-Length: " + "9" * 5000)),
    "a byte now and then": trickled,
    "eight tabs": saying_the_same,
}


@pytest.mark.skipif(sys.platform == "win32", reason="limits are set in another way there")
@pytest.mark.parametrize("pattern", HOSTILE_BODIES)
def test_whatever_others_do_an_honest_client_is_answered_at_once(small: str, pattern: str) -> None:
    """Within 100 ms on a machine that does nothing else; the best of a few tries on one that does."""
    assert ask(small, {"ask": "puzzle", "number": 0})[0] == 200
    hostile = HOSTILE_BODIES[pattern](small)
    try:
        seconds = []
        for _ in range(5):
            start = time.perf_counter()
            assert send(small)[0] == 200
            seconds.append(time.perf_counter() - start)
        assert min(seconds) < 0.1
        if "length" in pattern or pattern == "chunks":
            assert hostile[0].recv(100).startswith(b"HTTP/1.0 411 ")
    finally:
        for connection in hostile:
            connection.close()


@pytest.mark.skipif(sys.platform == "win32", reason="a browser is named in another way there")
def test_the_browser_is_given_a_link_that_is_worth_nothing_once_it_was_followed(tmp_path: Path) -> None:
    """Others see what a browser is started with. Connections that end amid a question leave no word behind either."""
    file = tmp_path / "given"
    # The browser runs in the foreground until its page has come.
    shows = f'echo "$0" > {file}.part && mv {file}.part {file} && sleep 2'
    named = {**os.environ, "BROWSER": f"sh -c '{shows}' %s"}
    with subprocess.Popen(
        [*BINGO, "board"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT, env=named
    ) as process:
        try:
            link = process.stdout.readline().split()[-1]
            wait_for(file.exists)
            address, once = urlsplit(link), file.read_text().strip()
            assert address.path.strip("/") not in once
            status, _, headers = send(once, path=urlsplit(once).path)
            assert (status, headers["Location"]) == (303, address.path)
            assert send(once, path=urlsplit(once).path)[0] == 403
            for _ in range(3):
                with open_socket(link) as half:
                    half.sendall(head(link, "Content-Length: 100") + b"{")
            assert send(link)[0] == 200
            with asking(link, SLOW_QUESTION):
                process.send_signal(signal.SIGINT)
                assert (process.stderr.read(), process.wait()) == ("", 0)  # as it said, Ctrl-C ends it
        finally:
            process.kill()


# --- the command -------------------------------------------------------------------------------------


def test_what_cannot_be_shown_is_said_before_anything_is_served(tmp_path: Path) -> None:
    large, strange = tmp_path / "large.yaml", tmp_path / "strange.yaml"
    large.write_bytes(b"#" * (MAX_FILE_BYTES + 1))
    strange.write_bytes(b"\xff")
    for words, expected in (
        ([str(ROOT)], "a file that can be read"),
        ([str(large)], "a file of at most 409,600 bytes"),
        ([str(strange)], "text in UTF-8"),
    ):
        assert f"expected {expected}" in refusal("board", *words)


def test_a_hyphen_is_standard_input() -> None:
    with subprocess.Popen(
        [*BINGO, "board", "-", "--no-browser"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            process.stdin.write(LAST_TILE)
            process.stdin.close()
            assert b"name: The last tile" in send(process.stdout.readline().split()[-1])[1]
        finally:
            process.kill()


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy_socket:
        port = busy_socket.getsockname()[1]
        words = (str(EXAMPLES / "first-lead.yaml"), "--port", str(port))
        result = refusal("board", *words)
    assert f"--port: expected a port that is free; found {port} (" in result


def test_who_has_left_is_noticed_and_only_faults_of_the_program_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("one by none")

    monkeypatch.setattr("bingo.cli.board.answering.answer", broken)
    with Server(0, "token", "once", tmp_path / "game.yaml") as server:
        answer = server.reply(b"", lambda _share: None)
        assert answer == b'{"error":"The program broke: ZeroDivisionError: one by none"}'
        handler = object.__new__(Handler)
        with socket.create_connection(("127.0.0.1", server.port)) as asker:
            handler.connection, _ = server.get_request()
            assert not handler.has_left()
            asker.sendall(b"x")  # one more byte, and away without a word
            asker.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        assert handler.has_left()
        handler.connection.close()
        for error in (ConnectionResetError(), ZeroDivisionError("one by none")):
            try:
                raise error
            except Exception:
                server.handle_error(None, "somebody")
    assert capsys.readouterr().err.count("Traceback") == 1


def test_where_the_extra_is_missing_the_message_says_what_to_install() -> None:
    code = "import sys; sys.modules['markdown_it'] = None;from bingo.cli.main import app; app(['board'])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 1
    assert result.stderr == "The board needs markdown_it: pip install 'domino-bingo[board]'\n"
