"""What is said of things drawn at random is as it was: of rules, positions, moves, records, and damaged documents.

``tests/data/drawn.json`` has a digest of each draw; the short run looks at the first ones. They hold that it is as it
was, not that it is right. ``BINGO_ANEW=1 pytest -n0 --thorough`` with the files of ``test_drawn*`` writes it anew.
"""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from bingo.positions import dumps, dumps_json, dumps_record, dumps_record_json, reads, reads_records
from bingo.solver import analyze, can_claim
from bingo.solver.analysis.worlds import known
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.errors import BingoError
from bingo.solver.game.information import information_set
from bingo.solver.game.moves import play, refusal
from bingo.solver.game.position import OPPONENT, YOU, Match, Position
from bingo.solver.game.presets import PRESETS, label, nearest, spec
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup, deal
from bingo.solver.render import answer, claiming, short
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.estimates import remarks
from bingo.solver.render.screen import Screen
from bingo.solver.render.sheet import sheet
from tests.cli.test_main import run
from tests.oracles.random_play import playout
from tests.oracles.scaled import positions, varied_rules
from tests.whole import drawn
from tests.whole.drawn import as_stored

SCREENS = (Screen(), Screen(43), Screen(60, unicode=False), Screen(72, colour=True), Screen(120))


def moments(rules: Rules, rng: random.Random, most: int) -> list[Position]:
    """Positions of a deal played at random, in order."""
    line = list(playout(deal(rules, rng), rng))
    return [line[n] for n in sorted(rng.sample(range(len(line)), min(most, len(line))))]


def tried(what: Callable[..., object], *of: object) -> str:
    """What comes of it, or what is complained of."""
    try:
        return str(what(*of))
    except BingoError as error:
        return f"{type(error).__name__}: {error}"


def properties(*things: object) -> Iterator[str]:
    """All that is derived of them without being asked more."""
    for thing in things:
        names = [name for name, one in inspect.getmembers(type(thing)) if isinstance(one, property)]
        yield f"{type(thing).__name__} {[(name, tried(getattr, thing, name)) for name in names]}"


def output(*words: str, text: str = "", width: int = 80) -> str:
    """What a command prints, what it complains of, and its status."""
    found = run(*words, text=text, width=width)
    assert isinstance(found.exception, SystemExit | None), (words, found.exception)
    return f"{words} {text!r}\n{found.stdout}\n{found.stderr}\n{found.exit_code}"


def test_rules() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        yield f"{rules!r} {label(rules)} {spec(rules)} {nearest(rules)}"
        yield f"{list(scoring(rules))} {list(trump_tables(rules))}"
        for width, more in ((80, ()), (43, ("--trump", str(rng.randrange(7)))), (60, ("--json",))):
            yield output("rules", label(rules), *more, width=width)
        yield output("rules", "--diff", label(rules), rng.choice(list(PRESETS)), width=rng.choice((43, 60, 80, 100)))

    as_stored("rules", told, 3, 24)


def test_positions() -> None:
    """Drawn, written, read back, told in one line; their moves, what these bring, and why others are refused."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in (*islice(positions(rules, rng), 6), *moments(rules, rng, 6)):
            yield from draw(board_of(position), "A position", rng.choice(SCREENS))
            yield f"{position!r} {position.swapped()!r} {position.legal_moves}"
            yield tried(lambda one: Position.parse(one.notation), position)
            yield tried(dumps, position)
            for move in rng.sample(list(position.legal_moves), min(3, len(position.legal_moves))):
                yield repr(play(position, move))
            yield from (refusal(position, drawn.move(rng)) for _ in range(4))

    as_stored("positions", told, 6, 40)


def test_what_one_player_knows() -> None:
    """Of a deal played at random; with some of it forgotten."""

    def told(rng: random.Random) -> Iterator[str]:
        record = drawn.record(varied_rules(rng), rng)
        played = replay(record)
        for moment in rng.sample(played.moments, min(8, len(played.moments))):
            yield repr(moment)
            yield from properties(moment, moment.position, Setup.of(moment.position))
            for player in (YOU, OPPONENT):
                yield tried(lambda m, p: dumps_json(m.laid_open(p)), moment, player)
                yield tried(moment.seen_by, player)
            with suppress(BingoError):
                seen = moment.seen_by(rng.randrange(2))
                yield from properties(seen, seen.setup, *seen.taken)
                yield from draw(board_of(seen), "Seen", rng.choice(SCREENS))
                yield f"{seen.history} {seen.barred} {dumps(seen)} {can_claim(seen).as_dict()}"
                yield from claiming.explain(can_claim(seen), rng.choice(SCREENS))
                yield from remarks(known(seen), rng.choice(SCREENS), weighted=not seen.open)

    as_stored("seen", told, 6, 30)


def test_exact_answers() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in islice(positions(rules, rng), 4):
            match = Match(rng.randrange(6), rng.randrange(6), first=rng.choice((None, 0, 1)))
            scored = position if rules.at_target == "points" or rng.random() < 0.5 else replace(position, match=match)
            with suppress(BingoError):
                found = analyze(scored)
                yield str(found.as_dict())
                yield from answer.explain(replace(found, seconds=0), rng.choice(SCREENS))
                yield from short.analyzed(found, scored, "A title", rng.choice(SCREENS))

    as_stored("exact", told, 8, 40)


def test_records() -> None:
    """Written, read back, as a score sheet; with everything that happened."""

    def told(rng: random.Random) -> Iterator[str]:
        record = drawn.record(varied_rules(rng), rng)
        yield dumps_record(record)
        yield from sheet(record, "A deal", rng.choice(SCREENS))
        yield repr(replay(record).end)
        [again] = reads_records(dumps_record_json(record))
        assert again == record

    as_stored("records", told, 8, 60)


def test_damaged_positions() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        for position in moments(rules, rng, 4):
            seen = [tried(dumps_json, position), tried(lambda p: dumps_json(information_set(p)), position)]
            for document in [json.loads(one) for one in seen if one.startswith("{")]:
                for _ in range(12):
                    changed = drawn.damaged(document, rng)
                    yield tried(lambda d: list(reads(json.dumps(d))), changed)
            text = tried(dumps, position)
            yield from (tried(lambda t: list(reads(t)), drawn.garbled(text, rng)) for _ in range(12))

    as_stored("damaged positions", told, 4, 24)


def test_damaged_records() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        record = drawn.record(varied_rules(rng), rng)
        document = json.loads(dumps_record_json(record))
        for _ in range(30):
            changed = drawn.damaged(document, rng)
            yield tried(lambda d: list(reads_records(json.dumps(d))), changed)
            yield tried(lambda t: list(reads_records(t)), drawn.garbled(dumps_record(record), rng))

    as_stored("damaged records", told, 6, 36)
