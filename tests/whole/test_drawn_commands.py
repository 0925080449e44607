"""What commands say to words drawn at random is as it was: see ``whole.test_drawn``.

Games, puzzles, questions of the board, profiles, and options that are out of range.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bingo.cli.board.answering import answer
from bingo.cli.main import COMMANDS
from bingo.positions import dumps_json, dumps_record
from bingo.solver import Settings, analyze, review, should_close
from bingo.solver.errors import BingoError
from bingo.solver.game.information import information_set
from bingo.solver.game.moves import legal_moves
from bingo.solver.game.presets import PRESETS
from bingo.solver.render.review import explain
from bingo.solver.render.reviews import brief
from tests.cli.test_main import run
from tests.oracles.game import begun, word
from tests.oracles.scaled import varied_rules
from tests.support.depth import thorough
from tests.whole import drawn
from tests.whole.drawn import as_stored
from tests.whole.test_drawn import SCREENS, moments, output, tried
from tests.whole.test_outputs import review_few_deals


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    review_few_deals(monkeypatch)


@thorough
def test_games() -> None:
    """At the terminal, their first tricks, with words beside moves."""

    def told(rng: random.Random) -> Iterator[str]:
        rules, seed = rng.choice(list(PRESETS)), rng.randrange(1000)
        game, words = begun(rules, seed), []
        for _ in range(16):
            if game.asked == "nothing":
                break
            if game.asked == "program":
                game.go()
                continue
            aside = ["moves", "count", "board", "back", f"what if {drawn.tile(rng)}{drawn.tile(rng)}", "help", "6-4"]
            line = rng.choice(aside) if rng.random() < 0.2 else word(game.asked, game.moves, rng)
            words.append("" if line == "wait" else line)
            if line not in aside or line in ("back", "6-4"):
                game.hear(line)
        Path("game.yaml").unlink(missing_ok=True)
        options = rng.choice(((), ("--count",)))
        yield output(
            *("play", "game.yaml", "--rules", rules, "--seed", str(seed), "--level", "greedy", *options),
            text="".join(f"{one}\n" for one in words),
            width=rng.choice((43, 60, 80)),
        )

    as_stored("games", told, 2, 4)


def test_puzzles() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        words = ["hint", "moves", "again", "next", "give up", "score", "", "help", "quit?", "claim"]
        typed = [rng.choice(words) if rng.random() < 0.3 else drawn.tile(rng) for _ in range(30)]
        text = "".join(f"{one}\n" for one in typed)
        theme = rng.choice(((), ("close-unseen",), ("first-leads",)))
        yield output("puzzle", *theme, "--seed", str(rng.randrange(1000)), text=text, width=rng.choice((43, 60, 80)))

    as_stored("puzzles", told, 1, 3)


def test_questions_of_the_board() -> None:
    def asked(**question: object) -> str:
        found = answer(json.dumps(question).encode())
        found.get("item", {}).get("answer", {}).pop("seconds", None)
        return json.dumps(found, ensure_ascii=False, default=str)

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        late = [p for p in moments(rules, rng, 99) if not p.open or len(p.stock) <= 1]
        for position in rng.sample(late, min(3, len(late))):
            moves = list(map(str, legal_moves(position)))
            for kind in (lambda p: p, information_set):
                with suppress(BingoError):
                    document = json.loads(dumps_json(kind(position)))
                    yield asked(ask="analyze", position=document, worlds=2)
                    yield asked(ask="claim", position=document)
                    yield asked(ask="play", position=document, after=[rng.choice(moves)])
                    yield asked(ask="follow", position=document, after=[rng.choice(moves)], branches=9)
                    yield asked(ask="write", position=document)
        record = drawn.record(rules, rng)
        text = dumps_record(record)
        yield asked(ask="read", text=text)
        yield asked(ask="moment", text=text, deal=0, moment=rng.randrange(30), worlds=2)
        number, theme = rng.randrange(300), rng.choice(("", "sacrifice", "close-now", "first-leads"))
        yield asked(ask="puzzle", number=number, theme=theme)
        for move in ("", "claim", f"lead {drawn.tile(rng)}", f"play {drawn.tile(rng)}"):
            yield asked(ask="try", number=number, theme=theme, move=move)

    as_stored("board", told, 1, 4)


def test_closing_and_what_hands_are_worth() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        late = [p for p in moments(rules, rng, 99) if p.open and p.led is None and len(p.stock) <= 1]
        for position in late[:1]:
            seen = information_set(position)
            yield tried(lambda known: analyze(known, Settings(worlds=4)).as_dict(), seen)
            yield tried(lambda known: should_close(known, Settings(worlds=4)).as_dict(), seen)
            Path("seen.json").write_text(dumps_json(seen), encoding="utf-8")
            for more in (("--full",), ("--brief",), ()):
                yield output("close", "seen.json", "--no-proof", *more, width=rng.choice((43, 60, 80, 100)))

    as_stored("closing", told, 2, 6)


def test_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of deals by rules drawn at random."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        found = review(drawn.record(rules, rng), Settings(worlds=1, seed=rng.randrange(5)))
        yield str(found.as_dict())
        yield from (*explain(found, "A deal", rng.choice(SCREENS), every=True), *brief(found, "A deal", SCREENS[0]))

    review_few_deals(monkeypatch, hands=4)
    as_stored("reviewed", told, 1, 5)


VALUES = ("-1", "0", "1", "2", "6", "7", "8", "100", "0.5", "1e99", "x", "", "nan", "pagat", "opponent", "6-4", "3r")
#: They serve, or write what a clock decides.
LEFT_OUT = ("board", "engine", "batch", "play")
#: With these, what fits is soon done.
BESIDE = {"compose": ("--deals", "20", "--count", "1"), "match": (), "rules": (), "new": ("-",), "puzzle": ()}


def test_options_out_of_range() -> None:
    """Every option of every command, with values that fit and others that do not."""
    listed = [(name, one) for name in COMMANDS if name not in LEFT_OUT for one in _options(name)]

    def told(rng: random.Random) -> Iterator[str]:
        name, option = rng.choice(listed)
        for value in rng.sample(VALUES, 4):
            yield output(name, *BESIDE.get(name, ("absent.yaml",)), option, value)

    as_stored("options", told, 10, 30)


def _options(name: str) -> list[str]:
    return sorted(set(re.findall(r"--[a-z][a-z-]+", run(name, "--help").stdout)) - {"--help", "--jobs"})
