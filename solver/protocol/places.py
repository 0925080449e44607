"""The positions that are meant, checked as those in a file are."""

from __future__ import annotations

from typing import Any

import msgspec

from bingo.positions.entries import Entry
from bingo.positions.reading import outcome
from bingo.solver.analysis.exact import mover
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import Move, play
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.tiles import Tile, mask, members, parse as parse_tile


def position(written: msgspec.Raw) -> Position | InformationSet:
    """The position that is meant, checked as one in a file is."""
    found, replied = as_written(written)
    if replied is None:
        return found
    if not isinstance(found, Position):
        raise NotationError.of("replied", "nothing where tiles are hidden", str(replied))
    return _after(found, replied)


def known(written: msgspec.Raw, needed: str) -> Position:
    """A position of which every tile is known."""
    found = position(written)
    if not isinstance(found, Position):
        raise NotationError.of("position", f"one in which all tiles are known, {needed}", "hidden tiles")
    return found


def now(found: Position | InformationSet, replied: Any) -> Position:
    """What is to be decided: the moves of the player to move do not depend on tiles that they cannot see."""
    if isinstance(found, Position):
        return found if replied is None else _after(found, replied)
    found = information_set(found).concealed()
    held = found.held
    if replied is not None and found.leader == YOU:
        held |= 1 << _tile(replied)
    fitting = [*members(held), *members(found.unseen & ~held)][: found.hidden]
    now = found.world(mask(fitting))
    now = now if replied is None else _after(now, replied)
    if mover(now) != YOU:
        raise NotationError.of("position", "you to lead or to reply, or the opponent's hand", "a hidden hand to move")
    return now


def _after(position: Position, replied: Any) -> Position:
    """The position after a reply with which somebody won the right to declare."""
    after = play(position, Move(play=_tile(replied))).position
    if after.stage is not Stage.SHOW:
        raise NotationError.of("replied", "a reply after which the winner of the trick may declare", str(replied))
    return after


def _tile(written: Any) -> Tile:
    return parse_tile(written if isinstance(written, str) else str(written))


def as_written(written: msgspec.Raw) -> tuple[Position | InformationSet, Any]:
    """The position as it is written, and the reply that an answer of ``play`` may have added to it."""
    entry, replied = entry_of(written)
    found = outcome(entry, "position", None)
    if not isinstance(found, (Position, InformationSet)):
        raise found
    return found, replied


def entry_of(written: msgspec.Raw) -> tuple[Entry, Any]:
    line, replied = bytes(written), None
    if b'"replied"' in line:
        document = msgspec.json.decode(line)
        if isinstance(document, dict):
            replied = document.pop("replied", None)
            line = msgspec.json.encode(document)
    return Entry(0, 0, line, json=True), replied
