"""The kernel as browsers run it, in Node: for tests and benchmarks."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from bingo.solver.seam.data import everything

#: Answers a line with a line.
PROGRAM = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Kernel } from "./kernel.mjs";

const began = performance.now();
const kernel = new Kernel(new WebAssembly.Module(readFileSync(process.argv[2])), readFileSync(process.argv[3]));
console.log(performance.now() - began);
let spent = 0;
const used = () => process.cpuUsage().user + process.cpuUsage().system;
const timed = (what) => {
  const before = used();
  const found = what();
  spent += used() - before;
  return found;
};
const answer = (line) => (line === "time" ? spent : timed(() => kernel.ask(line)));
for await (const line of createInterface({ input: process.stdin })) console.log(answer(line));
"""


class Node:
    """A Node that runs the kernel. ``started`` is how long compiling and starting it took, in seconds."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Wait until it has begun."""
        self._process = process
        assert process.stdout
        self.started = float(process.stdout.readline()) / 1000

    def ask(self, question: object) -> str:
        """The answer to a question, as it came."""
        return self._said(json.dumps(question, ensure_ascii=False))

    def cpu(self) -> float:
        """Processor time that it has used for answers, in seconds; reading and writing them is left out."""
        return float(self._said("time")) / 1e6

    def _said(self, line: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().removesuffix("\n")


def found() -> str | None:
    """Where Node is, if it is anywhere."""
    return shutil.which("node")


@contextmanager
def running(module: Path) -> Iterator[Node]:
    """A Node with this module, which ends with the block.

    Raises:
        FileNotFoundError: there is no Node.
    """
    program = found()
    if program is None:
        raise FileNotFoundError("node: expected a Node to run the kernel in; found none")
    with TemporaryDirectory() as folder:
        place = Path(folder)
        script = (files("bingo.cli.page") / "assets" / "kernel.js").read_text(encoding="utf-8")
        (place / "kernel.mjs").write_text(script, encoding="utf-8")
        (place / "program.mjs").write_text(PROGRAM, encoding="utf-8")
        (place / "data").write_bytes(everything())
        command = [program, "program.mjs", str(module.resolve()), "data"]
        with subprocess.Popen(
            command, cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        ) as process:
            try:
                yield Node(process)
            finally:
                process.kill()
