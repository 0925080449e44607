"""Tiles and sets of tiles as a program outside the library handles them: numbers that read and show themselves."""

from __future__ import annotations

from collections.abc import Iterator

from bingo.solver.errors import check_int, check_type
from bingo.solver.game import tiles


class Tile(int):
    """A tile, the number that the library uses for it.

    >>> Tile("4-6"), Tile(27), Tile("6-4").ends
    (Tile('6-4'), Tile('6-6'), (6, 4))
    """

    def __new__(cls, tile: str | int) -> Tile:
        """Read a tile, or take its number."""
        check_type("tile", tile, str, int)
        if isinstance(tile, str):
            return super().__new__(cls, tiles.parse(tile))
        check_int("tile", tile, 0, tiles.TILES[-1])
        return super().__new__(cls, tile)

    @property
    def ends(self) -> tuple[int, int]:
        """Both ends, the higher digit first."""
        return tiles.ENDS[self]

    @property
    def is_double(self) -> bool:
        """Whether both ends are the same."""
        return tiles.is_double(self)

    def __str__(self) -> str:
        return tiles.text(self)

    def __repr__(self) -> str:
        return f"Tile({str(self)!r})"


class TileSet(int):
    """A set of tiles, the number whose bits are its tiles. ``for``, ``len`` and ``in`` work on it.

    >>> hand = TileSet("6-4 5-5 0-0")
    >>> len(hand), "5-5" in hand, [str(tile) for tile in hand]
    (3, True, ['6-4', '5-5', '0-0'])
    >>> hand | TileSet("6-6"), Tile("5-5").is_double
    (TileSet('6-6 6-4 5-5 0-0'), True)
    >>> list(TileSet())
    []
    """

    def __new__(cls, held: str | int = 0) -> TileSet:
        """Read tiles that are separated by blanks, or take the number."""
        check_type("tiles", held, str, int)
        if isinstance(held, str):
            return super().__new__(cls, tiles.mask(tiles.parse_all(held)))
        check_int("tiles", held, 0, tiles.ALL)
        return super().__new__(cls, held)

    def __iter__(self) -> Iterator[Tile]:
        return map(Tile, tiles.descending(self))

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, tile: str | int) -> bool:
        return bool(self >> Tile(tile) & 1)

    def __and__(self, other: int) -> TileSet:
        return TileSet(int(self) & other)

    def __or__(self, other: int) -> TileSet:
        return TileSet(int(self) | other)

    def __str__(self) -> str:
        return tiles.text_mask(self)

    def __repr__(self) -> str:
        return f"TileSet({str(self)!r})"
