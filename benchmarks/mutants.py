"""Do the tests notice faults? ``python -m benchmarks.mutants --count 300 --seed 1`` plants some, one at a time.

A fault of the Python code is a small change of its syntax tree (``<`` to ``<=``, ``and`` to ``or``, a number by one);
one of the kernel changes a line. The tests of the folder that has it are run, then those of what goes through the whole
program, then the others, all but those of the page, until one fails. What nobody notices is told; changes that change
nothing stand in ``mutants.json``, with the reason.
"""

from __future__ import annotations

import ast
import copy
import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from rich.progress import track

from benchmarks.command import program
from bingo.cli.options import flag, option

ROOT = Path(__file__).parents[1]
EQUIVALENT_FILE = Path(__file__).with_suffix(".json")
#: The folders of tests that hold the engine, beside those that hold all of it.
ENGINE_TESTS = ("engine", "analysis", "puzzles", "batch", "cli", "reviewing")
#: Comparisons that are changed into each other.
OPPOSITES: list[tuple[type[ast.cmpop], type[ast.cmpop]]] = [(ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq)]
OPPOSITES += [(ast.In, ast.NotIn), (ast.Is, ast.IsNot)]
OTHER_COMPARISON = {was: now for pair in OPPOSITES for was, now in (pair, pair[::-1])}
#: What a line of C++ is changed from and to.
WRITTEN = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == ")]
WRITTEN += [(" && ", " || "), (" || ", " && "), (" + 1", " + 2"), (" - 1", " - 2"), ("return true;", "return false;")]


@dataclass(frozen=True)
class Fault:
    """A change of a file: what stood at an offset, and what stands there now."""

    file: Path
    line: int
    at: int
    was: str
    now: str

    @property
    def name(self) -> str:
        """By what it is known when lines around it have changed: file, function (of Python), first line, and change."""
        text = self.file.read_text("utf-8")
        line = text.splitlines()[self.line - 1].strip()
        place = f"{self.file.relative_to(ROOT)}: {_function(text, self.line) if self.file.suffix == '.py' else ''}"
        return f"{place}{line}: {' '.join(self.was.split())} -> {' '.join(self.now.split())}"

    @contextmanager
    def planted(self) -> Iterator[None]:
        text = self.file.read_text("utf-8")
        assert text[self.at :].startswith(self.was), self
        self.file.write_text(text[: self.at] + self.now + text[self.at + len(self.was) :], "utf-8")
        try:
            yield
        finally:
            self.file.write_text(text, "utf-8")


def _function(text: str, line: int) -> str:
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    enclosing = [node for node in functions if node.lineno <= line <= (node.end_lineno or 0)]
    return f"{max(enclosing, key=lambda node: node.lineno).name}: " if enclosing else ""


