"""The memory: reviewed deals in one SQLite file. Records stay the truth: what is here can be made from them again.

A deal is known by what was played, so that nothing counts twice; a review by the version and the budget that judged.
Every deal is a transaction of its own, in a write-ahead log: whoever is killed loses none that was added, and several
processes may write.
"""

from __future__ import annotations

import errno
import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bingo.cli.options import option

if TYPE_CHECKING:
    from bingo.solver.game.record import Record
    from bingo.solver.reviewing.deal import Review
    from bingo.solver.reviewing.decision import Judged

#: Marks the file as ours, and one statement after the other what each version of the schema brought.
APPLICATION = 0x42696E67
SCHEMA = (
    """
    CREATE TABLE deal (
        id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE,
        version TEXT NOT NULL, worlds INTEGER NOT NULL, seed INTEGER NOT NULL,
        played TEXT NOT NULL, name TEXT NOT NULL, rules TEXT NOT NULL,
        you TEXT NOT NULL, opponent TEXT NOT NULL,
        result REAL, start REAL NOT NULL, luck REAL,
        record TEXT NOT NULL
    );
    CREATE TABLE decision (
        deal INTEGER NOT NULL REFERENCES deal ON DELETE CASCADE,
        n INTEGER NOT NULL, player INTEGER NOT NULL,
        phase TEXT NOT NULL, loss REAL NOT NULL, cause TEXT, detail TEXT,
        PRIMARY KEY (deal, n)
    ) WITHOUT ROWID;
    CREATE INDEX losses ON decision (deal, player, phase, loss);
    CREATE INDEX mistakes ON decision (player, cause, loss, deal) WHERE cause NOT NULL;
    """,
    """
    CREATE TABLE card (
        name TEXT PRIMARY KEY,
        due TEXT NOT NULL, state TEXT NOT NULL, found TEXT NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID
    """,
)
#: Seconds to wait for another process that writes.
PATIENCE = 30.0
NO_CAUSE = "no-cause-found"

MemoryOption = Annotated[
    Path | None,
    option(
        "--memory FILE",
        "The memory, instead of the one in your data folder (or BINGO_MEMORY).",
        envvar="BINGO_MEMORY",
        show_envvar=False,
    ),
]


def place(chosen: Path | None) -> Path:
    """The file of the memory: the one chosen, else in the user's data folder."""
    if chosen is not None:
        return chosen
    from platformdirs import user_data_path  # here: most commands remember nothing

    return Path(user_data_path("domino-bingo", appauthor=False)) / "memory.sqlite"


def key_of(record: Record) -> str:
    """What was played: the same for a deal whatever it or its players are called, and whatever the match score."""
    dealt = [None if tiles is None else sorted(tiles) for tiles in record.dealt]
    turns = [(turn.player, str(turn.move)) for turn in record.turns]
    start = (str(record.rules), record.leader, record.trump, record.turned, record.stock, record.drew, record.carried)
    return hashlib.sha256(json.dumps([*start, dealt, turns]).encode()).hexdigest()[:32]


