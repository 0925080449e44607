"""``bingo new``: begins a position, as a template to change."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

from bingo.cli.options import Overwrite, argument, check_outputs, require, write_atomically
from bingo.solver.render.screen import plain

#: What the boneyard can be, and with it which keys a position has.
KINDS = ("open", "closed", "exhausted")


def new(
    words: Annotated[
        list[str],
        argument(
            "[KIND] FILE",
            "The file to write (.yaml); - writes to standard output. KIND says whether the "
            "boneyard is open, closed or exhausted (open unless told).",
            KINDS,
        ),
    ],
    overwrite: Overwrite = False,
) -> None:
    """Begin a position file: a template in which every key is explained, to be edited."""
    *kinds, name = words
    require("KIND", len(kinds) <= 1, f"one at most, before FILE; found {' '.join(kinds)}")
    kind = kinds[0] if kinds else "open"
    require("KIND", kind in KINDS, f"one of {', '.join(KINDS)}; found {kind!r}")
    require("FILE", name not in KINDS, f"a file to write, such as mine.yaml, after the KIND; found {name!r} alone")
    if name == "-":
        print(template(kind), end="", flush=True)
        return
    file = Path(name)
    require("FILE", file.suffix.lower() in (".yaml", ".yml"), f"a YAML file, such as mine.yaml; found {name!r}")
    check_outputs({"FILE": file}, overwrite=overwrite)
    write_atomically(file, template(kind))
    print(plain(f"{file} has been written. Edit it, then run: bingo analyze {file}"))


def template(kind: str) -> str:
    """The template of a kind: a valid position file with remarks."""
    return (files("bingo.positions") / "templates" / f"{kind}.yaml").read_text(encoding="utf-8")
