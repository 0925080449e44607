"""`solve_files`: all of `bingo batch` as a function, and what it promises of resuming, outputs and memory."""

import csv
import errno
import io
import json
import os
import random
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bingo.positions import read
from bingo.solver import NotationError, analyze, rules
from bingo.solver.batch import BatchProgress, solve_files
from bingo.solver.batch.files import CannotBegin
from bingo.solver.batch.solving import Detail, Failure
from tests.cli.test_batch import lines
from tests.support.command import CLOSE_NOW, IMPOSSIBLE, LAST_LINE, LAST_TILE
from tests.support.reading import EXAMPLES


class _Interrupted(Exception):
    pass


def stop_after(blocks: int) -> Callable[[BatchProgress], None]:
    steps = iter(range(blocks))

    def on_progress(_: BatchProgress) -> None:
        if next(steps, None) is None:
            raise _Interrupted

    return on_progress


#: In this process: what several make of it is held in test_workers.py.
solve_here = partial(solve_files, jobs=1)


@pytest.fixture(scope="module", autouse=True)
def _blocks_alike() -> Iterator[None]:
    """Blocks are as large on a slow machine as on a fast one: every run is as many."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("FIRST_BLOCK", "MIN_BLOCK", "MAX_BLOCK"):
            patch.setattr(f"bingo.solver.batch.{name}", 4096)
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "folder"
    root.mkdir()
    rng = random.Random(7)
    text = "\n".join(rng.choice([*lines()[:50], "nonsense"]) for _ in range(150))
    (root / "a.jsonl").write_text(f"\n \n{text}\n\n\n")
    (root / "b.yaml").write_text("# nothing but words\n")
    (root / "c.jsonl").write_text("\ufeff" + "\n".join(lines()[:40]) + "\n" + "x" * 70_000 + f"\n{LAST_LINE}", "utf-8")
    (root / "d.yaml").write_text("a: b", "utf-16")
    (root / "e.yaml").write_text("---\n".join([LAST_TILE, IMPOSSIBLE] * 30) + "\n# end\n")
    (root / "f.jsonl").write_text("")
    (root / "g.jsonl").write_text("\n".join(lines()[40:90]))
    return root


# --- what it does ------------------------------------------------------------------------------------


def test_it_writes_results_and_tells_what_came_of_it(tmp_path: Path) -> None:
    file, out = tmp_path / "some.yaml", tmp_path / "r.jsonl"
    file.write_text("---".join([CLOSE_NOW, LAST_TILE, IMPOSSIBLE, LAST_TILE + "expect: {value: -1}"]))
    failures: list[Failure] = []
    counts: list[int] = []
    totals = solve_here(
        [file],
        out,
        detail="value",
        on_failure=failures.append,
        on_progress=lambda progress: counts.append(progress.positions),
    )
    assert (totals.positions, totals.new, totals.solved) == (4, 4, 3)
    assert (dict(totals.values), dict(totals.failed)) == ({3: 1, 1: 2}, {"unreadable": 1, "unexpected": 1})
    assert [failure.kind for failure in failures] == ["unreadable", "unexpected"]
    assert failures[1].reasons == ("expected the value -1; found +1",)
    assert [json.loads(line)["value"] for line in out.read_text().splitlines()] == [3, 1, 1]
    assert (counts[0], counts[-1]) == (0, 4)
    assert totals.bytes_total == file.stat().st_size
    resumed = solve_here([file], out, detail=Detail.VALUE, resume=True)
    assert (resumed.new, resumed.positions) == (1, 4)  # what failed is tried again
    assert (resumed.values, resumed.failed) == (totals.values, totals.failed)


def test_results_go_to_any_binary_stream_and_rules_are_replaced(tmp_path: Path) -> None:
    file, out = tmp_path / "one.yaml", io.BytesIO()
    file.write_text(CLOSE_NOW)
    solve_here([str(file)], out, rules=rules("pagat, capture=0"))
    assert json.loads(out.getvalue())["value"] == 2


def test_what_cannot_be_answered_is_told_of_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, an own hand that is hidden, an error of the program's own; empty lines are none."""
    failures: list[Failure] = []
    (tmp_path / "empty").mkdir()
    file, hidden = tmp_path / "some.jsonl", json.loads(LAST_LINE)
    del hidden["you"]["hand"]
    file.write_text(f"\n{json.dumps(hidden)}\n\n{LAST_LINE}\n")
    totals = solve_here([tmp_path / "empty", file], tmp_path / "r.jsonl", on_failure=failures.append)
    assert (totals.solved, dict(totals.failed)) == (1, {"empty": 1, "hidden": 1})
    assert [failure.kind for failure in failures] == ["empty", "hidden"]
    assert "(line 2): " in failures[1].message
    assert "you.hand: expected the tiles in your hand" in failures[1].message
    monkeypatch.setattr("bingo.solver.engine.kernel.RowSolver.solve", lambda *_: dict[str, str]()["nothing"])
    totals = solve_here([file], tmp_path / "r.jsonl", overwrite=True, on_failure=failures.append)
    assert (dict(totals.failed), failures[-1].reasons) == ({"hidden": 1, "broken": 1}, ("KeyError: 'nothing'",))


