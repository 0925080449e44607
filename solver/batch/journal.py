"""How far a batch has got, kept beside its results so that it can go on after whatever ended it.

``results.jsonl.state`` holds lines of JSON: the first says what was asked (``Plan``), each other one how far results
and input have come (``Checkpoint``). Results are written first, then the line; on resuming, what the results hold
beyond the last line is cut off and done again. Nothing is ever written twice or lost, and a half line never survives.
Each line ends with the CRC-32 of the file up to there, and a checkpoint has that of the results: what was changed since
is not resumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any
from zlib import crc32

from bingo.solver.batch.blocks import Mark
from bingo.solver.batch.inputs import Input, checksum_of
from bingo.solver.batch.output import CannotResume, Output, state_of

#: File names that a message lists.
LISTED = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked: the options that results depend on, and the files to read."""

    options: dict[str, Any]
    inputs: list[Input]

    def to_json(self) -> str:
        """One line."""
        return json.dumps({"options": self.options, "files": [[f.path, f.size, f.changed] for f in self.inputs]})

    @staticmethod
    def of_json(read: dict[str, Any]) -> Plan:
        """What :meth:`to_json` wrote."""
        return Plan(read["options"], [Input(path, size, changed) for path, size, changed in read["files"]])

    def differences(self, before: Plan, checkpoint: Checkpoint) -> list[str]:
        """What is asked for otherwise than ``before``, when it had come this far, in words.

        A file that was written again with the same bytes is the same file.
        """
        found = [
            f"{name}: expected {_shown(before.options.get(name))}, as in the first run; found {_shown(value)}"
            for name, value in self.options.items()
            if before.options.get(name) != value
        ]
        paths, paths_before = ([one.path for one in plan.inputs] for plan in (self, before))
        if paths != paths_before:
            return [*found, f"files: expected {_few(paths_before)}, as in the first run; found {_few(paths)}"]
        pairs = list(zip(self.inputs, before.inputs, strict=True))
        changed = [now.path for now, then in pairs if now.size != then.size]
        if not changed:
            started = pairs[: checkpoint.file + 1]
            changed = [now.path for now, then in started if now.changed != then.changed]
            if changed and self._checksum(checkpoint) == checkpoint.mark.crc:
                changed = []
        return [*found, *(f"{path}: expected the file of the first run; found that it has changed" for path in changed)]

    def _checksum(self, checkpoint: Checkpoint) -> int:
        done, rest = self.inputs[: checkpoint.file], self.inputs[checkpoint.file :]
        return checksum_of(done, rest[0] if rest else None, checkpoint.mark.offset)


