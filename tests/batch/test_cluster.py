"""`bingo batch --cluster`: the same results from the workers of a real Dask scheduler, one of them killed."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import pytest

from bingo.solver import workers
from tests.cli.test_batch import lines
from tests.support.command import BINGO, program, refusal, wait_for
from tests.support.depth import thorough
from tests.support.reading import ROOT

distributed = pytest.importorskip("distributed")

START_SECONDS = 60.0  # seconds for anything to start


class Cluster:
    """A scheduler and its workers, each a process of its own, with the options ``tls``."""

    def __init__(self, folder: Path, stack: ExitStack, host: str = "127.0.0.1", tls: tuple[str, ...] = ()) -> None:
        self._folder, self._stack, self._tls = folder, stack, tls
        self._file = folder / "scheduler.json"
        options = ("--host", host, "--port", "0", "--no-dashboard", "--scheduler-file", self._file)
        self.scheduler = self._start("scheduler", *options, *tls)
        wait_for(lambda: self._file.exists() and self._file.read_text(), START_SECONDS)
        self.address = str(json.loads(self._file.read_text())["address"])

    def worker(self) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", self._folder)
        return self._start("worker", self.address, *options, *self._tls)

    def _start(self, *words: str | Path) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, words)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT,
            env={**os.environ, "DASK_DISTRIBUTED__LOGGING__DISTRIBUTED": "error"},
        )  # fmt: skip
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


@contextmanager
def running_batch(cluster: Cluster, out: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A batch on a cluster that has written some of its results."""
    words = [*BINGO, *command, "--out", str(out), "--cluster", cluster.address]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        wait_for(lambda: out.exists() and out.stat().st_size > 20_000, START_SECONDS)
        yield process


@thorough
def test_the_work_comes_out_whole_and_in_order_when_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    machines = [cluster.worker() for _ in range(2)]
    rng = random.Random(3)
    file = tmp_path / "some.jsonl"
    file.write_text("".join(rng.choice(["nonsense", *rng.sample(lines(), 30)]) + "\n" for _ in range(800)))
    local_file, cluster_file = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    command = ["batch", str(file), "--detail", "moves"]
    with running_batch(cluster, cluster_file, *command) as process:
        machines[0].kill()
        assert process.poll() is None  # it is still at work
        output, complaints = process.communicate(timeout=120)
    local = program(*command, "--out", str(local_file))
    assert process.returncode == local.returncode
    assert set(complaints.splitlines()) ^ set(local.stderr.splitlines()) == set()
    assert cluster_file.read_bytes() == local_file.read_bytes()
    assert output.split(" solved")[0] == local.stdout.split(" solved")[0]


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    file, rng = tmp_path / "deals.jsonl", random.Random(4)
    file.write_text("".join(rng.choice(lines()) + "\n" for _ in range(3000)))
    return file


@thorough
def test_a_scheduler_that_is_killed_is_told_and_gone_on_without(cluster: Cluster, deals: Path, tmp_path: Path) -> None:
    cluster.worker()
    out, uninterrupted = tmp_path / "r.jsonl", tmp_path / "whole.jsonl"
    command = ["batch", str(deals), "--detail", "moves"]
    with running_batch(cluster, out, *command) as process:
        cluster.scheduler.kill()
        complaints = process.communicate(timeout=120)[1]
    assert process.returncode == 1
    reason, advice = complaints.splitlines()
    assert reason == f"expected the Dask scheduler at {cluster.address} to answer; found that it is gone"
    assert advice.endswith(" positions are done. Continue with the same command and --resume.")
    assert program(*command, "--out", str(out), "--resume").returncode == 0
    assert program(*command, "--out", str(uninterrupted)).returncode == 0
    assert out.read_bytes() == uninterrupted.read_bytes()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.cli.batch.Cluster", partial(workers.Cluster, patience=2))


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_without_workers_is_told_in_words(cluster: Cluster) -> None:
    assert "expected workers with bingo" in refusal("batch", "-", "--cluster", cluster.address)


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_that_does_not_answer_is_told_in_words() -> None:
    result = refusal("batch", "-", "--cluster", "tcp://127.0.0.1:1")
    assert "expected a Dask scheduler at tcp://127.0.0.1:1; found" in result
    assert "after 2 s" in result


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "needs Dask: pip install 'domino-bingo[cluster]'" in refusal("batch", "-", "--cluster", "tcp://127.0.0.1:1")


# --- who is trusted ----------------------------------------------------------------------------------


@thorough
@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate with openssl")
def test_with_certificates_all_is_encrypted_and_without_nothing_is_done(tmp_path: Path) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=bingo -addext subjectAltName=IP:127.0.0.1"
    subprocess.run([*make.split(), "-keyout", key, "-out", cert], check=True, capture_output=True)
    tls = ("--tls-ca-file", str(cert), "--tls-cert", str(cert), "--tls-key", str(key))
    (tmp_path / "one.jsonl").write_text("\n".join(lines()[:3]))
    with ExitStack() as stack:
        cluster = Cluster(tmp_path, stack, "tls://127.0.0.1", tls)
        assert cluster.address.startswith("tls://")
        cluster.worker()
        words = ("batch", str(tmp_path / "one.jsonl"), "--cluster", cluster.address)
        configured = {"CA_FILE": cert, "CLIENT__CERT": cert, "CLIENT__KEY": key}
        environment = {f"DASK_DISTRIBUTED__COMM__TLS__{name}": str(file) for name, file in configured.items()}
        result = program(*words, "--quiet", **environment)
        assert (result.returncode, result.stdout.count("\n"), result.stderr) == (0, 3, "")
        assert "Invalid value for --cluster: expected a Dask scheduler" in refusal(*words)
