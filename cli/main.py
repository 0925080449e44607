"""The program ``bingo``: its commands, ``--version``, and how it ends when it is interrupted or cannot write."""

import io
import os
import re
import sys
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from bingo.cli.console import drop_output, interruptible, print_error
from bingo.solver.errors import BingoError, NotationError
from bingo.solver.render import plain, screen_of

#: Each command is a function of that name in a module that is imported only when it is called for.
COMMANDS = {
    "analyze": "answers",
    "close": "answers",
    "claim": "answers",
    "review": "review",
    "train": "train",
    "profile": "review",
    "batch": "batch",
    "engine": "engine",
    "board": "board",
    "play": "play",
    "puzzle": "puzzle",
    "compose": "reference",
    "new": "reference",
    "show": "answers",
    "match": "reference",
    "rules": "reference",
}
#: Plain help and errors: they read the same in a pipe, on a narrow screen and in any locale.
PLAIN_HELP_OPTIONS: dict[str, Any] = {
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


#: typer's error for wrong usage, which it does not export.
UsageError: Any = typer.BadParameter.__base__


#: Stands in for hyphens while lines are broken, so that no name is broken at one.
HYPHEN = "\u2011"


def fitting_help(command: Any, context: Any) -> str:
    """The help page of a command, as wide as the terminal; on a narrow one words stand below what they are about."""
    formatter, width = context.make_formatter(), screen_of(sys.stdout).width
    formatter.width = min(width, 80) - 2
    write, columns = formatter.write_dl, {"col_max": 6} if width < 60 else {}
    formatter.write_dl = lambda rows: write([(name, words.replace("-", HYPHEN)) for name, words in rows], **columns)
    command.format_help(context, formatter)
    return str(formatter.getvalue()).replace(HYPHEN, "-").rstrip("\n")


class Command(TyperCommand):
    """One command; its usage line says ``FILE...`` where typer would say ``{FILE...}``."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]

    def get_help(self, ctx: Any) -> str:
        return fitting_help(self, ctx)

    def invoke(self, ctx: Any) -> Any:
        """Run it. What cannot be begun as it was asked for is wrong usage."""
        try:
            return super().invoke(ctx)
        except BingoError as error:
            from bingo.solver.batch.files import CannotBegin  # here: it is rarely wanted
            from bingo.solver.workers import Stopped

            if isinstance(error, Stopped):
                print_error(str(error))
                raise typer.Exit(1) from None
            option = error.reasons[0].field if isinstance(error, NotationError) else ""
            if any(option == parameter.name for parameter in self.params):  # beyond what settings can have
                message = str(error).removeprefix(f"{option}: ")
                raise typer.BadParameter(message, ctx=ctx, param_hint=f"--{option}") from None
            if not isinstance(error, CannotBegin):
                raise
            message = "\n".join(map(plain, str(error).splitlines()))
            option_hint = " and ".join(name if name.isupper() else f"--{name}" for name in error.arguments)
            raise typer.BadParameter(message, ctx=ctx, param_hint=option_hint) from None


class Commands(TyperGroup):
    """The commands, loaded one by one. Nothing that happens outside the program ends it with a traceback."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  (the signature is typer's)
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        single_command = typer.Typer(add_completion=False, **PLAIN_HELP_OPTIONS)
        run = getattr(import_module(f"bingo.cli.{COMMANDS[cmd_name]}"), cmd_name)
        single_command.command(cmd_name, cls=Command)(interruptible()(run))
        return typer.main.get_command(single_command)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that ``args`` begin with; ``help`` is one too. One that is misspelt is guessed at."""
        if args[0] == "help" and not ctx.resilient_parsing:  # else a shell wants it completed
            args = [*args[1:2], "--help"] if args[1:] else []
            if not args:
                print(ctx.get_help())
                ctx.exit()
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            close_matches = get_close_matches(args[0], COMMANDS, n=1)
            guess_text = f" Did you mean {close_matches[0]!r}?" if close_matches else ""
            ctx.fail(f"There is no command {args[0]!r}.{guess_text}")
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: Any) -> str:
        return fitting_help(self, ctx)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of commands on the help page, each with the whole first paragraph of its own."""
        commands = {name: self.get_command(ctx, name) for name in COMMANDS}
        with formatter.section("Commands"):
            paragraphs = {name: command.help.split("\n\n")[0] for name, command in commands.items()}
            formatter.write_dl([(name, " ".join(help_text.split())) for name, help_text in paragraphs.items()])

    def main(self, *args: Any, **more: Any) -> Any:
        """The whole program. It ends with status 1 and words where nothing can be written any more."""
        if sys.stderr is None:  # closed (`2>&-`): nothing that is told there is missed
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        if sys.stdin is None:  # closed too (`<&-`): nothing comes from there
            sys.stdin = io.TextIOWrapper(io.BytesIO())
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a name in letters the terminal lacks is no reason to stop
        try:
            try:
                exits = more.pop("standalone_mode", True)
                status = super().main(*args, **{**more, "standalone_mode": False})
                return sys.exit(status or 0) if exits else status
            except UsageError as error:
                _show_usage_error(error)
                sys.exit(error.exit_code)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            drop_output()
            sys.exit(0)
        except OSError as error:
            destination = error.filename or "standard output"
            with suppress(OSError):
                print_error(f"{destination}: {error.strerror or error}")
            drop_output()
            sys.exit(1)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            print_error(str(interrupt) or "Interrupted.")
            raise typer.Exit(130) from None
        except BrokenPipeError:  # nobody reads on (`bingo ... | head`)
            drop_output()
            raise typer.Exit(0) from None


#: Characters of a word that is told whole: the name of a file, not a number of thousands of digits.
MAX_WORD_LENGTH = 300


def _show_usage_error(error: Any) -> None:
    """Tell what is wrong with a command line."""
    context, usage_text = error.ctx, ""
    if context is not None:
        usage_text = f"{context.get_usage()}\nTry '{context.command_path} {context.help_option_names[0]}' for help.\n\n"
    message = re.sub(rf"\S{{{MAX_WORD_LENGTH},}}", lambda long_word: f"{long_word[0][:57]}...", error.format_message())
    print_error(f"{usage_text}Error: {message}")


app = typer.Typer(cls=Commands, no_args_is_help=True, **PLAIN_HELP_OPTIONS)


def _show_version(is_wanted: bool) -> None:
    if is_wanted:
        from bingo import __version__

        typer.echo(f"bingo {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Analyze domino Bingo: what is this position worth, and what should I play?"""


def run() -> None:
    """The program. It ends at once: to take the interpreter apart first is a good part of what a small batch takes."""
    try:
        app(prog_name="bingo")
    except SystemExit as exit_request:
        with suppress(OSError):
            sys.stderr.flush()
        os._exit(int(exit_request.code or 0))
