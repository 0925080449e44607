"""Answers as a page: one HTML file with its style, ES modules and data, for ``--html FILE`` and for the board."""

import json
import re
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

from bingo.cli.options import write_atomically
from bingo.solver.render.board import Json

#: What a module has only for who writes it: comments on lines of their own, those of parameters, and indents.
COMMENTS = re.compile(r"^ */\*(?:(?!\*/).)*\*/\n|/\*\* @type .*?\*/ |^ *//[^\n]*\n|^ +|^\n", re.MULTILINE | re.DOTALL)
#: What a URL may hold as it is, so that the modules stay readable; what JSON in HTML would have to escape at length is
#: shorter as %26 and the like.
URL_SAFE = ' !"$()*+,-./:;=?@[]^_`{|}~'

#: Branches that all trees of a page may have together, and for how many positions each may be searched for as long as
#: for one alone.
MAX_PAGE_BRANCHES, MAX_FULL_SEARCHES = 150_000, 25


class HtmlReport:
    """Collects what there is to show, and writes it in the end. Without a path it does nothing."""

    def __init__(self, path: Path | None, inputs: Sequence[str], *, overwrite: bool, **others: Path | None) -> None:
        """See that a file can be written there, and is none of the ``inputs`` or of the ``others`` that are written."""
        self._path, self.is_requested = path, path is not None
        self.items: list[Json] = []  # as ``bingo.cli.page.items`` makes them
        self.remarks: list[str] = []  # above the contents
        if path is not None:
            from bingo.solver.batch.files import check_outputs, find_inputs  # here: to print an answer takes none of it

            output_files = [file for file in others.values() if file]
            input_files = [file.path for file in find_inputs(inputs, excluded_paths=output_files)]
            check_outputs({"html": path, **others}, input_files, overwrite=overwrite, own_results=output_files)

    def write(self) -> None:
        """Write the page, if one is wanted and there is something to show."""
        if self._path is None or not self.items:
            return
        from bingo.cli.page.items import grow_trees  # here: only pages have trees
        from bingo.solver.render.tree import MAX_TREE_BRANCHES, MAX_TREE_NODES

        item_count = len(self.items)
        branches = min(MAX_TREE_BRANCHES, MAX_PAGE_BRANCHES // item_count)
        nodes = MAX_TREE_NODES // max(1, item_count // MAX_FULL_SEARCHES)
        item_noun = "deals" if self.items[0]["kind"] == "review" else "positions"
        title = self.items[0]["title"] if item_count == 1 else f"{item_count:,} {item_noun}"
        items = [grow_trees(item, branches=branches, nodes=nodes) for item in self.items]
        write_atomically(self._path, document(title, items, self.remarks))


def document(title: str, items: Sequence[Json], remarks: Sequence[str] = ()) -> str:
    """A page of these items, with contents if they are several, below the ``remarks``; it asks nobody for anything."""
    return fill_page("report", title, {"heading": title, "remarks": list(remarks), "items": list(items)})


def fill_page(main_module: str, title: str, data: Json) -> str:
    """The page that ``main_module`` starts with these data; its ``items`` can be read without scripts. That of the
    ``board`` may ask the server it comes from.
    """
    items = data.get("items", ())
    texts = [f"<h1>{escape(item['title'])}</h1>\n<pre>{escape(chr(10).join(item['words']))}</pre>" for item in items]
    return Template(asset("page.html")).substitute(
        title=escape(title),
        policy="; connect-src 'self'" if main_module == "board" else "",
        style=COMMENTS.sub("", asset("page.css")),
        imports=_script({"imports": inline_modules(main_module)}),
        items="\n".join(texts),
        data=_script(data),
        main=main_module,
    )


def _script(data: Json) -> str:
    """Data as it may stand in a script: nothing in it ends that."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False).replace("<", r"\u003c")


def inline_modules(main_module: str) -> dict[str, str]:
    """A module and all that it imports as an import map of ``data:`` URLs, without what is only for who writes them."""
    modules: dict[str, str] = {}
    pending_modules = [main_module]
    while pending_modules:
        name = pending_modules.pop()
        if name not in modules:
            modules[name] = COMMENTS.sub("", asset(f"{name}.js"))
            pending_modules += re.findall(r'from "bingo/(\w+)"', modules[name])
    return {f"bingo/{name}": f"data:text/javascript,{quote(text, safe=URL_SAFE)}" for name, text in modules.items()}


@cache
def asset(file_name: str) -> str:
    return (Path(__file__).parent / "assets" / file_name).read_text(encoding="utf-8")
