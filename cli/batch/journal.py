"""How far a batch has got, kept beside its results so that it can go on after whatever ended it.

``results.jsonl.state`` holds lines of JSON: the first says what was asked (``Plan``), each other one how far results
and input have come (``Progress``). Results are written first, then the line; on resuming, what the results hold beyond
the last line is cut off and done again. Nothing is ever told twice or lost, and a half line never survives.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import IO, Any

from bingo.positions.blocks import Mark
from bingo.solver.errors import BingoError

try:
    import fcntl
except ImportError:  # no such thing on Windows: there, nothing keeps two runs apart
    fcntl = None  # type: ignore[assignment]


class CannotResume(BingoError):
    """The results at hand are not those of this run, so it cannot go on with them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked: the options that results depend on, and the files with size and time of change."""

    options: dict[str, Any]
    files: list[list[Any]]

    def differences(self, before: Plan) -> list[str]:
        """What is asked for otherwise than ``before``, in words."""
        found = [
            f"{name}: expected {before.options.get(name)}, as in the first run; found {value}"
            for name, value in self.options.items()
            if before.options.get(name) != value
        ]
        names, names_before = ([file[0] for file in plan.files] for plan in (self, before))
        if names != names_before:
            return [*found, f"files: expected {_few(names_before)}, as in the first run; found {_few(names)}"]
        changed = [now[0] for now, then in zip(self.files, before.files, strict=True) if now != then]
        return [*found, *(f"{file}: expected the file of the first run; found that it has changed" for file in changed)]


def _few(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3:,} more" if len(names) > 3 else "")


@dataclass(slots=True)
class Progress:
    """How far a run has come: ``file`` and ``mark`` say where it goes on, ``written`` how long each output is."""

    file: int = 0
    mark: Mark = field(default_factory=Mark)
    written: list[int] = field(default_factory=list)
    positions: int = 0
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    done: bool = False

    @property
    def solved(self) -> int:
        """Positions that were solved."""
        return sum(self.values.values())

    def to_json(self) -> str:
        """One line."""
        told = {one.name: getattr(self, one.name) for one in fields(self)}
        values = list(self.values.items())  # keys of JSON objects are texts
        return json.dumps(told | {"mark": asdict(self.mark), "values": values}, separators=(",", ":"))

    @staticmethod
    def of_json(told: dict[str, Any]) -> Progress:
        """What :meth:`to_json` told."""
        told["mark"] = Mark(**told["mark"])
        told["values"] = Counter(dict(told["values"]))
        told["failed"] = Counter(told["failed"])
        return Progress(**told)


class Journal:
    """The state file of a run that writes these ``outputs``, the results first."""

    def __init__(self, outputs: list[Path]) -> None:
        self.outputs = outputs
        self.path = outputs[0].with_name(outputs[0].name + ".state")
        self._file: IO[bytes] | None = None

    def begin(self, plan: Plan) -> Progress:
        """Begin anew, with empty outputs.

        Raises:
            CannotResume: another run has left results that it could go on with, or is still at work.
        """
        if self.path.exists() and self.outputs[0].exists():
            told = self._load()[2]
            if told and not told[-1][0].done:
                raise CannotResume(
                    f"expected no unfinished results in {self.outputs[0]}; found {told[-1][0].positions:,} positions"
                    f" done: go on with --resume, or remove {self.path}"
                )
        self._open()
        assert self._file is not None
        self._file.truncate(0)
        for output in self.outputs:
            output.write_bytes(b"")
        self._write(json.dumps(asdict(plan)))
        return Progress(written=[0] * len(self.outputs))

    def resume(self, plan: Plan) -> Progress:
        """Go on where the last run ended; begin where there was none.

        Raises:
            CannotResume: that run was asked for something else, its outputs are not there, or it is still at work.
        """
        if not self.path.exists():
            there = [str(output) for output in self.outputs if output.exists() and output.stat().st_size]
            if there:
                raise CannotResume(f"expected {self.path}, which tells how far {there[0]} has got; found nothing")
            return self.begin(plan)
        before, begun, told = self._load()
        if before is None:
            return self.begin(plan)
        differences = plan.differences(before)
        if differences:
            raise CannotResume("\n".join(differences))
        sizes = [output.stat().st_size if output.exists() else 0 for output in self.outputs]
        fitting = [step for step in told if all(n <= size for n, size in zip(step[0].written, sizes, strict=True))]
        progress, end = fitting[-1] if fitting else (Progress(written=[0] * len(self.outputs)), begun)
        self._open()
        assert self._file is not None
        self._file.truncate(end)
        for output, size in zip(self.outputs, progress.written, strict=True):
            with output.open("ab") as stream:
                stream.truncate(size)
        return progress

    def _load(self) -> tuple[Plan | None, int, list[tuple[Progress, int]]]:
        """The plan, if it was written whole, and every step that was; both with the byte after them."""
        lines = self.path.read_bytes().splitlines(keepends=True)
        at, told = 0, []
        plan: Plan | None = None
        for line in lines:
            at += len(line)
            try:
                read: dict[str, Any] = json.loads(line if line.endswith(b"\n") else b"torn")
                if plan is None:
                    plan, begun = Plan(read["options"], read["files"]), at
                else:
                    told.append((Progress.of_json(read), at))
            except (ValueError, KeyError, TypeError):  # torn, so it was the last
                break
        return plan, begun if plan else 0, told

    def _open(self) -> None:
        self._file = self.path.open("ab")
        if fcntl is not None:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise CannotResume(f"expected no other run on {self.outputs[0]}; found one at work") from None

    def _write(self, line: str) -> None:
        assert self._file is not None
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def note(self, progress: Progress) -> None:
        """Write down how far it has come; the outputs must have been written before."""
        self._write(progress.to_json())

    def close(self) -> None:
        """Let go of the file, which stays."""
        if self._file:
            self._file.close()
            self._file = None
