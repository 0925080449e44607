"""``bingo analyze``: what each position is worth, what every move brings, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bingo.cli.answering import Answer, OnProgress, answer_files
from bingo.cli.moments import AtOption, OpenOption
from bingo.cli.options import (
    THREADS,
    EqualWeights,
    Files,
    Full,
    Html,
    Json,
    NoMatch,
    Overwrite,
    RulesOption,
    Seed,
    Threads,
    number_option,
    one_of,
    option,
    seconds_option,
)
from bingo.cli.page.items import analyzed
from bingo.cli.session import Item
from bingo.positions.expectation import unmet
from bingo.solver import Analysis, Settings, analyze
from bingo.solver.analysis.hidden import Estimates
from bingo.solver.analysis.settings import METHOD_NAMES
from bingo.solver.render import estimates
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.exact import explain
from bingo.solver.render.screen import Screen
from bingo.solver.render.short import analyzed as briefly


def run(
    files: Files,
    rules: RulesOption = None,
    method: Annotated[
        str | None, option("--method NAME", "Where tiles are hidden: rollout (the default) or pimc.")
    ] = None,
    worlds: Annotated[
        int | None,
        number_option(
            "--worlds", "Where tiles are hidden: deals to draw (default: 6,144; domino-play 2,048, berndt 256).", 1
        ),
    ] = None,
    seconds: Annotated[
        float | None, seconds_option("--seconds", "Where tiles are hidden: time to think, instead of --worlds.")
    ] = None,
    until_clear: Annotated[
        bool,
        option("--until-clear", "Where tiles are hidden: stop once the best move stands clear of all others."),
    ] = False,
    equal_weights: EqualWeights = False,
    seed: Seed = 0,
    threads: Threads = THREADS,
    at: AtOption = None,
    laid_open: OpenOption = False,
    html: Html = None,
    overwrite: Overwrite = False,
    no_match: NoMatch = False,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """What is each position worth, and what should I play?"""
    one_of("--method", method, METHOD_NAMES)
    settings = Settings(method, worlds, seconds, until_clear, equal_weights, seed, threads)
    compare = rules is None and not no_match

    def ask(item: Item, on_progress: OnProgress) -> Answer:
        found = analyze(item.position, settings, on_progress)
        return Answer(
            found.as_dict,
            lambda screen: _explained(found, item, screen, full),
            lambda: analyzed(item.title, item.position, found),
            tuple(_unmet(found)) if compare else (),
        )

    answer_files(ask, files, rules, at, laid_open, html, overwrite, no_match, as_json)


def _explained(found: Analysis | Estimates, item: Item, screen: Screen, full: bool) -> list[str]:
    if not full:
        return briefly(found, item.position, item.title, screen)
    picture = [*draw(board_of(item.position), item.title, screen), ""]
    if isinstance(found, Analysis):
        return [*picture, *explain(found, screen)]
    spent = screen.footnote(f"{estimates.how_found(found)}; {found.seconds:.1f} s")
    return [*picture, *estimates.ignored_hand(item.position, screen), *estimates.explain(found, screen), *spent]


def _unmet(found: Analysis | Estimates) -> Iterable[str]:
    """Where the answer is not the one that is written with the position, unless it was drawn by chance."""
    if isinstance(found, Analysis):
        return unmet(found.position.expect, found.value, map(str, found.best))
    if not found.every:
        return ()
    return unmet(found.known.expect, found.best.value, [str(found.best.move)], exact=False)
