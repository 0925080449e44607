"""What the kernel searches and reads, by itself, is as it was: see ``whole.test_drawn``."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from bingo.positions import dumps_json
from bingo.solver.analysis.closing import closed
from bingo.solver.analysis.exact import analyze_exact
from bingo.solver.analysis.worlds import hands
from bingo.solver.batch.answers import Detail, Task, solve
from bingo.solver.batch.inputs import Block
from bingo.solver.engine.kernel import SEARCH_WIDTH
from bingo.solver.game.information import information_set
from bingo.solver.game.moves import begin, can_close, legal_moves
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules
from tests.oracles.kernel import Kernel
from tests.oracles.reference import Reference
from tests.oracles.scaled import positions, varied_rules
from tests.whole import drawn
from tests.whole.drawn import as_stored
from tests.whole.test_drawn import moments, tried

DOUBLES = [f"{n}-{n}" for n in range(7)]
#: What the other may have had when one closed.
CLOSES: tuple[dict[str, int], ...] = (
    {},
    {"points": 0, "tricks": 1},
    {"points": 12, "tricks": 0},
    {"points": 30, "tricks": 2},
)


def test_searches() -> None:
    """Values, and how many positions were looked at for them: what orders moves and cuts changes no value."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        line = moments(rules, rng, 99)
        late = [p for p in line if not p.open]
        few = [*islice(positions(rules, rng), 6), *late[:12]]
        for bits, open_bits in ((4, 6), (10, 14)):  # where much is forgotten, and where little is
            kernel = Kernel(rules, bits, open_bits)
            for position in few:
                yield f"{kernel.value(position)} {kernel.nodes} {analyze_exact(position, kernel).nodes}"
            yield f"{kernel.moves(few).tolist()} {kernel.nodes}"
        readable = Reference()
        for position in few[:2]:
            yield f"{readable.value(position)} {readable.nodes}"
        mine = [p for p in late if p.stage in (Stage.LEAD, Stage.REPLY) and p.to_move == 0][:3]
        able = [p for p in line if p.open and p.stage is Stage.LEAD and p.leader == 0 and can_close(p)][-2:]
        for position in (*mine, *able):
            known = information_set(position)
            every = hands(known)
            worlds = np.array(sorted(rng.sample(list(every), min(40, len(every)))), dtype=np.uint32)
            position = closed(known, int(worlds[0])) if position.open else position
            asked = position, worlds, [move for move in legal_moves(position) if not move.claim]
            weights = np.array([rng.choice((0.5, 1.0, 1.0, 2.0)) for _ in worlds])
            yield f"{kernel.closings(*asked).tolist()} {kernel.guaranteed(*asked, 4, 8).tolist()} {kernel.nodes}"
            for steps in (30, 300, 3000):
                yield f"{kernel.losses(*asked, weights, 2, steps).round(9).tolist()} {kernel.nodes}"
                found = kernel.best_defences(*asked, weights, [len(worlds) / 2] * len(asked[-1]), steps)
                yield f"{[one if one is None else np.array(one).tolist() for one in found]} {kernel.nodes}"

    as_stored("searches", told, 8, 40)


