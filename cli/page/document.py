"""One HTML file that holds all it needs: the template filled in with the style, the ES modules and the data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jinja2 import Environment, FunctionLoader, StrictUndefined

if TYPE_CHECKING:
    from bingo.cli.page.data import Json

#: The modules by the names under which they import each other: those that draw answers, and what a report or the board
#: has besides.
ANSWERS = ("answers", "board", "charts", "closing", "dom", "review", "tiles", "walk")
REPORT, BOARD = ("main",), ("live", "ask", "deals", "puzzles", "setup")
#: What a URL in quotes may hold as it is, so that the modules stay readable.
PLAIN = " !$&'()*+,-./:;=?@[]^_`{|}~"


def document(title: str, items: Sequence[Json], remarks: Sequence[str] = ()) -> str:
    """A page of these items, each as :mod:`~bingo.cli.page.items` makes it. It asks nobody for anything.

    Args:
        title: What the window is called.
        items: What there is to show; with more than one, there are contents.
        remarks: What stands above the contents.
    """
    data = {"heading": title, "remarks": list(remarks), "items": list(items)}
    return _filled(title, data, REPORT, items)


def live(data: Json) -> str:
    """The page of the board, which asks the server that it comes from; ``data`` is what it begins with."""
    return _filled("Bingo board", data, BOARD, (), "; connect-src 'self'")


def framed(title: str, page: str) -> str:
    """A page as a frame in another page, with scripts but no way out of it."""
    return _environment().get_template("frame.html.jinja").render(title=title, page=page)


def _filled(title: str, data: Json, own: Sequence[str], items: Sequence[Json], policy: str = "") -> str:
    """The page that the first of its ``own`` modules starts; ``items`` can be read without scripts."""
    return (
        _environment()
        .get_template("page.html.jinja")
        .render(
            title=title,
            items=items,
            data=data,
            style=asset("page.css"),
            imports=inlined((*own, *ANSWERS)),
            main=own[0],
            policy=policy,
        )
    )


def inlined(modules: Sequence[str]) -> dict[str, str]:
    """The modules as an import map: each by its name, as a ``data:`` URL."""
    return {f"bingo/{name}": f"data:text/javascript,{quote(asset(f'{name}.js'), safe=PLAIN)}" for name in modules}


@cache
def asset(name: str) -> str:
    """A file of the page."""
    return (files("bingo.cli.page") / "assets" / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FunctionLoader(asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    kwargs: dict[str, Any] = {"sort_keys": False, "separators": (",", ":"), "ensure_ascii": False, "allow_nan": False}
    environment.policies["json.dumps_kwargs"] = kwargs
    return environment
