"""The fast path for JSON Lines: lines to records in native code, for positions written in the usual way.

It accepts only what reading and checking (``positions.reading``, ``game.check``) accept, as the very same position; all
else it leaves to them. Tests hold it to that.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bingo.solver import native
from bingo.solver.batch.task import Detail
from bingo.solver.errors import NotationError
from bingo.solver.game.position import MATCH_TO
from bingo.solver.game.presets import PAGAT, label
from bingo.solver.game.rules import Rules

if TYPE_CHECKING:
    from bingo.solver.native import _kernel

#: Rules under which a line plays that names none, as they would be written.
DEFAULT = b'"pagat"'


@dataclass(frozen=True, slots=True)
class Gap:
    """A line that was left: where its record belongs in ``Solved.records``, its text, its place in the file."""

    at: int
    text: bytes
    number: int
    line: int


@dataclass(frozen=True, slots=True)
class Solved:
    """Records of a block of lines, what was left out of them, and how many positions have which value."""

    records: bytes
    gaps: tuple[Gap, ...]
    values: dict[int, int]


class JsonLines:
    """The native fast path, which takes in rules as they turn up.

    ``read_rules`` makes rules of what stands after ``"rules":`` or raises NotationError; ``rules`` are used
    instead of the lines' own ones if given, and what lines expect is then not compared. Without ``match`` match scores
    are ignored.
    """

    def __init__(self, read_rules: Callable[[bytes], Rules], rules: Rules | None = None, *, match: bool = True) -> None:
        from bingo.solver.native import _kernel
        from bingo.solver.search.kernel import BITS, DEAL_BITS, OPEN_BITS

        self._native: _kernel.JsonLines = _kernel.JsonLines(BITS, DEAL_BITS, OPEN_BITS)
        self._read_rules = read_rules
        self._compare = rules is None
        self._match = match
        self._known: dict[bytes, Rules] = {}
        self.add_rules(DEFAULT, rules or PAGAT)
        if rules is not None:
            self._native.use_only(DEFAULT)

    def add_rules(self, written: bytes, rules: Rules) -> None:
        """From now on, lines whose rules are ``written`` like this are played by these."""
        from bingo.solver.search.tables import scoring, trump_tables

        either_end = rules.trump_from == "either-end"
        shown = json.dumps(label(rules)).encode()
        self._native.add_rules(written, trump_tables(rules), scoring(rules), either_end, shown)
        self._known[written] = rules

    def solve(
        self, block: bytes, source: bytes, number: int, line: int, detail: Detail, stop: _kernel.Stop | None = None
    ) -> Solved:
        """Records of the lines of a block, which begins with position ``number`` on line ``line``.

        ``source`` are the JSON members that every record begins with. Only for ``value`` and ``best``. Once ``stop`` is
        set, whatever thread does so, this raises the kernel's ``Stopped``.
        """
        while True:
            records, gaps, unknown, values, scores = self._native.solve(
                block, source, number, line, detail is Detail.BEST, self._compare, stop, self._match
            )
            for written, *score in scores:
                self._add_score(written, *score)
            if not sum(map(self.try_rules, unknown)) and not scores:  # all are tried
                break
        left = tuple(Gap(at, block[begin : begin + size], n, where) for at, begin, size, n, where in gaps)
        return Solved(records, left, values)

    def try_rules(self, written: bytes) -> bool:
        """Take in rules written like this; False if they cannot be read or there are too many."""
        if len(self._known) >= MOST_RULES:
            return False
        try:
            self.add_rules(written, self._read_rules(written))
        except NotationError:
            return False  # reading says what is wrong with it, wherever it stands
        return True

    def _add_score(self, written: bytes, you: int, opponent: int, first: int) -> None:
        """Take in what is maximized at a match score, under rules written like this."""
        from bingo.solver.match.objectives import objective_at
        from bingo.solver.match.tables import nearest

        table = nearest(self._known[written]).equity
        goal = objective_at(table, (MATCH_TO - you, MATCH_TO - opponent), None if first < 0 else first)
        self._native.add_objective(written, you, opponent, first, goal)


def count(text: bytes) -> tuple[int, int]:
    """How many lines a text has, the last one with or without its end, and how many of them are not blank."""
    if native.built():
        from bingo.solver.native import _kernel

        return _kernel.count_lines(text)
    lines = text.removesuffix(b"\n").split(b"\n") if text else []
    return len(lines), sum(map(bool, map(bytes.strip, lines)))


#: Ways of writing rules that one solver of lines knows; tables for each take 50 KB and more once they are used.
MOST_RULES = 64
