"""``bingo batch``: solve collections of any size, and go on after whatever interrupts it."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from bingo.cli.batch.inputs import Input, find
from bingo.cli.batch.journal import CannotResume, Journal, Plan, Progress
from bingo.cli.batch.order import COLUMNS, Done, Order
from bingo.cli.batch.output import Outputs
from bingo.cli.batch.report import Watch, summary, tell
from bingo.cli.batch.work import attempt, has_lane, is_lines, solve
from bingo.cli.options import Json, RulesOption, Seed, parse_rules
from bingo.cli.render.screen import screen_of
from bingo.positions.blocks import BEGINNING, Block
from bingo.solver.batch.detail import Detail
from bingo.solver.batch.executors import Cluster, Executor, Machine, Shortcut, WorkersLost, cores
from bingo.solver.game.presets import label

Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|FOLDER",
        help="Position files, or folders with .yaml and .jsonl files in them; - reads standard input.",
        show_default=False,
    ),
]
Out = Annotated[
    str, typer.Option("--out", metavar="FILE", help="Where the results go, one JSON object a line; - prints them.")
]
Csv = Annotated[str | None, typer.Option("--csv", metavar="FILE", help="The same as a table for spreadsheets.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on where an earlier run with the same files and options ended.")
]
Wanted = Annotated[
    Detail,
    typer.Option("--detail", help="The value; the best moves too; the value of every move; a line that shows why."),
]
Failed = Annotated[bool, typer.Option("--failed", help="A result also for what failed, with the key error.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", min=1, metavar="N", help="Threads or processes to work with (default: every core)."),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Let the workers of this Dask scheduler do the work."),
]


def run(
    paths: Paths,
    out: Out = "-",
    table: Csv = None,
    resume: Resume = False,
    detail: Wanted = Detail.BEST,
    failed: Failed = False,
    rules: RulesOption = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    as_json: Json = False,  # noqa: ARG001  (every command takes it; results always are JSON)
) -> None:
    """Solve collections of positions: files and folders in, one result a line out."""
    start = time.monotonic()
    chosen = None if rules is None else parse_rules(rules, "--rules")
    order = Order(chosen, detail, failed, rows=table is not None, seed=seed)
    files = [Path(name) for name in (out, table) if name not in (None, "-")]
    inputs = find(paths, but=[*files, *(file.with_name(file.name + ".state") for file in files)])
    _refuse_overwriting(inputs, files)
    options: dict[str, object] = {
        "detail": detail.value,
        "seed": seed,
        "failed": failed,
        "csv": table is not None,
        "rules": label(chosen) if chosen else None,
    }
    journal = _journal(out, files, inputs, resume)
    standard = typer.get_binary_stream("stdout") if out == "-" else None
    with _executor(cluster, jobs, order) as executor:
        work = _Run(order, inputs, _begin(journal, files, options, inputs, resume), journal)
        try:
            work.do(executor, files, standard)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(work.stopped()) from None
        except WorkersLost as error:
            work.stop()
            print(error, work.stopped(), sep="\n", file=sys.stderr, flush=True)
            raise typer.Exit(1) from None
        finally:
            work.stop()
    stream = sys.stderr if standard else sys.stdout
    tell(summary(work.progress, time.monotonic() - start, work.new, screen_of(stream)), stream)
    if sum(work.progress.failed.values()):
        raise typer.Exit(1)


class _Run:
    """One run: blocks go out, results come in, are written, and it is written down how far that is."""

    def __init__(self, order: Order, inputs: Sequence[Input], progress: Progress, journal: Journal | None) -> None:
        self.order, self.inputs, self.progress, self.journal = order, inputs, progress, journal
        self.new = 0
        self.watch = Watch(_left(inputs, progress), screen_of(sys.stderr))
        self.near = False  # the workers see the same files
        self._pace = Pace()

    def do(self, executor: Executor, files: Sequence[Path], standard: BinaryIO | None) -> None:
        """Do what is left."""
        self.near = isinstance(executor, Machine)
        if self.progress.done:
            return
        outputs = Outputs(files, standard)
        try:
            self.watch.start()
            read = 0
            where: deque[int] = deque()  # the file of each block that is out
            for done in executor.run(partial(solve, self.order), self._blocks(where)):
                self._pace.learn(done.size, done.seconds)
                read += done.size
                self._take(done, where.popleft(), outputs)
                self.watch.update(self.new, read)
            self.progress.done = True
            if self.journal:
                self.journal.note(self.progress)
        finally:
            outputs.close()

    def _blocks(self, where: deque[int]) -> Iterator[Block]:
        first = self.progress.file
        for number, source in enumerate(self.inputs[first:], first):
            for block in source.blocks(self._pace.size, self.progress.mark if number == first else BEGINNING):
                where.append(number)
                yield block.light(source.path) if self.near else block

    def _take(self, done: Done, file: int, outputs: Outputs) -> None:
        parts = [done.records, done.rows] if self.order.rows else [done.records]
        outputs.write(parts)
        progress = self.progress
        nothing_left = not done.end.done  # a file with no position in it is done with
        progress.file, progress.mark = file + nothing_left, done.end
        progress.written = [n + len(part) for n, part in zip(progress.written, parts, strict=True)]
        progress.positions += done.positions
        self.new += done.positions
        progress.values.update(done.values)
        progress.failed.update(failure.kind for failure in done.failures)
        if self.journal:
            self.journal.note(progress)
        self.watch.complain(done.failures)

    def stopped(self) -> str:
        """What to say if it is not done, in words."""
        again = " Go on with the same command and --resume." if self.journal else ""
        return f"Stopped after {self.progress.positions:,} positions.{again}"

    def stop(self) -> None:
        """Leave the screen and the state file."""
        self.watch.stop()
        if self.journal:
            self.journal.close()


class Pace:
    """How much to hand out at a time: a quarter of a second's work, as far as the last blocks tell."""

    LEAST, FIRST, MOST, SECONDS = 512, 4 * 1024, 512 * 1024, 0.25

    def __init__(self) -> None:
        self._size = self.FIRST

    def size(self) -> int:
        """Bytes of the next block."""
        return self._size

    def learn(self, size: int, seconds: float) -> None:
        """So many bytes took so long."""
        wanted = int(size / max(seconds, 1e-6) * self.SECONDS)
        self._size = max(self.LEAST, min(wanted, 4 * self._size, self.MOST))


