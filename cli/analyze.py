"""``bingo analyze``: what each position is worth, what every move brings, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, cast

from bingo.cli import options
from bingo.cli.options import detail_of, effort_of, number_option, one_of, option, seconds_option
from bingo.cli.page.items import analyzed
from bingo.cli.session import Item, OnProgress, Output, answer_files
from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.questions import analyze
from bingo.solver.analysis.settings import METHOD_NAMES, Method, Settings
from bingo.solver.render.short import analyzed as explain


def run(
    files: options.Files,
    rules: options.RulesOption = None,
    method: Annotated[
        str | None, option("--method NAME", "Where tiles are hidden: rollout (the default) or pimc.", METHOD_NAMES)
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
    equal_weights: options.EqualWeights = False,
    seed: options.Seed = 0,
    threads: options.Threads = options.THREADS,
    effort: options.Effort = None,
    quick: options.Quick = False,
    at: options.AtOption = None,
    with_all_hands: options.OpenOption = False,
    html: options.Html = None,
    overwrite: options.Overwrite = False,
    no_match: options.NoMatch = False,
    brief: options.Brief = False,
    full: options.Full = False,
    as_json: options.Json = False,
) -> None:
    """What is each position worth, and what should I play?"""
    one_of("--method", method, METHOD_NAMES)
    settings = Settings(
        cast(Method | None, method),
        worlds,
        seconds,
        until_clear,
        equal_weights,
        seed,
        threads,
        effort_of(effort, quick),
    )
    compare, detail = rules is None and not no_match, detail_of(brief, full)

    def ask(item: Item, on_progress: OnProgress) -> Output:
        answer = analyze(item.position, settings, on_progress)
        return Output(
            answer.as_dict,
            lambda screen: explain(answer, item.position, item.title, screen, detail),
            lambda: analyzed(item.title, item.position, answer),
            tuple(_unmet(answer)) if compare else (),
        )

    answer_files(ask, files, rules, at, with_all_hands, html, overwrite, no_match, as_json)


def _unmet(answer: Answer) -> Iterable[str]:
    """Where the answer is not the one that is written with the position, unless it was drawn by chance."""
    expect = answer.position.expect
    if expect is None or not answer.every:
        return ()
    best = answer.best_moves if answer.exact else (answer.best,)
    return expect.unmet(answer.value, map(str, best), exact=answer.exact)
