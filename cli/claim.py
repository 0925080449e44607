"""``bingo claim``: are the card points there, or what will a line of leads surely take?"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from bingo.cli.options import ProofSeconds, Reading, command, number_option, option, require
from bingo.cli.session import Item, OnProgress, Output, answer_files
from bingo.solver.analysis.claim import claim, stakes
from bingo.solver.analysis.questions import analyze
from bingo.solver.proof import SECONDS
from bingo.solver.render.claiming import explain_line, explain_stakes
from bingo.solver.render.screen import Screen
from bingo.solver.render.short import claimed as explain


@command
def run(
    line: Annotated[
        str | None,
        option(
            "--line LEADS",
            'Prove what these leads take whatever the opponent holds: "0-0 4-4, then the trumps from the top".',
        ),
    ] = None,
    at_least: Annotated[
        int | None, number_option("--at-least", "Card points that the line has to bring (default: the target).", 0)
    ] = None,
    proof_seconds: ProofSeconds = SECONDS,
    *,
    reading: Reading,
) -> None:
    """Can I claim, going by what I remember? Or would these leads get me there?"""
    detail = reading.detail
    require("--at-least", at_least is None or line is not None, "--line as well, which it is about")

    def ask(item: Item, on_progress: OnProgress) -> Output:
        answer = claim(item.position, seconds=proof_seconds)
        at_stake = stakes(answer, partial(analyze, item.position, on_progress=on_progress))
        proof = None
        if line is not None:
            from bingo.solver.proof.lines import prove_line  # here: it needs OR-Tools

            proof = prove_line(item.position, line, at_least, seconds=proof_seconds)
        more = {} if proof is None else {"line": proof.as_dict()}
        more |= {} if at_stake is None else at_stake.as_dict()

        def lines(screen: Screen) -> list[str]:
            first = [] if proof is None else [*explain_line(proof, screen), ""]
            beside = [] if at_stake is None else explain_stakes(at_stake, item.position, screen)
            return explain(answer, first, beside, item.position, item.title, screen, detail)

        return Output(
            lambda: {**answer.as_dict(), **more},
            lines,
            lambda page: page.claimed(item.title, item.position, answer, at_stake, proof),
        )

    answer_files(ask, reading)