def _shown(value: object) -> object:
    """An option as a person would put it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else "none" if value is None else value


def _few(names: list[str]) -> str:
    return ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED:,} more" if len(names) > LISTED else "")


@dataclass(slots=True)
class Checkpoint:
    """How far a run has come: ``file`` and ``mark`` say where it goes on, ``written`` how long the results are, and
    ``crc`` what their CRC-32 is.
    """

    file: int = 0
    mark: Mark = field(default_factory=Mark)
    written: int = 0
    crc: int = 0
    positions: int = 0
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    met: int = 0
    done: bool = False

    def to_json(self) -> str:
        """One line."""
        made = {one.name: getattr(self, one.name) for one in fields(self)}
        values = list(self.values.items())  # keys of JSON objects are texts
        return json.dumps(made | {"mark": asdict(self.mark), "values": values}, separators=(",", ":"))

    @staticmethod
    def of_json(read: dict[str, Any]) -> Checkpoint:
        """What :meth:`to_json` wrote."""
        if "sum" in read:
            read["crc"] = read.pop("sum")  # as it was once called
        read["mark"] = Mark(**read["mark"])
        read["values"] = Counter(dict(read["values"]))
        read["failed"] = Counter(read["failed"])
        return Checkpoint(**read)


def unfinished(results: Path) -> int | None:
    """How many positions are done in results that a run could go on with; None where there are none such.

    Raises:
        CannotResume: what tells that has been changed.
    """
    state = state_of(results)
    if not state.is_file() or not results.is_file() or not results.stat().st_size:
        return None
    last = None
    for read, _, _ in _lines(state):
        last = read
    if last is None or "mark" not in last or last["done"]:
        return None
    return int(last["positions"])


class Journal:
    """The state file of a run that writes these ``results``.

    ``begin`` or ``resume`` decide and lock, but leave everything as it is; ``start`` is the point of no return.
    """

    def __init__(self, results: Path) -> None:
        self.results = results
        self.path = state_of(results)
        self._file: Output | None = None
        self._kept, self._sum = 0, 0  # bytes of it that still count, and their CRC-32

    def begin(self) -> None:
        """Begin anew, whatever there is.

        Raises:
            CannotBegin: another run is still at work.
        """
        self._file = Output(self.path, "out")

    def resume(self, plan: Plan) -> Checkpoint | None:
        """How far the last run came; None where there was none, or nothing is written.

        Raises:
            CannotResume: that run was asked for something else, its files were changed or are not there, or it is still
                at work.
        """
        before, checkpoint = self._load() if self.path.exists() else (None, None)
        if before is None and self._size():
            raise CannotResume(f"expected {self.path}, which tells how far {self.results} has got; found nothing",
                               "resume")  # fmt: skip
        if before is not None and (differences := plan.differences(before, checkpoint or Checkpoint())):
            raise CannotResume("\n".join(differences), "resume")
        if checkpoint and checksum_of((), Input(str(self.results)), checkpoint.written) != checkpoint.crc:
            raise _changed(self.results)
        self.begin()
        return checkpoint

    def _load(self) -> tuple[Plan | None, Checkpoint | None]:
        """The plan, if it was written whole, and the last checkpoint that is no longer than the results."""
        size = self._size()
        plan: Plan | None = None
        last: Checkpoint | None = None
        try:
            for read, end, crc in _lines(self.path):
                if plan is None:
                    plan = Plan.of_json(read)
                elif read["written"] <= size:
                    last = Checkpoint.of_json(read)
                else:
                    continue
                self._kept, self._sum = end, crc
        except (KeyError, TypeError, ValueError, AttributeError):
            raise _changed(self.path) from None
        return plan, last

    def _size(self) -> int:
        return self.results.stat().st_size if self.results.exists() else 0

    def start(self, plan: Plan) -> None:
        """Cut off what does not count. Where nothing is left, write down what is asked."""
        assert self._file is not None
        self._file.truncate(self._kept)
        if not self._kept:
            self._write(plan.to_json())

    def _write(self, line: str) -> None:
        assert self._file is not None
        body = line.removesuffix("}").encode()
        self._sum = crc32(body, self._sum)
        self._file.write(body + _END % self._sum)

    def note(self, checkpoint: Checkpoint) -> None:
        """Write down how far it has come; the results must have been written before."""
        self._write(checkpoint.to_json())

    def close(self) -> None:
        """Let go of the file, which stays, if anything was begun."""
        if self._file:
            self._file.close()
            self._file = None


#: The end of each line of a state file.
_END = b',"sum":%d}\n'


def _lines(state: Path) -> Iterator[tuple[dict[str, Any], int, int]]:
    """The lines of a state file that were written whole, each with the byte after it, and the CRC-32 up to there.

    Raises:
        CannotResume: something else has changed them.
    """
    crc = end = 0
    with state.open("rb") as file:
        for line in file:
            body = line.rpartition(b',"sum":')[0]
            crc, end = crc32(body, crc), end + len(line)
            if line != body + _END % crc:
                if file.read(1):
                    raise _changed(state)
                return  # it was the last, and was not written whole
            yield json.loads(body + b"}"), end, crc


def _changed(file: Path) -> CannotResume:
    return CannotResume(f"{file}: expected it as the earlier run left it; found that it has changed", "out")
