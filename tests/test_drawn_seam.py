"""What the engine says across the seam, of hidden tiles, moves and games, is as it was: see ``test_drawn``."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

from bingo.positions import dumps_json, dumps_record_json
from bingo.solver import seam
from bingo.solver.errors import BingoError
from bingo.solver.game.dealing import deal
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.objective import Objective
from bingo.solver.game.play import legal_moves, play
from bingo.solver.game.position import YOU, Match, Stage
from bingo.solver.game.presets import PRESETS, label
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.request import about
from bingo.solver.match.objectives import match_objective
from tests import drawn
from tests.answers import timeless
from tests.deals import random_deal
from tests.drawn import as_stored
from tests.oracles.game import begun, said, word
from tests.oracles.scaled import varied_rules
from tests.test_drawn import moments
from tests.test_drawn_kernel import DOUBLES, told_in_files


def answer(**question: Any) -> str:
    """What the engine says, but how much was searched: what it was asked under the same rules before is known to it."""
    return re.sub(r"'nodes': \d+", "", str(timeless(seam.ask(**question))))


def some_seed(rules: Rules, rng: random.Random) -> int:
    """Of a deal; often of one in which the first of all tiles is turned."""
    return next(n for n in count(rng.randrange(1000)) if rng.random() < 0.7 or deal(rules, n).turned == 0)


def some_deal(rules: Rules, rng: random.Random) -> Record:
    """It, played at random."""
    return random_deal(rules, some_seed(rules, rng))


def goal_of(known: InformationSet, rng: random.Random) -> Objective | None:
    """The chance to win a match at some score, or nothing, where game points count."""
    if rng.random() < 0.6:
        return None
    return match_objective(replace(known, match=Match(rng.randrange(7), rng.randrange(7), first=rng.randrange(2))))


def test_questions_across_the_seam() -> None:
    """Of each kind, about positions that may be damaged; nothing in Python has looked at them."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        late = [p for p in moments(rules, rng, 99) if not p.open or len(p.stock) <= 3]
        for position in rng.sample(late, min(8, len(late))):
            with suppress(BingoError):
                document = json.loads(dumps_json(rng.choice((lambda p: p, information_set))(position)))
                about = drawn.damaged(document, rng) if rng.random() < 0.6 else document
                said = [f"{rng.choice(('you', 'opponent'))} {rng.choice([*legal_moves(position)])}"]
                for question in (
                    {"ask": rng.choice(("analyze", "solve")), "worlds": 2},
                    {"ask": "estimate", "worlds": 2, "seed": rng.randrange(9)},
                    {"ask": "deals", **rng.choice(({"worlds": 3}, {}))},
                    {"ask": rng.choice(("follow", "play")), "after": said, "branches": 5},
                    {"ask": "reply", "level": rng.choice(("greedy", "club", "textbook", "cheat")), "worlds": 2},
                ):
                    yield answer(position=about, **question)

    as_stored("questions", told, 12, 120)


def test_levels() -> None:
    """What those play that compute little, at every moment of a deal; and how likely hands are after what was played,
    which may be written down wrong.
    """

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in moments(rules, rng, 99):
            with suppress(BingoError):
                document = json.loads(dumps_json(position))
                for level in ("greedy", "textbook"):
                    for player in ("you", "opponent"):
                        yield str(seam.ask(ask="reply", level=level, player=player, seed=1, position=document))
        for moment in replay(some_deal(rules, rng)).moments[::3]:
            with suppress(BingoError):
                asked = about(moment.seen_by(YOU))
                for row in asked.get("known", {}).get("tricks", [])[-1:]:
                    at = rng.randrange(6)
                    row[at] = rng.choice((row[at], row[at], row[at] + 1, 0, 1))
                yield answer(ask="weights", temperature=0.5, blunder=rng.choice((0, 0.1)), **asked)

    as_stored("levels", told, 4, 60)


def test_deals_played_by_textbook() -> None:
    """Against a level that computes little, with some of its rules left out."""

    def told(rng: random.Random) -> Iterator[str]:
        for _ in range(8):
            rules = varied_rules(rng)
            start = deal(rules, some_seed(rules, rng))
            record = json.loads(dumps_record_json(Record.of(start, [])))
            levels = ["textbook", rng.choice(("greedy", "textbook"))]
            without = rng.choice((0, 0, 1 << rng.randrange(14), rng.randrange(1 << 14)))
            found = seam.ask(ask="playout", record=record, levels=levels, without=without)
            yield str(found.get("record", found))

    as_stored("textbook", told, 4, 100)


