"""``bingo review``: what every decision of a played deal lost, and how much of the result was luck; ``bingo profile``:
what a player's decisions lose, when and by which mistakes, going by reviews or records.
"""

from __future__ import annotations

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Any

import msgspec

from bingo.cli import options
from bingo.cli.options import argument, detail_of, effort_of, flag, number_option, option, require, seconds_option
from bingo.cli.page import HtmlReport
from bingo.cli.session import CommandSession
from bingo.positions.reading import read_records
from bingo.solver.analysis.settings import LEVELS, Settings
from bingo.solver.batch import reviews
from bingo.solver.batch.files import find_inputs
from bingo.solver.batch.reviews import DealToReview, PlayerDecision, ReviewedDeal, review_files
from bingo.solver.errors import counted
from bingo.solver.game import PLAYER_NAMES, Rules
from bingo.solver.render import Screen, columns, plain
from bingo.solver.render.review import ReviewSummary, explain
from bingo.solver.reviewing import Review
from bingo.solver.reviewing.decision import loss_per_decision
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
    table_path: Path | None = option("--csv FILE", "Every decision as a row of a table for spreadsheets."),
    resume: bool = options.RESUME,
    overwrite: bool = options.OVERWRITE,
    no_match: bool = options.NO_MATCH,
    html: Path | None = options.HTML,
    brief: bool = options.BRIEF,
    full: bool = options.FULL,
    as_json: bool = options.JSON,
) -> None:
    """Where did a played deal go wrong, and how much of it was luck?"""
    effort_value = effort_of(effort, quick)
    has_single_limit = [effort_value, worlds, seconds].count(None) > 1
    require("--effort, --quick, --worlds and --seconds", has_single_limit, "one of them; found several")
    require("--html", not html or not resume, "no --resume, as the page has what this run reviews")
    settings = Settings(worlds=worlds, seconds=seconds, seed=seed, effort=effort_value)
    report = HtmlReport(html, files, overwrite=overwrite, out=out, csv=table_path)
    counts: reviews.ReviewCounts | None = None
    with CommandSession(keep_going=report.is_requested) as session:
        detail, is_printed = "full" if every else detail_of(brief, full), not (as_json or out or table_path)
        summary, single_review = ReviewSummary(), list[str]()

        def on_review(deal: DealToReview, review: Review) -> None:
            session.advance()
            title = plain(review.record.name or deal.where)
            if report.is_requested:
                from bingo.cli.page import items  # here: only pages need what draws them

                report.items.append(items.review_item(title, review))
            if as_json:
                session.write_json(review.as_dict())
            elif is_printed:
                summary.add(review, title)
                lines = explain(review, title, session.screen, detail, every=every)
                if detail == "full":
                    session.write(lines)
                else:
                    single_review[:] = lines

        try:
            counts = review_files(
                files,
                settings,
                rules=rules,
                out=out,
                csv=table_path,
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
            how_to_resume = " Continue with the same command and --resume." if out and "-" not in files else ""
            raise KeyboardInterrupt(f"Interrupted.{how_to_resume}") from None
    report.write()
    if is_printed and (summary_lines := summary.lines(session.screen) if summary.deals > 1 else single_review):
        session.write(summary_lines)
    if counts and not is_printed and not as_json:
        earlier_deals = f" ({counts.deals - counts.new:,} of them by earlier runs)" if counts.new < counts.deals else ""
        print(f"{counted(counts.deals, 'deal')} reviewed{earlier_deals}.", flush=True)
    session.exit_on_complaints()


# --- what a player's decisions lose --------------------------------------------------------------------

FILES = argument(
    "FILE...", "Reviews that `bingo review --out` wrote, or records to be reviewed first, or folders.", ...
)
PLAYER = option("--player NAME", "Whose decisions: a name in the records, or you where they do not name you.")


def load_reviews(
    files: Sequence[str], player: str | None, settings: Settings, session: CommandSession
) -> tuple[str, list[ReviewedDeal]]:
    """Whose decisions are meant, and all deals, each once; a player unknown to the files is refused at once."""
    paths = [source.path for source in find_inputs(files)]
    review_paths = [path for path in paths if reviews.is_reviews(path)]
    deals = [deal for path in review_paths for deal in reviews.read_reviews(path, session.complain)]

    def add(new_deal: DealToReview, review: Review) -> None:
        deals.append(msgspec.convert(new_deal.line(review), ReviewedDeal))
        session.advance()

    if records := [path for path in paths if path not in review_paths]:
        if "-" not in records:
            all_records = (record for path in records for record in read_records(path, on_error=lambda _fault: None))
            named_seats = chain.from_iterable(
                zip(record.players or ("", ""), PLAYER_NAMES, strict=True) for record in all_records
            )
            player_of(player, chain(_names(deals), (name or seat for name, seat in named_seats)))
        review_files(records, settings, on_review=add, on_failure=session.complain, on_progress=session.show)
    deals = [*{deal.key: deal for deal in deals}.values()]
    return player_of(player, _names(deals)), deals


def _names(deals: Iterable[ReviewedDeal]) -> Iterator[str]:
    return (name for deal in deals for name in deal.names.values())


def player_of(player: str | None, names_seated: Iterable[str]) -> str:
    """Whose decisions are meant: whoever is named; you, where records name nobody. Else it is wrong usage."""
    names = Counter(name for name in names_seated if name not in ("", "opponent"))
    if player is None and not {*names} - {"you", *LEVELS}:
        return "you"
    known = ", ".join(f"{plain(name)} ({counted(deals, 'deal')})" for name, deals in names.most_common())
    player_found = repr(player) if player else "no --player"
    require("--player", player in names or not names, f"one of {known}; found {player_found}")
    return str(player)


#: Causes that are told of.
MAX_LISTED_CAUSES = 3


def profile(
    files: list[str] = FILES,
    player: str | None = PLAYER,
    effort: str | None = options.EFFORT,
    quick: bool = options.QUICK,
    as_json: bool = options.JSON,
) -> None:
    """What do a player's decisions lose, when, and by which mistakes?

    Of reviews that `bingo review --out` wrote, or of records. Each deal counts once.
    """
    with CommandSession() as session:
        name, deals = load_reviews(files, player, Settings(effort=effort_of(effort, quick)), session)
        profile = profile_of(name, deals)
        if as_json:
            session.write_json(profile)
        elif deals:
            player_option = [] if player is None else ["--player", player]
            train_command = shlex.join(["bingo", "train", *(["FILE"] if "-" in files else files), *player_option])
            session.write(explain_profile(profile, train_command, session.screen))
    session.exit_on_complaints()


def profile_of(player: str, deals: Sequence[ReviewedDeal]) -> dict[str, Any]:
    """The losses of a player in game points, also where deals are worth card points; the dearest cause first."""
    decisions = PlayerDecision.of(player, deals)
    causes = {choice.decision.cause for choice in decisions if choice.decision.cause}
    return {
        "player": player,
        **_losses(decisions),
        "by": {
            "phase": _by_name(decisions, lambda choice: choice.decision.phase),
            "month": _by_name(decisions, lambda choice: f"{choice.deal.day:%Y-%m}"),
        },
        "causes": sorted((_cause(name, decisions) for name in sorted(causes)), key=lambda cause: -cause["lost"]),
    }


def _losses(choices: Iterable[PlayerDecision], cause: str | None = None) -> dict[str, Any]:
    """What the decisions lost, or of them the mistakes of one cause, per decision of all."""
    losses_by_deal: dict[int, list[float]] = defaultdict(list)
    for choice in choices:
        losses_by_deal[id(choice.deal)].append(choice.lost if cause in (None, choice.decision.cause) else 0.0)
    return loss_per_decision([(sum(lost), len(lost)) for lost in losses_by_deal.values()])


def _by_name(choices: Iterable[PlayerDecision], name_of: Callable[[PlayerDecision], str]) -> dict[str, dict[str, Any]]:
    return {name: _losses(group) for name, group in groupby(sorted(choices, key=name_of), name_of)}


def _cause(name: str, choices: Sequence[PlayerDecision]) -> dict[str, Any]:
    """What one kind of mistake costs; how often and in how many deals it was made; the worst with its deal."""
    mistakes = [choice for choice in choices if choice.decision.cause == name]
    worst = max(mistakes, key=lambda mistake: mistake.lost)
    deal = msgspec.to_builtins(worst.deal)
    return {
        "cause": name,
        **_losses(choices, name),
        "mistakes": len(mistakes),
        "deals": len({id(mistake.deal) for mistake in mistakes}),
        "worst": {key: deal[key] for key in ("file", "deal", "name", "day")} | msgspec.to_builtins(worst.decision),
    }


def explain_profile(profile: dict[str, Any], train_command: str, screen: Screen) -> list[str]:
    """The same for a person, with the command that trains each cause, which begins with ``train_command``."""
    if not profile["decisions"]:
        return ["There is no decision with a choice in these deals."]
    player = "You" if profile["player"] == "you" else plain(profile["player"])
    words = f"{player} lost {_with_error(profile)} game points a decision, over {profile['decisions']:,} with a choice"
    lines = [*screen.heading(f"{words} in {counted(profile['deals'], 'deal')}.")]
    for name, group in profile["by"].items():
        rows = [(key, f"{part['lost']:.3f}", _error(part), f"{part['decisions']:,}") for key, part in group.items()]
        lines += ["", screen.strong(f"By {name}"), *(f"  {row}" for row in columns(rows, right=frozenset((1, 3))))]
    lines += ["", screen.strong("What costs most")] if profile["causes"] else []
    for cause in profile["causes"][:MAX_LISTED_CAUSES]:
        worst = cause["worst"]
        deal = reviews.title_of(worst["name"], worst["file"], worst["deal"])
        cost_text = f"{cause['cause'].replace('-', ' ')}: {_with_error(cause)} a decision"
        frequency = f"{counted(cause['mistakes'], 'mistake')} in {counted(cause['deals'], 'deal')}"
        lost = f"{worst['move']} lost {worst['lost']:.2f} in trick {worst['trick']} of {deal}; better {worst['best']}"
        lines += [*screen.wrap(f"{cost_text}, {frequency}", 2, 4), *screen.wrap(f"worst: {lost}", 4, 6)]
        lines.append(f"    {train_command} --cause {cause['cause']}")  # whole, to be copied
    return lines


def _with_error(losses: dict[str, Any]) -> str:
    return f"{losses['lost']:.3f} {_error(losses)}".strip()


def _error(losses: dict[str, Any]) -> str:
    return "" if losses["error"] is None else f"(give or take {losses['error']:.3f})"
