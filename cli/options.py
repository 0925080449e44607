"""Arguments and options that several commands share, and the files that commands write: as a whole or not at all."""

import math
import os
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from shutil import copymode
from threading import Lock
from typing import Any

import typer

from bingo.solver.errors import NotationError, whole_number
from bingo.solver.game import Rules, presets
from bingo.solver.render import Detail

#: Digits that are read as a number; more are not even shown.
MAX_DIGITS = 40


def time_limit(text: str | float) -> float:
    with suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise typer.BadParameter(f"expected a number of seconds above 0; found {text!r}")


def require(option: str, is_allowed: bool, expected: str) -> None:
    """Insist on what is expected of an option, or of several; else it is wrong usage."""
    if not is_allowed:
        raise typer.BadParameter(f"expected {expected}", param_hint=option)


def number_parser(lowest: int, highest: int | None = None) -> Callable[[str | int], int]:
    def parse(text: str | int) -> int:
        if len(str(text)) > MAX_DIGITS:
            raise typer.BadParameter(f"expected a smaller number; found one of {len(str(text))} digits")
        with suppress(ValueError):
            if lowest <= int(text) <= (math.inf if highest is None else highest):
                return int(text)
        raise typer.BadParameter(f"expected {whole_number(lowest, highest)}; found {str(text)!r}")

    return parse


def option(usage: str, words: str, default: Any = None, *, values: Collection[str] = (), **more: Any) -> Any:
    """An option as the manual writes it: ``--csv FILE``. Shells complete its ``values``."""
    name, _, metavar = usage.partition(" ")
    return typer.Option(default, name, metavar=metavar or None, help=words, autocompletion=_completion(values), **more)


def flag(name: str, help_text: str) -> Any:
    return option(name, help_text, default=False)


def _completion(choices: Collection[str]) -> Callable[[str], list[str]] | None:
    return (lambda incomplete: [value for value in choices if value.startswith(incomplete)]) if choices else None


def argument(name: str, help_text: str, default: Any = None, *, values: Collection[str] = (), **more: Any) -> Any:
    """An argument under the name that help has for it; its ``default`` is ``...`` where there must be one."""
    more = {"show_default": False, "autocompletion": _completion(values), **more}
    return typer.Argument(default, metavar=name, help=help_text, **more)


def number_option(name: str, help_text: str, least: int, most: int | None = None, default: int | None = None) -> Any:
    return option(f"{name} N", help_text, default, parser=number_parser(least, most))


def seconds_option(name: str, help_text: str, default: float | None = None) -> Any:
    return option(f"{name} N", help_text, default, parser=time_limit)


def choice_option(usage: str, help_text: str, choices: Collection[str]) -> Any:
    def parse(choice: str) -> str:
        require(usage.split()[0], choice in choices, f"one of {', '.join(choices)}; found {choice!r}")
        return choice

    return option(usage, help_text, values=choices, parser=parse)


def rules_option(help_text: str, default: Rules | None = None) -> Any:
    help_text, parse = f'{help_text}: "pagat, must_beat=false".', partial(parse_rules, option="--rules")
    return option("--rules PRESET", help_text, default, values=presets.PRESETS, parser=parse)


def parse_rules(rules_text: str | Rules, option: str) -> Rules:
    """The rules that an option or argument names; fields alone change ``pagat``."""
    rules_text = str(rules_text)  # a default is rules already
    try:
        return presets.rules(f"pagat, {rules_text}" if "=" in rules_text.partition(",")[0] else rules_text)
    except NotationError as error:
        reason_texts = (str(reason).removeprefix("rules: ") for reason in error.reasons)  # the option says so already
        raise typer.BadParameter("\n".join(reason_texts), param_hint=option) from None


