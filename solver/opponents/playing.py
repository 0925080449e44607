"""A deal between two levels, as the record that they write."""

from __future__ import annotations

from dataclasses import replace

from bingo.solver.game.position import Position
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.opponents.levels import Level, choose


def play_out(start: Position, players: tuple[Level, Level], worlds: int | None = None) -> Record:
    """Play a deal from its first lead to its end; ``worlds`` as in :func:`~bingo.solver.opponents.levels.choose`."""
    return play_on(Record.of(start, []), players, worlds)


def play_on(record: Record, players: tuple[Level, Level], worlds: int | None = None) -> Record:
    """Play a deal on from where its record ends."""
    while not (played := replay(record)).end.position.over:
        mover = played.end.position.to_move
        made = Turn(mover, choose(players[mover], played, record, worlds))
        record = replace(record, turns=(*record.turns, made))
    return replace(record, turns=played.turns, result=played.end.score)
