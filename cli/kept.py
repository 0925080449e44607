"""What is kept of a game: the records of its deals, as a text that is read before a turn and written after it.

Of all but the last deals nothing changes from turn to turn, so these are read and written anew only once each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from bingo.positions import dumps_record, reads_records
from bingo.solver.errors import BingoError, NotationError
from bingo.solver.game.record import Record
from bingo.solver.opponents.levels import LEVELS
from bingo.solver.opponents.table import level_of

#: Between two deals.
_BREAK = "---\n"
_REMARK = re.compile(r"^#|\s#", re.MULTILINE)


def written(records: Iterable[Record]) -> str:
    """The text of these deals, as :func:`bingo.positions.write_records` writes it."""
    return _BREAK.join(_document(record, record.name) for record in records)


def records_of(text: str) -> list[Record]:
    """The deals of a game, as :func:`written` has them; none in an empty text.

    Raises:
        NotationError, ImpossiblePosition: there is something else in it, or what the next turn would write over: a deal
            of which not all tiles are recorded, players other than those of a game, remarks.
    """
    records = _read(text) if text.strip() else []
    for record in records:
        if None in record.dealt or record.stock is None:
            raise NotationError.of("document", "a game of which all tiles are recorded", "one with hidden tiles")
        if level_of(record) is None:
            raise NotationError.of("players", f"a game against one of {', '.join(LEVELS)}", "another record")
    if _REMARK.search(text) and written(records) != text:
        raise NotationError.of("document", "a game without remarks, which would be lost", "some")
    return records


@lru_cache(maxsize=256)
def _document(record: Record, _name: str) -> str:
    """The text of one deal; records compare equal whatever they are called."""
    return dumps_record(record)


def _read(text: str) -> list[Record]:
    """The deals of a text. What stands before the last deal is remembered; that one is read with the one before, from
    which the score of a match goes on.
    """
    past, _, last = text.rpartition(f"\n{_BREAK}")
    before = past.rpartition(f"\n{_BREAK}")[2]
    try:
        return [*_past(past), list(reads_records(f"{before}\n{_BREAK}{last}"))[-1]] if past else [*reads_records(text)]
    except (BingoError, IndexError):
        return list(reads_records(text))  # which says what is wrong, and where


@lru_cache(maxsize=8)
def _past(text: str) -> tuple[Record, ...]:
    return tuple(reads_records(text))
