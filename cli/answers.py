"""``bingo analyze``, ``close`` and ``claim`` answer the positions of files; ``bingo show`` draws them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, is_dataclass, replace
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, TypeAlias, cast

from bingo.cli import options
from bingo.cli.options import choice_option, flag, number_option, option, require, seconds_option
from bingo.cli.page import HtmlReport
from bingo.cli.session import At, ReadPosition, Session
from bingo.positions.reading import as_document
from bingo.solver.analysis import (
    METHOD_NAMES,
    Answer,
    Claim,
    Method,
    Settings,
    can_claim,
    questions,
    view_of,
    with_stakes,
)
from bingo.solver.errors import MAX_THREADS, BingoError
from bingo.solver.game import InformationSet, Record, Rules
from bingo.solver.proof import SECONDS
from bingo.solver.render.analysis import remarks
from bingo.solver.render.answers import answer_lines
from bingo.solver.render.board import board_of, draw, sheet

PROOF_SECONDS = seconds_option(
    "--proof-seconds", "Time for a proof; what is open by then is left undecided.", default=SECONDS
)


@dataclass(frozen=True, slots=True)
class Reading:
    """What ``analyze``, ``close`` and ``claim`` read, and how they answer."""

    files: list[str] = options.FILES
    rules: Rules | None = options.RULES
    at: str | None = options.AT
    with_all_hands: bool = options.OPEN
    html: Path | None = options.HTML
    overwrite: bool = options.OVERWRITE
    no_match: bool = options.NO_MATCH
    brief: bool = options.BRIEF
    full: bool = options.FULL
    as_json: bool = options.JSON


@dataclass(frozen=True, slots=True)
class Searching:
    """How ``analyze`` and ``close`` search."""

    equal_weights: bool = flag(
        "--equal-weights", "Give all hands that fit the same weight, whatever the play so far suggests."
    )
    seed: int = options.SEED
    #: As many as there are cores, but no more than leads usually keep busy.
    threads: int = number_option(
        "--threads", "Threads; the answer does not depend on them.", 1, MAX_THREADS, default=min(os.cpu_count() or 1, 4)
    )
    effort: str | None = options.EFFORT
    quick: bool = options.QUICK

    def settings(self, **more: Any) -> Settings:
        more["effort"] = options.effort_of(self.effort, self.quick)
        return Settings(equal_weights=self.equal_weights, seed=self.seed, threads=self.threads, **more)


def command(run: Callable[..., None]) -> Callable[..., None]:
    """A command of ``run``: each parameter that is a dataclass becomes options, one a field, behind its own options."""
    parameters = signature(run, eval_str=True).parameters
    groups: dict[str, Any] = {name: p.annotation for name, p in parameters.items() if is_dataclass(p.annotation)}
    fields = {name: signature(kind, eval_str=True).parameters for name, kind in groups.items()}

    def run_with_groups(**values: Any) -> None:
        options = {name: groups[name](**{key: values.pop(key) for key in fields[name]}) for name in groups}
        run(**options, **values)

    own = [p for name, p in parameters.items() if name not in groups]
    every = [*own, *(p for options in fields.values() for p in options.values())]
    every.sort(key=lambda p: p.default is not Parameter.empty)  # required ones come first
    named = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in every]
    run_with_groups.__signature__ = Signature(named)  # type: ignore[attr-defined]
    run_with_groups.__annotations__, run_with_groups.__doc__ = {p.name: p.annotation for p in named}, run.__doc__
    return run_with_groups


# --- every position in turn --------------------------------------------------------------------------


#: Called with the share of the work that is done and, where there is more to say, words for it.
OnProgress: TypeAlias = Callable[..., None]
#: Answers one position, and tells how far that is.
Ask: TypeAlias = Callable[[ReadPosition, OnProgress], Answer | Claim]


def answer_files(ask: Ask, reading: Reading, *, compares_expected: bool = False) -> None:
    moment, detail = At.of(reading.at, reading.with_all_hands), options.detail_of(reading.brief, reading.full)
    report = HtmlReport(reading.html, reading.files, overwrite=reading.overwrite)
    with Session(no_match=reading.no_match, keep_going=report.is_requested) as session:
        for item in session.items(reading.files, reading.rules, moment):
            try:
                answer = ask(item, partial(_show_progress, session, item.where))
            except BingoError as error:
                session.complain(f"{item.where}: {error}")
                continue
            if reading.as_json:
                session.write_json(answer.as_dict() | ({"seat": item.seat} if item.seat else {}))
            else:
                session.write(answer_lines(answer, item.position, item.title, session.screen, detail))
            if compares_expected and isinstance(answer, Answer):
                for trouble in _differences(answer):
                    session.complain(f"{item.where}: {trouble}")
            if report.is_requested:
                from bingo.cli.page import items  # here: only pages need what draws them

                report.items.append(items.answer_item(item.title, item.position, answer))
        report.write()
    session.finish()


def _show_progress(session: Session, where: str, share: float, doing: str = "") -> None:
    session.show(f"{where}: {doing}" if doing else where, share)


# --- the commands ------------------------------------------------------------------------------------


@command
def analyze(
    method: str | None = choice_option(
        "--method NAME", "Where tiles are hidden: rollout (the default) or pimc.", METHOD_NAMES
    ),
    worlds: int | None = number_option(
        "--worlds", "Where tiles are hidden: deals to draw (default: until it is decided, 6,144 at most).", 1
    ),
    seconds: float | None = seconds_option("--seconds", "Where tiles are hidden: time to think, instead of --worlds."),
    until_clear: bool = flag(
        "--until-clear", "Where tiles are hidden: go on until the best move stands clear of all others."
    ),
    *,
    searching: Searching,
    reading: Reading,
) -> None:
    """What is each position worth, and what should I play?"""
    settings = searching.settings(
        method=cast(Method | None, method), worlds=worlds, seconds=seconds, until_clear=until_clear
    )

    answer_files(
        lambda item, on_progress: questions.analyze(item.position, settings, on_progress),
        reading,
        compares_expected=reading.rules is None and not reading.no_match,
    )


def _differences(answer: Answer) -> Iterable[str]:
    """Where the answer is not the one that is written with the position, unless it was drawn by chance."""
    expect = answer.position.expect
    if expect is None or not answer.every:
        return ()
    best = answer.best_moves if answer.exact else (answer.best,)
    return expect.differences_from(answer.value, map(str, best), exact=answer.exact)


@command
def close(
    seconds: float | None = seconds_option(
        "--seconds", "Time for closing and playing on; where it is short, closing is solved for a sample of hands."
    ),
    no_proof: bool = flag("--no-proof", "Leave the proof out."),
    proof_seconds: float = PROOF_SECONDS,
    *,
    searching: Searching,
    reading: Reading,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    settings = searching.settings(seconds=seconds)
    proving = not no_proof and bool(reading.full or reading.as_json or reading.html)

    def ask(item: ReadPosition, on_progress: OnProgress) -> Answer:
        decision = questions.close(item.position, settings, on_progress)
        if not proving:
            return decision
        from bingo.solver.proof.certificate import certify  # here: only proofs need OR-Tools

        proof = certify(
            item.position, seconds=proof_seconds, on_progress=lambda doing, share: on_progress(share, doing)
        )
        return replace(decision, proof=proof)

    answer_files(ask, reading)


@command
def claim(
    line: str | None = option(
        "--line LEADS",
        'Prove what these leads take whatever the opponent holds: "0-0 4-4, then the trumps from the top".',
    ),
    at_least: int | None = number_option(
        "--at-least", "Card points that the line has to bring (default: the target).", 0
    ),
    proof_seconds: float = PROOF_SECONDS,
    *,
    reading: Reading,
) -> None:
    """Can I claim, going by what I remember? Or would these leads get me there?"""
    require("--at-least", at_least is None or line is not None, "--line as well, which it is about")

    def ask(item: ReadPosition, on_progress: OnProgress) -> Claim:
        answer = can_claim(item.position, seconds=proof_seconds, proved=True)
        if line is not None:
            from bingo.solver.proof.lines import prove_line  # here: it needs OR-Tools

            answer = replace(answer, line=prove_line(item.position, line, at_least, seconds=proof_seconds))
        return with_stakes(answer, item.position, on_progress)

    answer_files(ask, reading)


def show(
    files: list[str] = options.FILES,
    rules: Rules | None = options.RULES,
    at: str | None = options.AT,
    with_all_hands: bool = options.OPEN,
    as_json: bool = options.JSON,
) -> None:
    """Draw each position, and write each recorded deal as a score sheet."""
    moment = At.of(at, with_all_hands)
    with Session() as session:

        def on_record(record: Record, title: str) -> None:
            if as_json:
                session.write_json(as_document(record))
            else:
                session.write(sheet(record, title, session.screen))

        for item in session.items(files, rules, moment, on_record):
            position, screen = item.position, session.screen
            if as_json:
                session.write_json(as_document(position))
                continue
            lines = draw(board_of(position), item.title, screen)
            if isinstance(position, InformationSet) and position.history:  # what recorded play tells of the other hand
                beside = remarks(view_of(position), screen, weighted=True)
                lines = [*lines, "", *beside] if beside else lines
            session.write(lines)
    session.finish()
