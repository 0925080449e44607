"""The program ``bingo``: its commands, ``--version``, and how it ends when it is interrupted."""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

#: Each command is the function ``run`` of the module of that name, imported only when it is called for.
COMMANDS = ("analyze", "close", "claim", "batch", "puzzle", "compose", "show", "rules")
#: Plain help and errors: they read the same in a pipe, on a narrow screen and in any locale.
PLAIN: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}


class Commands(TyperGroup):
    """The commands, loaded one by one; Ctrl-C and a reader that went away end the program quietly."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  (the signature is typer's)
        """The names in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        single = typer.Typer(**PLAIN)
        single.command(cmd_name)(import_module(f"bingo.cli.{cmd_name}").run)
        return typer.main.get_command(single)

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was called."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a name in letters the terminal lacks is no reason to stop
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt as interrupt:
            print(str(interrupt) or "Interrupted.", file=sys.stderr, flush=True)
            if threading.active_count() > 1:
                os._exit(130)  # a search is still running, and nothing else ends it
            raise typer.Exit(130) from None
        except BrokenPipeError:
            # Nobody reads on (`bingo ... | head`); what is still buffered must not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        return result


app = typer.Typer(cls=Commands, no_args_is_help=True, **PLAIN)


def _version(wanted: bool) -> None:
    if not wanted:
        return
    from bingo import __version__
    from bingo.solver import native
    from bingo.solver.search import engines

    none_built = "" if native.built() else ": no native kernel was built"
    typer.echo(f"bingo {__version__} ({engines.NAME} engine{none_built})")
    raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version and the engine in use."),
    ] = False,
) -> None:
    """Analyze domino Bingo: what is this position worth, and what should I play?"""


def run() -> None:
    """The program. It ends at once: to take the interpreter apart first is a good part of what a small batch takes."""
    if sys.stdout is None:
        sys.exit("expected a standard output to write to; found it closed")
    try:
        app(prog_name="bingo")
    except SystemExit as end:
        if not isinstance(end.code, int):
            raise
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code)


if __name__ == "__main__":
    run()
