"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

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
    ProofSeconds,
    RulesOption,
    Seed,
    Threads,
    option,
    seconds_option,
)
from bingo.cli.page.items import closing
from bingo.cli.session import Item
from bingo.solver import Settings, should_close
from bingo.solver.analysis.closing import Decision
from bingo.solver.proof import SECONDS
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.closing import details, effort, summary
from bingo.solver.render.estimates import ignored_hand
from bingo.solver.render.screen import Screen, wrap
from bingo.solver.render.short import decided

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate


def run(
    files: Files,
    rules: RulesOption = None,
    brief: Annotated[bool, option("--brief", "Only the advice and what it rests on, without the board.")] = False,
    seconds: Annotated[
        float | None,
        seconds_option(
            "--seconds", "Time for closing and playing on; where it is short, closing is solved for a sample of hands."
        ),
    ] = None,
    equal_weights: EqualWeights = False,
    threads: Threads = THREADS,
    seed: Seed = 0,
    no_proof: Annotated[bool, typer.Option("--no-proof", help="Leave the proof out.")] = False,
    proof_seconds: ProofSeconds = SECONDS,
    at: AtOption = None,
    laid_open: OpenOption = False,
    html: Html = None,
    overwrite: Overwrite = False,
    no_match: NoMatch = False,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    settings = Settings(seconds=seconds, equal_weights=equal_weights, seed=seed, threads=threads)
    proving = not no_proof and bool(full or as_json or html)

    def ask(item: Item, on_progress: OnProgress) -> Answer:
        decision = should_close(item.position, settings, on_progress)
        proof = None
        if proving:
            from bingo.solver.proof.certificate import certify  # here: only proofs need OR-Tools

            proof = certify(
                item.position, seconds=proof_seconds, on_progress=lambda doing, share: on_progress(share, doing)
            )
        return Answer(
            lambda: {**decision.as_dict(), "proof": proof and proof.as_dict()},
            lambda screen: _explained(decision, proof, item, screen, brief=brief, full=full),
            lambda: closing(item.title, item.position, decision, proof),
        )

    answer_files(ask, files, rules, at, laid_open, html, overwrite, no_match, as_json)


def _explained(
    decision: Decision, proof: Certificate | None, item: Item, screen: Screen, *, brief: bool, full: bool
) -> list[str]:
    if not brief and not full:
        return decided(decision, item.position, item.title, screen)
    answer = [*(screen.strong(line) for line in wrap(item.title, screen.width)), *summary(decision, screen)]
    if brief:
        return answer
    picture = draw(board_of(item.position), "", screen)
    lines = [*ignored_hand(item.position, screen), *details(decision, screen, proof)]
    return [*answer, "", *picture, "", *lines, *screen.footnote(effort(decision, proof))]
