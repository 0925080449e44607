"""``bingo analyze``: what each position is worth, what every move brings, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, cast

from bingo.cli.options import Reading, Searching, command, number_option, option, require_choice, seconds_option
from bingo.cli.session import Item, OnProgress, Output, answer_files
from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.questions import analyze
from bingo.solver.analysis.settings import METHOD_NAMES, Method
from bingo.solver.render.short import analyzed as explain


@command
def run(
    method: Annotated[
        str | None, option("--method NAME", "Where tiles are hidden: rollout (the default) or pimc.", METHOD_NAMES)
    ] = None,
    worlds: Annotated[
        int | None,
        number_option(
            "--worlds", "Where tiles are hidden: deals to draw (default: until it is decided, 6,144 at most).", 1
        ),
    ] = None,
    seconds: Annotated[
        float | None, seconds_option("--seconds", "Where tiles are hidden: time to think, instead of --worlds.")
    ] = None,
    until_clear: Annotated[
        bool,
        option("--until-clear", "Where tiles are hidden: go on until the best move stands clear of all others."),
    ] = False,
    *,
    searching: Searching,
    reading: Reading,
) -> None:
    """What is each position worth, and what should I play?"""
    require_choice("--method", method, METHOD_NAMES)
    settings = searching.settings(
        method=cast(Method | None, method), worlds=worlds, seconds=seconds, until_clear=until_clear
    )
    compare, detail = reading.rules is None and not reading.no_match, reading.detail

    def ask(item: Item, on_progress: OnProgress) -> Output:
        answer = analyze(item.position, settings, on_progress)
        return Output(
            answer.as_dict,
            lambda screen: explain(answer, item.position, item.title, screen, detail),
            lambda page: page.analyzed(item.title, item.position, answer),
            tuple(_differences(answer)) if compare else (),
        )

    answer_files(ask, reading)


def _differences(answer: Answer) -> Iterable[str]:
    """Where the answer is not the one that is written with the position, unless it was drawn by chance."""
    expect = answer.position.expect
    if expect is None or not answer.every:
        return ()
    best = answer.best_moves if answer.exact else (answer.best,)
    return expect.differences_from(answer.value, map(str, best), exact=answer.exact)
