"""`bingo batch` goes on after whatever ended it, and stops cleanly when it is told to."""

import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from bingo.positions import dumps_json
from bingo.solver import PRESETS, deal
from tests.cli.test_batch import EXAMPLES, lines, results
from tests.cli.test_main import BINGO, IMPOSSIBLE, LAST_TILE, ROOT, program, run
from tests.support.depth import by_depth
from tests.support.waiting import wait_for


@pytest.fixture
def many(tmp_path: Path) -> Path:
    folder = tmp_path / "many"
    folder.mkdir()
    rng = random.Random(9)
    for name, count in (("a.jsonl", 5000), ("b.jsonl", 1500)):
        some = [rng.choice(lines()) for _ in range(count)]
        for at in rng.sample(range(count), 20):
            some[at] = rng.choice(["", "nonsense", some[at][:50]])
        (folder / name).write_text("\n".join(some) + "\n")
    (folder / "c.yaml").write_text("---\n".join([LAST_TILE, IMPOSSIBLE] * 10))
    return folder


def whole(many: Path, tmp_path: Path, *options: str) -> tuple[bytes, bytes, str]:
    out, table = tmp_path / "whole.jsonl", tmp_path / "whole.csv"
    result = run("batch", str(many), "--out", str(out), "--csv", str(table), "--jobs", "1", *options)
    return out.read_bytes(), table.read_bytes(), result.stdout.split("solved")[0]


@pytest.mark.skipif(os.name != "posix", reason="kills processes")
def test_killed_at_any_moment_and_resumed_gives_the_same_results(many: Path, tmp_path: Path) -> None:
    records, rows, counts = whole(many, tmp_path)
    out, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    command = [*BINGO, "batch", str(many), "--out", str(out), "--csv", str(table), "--resume"]
    start = time.monotonic()
    program("batch", str(many), "--out", str(tmp_path / "timed.jsonl"))
    seconds = time.monotonic() - start
    rng, sizes = random.Random(1), set()
    for kills in range(30):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
        try:
            output = process.communicate(
                timeout=seconds * (0.3 + 0.5 * rng.random()) if kills < by_depth(3, 12) else None
            )[0]
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
            sizes.add(out.stat().st_size if out.exists() else 0)
    assert process.returncode == 1
    assert out.read_bytes() == records
    assert table.read_bytes() == rows
    assert output.split("solved")[0] == counts


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
        assert other.stdout
        assert other.stdout.readline() == "begun\n"
        result = run("batch", str(EXAMPLES / "seven-tiles.jsonl"), "--out", str(out), width=200)
        assert result.exit_code == 2
        assert "found one at work" in " ".join(result.stderr.split())
        assert "--resume" not in result.stderr  # nor anything else that would write beside the other run


@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    rng = random.Random(6)
    file.write_text("".join(dumps_json(deal(PRESETS["pagat"].rules, rng)) + "\n" for _ in range(2000)))
    out = tmp_path / "r.jsonl"
    with subprocess.Popen(
        [*BINGO, "batch", str(file), "--out", str(out), "--detail", "value"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=ROOT,
    ) as process:  # fmt: skip
        wait_for(lambda: out.exists() and out.stat().st_size)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        message = process.communicate(timeout=200)[1]
    assert process.returncode == 130
    assert message.startswith("Interrupted. ")
    assert message.endswith(" positions are done. Continue with the same command and --resume.\n")
    assert all("value" in result for result in results(out))


# --- no room -----------------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits the size of files")
def test_a_full_disk_is_told_in_words_and_gone_on_after(many: Path, tmp_path: Path) -> None:
    import resource

    records, rows, _ = whole(many, tmp_path)
    out, table = tmp_path / "r.jsonl", tmp_path / "r.csv"
    command = ["batch", str(many), "--out", str(out), "--csv", str(table)]
    for size in (10_000, 100_000):
        limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (size, size))
        result = subprocess.run(
            [*BINGO, *command, "--resume"], capture_output=True, text=True, cwd=ROOT, check=False, preexec_fn=limit
        )
        assert result.returncode == 1
        *_, why, how = result.stderr.splitlines()
        assert why == f"{out}: File too large"
        assert how.endswith(" positions are done. Continue with the same command and --resume.")
        assert "Traceback" not in result.stderr
    assert run(*command, "--resume").exit_code == 1
    assert (out.read_bytes(), table.read_bytes()) == (records, rows)
