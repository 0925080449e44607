"""A move and its text: ``close, declare 6-6 5-5, lead 6-6``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bingo.solver.errors import IllegalMove, NotationError, check_type
from bingo.solver.game import tiles
from bingo.solver.game.tiles import NO_TILES, Tile, TileSet, checked_tile, tile_set


@dataclass(frozen=True, slots=True, init=False)
class Move:
    """One turn. Parts that are not used keep their defaults; with no part at all it is ``wait``.

    A leader may close, declare and then lead or claim; the other replies (``play``), claims between
    two tricks or waits. ``declare`` is the set of all doubles counted in the declaration.

    >>> Move.parse("close, declare 6-6 5-5, lead 6-6").lead
    Tile('6-6')
    >>> Move(close=True, lead=Tile("0-0"))
    Move.parse('close, lead 0-0')

    Raises:
        IllegalMove: there is no tile, or no set of tiles, with that number.
        TypeError: a part is of another type.
    """

    close: bool
    declare: TileSet
    lead: Tile | None
    play: Tile | None
    claim: bool

    def __init__(
        self,
        *,
        close: bool = False,
        declare: int = NO_TILES,
        lead: int | None = None,
        play: int | None = None,
        claim: bool = False,
    ) -> None:
        set_field = object.__setattr__
        check_type("close", close, bool)
        check_type("claim", claim, bool)
        set_field(self, "close", close)
        set_field(self, "claim", claim)
        try:
            set_field(self, "declare", tile_set("declare", declare))
            set_field(self, "lead", None if lead is None else checked_tile("lead", lead))
            set_field(self, "play", None if play is None else checked_tile("play", play))
        except NotationError as error:
            raise IllegalMove(str(error)) from None

    @property
    def tile(self) -> Tile | None:
        """The tile led or played, if any."""
        return self.play if self.lead is None else self.lead

    @classmethod
    def parse(cls, move_text: str, *, replying: bool | None = None) -> Move:
        """Read a move as ``str`` writes it, in any case: ``close, declare 6-6 5-5, lead 6-6``. Commas may be left out.

        A tile alone is a move where it is known whether it is led or, ``replying``, played: ``position.play("6-4")``
        knows, and ``Move.parse("6-4", replying=True)`` is told.

        >>> Move.parse("close declare 5-5 0-0, 5-5", replying=False)
        Move.parse('close, declare 5-5 0-0, lead 5-5')

        Raises:
            NotationError: a part is not ``close``, ``declare TILES``, ``lead TILE``, ``play TILE`` or ``claim``, and
                it is not ``wait`` alone.
        """
        check_type("move", move_text, str)
        if not move_text.strip() and replying is not None:
            raise NotationError.of("move", "a tile such as 4-4", "nothing")
        normalized_text = re.sub(r"^close\s+(?=[^,\s])", "close, ", move_text.strip().lower())
        normalized_text = re.sub(r"(?<=[^,\s])\s+(?=(declare|lead|play|claim)\b)", ", ", normalized_text)
        move_parts: dict[str, object] = {}
        for part_text in normalized_text.split(","):
            verb, _, tiles_text = part_text.strip().partition(" ")
            if replying is not None and verb and not any(letter.isalpha() for letter in part_text):
                verb, tiles_text = "play" if replying else "lead", part_text.strip()
            if verb in move_parts:
                raise NotationError.of("move", "every part of a move once", repr(move_text[:60]))
            if verb in ("close", "claim") and not tiles_text:
                move_parts[verb] = True
            elif verb == "declare" and tiles_text:
                move_parts[verb] = tiles.mask(tiles.parse_all(tiles_text))
            elif verb in ("lead", "play") and tiles_text:
                move_parts[verb] = tiles.parse(tiles_text)
            elif normalized_text != "wait":
                expected = "close, declare TILES, lead TILE, play TILE or claim, joined by commas, or wait alone"
                example_moves = '"lead 4-4", "play 4-4", "claim", or in full "close, declare 6-6 5-5, lead 6-6"'
                raise NotationError.of(
                    "move", expected, repr(move_text[:60]), f"{move_text[:60]!r} is no move. Moves are {example_moves}."
                )
        return cls(**move_parts)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)

    def __str__(self) -> str:
        parts = ["close"] if self.close else []
        if self.declare:
            parts.append(f"declare {self.declare}")
        if self.lead is not None:
            parts.append(f"lead {self.lead}")
        if self.play is not None:
            parts.append(f"play {self.play}")
        if self.claim:
            parts.append("claim")
        return ", ".join(parts) or "wait"


WAIT = Move()
CLAIM = Move(claim=True)