def test_certain_wins() -> None:
    """How many positions a strategy looks at beside few hands, most of which a closer beats without looking further."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        kernel = Kernel(rules, 8, 8)
        for position in (p for p in moments(rules, rng, 99) if p.open and p.stage is Stage.LEAD and can_close(p)):
            known = information_set(position if position.leader == 0 else position.swapped())
            every = sorted(hands(known))
            for size in (1, 2, 5, 16):
                worlds = np.array(sorted(rng.sample(every, min(size, len(every)))), dtype=np.uint32)
                after = closed(known, int(worlds[0]))
                asked = after, worlds, [move for move in legal_moves(after) if not move.claim]
                yield f"{kernel.guaranteed(*asked, *SEARCH_WIDTH).tolist()} {kernel.nodes}"

    as_stored("certain", told, 10, 30)


def test_closes_against_every_hand() -> None:
    """So many values that what the closer takes at most is worked out backwards, and used from then on."""

    def told(rng: random.Random) -> Iterator[str]:
        every = iter(lambda: varied_rules(rng), None)
        rules = next(one for one in every if one.at_target == "claim" and not one.false_claims)
        leads = [p for p in moments(rules, rng, 99) if p.open and p.stage is Stage.LEAD and p.leader == 0]
        for position in [p for p in leads if can_close(p) and len(p.stock) > 1][-1:]:
            known = information_set(position)
            worlds = np.array(sorted(hands(known))[:12_000], dtype=np.uint32)
            after = closed(known, int(worlds[0]))
            moves = [move for move in legal_moves(after) if not move.claim]
            kernel = Kernel(rules, 4, 4)
            for _ in range(300_000 // (len(worlds) * len(moves)) + 2):
                yield f"{kernel.closings(after, worlds, moves).tolist()} {kernel.nodes}"
            few = np.array(rng.sample(worlds.tolist(), min(60, len(worlds))), dtype=np.uint32)
            yield f"{kernel.guaranteed(after, few, moves, 4, 8).tolist()} {kernel.nodes}"

    as_stored("every hand", told, 1, 12)


def told_in_files(rules: Rules, rng: random.Random, most: int) -> list[Position]:
    """Positions of a deal that a file can hold."""
    found = [p for p in moments(rules, rng, 99) if p.stage is not Stage.SHOW and begin(p) == p]
    return rng.sample(found, min(most, len(found)))


def at_an_edge(position: Position, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Its document with one thing changed that may be just about possible, or just not."""
    document = json.loads(dumps_json(rng.choice((lambda p: p, information_set))(position)))
    for player, name in enumerate(("you", "opponent")):
        counted = {"points": position.points[player], "tricks": position.tricks[player]}
        changes: list[dict[str, Any]] = [{"pending": worth} for worth in (20, 30, 40, 50, 60, 70, 80)]
        changes += [{key: number + more} for key, number in counted.items() for more in (-1, 1)]
        changes += [{"points": position.rules.target + more} for more in (-1, 0)]
        changes += [{"declared": rng.randrange(20, 200, 10)} for _ in range(3)]
        changes += [{"declared": position.declared[player] + more} for more in (-10, 10, 20, 30)]
        changes += [{"shown": drawn.tile(rng)}, {"shown": f"{rng.choice(DOUBLES)} {rng.choice(DOUBLES)}"}]
        side = document.get(name, {})
        hand = side.get("hand", "").split()
        changes += [{"hand": " ".join(hand[1:])}, {"hand": " ".join([*hand, drawn.tile(rng)])}]
        won = " ".join(drawn.tile(rng) for _ in range(2 * rng.randrange(3)))
        changes += [{"won": won}, {"won": won, **counted}]
        yield from ({**document, name: {**side, **change}} for change in changes)
        yield from ({**document, name: {k: value for k, value in side.items() if k != key}} for key in side)
    least = dict.fromkeys(("you", "opponent"), 1)
    others: tuple[dict[str, Any], ...] = (
        *({"match": {**least, "first": who}} for who in least),
        *({"closed": {"by": who, **counts}} for who in least for counts in CLOSES),
        *({"lead": who} for who in least),
        *({"led": tile, "lead": who} for tile in ("0-0", drawn.tile(rng)) for who in least),
        {"stock": " ".join(drawn.tile(rng) for _ in range(rng.choice((1, 3))))},
        {"carried": {"you": rng.randrange(100), "opponent": 1}},
        {"trump": rng.randrange(8)},
        {"turned": drawn.tile(rng)},
    )
    yield from ({**document, **more} for more in others)
    for key in document:
        yield {name: value for name, value in document.items() if name != key}


def test_positions_at_the_edge_of_what_can_be() -> None:
    """What a batch makes of them."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in told_in_files(rules, rng, 3):
            for document in at_an_edge(position, rng):
                if not position.open or len(position.stock) <= 1:
                    yield solved([json.dumps(document)], Task(detail=Detail.VALUE))

    as_stored("edges", told, 12, 80)


def solved(lines: Iterable[str], task: Task) -> str:
    """What a batch makes of lines."""
    result = solve(task, Block("f", 1, 1, "\n".join(lines).encode()))
    return f"{result.records.decode()}{result.failures}{sorted(result.values.items())}{result.met}"


def test_lines_of_a_batch() -> None:
    """Those that are packed at once, and those that take a closer look."""

    def told(rng: random.Random) -> Iterator[str]:
        every = [p for rules in (PAGAT, varied_rules(rng)) for p in moments(rules, rng, 99)]
        late = [p for p in every if not p.open or len(p.stock) <= 1]
        written = [tried(dumps_json, p) for p in rng.sample(late, min(20, len(late)))]
        documents = [json.loads(one) for one in written if one.startswith("{")]
        documents += [drawn.damaged(one, rng) for one in documents for _ in range(6)]
        no_match = rng.random() < 0.3
        for detail in (Detail.VALUE, Detail.BEST, Detail.MOVES):
            yield solved(map(json.dumps, documents), Task(detail=detail, no_match=no_match))
        yield solved((drawn.garbled(json.dumps(document), rng) for document in documents for _ in range(4)), Task())

    as_stored("lines", told, 8, 80)
