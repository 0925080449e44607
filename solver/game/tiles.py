"""Tiles, and sets of tiles as 28-bit masks.

A tile is an index 0..27. Tiles are numbered so that a mask reads like a table of suits:

    0-0 | 1-0 1-1 | 2-0 2-1 2-2 | 3-0 .. 3-3 | ... | 6-0 .. 6-6
     0  |  1   2  |  3   4   5  |  6  ..  9  | ... | 21 ..  27

Ends are digits as printed; that a blank may count 7 is a rule (``rules.Rules.blank_rank``), not a property
of the tile. Rules and searches reckon with plain numbers; positions and moves hand out ``Tile`` and ``TileSet``, which
are these numbers and can be read and shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from numbers import Integral

from bingo.solver.errors import NotationError, check_int, check_type

Mask = int

#: (higher digit, lower digit) of each tile.
ENDS: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(7) for b in range(a + 1))
ALL: Mask = (1 << 28) - 1
DOUBLES: Mask = sum(1 << i for i, (a, b) in enumerate(ENDS) if a == b)
SUITS = range(7)

_TILE_PATTERN = re.compile(r"\[\s*([0-6])\s*[-|]?\s*([0-6])\s*\]|([0-6])[-|]?([0-6])")


class Tile(int):
    """A tile, the number that the library uses for it.

    >>> Tile("4-6"), Tile(27), Tile("6-4").ends
    (Tile('6-4'), Tile('6-6'), (6, 4))
    >>> f"{Tile('5-5'):>5}"
    '  5-5'
    """

    def __new__(cls, tile: str | int) -> Tile:
        """Read a tile, or take its number."""
        check_type("tile", tile, str, int)
        if isinstance(tile, str):
            return parse(tile)
        check_int("tile", tile, 0, len(ENDS) - 1)
        return TILES[tile]

    @property
    def ends(self) -> tuple[int, int]:
        """Both ends, the higher digit first."""
        return ENDS[self]

    @property
    def is_double(self) -> bool:
        """Whether both ends are the same."""
        return is_double(self)

    def __str__(self) -> str:
        return text(self)

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)

    def __repr__(self) -> str:
        return f"Tile({str(self)!r})"


TILES: tuple[Tile, ...] = tuple(int.__new__(Tile, number) for number in range(len(ENDS)))
BINGO = TILES[0]


class TileSet(int):
    """A set of tiles, the number whose bits are its tiles. It works like a ``frozenset``: ``for``, ``len``, ``in``,
    ``&``, ``|``, ``-``, ``^``, and ``~`` for all other tiles.

    >>> hand = TileSet("6-4 5-5 0-0")
    >>> len(hand), "5-5" in hand, [str(tile) for tile in hand]
    (3, True, ['6-4', '5-5', '0-0'])
    >>> hand | TileSet("6-6"), hand - Tile("6-4"), TileSet(Tile("6-4"))
    (TileSet('6-6 6-4 5-5 0-0'), TileSet('5-5 0-0'), TileSet('6-4'))
    >>> TileSet(tile for tile in hand if tile.is_double), len(~hand), list(TileSet())
    (TileSet('5-5 0-0'), 25, [])
    """

    def __new__(cls, tiles: str | int | Iterable[str | int] = 0) -> TileSet:
        """Read tiles that are separated by blanks, take a tile, several, or the number of a set."""
        if type(tiles) is int:
            check_int("tiles", tiles, 0, ALL)
            return super().__new__(cls, tiles)
        if isinstance(tiles, TileSet):
            return tiles
        if isinstance(tiles, Tile):
            return super().__new__(cls, 1 << tiles)
        check_type("tiles", tiles, str, int, Iterable)
        if isinstance(tiles, int | Integral):
            return cls(int(tiles))
        return mask(parse_all(tiles) if isinstance(tiles, str) else map(Tile, tiles))

    def __iter__(self) -> Iterator[Tile]:
        return iter(descending(self))

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, tile: str | int) -> bool:
        return bool(self >> Tile(tile) & 1)

    def __and__(self, other: int) -> TileSet:
        return int.__new__(TileSet, int(self) & _bits(other))

    def __or__(self, other: int) -> TileSet:
        return int.__new__(TileSet, (int(self) | _bits(other)) & ALL)

    def __xor__(self, other: int) -> TileSet:
        return int.__new__(TileSet, (int(self) ^ _bits(other)) & ALL)

    def __sub__(self, other: int) -> TileSet:
        return int.__new__(TileSet, int(self) & ~_bits(other))

    def __invert__(self) -> TileSet:
        return int.__new__(TileSet, int(self) ^ ALL)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __str__(self) -> str:
        return text_mask(self)

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)

    def __repr__(self) -> str:
        return f"TileSet({str(self)!r})"


def _bits(tiles: int) -> int:
    return 1 << tiles if isinstance(tiles, Tile) else int(tiles)


def tile(a: int, b: int) -> Tile:
    """The tile with ends ``a`` and ``b`` (digits 0..6, either order)."""
    return TILES[a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a]


def double(suit: int) -> Tile:
    """The double of a suit 0..6."""
    return tile(suit, suit)


def is_double(tile: int) -> bool:
    """Whether both ends are the same."""
    return bool(DOUBLES >> tile & 1)


def shows(tile: int, end: int) -> bool:
    """Whether the tile has an end with this digit."""
    return end in ENDS[tile]


def mask(tiles: Iterable[int]) -> TileSet:
    """The set of these tiles."""
    bits = 0
    for tile in tiles:
        bits |= 1 << tile
    return int.__new__(TileSet, bits)


def bit(tile: Tile | None) -> Mask:
    """The set of a tile; of None the empty one."""
    return 0 if tile is None else 1 << tile


def members(tiles: Mask) -> Iterator[Tile]:
    """The tiles of a set in ascending index."""
    bits = int(tiles)
    while bits:
        lowest_bit = bits & -bits
        yield TILES[lowest_bit.bit_length() - 1]
        bits ^= lowest_bit


def descending(tiles: Mask) -> tuple[Tile, ...]:
    """The tiles of a set, the highest digits first: as they are written."""
    return tuple(members(tiles))[::-1]


def text(tile: int) -> str:
    """``6-4``: higher digit first, as printed on the tile."""
    return f"{ENDS[tile][0]}-{ENDS[tile][1]}"


def text_all(tiles: Iterable[int]) -> str:
    """Tiles separated by blanks, in the order given."""
    return " ".join(map(text, tiles))


def text_mask(tiles: Mask) -> str:
    """A set of tiles, highest digits first: ``6-6 5-5 0-0``."""
    return text_all(descending(tiles))


def parse(tile_text: str) -> Tile:
    """Read one tile: ``6-4``, ``4-6``, ``64``, ``6|4`` or ``[6-4]``.

    Raises:
        NotationError: the text is not one tile of a double-six set.
    """
    match = _TILE_PATTERN.fullmatch(tile_text.strip())
    if match is None:
        raise NotationError.of("tile", "a tile such as 6-4 (two digits 0 to 6)", repr(tile_text[:40]))
    first_end, second_end = (int(digit) for digit in match.groups() if digit is not None)
    return tile(first_end, second_end)


def parse_all(tiles_text: str) -> tuple[Tile, ...]:
    """Read tiles separated by blanks (commas are allowed): ``0-0 5-4 [6-6]``.

    Raises:
        NotationError: some word is not a tile; the message quotes it.
    """
    return tuple(map(parse, re.sub(r"\[\s*(\S+?)\s*\]", r"[\1]", tiles_text).replace(",", " ").split()))


#: The empty set.
NO_TILES = TileSet()


def checked_tile(argument_name: str, tile_number: int) -> Tile:
    """The tile with this number; errors name the argument ``argument_name``.

    Raises:
        TypeError: it is no whole number.
        NotationError: there is no such tile.
    """
    if type(tile_number) is not Tile:
        check_int(argument_name, tile_number, 0, len(ENDS) - 1)
    return TILES[tile_number]


def tile_set(argument_name: str, tile_bits: int) -> TileSet:
    """The set with this number; else as :func:`checked_tile`."""
    if type(tile_bits) is TileSet:
        return tile_bits
    check_int(argument_name, tile_bits, 0, ALL)
    return TileSet(int(tile_bits))
