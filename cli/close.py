"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

from typing import Annotated

import typer

from bingo.cli.options import (
    THREADS,
    AtOption,
    Brief,
    EqualWeights,
    Files,
    Full,
    Html,
    Json,
    NoMatch,
    OpenOption,
    Overwrite,
    ProofSeconds,
    RulesOption,
    Seed,
    Threads,
    detail_of,
    seconds_option,
)
from bingo.cli.page.items import closing
from bingo.cli.session import Answer, Item, OnProgress, answer_files
from bingo.solver import Settings, should_close
from bingo.solver.proof import SECONDS
from bingo.solver.render.short import decided


def run(
    files: Files,
    rules: RulesOption = None,
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
    brief: Brief = False,
    full: Full = False,
    as_json: Json = False,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    settings = Settings(seconds=seconds, equal_weights=equal_weights, seed=seed, threads=threads)
    detail, proving = detail_of(brief, full), not no_proof and bool(full or as_json or html)

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
            lambda screen: decided(decision, item.position, item.title, screen, detail, proof),
            lambda: closing(item.title, item.position, decision, proof),
        )

    answer_files(ask, files, rules, at, laid_open, html, overwrite, no_match, as_json)
