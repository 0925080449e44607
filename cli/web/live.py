"""``--live``: the kernel that a report carries, so that positions can be changed in it."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from bingo.cli.web.build import CannotBuild, kept


def kernel_for(html: Path | None) -> bytes:
    """The kernel for the page that goes to ``html``.

    Raises:
        typer.BadParameter: there is no page, or the kernel cannot be had. Status 2.
    """
    if html is None:
        raise typer.BadParameter("expected --html as well: it is the page that is live", param_hint="--live")
    try:
        return kept(_waiting).read_bytes()
    except CannotBuild as error:
        raise typer.BadParameter(f"the kernel cannot be built for browsers: {error}", param_hint="--live") from None


def _waiting() -> None:
    print("Compiling the kernel for browsers, which takes a minute or two, once ...", file=sys.stderr)
