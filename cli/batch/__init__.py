"""``bingo batch``: solve collections of any size, and go on after whatever interrupts it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bingo.cli import options
from bingo.cli.batch.report import Report, summary
from bingo.cli.options import argument, number_option, option, parse_rules
from bingo.solver.batch import (
    Detail,
    Executor,
    ProcessPool,
    Stopped,
    WorkersLost,
    solve_files,
)
from bingo.solver.render.screen import plain, screen_of

if TYPE_CHECKING:
    from bingo.cli.page.report import HtmlReport


def run(
    paths: Annotated[
        list[str],
        argument(
            "FILE|FOLDER...", "Position files, or folders with .yaml and .jsonl files in them; - reads standard input."
        ),
    ],
    out: Annotated[str, option("--out FILE", "Where the results go, one JSON object a line; - prints them.")] = "-",
    table: Annotated[str | None, option("--csv FILE", "The same as a table for spreadsheets.")] = None,
    resume: Annotated[
        bool, option("--resume", "Continue where an earlier run with the same files and options stopped.")
    ] = False,
    overwrite: options.Overwrite = False,
    detail: Annotated[
        Detail,
        option("--detail", "How much to find out: the value; the best moves too; every move's value; best play too."),
    ] = Detail.BEST,
    failed: Annotated[bool, option("--failed", "Write a result for each failure too, with the key error.")] = False,
    rules: options.RulesOption = None,
    seed: options.Seed = 0,
    jobs: Annotated[int | None, number_option("--jobs", "Processes to work with (default: every core).", 1)] = None,
    cluster: Annotated[
        str | None,
        option(
            "--cluster ADDRESS",
            "Hand the work to this Dask scheduler. Over tcp://, anyone who answers or sits in between can run programs"
            " here; tls:// admits only those who have a certificate.",
        ),
    ] = None,
    no_match: options.NoMatch = False,
    quiet: Annotated[bool, option("--quiet", "No progress, no complaints about single positions, no summary.")] = False,
    html: options.Html = None,
    as_json: options.Json = False,  # noqa: ARG001  (every command takes it; results always are JSON)
) -> None:
    """Solve collections of positions: files and folders in, one result a line out."""
    chosen = None if rules is None else parse_rules(rules, "--rules")
    report = Report(screen_of(sys.stderr), quiet, failed)
    drawn = None if html is None else _page(html, out, table, paths, overwrite)
    try:
        with _executor(cluster, jobs, report) as executor, report:
            found = solve_files(
                paths,
                typer.get_binary_stream("stdout") if out == "-" else out,
                csv=table,
                detail=detail,
                rules=chosen,
                seed=seed,
                no_match=no_match,
                failed=failed,
                resume=resume,
                overwrite=overwrite,
                executor=executor,
                on_progress=report.update,
                on_failure=report.complain,
            )
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"Interrupted. {report.stopped()}") from None
    except Stopped as error:
        print(plain(str(error)), report.stopped(), sep="\n", file=sys.stderr)
        raise typer.Exit(1) from None
    if drawn is not None:
        from bingo.cli.batch import page

        page.add_results(drawn, Path(out), chosen)
        drawn.write()
    if not quiet:
        stream = sys.stderr if out == "-" else sys.stdout
        print(*summary(found, screen_of(stream)), sep="\n", file=stream, flush=True)
    if sum(found.failed.values()):
        raise typer.Exit(1)


def _page(html: Path, out: str, table: str | None, paths: list[str], overwrite: bool) -> HtmlReport:
    from bingo.cli.batch import page  # here: usual lines of JSON do without what reads and draws positions
    from bingo.cli.page.report import HtmlReport

    page.check(out, paths)
    beside = {"out": Path(out), "csv": None if table is None else Path(table)}
    return HtmlReport(html, paths, beside, overwrite=overwrite)


#: What is trusted where nothing else is said, unless it is this machine.
TRUSTED = (
    "Nothing protects what goes to {}: whoever answers there, or sits in between, can read it and run programs here."
    " tls://, with the certificates of Dask's configuration, admits only those who have one."
)


def _executor(cluster: str | None, jobs: int | None, report: Report) -> Executor:
    if cluster is None:
        return ProcessPool(jobs)
    from bingo.solver.batch import Cluster

    try:
        if not (cluster.startswith("tls://") or re.match(r"(tcp://)?(127\.|localhost[:/]|\[::1\])|inproc:", cluster)):
            report.say(TRUSTED.format(plain(cluster)))
        return Cluster(cluster)
    except ModuleNotFoundError:
        raise typer.BadParameter("needs Dask: pip install 'domino-bingo[cluster]'", param_hint="--cluster") from None
    except WorkersLost as error:
        raise typer.BadParameter(plain(str(error)), param_hint="--cluster") from None
