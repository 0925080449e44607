"""A headless Firefox, driven by its own protocol (Marionette: JSON over a socket, each message after its length)."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

NAMES = ("firefox-esr", "firefox")
#: Every request to a network goes to a port where nobody listens; script errors are printed.
SETTINGS = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "devtools.console.stdout.content": True,
    "browser.dom.window.dump.enabled": True,
}
PATIENCE = 60.0


class Firefox:
    """One tab of it. ``said`` is the file with what its pages wrote to the console, errors included."""

    def __init__(self, stream: socket.socket, said: Path) -> None:
        """Begin to talk."""
        self._stream, self._number, self._said = stream, 0, said
        self._read()
        self.command("WebDriver:NewSession", capabilities={"alwaysMatch": {}})
        self.command("WebDriver:SetTimeouts", script=120_000)

    def command(self, name: str, **values: Any) -> Any:
        """What a command of WebDriver gives."""
        self._number += 1
        message = json.dumps([0, self._number, name, values])
        self._stream.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, found = self._read()
        assert error is None, error
        return found

    def run(self, script: str, *values: Any) -> Any:
        """What a script in the page returns, or the promise that it returns comes to."""
        asked = f"const done = arguments[arguments.length - 1]; (async (...given) => {{ {script} }})(...arguments)"
        waiting = f"{asked}.then((found) => done({{ found }}), (error) => done({{ error: String(error) }}));"
        told = self.command("WebDriver:ExecuteAsyncScript", script=waiting, args=list(values), sandbox=None)["value"]
        assert "error" not in told, told
        return told.get("found")

    def faults(self) -> list[str]:
        """Errors of scripts, and what the page's policy kept from being loaded."""
        lines = self._said.read_text(encoding="utf-8", errors="replace").splitlines()
        return [
            line for line in lines if "bingo.html" in line and ("error" in line.lower() or "blocked" in line.lower())
        ]

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._stream.recv(1)
        found = b""
        while len(found) < int(length[:-1]):
            found += self._stream.recv(int(length[:-1]) - len(found))
        return json.loads(found)


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A browser that keeps its profile in a folder; where there is none, tests are left out."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        if os.environ.get("BINGO_REQUIRE_FIREFOX") == "1":
            pytest.fail("BINGO_REQUIRE_FIREFOX=1: expected a Firefox; found none")
        pytest.skip("there is no Firefox to look at the page with")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = SETTINGS | {"marionette.port": port}
    prefs = "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in settings.items())
    (folder / "user.js").write_text(prefs, encoding="utf-8")
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    said = folder / "said"
    with (
        said.open("wb") as out,
        subprocess.Popen(
            command, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "HOME": str(folder)}
        ) as process,
    ):
        try:
            with _connected(port) as stream:
                yield Firefox(stream, said)
        finally:
            process.terminate()


def _connected(port: int) -> socket.socket:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
