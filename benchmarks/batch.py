"""``bingo batch`` against ``solve_many``: ``python -m benchmarks.batch``.

100,000 positions: lines of JSON in a file, lines of JSON out, the whole command on two cores, with its start (what one
position takes) and without; against ``solve_many`` with two threads on the same positions in memory. First the answers
are checked: values against ``solve_many`` and stored ones, best moves of a sample against ``analyze``. Then both are
timed in turns; medians count.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks import figures
from benchmarks.command import TO_PAGE, program
from benchmarks.timing import differences, say, verdict, with_progress
from bingo.cli.options import flag
from bingo.positions import read, write
from bingo.solver import Position, analyze, solve_many
from tests.oracles.seeded import ENDGAME_KINDS, dealt, endgames, fingerprint

SEED, PER_KIND, POSITIONS, SAMPLE, YAML_POSITIONS, CORES = 1, 4_000, 100_000, 300, 2_000, 2


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds on the clock, seconds of all processors, and megabytes at most of all processes together."""

    wall: float
    processor: float
    memory: float = 0


def main(rounds: int = 7, update: bool = flag("--update", "Store the answers."), to_page: bool = TO_PAGE) -> int:
    """Check, time, print; the exit status is 1 if an answer is wrong."""
    say("making positions")
    positions = [p for kind in ENDGAME_KINDS for p in endgames(kind, PER_KIND, SEED)]
    positions += dealt(POSITIONS - len(positions), SEED)
    with tempfile.TemporaryDirectory() as folder:
        file, out = Path(folder, "positions.jsonl"), Path(folder, "results.jsonl")
        write(positions, file)
        say("checking answers")
        faults = _faults(positions, file, out, update)
        say("")
        if faults:
            print("\n".join(faults))
            return 1
        print(f"values of {POSITIONS:,} positions as stored and as solve_many has them; best moves of {SAMPLE} of them")
        rows = _report(_time(positions, file, out, rounds), _a_million(file, out))
        if to_page:
            figures.keep("batch", rows)
    return 0


