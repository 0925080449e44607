"""Arguments and options that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Collection
from dataclasses import dataclass, is_dataclass
from functools import partial
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from bingo.solver.analysis.settings import EFFORTS, Settings
from bingo.solver.errors import MAX_THREADS, NotationError, whole_number
from bingo.solver.game import presets
from bingo.solver.game.rules import Rules
from bingo.solver.render.screen import Detail

#: Digits that are read as a number; more are not even shown.
MAX_DIGITS = 40


def time_limit(text: str | float, unit: str) -> float:
    """A time limit as it is typed: ``0.5``, ``10``."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise typer.BadParameter(f"expected a number of {unit} above 0; found {text!r}")
    return number


def require_choice(option: str, choice: str | None, known: Collection[str]) -> None:
    """Insist on one of these names where one is given."""
    require(option, choice is None or choice in known, f"one of {', '.join(known)}; found {choice!r}")


def require(option: str, right: bool, expected: str) -> None:
    """Insist on what is expected of an option, or of several.

    Raises:
        typer.BadParameter: it is not right. Status 2.
    """
    if not right:
        raise typer.BadParameter(f"expected {expected}", param_hint=option)


def number_parser(least: int, most: int | None = None) -> Callable[[str | int], int]:
    """A parser of whole numbers from ``least`` on, up to ``most`` if that is given."""

    def parse(text: str | int) -> int:
        if len(str(text)) > MAX_DIGITS:
            raise typer.BadParameter(f"expected a smaller number; found one of {len(str(text))} digits")
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if number < least or (most is not None and number > most):
            raise typer.BadParameter(f"expected {whole_number(least, most)}; found {str(text)!r}")
        return number

    return parse


def option(spec: str, words: str, values: Collection[str] = (), **more: Any) -> Any:
    """An option as the manual writes it: ``--csv FILE``. Shells complete its ``values``."""
    name, _, takes = spec.partition(" ")
    return typer.Option(name, metavar=takes or None, help=words, **_autocompletion(values), **more)


def _autocompletion(values: Collection[str]) -> dict[str, Any]:
    if not values:
        return {}
    return {"autocompletion": lambda incomplete: [value for value in values if value.startswith(incomplete)]}


def argument(name: str, words: str, values: Collection[str] = (), **more: Any) -> Any:
    """An argument under the name that help has for it. Shells complete its ``values``."""
    return typer.Argument(metavar=name, help=words, **{"show_default": False, **_autocompletion(values), **more})


def number_option(name: str, words: str, least: int, most: int | None = None) -> Any:
    """An option that takes a whole number."""
    return typer.Option(name, parser=number_parser(least, most), metavar="N", help=words)


def seconds_option(name: str, words: str, unit: str = "seconds") -> Any:
    """An option that takes a time limit."""
    return typer.Option(name, parser=partial(time_limit, unit=unit), metavar="N", help=words)


Files = Annotated[list[str], argument("FILE...", "Position files (.yaml or .jsonl); - reads standard input.")]
RulesOption = Annotated[
    str | None,
    option("--rules PRESET", 'Play by these rules instead of the file\'s: "pagat, must_beat=false".', presets.PRESETS),
]
Json = Annotated[bool, option("--json", "Write one JSON object a line, for machines.")]
Html = Annotated[Path | None, option("--html FILE", "Also write a page for the browser, all in one file.")]
Overwrite = Annotated[bool, option("--overwrite", "Write over files that are there already.")]
Seed = Annotated[int, number_option("--seed", "Where chance plays a part: the same seed, the same answer.", 0)]
AtOption = Annotated[
    str | None, option("--at N", "For records: the moment before trick N; 9r: before the reply; 3:9: in deal 3 only.")
]
OpenOption = Annotated[bool, option("--open", "With --at: show both hands, not only what the player to move sees.")]
Brief = Annotated[bool, option("--brief", "Only the answer and what it rests on, without the board.")]
Full = Annotated[bool, option("--full", "Show all that was found, not only what fits a terminal.")]
NoMatch = Annotated[bool, option("--no-match", "Ignore the match score; only game points count.")]
Effort = Annotated[
    str | None,
    option("--effort NAME", "quick, normal, thorough, or a number: so many deals, and hands of each close.", EFFORTS),
]
Quick = Annotated[bool, option("--quick", "Short for --effort quick: a rougher answer, several times as fast.")]
ProofSeconds = Annotated[
    float, seconds_option("--proof-seconds", "Time for a proof; what is open by then is left undecided.")
]


