"""A turn as somebody types it: a tile alone, commas left out."""

from __future__ import annotations

import re

from bingo.solver.errors import BingoError, NotationError
from bingo.solver.game import moves, tiles
from bingo.solver.game.moves import Move


def parse_turn(word: str, *, replying: bool) -> tuple[Move, bool]:
    """The move that is meant, and whether it was typed as a tile without a word for what to do with it.

    Raises:
        NotationError: it is no move, or nothing at all.
    """
    if not word:
        raise NotationError.of("move", "a tile such as 4-4", "nothing")
    act = "play" if replying else "lead"
    word = re.sub(r"^close\s+(?=[^,\s])", "close, ", word)  # the commas may be left out
    word = re.sub(r"(?<=[^,\s])\s+(?=(declare|lead|play|claim)\b)", ", ", word)
    parts = [part.strip() for part in word.split(",")]
    bare = False
    for n, part in enumerate(parts):
        verb, _, rest = part.rpartition(" ")
        led_again = replying and verb == "lead" and len(parts) > 1  # closing or declaring before it is no reply
        if _is_tile(rest) and verb in ("", "lead", "play") and not led_again:
            parts[n] = f"{act} {rest}"
            bare = bare or not verb
    return moves.parse(", ".join(parts)), bare


def _is_tile(word: str) -> bool:
    try:
        tiles.parse(word)
    except BingoError:
        return False
    return True
