"""What do the tests reach? ``python -m benchmarks.coverage``: branches of the Python code, and of the kernel's core.

The kernel's are counted where it was compiled so: ``.ci/editable -C cmake.define.BINGO_COVERAGE=ON``.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "build" / "dev"
CORE = ROOT / "solver" / "engine" / "core"
#: They interrupt programs at any moment: also where these have the lock of what measures, which stays locked then.
UNMEASURED = (
    "tests/cli/test_engine_boundary.py::test_a_stop_may_come_at_any_moment",
    "tests/batch/test_workers.py::test_ctrl_c_at_any_moment_prints_no_traceback",
)
SETTINGS = ("branch = true", "parallel = true", "source_pkgs = bingo", "patch = subprocess,_exit", "sigterm = true")


def measured(folder: Path, processes: int, *depth: str) -> dict[str, dict[str, list[list[int]]]]:
    """Run the tests, in processes of their own too; by file, what they reach and what not."""
    settings, report = folder / "settings", folder / "report.json"
    settings.write_text("\n".join(("[run]", *SETTINGS, f"data_file = {folder}/data", "")))
    coverage = [sys.executable, "-m", "coverage"]
    tests = ["-m", "pytest", "-q", "-n", str(processes), *(f"--deselect={test}" for test in UNMEASURED), *depth]
    subprocess.run([*coverage, "run", f"--rcfile={settings}", *tests], cwd=ROOT, env={**os.environ, "CI": "1"})
    for words in (("combine", "-q"), ("json", "-q", "-o", str(report))):
        subprocess.run([*coverage, words[0], f"--rcfile={settings}", *words[1:]], cwd=ROOT, check=True)
    files: dict[str, dict[str, list[list[int]]]] = json.loads(report.read_text())["files"]
    return files


def core_branches() -> tuple[dict[str, list[int]], int, int]:
    """Lines of the kernel's core with branches that nothing reaches; how many are reached, and how many there are.

    What is thrown is no branch.
    """
    counts: dict[tuple[str, int, str, int], int] = defaultdict(int)
    for notes in sorted(KERNEL.rglob("*.gcda")):
        command = ["gcov", "--json-format", "--stdout", "--branch-probabilities", str(notes)]
        for file in json.loads(subprocess.run(command, capture_output=True, cwd=KERNEL, check=True).stdout)["files"]:
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
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        files = measured(Path(folder), options.processes, *["--thorough"] * options.thorough)
    for name, file in files.items():
        if file["missing_branches"] or file["missing_lines"]:
            arcs = ", ".join(f"{a} -> {b}" for a, b in file["missing_branches"])
            print(f"{name}: lines {file['missing_lines']}, branches {arcs}")
    core, reached, there = core_branches()
    for name, lines in core.items():
        print(f"core/{name}: {', '.join(map(str, lines))}")
    for what, met, every in (
        (
            "Python",
            sum(len(file["executed_branches"]) for file in files.values()),
            sum(len(file["executed_branches"] + file["missing_branches"]) for file in files.values()),
        ),
        ("Kernel's core", reached, there),
    ):
        print(
            f"{what}: {met / every:.1%} of {every:,} branches" if every else f"{what}: compiled without BINGO_COVERAGE"
        )


if __name__ == "__main__":
    main()