def test_worths() -> None:
    """What moves, closes and hands are worth to one who sees one hand, asked in every way."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        every = replay(some_deal(rules, rng)).moments
        for moment in rng.sample(every, min(12, len(every))):
            with suppress(BingoError):
                you = rng.randrange(2)
                known = moment.seen_by(you)
                mine = moment.position if you == YOU else moment.position.swapped()
                moves = [str(move) for move in legal_moves(mine)]
                given = {**about(known, goal_of(known, rng)), "seed": rng.randrange(9)}
                work: dict[str, Any] = {
                    "worlds": rng.choice((1, 2, 7, 40)),
                    "method": rng.choice(("rollout", "pimc" if rules.at_target == "claim" else "rollout")),
                    "enumerated": rng.choice((0, 1e3, 1e9)),
                    **{flag: rng.random() < 0.5 for flag in ("until_clear", "equal_weights", "thorough", "stay_open")},
                }
                only = rng.sample(moves, min(2, len(moves)))
                at_the_end = [one for one in only if known.open == ("close" in one)]
                options = {"open": only, "certain": [["wait", rng.choice((-1, 0, 0.5, 2))]], "cap": rng.choice((1, 9))}
                for question in (
                    {"ask": "estimate", **work, "options": rng.choice((options, None))},
                    {"ask": "analyze", **work, "open": rng.random() < 0.7, "hands": rng.choice((4, 16, 30))},
                    {"ask": "close", **work, "open": rng.random() < 0.3, "hands": rng.choice((4, 16, 30))},
                    {"ask": "worth", **work, "hands": 16, "only": at_the_end},
                ):
                    yield f"{question} {answer(**given, **question)}"

    as_stored("worths", told, 3, 20)


def test_every_tile_led() -> None:
    """Late in a deal, to either side: also the one that the kernel numbers 0."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        line = moments(rules, rng, 99)
        late = [p for p in line if p.stage is Stage.LEAD and not p.open and p.hands[0].bit_count() <= 2]
        for position in rng.sample(late, min(4, len(late))):
            for move in legal_moves(position):
                led = play(position, move).position
                if led.stage is not Stage.REPLY:
                    continue
                with suppress(BingoError):
                    for known in (information_set(led), information_set(led.swapped())):
                        given = about(known, goal_of(known, rng))
                        for ask in ("estimate", "analyze"):
                            yield answer(ask=ask, **given, equal_weights=True, worlds=1)
                document = json.loads(dumps_json(led))
                for turn in (str(next(legal_moves(led))), drawn.tile(rng), str(move).upper()):
                    yield answer(ask="play", after=[turn], position=document)

    as_stored("led", told, 4, 100)


def test_turns_made_and_refused() -> None:
    """At positions of a deal, and at the table; of the right player and the wrong one, and as one may type them."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in told_in_files(rules, rng, 6):
            document, legal = json.loads(dumps_json(position)), [*legal_moves(position)]
            for move in (rng.choice(legal), rng.choice(legal), drawn.move(rng), drawn.move(rng)):
                turn = rng.choice((f"{move}", f"you {move}", f"opponent {move}", drawn.garbled(f"{move}", rng)))
                made = timeless(seam.ask(ask=rng.choice(("play", "follow")), after=[turn], position=document))
                yield f"{turn} {made.get('gain')} {made.get('line')} {made.get('board', made)}"
        played = rng.choice((rng.choice([*PRESETS]), label(varied_rules(rng, match=True)), "pagat, false_claims=true"))
        found = begun(played, rng.randrange(99), match=rng.random() < 0.5)
        for _ in range(24):
            if "game" not in found or found["game"]["asked"] == "nothing":  # there is no such match, or it is over
                break
            for _ in range(2):
                typed = rng.choice(
                    (str(drawn.move(rng)), drawn.tile(rng), drawn.garbled(word(found["game"], rng), rng))
                )
                kept = [drawn.damaged(one, rng) for one in found["records"]] if rng.random() < 0.2 else found["records"]
                yield f"{typed} {timeless(seam.ask(ask='game', records=kept, say=typed, passed=rng.random() < 0.5))}"
            found = said(found, word(found["game"], rng))

    as_stored("turns", told, 2, 24)


def test_advice() -> None:
    """In a deal against a level that computes little, under rules with a field changed: hints, and what turns lose."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng, match=True)
        found = begun(label(rules), rng.randrange(99), level=rng.choice(("greedy", "textbook")))
        slow = [False]  # where you may close, as many hands are solved then, some for seconds
        for _ in range(60):
            game = found["game"]
            if game["asked"] in ("nothing", "next"):
                break
            turns = [str(move) for move in game["moves"]] or ["go"]
            slow.append(any(turn.startswith("close") for turn in turns))
            most = 3 if game["asked"] in ("claim", "show") else rng.choice((0, 1))
            for supposed in [] if any(slow[-2:]) else rng.sample(turns, min(len(turns), most)):
                asked = rng.choice(
                    (f"what if {supposed}", f"What If {supposed.upper()}.", "what if claim", "what if wait")
                )
                for say in (asked, rng.choice(("hint", "why", "coach", "count", "board"))):
                    yield f"{say} {said(found, say).get('told')}"
            say = rng.choice(turns) if rng.random() < 0.3 else word(game, rng)
            found = said(found, say)
            yield f"{say} {found.get('told')}"

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
                found = seam.ask(ask="game", records=records, say="look")
                yield f"{records} {found.get('text')} {(found.get('game') or {}).get('board')}"

    as_stored("not quite", told, 10, 200)


def test_declarations_typed() -> None:
    """At every turn of a deal: of doubles in hand or not, declared before or not, and what else one may not do then."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng, match=True)
        played = rng.choice((rng.choice([*PRESETS]), label(rules), label(replace(rules, redeclare=True))))
        found = begun(played, rng.randrange(99))
        while "game" in found and found["game"]["asked"] not in ("nothing", "next"):
            side = found["game"]["board"]["you"]
            held, shown = (side.get("hand") or "0-0").split(), side["shown"].split()
            able = [tile for tile in held + shown if tile[0] == tile[2]] or held
            for _ in range(6 if found["game"]["asked"] != "program" else 1):
                some = rng.sample(able, rng.randrange(1, min(4, len(able) + 1)))
                some += rng.sample(DOUBLES, rng.choice((0, 0, 0, 1, 2)))
                tile = rng.choice((*some, *held, "0-0"))
                say = f"declare {' '.join(some)}" + rng.choice(("", f", lead {tile}", f", lead {tile}", ", claim"))
                say = rng.choice(
                    (say, f"close, {say}", f"play {tile}", f"play {tile} {some[0]}", f"[{tile}]", f"({tile}]")
                )
                yield f"{say} {said(found, say).get('told')}"
            found = said(found, word(found["game"], rng))

    as_stored("typed", told, 10, 200)
