"""What the engine learns: networks, and the tables of rules, as bytes.

All numbers are 32 bits, the least significant byte first; a text is how many bytes it has, and these in UTF-8; a list
is how many numbers it has, and these. In this order, each list of things after how many there are:

- networks: how many bytes their numbers have, 2 where that loses nothing, else 4, and these as ``Networks`` in
  ``native/hidden/features.hpp`` has them;
- columns of tables, each a list: many are in several tables;
- tables of trump suits, each the list of its columns' places, suit after suit;
- rule sets, the presets first: a key, the label, whether trumps may be either end of the turned tile, the place of
  their networks and of their tables, their scoring numbers;
- changes: the place of a rule set, a field, its value (nothing: all numbers from the least to the greatest), the label
  ({} stands for the number), the least and the greatest number, whether trumps may be either end, the places of the
  networks and of the tables, which scoring number is the number given (-1: none), and pairs of a scoring number's place
  and what it is.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from types import MappingProxyType

import numpy as np

from bingo.solver.errors import NotationError
from bingo.solver.game.fields import FIELDS, Value
from bingo.solver.game.presets import PRESETS, label, spec
from bingo.solver.game.rules import Rules, override, show
from bingo.solver.seam.weights import TAUGHT, networks_for, shipped_weights
from bingo.solver.search.tables import scoring, trump_tables

#: Trump suits, and tiles in each.
SUITS, TILES = 7, 28


class _Pool:
    """Tables that are written once each, in columns that are written once each."""

    def __init__(self) -> None:
        self.columns: dict[bytes, int] = {}
        self.tables: dict[tuple[int, ...], int] = {}

    def place(self, rules: Rules) -> int:
        """Where the tables of these rules stand."""
        suits = np.asarray(trump_tables(rules), dtype="<i4").reshape(SUITS, TILES, -1)
        columns = [column.tobytes() for suit in suits for column in suit.T]
        found = tuple(self.columns.setdefault(column, len(self.columns)) for column in columns)
        return self.tables.setdefault(found, len(self.tables))

    def written(self) -> bytes:
        """All of it."""
        columns = [_number(TILES) + column for column in self.columns]
        tables = [_list(places) for places in self.tables]
        return b"".join([_number(len(columns)), *columns, _number(len(tables)), *tables])


def everything(others: Iterable[Rules] = ()) -> bytes:
    """All presets, each field of theirs changed, and ``others``: for who cannot ask for more later."""
    presets = {name: preset.rules for name, preset in PRESETS.items()}
    return data(presets | {key(rules): rules for rules in others}, presets)


def data(sets: Mapping[str, Rules], changing: Mapping[str, Rules] = MappingProxyType({})) -> bytes:
    """Rule sets by their keys, as the engine learns them (see ``native/answers/rulebook.cpp``).

    Of those that are ``changing``, which are the first of them, it also learns what one field more makes of them.
    """
    taught, pool = sorted({networks_for(rules) for rules in sets.values()}, key=TAUGHT.index), _Pool()
    if changing:
        taught = list(TAUGHT)
    told = [
        _text(name) + _text(label(rules)) + _played(rules, taught, pool) + _list(scoring(rules))
        for name, rules in sets.items()
    ]
    changes = [
        _number(place) + _change(name, rules, low, high, changed, taught, pool)
        for place, rules in enumerate(changing.values())
        for name in FIELDS
        for low, high, changed in _all_spans(name, rules)
    ]
    networks = [_number(len(taught)), *map(_networks, taught)]
    return b"".join([*networks, pool.written(), _number(len(told)), *told, _number(len(changes)), *changes])


def _played(rules: Rules, taught: Sequence[str], pool: _Pool) -> bytes:
    """What plays under these rules: either end, networks, tables."""
    networks = taught.index(networks_for(rules))
    return _number(rules.trump_from == "either-end") + _number(networks) + _number(pool.place(rules))


def key(rules: Rules) -> str:
    """The rules as the engine looks them up: the preset, then the fields that are changed in it, in order."""
    short = spec(rules)
    if isinstance(short, str):
        return short
    fields = sorted(f"{name}={show(rules[name])}" for name in short if name != "preset")
    return ",".join([str(short["preset"]), *fields])


@cache
def _all_spans(name: str, base: Rules) -> tuple[tuple[int | None, int, Rules], ...]:
    return tuple(_spans(name, base))


def _spans(name: str, base: Rules) -> Iterator[tuple[int | None, int, Rules]]:
    """The rules for each value of a field: of numbers for each stretch of them that differ in nothing but the number,
    with the least and the greatest; of others after None.
    """
    field = FIELDS[name]
    if not field.span:
        yield from ((None, 0, rules) for value in field.words if (rules := _with(base, name, value)))
        return
    numbers = [(n, rules) for n in range(field.span[0], field.span[1] + 1) if (rules := _with(base, name, n))]
    for _, alike in groupby(numbers, lambda one: (_label(name, *one), _scoring(name, base, one[1]))):
        stretch = list(alike)
        yield stretch[0][0], stretch[-1][0], stretch[-1][1]


def _with(base: Rules, name: str, value: Value | None) -> Rules | None:
    try:
        return None if value is None else override(base, {name: value})
    except NotationError:
        return None


def _label(name: str, number: int, rules: Rules) -> str:
    """Names the rules, with {} for the number."""
    return label(rules).replace(f"{name}={number}", f"{name}={{}}")


def _scoring(name: str, base: Rules, rules: Rules) -> tuple[int, tuple[int, ...]]:
    """Which scoring number is the number given (-1: none), and the others that it changes: place, number."""
    before, after = scoring(base), scoring(rules)
    slot = _slot(name, base)
    changed = [(n, after[n]) for n in range(len(after)) if after[n] != before[n] and n != slot]
    return slot, tuple(number for pair in changed for number in pair)


@cache
def _slot(name: str, base: Rules) -> int:
    """The scoring number that a number of this field becomes."""
    field = FIELDS[name]
    assert field.span
    made = [(n, scoring(rules)) for n in range(field.span[0], field.span[1] + 1) if (rules := _with(base, name, n))]
    slots = [slot for slot in range(len(made[0][1])) if all(numbers[slot] == n for n, numbers in made)]
    return slots[0] if len(slots) == 1 and len(made) > 1 else -1


def _change(
    name: str, base: Rules, low: int | None, high: int, rules: Rules, taught: Sequence[str], pool: _Pool
) -> bytes:
    if low is None:
        before, after = scoring(base), scoring(rules)
        value, named, given = show(rules[name]), label(rules), -1
        pairs = tuple(n for slot in range(len(after)) if after[slot] != before[slot] for n in (slot, after[slot]))
    else:
        value, named = "", _label(name, high, rules)
        given, pairs = _scoring(name, base, rules)
    numbers = [_number(low or 0), _number(high), _played(rules, taught, pool), _number(given)]
    return b"".join([_text(name), _text(value), _text(named), *numbers, _list(pairs)])


def _networks(name: str) -> bytes:
    weights = shipped_weights(name)
    short = weights.astype("<f2")
    exact = bool((short.astype(np.float32) == weights).all())
    return _number(2 if exact else 4) + (short if exact else weights.astype("<f4")).tobytes()


def _number(number: int) -> bytes:
    return struct.pack("<i", number)


def _text(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _list(numbers: Iterable[int]) -> bytes:
    listed = np.asarray(list(numbers), dtype="<i4")
    return _number(len(listed)) + listed.tobytes()
