"""``bingo close``: is it right to turn the trump down now?"""

from __future__ import annotations

from typing import Annotated

import typer

from bingo.cli.options import ProofSeconds, Reading, Searching, command, seconds_option
from bingo.cli.session import Item, OnProgress, Output, answer_files
from bingo.solver.analysis.questions import close as should_close
from bingo.solver.proof import SECONDS
from bingo.solver.render.short import decided


@command
def run(
    seconds: Annotated[
        float | None,
        seconds_option(
            "--seconds", "Time for closing and playing on; where it is short, closing is solved for a sample of hands."
        ),
    ] = None,
    no_proof: Annotated[bool, typer.Option("--no-proof", help="Leave the proof out.")] = False,
    proof_seconds: ProofSeconds = SECONDS,
    *,
    searching: Searching,
    reading: Reading,
) -> None:
    """Should I close now, not knowing what the opponent holds?"""
    settings = searching.settings(seconds=seconds)
    detail, proving = reading.detail, not no_proof and bool(reading.full or reading.as_json or reading.html)

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
            lambda page: page.closing(item.title, item.position, decision, proof),
        )

    answer_files(ask, reading)
