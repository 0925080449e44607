"""`bingo batch`: results in order, failures in words."""

import errno
import json
import os
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bingo.cli.batch import Report, _is_protected, summary
from bingo.cli.console import MAX_COMPLAINTS
from bingo.cli.page import items
from bingo.positions import dumps_json
from bingo.solver import PRESETS, deal
from bingo.solver.batch import BatchProgress
from bingo.solver.render import Screen
from tests import manual
from tests.support.command import LAST_LINE, LAST_TILE, output, program_in, run
from tests.support.reading import EXAMPLES, LATE_CLOSE
from tests.support.strategies import deal_positions


@cache
def lines() -> list[str]:
    rng = random.Random(4)
    return [dumps_json(p) for _ in range(60) for p in deal_positions(PRESETS["pagat"].rules, rng) if not p.open]


def results(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# --- results -----------------------------------------------------------------------------------------


def test_the_result_in_the_manual_is_what_comes_out(tmp_path: Path) -> None:
    first = (EXAMPLES / "seven-tiles.jsonl").read_text().splitlines()[0]
    (tmp_path / "deals.jsonl").write_text(first)
    assert program_in(tmp_path, "batch", "deals.jsonl").stdout in manual.blocks("json", "cli/README.md")


def test_folders_are_read_file_by_file(tmp_path: Path) -> None:
    folder = tmp_path / "deals"
    (folder / "b").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    for name in ("z.yaml", "a.jsonl", "b/c.yml", ".hidden/x.yaml", "notes.txt"):
        (folder / name).write_text(LAST_LINE if name == "a.jsonl" else LAST_TILE)
    out = folder / "results.jsonl"
    for _ in range(2):  # its own results are not read
        output("batch", str(folder), "--out", str(out), "--jobs", "1", "--overwrite")
        assert [Path(str(r["file"])).name for r in results(out)] == ["a.jsonl", "z.yaml", "c.yml"]


@pytest.mark.skipif(os.name != "posix", reason="makes links")
@pytest.mark.parametrize("command", ["batch", "review"])
def test_links_in_a_circle_and_folders_that_cannot_be_read_are_told_and_the_rest_is_done(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "closed").mkdir()
    for name in ("circle.yaml", "two.jsonl", "there", "back"):
        (tmp_path / name).symlink_to({"there": "back", "back": "there"}.get(name, name))
    deal = LATE_CLOSE.read_text()
    (tmp_path / "z.yaml").write_text(LAST_TILE if command == "batch" else deal)
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if Path(path).name == "closed":  # whoever runs the tests may be allowed to read everything
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    words = () if command == "batch" else ("--worlds", "2", "--jobs", "1", "--json")
    result = run(command, str(tmp_path), *words, width=300)
    assert result.exit_code == 1
    assert result.stdout.count("\n") == 1
    assert result.stderr.count("circle.yaml: file: expected a file that can be read") == 1
    assert result.stderr.count("two.jsonl: file: expected a file that can be read") == 1
    assert result.stderr.count("closed: folder: expected a folder that can be read; found one that may not be") == 1
    assert "no position" not in result.stderr
    of_closed_folder = run(command, str(tmp_path / "closed"), *words, width=300)
    assert "expected a folder that can be read" in of_closed_folder.stderr


# --- failures ----------------------------------------------------------------------------------------


def test_where_tiles_are_hidden_the_seed_decides(tmp_path: Path) -> None:
    file = tmp_path / "one.yaml"
    file.write_text("{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}, opponent: {}}")
    answers = [
        json.loads(run("batch", str(file), "--detail", "moves", "--seed", seed).stdout.splitlines()[0])
        for seed in ("1", "1", "2")
    ]
    assert answers[0] == answers[1] != answers[2]
    assert (answers[0]["exact"], len(answers[0]["moves"])) == (False, 9)


# --- what `bingo batch` tells: failures up to a number, values in ranges, and the ways out of a refusal


def test_failures_are_told_up_to_a_number_and_then_counted(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("nonsense\n[1]\n" * ((MAX_COMPLAINTS + 1234) // 2) + LAST_LINE)  # alike in a row are one complaint
    result = run("batch", str(file), "--out", str(tmp_path / "r.jsonl"), "--jobs", "1")
    lines = result.stderr.splitlines()
    assert (result.exit_code, len(lines)) == (1, MAX_COMPLAINTS + 1)
    assert lines[-1] == "... and 1,234 more: --failed writes all of them to the results."
    assert "1,334 could not be read." in result.stdout
    result = run("batch", str(file), "--out", str(tmp_path / "r.jsonl"), "--failed", "--overwrite", "--jobs", "1")
    assert result.stderr.splitlines()[-1] == "... and 1,234 more: the results have them."


@pytest.mark.parametrize(("count", "words"), [(1, "1 position is done."), (1234, "1,234 positions are done.")])
def test_who_stops_it_hears_how_far_it_came(count: int, words: str) -> None:
    report = Report(quiet=True, failed=False)
    report.update(BatchProgress(positions=count))
    assert report.stop_message() == words


@pytest.mark.parametrize("values", [{}, {3: 7}, {-2: 1, 0: 3, 3: 2}, {-120: 1, 7: 2_000_000}])
def test_each_value_has_a_row(values: dict[int, int]) -> None:
    lines = summary(BatchProgress(sum(values.values()), values=Counter(values)), Screen(60))[1:]
    rows = [re.fullmatch(r"  +(\S+)  +([\d,]+)  +[\d.]+%  █+", line) for line in lines if line[:2] == "  "]
    assert [(int(row[1]), int(row[2].replace(",", ""))) for row in rows if row] == sorted(values.items(), reverse=True)
    assert len(rows) == len(values)
    assert max(map(len, lines), default=0) <= 60


def test_of_many_values_the_limits_and_the_mean_are_told() -> None:
    values = Counter(dict.fromkeys(range(-30, 41), 1))
    assert summary(BatchProgress(71, values=values), Screen(60))[1:] == ["Values from -30 to +40, +5.00 on average."]


def test_of_many_best_moves_three_are_named() -> None:
    best = ["lead 6-6", "lead 5-5", "lead 4-4", "lead 3-3"]
    item = items.result_item("A position", deal("pagat"), {"value": 0, "exact": True, "best": best})
    assert item["words"][-1] == "Worth 0 in game points: lead 6-6 or lead 5-5 or lead 4-4."


def test_only_what_stays_on_this_machine_or_is_encrypted_needs_no_warning() -> None:
    protected = "tls://far:8786", "tcp://localhost", "127.0.0.1:8786", "[::1]:8786", "tls://[bad]:1"
    assert all(map(_is_protected, protected))
    assert not any(map(_is_protected, ("tcp://127.evil.com:8786", "scheduler:8786", "[bad]:1", "tcp://[::1")))
