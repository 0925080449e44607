"""Positions as a request gives them: the document of a file, and what an answer of ``play`` may add to it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from bingo.positions.entries import Entry
from bingo.positions.reading import outcome, setup_of
from bingo.positions.writing import document_of
from bingo.solver.analysis.exact import mover
from bingo.solver.errors import NotationError
from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import Move, play
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import ALL, members, parse as parse_tile, text


class Written:
    """The document of a position, and ``replied``, the reply that an answer of ``play`` may have added to it."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self.replied = None
        if isinstance(document, dict):
            self.replied = document.get("replied")
            document = {key: value for key, value in document.items() if key != "replied"}
        self._entry = Entry(0, 0, document if isinstance(document, bytes) else json.dumps(document).encode(), json=True)

    def _read(self) -> Position | InformationSet:
        place = outcome(self._entry, "position", None)
        if not isinstance(place, (Position, InformationSet)):
            raise place
        return place

    def read(self) -> Position | InformationSet:
        """The position that is meant, checked as one in a file is."""
        place = self._read()
        if self.replied is None:
            return place
        if not isinstance(place, Position):
            raise NotationError.of("replied", "nothing where tiles are hidden", str(self.replied))
        return self._replied(place)

    def read_open(self, needed: str = "so that it can be played on") -> Position:
        """A position of which every tile is known."""
        place = self.read()
        if not isinstance(place, Position):
            raise NotationError.of("position", f"one in which all tiles are known, {needed}", "hidden tiles")
        return place

    def to_decide(self) -> Position:
        """What is to be decided: the moves of the player to move do not depend on tiles that they cannot see."""
        place, replied = self._read(), self.replied
        if isinstance(place, InformationSet):
            holding = 0 if replied is None or place.leader else 1 << parse_tile(str(replied))
            now = self._replied(information_set(place).stand_in(holding))
            if mover(now):
                raise NotationError.of(
                    "position", "you to lead or to reply, or the opponent's hand", "a hidden hand to move"
                )
            return now
        return self._replied(place)

    def _replied(self, position: Position) -> Position:
        """The position after a reply with which somebody won the right to declare."""
        if self.replied is None:
            return position
        after = play(position, Move(play=parse_tile(str(self.replied)))).position
        if after.stage is not Stage.SHOW:
            expected = "a reply after which the winner of the trick may declare"
            raise NotationError.of("replied", expected, str(self.replied))
        return after

    def seen_by(self, player: int) -> InformationSet:
        """What a player, who becomes ``you``, knows of it."""
        setup = setup_of(self._entry)
        if setup.sides[player].hand is None:
            raise NotationError.of(
                f"{PLAYER_NAMES[player]}.hand", "the tiles of the player who is asked for", "nothing"
            )
        played, recalled = setup.played, any(side.won is not None or side.partly for side in setup.sides)
        if isinstance(self._read(), Position) and not recalled and setup.closed is None:
            played = tuple(members(ALL & ~setup.not_in_tricks))  # all others lie in tricks, where everybody saw them
        seen = check(replace(setup.seen_by(player), played=played))
        assert isinstance(seen, InformationSet)  # the other hand is left out
        return seen

    def after(self, move: Move, after: Position) -> dict[str, Any]:
        """The position after a move, as a file has it; before the winner of a trick declares, with the reply added."""
        if after.stage is Stage.SHOW:
            expect = {"expect": None} if "expect" in self._document else {}
            return {**self._document, "replied": text(move.tile or 0), **expect}
        setup = replace(Setup.of(after), expect=None)
        if after.closed is not None:  # else what lies in tricks follows from where the other tiles are
            before = setup_of(self._entry)
            gone = before.lying("you.won", "opponent.won", "you.took", "opponent.took", "played")
            if before.closed is None:
                gone = ALL & ~before.not_in_tricks
            gone |= before.lying("you.hand", "opponent.hand", "led") & ~setup.not_in_tricks
            setup = replace(setup, played=tuple(members(gone)))
        return document_of(setup)
