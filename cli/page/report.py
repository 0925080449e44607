"""``--html FILE``: the answers of one run as one page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bingo.cli.options import check_outputs, write_atomically

if TYPE_CHECKING:
    from bingo.cli.page.items import Item

#: Branches that all trees of a page may have together, and for how many positions each may be searched for as long as
#: for one alone.
BRANCHES_IN_ALL, POSITIONS = 150_000, 25


class HtmlReport:
    """Collects what there is to show, and writes it in the end. Without a path it does nothing."""

    def __init__(
        self,
        path: Path | None,
        inputs: Sequence[str],
        beside: Mapping[str, Path | None] | None = None,
        *,
        overwrite: bool,
    ) -> None:
        """See that a file can be written there, which is none of the ``inputs`` nor of the outputs ``beside`` it; these
        are looked at for themselves.

        Raises:
            CannotBegin, typer.BadParameter: it cannot. Status 2.
        """
        self._path = path
        self._items: list[Item] = []
        self._remarks: list[str] = []
        if path is not None:
            others = beside or {}
            check_outputs({"html": path, **others}, inputs, overwrite=overwrite, own=list(others.values()))

    @property
    def wanted(self) -> bool:
        """Whether there is to be a page."""
        return self._path is not None

    def add(self, item: Item) -> None:
        """One more position."""
        self._items.append(item)

    def remark(self, words: str) -> None:
        """What is to be said above the contents."""
        self._remarks.append(words)

    def write(self) -> None:
        """Write the page, if one is wanted and there is something to show.

        Raises:
            OSError: it cannot be written.
        """
        if self._path is None or not self._items:
            return
        from bingo.cli.page.document import document  # here: only pages need the template engine, and trees
        from bingo.solver.analysis.tree import BRANCHES, NODES

        many = len(self._items)
        branches, nodes = min(BRANCHES, BRANCHES_IN_ALL // many), NODES // max(1, many // POSITIONS)
        finished = [item.finished(branches, nodes) for item in self._items]
        title = (
            finished[0]["title"]
            if many == 1
            else f"{many:,} {'deals' if finished[0]['kind'] == 'review' else 'positions'}"
        )
        write_atomically(self._path, document(title, finished, self._remarks))
