"""The quick way for JSON Lines: native code reads and checks positions that are written in the usual way.

It accepts only what reading and checking (``reading``, ``game.check``) accept, as the very same position; all else it
leaves to them. Tests hold it to that.
"""

from __future__ import annotations

import json
from typing import Any

from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import BITS, DEAL_BITS, OPEN_BITS
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.errors import NotationError
from bingo.solver.game.position import Closing, Match, Position, Stage
from bingo.solver.game.presets import PAGAT, label
from bingo.solver.game.rules import Rules

#: Rules under which a line plays that names none, as they would be written.
DEFAULT = b'"pagat"'

#: Ways of writing rules that one reader of lines knows; tables for each take 50 KB and more once they are used.
MOST_RULES = 64

_STAGES = tuple(Stage)


class Lines:
    """The native reader, which takes in rules as they turn up.

    ``rules`` are used instead of the lines' own ones if given.
    """

    def __init__(self, rules: Rules | None = None) -> None:
        self._native = _kernel.JsonLines(BITS, DEAL_BITS, OPEN_BITS)
        self._known: dict[bytes, Rules] = {}
        self.add_rules(DEFAULT, rules or PAGAT)
        if rules is not None:
            self._native.use_only(DEFAULT)

    def add_rules(self, written: bytes, rules: Rules) -> None:
        """From now on, lines whose rules are ``written`` like this are played by these."""
        either_end = rules.trump_from == "either-end"
        shown = json.dumps(label(rules)).encode()
        self._native.add_rules(written, trump_tables(rules), scoring(rules), either_end, shown)
        self._known[written] = rules

    def try_rules(self, written: bytes) -> bool:
        """Take in rules written like this; False if they cannot be read or there are too many."""
        if len(self._known) >= MOST_RULES:
            return False
        from bingo.positions.reading import read_rules  # here: 0.1 s that lines without rules of their own do without

        try:
            self.add_rules(written, read_rules(written))
        except NotationError:
            return False  # reading says what is wrong with it, wherever it stands
        return True

    def position(self, line: bytes) -> Position | None:
        """The position on a line; None where it is left to others, as is all that expects an answer."""
        if b"expect" in line:
            return None
        found: Any = self._native.parse(line)
        if isinstance(found, bytes):
            found = self._native.parse(line) if self.try_rules(found) else None
        if found is None:
            return None
        written, board, closed, carried, stage, name, match = found
        rest: tuple[Any, ...] = (
            closed and Closing(*closed),
            carried,
            _STAGES[stage],
            None,
            " ".join(name.split()),
            match and Match(*match),
        )
        return Position(self._known[written], *board, *rest)
