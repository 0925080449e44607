"""What the kernel answers, asked without the Python around it, is as it was: see ``test_drawn``."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from typing import Any

import numpy as np

from bingo.positions import dumps_json, dumps_record_json
from bingo.solver import seam
from bingo.solver.batch.jsonl import DETAILS, JsonLines
from bingo.solver.errors import BingoError
from bingo.solver.game.dealing import deal
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.objective import Objective
from bingo.solver.game.play import begin, can_close, legal_moves, play
from bingo.solver.game.position import YOU, Match, Position, Stage
from bingo.solver.game.presets import PAGAT, PRESETS, label
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.closing import closed
from bingo.solver.hidden.request import about
from bingo.solver.hidden.worlds import hands
from bingo.solver.match.objectives import match_objective
from bingo.solver.seam.data import data
from bingo.solver.search.exact import analyze_exact
from bingo.solver.search.kernel import SEARCH_WIDTH
from bingo.solver.search.reference import Reference
from tests import drawn
from tests.answers import timeless
from tests.deals import random_deal
from tests.drawn import as_stored
from tests.native import needs_kernel
from tests.oracles.game import begun, said, word
from tests.oracles.kernel import Kernel
from tests.oracles.scaled import positions, varied_rules
from tests.test_drawn import moments, tried

pytestmark = needs_kernel
DOUBLES = [f"{n}-{n}" for n in range(7)]
#: What the other may have had when one closed.
CLOSES: tuple[dict[str, int], ...] = (
    {},
    {"points": 0, "tricks": 1},
    {"points": 12, "tricks": 0},
    {"points": 30, "tricks": 2},
)


def answer(**question: Any) -> str:
    """What the engine says, but how much was searched: what it was asked under the same rules before is known to it."""
    return re.sub(r"'nodes': \d+", "", str(timeless(seam.ask(**question))))


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
                    {"ask": rng.choice(("analyze", "solve", "claim")), "worlds": 2},
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


def test_worths() -> None:
    """What moves, closes and hands are worth to one who sees one hand, asked in every way."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        moments = replay(some_deal(rules, rng)).moments
        for moment in rng.sample(moments, min(12, len(moments))):
            with suppress(BingoError):
                you = rng.randrange(2)
                known = moment.seen_by(you)
                mine = moment.position if you == YOU else moment.position.swapped()
                moves = [str(move) for move in legal_moves(mine)]
                given = {**about(known, goal_of(known, rng)), "seed": rng.randrange(9)}
                work: dict[str, Any] = {
                    "worlds": rng.choice((1, 2, 7, 40)),
                    "method": rng.choice(("rollout", "ismcts", "pimc" if rules.at_target == "claim" else "rollout")),
                    "enumerated": rng.choice((0, 1e3, 1e9)),
                    **{flag: rng.random() < 0.5 for flag in ("apart", "even", "thorough", "stay_open")},
                }
                only = rng.sample(moves, min(2, len(moves)))
                options = {"open": only, "certain": [["wait", rng.choice((-1, 0, 0.5, 2))]], "cap": rng.choice((1, 9))}
                for question in (
                    {"ask": "estimate", **work, "options": rng.choice((options, None))},
                    {"ask": "analyze", **work, "open": rng.random() < 0.7, "hands": rng.choice((4, 16, 30))},
                    {"ask": "close", **work, "open": rng.random() < 0.3, "hands": rng.choice((4, 16, 30))},
                    {
                        "ask": "worth",
                        **work,
                        "hands": 16,
                        "only": [one for one in only if known.open == ("close" in one)],
                    },
                    {"ask": "claim"},
                    *(
                        [{"ask": "equilibrium", "even": rng.random() < 0.5}]
                        if not known.open and known.hidden <= 3
                        else []
                    ),
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
                        for ask in ("estimate", "analyze", "equilibrium", "claim"):
                            how = {} if ask == "claim" else {"even": True, "worlds": 1}
                            yield answer(ask=ask, **given, **how)
                document = json.loads(dumps_json(led))
                for turn in (str(next(legal_moves(led))), drawn.tile(rng), str(move).upper()):
                    yield answer(ask="play", after=[turn], position=document)

    as_stored("led", told, 4, 100)


def told_in_files(rules: Rules, rng: random.Random, most: int) -> list[Position]:
    """Positions of a deal that a file can hold."""
    found = [p for p in moments(rules, rng, 99) if p.stage is not Stage.SHOW and begin(p) == p]
    return rng.sample(found, min(most, len(found)))


def at_an_edge(position: Position, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Its document with one thing changed that may be just about possible, or just not."""
    document = json.loads(dumps_json(rng.choice((lambda p: p, information_set))(position)))
    for number, name in enumerate(("you", "opponent")):
        counted = {"points": position.points[number], "tricks": position.tricks[number]}
        changes: list[dict[str, Any]] = [{"pending": worth} for worth in (20, 30, 40, 50, 60, 70, 80)]
        changes += [{key: count + more} for key, count in counted.items() for more in (-1, 1)]
        changes += [{"points": position.rules.target + more} for more in (-1, 0)]
        changes += [{"declared": rng.randrange(20, 200, 10)} for _ in range(3)]
        changes += [{"declared": position.declared[number] + more} for more in (-10, 10, 20, 30)]
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
    """Why they cannot be, or what can be done in them; and which of them the fast path solves."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        lines = JsonLines(match=True)
        for position in told_in_files(rules, rng, 3):
            for document in at_an_edge(position, rng):
                made = timeless(seam.ask(ask="play", after=[], position=document))
                yield str(made.get("reasons", made))
                yield answer(ask="claim", position=document)
                if not position.open or len(position.stock) <= 1:
                    yield str(lines.solve(json.dumps(document).encode(), b'"file":"f"', 1, 1, DETAILS[0]))

    as_stored("edges", told, 12, 80)


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


def mistyped(line: str, rng: random.Random) -> bytes:
    """A line with a byte too many, or another one, of those at the edge of what is read in a moment."""
    at = rng.choice([n for n, c in enumerate(line) if not c.isalpha()])
    more = rng.choice(
        (b" ", b"\t", b"\x1f", b"~", b"\x7f", b"\\", b"{", b"[", b",", b"-", b"0", b"9", b"e", b'"', b"\xc3")
    )
    return line[:at].encode() + more + line[at + rng.choice((0, 1)) :].encode()


def test_lines_solved_without_reading_them() -> None:
    """By the fast path; and which lines it leaves to the readable one, whose answers would be the same."""

    def told(rng: random.Random) -> Iterator[str]:
        every = [p for rules in (PAGAT, varied_rules(rng)) for p in moments(rules, rng, 99)]
        late = [p for p in every if not p.open or len(p.stock) <= 1]
        written = [tried(dumps_json, p) for p in rng.sample(late, min(20, len(late)))]
        documents = [json.loads(one) for one in written if one.startswith("{")]
        documents += [drawn.damaged(one, rng) for one in documents for _ in range(6)]
        lines = JsonLines(match=rng.random() < 0.7)
        for detail in DETAILS:
            yield str(lines.solve("\n".join(map(json.dumps, documents)).encode(), b'"file":"f"', 1, 1, detail))
        typed = [mistyped(json.dumps(document), rng) for document in documents for _ in range(4)]
        yield str(lines.solve(b"\n".join(typed), b'"file":"f"', 1, 1, DETAILS[0]))

    as_stored("lines", told, 8, 80)


def test_questions_mistyped() -> None:
    """With a byte too many or too few, another one, or cut off, as nobody asks who goes through the seam."""
    from bingo.solver.native import _kernel

    answerer = _kernel.Answerer()
    answerer.learn(data({"pagat": PAGAT}))

    def told(rng: random.Random) -> Iterator[str]:
        position = rng.choice(told_in_files(PAGAT, rng, 9))
        document, move = json.loads(dumps_json(position)), str(next(legal_moves(position)))
        game = begun(seed=rng.randrange(99), match=rng.random() < 0.5)
        for _ in range(2):
            game = said(game, word(game["game"], rng))
        for question in (
            {"ask": "play", "position": document, "after": [move]},
            {"ask": "claim", "position": document, "seed": 2},
            {"ask": "game", "records": game["records"], "say": "look", "stamp": -3, "passed": True},
        ):
            written = json.dumps(question)
            yield re.sub(r'"nodes":\d+', "", answerer.answer(written.encode(), None).decode())
            for _ in range(100):
                cut = written[: rng.randrange(len(written))].encode()
                wrong = rng.choice((mistyped(written, rng), mistyped(written, rng), cut))
                yield answerer.answer(wrong, None).decode(errors="replace")

    as_stored("mistyped", told, 4, 100)
