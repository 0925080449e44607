"""``python -m bingo.cli.web bingo.html``: the board as one file that runs in any browser, without a server; with
``--site`` a folder to put on a site.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from bingo.cli.files import write_whole
from bingo.cli.web.build import CannotBuild, kept
from bingo.cli.web.page import page, site


def main(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the page goes, say bingo.html.")],
    module: Annotated[
        Path | None, typer.Option("--module", metavar="FILE", help="Where the compiled kernel goes by itself, too.")
    ] = None,
    as_site: Annotated[
        bool,
        typer.Option("--site", help="FILE is a folder, which also gets what a phone needs to install the page."),
    ] = False,
) -> None:
    """Write the board as one page that runs the kernel itself: no server, no network, also from a disk."""
    try:
        kernel = kept().read_bytes()
        files = {file / name: text for name, text in site(kernel).items()} if as_site else {file: page(kernel)}
        for path, written in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, written)
            print(f"{path}: {len(written.encode()):,} bytes")
        if module is not None:
            module.write_bytes(kernel)
    except CannotBuild as error:
        print(f"The kernel cannot be built for browsers: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    except OSError as error:
        print(f"{error.filename}: expected a file that can be written; {error.strerror}", file=sys.stderr)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(main)
