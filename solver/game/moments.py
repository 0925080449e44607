"""A moment of a recorded deal, and what it looks like: to a player, with all that play has told, or laid open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bingo.solver.errors import NotationError, check_int
from bingo.solver.game.check import check
from bingo.solver.game.history import History
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Match, Pair, Position
from bingo.solver.game.record import Turn
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import Mask, Tile, descending

Tricks = tuple[tuple[Tile, Tile], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision in a deal, and the turn that was made there (None where the record ends). Pairs are yours, opponent's.

    Attributes:
        trick: The number of the trick under way or about to begin, from 1.
        position: All tiles. Those in ``hidden`` are not recorded: they stand for any that fit.
        score: What the deal has brought so far: game points, under ``at_target: points`` card points at its end.
        won: The tricks of both players, in order, the led tile first.
        shown: Doubles declared by each, also those played since.
        barred: Tiles that each player cannot hold, by how they replied in phase two.
        history: All tricks in the order in which they were played.
    """

    trick: int
    position: Position
    turn: Turn | None
    score: Pair
    won: tuple[Tricks, Tricks]
    shown: tuple[Mask, Mask]
    barred: tuple[Mask, Mask]
    hidden: Mask
    history: History = ()

    @property
    def to_play(self) -> int:
        """Who leads this trick, or who replies once a tile is led."""
        leader = self.position.leader
        return leader if self.position.led is None else 1 - leader

    def seen_by(self, player: int, name: str = "") -> InformationSet:
        """What ``player`` (0 or 1), who becomes ``you``, knows: all tricks in order, shown doubles, suits not followed.

        Raises:
            TypeError: the player is no whole number.
            NotationError: it is neither 0 nor 1, or the hand of this player is not recorded.
        """
        check_int("player", player, YOU, OPPONENT)
        self._check_recorded(player)
        found = check(self._setup(name).seen_by(player))
        assert isinstance(found, InformationSet)  # the other hand is left out
        history = self.history if player == YOU else tuple(trick.swapped() for trick in self.history)
        return replace(found, barred=self.barred[1 - player] & found.unseen, history=history)

    def laid_open(self, player: int, name: str = "") -> Position | InformationSet:
        """The same moment with both hands on the table, and the stock where it is recorded.

        Raises:
            NotationError: some hand is not recorded.
        """
        for each in (player, 1 - player):
            self._check_recorded(each)
        setup = self._setup(name)
        return check(setup if player == YOU else setup.swapped())

    def _check_recorded(self, player: int) -> None:
        if self.position.hands[player] & self.hidden:
            raise NotationError.of(
                f"{PLAYER_NAMES[player]}.dealt",
                f"the tiles of the player whose hand is asked for (trick {self.trick})",
                "a record that does not have them all",
            )

    def _setup(self, name: str) -> Setup:
        p, setup = self.position, Setup.of(self.position)
        you, opponent = (
            replace(side, won=won, points=None, tricks=None, shown=descending(shown))
            for side, won, shown in zip(setup.sides, self.won, self.shown, strict=True)
        )
        stock = None if any(self.hidden >> t & 1 for t in p.stock) else setup.stock
        match = p.match and self._match(p.match)
        return replace(setup, sides=(you, opponent), stock=stock, match=match, name=name)

    def _match(self, before: Match) -> Match:
        """The score now."""
        you, opponent = self.score
        return replace(before.plus(you).plus(-opponent), scored=self.score)
