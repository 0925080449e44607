"""``bingo analyze``, ``close`` and ``claim`` answer the positions of files; ``bingo show`` draws them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from inspect import Signature, signature
from pathlib import Path
from typing import Any, TypeAlias

from bingo.cli import options
from bingo.cli.options import choice_option, flag, number_option, option, require, seconds_option
from bingo.cli.page import HtmlReport
from bingo.cli.session import CommandSession, ReadPosition, RecordMoment
from bingo.positions.reading import as_document
from bingo.solver.analysis import METHOD_NAMES, Answer, Claim, Settings, can_claim, questions, view_of, with_stakes
from bingo.solver.errors import MAX_THREADS, BingoError
from bingo.solver.game import InformationSet, Record, Rules, members_dict
from bingo.solver.proof import DEFAULT_PROOF_SECONDS
from bingo.solver.render.analysis import remarks
from bingo.solver.render.answers import answer_lines
from bingo.solver.render.board import board_of, draw, score_sheet

PROOF_SECONDS_OPTION = seconds_option(
    "--proof-seconds", "Time for a proof; what is open by then is left undecided.", default=DEFAULT_PROOF_SECONDS
)


#: Called with the share of the work that is done and, where there is more to say, words for it.
OnProgress: TypeAlias = Callable[..., None]
#: Answers one position, and reports progress.
Solve: TypeAlias = Callable[[ReadPosition, OnProgress], Answer | Claim]


@dataclass(frozen=True)
class InputOptions:
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

    def answer_all(self, solve: Solve, *, compares_expected: bool = False) -> None:
        """Answer every position in turn."""
        record_moment, detail = RecordMoment.of(self.at, self.with_all_hands), options.detail_of(self.brief, self.full)
        report = HtmlReport(self.html, self.files, overwrite=self.overwrite)
        with CommandSession(no_match=self.no_match, keep_going=report.is_requested) as session:
            for item in session.items(self.files, self.rules, record_moment):
                try:
                    answer = solve(item, partial(_show_progress, session, item.where))
                except BingoError as error:
                    session.complain(f"{item.where}: {error}")
                    continue
                if self.as_json:
                    session.write_json(answer.as_dict() | ({"seat": item.seat} if item.seat else {}))
                else:
                    session.write(answer_lines(answer, item.position, item.title, session.screen, detail))
                if compares_expected and isinstance(answer, Answer):
                    for unmet in _unmet_expectations(answer):
                        session.complain(f"{item.where}: {unmet}")
                if report.is_requested:
                    from bingo.cli.page import items  # here: only pages need what draws them

                    report.items.append(items.answer_item(item.title, item.position, answer))
            report.write()
        session.exit_on_complaints()


def _show_progress(session: CommandSession, place: str, share: float, activity: str = "") -> None:
    session.show(f"{place}: {activity}" if activity else place, share)


def _unmet_expectations(answer: Answer) -> Iterable[str]:
    """What differs from the answer that the file expects; nothing is compared where not all hands were looked at."""
    expect = answer.position.expect
    if expect is None or not answer.every:
        return ()
    best_moves = answer.best_moves if answer.exact else (answer.best,)
    return expect.differences_from(answer.value, map(str, best_moves), exact=answer.exact)


@dataclass(frozen=True)
class SearchOptions:
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

    def settings(self, *option_names: str) -> Settings:
        """These options, and those of a command that have such ``option_names``."""
        effort = options.effort_of(self.effort, self.quick)
        return Settings(effort=effort, **members_dict(self, "equal_weights", "seed", "threads", *option_names))


def command(cls: Any) -> Callable[..., None]:
    """A command of a dataclass, whose fields are its options, its own before those it shares; ``run`` answers."""

    def run(**option_values: Any) -> None:
        cls(**option_values).run()

    parameters = sorted(
        signature(cls, eval_str=True).parameters.values(), key=lambda field: field.name not in cls.__annotations__
    )
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__, run.__doc__ = {parameter.name: parameter.annotation for parameter in parameters}, cls.__doc__
    return run


# --- the commands ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AnalyzeCommand(InputOptions, SearchOptions):
    """What is each position worth, and what should I play?"""

    method: str | None = choice_option(
        "--method NAME", "Where tiles are hidden: rollout (the default) or pimc.", METHOD_NAMES
    )
    worlds: int | None = number_option(
        "--worlds", "Where tiles are hidden: deals to draw (default: until it is decided, 6,144 at most).", 1
    )
    seconds: float | None = seconds_option("--seconds", "Where tiles are hidden: time to think, instead of --worlds.")
    until_clear: bool = flag(
        "--until-clear", "Where tiles are hidden: go on until the best move stands clear of all others."
    )

    def run(self) -> None:
        settings = self.settings("method", "worlds", "seconds", "until_clear")
        self.answer_all(
            lambda item, on_progress: questions.analyze(item.position, settings, on_progress),
            compares_expected=self.rules is None and not self.no_match,
        )


@dataclass(frozen=True)
class CloseCommand(InputOptions, SearchOptions):
    """Should I close now, not knowing what the opponent holds?"""

    seconds: float | None = seconds_option(
        "--seconds", "Time for closing and playing on; where it is short, closing is solved for a sample of hands."
    )
    no_proof: bool = flag("--no-proof", "Leave the proof out.")
    proof_seconds: float = PROOF_SECONDS_OPTION

    def run(self) -> None:
        settings = self.settings("seconds")
        with_proof = not self.no_proof and bool(self.full or self.as_json or self.html)

        def solve(item: ReadPosition, on_progress: OnProgress) -> Answer:
            decision = questions.close(item.position, settings, on_progress)
            if not with_proof:
                return decision
            from bingo.solver.proof.certificate import certify  # here: only proofs need OR-Tools

            proof = certify(
                item.position, seconds=self.proof_seconds, on_progress=lambda doing, share: on_progress(share, doing)
            )
            return replace(decision, proof=proof)

        self.answer_all(solve)


@dataclass(frozen=True)
class ClaimCommand(InputOptions):
    """Can I claim, going by what I remember? Or would these leads get me there?"""

    line: str | None = option(
        "--line LEADS",
        'Prove what these leads take whatever the opponent holds: "0-0 4-4, then the trumps from the top".',
    )
    at_least: int | None = number_option(
        "--at-least", "Card points that the line has to bring (default: the target).", 0
    )
    proof_seconds: float = PROOF_SECONDS_OPTION

    def run(self) -> None:
        require("--at-least", self.at_least is None or self.line is not None, "--line as well, which it is about")

        def solve(item: ReadPosition, on_progress: OnProgress) -> Claim:
            claim_answer = can_claim(item.position, seconds=self.proof_seconds, proved=True)
            if self.line is not None:
                from bingo.solver.proof.lines import prove_line  # here: it needs OR-Tools

                line_proof = prove_line(item.position, self.line, self.at_least, seconds=self.proof_seconds)
                claim_answer = replace(claim_answer, line=line_proof)
            return with_stakes(claim_answer, item.position, on_progress)

        self.answer_all(solve)


def show(
    files: list[str] = options.FILES,
    rules: Rules | None = options.RULES,
    at: str | None = options.AT,
    with_all_hands: bool = options.OPEN,
    as_json: bool = options.JSON,
) -> None:
    """Draw each position, and write each recorded deal as a score sheet."""
    record_moment = RecordMoment.of(at, with_all_hands)
    with CommandSession() as session:

        def on_record(record: Record, title: str) -> None:
            if as_json:
                session.write_json(as_document(record))
            else:
                session.write(score_sheet(record, title, session.screen))

        for item in session.items(files, rules, record_moment, on_record):
            position, screen = item.position, session.screen
            if as_json:
                session.write_json(as_document(position))
                continue
            board_lines = draw(board_of(position), item.title, screen)
            if isinstance(position, InformationSet) and position.history:  # what recorded play tells of the other hand
                below_board = remarks(view_of(position), screen, weighted=True)
                board_lines = [*board_lines, "", *below_board] if below_board else board_lines
            session.write(board_lines)
    session.exit_on_complaints()


analyze, close, claim = map(command, (AnalyzeCommand, CloseCommand, ClaimCommand))
