"""Play that is stepped into where a hand is hidden: what the opponent does, and which tile is drawn, one says oneself.

A turn is made in one deal that fits, and what it makes of that is looked at from your side again.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bingo.positions.writing import document_of
from bingo.solver.analysis.tree import Reached, play_on
from bingo.solver.game.information import InformationSet, cannot_hold
from bingo.solver.game.moves import WAIT, legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import DOUBLES, Mask, bit, mask, members, parse, text, text_mask
from bingo.solver.match import match_objective
from bingo.solver.render.board import Json


def choice(known: InformationSet | Position) -> Json | None:
    """What is to be said before a position goes on: nothing (``{}``) of your own turn, else which one the opponent
    makes. None where it cannot go on: all is known, or where all tiles of the tricks lie is not.
    """
    if isinstance(known, Position) or known.other is not None or known.stock or known.unknown_gone:
        return None
    leads = known.led is None
    if (known.leader if leads else 1 - known.leader) == YOU:
        return {}
    doubles = text_mask(known.unseen & DOUBLES).split()
    return {
        "words": f"What does the opponent {'lead' if leads else 'reply'}?",
        "verb": "lead" if leads else "play",
        "tiles": text_mask(known.unseen).split(),
        "before": [*(["close"] if known.open else []), *doubles] if leads else [],
        "claim": leads and known.tricks[OPPONENT] > 0,
    }


def step(known: InformationSet, turns: list[str], drawn: str | None) -> Json:
    """What becomes of a position by a turn ("you lead 6-4"), and what follows it.

    One of ``position``, as a file has it; ``gain``, where the deal is over; ``choice``, what is to be said first: the
    tile that you draw, what you declare (``options``, each with its turns), or what the opponent declares.

    Raises:
        IllegalMove: the rules do not allow it, whatever the opponent holds.
    """
    reached, hand = _reached(known, turns, drawn)
    now = reached.position
    if reached.over:
        return {"gain": reached.gain}
    if now.stage is Stage.SHOW:
        return {"choice": _shows(known, now, turns)}
    new = now.hands[YOU] & ~known.hand & ~bit(known.turned)
    if new and drawn is None:
        played = mask(parse(tile) for turn in turns for tile in re.findall(r"\d-\d", turn))
        tiles = text_mask(known.unseen & ~known.held & ~played)
        return {"choice": {"words": "Which tile do you draw?", "turns": turns, "tiles": tiles.split()}}
    return {"position": document_of(_seen(known, reached, hand))}


def _reached(known: InformationSet, turns: list[str], drawn: str | None) -> tuple[Reached, Mask]:
    """The turns, made in a deal that fits them, and the opponent's hand in it, with all doubles that it may have: what
    may be declared is seen then.
    """
    theirs = [turn for turn in turns if turn.startswith("opponent")]
    held = known.held | mask(parse(tile) for turn in theirs for tile in re.findall(r"\d-\d", turn))
    held &= ~bit(known.led)
    draw = [] if drawn is None else [parse(drawn)]
    excluded = known.excluded | mask(draw)
    if theirs and known.led is not None and known.leader == YOU and not known.open:
        excluded |= cannot_hold(known.rules, known.trump, known.led, parse(theirs[0][-3:]))
    others = known.unseen & ~held & ~excluded
    hand = held | mask([*members(others & DOUBLES), *members(others & ~DOUBLES)][: known.hidden - held.bit_count()])
    rest = list(members(known.unseen & ~hand & ~mask(draw)))
    stocks = [(*draw, *rest), (*rest[:1], *draw, *rest[1:])] if known.open else [()]  # the winner draws first
    objective = match_objective(known)
    reached = [play_on(known.world(hand, stock), turns, objective) for stock in stocks]
    return next((node for node in reached if mask(draw) & ~node.position.hands[YOU] == 0), reached[0]), hand


def _shows(known: InformationSet, now: Position, turns: list[str]) -> Json:
    """What may be declared with the double that has just taken a trick."""
    assert now.won_with is not None
    if now.to_move == YOU:
        options = [["nothing" if move == WAIT else str(move), [*turns, f"you {move}"]] for move in legal_moves(now)]
        return {"words": "Do you declare?", "options": options}
    won = text(now.won_with)
    words, doubles = f"Does the opponent declare anything with {won}?", known.unseen & DOUBLES & ~(1 << now.won_with)
    return {"words": words, "won": won, "turns": turns, "before": text_mask(doubles).split()}


def _seen(known: InformationSet, reached: Reached, hand: Mask) -> Setup:
    """The position as you see it, with all tiles that lie in tricks."""
    now = reached.position
    setup = Setup.of(now).seen_by(YOU)
    gone = known.gone | (known.own | hand | bit(known.led)) & ~(now.hands[YOU] | now.hands[OPPONENT] | bit(now.led))
    match = known.match and known.match.plus(reached.gain)
    return replace(setup, played=tuple(members(gone)), match=match)
