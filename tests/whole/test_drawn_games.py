"""What games against the program hear and tell is as it was: see ``whole.test_drawn``."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bingo.cli.game.session import Session
from bingo.positions import dumps_record_json
from bingo.solver.errors import BingoError
from bingo.solver.game.position import YOU
from bingo.solver.game.presets import PRESETS, label
from bingo.solver.game.tiles import text_mask
from tests.oracles.game import again, begun, go_on, say, word
from tests.oracles.scaled import varied_rules
from tests.whole import drawn
from tests.whole.drawn import as_stored
from tests.whole.test_drawn_engine import some_deal
from tests.whole.test_drawn_kernel import DOUBLES


def test_turns_made_and_refused() -> None:
    """At the table; of the right player and the wrong one, and as one may type them."""

    def told(rng: random.Random) -> Iterator[str]:
        chosen = rng.choice((rng.choice([*PRESETS]), label(varied_rules(rng, match=True)), "pagat, false_claims=true"))
        game = begun(chosen, rng.randrange(99), match=chosen != "berndt" and rng.random() < 0.5)
        for _ in range(24):
            if game.asked == "nothing":
                break
            for _ in range(2):
                line = word(game.asked, game.moves, rng)
                typed = rng.choice((str(drawn.move(rng)), drawn.tile(rng), drawn.garbled(line, rng)))
                other = Session(game.records, passed=rng.random() < 0.5)
                yield f"{typed} {say(other, typed)} {other.text} {other.log} {other.ending}"
            go_on(game, rng)

    as_stored("turns", told, 2, 24)


def test_advice() -> None:
    """In a deal against a level that computes little, under rules with a field changed: hints, and what turns lose."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng, match=True)
        game = begun(label(rules), rng.randrange(99), level=rng.choice(("greedy", "textbook")))
        slow = [False]  # where you may close, as many hands are solved then, some for seconds
        for _ in range(60):
            if game.asked in ("nothing", "next"):
                break
            turns = [str(move) for move in game.moves] or ["go"]
            slow.append(any(turn.startswith("close") for turn in turns))
            most = 3 if game.asked in ("claim", "show") else rng.choice((0, 1))
            for supposed in [] if any(slow[-2:]) else rng.sample(turns, min(len(turns), most)):
                asked = rng.choice(
                    (f"what if {supposed}", f"What If {supposed.upper()}.", "what if claim", "what if wait")
                )
                for line in (asked, rng.choice(("hint", "why", "count", "board"))):
                    yield f"{line} {game.hear(line)}"
                yield f"{game.coach()}"
            line = rng.choice(turns) if rng.random() < 0.3 else word(game.asked, game.moves, rng)
            yield f"{line} {say(game, line)}"

    as_stored("advice", told, 1, 20)


def misread(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A record with one thing changed that makes it another deal, or one that cannot have been played."""
    made = dict(document)
    what = rng.randrange(6)
    if what == 0:
        made["lead"] = rng.choice(("you", "opponent", "nobody", ""))
    elif what == 1:
        made["trump"] = rng.choice((0, *map(int, document["turned"].split("-")), *range(-1, 10)))
    elif what == 2:
        made["turned"] = rng.choice((drawn.tile(rng), "7-0", "0-0"))
    elif what == 3:
        made["you"], made["opponent"] = document["opponent"], document["you"]
    elif what == 4:
        tiles = document["stock"].split()
        rng.shuffle(tiles)
        made["stock"] = rng.choice((" ".join(tiles), f"{document['stock']} ", document["stock"].replace(" ", ",")))
    else:
        turns = "; ".join(document["play"]).split("; ")[:-1]
        for _ in range(rng.choice((1, 1, 2))):
            at, extra = rng.randrange(len(turns)), rng.choice(("claim", "wait", f"declare {rng.choice(DOUBLES)}", ""))
            by = rng.choice(("", "you ", "opponent "))
            turns[at] = rng.choice((f"{by}{turns[at]}", f"{by}{extra}; {turns[at]}", f"{turns[at]}; {by}{extra}"))
        made["play"] = ["; ".join(turns)]
    return made


def test_records_that_are_not_quite_right() -> None:
    """Taken up again, alone and beside the same deal as the program played it from the same seat."""

    def told(rng: random.Random) -> Iterator[str]:
        record = replace(some_deal(varied_rules(rng), rng), players=("", "greedy"))
        mine = json.loads(dumps_record_json(record))
        theirs = {**mine, "players": {"you": "club", "opponent": "greedy"}}
        for _ in range(40):
            wrong = misread(mine, rng)
            pair = [misread(mine, rng), misread(theirs, rng)] if rng.random() < 0.5 else [mine, misread(theirs, rng)]
            for records in ([wrong], pair):
                game = None
                with suppress(BingoError):
                    game = Session.read("\n".join(map(json.dumps, records)))
                yield f"{records} {game and (game.text, game.asked, game.moves, game.log)}"

    as_stored("not quite", told, 10, 200)


def test_declarations_typed() -> None:
    """At every turn of a deal: of doubles in hand or not, declared before or not, and what else one may not do then."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng, match=True)
        chosen = rng.choice((rng.choice([*PRESETS]), label(rules), label(replace(rules, redeclare=True))))
        game = begun(chosen, rng.randrange(99))
        while game.asked not in ("nothing", "next"):
            held = (game.hand or "0-0").split()
            shown = text_mask(game.now.position.shown & game.now.position.hands[YOU]).split()
            able = [tile for tile in held + shown if tile[0] == tile[2]] or held
            for _ in range(6 if game.asked != "program" else 1):
                some = rng.sample(able, rng.randrange(1, min(4, len(able) + 1)))
                some += rng.sample(DOUBLES, rng.choice((0, 0, 0, 1, 2)))
                tile = rng.choice((*some, *held, "0-0"))
                line = f"declare {' '.join(some)}" + rng.choice(("", f", lead {tile}", f", lead {tile}", ", claim"))
                line = rng.choice(
                    (line, f"close, {line}", f"play {tile}", f"play {tile} {some[0]}", f"[{tile}]", f"({tile}]")
                )
                yield f"{line} {again(game).hear(line)}"
            go_on(game, rng)

    as_stored("typed", told, 10, 200)
