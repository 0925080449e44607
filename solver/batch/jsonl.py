"""The fast path for JSON Lines: lines to records in native code, for positions written in the usual way.

It accepts only what reading and checking (``positions.reading``, ``game.check``) accept, as the very same position; all
else it leaves to them. Tests hold it to that.
"""

from __future__ import annotations

from dataclasses import dataclass

from bingo.positions.entries import LIMIT, Entry
from bingo.positions.json_lines import Lines
from bingo.solver.batch.task import Detail
from bingo.solver.engine import _kernel
from bingo.solver.game.position import MATCH_TO
from bingo.solver.game.rules import Rules


@dataclass(frozen=True, slots=True)
class Solved:
    """Records of a block of lines, how many positions have which value, and lines that were left (``gaps``), each with
    the place in ``records`` where its own belongs.
    """

    records: bytes
    gaps: tuple[tuple[int, Entry], ...]
    values: dict[int, int]


#: What the fast path finds out, in the order of the kernel's numbers.
DETAILS = (Detail.VALUE, Detail.BEST, Detail.MOVES)


class JsonLines(Lines):
    """The native fast path. What lines expect is not compared where other ``rules`` are used than theirs. Without
    ``match`` match scores are ignored.
    """

    def __init__(self, rules: Rules | None = None, *, match: bool = True) -> None:
        super().__init__(rules)
        self._compare = rules is None
        self._match = match

    def solve(self, block: bytes, source: bytes, number: int, line: int, detail: Detail) -> Solved:
        """Records of the lines of a block, which begins with position ``number`` on line ``line``.

        ``source`` are the JSON members that every record begins with. Only for ``DETAILS``.
        """
        while True:
            records, gaps, unknown, values, scores = self._native.solve(
                block, source, number, line, DETAILS.index(detail), self._compare, self._match
            )
            for written, *score in scores:
                self._add_score(written, *score)
            if not sum(map(self.try_rules, unknown)) and not scores:  # all are tried
                break
        left = (
            (at, Entry(n, where, block[begin : begin + size][: LIMIT + 1], json=True))
            for at, begin, size, n, where in gaps
        )
        return Solved(records, tuple(left), values)

    def _add_score(self, written: bytes, you: int, opponent: int, first: int) -> None:
        """Take in what is maximized at a match score, under rules written like this."""
        from bingo.solver.match.equity import nearest
        from bingo.solver.match.objectives import objective_at

        table = nearest(self._known[written]).equity
        goal = objective_at(table, (MATCH_TO - you, MATCH_TO - opponent), None if first < 0 else first)
        self._native.add_objective(written, you, opponent, first, goal)


def count(text: bytes) -> tuple[int, int]:
    """How many lines a text has, the last one with or without its end, and how many of them are not blank."""
    return _kernel.count_lines(text)