@pytest.mark.parametrize("detail", list(Detail))
def test_results_and_table_say_the_number_of_the_line_and_best_play(detail: Detail, tmp_path: Path) -> None:
    file, out, table = (tmp_path / name for name in ("some.yaml", "r.jsonl", "r.csv"))
    file.write_text(f"{CLOSE_NOW}---{LAST_TILE}")
    solve_here([file], out, csv=table, detail=detail)
    results = [json.loads(line) for line in out.read_text().splitlines()]
    with table.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    answers = [analyze(position).as_dict() for position in read(file)]
    for result, row, answer, line in zip(results, rows, answers, (2, 8), strict=True):
        assert result["line_number"] == int(row["line_number"]) == line
        assert result.get("line") == (answer["line"] if detail is Detail.LINE else None)
        assert row.get("line") == ("; ".join(answer["line"]) if detail is Detail.LINE else None)
        if detail in (Detail.MOVES, Detail.LINE):
            assert row["moves"] == "; ".join(f"{move['move']}: {move['value']:+}" for move in answer["moves"])
        assert not any("[" in cell or "{" in cell for cell in row.values())


# --- resuming ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("detail", ["value", "line"])
def test_a_run_with_nothing_left_to_do_says_what_is_as_expected_too(tmp_path: Path, detail: str) -> None:
    file, out = tmp_path / "some.yaml", tmp_path / "r.jsonl"
    met = LAST_TILE + "expect: {value: 1}\n"
    file.write_text(
        "---\n".join(
            [met, LAST_TILE.replace("The last", "Nobody would expect this"), LAST_TILE + "expect: {value: 2}\n", met]
        )
    )
    first, again = (solve_here([file], out, detail=detail, resume=True) for _ in range(2))
    assert (first.met, again.met, again.new) == (2, 2, 0)
    assert again.failed == {"unexpected": 1}


def test_ended_after_any_block_and_resumed_gives_the_same(folder: Path, tmp_path: Path) -> None:
    def solve(name: str, on_progress: Callable[[BatchProgress], object] | None = None) -> BatchProgress:
        out, table = tmp_path / f"{name}.jsonl", tmp_path / f"{name}.csv"
        return solve_here([folder], out, csv=table, detail="value", failed=True, resume=True, on_progress=on_progress)

    steps: list[BatchProgress] = []
    whole = solve("whole", steps.append)
    assert len(steps) > 9
    assert whole.failed["empty"] == 2
    for blocks in range(1, len(steps)):
        name = f"after {blocks}"
        with pytest.raises(_Interrupted):
            solve(name, stop_after(blocks))
        totals = solve(name)
        assert (totals.positions, totals.values, totals.failed) == (whole.positions, whole.values, whole.failed)
        for end in ("jsonl", "csv"):
            assert (tmp_path / f"{name}.{end}").read_bytes() == (tmp_path / f"whole.{end}").read_bytes()


