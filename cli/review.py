"""``bingo review``: what every decision of a played deal lost, and how much of the result was luck."""

from pathlib import Path

from bingo.cli import options
from bingo.cli.options import argument, detail_of, effort_of, flag, number_option, option, require, seconds_option
from bingo.cli.page import HtmlReport
from bingo.cli.page.items import reviewed
from bingo.cli.session import Session
from bingo.solver.analysis.settings import Settings
from bingo.solver.batch.reviews import ReviewCounts, Task, review_files
from bingo.solver.errors import counted
from bingo.solver.game import Rules
from bingo.solver.render import plain
from bingo.solver.render.match import ReviewSummary
from bingo.solver.render.review import explain
from bingo.solver.reviewing import Review
from bingo.solver.workers import Stopped


def review(
    files: list[str] = argument(
        "RECORD...", "Records of deals (.yaml or .jsonl), or folders of them; - reads standard input.", default=...
    ),
    rules: Rules | None = options.RULES,
    effort: str | None = options.EFFORT,
    quick: bool = options.QUICK,
    worlds: int | None = number_option("--worlds", "Deals to compare moves in (default: 16,384).", 2),
    seconds: float | None = seconds_option("--seconds", "Time for a deal, instead of --worlds."),
    every: bool = flag("--all", "List every decision, even those that lost nothing."),
    seed: int = options.SEED,
    jobs: int | None = options.JOBS,
    out: Path | None = option(
        "--out FILE", "Write the reviews there, one JSON object a line, as profile and train take them."
    ),
    table: Path | None = option("--csv FILE", "Every decision as a row of a table for spreadsheets."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    no_match: bool = options.NO_MATCH,
    html: Path | None = options.HTML,
    brief: bool = options.BRIEF,
    full: bool = options.FULL,
    as_json: bool = options.JSON,
) -> None:
    """Where did a played deal go wrong, and how much of it was luck?"""
    how_much = effort_of(effort, quick)
    once = [how_much, worlds, seconds].count(None) > 1
    require("--effort, --quick, --worlds and --seconds", once, "one of them; found several")
    require("--html", not html or not resume, "no --resume, as the page has what this run reviews")
    settings = Settings(worlds=worlds, seconds=seconds, seed=seed, effort=how_much)
    report = HtmlReport(html, files, {"out": out, "csv": table}, overwrite=overwrite)
    done: ReviewCounts | None = None
    with Session(keep_going=report.wanted) as session:
        detail, printing = "full" if every else detail_of(brief, full), not (as_json or out or table)
        total, alone = ReviewSummary(), list[str]()

        def on_review(task: Task, review: Review) -> None:
            session.advance()
            title = plain(review.record.name or task.where)
            if report.wanted:
                report.items.append(reviewed(title, review))
            if as_json:
                session.write_json(review.as_dict())
            elif printing:
                total.add(review, title)
                lines = explain(review, title, session.screen, detail, every=every)
                if detail == "full":
                    session.write(lines)
                else:
                    alone[:] = lines

        try:
            done = review_files(
                files,
                settings,
                rules=rules,
                out=out,
                csv=table,
                resume=resume,
                overwrite=overwrite,
                jobs=jobs,
                no_match=no_match,
                on_review=on_review,
                on_failure=session.complain,
                on_progress=session.show,
            )
        except Stopped as error:
            session.complain(error)
        except KeyboardInterrupt:
            again = " Continue with the same command and --resume." if out else ""
            raise KeyboardInterrupt(f"Interrupted.{again}") from None
    report.write()
    if printing and (last := total.lines(session.screen) if total.deals > 1 else alone):
        session.write(last)
    if done and not printing and not as_json:
        earlier = f" ({done.deals - done.new:,} of them by earlier runs)" if done.new < done.deals else ""
        print(f"{counted(done.deals, 'deal')} reviewed{earlier}.", flush=True)
    session.finish()
