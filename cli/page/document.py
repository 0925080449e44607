"""One HTML file that holds all it needs: the template filled in with the style, the ES modules and the data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FunctionLoader, StrictUndefined

from bingo.solver.render.board import Json

#: What a module has only for who writes it: comments on lines of their own, those of parameters, and indents.
DOCUMENTED = re.compile(r"^ */\*(?:(?!\*/).)*\*/\n|/\*\* @type .*?\*/ |^ *//[^\n]*\n|^ +|^\n", re.MULTILINE | re.DOTALL)
#: What a URL may hold as it is, so that the modules stay readable; what JSON in HTML would have to escape at length is
#: shorter as %26 and the like.
PLAIN = ' !"$()*+,-./:;=?@[]^_`{|}~'


def document(title: str, items: Sequence[Json], remarks: Sequence[str] = ()) -> str:
    """A page of these items, each as :mod:`~bingo.cli.page.items` makes it. It asks nobody for anything.

    Args:
        title: What the window is called.
        items: What there is to show; with more than one, there are contents.
        remarks: What stands above the contents.
    """
    return _fill_template(title, {"heading": title, "remarks": list(remarks), "items": list(items)}, "report", items)


def board_page(data: Json) -> str:
    """The page of the board, which asks the server that it comes from; ``data`` is what it begins with."""
    return _fill_template("Bingo board", data, "board", policy="; connect-src 'self'")


def _fill_template(title: str, data: Json, start: str, items: Sequence[Json] = (), policy: str = "") -> str:
    """The page that the module ``start`` starts; ``items`` can be read without scripts."""
    page = _environment().get_template("page.html.jinja")
    parts = {"style": DOCUMENTED.sub("", asset("page.css")), "imports": inlined(start), "main": start, "policy": policy}
    return page.render(title=title, data=data, items=items, **parts)


def inlined(start: str) -> dict[str, str]:
    """A module and all that it imports, as an import map: each by its name, as a ``data:`` URL, without what is only
    for who writes them.
    """
    modules: dict[str, str] = {}
    todo = [start]
    while todo:
        name = todo.pop()
        if name not in modules:
            modules[name] = DOCUMENTED.sub("", asset(f"{name}.js"))
            todo += re.findall(r'from "bingo/(\w+)"', modules[name])
    return {f"bingo/{name}": f"data:text/javascript,{quote(text, safe=PLAIN)}" for name, text in modules.items()}


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
