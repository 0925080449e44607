"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from bingo.solver.errors import NotationError
from bingo.solver.game import presets
from bingo.solver.game.rules import Rules

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE", help="Position files (.yaml or .jsonl); - reads standard input.", show_default=False
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="PRESET", help='Play by these rules instead of the file\'s: "pagat, must_beat=false".'
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object a line, for machines.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Where chance plays a part: the same seed, the same answer.")]
ProofSeconds = Annotated[
    float,
    typer.Option("--proof-seconds", min=0.01, metavar="N", help="Time for a proof; what it leaves open is said so."),
]


def parse_rules(spec: str, option: str) -> Rules:
    """The rules that an option or argument names.

    Raises:
        typer.BadParameter: unknown preset, field or value, or fields that clash; all are listed. Status 2.
    """
    try:
        return presets.rules(spec)
    except NotationError as error:
        raise typer.BadParameter("\n".join(map(str, error.reasons)), param_hint=option) from None
