"""An output that cannot be opened, and one that nobody reads."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bingo.solver.batch.files import CannotBegin
from bingo.solver.batch.output import Output


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotBegin, match="No such file or directory") as refused:
        Output(tmp_path / "nowhere" / "file", "csv")
    assert refused.value.arguments == ("csv",)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes wait there, and files are locked otherwise")
def test_a_pipe_is_waited_for_and_tells_when_nobody_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    sleep_times: list[float] = []
    monkeypatch.setattr("bingo.solver.batch.output.time.sleep", sleep_times.append)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    content = bytes(range(256)) * 4096
    with os.fdopen(writing, "wb", buffering=0) as pipe, ThreadPoolExecutor(1) as pool:
        with os.fdopen(reading, "rb") as reader:
            Output(pipe, "out").write(content[:1])
            assert not sleep_times
            read_data = pool.submit(reader.read, len(content))
            Output(pipe, "out").write(content[1:])
            assert read_data.result() == content
        with pytest.raises(BrokenPipeError):
            Output(pipe, "out").write(b"more")
