"""``bingo new``: begins a position, as a template to change or by asking for it."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from bingo.cli.files import check_outputs, check_yaml, write_whole
from bingo.cli.options import argument, insist, one_of, option
from bingo.cli.render.screen import plain

#: What the boneyard can be, and with it which keys a position has.
KINDS = ("open", "closed", "exhausted")


def run(
    kind: Annotated[
        str | None,
        argument(
            "KIND",
            "Write the template for a boneyard that is open, closed or exhausted. Without KIND, questions are asked "
            "on a terminal; elsewhere the template for an open boneyard is written.",
        ),
    ] = None,
    ask: Annotated[bool, option("--ask", "Ask even if the input is not a terminal.")] = False,
    out: Annotated[
        Path | None, option("--out FILE", "Write to this file, which must not exist yet.", show_default=False)
    ] = None,
) -> None:
    """Begin a position file: answer some questions, or edit a template in which every key is explained."""
    one_of("KIND", kind, KINDS)
    if out is not None:
        check_new(out)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if ask or (kind is None and terminal):
        from bingo.cli.interview import interview

        interview(kind, out)
        return
    text = template(kind or "open")
    if out is None:
        print(text, end="", flush=True)
        return
    write_whole(out, text)
    print(plain(f"{out} has been written. Edit it, then run: bingo analyze {out}"))


def template(kind: str) -> str:
    """The template of a kind: a valid position file with remarks."""
    return (files("bingo.positions") / "templates" / f"{kind}.yaml").read_text(encoding="utf-8")


def check_new(out: Path) -> None:
    """See that a new file can be written there.

    Raises:
        typer.BadParameter: it can not, or there is one already. Status 2.
    """
    check_outputs({"out": out})
    there = out.exists() or out.is_symlink()
    insist("--out", not there, f"a file that does not exist yet; found {str(out)!r}")
    check_yaml(out, "--out")