def command(run: Callable[..., None]) -> Callable[..., None]:
    """A command that takes the fields of each of its parameters that is a dataclass as options, behind its own."""
    parameters = signature(run, eval_str=True).parameters
    groups: dict[str, Any] = {name: p.annotation for name, p in parameters.items() if is_dataclass(p.annotation)}
    fields = {name: signature(kind, eval_str=True).parameters for name, kind in groups.items()}

    def run_with_groups(**values: Any) -> None:
        options = {name: groups[name](**{key: values.pop(key) for key in fields[name]}) for name in groups}
        run(**options, **values)

    own = [p for name, p in parameters.items() if name not in groups]
    every = [*own, *(p for options in fields.values() for p in options.values())]
    every.sort(key=lambda p: p.default is not Parameter.empty)  # what has to be there comes first
    named = [p.replace(kind=Parameter.KEYWORD_ONLY) for p in every]
    run_with_groups.__signature__ = Signature(named)  # type: ignore[attr-defined]
    run_with_groups.__annotations__, run_with_groups.__doc__ = {p.name: p.annotation for p in named}, run.__doc__
    return run_with_groups


@dataclass(frozen=True, slots=True)
class Reading:
    """What ``analyze``, ``close`` and ``claim`` read, and how they answer."""

    files: Files
    rules: RulesOption = None
    at: AtOption = None
    with_all_hands: OpenOption = False
    html: Html = None
    overwrite: Overwrite = False
    no_match: NoMatch = False
    brief: Brief = False
    full: Full = False
    as_json: Json = False

    @property
    def detail(self) -> Detail:
        """How much is to be told."""
        return detail_of(self.brief, self.full)


@dataclass(frozen=True, slots=True)
class Searching:
    """How ``analyze`` and ``close`` search."""

    equal_weights: Annotated[
        bool,
        option("--equal-weights", "Give all hands that fit the same weight, whatever the play so far suggests."),
    ] = False
    seed: Seed = 0
    #: As many as there are cores, but no more than leads usually keep busy.
    threads: Annotated[
        int, number_option("--threads", "Threads; the answer does not depend on them.", 1, MAX_THREADS)
    ] = min(os.cpu_count() or 1, 4)
    effort: Effort = None
    quick: Quick = False

    def settings(self, **more: Any) -> Settings:
        """These, and what a command has besides."""
        more["effort"] = effort_of(self.effort, self.quick)
        return Settings(equal_weights=self.equal_weights, seed=self.seed, threads=self.threads, **more)


def effort_of(effort: str | None, quick: bool) -> Any:
    """The effort that is asked for, as settings have it; ``--quick`` is short for ``--effort quick``."""
    require("--effort and --quick", effort is None or not quick, "one of them; found both")
    if effort and effort.isdecimal():
        require("--effort", len(effort) <= MAX_DIGITS, f"a smaller number; found one of {len(effort)} digits")
        return int(effort)
    require_choice("--effort", effort, tuple(EFFORTS))
    return "quick" if quick else effort


def detail_of(brief: bool, full: bool) -> Detail:
    """How much is to be told."""
    require("--brief", not (brief and full), "--brief or --full; found both")
    return "brief" if brief else "full" if full else "short"


def parse_rules(spec: str, option: str) -> Rules:
    """The rules that an option or argument names; fields alone change ``pagat``."""
    try:
        return presets.rules(f"pagat, {spec}" if "=" in spec.partition(",")[0] else spec)
    except NotationError as error:
        words = (str(reason).removeprefix("rules: ") for reason in error.reasons)  # the option says so already
        raise typer.BadParameter("\n".join(words), param_hint=option) from None