class Memory:
    """The file, opened."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it. A memory of an older version is carried over.

        Raises:
            typer.BadParameter: it is something else, cannot be opened, or a later version of the program made it.
        """
        self.path = path
        try:
            path.absolute().parent.mkdir(parents=True, exist_ok=True)
            self.base = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            self.base.row_factory = sqlite3.Row
            self.base.execute("PRAGMA foreign_keys = ON")
            self._bring_up_to_date()
        except (sqlite3.Error, OSError) as error:
            raise _refused(f"expected a memory of this program; found {path}: {error}") from None

    def _bring_up_to_date(self) -> None:
        if self._pragma("user_version") < len(SCHEMA):
            with suppress(sqlite3.OperationalError):  # another process is at it, or the file system cannot
                self.base.execute("PRAGMA journal_mode = WAL")
            with self.writing():
                version = self._pragma("user_version")
                tables = self.base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
                if tables and self._pragma("application_id") != APPLICATION:
                    raise _refused(f"expected a memory of this program; found another database: {self.path}")
                for number, statements in enumerate(SCHEMA[version:], version + 1):
                    for statement in statements.split(";"):
                        self.base.execute(statement)
                    self.base.execute(f"PRAGMA user_version = {number}")
                self.base.execute(f"PRAGMA application_id = {APPLICATION}")
        if self._pragma("application_id") != APPLICATION or self._pragma("user_version") > len(SCHEMA):
            expected = f"expected a memory of version {len(SCHEMA)} or earlier"
            raise _refused(f"{expected}; found a later one, or another database: {self.path}. Update the program.")

    def _pragma(self, name: str) -> int:
        return int(self.base.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all of it, or nothing."""
        try:
            self.base.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.base.execute("ROLLBACK")
                raise
            self.base.execute("COMMIT")
        except sqlite3.Error as error:
            raise OSError(errno.EIO, str(error), str(self.path)) from None

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self.base.close()
        if isinstance(error, sqlite3.Error):
            raise OSError(errno.EIO, str(error), str(self.path)) from None

    # --- deals -------------------------------------------------------------------------------------

    def knows(self, key: str, worlds: int) -> bool:
        """Whether this version has judged the deal, in so many deals or more."""
        found = self.base.execute("SELECT version, worlds FROM deal WHERE key = ?", (key,)).fetchone()
        return found is not None and found[0] == _version() and found[1] >= worlds

    def add(self, review: Review, played: date | None = None) -> bool:
        """Keep a review, instead of one of the same deal that another version made or that looked at fewer deals.

        False if there is one as good. ``played`` is today unless given; of several days the first counts.
        """
        from bingo.positions import dumps_record_json
        from bingo.solver.game.presets import label
        from bingo.solver.reviewing.grades import unit
        from bingo.solver.reviewing.report import decision_dict

        record, key = review.record, key_of(review.record)
        names = record.players or ("", "")
        day = (played or date.today()).isoformat()
        scale = unit(record.rules)
        luck = None if review.luck is None else review.luck.you / scale
        result = None if review.result is None else review.result / scale
        decisions = [
            (
                one.n,
                one.player,
                phase_of(one),
                one.counted / scale,
                (one.reason.kind if one.reason else NO_CAUSE) if one.mistake else None,
                json.dumps(decision_dict(one)) if one.mistake else None,
            )
            for one in review.decisions
        ]
        text, worlds = dumps_record_json(record), 0 if review.settings.seconds is not None else review.worlds
        with self.writing():
            if self.knows(key, worlds):
                self.base.execute("UPDATE deal SET played = min(played, ?) WHERE key = ?", (day, key))
                return False
            earlier = self.base.execute("SELECT played FROM deal WHERE key = ?", (key,)).fetchone()
            self.base.execute("DELETE FROM deal WHERE key = ?", (key,))
            values = (
                *(key, _version(), worlds, review.settings.seed, min([day, *(earlier or ())]), record.name),
                *(label(record.rules), *names, result, review.start / scale, luck, text),
            )
            columns = "key, version, worlds, seed, played, name, rules, you, opponent, result, start, luck, record"
            made = self.base.execute(f"INSERT INTO deal ({columns}) VALUES ({', '.join('?' * len(values))})", values)
            rows = [(made.lastrowid, *one) for one in decisions]
            self.base.executemany("INSERT INTO decision VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return True

    def forget(self, keys: Sequence[str] | None = None) -> int:
        """Take deals out, all of them without ``keys``; nothing of them is left in the file. How many there were."""
        self.base.execute("PRAGMA secure_delete = ON")
        with self.writing():
            before = self.deals
            if keys is None:
                self.base.execute("DELETE FROM deal")
                self.base.execute("DELETE FROM card")
            else:
                self.base.executemany("DELETE FROM deal WHERE key = ?", [(key,) for key in keys])
                self.base.executemany("DELETE FROM card WHERE name GLOB ?", [(f"{key}:*",) for key in keys])
            gone = before - self.deals
        self.base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return gone

    @property
    def keys(self) -> set[str]:
        """Of all deals."""
        return {key for (key,) in self.base.execute("SELECT key FROM deal")}

    @property
    def deals(self) -> int:
        """How many there are."""
        return int(self.base.execute("SELECT count(*) FROM deal").fetchone()[0])

    def mistake(self, deal: int, n: int) -> dict[str, Any]:
        """A marked decision: its detail with the name, key and record of its deal."""
        query = (
            "SELECT key, name, played, record, rules, player AS side, cause, loss, detail FROM decision"
            " JOIN deal ON id = deal WHERE deal = ? AND n = ?"
        )
        row = dict(self.base.execute(query, (deal, n)).fetchone())
        return {**json.loads(row.pop("detail")), **row}

    def export(self) -> Iterator[dict[str, Any]]:
        """Each deal as data, in the order in which they were added."""
        for row in self.base.execute("SELECT * FROM deal ORDER BY id"):
            deal = dict(row)
            decisions = map(dict, self.base.execute("SELECT * FROM decision WHERE deal = ?", (deal.pop("id"),)))
            listed = [{**one, "detail": one["detail"] and json.loads(one["detail"])} for one in decisions]
            yield {**deal, "record": json.loads(deal["record"]), "decisions": listed}


def phase_of(one: Judged) -> str:
    """``open``, ``closed`` or ``exhausted``, as the boneyard was."""
    position = one.moment.position
    return "open" if position.open else "closed" if position.closed else "exhausted"


@cache
def _version() -> str:
    from bingo import __version__

    return __version__


def _refused(words: str) -> typer.BadParameter:
    return typer.BadParameter(words, param_hint="--memory")