def test_resuming_with_a_file_that_holds_something_else_is_refused(folder: Path, tmp_path: Path) -> None:
    out, changed = tmp_path / "r.jsonl", folder / "a.jsonl"
    with pytest.raises(_Interrupted):
        solve_here([folder], out, on_progress=stop_after(5))
    mtime, text = changed.stat().st_mtime_ns, changed.read_bytes()
    for new_content, modified in ((text.swapcase(), 1), (text + LAST_LINE.encode(), mtime)):
        changed.write_bytes(new_content)
        os.utime(changed, ns=(modified, modified))
        with pytest.raises(CannotBegin, match=r"a\.jsonl: expected one with .* as in the first run; found one with"):
            solve_here([folder], out, resume=True)
    changed.rename(folder.parent / "a.jsonl")
    with pytest.raises(CannotBegin, match=r"a\.jsonl: expected one .* as in the first run; found none"):
        solve_here([folder], out, resume=True)
    (folder.parent / "a.jsonl").rename(changed)
    changed.write_bytes(text)  # as one who copies files, or checks them out again
    os.utime(changed, ns=(1, 1))
    assert solve_here([folder], out, resume=True).new


def test_unfinished_results_are_only_overwritten_where_that_is_asked_for(folder: Path, tmp_path: Path) -> None:
    out, whole = tmp_path / "r.jsonl", tmp_path / "whole.jsonl"
    solve_here([folder], whole)
    with pytest.raises(_Interrupted):
        solve_here([folder], out, on_progress=stop_after(3))
    with pytest.raises(CannotBegin, match=r"expected a new file; found .* --resume goes on with it"):
        solve_here([folder], out)
    with pytest.raises(CannotBegin, match="detail: expected best, as in the first run; found value"):
        solve_here([folder], out, detail="value", resume=True)
    with pytest.raises(CannotBegin, match="expected one of them"):
        solve_here([folder], out, resume=True, overwrite=True)
    solve_here([folder], out, overwrite=True)
    assert out.read_bytes() == whole.read_bytes()


def half_solved(folder: Path, name: str, **options: Any) -> None:
    solve_here([folder / "some.jsonl"], folder / f"{name}.jsonl", csv=folder / f"{name}.csv", detail="value", **options)