def _faults(positions: list[Position], file: Path, out: Path, update: bool) -> list[str]:
    values = solve_many(positions).tolist()
    faults = differences("batch", fingerprint(positions), values, 0, update=update)
    for detail in ("value", "moves", "best"):
        _run(file, out, "--detail", detail)
        answers = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        lines = [answer["line_number"] for answer in answers]
        if [answer["value"] for answer in answers] != values or lines != list(range(1, len(values) + 1)):
            faults.append(f"--detail {detail}: not the values of solve_many")
    for answer in answers[:: POSITIONS // SAMPLE]:
        if answer["best"] != [str(move) for move in analyze(positions[answer["line_number"] - 1]).best_moves]:
            faults.append(f"line {answer['line_number']}: not the best moves of analyze")
    return faults


def _time(positions: list[Position], file: Path, out: Path, rounds: int) -> dict[str, list[Spent]]:
    single_file, yaml_file = file.with_name("one.jsonl"), file.with_name("some.yaml")
    write(positions[:1], single_file)
    write(positions[:YAML_POSITIONS], yaml_file)
    calls: dict[str, Callable[[], Spent]] = {
        "solve_many": lambda: _timed(lambda: solve_many(positions, threads=CORES)),
        "value": lambda: _run(file, out, "--detail", "value"),
        "best": lambda: _run(file, out),
        "moves": lambda: _run(file, out, "--detail", "moves"),
        "start": lambda: _run(single_file, out, "--detail", "value"),
        "read": lambda: _timed(lambda: deque(read(file), 0)),
        "yaml": lambda: _timed(lambda: deque(read(yaml_file), 0)),
    }
    measured: dict[str, list[Spent]] = {name: [] for name in calls}
    for _ in with_progress(range(rounds), rounds, "round"):
        for name, call in calls.items():
            measured[name].append(call())
    return measured


def _report(measured: dict[str, list[Spent]], million_spent: Spent) -> dict[str, list[str]]:
    wall = {name: median(spent.wall for spent in rounds) for name, rounds in measured.items()}
    processor = {name: median(spent.processor for spent in rounds) for name, rounds in measured.items()}
    table: dict[str, list[str]] = {}
    print(f"\n{'':36}{'seconds':>9}{'processor':>11}{'a second':>11}{'of solve_many':>15}")
    rows = (
        ("`solve_many`, two threads", "solve_many", 0.0),
        ("batch, value only", "value", 0.0),
        ("batch, value only, without the start", "value", wall["start"]),
        ("batch, best moves too", "best", 0.0),
        ("batch, every move", "moves", 0.0),
        ("`read`, one thread", "read", 0.0),
    )
    for words, name, start_seconds in rows:
        clock, busy = wall[name] - start_seconds, processor[name] - (processor["start"] if start_seconds else 0)
        share = wall["solve_many"] / clock
        table[words] = [f"{clock:.2f}", f"{busy:.2f}", figures.rate(POSITIONS / clock), f"{100 * share:.0f}%"]
        print(f"{words:36}" + "".join(f"{cell:>{n}}" for cell, n in zip(table[words], (9, 11, 11, 15), strict=True)))
    print()
    peak_megabytes = max(spent.memory for name in ("value", "best", "moves") for spent in measured[name])
    for name, words, least in (("value", "values", 38), ("best", "best moves", 22), ("moves", "every move", 15)):
        print(
            verdict(
                f"lines to lines with {words}: % of the rate of solve_many",
                100 * wall["solve_many"] / wall[name],
                least,
            )
        )
    print(verdict("positions read a second and core: JSON Lines", POSITIONS / processor["read"], 100_000))
    print(verdict("positions read a second and core: YAML", YAML_POSITIONS / processor["yaml"], 2_000))
    print(verdict("megabytes at most, all processes together", peak_megabytes, 100, most=True))
    print(verdict("the same for a million positions with best moves", million_spent.memory, 100, most=True))
    print(verdict("seconds for these", million_spent.wall, 8, most=True))
    rate = figures.rate(1_000_000 / million_spent.wall)
    table["a million, best moves too"] = [f"{million_spent.wall:.2f}", f"{million_spent.processor:.2f}", rate, ""]
    return table


def _a_million(file: Path, out: Path) -> Spent:
    say("a million positions")
    spent = _run(*[file] * (1_000_000 // POSITIONS), out)
    say("")
    return spent


def _timed(call: Callable[[], object]) -> Spent:
    clock, busy = time.perf_counter(), time.process_time()
    call()
    return Spent(time.perf_counter() - clock, time.process_time() - busy)


def _run(*words: str | Path) -> Spent:
    """The command: files, then the file of results, then options."""
    out_index = next(n for n, word in enumerate(words) if isinstance(word, Path) and word.name == "results.jsonl")
    files, out, options = words[:out_index], words[out_index], words[out_index + 1 :]
    command = [sys.executable, "-m", "bingo", "batch", *files, *options]
    command += ["--out", out, "--jobs", str(CORES), "--overwrite"]
    children_before, start_time = _children_time(), time.perf_counter()
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL) as process:
        peak = _PeakMemory(process.pid)
        peak.start()
        status = process.wait()
        wall = time.perf_counter() - start_time
        peak.join()
    if status:
        raise SystemExit(f"bingo batch ended with {status}")
    return Spent(wall, _children_time() - children_before, peak.megabytes)


def _children_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class _PeakMemory(threading.Thread):
    """Adds up the most memory that a process and its children have ever had; pages they share count twice."""

    def __init__(self, pid: int) -> None:
        super().__init__()
        self._pid = pid
        self._most: dict[int, float] = {}

    @property
    def megabytes(self) -> float:
        return sum(self._most.values())

    def run(self) -> None:
        while Path(f"/proc/{self._pid}").exists() and self._measure(self._pid):
            time.sleep(0.02)

    def _measure(self, pid: int) -> bool:
        try:
            status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
            children = [task.read_text(encoding="ascii") for task in Path(f"/proc/{pid}/task").glob("*/children")]
        except OSError:
            return False
        sizes = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
        if not sizes:
            return False
        self._most[pid] = int(sizes[0]) / 1024
        for child in " ".join(children).split():
            self._measure(int(child))
        return True


if __name__ == "__main__":
    assert os.name == "posix"
    program(main)()
