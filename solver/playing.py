"""Players against each other: levels of the program, and functions of your own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from zlib import crc32

from bingo.solver import arguments
from bingo.solver.errors import IllegalMove
from bingo.solver.game.dealing import deal
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, parse
from bingo.solver.game.play import moves as legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import Replay, replay
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.levels import decide
from bingo.solver.hidden.settings import LEVELS

#: A level, or a function that gets what the player sees, as ``you``, and the legal moves, and returns one of them.
Player = str | Callable[[InformationSet, Sequence[Move]], Move | str]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match went: by how much the first player leads a deal, with its standard error, and all that was played.

    ``records`` has each deal twice, one after the other, the first player sitting where ``you`` sit, then opposite.
    """

    mean: float
    error: float
    records: tuple[Record, ...]

    def __str__(self) -> str:
        return f"{self.mean:+.3f} (s.e. {self.error:.3f}) a deal, {len(self.records) // 2} deals played twice"


def play_out(
    you: Player = "strongest",
    opponent: Player = "strongest",
    *,
    start: Position | None = None,
    rules: Rules | str | Mapping[str, object] = "pagat",
    seed: int = 0,
) -> Record:
    """Play a deal to its end, from its first lead: ``start``, or what ``rules`` and ``seed`` deal.

    >>> record = play_out("greedy", lambda seen, moves: moves[0], seed=1)
    >>> len(record.turns) > 6, record.result is not None
    (True, True)

    Raises:
        IllegalMove: a player chose what the rules do not allow.
        NotationError: there is no such level, or no such rules.
        TypeError: a player is neither a level nor a function.
    """
    players = _checked(you), _checked(opponent)
    record = Record.of(deal(rules, seed) if start is None else start, [])
    while not (played := replay(record)).end.position.over:
        mover = played.end.position.to_move
        turn = Turn(mover, _move(players[mover], played, record))
        record = replace(record, turns=(*record.turns, turn))
    return replace(record, turns=played.turns, result=played.end.score)


def match(
    one: Player,
    other: Player,
    *,
    deals: int = 100,
    rules: Rules | str | Mapping[str, object] = "pagat",
    seed: int = 0,
) -> MatchResult:
    """Let two players meet over so many deals, each played twice with the seats exchanged, so that the tiles cancel.

    >>> found = match("greedy", lambda seen, moves: moves[0], deals=4)
    >>> len(found.records)
    8

    Raises:
        IllegalMove: a player chose what the rules do not allow.
        NotationError: there is no such level, no such rules, or no deal at all.
        TypeError: a player is neither a level nor a function.
    """
    arguments.whole("deals", deals, 1)
    records: list[Record] = []
    ahead: list[float] = []
    rng = Random(seed)
    for _ in range(deals):
        start = deal(rules, rng)
        pair = play_out(one, other, start=start), play_out(other, one, start=start)
        first, second = ((record.result or (0, 0)) for record in pair)
        ahead.append((first[YOU] - first[OPPONENT] + second[OPPONENT] - second[YOU]) / 2)
        records += pair
    error = stdev(ahead) / sqrt(deals) if deals > 1 else float("nan")
    return MatchResult(fmean(ahead), error, tuple(records))


def _checked(player: Player) -> Player:
    if isinstance(player, str):
        arguments.one_of("player", player, LEVELS)
    elif not callable(player):
        raise TypeError(f"player: expected one of {', '.join(LEVELS)} or a function; found {type(player).__name__}")
    return player


def _move(player: Player, played: Replay, record: Record) -> Move:
    """What a player does at the end of a record."""
    moment = played.end
    position, moves = moment.position, list(legal_moves(moment.position))
    if len(moves) == 1:
        return moves[0]
    if position.stage is Stage.SHOW:  # before drawing, which cannot be seen from one side: as many as there are
        return max(moves, key=lambda move: move.declare.bit_count())
    if isinstance(player, str):  # chance comes from the deal and the number of the decision
        seed = crc32(f"{record.turned} {record.dealt} {record.stock} {len(played.moments)}".encode()) >> 1
        return decide(player, position, lambda: moment.seen_by(position.to_move), moves, seed)
    chosen = player(moment.seen_by(position.to_move), moves)
    made = parse(chosen, replying=position.stage is Stage.REPLY) if isinstance(chosen, str) else chosen
    if made not in moves:
        raise IllegalMove(f"expected one of the moves {'; '.join(map(str, moves))}; found {made}")
    return made
