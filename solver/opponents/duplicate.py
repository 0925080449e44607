"""Duplicate: deals that are played twice, by you and by the program from your seat, against the same opponent.

The opponent's chance comes from the deal and the number of the decision. So as long as both play alike they are
answered alike, and what they have in common says nothing about who plays better.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bingo.solver.errors import NotationError
from bingo.solver.game.position import YOU
from bingo.solver.game.record import Record
from bingo.solver.opponents.levels import LEVELS, Level
from bingo.solver.opponents.playing import play_on
from bingo.solver.opponents.table import next_deal

Pairs = list[tuple[Record, Record]]


def deal_after(record: Record) -> Record:
    """The next deal of the set, which depends on the tiles of this one alone; the other player leads it."""
    return next_deal(replace(record, leader=1 - record.leader, match=None), (0, 0))


def play_instead(record: Record, seat: Level, opponent: Level, worlds: int | None = None) -> Record:
    """The deal of a record played by ``seat`` in place of you; ``worlds`` as in
    :func:`~bingo.solver.opponents.levels.choose`.
    """
    unplayed = replace(record, turns=(), result=None, players=(seat.name, opponent.name), name="")
    return play_on(unplayed, (seat, opponent), worlds)


def same_deal(one: Record, other: Record) -> bool:
    """Whether both began alike: the rules, who led, every tile where it was."""
    return _deal_of(one) == _deal_of(other)


def seat_of(record: Record) -> Level | None:
    """The level that played from your seat; None where that was you."""
    return LEVELS.get(record.players[YOU]) if record.players else None


def in_pairs(records: Iterable[Record]) -> Pairs:
    """Records by the deals that were played twice, in the order in which they first come.

    Raises:
        NotationError: a deal was played once only, or more than twice, or not all its tiles are recorded.
    """
    found: list[list[Record]] = []
    for record in records:
        if record.stock is None or None in record.dealt:
            called = f"deal {record.name!r}" if record.name else f"deal {len(found) + 1}"
            raise NotationError.of(called, "a record of all tiles", "one from one side of the table")
        same = next((each for each in found if same_deal(each[0], record)), None)
        if same is None:
            found.append([record])
        else:
            same.append(record)
    for number, each in enumerate(found, 1):
        if len(each) != 2:
            times = "once" if len(each) == 1 else f"{len(each)} times"
            raise NotationError.of(f"deal {number}", "a deal that was played twice", f"one that was played {times}")
    return [(one, other) for one, other in found]


def _deal_of(record: Record) -> tuple[object, ...]:
    dealt = tuple(None if tiles is None else frozenset(tiles) for tiles in record.dealt)
    return record.rules, record.leader, record.trump, record.turned, dealt, record.stock, record.carried
