"""Do the tests notice faults? ``python -m benchmarks.mutants --count 300 --seed 1`` plants some, one at a time.

A fault of the Python code is a small change of its syntax tree (``<`` to ``<=``, ``and`` to ``or``, a number by one);
one of the kernel changes a line. The tests that touch the line are run: those of Python as ``benchmarks.coverage``
tells them, those of the kernel by the folder of the file. What nobody notices survives, and is told; changes that
change nothing stand in ``mutants.json``, with the reason. ``--thorough`` gives what the short run was seen to miss to
the tests with all their cases. What became of a fault is kept in ``build/mutants``: who is interrupted goes on there.
"""

from __future__ import annotations

import argparse
import ast
import copy
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from coverage import CoverageData
from rich.progress import track

from benchmarks.coverage import BY_CASES, KEPT as MEASURED, measured, seconds

ROOT = Path(__file__).parents[1]
EQUIVALENT = Path(__file__).with_suffix(".json")
#: By depth, the test that noticed a fault, by the fault's name: none is planted twice. Away with it after a change of
#: the tests.
KEPT = ROOT / "build" / "mutants"
#: Tests are tried in parts, the cheapest first, which take so many seconds together: they notice most faults.
PARTS = (2, 10, 60)
#: Tests that take so many times as long as without a fault, and some minutes, have met something endless.
LONGER = 3
#: Tests of the whole page, of manuals and of releases: they touch everything, and hold what others hold. The short run
#: does without them.
BESIDE = ("tests/cli/page/", "tests/whole/test_readme", "tests/test_packaging")
#: The tests that hold all of the kernel, by every kind of position.
HOLDING = ("whole/test_matrix*",)
#: The tests that hold a folder of it besides.
HELD = {
    "core": ("engine/test_*",),
    "hidden": ("engine/test_*", "analysis/test_*"),
    "positions": ("positions/test_*", "batch/test_solving*", "analysis/test_worlds*"),
    "batch": ("batch/test_*", "cli/test_batch*"),
    "bindings": ("batch/test_solving*", "puzzles/test_*", "cli/test_engine*", "engine/test_*", "analysis/test_*"),
    "compose": ("puzzles/test_*",),
    **dict.fromkeys(("play", "engine"), ("cli/test_engine*", "engine/test_*", "reviewing/test_judging*")),
    **dict.fromkeys(("estimates", "closing"), ("analysis/test_*", "engine/test_*")),
    "levels": ("analysis/test_levels*", "engine/test_textbook*", "cli/test_engine*"),
}
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
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
        text = self.file.read_text(encoding="utf-8")
        line = text.splitlines()[self.line - 1].strip()
        place = f"{self.file.relative_to(ROOT)}: {_function(text, self.line) if self.file.suffix == '.py' else ''}"
        return f"{place}{line}: {' '.join(self.was.split())} -> {' '.join(self.now.split())}"

    @property
    def called(self) -> bool:
        """Whether a call runs the line of Python: what an import runs is told of the test that imports it first."""
        around = _around(self.file.read_text(encoding="utf-8"), self.line)
        return any(one.body[0].lineno <= self.line for one in around)

    @contextmanager
    def planted(self) -> Iterator[None]:
        """The file has the fault for as long as this lasts."""
        text = self.file.read_text(encoding="utf-8")
        assert text[self.at :].startswith(self.was), self
        self.file.write_text(text[: self.at] + self.now + text[self.at + len(self.was) :], encoding="utf-8")
        try:
            yield
        finally:
            self.file.write_text(text, encoding="utf-8")


def _around(text: str, line: int) -> list[ast.FunctionDef]:
    """The functions that a line of Python is in."""
    every = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef)]
    return [one for one in every if one.lineno <= line <= (one.end_lineno or 0)]


def _function(text: str, line: int) -> str:
    """The innermost of them, or nothing."""
    around = _around(text, line)
    return f"{max(around, key=lambda one: one.lineno).name}: " if around else ""


