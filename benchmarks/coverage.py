"""What do the tests reach? ``python -m benchmarks.coverage``: branches of the Python code, and of the kernel's core.

The kernel's are counted where it was compiled so: ``.ci/editable -C cmake.define.BINGO_COVERAGE=ON``. Each file of
tests is run by itself, and what it reaches kept in ``build/coverage``, by depth: who is interrupted goes on there.
``benchmarks.mutants`` takes from it which tests touch a line.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from coverage import Coverage
from rich.progress import track

ROOT = Path(__file__).parents[1]
#: By whether tests are run with all their cases: where what they reach is kept.
KEPT = {False: ROOT / "build" / "coverage" / "short", True: ROOT / "build" / "coverage" / "thorough"}
KERNEL = ROOT / "build" / "dev"
CORE = ROOT / "solver" / "engine" / "core"
#: They interrupt programs at any moment: also where these have the lock of what measures, which stays locked then.
UNMEASURED = (
    "tests/cli/test_engine_boundary.py::test_a_stop_may_come_at_any_moment",
    "tests/batch/test_workers.py::test_ctrl_c_at_any_moment_prints_no_traceback",
)
#: Each case of it is about something else: they count as tests of their own.
BY_CASES = "tests/whole/test_outputs.py"


def measured(
    thorough: bool, processes: int = 2, names: Iterable[str] = ("**/test_*",), but: tuple[str, ...] = ()
) -> Path:
    """The data of a run of files named so, ``but`` of some folders; only what is not there yet is run."""
    kept = KEPT[thorough]
    kept.mkdir(parents=True, exist_ok=True)
    found = {path for name in names for path in (ROOT / "tests").glob(f"{name}.py")}
    every = sorted(path for path in found if not str(path.relative_to(ROOT)).startswith(but))
    tests = [path for path in every if not (kept / key(path)).exists()]

    def run(path: Path) -> None:
        depth = ["--thorough"] * thorough
        command = [sys.executable, "-m", "benchmarks.coverage", "--of", str(path), *depth]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    with ThreadPoolExecutor(processes) as pool:
        list(track(pool.map(run, tests), "What tests reach", total=len(tests), disable=not sys.stderr.isatty()))
    whole = Coverage(data_file=str(kept / "whole"), config_file=False)
    whole.combine([str(path) for path in kept.glob("tests.*")], keep=True)
    whole.save()
    return kept / "whole"


def key(path: Path) -> str:
    """The name under which what a file of tests reaches is kept."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _measure(path: Path, thorough: bool) -> None:
    """Run a file of tests, and write down what each of them reaches, in processes of their own too."""
    kept = KEPT[thorough]
    with TemporaryDirectory() as folder:
        settings = Path(folder) / "settings"
        options = ("branch = true", "source_pkgs = bingo", "patch = subprocess,_exit", "sigterm = true")
        settings.write_text("\n".join(("[run]", *options, f"data_file = {folder}/data", "")))
        coverage = Coverage(config_file=str(settings))

        took: dict[str, float] = defaultdict(float)

        class Named:
            def pytest_runtest_setup(self, item: pytest.Item) -> None:
                coverage.switch_context(_named(item.nodeid))
                coverage.set_option("run:context", _named(item.nodeid))  # of the processes that it starts
                os.environ["COVERAGE_PROCESS_CONFIG"] = coverage.config.serialize()

            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                took[_named(report.nodeid)] += report.duration

        coverage.start()
        words = [
            "-q",
            "-n0",
            "-p",
            "no:cacheprovider",
            *(f"--deselect={test}" for test in UNMEASURED),
            *["--thorough"] * thorough,
        ]
        pytest.main([*words, str(path)], plugins=[Named()])
        coverage.stop()
        coverage.save()
        found = Coverage(data_file=str(kept / key(path)), config_file=False)
        found.combine([str(one) for one in Path(folder).glob("data.*")])
        found.save()
    (kept / f"seconds_{key(path)}.json").write_text(json.dumps(took))


def _named(case: str) -> str:
    """The test that a case is of."""
    return case if case.startswith(BY_CASES) else case.split("[")[0]


def seconds(thorough: bool) -> dict[str, float]:
    """How long each test, with all its cases, and each file took while what it reaches was measured."""
    took: dict[str, float] = defaultdict(float)
    for file in KEPT[thorough].glob("seconds_*.json"):
        for test, lasted in json.loads(file.read_text()).items():
            took[test] = lasted
            took[test.split("::")[0]] += lasted
    return took


def core_branches() -> tuple[dict[str, list[int]], int, int]:
    """Lines of the kernel's core with branches that nothing reaches; how many are reached, and how many there are.

    What is thrown is no branch.
    """
    counts: dict[tuple[str, int, str, int], int] = defaultdict(int)
    for notes in sorted(KERNEL.rglob("*.gcda")):
        found = subprocess.run(
            ["gcov", "--json-format", "--stdout", "--branch-probabilities", notes],
            capture_output=True,
            cwd=KERNEL,
            check=True,
        )
        for file in json.loads(found.stdout)["files"]:
            path = (KERNEL / file["file"]).resolve()
            for line in file["lines"] if path.parent == CORE else ():
                for n, branch in enumerate(line["branches"]):
                    if not branch["throw"]:
                        counts[path.name, line["line_number"], line.get("function_name", ""), n] += branch["count"]
    missed: dict[str, set[int]] = defaultdict(set)
    for (name, number, *_), count in counts.items():
        if not count:
            missed[name].add(number)
    return {name: sorted(lines) for name, lines in sorted(missed.items())}, sum(map(bool, counts.values())), len(counts)


def main() -> None:
    """Run the tests, and tell what they reach and what not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--thorough", action="store_true", help="by the tests with all their cases")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--of", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.of:
        _measure(asked.of, asked.thorough)
        return
    whole = Coverage(data_file=str(measured(asked.thorough, asked.processes)), config_file=False)
    whole.load()
    report = KEPT[asked.thorough] / "report.json"
    whole.json_report(outfile=str(report))
    found = json.loads(report.read_text())
    for name, file in found["files"].items():
        arcs = [f"{a} -> {b}" for a, b in file["missing_branches"]]
        if arcs or file["missing_lines"]:
            print(f"{name}: lines {file['missing_lines']}, branches {', '.join(arcs)}")
    missed, reached, there = core_branches()
    for name, lines in missed.items():
        print(f"core/{name}: {', '.join(map(str, lines))}")
    totals = found["totals"]
    print(f"Python: {totals['covered_branches'] / totals['num_branches']:.1%} of {totals['num_branches']:,} branches")
    print(
        f"Kernel's core: {reached / there:.1%} of {there:,} branches"
        if there
        else "Kernel's core: compiled without BINGO_COVERAGE"
    )


if __name__ == "__main__":
    main()
