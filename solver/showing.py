"""How positions and answers show themselves in a notebook, and as data."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Shown:
    """What has a picture. Notebooks ask for it by a method of the object; drawing is a matter of the program, which the
    library does not import: it is looked up by name, and only when it is asked for.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        """The picture as HTML."""
        html: str = import_module("bingo.cli.page.notebook").html(self)
        return html

    def __str__(self) -> str:
        """What a terminal shows of it."""
        words: str = import_module("bingo.solver.render.plain").words(self)
        return words


def stated(thing: object, *names: str) -> dict[str, Any]:
    """Members of a thing that an answer has under the same names."""
    return {name: getattr(thing, name) for name in names}