FILES = argument("FILE...", "Position files (.yaml or .jsonl); - reads standard input.", default=...)
RULES = rules_option("Play by these rules instead of the file's")
JSON = flag("--json", "Write one JSON object a line, for machines.")
HTML = option("--html FILE", "Also write a page for the browser, all in one file.")
OVERWRITE = flag("--overwrite", "Write over files that are there already.")
RESUME = flag("--resume", "Continue where an earlier run with the same files and options stopped.")
JOBS = number_option("--jobs", "Processes to work with (default: every core).", 1)
SEED = number_option("--seed", "Where chance plays a part: the same seed, the same answer.", 0, default=0)
AT = option("--at N", "For records: the moment before trick N; 9r: before the reply; 3:9: in deal 3 only.")
OPEN = flag("--open", "With --at: show both hands, not only what the player to move sees.")
BRIEF = flag("--brief", "Only the answer and what it rests on, without the board.")
FULL = flag("--full", "Show all that was found, not only what fits a terminal.")
NO_MATCH = flag("--no-match", "Ignore the match score; only game points count.")
EFFORTS = "quick", "normal", "thorough"  # not from ``analysis``, which batches start without
_EFFORT_HELP = f"{', '.join(EFFORTS)}, or a number: so many deals, and hands of each close."
EFFORT = option("--effort NAME", _EFFORT_HELP, values=EFFORTS)
QUICK = flag("--quick", "Short for --effort quick: a rougher answer, several times as fast.")


def effort_of(effort: str | None, quick: bool) -> Any:
    """The effort that is asked for, as settings have it; ``--quick`` is short for ``--effort quick``."""
    require("--effort and --quick", effort is None or not quick, "one of them; found both")
    if effort and effort.isdecimal():
        require("--effort", len(effort) <= MAX_DIGITS, f"a smaller number; found one of {len(effort)} digits")
        return int(effort)
    return "quick" if quick else effort


def detail_of(brief: bool, full: bool) -> Detail:
    require("--brief", not (brief and full), "--brief or --full; found both")
    return "brief" if brief else "full" if full else "short"


# --- files that are written ---------------------------------------------------------------------------

#: How texts are written on every system.
TEXT_MODE: dict[str, Any] = {"encoding": "utf-8", "newline": "\n"}


#: Where a game is saved, unless told.
DEFAULT_GAME_FILE = Path("bingo-game.yaml")


def check_game(file: Path, option: str) -> None:
    """Insist that a game can be saved at a path: a regular file, not named like JSON, since games are YAML."""
    from bingo.solver.batch.files import check_outputs  # here: to print an answer takes none of it

    check_outputs({option.strip("-"): file}, overwrite=True)
    is_yaml = file.suffix.lower() not in (".json", ".jsonl", ".ndjson")
    require(option, is_yaml, f"a YAML file, such as mine.yaml; found {str(file)!r}")


def move_aside(path: Path) -> Path:
    """Rename a file to ``name-1``, or the first such number that is free; return its new path."""
    candidate_paths = (path.with_stem(f"{path.stem}-{number}") for number in count(1))
    free_path = next(candidate_path for candidate_path in candidate_paths if not candidate_path.exists())
    path.rename(free_path)
    return free_path


#: Held from comparing a file to writing it, so that no other thread writes in between.
_WRITE_LOCK = Lock()


def write_over(path: Path, expected_text: str, text: str) -> bool:
    """Write a file if it still holds ``expected_text``, or is gone; False if something else was written meanwhile."""
    with _WRITE_LOCK:
        if path.exists() and path.read_text(encoding="utf-8-sig", errors="replace") != expected_text:
            return False
        write_atomically(path, text)
    return True


def write_atomically(path: Path, text: str) -> None:
    """Write a file by way of one beside it, so that a full disk leaves the former one as it was; with its mode, and
    never through a link. What is no ordinary file (a device, a pipe), or whose folder may not be written to, is written
    to directly.
    """
    temporary_path = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    is_in_place = path.exists() and not (path.is_file() and os.access(path.absolute().parent, os.W_OK))
    try:
        with path.open("w", **TEXT_MODE) if is_in_place else temporary_path.open("x", **TEXT_MODE) as stream:
            stream.write(text)
        if not is_in_place:
            with suppress(FileNotFoundError):
                copymode(path, temporary_path)
            temporary_path.replace(path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        if not is_in_place:
            temporary_path.unlink(missing_ok=True)
