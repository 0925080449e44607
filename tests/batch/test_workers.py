"""Workers: every result, in the order of the items, whoever did the work and whatever became of him."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from bingo.positions import dumps_json
from bingo.solver import PRESETS, deal
from bingo.solver.batch.files import find_inputs
from bingo.solver.batch.solving import BatchOptions, Detail, solve
from bingo.solver.workers import ProcessPool, WorkersLost
from tests.cli.test_batch import lines, results
from tests.support.command import BINGO, IMPOSSIBLE, LAST_TILE, program, refusal, run, wait_for
from tests.support.depth import by_depth, few, thorough
from tests.support.reading import EXAMPLES, ROOT


def square(item: int) -> tuple[int, int]:
    return os.getpid(), item * item


def die(_: int) -> None:
    os._exit(1)


def test_no_process_is_started_before_there_is_work_for_it() -> None:
    with ProcessPool(2) as pool:
        assert list(pool.run(square, [3])) == [(3, (os.getpid(), 9))]
        assert pool._pool is None
        squares = [result for _, result in pool.run(square, range(40))]
    assert [number for _, number in squares] == [n * n for n in range(40)]
    assert os.getpid() not in {worker for worker, _ in squares}


def test_items_are_drawn_only_a_little_ahead() -> None:
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for n in range(1000):
            drawn.append(n)
            yield n

    with ProcessPool(2) as pool:
        for n, _ in enumerate(pool.run(square, items())):
            assert len(drawn) <= n + 6


def test_a_worker_that_dies_is_told() -> None:
    with ProcessPool(2) as pool, pytest.raises(WorkersLost, match="found that one was killed"):
        list(pool.run(die, range(4)))


def die_sending(item: int) -> bytes:
    """Be ended amid a result that is larger than a pipe."""
    if item == 3:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
    return bytes(1 << 28)


@thorough
@pytest.mark.skipif(os.name != "posix", reason="kills processes")
def test_a_worker_that_is_killed_amid_a_result_leaves_nobody_waiting() -> None:
    start_time = time.monotonic()
    with pytest.raises(WorkersLost), ProcessPool(2) as pool:
        for _ in pool.run(die_sending, [0, 1, 2, 3, *[3] * 20]):
            pass
    assert time.monotonic() - start_time < 60


@pytest.mark.parametrize("detail", few([Detail.VALUE, Detail.BEST], Detail.BEST))
def test_processes_side_by_side_make_what_one_makes(detail: Detail, tmp_path: Path) -> None:
    """Some lines are broken: many in one block, and one in another."""
    rng = random.Random(5)
    line_texts = [rng.choice(lines()) for _ in range(3000)]
    line_texts[1000:1010], line_texts[2000] = ["nonsense"] * 10, "{}"
    file = tmp_path / "some.jsonl"
    file.write_text("\n".join(line_texts))
    options = BatchOptions(detail=detail, failed=True)
    (source,) = find_inputs([file])
    single = [solve(options, block) for block in source.blocks(lambda: 30_000)]
    with ProcessPool(by_depth(3, 8)) as pool:
        pooled = [result for _, result in pool.run(partial(solve, options), source.blocks(lambda: 30_000))]
    assert [replace(part, seconds=0) for part in pooled] == [replace(part, seconds=0) for part in single]


# --- the commands that have workers ------------------------------------------------------------------


#: The program, which says when its own code begins: before, an editable install may look for what to compile.
RUN_PROGRAM = "import bingo.solver.engine; from bingo.__main__ import run; print('begun', flush=True); run()"


def begun_command(tmp_path: Path, command: str) -> subprocess.Popen[str]:
    """A command that works for a minute with two processes, or for ever."""
    if command.startswith("batch"):
        rng = random.Random(6)
        deals = "".join(dumps_json(deal(PRESETS["pagat"].rules, rng)) + "\n" for _ in range(2000))
        (tmp_path / "deals.jsonl").write_text(deals)
    return begun_program(*command.replace("FOLDER", str(tmp_path)).split())


def begun_program(*words: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", RUN_PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )
    assert process.stdout.readline() == "begun\n"
    return process


COMMANDS = [
    "batch FOLDER/deals.jsonl --out FOLDER/r.jsonl --overwrite --jobs 2 --detail line",
    "review positions/deals/a-match.yaml --jobs 2 --worlds 100000",
    "compose --theme sacrifice --count 1000 --deals 10000000 --jobs 2",
]


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("signal_sent", few([signal.SIGKILL, signal.SIGTERM], signal.SIGKILL))
def test_no_worker_outlives_the_command(command: str, signal_sent: signal.Signals, tmp_path: Path) -> None:
    process = begun_command(tmp_path, command)
    workers = workers_once_there(process, 2)
    process.send_signal(signal_sent)
    process.communicate()
    assert psutil.wait_procs(workers, 300)[1] == []


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
@pytest.mark.parametrize("command", few(COMMANDS, *COMMANDS[::2]))
def test_ctrl_c_at_any_moment_prints_no_traceback(command: str, tmp_path: Path) -> None:
    """As a terminal sends it: to the workers too, also while they begin."""
    for wait in by_depth((0.05, 0.6), (0.05, 0.3, 0.6, 1.2)):
        process = begun_command(tmp_path, command)
        time.sleep(wait)
        os.killpg(process.pid, signal.SIGINT)
        _, message = process.communicate(timeout=200)
        assert "Traceback" not in message
        assert process.returncode in (130, 0, -signal.SIGINT), message


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_worker_that_is_killed_ends_the_command_in_words(command: str, tmp_path: Path) -> None:
    process = begun_command(tmp_path, command)
    workers_once_there(process, 2).pop().kill()
    _, message = process.communicate(timeout=200)
    assert "Traceback" not in message
    assert "found that one was killed" in " ".join(message.split())
    assert process.returncode == 1


def workers_once_there(process: subprocess.Popen[str], least_count: int) -> set[psutil.Process]:
    """The processes that it has started, which are at least so many."""
    wait_for(lambda: len(workers(process)) >= least_count)
    return workers(process)


def workers(process: subprocess.Popen[str]) -> set[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        children = psutil.Process(process.pid).children()
        return {child for child in children if "resource_tracker" not in " ".join(child.cmdline())}
    return set()


# --- `bingo batch` goes on after whatever ended it, and stops cleanly when it is told to ---------------


class Whole(NamedTuple):
    """A folder of positions, and of a run that nothing ended results, table, what it told, and how long it took."""

    folder: Path
    records: bytes
    rows: bytes
    counts: str
    seconds: float


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder, rng = tmp_path_factory.mktemp("many"), random.Random(9)
    for name, count in (("a.jsonl", 5000), ("b.jsonl", 1500)):
        file_lines = [rng.choice(lines()) for _ in range(count)]
        for index in rng.sample(range(count), 20):
            file_lines[index] = rng.choice(["", "nonsense", file_lines[index][:50]])
        (folder / name).write_text("\n".join(file_lines) + "\n")
    (folder / "c.yaml").write_text("---\n".join([LAST_TILE, IMPOSSIBLE] * 10))
    out = tmp_path_factory.mktemp("whole") / "whole.jsonl"
    table = out.with_suffix(".csv")
    start = time.monotonic()
    result = program("batch", str(folder), "--out", str(out), "--csv", str(table), "--jobs", "1")
    seconds = time.monotonic() - start
    return Whole(folder, out.read_bytes(), table.read_bytes(), result.stdout.split("solved")[0], seconds)


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
@pytest.mark.parametrize("seed", few(range(15), 0))
def test_ended_at_any_moment_and_resumed_it_gives_the_same_results(whole: Whole, seed: int, tmp_path: Path) -> None:
    """By Ctrl-C, the death of a worker and SIGKILL: 105, 60 and 15 times in the thorough run, which resumes 30 times,
    half of them from a part of the results, as if it had ended there.
    """
    rng, out, table = random.Random(seed), tmp_path / "r.jsonl", tmp_path / "r.csv"
    command = ["batch", str(whole.folder), "--out", str(out), "--csv", str(table), "--jobs", "2", "--resume"]
    for end in by_depth(["Ctrl-C", "worker", "SIGKILL"], ["Ctrl-C"] * 7 + ["worker"] * 4 + ["SIGKILL"]):
        process = begun_program(*command)
        time.sleep(0.7 * whole.seconds * rng.random())
        if end == "worker" and (alive := workers(process)):
            with suppress(psutil.NoSuchProcess):
                alive.pop().kill()
        else:
            os.killpg(process.pid, signal.SIGKILL if end == "SIGKILL" else signal.SIGINT)
        assert "Traceback" not in process.communicate(timeout=100)[1]
    state = Path(f"{out}.state")
    for _ in range(2):
        result = program(*command)
        assert (result.returncode, result.stdout.split("solved")[0]) == (1, whole.counts)
        assert (out.read_bytes(), table.read_bytes()) == (whole.records, whole.rows)
        out.write_bytes(whole.records[: rng.randrange(len(whole.records))])
        state.write_bytes(state.read_bytes().splitlines(keepends=True)[0])
        table.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_two_runs_at_once_keep_off_each_other(tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    code = (
        "import sys; from pathlib import Path; from bingo.solver.batch.output import *;"
        "state = Output(state_of(Path(sys.argv[1])), 'out'); print('begun', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "begun\n"
        result = refusal("batch", str(EXAMPLES / "seven-tiles.jsonl"), "--out", str(out))
        assert "found one at work" in result
        assert "--resume" not in result  # nor anything else that would write beside the other run


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "r.jsonl"
    process = begun_command(tmp_path, "batch FOLDER/deals.jsonl --out FOLDER/r.jsonl --detail value")
    wait_for(lambda: out.exists() and out.stat().st_size)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
    _, message = process.communicate(timeout=200)
    assert process.returncode == 130
    assert message.startswith("Interrupted. ")
    assert message.endswith(" done. Continue with the same command and --resume.\n")
    assert all("value" in result for result in results(out))


# --- no room -----------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits the size of files")
def test_a_full_disk_is_told_in_words_and_gone_on_after(whole: Whole, tmp_path: Path) -> None:
    import resource

    out, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    command = ["batch", str(whole.folder), "--out", str(out), "--csv", str(table)]
    for size in (10_000, 100_000):
        limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
        result = subprocess.run(
            [*BINGO, *command, "--resume"], capture_output=True, text=True, cwd=ROOT, check=False, preexec_fn=limit
        )
        assert result.returncode == 1
        *_, reason, advice = result.stderr.splitlines()
        assert reason == f"{out}: File too large"
        assert advice.endswith(" done. Continue with the same command and --resume.")
        assert "Traceback" not in result.stderr
    assert run(*command, "--resume").exit_code == 1
    assert (out.read_bytes(), table.read_bytes()) == (whole.records, whole.rows)
