"""What the engine learns: networks, and the tables of rules, as bytes.

All numbers are 32 bits, the least significant byte first; a text is how many bytes it has, and these in UTF-8; a list
is how many numbers it has, and these. In this order, each list of things after how many there are:

- networks: how many bytes their numbers have, 2 where that loses nothing, else 4, and these as ``Networks`` in
  ``native/hidden/features.hpp`` has them: of all numbers the first byte, then of all the next, which packs better;
- columns of tables, each a list: many are in several tables;
- tables of trump suits, each the list of its columns' places, suit after suit;
- rule sets: the keys of all, then their labels (nothing: as the key, with a blank after each comma); then whether
  trumps may be either end of the turned tile, the places of their networks, those of their tables; and after how many
  there are, their scoring numbers one by one.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bingo.solver.game.fields import FIELDS
from bingo.solver.game.presets import PAGAT, label, spec
from bingo.solver.game.rules import Rules, show
from bingo.solver.seam.weights import TAUGHT, networks_for, shipped_weights
from bingo.solver.search.tables import scoring, trump_tables

#: Trump suits, and tiles in each.
SUITS, TILES = 7, 28
#: Numbers decide no trick, so tables do not depend on them.
_NUMBERS: dict[str, Any] = {name: PAGAT[name] for name, field in FIELDS.items() if field.span}


class _Pool:
    """Tables that are written once each, in columns that are written once each."""

    def __init__(self) -> None:
        self.columns: dict[bytes, int] = {}
        self.tables: dict[tuple[int, ...], int] = {}

    def place(self, rules: Rules) -> int:
        """Where the tables of these rules stand."""
        suits = np.asarray(trump_tables(replace(rules, **_NUMBERS)), dtype="<i4").reshape(SUITS, TILES, -1)
        columns = [column.tobytes() for suit in suits for column in suit.T]
        found = tuple(self.columns.setdefault(column, len(self.columns)) for column in columns)
        return self.tables.setdefault(found, len(self.tables))

    def written(self) -> bytes:
        """All of it."""
        columns = [_number(TILES) + column for column in self.columns]
        tables = [_list(places) for places in self.tables]
        return b"".join([_number(len(columns)), *columns, _number(len(tables)), *tables])


def data(sets: Mapping[str, Rules]) -> bytes:
    """Rule sets by their keys, as the engine learns them (see ``native/answers/rulebook.cpp``)."""
    used = {name: networks_for(rules) for name, rules in sets.items()}
    taught, pool = sorted(set(used.values()), key=TAUGHT.index), _Pool()
    played = [[r.trump_from == "either-end", taught.index(used[n]), pool.place(r)] for n, r in sets.items()]
    scored = [scoring(rules) for rules in sets.values()]
    labels = ["" if label(r) == n.replace(",", ", ") else label(r) for n, r in sets.items()]
    texts = map(_text, (*sets, *labels))
    networks = [_number(len(taught)), *map(_networks, taught)]
    numbers = [_column_wise(played), _number(len(scored[0])), _column_wise(scored)]
    return b"".join([*networks, pool.written(), _number(len(sets)), *texts, *numbers])


def key(rules: Rules) -> str:
    """The rules as the engine looks them up: the preset, then the fields that are changed in it, in order."""
    short = spec(rules)
    if isinstance(short, str):
        return short
    fields = sorted(f"{name}={show(rules[name])}" for name in short if name != "preset")
    return ",".join([str(short["preset"]), *fields])


def _networks(name: str) -> bytes:
    weights = shipped_weights(name)
    short = weights.astype("<f2")
    numbers = short if (short.astype(np.float32) == weights).all() else weights.astype("<f4")
    return _number(numbers.itemsize) + numbers.view(np.uint8).reshape(-1, numbers.itemsize).tobytes("F")


def _number(number: int) -> bytes:
    return struct.pack("<i", number)


def _column_wise(rows: Sequence[Sequence[int]]) -> bytes:
    return np.array(rows, dtype="<i4").tobytes("F")


def _text(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _list(numbers: Iterable[int]) -> bytes:
    listed = np.asarray(list(numbers), dtype="<i4")
    return _number(len(listed)) + listed.tobytes()