def python_faults(file: Path) -> list[Fault]:
    """All faults that a file of Python can be given, but in types and words."""
    text = file.read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:  # columns are counted in bytes
        begun = text[starts[line - 1] : starts[line]].encode()[:column]
        return starts[line - 1] + len(begun.decode())

    found = []
    for node in _executed(ast.parse(text)):
        changed = _changed(node)
        if changed is None or not isinstance(node, ast.expr):
            continue
        at, end = offset(node.lineno, node.col_offset), offset(node.end_lineno or 0, node.end_col_offset or 0)
        found.append(Fault(file, node.lineno, at, text[at:end], f"({ast.unparse(changed)})"))
    return found


def _executed(node: ast.AST) -> Iterator[ast.AST]:
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
                yield from _executed(child)


def _changed(node: ast.AST) -> ast.expr | None:
    """A copy with a fault, where it can have one."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare) and len(new.ops) == 1:
        new.ops[0] = COMPARED[type(new.ops[0])]()
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
    """All faults that a file of C++ can be given, line by line."""
    found, at = [], 0
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(keepends=True), 1):
        code = line.split("//")[0]
        if not code.lstrip().startswith(("#", "*", "template", "static_assert")):
            for was, now in WRITTEN:
                found += [Fault(file, number, at + m.start(), was, now) for m in re.finditer(re.escape(was), code)]
        at += len(line)
    return found


# --- which tests touch a line ---------------------------------------------------------------------------


def touching(data: CoverageData, fault: Fault, but: tuple[str, ...]) -> list[str]:
    """The tests that touch the line of a fault of Python; of what is done on import, all that touch the file."""
    touched = data.contexts_by_lineno(str(fault.file))
    found = touched.get(fault.line, []) if fault.called else {test for tests in touched.values() for test in tests}
    return sorted({test for test in found if test and not test.startswith(but)})


def holding(fault: Fault, took: dict[str, float]) -> list[str]:
    """The files of tests that hold the folder of a fault of the kernel, and what commands print."""
    names = HELD.get(fault.file.parent.name, HELD["core"])
    files = [
        str(file.relative_to(ROOT))
        for name in (*names, *HOLDING)
        for file in sorted((ROOT / "tests").glob(f"{name}.py"))
    ]
    return [*files, *(test for test in took if test.startswith(f"{BY_CASES}::"))]


# --- planting -------------------------------------------------------------------------------------------


def noticed(fault: Fault, tests: list[str], took: dict[str, float], within: float, *depth: str) -> str | None:
    """The test that fails with the fault, or nothing; None where it does not compile."""
    native = fault.file.suffix != ".py"
    with fault.planted():
        if native and subprocess.run(["cmake", "--build", "build/dev"], cwd=ROOT, capture_output=True).returncode:
            return None
        for part in _cheapest_first(tests, took, within):
            command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *depth, *part]
            longest = (60 if native else 30) + LONGER * sum(took[test] for test in part)
            status, told = _run(command, longest)
            if status is None:
                return f"endless: {' '.join(part)}"
            if "ERROR: not found:" in told:
                sys.exit("expected tests that exist; found others: delete what build/coverage has of their files")
            if status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
                failed = re.search(r"^(?:FAILED|ERROR) (\S+)", told, re.MULTILINE)
                return failed[1] if failed else told[-200:]
    return ""


def _run(command: list[str], longest: float) -> tuple[int | None, str]:
    """Its status, or nothing where it does not end; and what it prints. What it has started ends with it."""
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as process:
        try:
            told, _ = process.communicate(timeout=longest)
            return process.returncode, told
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def _cheapest_first(tests: list[str], took: dict[str, float], within: float) -> Iterator[list[str]]:
    """Tests in parts; those of a file stand side by side."""
    ordered = sorted(tests, key=took.__getitem__)
    spent = list(accumulate(took[test] for test in ordered))
    for least, most in pairwise((0.0, *(end for end in PARTS if end < within), within)):
        if part := [test for test, sum_of in zip(ordered, spent, strict=True) if least <= sum_of < most]:
            yield sorted(part)


def main() -> None:
    """Plant faults, and tell which of them survive."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="faults of Python to plant")
    parser.add_argument("--native", type=int, default=0, help="faults of the kernel to plant; it is compiled for each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--under", default="", help="in these files alone, such as solver/proof")
    parser.add_argument(
        "--within", type=float, default=math.inf, help="run tests of so many seconds alone; what these miss survives"
    )
    parser.add_argument("--thorough", action="store_true", help="what the short run missed meets all cases of tests")
    asked = parser.parse_args()
    if subprocess.run(["git", "status", "--porcelain", "-uno"], cwd=ROOT, capture_output=True).stdout:
        sys.exit("expected a checkout without changes: faults are planted in it; found some (git status)")
    known: dict[str, str] = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    chance = random.Random(asked.seed)
    faults = [
        *_drawn(chance, asked.count, [f for file in _files(asked.under, "py") for f in python_faults(file)]),
        *_drawn(chance, asked.native, [f for file in _files(asked.under, "cpp") for f in native_faults(file)]),
    ]
    but = () if asked.thorough or not asked.count else BESIDE
    of_kernel = {
        *HOLDING,
        *(name for names in HELD.values() for name in names),
        BY_CASES.removeprefix("tests/").removesuffix(".py"),
    }
    whole = measured(asked.thorough, names=("**/test_*",) if asked.count else of_kernel, but=but)
    data, took = CoverageData(str(whole)), seconds(asked.thorough)
    data.read()
    before = _seen(asked.thorough)
    if asked.thorough:
        before = {name: found for name, found in _seen(False).items() if found != ""} | before
    depth = ["--thorough"] * asked.thorough
    counts = dict.fromkeys(("noticed", "equivalent", "untouched", "survived"), 0)
    for fault in track(faults, "Planting faults", disable=not sys.stderr.isatty()):
        tests = touching(data, fault, but) if fault.file.suffix == ".py" else holding(fault, took)
        if fault.name not in before and fault.name not in known:
            before[fault.name] = noticed(fault, tests, took, asked.within, *depth)
            _seen_in(asked.thorough).write_text(json.dumps(before, indent=0), encoding="utf-8")
        found = before.get(fault.name, "")
        if found is None:
            continue
        kind = "equivalent" if fault.name in known else "noticed" if found else "survived" if tests else "untouched"
        counts[kind] += 1
        if kind in ("survived", "untouched"):
            print(f"{kind} {fault.file.relative_to(ROOT)}:{fault.line} {fault.name.split(': ', 1)[1]}", flush=True)
    caught = counts["noticed"] / max(sum(counts.values()) - counts["equivalent"], 1)
    print(
        f"{', '.join(f'{number} {kind}' for kind, number in counts.items())}: {caught:.0%} of those that matter noticed"
    )


def _seen_in(thorough: bool) -> Path:
    KEPT.mkdir(parents=True, exist_ok=True)
    return KEPT / f"{MEASURED[thorough].name}.json"


def _seen(thorough: bool) -> dict[str, str | None]:
    """What became of the faults that were planted before."""
    file = _seen_in(thorough)
    found: dict[str, str | None] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def _files(under: str, ending: str) -> list[Path]:
    places = [ROOT / under] if under else [ROOT / name for name in ("solver", "cli", "positions")]
    return sorted(file for place in places for file in ([place] if place.is_file() else place.rglob(f"*.{ending}")))


def _drawn(chance: random.Random, count: int, faults: list[Fault]) -> list[Fault]:
    return chance.sample(faults, min(count, len(faults)))


if __name__ == "__main__":
    main()
