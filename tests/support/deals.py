"""Deals played at random, and one written down that tests bend: every kind of turn is in it."""

import random
from dataclasses import replace
from typing import Any

from bingo.solver import Move, Position, Record, Rules, deal
from bingo.solver.game.legal import legal_moves
from bingo.solver.game.play import play

#: A deal by the rules ``pagat``, trumps 4. Each trick stands on a line of its own.
DEAL = """\
name: Third deal
match: {you: 2, opponent: 4}
players: {you: Ann, opponent: Bert}
lead: you
turned: 4-1
you: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}
opponent: {dealt: 5-1 4-4 3-2 3-1 2-2 2-1 1-1}
stock: 5-4 3-3 4-2 6-6 4-3 6-5 6-2 6-0 5-3 5-2 6-4 4-0 2-0
play:
  - lead 5-0; play 5-1
  - lead 6-1; play 4-4
  - declare 2-2 1-1, lead 2-2; play 0-0
  - close, lead 5-5; play 6-5
  - lead 5-4; play 4-2
  - lead 4-3; play 1-1
  - lead 6-6; play 3-3
  - claim
result: {you: 1}
"""
#: The same as you alone could write it down.
ONE_SIDED = "".join(
    line for line in DEAL.splitlines(keepends=True) if not line.startswith(("opponent", "stock"))
).replace("0-0}\n", "0-0, drew: 5-4 6-6 4-3}\n")


def bent(text: str, *changes: tuple[str, str]) -> str:
    """The text with parts of it replaced, each of which stands there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def random_moves(start: Position, seed: int) -> list[tuple[int, Move]]:
    """Who makes which move in a deal played at random, waiting included; closes and claims are rare."""
    rng = random.Random(seed)
    position, played = start, []
    while not position.over:
        moves = list(legal_moves(position))
        quiet = [move for move in moves if not move.close and not move.claim]
        move = rng.choice(quiet if quiet and rng.random() < 0.9 else moves)
        played.append((position.to_move, move))
        position = play(position, move).position
    return played


def random_deal(rules: Rules | str, seed: int, **score: Any) -> Record:
    """A deal played so, at a score if one is named."""
    start = replace(deal(rules, seed), **score)
    return Record.of(start, [move for _, move in random_moves(start, seed)])
