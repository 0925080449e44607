"""The memory: nothing counts twice, nothing that was added is lost, and what is no memory is refused in words."""

from __future__ import annotations

import json
import sqlite3
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bingo.cli.coach.memory import SCHEMA, Memory, key_of, place
from bingo.positions import reads_records
from tests.depth import by_depth
from tests.oracles.memories import killed, remembered_again, reviewed
from tests.test_cli_main import run


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


def test_a_deal_counts_once_and_the_better_review_stays(memory: Path) -> None:
    with Memory(memory) as kept:
        assert kept.add(reviewed(8), date(2026, 3, 5))
        again = replace(reviewed(8), record=replace(reviewed(8).record, name="again", match=None, players=None))
        assert key_of(again.record) == key_of(reviewed(8).record)
        assert not kept.add(again, date(2026, 2, 1))
        assert kept.add(reviewed(16), date(2026, 4, 1))
        assert not kept.add(reviewed(8))
        (deal,) = kept.export()
    assert (deal["worlds"], deal["played"], deal["name"]) == (16, "2026-02-01", "Third deal")
    assert [one["n"] for one in deal["decisions"]] == [one.n for one in reviewed(16).decisions]
    assert next(reads_records(json.dumps(deal["record"]))) == reviewed(16).record


def test_a_deal_in_which_nothing_was_decided_is_remembered_too(memory: Path) -> None:
    with Memory(memory) as kept:
        assert kept.add(replace(reviewed(8), decisions=()))
        (deal,) = kept.export()
    assert deal["decisions"] == []


def test_what_is_forgotten_is_nowhere_in_the_file(memory: Path) -> None:
    with Memory(memory) as kept:
        kept.add(reviewed())
    assert run("memory", "forget", "--all", "--memory", str(memory)).stdout == "1 deal forgotten; 0 deals left.\n"
    assert b"Third deal" not in memory.read_bytes()


def test_what_is_no_memory_is_refused_in_words(memory: Path, tmp_path: Path) -> None:
    text, other, later = tmp_path / "text", tmp_path / "other", tmp_path / "later"
    text.write_text("no database at all\n" * 100)
    sqlite3.connect(other).execute("CREATE TABLE deal (name TEXT)")
    Memory(later).base.execute(f"PRAGMA user_version = {len(SCHEMA) + 1}")
    for file, words in ((text, "not a database"), (other, "another database"), (later, "Update the program")):
        result = run("profile", "--memory", str(file))
        assert result.exit_code == 2, file
        assert words in " ".join(result.stderr.split())
    assert "expected the records" in run("memory", "rebuild", "--memory", str(memory)).stderr


def test_what_the_database_says_is_told_with_its_file(memory: Path) -> None:
    with Memory(memory) as kept, pytest.raises(OSError, match="no such table: nowhere") as caught, kept.writing():
        kept.base.execute("SELECT * FROM nowhere")
    assert caught.value.filename == str(memory)
    with pytest.raises(OSError, match="no such table: nowhere") as caught, Memory(memory) as kept:
        kept.base.execute("SELECT * FROM nowhere")
    assert caught.value.filename == str(memory)


def test_without_a_place_it_lies_in_the_data_folder(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, **_: memory.parent / name)
    assert place(None) == memory.parent / "domino-bingo" / "memory.sqlite"
    assert place(memory) == memory


def test_each_older_version_is_carried_over(memory: Path) -> None:
    for version in range(1, len(SCHEMA)):
        memory.unlink(missing_ok=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bingo.cli.coach.memory.SCHEMA", SCHEMA[:version])
            with Memory(memory) as old:
                old.add(reviewed())
        with Memory(memory) as kept:
            assert (kept.deals, *kept.base.execute("PRAGMA user_version").fetchone()) == (1, len(SCHEMA))


@pytest.mark.skipif(sys.platform == "win32", reason="kills processes")
def test_two_write_and_are_killed_and_nothing_is_lost(memory: Path) -> None:
    assert killed(memory, by_depth(2, 3))


def test_a_thousand_known_records_take_less_than_a_minute(memory: Path, tmp_path: Path) -> None:
    deals = by_depth(100, 1000)
    assert remembered_again(memory, tmp_path / "many.yaml", deals) < 60 * deals / 1000
