"""Random legal play."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bingo.solver import Record, Rules, deal
from bingo.solver.game import PAGAT, YOU, Move, Position, Stage, apply, begin, legal_moves, mask, tiles, tricks
from bingo.solver.game.play import play

#: Chooses one of the moves in a position.
Choose = Callable[[Position, list[Move], Random], Move]
#: The chance that claims, closes, and moves without a declaration are left aside where there are others.
_WITHOUT_CLAIM, _WITHOUT_CLOSE, _WITH_DECLARATION = 0.9, 0.8, 0.6


def playout(position: Position, rng: Random) -> Iterator[Position]:
    """A position and those after it in random legal play that declares often, closes and claims seldom."""
    is_over = False
    while not is_over:
        yield position
        _, position, is_over, _ = apply(position, _choose(list(legal_moves(position)), rng))


def _choose(moves: list[Move], rng: Random) -> Move:
    if rng.random() < _WITHOUT_CLAIM:
        moves = [move for move in moves if not move.claim] or moves
    if rng.random() < _WITHOUT_CLOSE:
        moves = [move for move in moves if not move.close] or moves
    if rng.random() < _WITH_DECLARATION:
        moves = [move for move in moves if move.declare] or moves
    return rng.choice(moves)


def _any_move(_: Position, moves: list[Move], rng: Random) -> Move:
    return rng.choice(moves)


def unclosed(position: Position, rng: Random, choose: Choose = _any_move) -> Iterator[Position]:
    """A position and those after it in legal play without closes and claims, at random unless it is said how."""
    is_over = False
    while not is_over:
        yield position
        moves = [move for move in legal_moves(position) if not move.claim and not move.close]
        _, position, is_over, _ = apply(position, choose(position, moves, rng))


def closable(rng: Random, played: int, rules: Rules = PAGAT) -> Position:
    """A position after so many tricks of any legal play in which nobody closes: you are on lead with a trick won."""
    while True:
        order = rng.sample(tiles.TILES, 28)
        hands = mask(order[:7]), mask(order[7:14])
        trump = tricks.trump_of(order[27])
        start = Position(rules, trump, hands, leader=YOU, stock=tuple(order[14:27]), turned=order[27])
        leads = (p for p in unclosed(begin(start), rng) if p.stage is Stage.LEAD)
        position = next((p for p in leads if sum(p.tricks) == played), None)
        if position and position.leader == YOU and position.tricks[YOU]:
            return position


def random_moves(start: Position, seed: int) -> list[Move]:
    """The moves of a deal played at random, waiting included; closes and claims are rare."""
    rng = Random(seed)
    position, played = start, list[Move]()
    while not position.over:
        moves = list(legal_moves(position))
        quiet_moves = [move for move in moves if not move.close and not move.claim]
        played.append(rng.choice(quiet_moves if quiet_moves and rng.random() < 0.9 else moves))
        position = play(position, played[-1]).position
    return played


def random_deal(rules: Rules | str, seed: int, **score: Any) -> Record:
    """A deal played so, at a score if one is named."""
    start = replace(deal(rules, seed), **score)
    return Record.of(start, random_moves(start, seed))
