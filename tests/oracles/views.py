"""Positions of random deals as one player knows them, as documents."""

from __future__ import annotations

import json
import random
from typing import Any

from bingo.positions import dumps_json
from bingo.solver.game import tiles
from bingo.solver.game.moves import begin
from bingo.solver.game.position import YOU, Position, Stage
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import deal
from tests.oracles.random_play import playout


def hidden(position: Position) -> dict[str, Any]:
    """The document of a position without the opponent's hand and the stock; which tiles are gone is remembered."""
    document: dict[str, Any] = json.loads(dumps_json(position))
    there = sum(position.hands) | tiles.mask(position.stock)
    there |= sum(1 << tile for tile in (position.led, position.turned) if tile is not None)
    document["played"] = tiles.text_mask(tiles.ALL & ~there)
    document["opponent"].pop("hand")
    document.pop("stock", None)
    return document


def views(rules: Rules, n: int, tricks: int, seed: int) -> list[dict[str, Any]]:
    """What you know of positions of random deals after so many tricks, on lead with a trick."""
    rng, found = random.Random(seed), list[dict[str, Any]]()
    while len(found) < n:
        for p in playout(deal(rules, rng), rng):
            ready = p.open and p.stage is Stage.LEAD and p.leader == YOU and p.tricks[YOU] and begin(p) == p
            if ready and sum(p.tricks) == tricks:
                found.append(hidden(p))
                break
    return found
