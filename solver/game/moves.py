"""A move: what a player does in one turn, and its text (``close, declare 6-6 5-5, lead 6-6``)."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.solver import arguments
from bingo.solver.errors import NotationError
from bingo.solver.game import tiles
from bingo.solver.game.tiles import Mask, Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One turn. Parts that are not used keep their defaults; with no part at all it is ``wait``.

    A leader may close, declare and then lead or claim; the other replies (``play``), claims between
    two tricks or waits. ``declare`` is the set of all doubles counted in the declaration.

    >>> Move.parse("close, declare 6-6 5-5, lead 6-6").lead
    27
    >>> Move(close=True, lead=0)
    Move('close, lead 0-0')
    """

    close: bool = False
    declare: Mask = 0
    lead: Tile | None = None
    play: Tile | None = None
    claim: bool = False

    @property
    def tile(self) -> Tile | None:
        """The tile led or played, if any."""
        return self.play if self.lead is None else self.lead

    @classmethod
    def parse(cls, line: str) -> Move:
        """Read a move as ``str`` writes it, in any case: ``close, declare 6-6 5-5, lead 6-6``.

        Raises:
            NotationError: a part is not ``close``, ``declare TILES``, ``lead TILE``, ``play TILE``, ``claim``
                or ``wait``.
        """
        arguments.kind("move", line, str)
        return parse(line)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __str__(self) -> str:
        parts = ["close"] if self.close else []
        if self.declare:
            parts.append(f"declare {tiles.text_mask(self.declare)}")
        if self.lead is not None:
            parts.append(f"lead {tiles.text(self.lead)}")
        if self.play is not None:
            parts.append(f"play {tiles.text(self.play)}")
        if self.claim:
            parts.append("claim")
        return ", ".join(parts) or "wait"


@dataclass(frozen=True, slots=True)
class Expect:
    """What somebody wrote down as the answer to a position: its value and all of its best moves.

    Either part may be missing (``None``, no move); the value is seen from ``you``. A puzzle also has the names of its
    ``themes``, that under which it is filed first, and a ``difficulty`` from 0 to 100.
    """

    value: float | None = None
    best: tuple[Move, ...] = ()
    themes: tuple[str, ...] = ()
    difficulty: int | None = None


WAIT = Move()
CLAIM = Move(claim=True)


def parse(line: str) -> Move:
    """Read a move; see :meth:`Move.parse`."""
    move: dict[str, object] = {}
    for part in line.strip().lower().split(","):
        word, _, rest = part.strip().partition(" ")
        if word in move:
            raise NotationError.of("move", "every part of a move once", repr(line[:60]))
        if word in ("close", "claim") and not rest:
            move[word] = True
        elif word == "declare" and rest:
            move[word] = tiles.mask(tiles.parse_all(rest))
        elif word in ("lead", "play") and rest:
            move[word] = tiles.parse(rest)
        elif not (word == "wait" and not rest):
            expected = "close, declare TILES, lead TILE, play TILE or claim, joined by commas"
            raise NotationError.of("move", expected, repr(line[:60]))
    return Move(**move)  # type: ignore[arg-type]


def parse_at(line: str, *, replying: bool) -> Move:
    """Read a move, or a tile alone, which is then led or replied with.

    >>> parse_at("4-6", replying=True)
    Move('play 6-4')

    Raises:
        NotationError: it is neither.
    """
    if any(letter.isalpha() for letter in line):
        return parse(line)
    tile = tiles.parse(line.strip())
    return Move(play=tile) if replying else Move(lead=tile)
