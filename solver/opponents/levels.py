"""Levels of play, from one that hardly looks ahead to one that sees every tile.

A level chooses from a moment of a deal. Chance in it comes from the deal and the number of the decision, so the same
deal played the same way brings the same answers, also after it was written to a file and read again.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bingo.solver import native
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.replay import Replay
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.settings import DEFAULT
from bingo.solver.opponents.choices import Policy, exact_best
from bingo.solver.opponents.endings import with_endings
from bingo.solver.opponents.greedy import greedy
from bingo.solver.opponents.methods import player

#: Deals that the strongest level looks at for each decision; and without a kernel, where all is Python.
WORLDS, WORLDS_UNAIDED = 1_000, 32
#: The part of them under rules by which no claim cuts play short, by ``at_target``, so that replies come as soon.
PARTS = {"points": 1 / 4, "each-scores": 1 / 2}
#: How often the middle level plays as the greedy one does, of 100 decisions.
SLIPS = 45
#: Where a deal is worth card points, the tricks after which the level that sees all solves it; before, it plays as the
#: strongest.
TRICKS_WORTH_POINTS = 5


@dataclass(frozen=True, slots=True)
class Level:
    """How well the program plays: a name, words for a person, and what makes its policy; None sees every tile.

    ``policy`` takes how many deals are looked at for a decision, where the level looks at any.
    """

    name: str
    words: str
    policy: Callable[[int], Policy] | None


def choose(level: Level, played: Replay, record: Record, worlds: int | None = None) -> Move:
    """What the player whose turn it is at the end of the record does at this level: a turn, or to wait.

    With fewer ``worlds`` than are usual it looks at fewer deals: it replies sooner, and plays worse.

    Raises:
        NotationError: the tiles of this player are not recorded, or for ``cheat`` those of the other.
    """
    moment = played.end
    position, player = moment.position, moment.position.to_move
    moves = list(legal_moves(position))
    seed = seed_of(record, len(played.moments))
    return decide(level, position, lambda: moment.seen_by(player), moves, seed, worlds)


def decide(
    level: Level,
    position: Position,
    seen: Callable[[], InformationSet],
    moves: Sequence[Move],
    seed: int,
    worlds: int | None = None,
) -> Move:
    """One of these moves, by a player who knows what is ``seen`` of the position, and plays by it alone at all levels
    but that which sees every tile.
    """
    if len(moves) == 1:
        return moves[0]
    if level.policy is None and _soon_solved(position):
        laid = position if position.to_move == YOU else position.swapped()
        return exact_best(laid, moves)
    if position.stage is Stage.SHOW:  # before drawing, which no position file can say: as many as there are
        return max(moves, key=lambda move: move.declare.bit_count())
    policy = (level.policy or _strongest)(worlds or _usual_worlds(position.rules))
    return policy(seen(), moves, seed)


def seed_of(record: Record, decision: int) -> int:
    """The seed of a decision of a deal."""
    return zlib.crc32(f"{record.turned} {record.dealt} {record.stock} {decision}".encode()) >> 1


def _soon_solved(position: Position) -> bool:
    """Whether a search that sees all tiles ends soon: what is worth card points, no claim cuts short."""
    if not position.open:
        return True
    return native.built() and (position.rules.at_target != "points" or sum(position.tricks) >= TRICKS_WORTH_POINTS)


def _usual_worlds(rules: Rules) -> int:
    """Deals that are looked at for a decision where nothing else is said."""
    return int(WORLDS * PARTS.get(rules.at_target, 1)) if native.built() else WORLDS_UNAIDED


def _strongest(worlds: int) -> Policy:
    return with_endings(player(DEFAULT, None, worlds))


def _club(worlds: int) -> Policy:
    easy, strong = with_endings(greedy), _strongest(worlds)

    def play(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        slips = seen.open and random.Random(seed).randrange(100) < SLIPS
        return (easy if slips else strong)(seen, moves, seed)

    return play


#: By name, the weakest first.
LEVELS = {
    level.name: level
    for level in (
        Level("greedy", "takes what is worth taking, and looks ahead only once nothing is drawn any more",
              lambda _worlds: with_endings(greedy)),
        Level("club", "plays nearly half of its decisions as greedy, and the others as strongest", _club),
        Level("strongest", "plays as well as the program can without seeing your tiles", _strongest),
        Level("cheat", "sees every tile, also those still to be drawn (for study)", None),
    )
}  # fmt: skip
