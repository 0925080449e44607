"""How a benchmark becomes a command, and the options that several have."""

import sys
from array import array
from collections.abc import Callable
from functools import wraps
from typing import NoReturn

import numpy as np
import typer

from bingo.cli.options import flag, require, rules_option
from bingo.solver.engine.tables import Weights, shipped_weights
from bingo.solver.game import PAGAT

RULES_OPTION = rules_option("Play by these rules", PAGAT)
TO_PAGE = flag("--figures", "Put what was measured into the tables of the page.")


def program(*functions: Callable[..., int | None]) -> typer.Typer:
    """A program that runs a function with the options of the command line; of several, the one that is named first.

    What a function returns is the exit status (130 where it is interrupted); if it is the only one, its module says
    what it is for.
    """
    about = sys.modules[functions[0].__module__].__doc__
    app = typer.Typer(help=about, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    for function in functions:
        app.command(help=about if len(functions) == 1 else None)(_exiting(function))
    return app


def weights_in(file: str, option: str) -> Weights:
    """The weights of networks in a file that an option names; wrong usage where there are none."""
    expected = len(shipped_weights("pagat"))
    try:
        weights = array("f", np.load(file))
    except (EOFError, OSError, TypeError, ValueError) as error:
        raise typer.BadParameter(f"expected {expected:,} weights in {file}; {error}", param_hint=option) from None
    require(option, len(weights) == expected, f"{expected:,} weights in {file}; found {len(weights):,}")
    return weights


def _exiting(function: Callable[..., int | None]) -> Callable[..., NoReturn]:
    @wraps(function)
    def run(**options: object) -> NoReturn:
        try:
            status = function(**options) or 0
        except KeyboardInterrupt:
            status = 130
        raise typer.Exit(status)

    return run
