"""How likely each hand of the opponent is by what they played: the kernel against a slow restatement."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import exp
from typing import NamedTuple

import numpy as np
import pytest

from bingo.solver import Moment, Move, Replay, Rules, replay
from bingo.solver.analysis.worlds import evaluate, hands, make_players
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.tiles import Mask, TileSet, mask, members
from tests.oracles.players import beliefs
from tests.support.deals import random_deal
from tests.support.depth import few
from tests.support.strategies import PRESETS

TEMPERATURE, BLUNDER = 0.3, 0.2


class Event(NamedTuple):
    """Something that happened to the opponent's hand: a turn in ``position`` (they are `you` there), or a draw.

    Of a tile played after a close the position is not told: it says nothing of the hand but that it held the tile.
    """

    position: Position | None
    move: Move


def moments(rules: Rules, seed: int, tricks: range = range(2, 6)) -> Iterator[tuple[Replay, Moment]]:
    """Decisions about a tile in some tricks of a random deal, as long as the other hand is hidden."""
    played = replay(random_deal(rules, seed))
    for moment in played.moments:
        if moment.trick in tricks and moment.position.stage in (Stage.LEAD, Stage.REPLY):
            yield played, moment


def events(played: Replay, moment: Moment, player: int) -> list[Event]:
    """All that happened to the hand of one player, in order."""
    history: list[Event] = []
    listed = played.moments[: played.moments.index(moment) + 1]
    for m, then in pairwise(listed):
        assert m.turn is not None
        p, move = m.position, m.turn.move
        if m.turn.player == player and (move.tile is not None or (p.stage is Stage.SHOW and move.declare)):
            mine = p if m.turn.player == YOU else p.swapped()
            history.append(Event(mine if p.open or p.stage is Stage.SHOW else None, move))
        if len(then.position.stock) < len(p.stock) and then.position.open:
            history.append(Event(None, Move()))
    return history


def restated(happened: list[Event], hand: Mask, rules: Rules) -> float:
    """The likelihood of all that happened if the hand is this one in the end: a sum over all ways there."""
    players = make_players(rules)

    @cache
    def likelihood(done: int, held: Mask) -> float:
        if not done:
            return 1.0
        position, move = happened[done - 1]
        if move == Move():
            return sum(likelihood(done - 1, held & ~(1 << drawn)) for drawn in members(held))
        if move.tile is None:
            assert position is not None
            kept = move.declare & ~(1 << (position.won_with or 0))
            return likelihood(done - 1, held) if held & kept == kept else 0.0
        before = held | 1 << move.tile
        if held == before or before & move.declare != move.declare:
            return 0.0
        return likelihood(done - 1, before) * (1.0 if position is None else chosen(position, TileSet(before), move))

    def chosen(position: Position, before: TileSet, move: Move) -> float:
        aside = [t for t in (position.led, position.turned) if t is not None]
        assert not before & mask(aside)
        hidden = (position.hands[0] | position.hands[1] | mask(position.stock)) & ~before
        shown = position.hands[1] & position.shown  # of the other hand no more is seen
        others = [*members(shown), *members(hidden & ~shown)]
        size = position.hands[1].bit_count()
        world = replace(position, hands=(before, mask(others[:size])), stock=tuple(others[size:]))
        options = [(option, exp(value / TEMPERATURE)) for option, value in evaluate(players, world)]
        alike = [
            n for o, n in options if (o.tile, o.close, bool(o.declare)) == (move.tile, move.close, bool(move.declare))
        ]
        closes = [odds for option, odds in options if option.close]
        total = sum(odds for option, odds in options if not option.close) + max(closes, default=0.0)
        likely = sum(alike) / total * (max(closes) / sum(closes) if move.close else 1)
        return BLUNDER / 7 + (1 - BLUNDER) * likely

    return likelihood(len(happened), hand)


@pytest.mark.parametrize("rules", few(PRESETS, PRESETS[0], PRESETS[-1]), ids=str)
def test_the_likelihood_of_a_hand_is_that_of_all_play_however_tiles_were_drawn(rules: Rules) -> None:
    """In each preset, of the true hand and of others, open and closed, between tricks and before replies."""
    kinds: Counter[str] = Counter()
    for seed in range(40):
        for n, (played, moment) in enumerate(moments(rules, seed)):
            p = moment.position
            kind = "open" if p.open else f"closed by {moment.to_play == p.closed.by if p.closed else None}"
            if kinds[kind] >= 6 or (p.open and (n + seed) % 4):
                continue
            seen = moment.seen_by(moment.to_play)
            every = hands(seen)
            some = [
                int(np.searchsorted(every, p.hands[1 - moment.to_play])),
                *range(0, len(every), max(1, len(every) // 3)),
            ]
            likely = beliefs(seen, TEMPERATURE, BLUNDER)[some]
            happened = events(played, moment, 1 - moment.to_play)
            assert likely.tolist() == pytest.approx(
                [restated(happened, hand, rules) for hand in every[some].tolist()], rel=1e-4
            )
            kinds[kind] += 1
    assert kinds["open"] == 6
    assert len(kinds) == 3