def _left(inputs: Sequence[Input], progress: Progress) -> int | None:
    """Bytes still to be read, None where that is not known."""
    if any(found.path == "-" for found in inputs):
        return None
    return sum(found.size for found in inputs[progress.file :]) - progress.mark.offset


def _refuse_overwriting(inputs: Sequence[Input], files: Sequence[Path]) -> None:
    for file in files:
        if any(found.path != "-" and file.exists() and file.samefile(found.path) for found in inputs if found.size):
            raise typer.BadParameter(f"{file} is read too, so it cannot be written", param_hint="--out or --csv")
    if len({file.resolve() for file in files}) < len(files):
        raise typer.BadParameter("results and table need a file each", param_hint="--out and --csv")


def _journal(out: str, files: Sequence[Path], inputs: Sequence[Input], resume: bool) -> Journal | None:
    """The journal, where a run can be gone on with: from files that can be read again into a file."""
    if out != "-" and all(found.path != "-" for found in inputs) and all(_plain(file) for file in files):
        return Journal(list(files))
    if resume:
        raise typer.BadParameter("needs files to read and a file for --out, as only these can be gone on with",
                                 param_hint="--resume")  # fmt: skip
    return None


def _plain(file: Path) -> bool:
    return file.is_file() or not file.exists()


def _begin(
    journal: Journal | None, files: Sequence[Path], options: dict[str, object], inputs: Sequence[Input], resume: bool
) -> Progress:
    """How far an earlier run came, or the beginning, with the outputs as they must be for it."""
    try:
        if journal is None:
            for file in filter(_plain, files):
                file.write_bytes(b"")
            progress = Progress(written=[0, 0] if options["csv"] else [0])
        else:
            plan = Plan(options, [[found.path, found.size, found.changed] for found in inputs])
            progress = journal.resume(plan) if resume else journal.begin(plan)
        if options["csv"] and not progress.written[-1]:
            heading = (",".join(COLUMNS) + "\n").encode()
            files[-1].write_bytes(heading)
            progress.written[-1] = len(heading)
    except CannotResume as error:
        raise typer.BadParameter(str(error), param_hint="--resume" if resume else "--out") from None
    except OSError as error:
        raise typer.BadParameter(f"{error.filename}: {error.strerror}", param_hint="--out or --csv") from None
    return progress


def _executor(cluster: str | None, jobs: int | None, order: Order) -> Executor:
    if cluster is None:
        shortcut = Shortcut(is_lines, partial(attempt, order)) if has_lane(order) else None
        return Machine(jobs or cores(), shortcut)
    try:
        return Cluster(cluster)
    except ModuleNotFoundError:
        raise typer.BadParameter("needs Dask: pip install 'domino-bingo[cluster]'", param_hint="--cluster") from None
    except WorkersLost as error:
        raise typer.BadParameter(str(error), param_hint="--cluster") from None
