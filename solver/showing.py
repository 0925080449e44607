"""How positions and answers show themselves in a notebook, and as data."""

from __future__ import annotations

from typing import Any


class Shown:
    """What has a picture and a text, made only when they are asked for."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What a notebook shows of it."""
        from bingo.solver.render.display import html  # what is shown is a matter of the words

        return html(self)

    def __str__(self) -> str:
        """What a terminal shows of it."""
        from bingo.solver.render.display import words  # as above

        return words(self)


def members_dict(thing: object, *names: str) -> dict[str, Any]:
    """Collect members of a thing under their own names."""
    return {name: getattr(thing, name) for name in names}
