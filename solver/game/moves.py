"""A move: what a player does in one turn, and its text (``close, declare 6-6 5-5, lead 6-6``)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bingo.solver.errors import NotationError, check_type
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
    def parse(cls, line: str, *, replying: bool | None = None) -> Move:
        """Read a move as ``str`` writes it, in any case: ``close, declare 6-6 5-5, lead 6-6``. Commas may be left out.

        A tile alone is a move where it is known whether it is led or, ``replying``, played: ``position.play("6-4")``
        knows, and ``Move.parse("6-4", replying=True)`` is told.

        >>> Move.parse("close declare 5-5 0-0, 5-5", replying=False)
        Move('close, declare 5-5 0-0, lead 5-5')

        Raises:
            NotationError: a part is not ``close``, ``declare TILES``, ``lead TILE``, ``play TILE``, ``claim``
                or ``wait``.
        """
        check_type("move", line, str)
        if not line.strip() and replying is not None:
            raise NotationError.of("move", "a tile such as 4-4", "nothing")
        words = re.sub(r"^close\s+(?=[^,\s])", "close, ", line.strip().lower())
        words = re.sub(r"(?<=[^,\s])\s+(?=(declare|lead|play|claim)\b)", ", ", words)
        move: dict[str, object] = {}
        for part in words.split(","):
            word, _, rest = part.strip().partition(" ")
            if replying is not None and word and not any(letter.isalpha() for letter in part):
                word, rest = "play" if replying else "lead", part.strip()
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
        return cls(**move)  # type: ignore[arg-type]

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

#: The same for those who import functions.
parse = Move.parse
