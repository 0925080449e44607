"""``bingo batch``: solve collections of any size, and go on after whatever interrupts it."""

from __future__ import annotations

import sys
import time
from collections import Counter
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import typer

from bingo.cli import options
from bingo.cli.console import ProgressLine
from bingo.cli.options import argument, flag, option, require
from bingo.solver.batch import BatchProgress, solve_files
from bingo.solver.batch.solving import Detail
from bingo.solver.errors import counted
from bingo.solver.game.rules import Rules
from bingo.solver.render import Screen, columns, plain, points, screen_of, signed
from bingo.solver.workers import Cluster, Executor, ProcessPool, Stopped, WorkersLost

if TYPE_CHECKING:
    from bingo.cli.page import HtmlReport


def batch(
    paths: list[str] = argument(
        "FILE|FOLDER...",
        "Position files, or folders with .yaml and .jsonl files in them; - reads standard input.",
        default=...,
    ),
    out: str = option("--out FILE", "Where the results go, one JSON object a line; - prints them.", default="-"),
    table: str | None = option("--csv FILE", "The same as a table for spreadsheets."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    detail: Detail = option(
        "--detail",
        "How much to find out: the value; the best moves too; every move's value; best play too.",
        default=Detail.BEST,
    ),
    failed: bool = flag("--failed", "Write a result for each failure too, with the key error."),
    rules: Rules | None = options.RULES,
    seed: int = options.SEED,
    jobs: int | None = options.JOBS,
    cluster: str | None = option(
        "--cluster ADDRESS",
        "Hand the work to this Dask scheduler. Over tcp://, anyone who answers or sits in between can run programs"
        " here; tls:// admits only those who have a certificate.",
    ),
    no_match: bool = options.NO_MATCH,
    quiet: bool = flag("--quiet", "No progress, no complaints about single positions, no summary."),
    html: Path | None = options.HTML,
    as_json: bool = options.JSON,  # noqa: ARG001  (every command takes it; results always are JSON)
) -> None:
    """Solve collections of positions: files and folders in, one result a line out."""
    report = Report(quiet, failed)
    html_report = None if html is None else _html_report(html, out, table, paths, overwrite)
    try:
        with _executor(cluster, jobs, report) as executor, report:
            progress = solve_files(
                paths,
                typer.get_binary_stream("stdout") if out == "-" else out,
                csv=table,
                detail=detail,
                rules=rules,
                seed=seed,
                no_match=no_match,
                failed=failed,
                resume=resume,
                overwrite=overwrite,
                executor=executor,
                on_progress=report.update,
                on_failure=lambda failure: report.report(failure.message),
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Interrupted. {report.stop_message()}") from None
    except Stopped as error:
        raise type(error)(f"{error}\n{report.stop_message()}") from None
    if html_report is not None:
        from bingo.cli.page.items import add_results  # here: usual lines of JSON do without what reads and draws them

        add_results(html_report, Path(out), rules)
        html_report.write()
    if not quiet:
        stream = sys.stderr if out == "-" else sys.stdout
        print(*summary(progress, screen_of(stream)), sep="\n", file=stream, flush=True)
    if sum(progress.failed.values()):
        raise typer.Exit(1)


def _html_report(html: Path, out: str, table: str | None, paths: list[str], overwrite: bool) -> HtmlReport:
    from bingo.cli.page import HtmlReport

    require("--html", out != "-", "--out FILE as well, which the page is made of")
    require("--html", "-" not in paths, "files, which are read again for the page; found -")
    csv = None if table is None else Path(table)
    return HtmlReport(html, paths, overwrite=overwrite, out=Path(out), csv=csv)


#: Printed for a cluster that is neither on this machine nor reached by tls://.
CLUSTER_WARNING = (
    "Nothing protects what goes to {}: whoever answers there, or sits in between, can read it and run programs here."
    " tls://, with the certificates of Dask's configuration, admits only those who have one."
)


def _executor(cluster: str | None, jobs: int | None, report: Report) -> Executor:
    if cluster is None:
        return ProcessPool(jobs)
    try:
        if not _is_protected(cluster):
            report.print_above(CLUSTER_WARNING.format(plain(cluster)))
        return Cluster(cluster)
    except ModuleNotFoundError:
        raise typer.BadParameter("needs Dask: pip install 'domino-bingo[cluster]'", param_hint="--cluster") from None
    except WorkersLost as error:
        raise typer.BadParameter(plain(str(error)), param_hint="--cluster") from None


def _is_protected(cluster: str) -> bool:
    """Whether an address is encrypted, or of this machine."""
    if cluster.startswith(("tls://", "inproc://")):
        return True
    try:
        host = urlsplit(cluster if "://" in cluster else f"tcp://{cluster}").hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # a name, not a number, or no address at all
        return False


# --- what is reported ----------------------------------------------------------------------------------

#: Rows of values in the summary, at most.
MAX_HISTOGRAM_ROWS = 20
#: Why positions or files fail, in the order of the summary: the words for one of them, and for several.
FAILURE_WORDS = {
    "file": ("file could not be read", "files could not be read"),
    "empty": ("file or folder has no position in it", "files or folders have no position in them"),
    "unreadable": ("could not be read", "could not be read"),
    "impossible": ("cannot occur", "cannot occur"),
    "hidden": ("leaves out tiles that are needed", "leave out tiles that are needed"),
    "unexpected": ("is not what the file expects", "are not what the file expects"),
    "broken": ("broke the program", "broke the program"),
}


class Report(ProgressLine):
    """The progress line of a batch, with complaints above it. ``failed``: the results have the complaints, too."""

    def __init__(self, quiet: bool, failed: bool) -> None:
        super().__init__(quiet=quiet)
        self._failed, self._progress = failed, BatchProgress()

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)
        where_text = "the results have them" if self._failed else "--failed writes all of them to the results"
        self.report_rest(f": {where_text}")

    def update(self, progress: BatchProgress) -> None:
        self._progress = progress
        seconds = time.monotonic() - self._start_time
        progress_text, share = f"{progress.new:,} done, {progress.new / max(seconds, 0.001):,.0f}/s", None
        if progress.bytes_total and progress.bytes_read:
            share = min(progress.bytes_read / progress.bytes_total, 1.0)
            progress_text += f", {_duration(seconds / share - seconds)} left"
        self.show(progress_text, share)

    def stop_message(self) -> str:
        """What to say of a batch that ends early: how far it has come, and how to go on."""
        how_to_resume = " Continue with the same command and --resume." if self._progress.resumable else ""
        done_count = self._progress.positions
        return f"{counted(done_count, 'position')} {'is' if done_count == 1 else 'are'} done.{how_to_resume}"


def summary(progress: BatchProgress, screen: Screen) -> list[str]:
    new_count, seconds = progress.new, progress.seconds
    rate = f" in {_duration(seconds)} ({new_count / seconds:,.0f} a second)" if new_count and seconds else ""
    earlier_count = progress.positions - new_count
    earlier_text = f", {earlier_count:,} of them by earlier runs" if earlier_count else ""
    earlier_text += f"; {new_count:,} new" if earlier_count and new_count else ""
    solved_text = f"{progress.solved:,} of " if progress.solved < progress.positions else ""
    lines = screen.wrap(f"{solved_text}{counted(progress.positions, 'position')} solved{earlier_text}{rate}.")
    lines += _histogram(progress.values, screen)
    if progress.met:
        all_met = progress.met == progress.positions > 1
        met_text = "All are" if all_met else f"{progress.met:,} {'is' if progress.met == 1 else 'are'}"
        lines += screen.wrap(f"{met_text} what the file expects.")
    for kind, words in FAILURE_WORDS.items():
        if count := progress.failed[kind]:
            lines += screen.wrap(f"{count:,} {words[count > 1]}.")
    return lines


def _histogram(values: Counter[int], screen: Screen) -> list[str]:
    """How often each value came; of many only the limits and the mean."""
    total, ordered = sum(values.values()), sorted(values.items(), reverse=True)
    if len(values) > MAX_HISTOGRAM_ROWS:
        mean = sum(value * count for value, count in ordered) / total
        value_range = f"Values from {signed(ordered[-1][0])} to {signed(ordered[0][0])}"
        return screen.wrap(f"{value_range}, {points(mean)} on average.")
    rows = columns([(signed(n), f"{count:,}", f"{count / total:.1%}") for n, count in ordered], frozenset({0, 1, 2}))
    bar_width, max_count = screen.width - len(rows[0]) - 4 if rows else 0, max(values.values(), default=0)
    bars = [("█" if screen.unicode else "#") * max(round(bar_width * count / max_count), 1) for _, count in ordered]
    return [f"  {row}  {screen.faint(bar)}" for row, bar in zip(rows, bars, strict=True)]


def _duration(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 60 else str(timedelta(seconds=round(seconds)))