def python_faults(file: Path) -> list[Fault]:
    """All faults that a file of Python can be given, but in types and words."""
    text = file.read_text("utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:  # columns are counted in bytes
        line_start = text[starts[line - 1] : starts[line]].encode()[:column]
        return starts[line - 1] + len(line_start.decode())

    faults = []
    for node in _mutable_nodes(ast.parse(text)):
        changed = _mutated(node)
        if changed is None or not isinstance(node, ast.expr):
            continue
        at, end = offset(node.lineno, node.col_offset), offset(node.end_lineno or 0, node.end_col_offset or 0)
        faults.append(Fault(file, node.lineno, at, text[at:end], f"({ast.unparse(changed)})"))
    return faults


def _mutable_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one, but those of annotations, of texts, of what only type checkers read, and of ``strict=True``,
    which tells of faults that nobody has made.
    """
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list") or isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and "TYPE_CHECKING" not in ast.dump(child)[:60]:
                yield from _mutable_nodes(child)


def _mutated(node: ast.AST) -> ast.expr | None:
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare) and len(new.ops) == 1:
        new.ops[0] = OTHER_COMPARISON[type(new.ops[0])]()
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
    elif isinstance(new, ast.BinOp) and isinstance(new.op, ast.Add | ast.Sub):
        new.op = ast.Sub() if isinstance(new.op, ast.Add) else ast.Add()
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not):
        return new.operand
    elif isinstance(new, ast.IfExp):
        new.body, new.orelse = new.orelse, new.body
    elif isinstance(new, ast.Constant) and isinstance(new.value, int):
        new.value = not new.value if isinstance(new.value, bool) else new.value + 1
    else:
        return None
    return new


def native_faults(file: Path) -> list[Fault]:
    faults, at = [], 0
    for number, line in enumerate(file.read_text("utf-8").splitlines(keepends=True), 1):
        code = line.split("//")[0]
        if not code.lstrip().startswith(("#", "*", "template", "static_assert")):
            for was, now in WRITTEN:
                faults += [Fault(file, number, at + m.start(), was, now) for m in re.finditer(re.escape(was), code)]
        at += len(line)
    return faults


# --- planting -------------------------------------------------------------------------------------------


def tests_of(file: Path) -> list[str]:
    """The files and folders of tests in the order in which they are run: the nearest first."""
    *folders, _ = file.relative_to(ROOT).parts
    folder = "/".join(folders[folders[0] == "solver" :])
    near_tests = ENGINE_TESTS if folder.startswith("engine") else (f"{folder}/test_{file.stem}.py", folder)
    names = [*near_tests, "whole", *sorted(path.name for path in (ROOT / "tests").iterdir() if path.is_dir())]
    paths = [
        f"tests/{name}"
        for name in dict.fromkeys(names)
        if any((ROOT / "tests" / name).rglob("test_*.py")) or (ROOT / "tests" / name).is_file()
    ]
    return [*(path for path in paths if path != "tests/typing"), "benchmarks/tests"]


def failing_test(fault: Fault, within: float, *depth: str) -> str | None:
    """The test that fails with the fault, or that they do not end, or nothing; None where it does not compile."""
    with fault.planted():
        if fault.file.suffix != ".py":
            build = subprocess.run(["cmake", "--build", "build/dev"], cwd=ROOT, capture_output=True)
            if build.returncode:
                return None
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *depth]
        status, printed = _run([*command, "--ignore=tests/cli/page", *tests_of(fault.file)], within)
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)
        if status is None:
            return "(the tests go on for ever)"
        return "" if status == 0 else failed[1] if failed else printed[-200:] or f"(the tests end with {status})"


def _run(command: list[str], seconds: float) -> tuple[int | None, str]:
    """Its status, or nothing where it does not end in time; and what it prints. What it has started ends with it."""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            printed, _ = process.communicate(timeout=seconds)
            return process.returncode, printed
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def main(
    count: int = option("--count N", "Faults of Python to plant.", 300),
    native: int = option("--native N", "Faults of the kernel to plant; it is compiled for each.", 0),
    seed: int = 1,
    under: str = option("--under FOLDER", "In these files alone, such as solver/proof.", ""),
    within: float = option("--within N", "Seconds for the tests of one fault.", 900.0),
    thorough: bool = flag("--thorough", "The tests with all their cases."),
) -> None:
    if subprocess.run(["git", "status", "--porcelain", "-uno"], cwd=ROOT, capture_output=True).stdout:
        sys.exit("expected a checkout without changes: faults are planted in it; found some (git status)")
    equivalent: dict[str, str] = json.loads(EQUIVALENT_FILE.read_text("utf-8"))
    rng = random.Random(seed)
    faults = [
        *_sampled(rng, count, [f for file in _files(under, "py") for f in python_faults(file)]),
        *_sampled(rng, native, [f for file in _files(under, "cpp") for f in native_faults(file)]),
    ]
    counts = dict.fromkeys(("noticed", "equivalent", "survived"), 0)
    for fault in track(faults, "Planting faults", disable=not sys.stderr.isatty()):
        test = "" if fault.name in equivalent else failing_test(fault, within, *["--thorough"] * thorough)
        if test is not None:
            kind = "equivalent" if fault.name in equivalent else "noticed" if test else "survived"
            counts[kind] += 1
            print(f"{kind} {fault.line} {fault.name} {test}", flush=True)
    caught = counts["noticed"] / max(counts["noticed"] + counts["survived"], 1)
    outcomes = ", ".join(f"{number} {kind}" for kind, number in counts.items())
    print(f"{outcomes}: {caught:.0%} of those that matter noticed")


def _files(folder: str, suffix: str) -> list[Path]:
    paths = [ROOT / folder] if folder else [ROOT / name for name in ("solver", "cli", "positions")]
    return sorted(file for path in paths for file in ([path] if path.is_file() else path.rglob(f"*.{suffix}")))


def _sampled(chance: random.Random, count: int, faults: list[Fault]) -> list[Fault]:
    return chance.sample(faults, min(count, len(faults)))


if __name__ == "__main__":
    program(main)()
