"""A board in a process of its own, and what its server answers."""

import http.client
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import urlsplit


@contextmanager
def started(*more: str, files: int = 0) -> Iterator[str]:
    """The link to a board, which is ended by a signal; with ``files``, it may have so many open."""
    words = [sys.executable, "-m", "bingo", "board", "--no-browser", *more]
    words = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *words] if files else words
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8") as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def send(
    link: str, method: str = "GET", path: str | None = None, body: bytes | None = None, **headers: str
) -> tuple[int, bytes, http.client.HTTPMessage]:
    address = urlsplit(link)
    assert address.hostname
    with closing(http.client.HTTPConnection(address.hostname, address.port, timeout=300)) as connection:
        connection.request(method, address.path if path is None else path, body, headers)
        response = connection.getresponse()
        return response.status, response.read(), response.headers


def ask(link: str, question: object, **headers: str) -> tuple[int, bytes]:
    address = urlsplit(link)
    sent = {"Origin": f"http://{address.netloc}", **headers}
    status, body, _ = send(link, "POST", f"{address.path}ask", json.dumps(question).encode(), **sent)
    return status, body


def abandoned(link: str, question: object) -> None:
    address = urlsplit(link)
    assert address.hostname
    with closing(http.client.HTTPConnection(address.hostname, address.port)) as connection:
        origin = {"Origin": f"http://{address.netloc}"}
        connection.request("POST", f"{address.path}ask", json.dumps(question).encode(), origin)
        time.sleep(0.2)