@pytest.fixture(scope="module")
def half_done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with positions, results and table of all of them (``whole``), and results of half of them (``r``)."""
    folder = tmp_path_factory.mktemp("half")
    (folder / "some.jsonl").write_text("\n".join(lines()[:60]))
    half_solved(folder, "whole")
    with pytest.raises(_Interrupted):
        half_solved(folder, "r", on_progress=stop_after(3))
    return folder


@pytest.mark.parametrize("seed", range(4))
def test_results_that_are_not_those_of_the_input_are_not_gone_on_with(half_done: Path, seed: int) -> None:
    """Whatever is done to lines of them: a sentence, or the results that there would have been."""
    rng = random.Random(seed)
    half_files = {name: (half_done / name).read_bytes() for name in ("r.jsonl", "r.jsonl.state")}
    expected_files = {name: (half_done / f"whole.{name[2:]}").read_bytes() for name in ("r.jsonl", "r.csv")}
    refused = 0
    for _ in range(25):
        for name, content in half_files.items():
            (half_done / name).write_bytes(content)
        name = rng.choice(list(half_files))
        (half_done / name).write_bytes(_damaged(half_files[name], rng))
        before = {name: (half_done / name).read_bytes() for name in half_files}
        try:
            half_solved(half_done, "r", resume=True)
        except CannotBegin:
            refused += 1
            assert {name: (half_done / name).read_bytes() for name in half_files} == before
            continue
        finally:
            files = {name: (half_done / name).read_bytes() for name in expected_files if (half_done / name).exists()}
            for name, content in half_files.items():
                (half_done / name).write_bytes(content)
        assert files == expected_files
    assert refused > 5


def _damaged(data: bytes, rng: random.Random) -> bytes:
    rows, offset = data.splitlines(keepends=True), rng.randrange(len(data))
    match rng.randrange(4):
        case 0:  # cut off
            return data[:offset]
        case 1:  # a byte that no line can have
            return data[:offset] + b"\0" + data[offset:]
        case 2:  # a line less
            del rows[rng.randrange(len(rows))]
            return b"".join(rows)
        case _:  # two lines exchanged
            first, second = rng.choices(range(len(rows)), k=2)
            rows[first], rows[second] = rows[second], rows[first]
            return b"".join(rows)


# --- outputs -----------------------------------------------------------------------------------------


def test_nothing_is_left_behind_where_nothing_was_begun(tmp_path: Path) -> None:
    with pytest.raises(CannotBegin) as refused:
        solve_here([EXAMPLES / "seven-tiles.jsonl"], tmp_path / "r.jsonl", csv=tmp_path)
    assert refused.value.arguments == ("csv",)
    assert str(refused.value) == f"expected a file; found the folder {str(tmp_path)!r}"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="nothing keeps two runs apart there")
def test_a_file_system_without_locks_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr("fcntl.lockf", refused)
    assert solve_here([EXAMPLES / "seven-tiles.jsonl"], tmp_path / "r.jsonl").solved == 20
    monkeypatch.setattr("bingo.solver.batch.output.fcntl", None)  # as on Windows
    assert solve_here([EXAMPLES / "seven-tiles.jsonl"], tmp_path / "s.jsonl").solved == 20


def test_results_from_standard_input_do_not_pass_for_those_of_the_state_file(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "r.jsonl"
    with pytest.raises(_Interrupted):
        solve_here([folder], out, on_progress=stop_after(3))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LAST_LINE.encode())))
    with pytest.raises(CannotBegin):
        solve_here(["-"], out)
    solve_here(["-"], out, overwrite=True)
    with pytest.raises(CannotBegin, match="which tells what"):
        solve_here([folder], out, resume=True)


# --- memory ------------------------------------------------------------------------------------------


def test_empty_lines_take_no_memory(tmp_path: Path) -> None:
    def peak(blank: int) -> int:
        file = tmp_path / "some.jsonl"
        file.write_text("\n" * blank + LAST_LINE + "\n" * blank)
        tracemalloc.start()
        assert solve_here([file], tmp_path / "r.jsonl", overwrite=True).solved == 1
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    least = peak(10)
    assert peak(100_000) < 2 * least + 1_000_000


# --- what is refused ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"inputs": None}, "inputs: expected a list of paths; found None"),
        ({"inputs": "/some/file.yaml"}, "inputs: expected a list of paths; found '/some/file.yaml'"),
        ({"inputs": Path("file.yaml")}, "inputs: expected a list of paths; found "),
        ({"out": None}, "out: expected a path or a binary stream; found None"),
        ({"detail": "all"}, "detail: expected one of value, best, moves, line; found 'all'"),
        ({"rules": "pagat"}, "rules: expected Rules or NoneType; found str"),
        ({"seed": -1}, "seed: expected a whole number of at least 0; found -1"),
        ({"jobs": 0}, "jobs: expected a whole number from 1 to 1024; found 0"),
        ({"jobs": 1.5}, "jobs: expected a whole number from 1 to 1024; found 1.5"),
    ],
)
def test_wrong_arguments_are_refused_in_words(wrong: dict[str, object], message: str, tmp_path: Path) -> None:
    """A single path in particular: as a list of its letters it would be the folder / and all below it."""
    arguments: dict[str, Any] = {"inputs": [], "out": tmp_path / "r.jsonl", **wrong}
    with pytest.raises((TypeError, NotationError)) as refused:
        solve_files(**arguments)
    assert str(refused.value).startswith(message)
    assert list(tmp_path.iterdir()) == []
