"""A recorded deal played through: every moment of it, and the first turn that the rules do not allow."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.solver.errors import NotationError
from bingo.solver.game.course import Course
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import Pair, Stage
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.tiles import Tile


@dataclass(frozen=True)
class Replay:
    """A record played through.

    ``moments`` has every decision with the turn that was made, waiting included; ``end`` is what follows, with no turn.
    ``turns`` are those of the record with their players; ``drawn`` are the tiles that each player drew, as far as they
    are known, and ``draws`` how many they were.
    """

    moments: tuple[Moment, ...]
    end: Moment
    turns: tuple[Turn, ...]
    drawn: tuple[tuple[Tile, ...], tuple[Tile, ...]]
    draws: Pair

    def at(self, trick: int, *, reply: bool = False) -> Moment:
        """The moment before a trick (1 to 14), once the one before it is settled, or before the reply in it.

        Raises:
            NotationError: the deal does not go so far.
        """
        moments = (*self.moments, self.end)
        for moment in moments:
            settled = moment.position.stage not in (Stage.SHOW, Stage.OVER)
            if settled and moment.trick == trick and (moment.position.led is not None) == reply:
                return moment
        what = f"trick {trick}{', its reply' if reply else ''}"
        last = max(moment.trick for moment in moments)
        raise NotationError.of(what, "a deal that goes that far", f"one that ends with trick {last}")


def replay(record: Record) -> Replay:
    """Play a record through, whose setup is possible.

    Raises:
        IllegalTurn: the first turn that is against the rules, as far as the tiles are known.
    """
    game = Course(record)
    turns = []
    for number, turn in enumerate(record.turns):
        game.number = number
        player = game.make(turn)
        if turn.move != WAIT:
            turns.append(Turn(player, turn.move))
    game.draw_what_is_left()
    drawn = tuple(game.drawn[0]), tuple(game.drawn[1])
    return Replay(tuple(game.moments), game.moment(None), tuple(turns), drawn, (game.draws[0], game.draws[1]))
