"""A game that the kernel's narrow entry plays is the one that the program in Python plays, word by word."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bingo.cli.game import HELP
from bingo.cli.kept import records_of
from bingo.positions.record_writing import dumps_record_json
from bingo.solver.game.presets import PRESETS
from bingo.solver.opponents.levels import LEVELS
from tests.native import needs_kernel
from tests.test_board_answering import asked as in_python
from tests.test_web_answers import ask as in_kernel

pytestmark = needs_kernel
Json = dict[str, Any]
#: What somebody may say that is seldom possible, or changes nothing.
WORDS = (
    "claim", "wait", "back", "count", "points", "moves", "board", "undo", "6-6", "46", "lead 0-0", "play 5-5",
    "close 4-4", "close, claim", "Declare 6-6 5-5 lead 6-6", "declare 4-4", "declare 4-4 3-3",
    "declare 6-5 4-4, lead 4-4", "declare 2-2 1-1, claim", "play 6-4, claim", "what if lead 7-1",
)  # fmt: skip


class Games:
    """The same game, asked for in Python and of the kernel."""

    def __init__(self, **wanted: Any) -> None:
        self.theirs, self.mine = in_python(ask="begin", **wanted), in_kernel(ask="begin", **wanted)
        self.check()

    @property
    def game(self) -> Json:
        found: Json = self.mine["game"]
        return found

    def say(self, word: str) -> Json:
        """What becomes of a word in both."""
        passed, text, records = self.game["passed"], self.theirs["text"], self.mine["records"]
        self.theirs = in_python(ask="game", text=text, say=word, stamp=self.theirs["game"]["stamp"], passed=passed)
        self.mine = in_kernel(ask="game", records=records, say=word, stamp=self.game["stamp"], passed=passed)
        self.check()
        return self.mine

    def check(self) -> None:
        """Both show, tell and keep the same."""
        assert "game" in self.mine, self.mine
        assert {**self.mine["game"], "stamp": 0} == {**self.theirs["game"], "stamp": 0}
        assert self.mine["became"] == self.theirs["became"]
        if not any(": expected " in words for words in self.theirs["told"]):  # of what is no move Python tells more
            assert self.mine["told"] == self.theirs["told"]
        records = records_of(self.theirs["text"])
        assert self.mine["records"] == [json.loads(dumps_record_json(record)) for record in records]

    def word(self, rng: Random) -> str:
        """What brings the game on."""
        usual = {"program": "go", "next": "next", "claim": "wait", "show": "wait"}
        return usual.get(self.game["asked"]) or str(rng.choice(self.game["moves"]))


def play(games: Games, rng: Random, deals: int, besides: float = 0.0) -> None:
    """Play so many deals, as chance has it; that part of the words is of another kind."""
    for _ in range(120 * deals):
        if games.game["asked"] == "nothing" or (games.game["over"] and games.game["deal"] == deals):
            return
        if rng.random() < besides:
            games.say(rng.choice(WORDS))
        else:
            games.say(games.word(rng))
    pytest.fail("the deals do not end")


@given(st.sampled_from([*PRESETS]), st.integers(0, 10**6), st.sampled_from(["", "first", "second"]), st.booleans())
@example(rules="berndt", seed=14699, seat="second", match=False)  # trumps are blanks, and the Bingo beats them all
@settings(max_examples=8)
def test_two_deals_with_the_greedy_level_go_as_in_python(rules: str, seed: int, seat: str, match: bool) -> None:
    match = match and rules != "berndt"
    games = Games(rules=rules, level="greedy", seed=seed, seat=seat, match=match, count=bool(seed % 2))
    play(games, Random(seed), 2, besides=0.15)
    record = in_kernel(ask="game", records=games.mine["records"], say="record")["record"]
    assert record == games.theirs["text"]


@pytest.mark.parametrize(
    ("rules", "level"),
    [
        *((rules, "club") for rules in PRESETS),
        ("pagat", "strongest"),
        ("berndt", "strongest"),
        ("domino-play", "cheat"),
    ],
)
def test_a_deal_with_the_other_levels_goes_as_in_python(rules: str, level: str) -> None:
    seed = [*PRESETS].index(rules)
    play(Games(rules=rules, level=level, seed=seed), Random(seed), 1)


def test_advice_is_given_and_changes_nothing() -> None:
    games = Games(rules="pagat", level="greedy", seed=3)
    while games.game["asked"] != "lead":
        games.say(games.word(Random(1)))
    deals = games.mine["records"]

    def say(word: str) -> Json:
        found = in_kernel(ask="game", records=deals, say=word)
        assert found["became"] == "told"
        assert found["records"] == deals
        return found

    [hint] = say("hint")["told"]
    found = re.fullmatch(r"(.+): worth ([+-]\d\.\d\d) game points on average\.", hint)
    assert found
    assert found[1] in games.game["moves"]
    assert say(f"what if {found[1]}")["told"] == [hint[:-1] + "; no other move is worth more."]
    for move in games.game["moves"]:
        [words] = say(f"what if {move}")["told"]
        assert words.startswith((f"{move}: worth", f"{move} loses"))
    made = in_kernel(ask="game", records=deals, say=games.game["moves"][0])["records"]
    why = in_kernel(ask="game", records=made, say="why")["told"]
    assert why == say(f"what if {games.game['moves'][0]}")["told"]


def test_help_says_what_it_says_elsewhere() -> None:
    games = Games(rules="pagat", level="greedy", seed=3)
    told = in_kernel(ask="game", records=games.mine["records"], say="?")["told"]
    assert len(told) == 6
    assert set(told) <= set(HELP.splitlines())


def test_a_game_that_has_gone_on_elsewhere_is_shown_and_left_alone() -> None:
    games = Games(rules="pagat", level="greedy", seed=3, seat="first")
    found = in_kernel(ask="game", records=games.mine["records"], say=games.game["moves"][0], stamp=1)
    assert found["became"] == "refused"
    assert found["records"] == games.mine["records"]


@pytest.mark.parametrize("wanted", [{"rules": "whist"}, {"level": "best"}, {"seat": "third"}, {"duplicate": "club"}])
def test_wishes_that_cannot_be_had_are_refused_with_a_reason(wanted: Json) -> None:
    [reason] = in_kernel(ask="begin", **wanted)["reasons"]
    assert reason["field"] == next(iter(wanted))


@given(st.recursive(st.none() | st.text("you0-16", max_size=9), lambda some: st.lists(some, max_size=3)), st.data())
def test_whatever_is_kept_has_an_answer(rubbish: object, data: st.DataObject) -> None:
    record = in_kernel(ask="begin", seed=3)["records"][0]
    key = data.draw(st.sampled_from(sorted(record)))
    found = in_kernel(ask="game", records=[{**record, key: rubbish}])
    assert "error" in found or "reasons" in found or "game" in found


def test_all_levels_are_known() -> None:
    for level in LEVELS:
        assert in_kernel(ask="begin", level=level, seed=1)["game"]["level"] == level
