"""Stepping into a position of which a hand is hidden comes to what was played in a deal of which all is known."""

import json
import random
from typing import Any

import pytest

from bingo.cli.board.answering import answer
from bingo.cli.board.stepping import choice
from bingo.positions import dumps_json, reads
from bingo.solver import PRESETS, InformationSet, deal
from bingo.solver.game.moves import legal_moves, play
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.tiles import text_mask
from tests.support.depth import by_depth


def reply_to(**question: object) -> dict[str, Any]:
    return answer(json.dumps(question).encode())


def step(document: object, turns: list[str], position: Position, hand: int) -> dict[str, Any]:
    """What follows, if one draws what was drawn; ``hand`` is yours before the turns."""
    reply = reply_to(ask="step", position=document, turns=turns)
    drawn = text_mask(position.hands[0] & ~hand)
    if "tiles" in reply.get("choice", ()):
        assert drawn in reply["choice"]["tiles"]
        reply = reply_to(ask="step", position=document, turns=turns, drawn=drawn)
    return reply


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(by_depth(2, 10)))
def test_a_deal_is_stepped_through_from_one_side(preset: str, seed: int) -> None:
    rng, position = random.Random(seed), deal(preset, seed=seed)
    document, turns = json.loads(dumps_json(position.seen_by(0))), list[str]()
    hand = position.hands[0]
    while not position.over:
        move = rng.choice([move for move in legal_moves(position) if not move.claim])
        waits = position.stage in (Stage.CLAIM, Stage.ANSWER)
        turns += [] if waits else [f"{PLAYER_NAMES[position.to_move]} {move}"]
        reached = play(position, move)
        position = reached.position
        if waits:
            continue
        reply = step(document, turns, position, hand)
        if "declare" in reply.get("choice", {}).get("words", "") and position.stage is not Stage.SHOW:
            turns.append("opponent wait")  # for all that one sees they might have declared
            reply = step(document, turns, position, hand)
        if position.over:
            assert reply["gain"] == reached.gain
        elif position.stage is Stage.SHOW:
            assert "declare" in reply["choice"]["words"]
        else:
            assert "position" in reply, (document, turns, reply)
            document, turns, hand = reply["position"], [], position.hands[0]
            [known] = reads(reply_to(ask="write", position=document)["text"])
            assert isinstance(known, InformationSet)
            assert choice(known) is not None
            assert known.hand == hand
            assert (known.tricks, known.points, known.declared) == (position.tricks, position.points, position.declared)
            assert known.held == position.shown & position.hands[1]
