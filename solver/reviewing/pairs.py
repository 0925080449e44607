"""Deals that were played twice, by two from the same seat against the same opponent."""

from __future__ import annotations

from collections.abc import Iterable

from bingo.solver.errors import NotationError
from bingo.solver.game.record import Record

Pairs = list[tuple[Record, Record]]


def same_deal(one: Record, other: Record) -> bool:
    """Whether both began alike: the rules, who led, every tile where it was."""
    return _deal_of(one) == _deal_of(other)


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
