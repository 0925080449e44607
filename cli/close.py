"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

from typing import Annotated

import typer

from bingo.cli import options
from bingo.cli.options import detail_of, effort_of, seconds_option
from bingo.cli.page.items import closing
from bingo.cli.session import Item, OnProgress, Output, answer_files
from bingo.solver.analysis.questions import close as should_close
from bingo.solver.analysis.settings import Settings
from bingo.solver.proof import SECONDS
from bingo.solver.render.short import decided


def run(
    files: options.Files,
    rules: options.RulesOption = None,
    seconds: Annotated[
        float | None,
        seconds_option(
            "--seconds", "Time for closing and playing on; where it is short, closing is solved for a sample of hands."
        ),
    ] = None,
    equal_weights: options.EqualWeights = False,
    threads: options.Threads = options.THREADS,
    effort: options.Effort = None,
    quick: options.Quick = False,
    seed: options.Seed = 0,
    no_proof: Annotated[bool, typer.Option("--no-proof", help="Leave the proof out.")] = False,
    proof_seconds: options.ProofSeconds = SECONDS,
    at: options.AtOption = None,
    with_all_hands: options.OpenOption = False,
    html: options.Html = None,
    overwrite: options.Overwrite = False,
    no_match: options.NoMatch = False,
    brief: options.Brief = False,
    full: options.Full = False,
    as_json: options.Json = False,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    settings = Settings(
        seconds=seconds, equal_weights=equal_weights, seed=seed, threads=threads, effort=effort_of(effort, quick)
    )
    detail, proving = detail_of(brief, full), not no_proof and bool(full or as_json or html)

    def ask(item: Item, on_progress: OnProgress) -> Output:
        decision = should_close(item.position, settings, on_progress)
        proof = None
        if proving:
            from bingo.solver.proof.certificate import certify  # here: only proofs need OR-Tools

            proof = certify(
                item.position, seconds=proof_seconds, on_progress=lambda doing, share: on_progress(share, doing)
            )
        return Output(
            lambda: {**decision.as_dict(), "proof": proof and proof.as_dict()},
            lambda screen: decided(decision, item.position, item.title, screen, detail, proof),
            lambda: closing(item.title, item.position, decision, proof),
        )

    answer_files(ask, files, rules, at, with_all_hands, html, overwrite, no_match, as_json)
