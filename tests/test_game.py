"""A game against the program: whoever plays it, and wherever it is broken off, it is the game that the records tell."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from itertools import pairwise, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from bingo.cli.playing import saved
from bingo.cli.render import telling
from bingo.positions import dumps_record_json, reads_records, write_records
from bingo.solver.errors import BingoError
from bingo.solver.game import presets
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import WAIT
from bingo.solver.game.play import legal_moves, play
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.seam import ask
from tests.depth import by_depth, few, thorough
from tests.oracles.game import Json, begun, first_deal, play_on, records, said, word

RULES = [*presets.PRESETS]
LEVELS = [*telling.LEVELS]
#: What somebody may say that is seldom possible, or changes nothing.
WORDS = (
    "claim", "wait", "back", "count", "points", "moves", "board", "undo", "6-6", "46", "lead 0-0", "play 5-5",
    "close 4-4", "close, claim", "Declare 6-6 5-5 lead 6-6", "declare 4-4", "declare 4-4 3-3", "gibberish",
    "declare 6-5 4-4, lead 4-4", "declare 2-2 1-1, claim", "play 6-4, claim", "what if lead 7-1", "", "9-9",
)  # fmt: skip


def played(found: Json, rng: Random, deals: int = 1, besides: float = 0.0) -> Json:
    """So many deals played, as chance has it; that part of the words is of another kind."""
    for _ in range(120 * deals):
        game = found["game"]
        if game["asked"] == "nothing" or (game["over"] and game["deal"] == deals):
            return found
        found = checked(found, rng.choice(WORDS) if rng.random() < besides else word(game, rng))
    pytest.fail("the deals do not end")


def checked(found: Json, said_word: str) -> Json:
    """What becomes of a word, once the answer tells one story."""
    after = said(found, said_word)
    game = after["game"]
    if after["became"] in ("told", "refused", "aside"):
        assert after["records"] == found["records"]
        assert after["told"]
    for event in (*after["told"], *game["log"]):
        assert event["code"] in ("help", "board") or telling.told(event)
    if len(game["log"]) % 5 == 0:  # it takes longer than all else
        some, written = records(after), StringIO()
        write_records(some, written)
        now = replay(some[-1]).end.position
        assert after["text"] == written.getvalue()
        assert game["over"] == now.over
        yours = game["asked"] in ("lead", "reply", "show") and not game["passed"]
        if yours and now.stage not in (Stage.CLAIM, Stage.ANSWER):
            assert sorted(game["moves"]) == sorted(map(str, legal_moves(now)))
    return after


@settings(max_examples=10)
@given(st.sampled_from(RULES), st.integers(0, 10**6), st.sampled_from(["", "first", "second"]), st.booleans())
@example(rules="berndt", seed=14699, seat="second", match=False)  # trumps are blanks, and the Bingo beats them all
def test_two_deals_go_by_the_rules_whatever_is_said(rules: str, seed: int, seat: str, match: bool) -> None:
    match = match and rules != "berndt"
    found = played(begun(rules, seed, seat=seat, match=match, count=bool(seed % 2)), Random(seed), 2, besides=0.15)
    for record in records(found)[: found["game"]["deal"]]:
        assert record.result == replay(record).end.score


@settings(max_examples=6)
@given(st.sampled_from(RULES), st.integers(0, 10**6))
def test_a_game_broken_off_at_every_turn_ends_like_one_played_through(rules: str, seed: int) -> None:
    def ended(*, breaking: bool) -> Any:
        rng, found, passed = Random(seed), begun(rules, seed), False
        while not found["game"]["over"]:
            shows = found["game"]["asked"] == "show"
            found = said(found, word(found["game"], rng), passed=passed)
            passed = found["game"]["passed"] and (shows or not breaking)  # not to show is no turn, and so not kept
            if breaking and found["game"]["asked"] == "claim":  # whether you let it lead is not kept
                found["game"]["passed"] = True
                found = said(found, "go")
        return found["records"]

    assert ended(breaking=True) == ended(breaking=False)


@given(rules=st.sampled_from(RULES), seed=st.integers(0, 2**63 - 1))
def test_a_seed_deals_the_tiles_that_the_library_deals(rules: str, seed: int) -> None:
    dealt, played = Record.of(deal(rules, seed), []), first_deal(rules, seed)
    assert (played.dealt, played.stock, played.turned) == (dealt.dealt, dealt.stock, dealt.turned)
    assert played.leader == dealt.leader


@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_who_lets_the_program_lead_is_not_asked_again_before_it_does(seed: int) -> None:
    rng, found, tricks = Random(seed), begun(seed=seed), []  # tricks before which you were asked
    while not found["game"]["over"]:
        if found["game"]["asked"] in ("claim", "show"):
            tricks.append(replay(records(found)[0]).end.trick)
        found = said(found, word(found["game"], rng))
    assert len(tricks) == len(set(tricks))


def test_what_is_taken_back_leaves_the_game_as_it_was() -> None:
    rng, found, before = Random(1), begun(seed=2), []
    for _ in range(12):
        if found["game"]["asked"] in ("lead", "reply"):
            before.append(found["records"])
        found = said(found, word(found["game"], rng))
    while before:
        found = said(found, "back")
        assert (found["became"], found["records"]) == ("back", before.pop())
    assert said(found, "back")["told"] == [{"code": "nothing-back"}]


def test_a_false_claim_costs_two() -> None:
    found = begun(seed=4)
    while not (found["game"]["claim"] and found["game"]["asked"] == "lead"):
        found = said(found, word(found["game"], Random(3)))
    found = said(found, "claim")
    assert records(found)[0].result == (0, 2)
    assert found["game"]["log"][-1]["score"] == [0, 2]


def test_deals_of_a_match_follow_each_other() -> None:
    found, rng = begun(seed=1, match=True), Random(1)
    while found["game"]["asked"] != "nothing":
        found = played(found, rng, found["game"]["deal"])
        found = said(found, "next") if found["game"]["asked"] == "next" else found
    told = found["game"]["log"][-1]
    deals = records(found)
    assert max(told["match"]) >= 7
    assert told["winner"] == ("you" if told["match"][YOU] >= 7 else "opponent")
    assert said(found, "next")["told"] == [{"code": "match-over"}]
    for before, after in pairwise(deals):
        assert before.match
        assert before.result
        assert after.match
        assert after.match.score == tuple(a + b for a, b in zip(before.match.score, before.result, strict=True))
        both = (before.result[YOU] > 0) == (before.result[OPPONENT] > 0)
        assert after.leader == (before.leader if both else int(before.result[OPPONENT] > 0))
        assert after.dealt != before.dealt


def test_a_seat_is_the_same_deal_from_either_side() -> None:
    one, other = (first_deal("pagat", 4, seat=seat) for seat in ("first", "second"))
    assert (one.leader, other.leader) == (YOU, OPPONENT)
    assert one.dealt == other.dealt[::-1]
    assert (one.stock, one.turned) == (other.stock, other.turned)


# --- what is kept ------------------------------------------------------------------------------------


def test_a_game_that_has_gone_on_elsewhere_is_shown_and_left_alone() -> None:
    found = begun(seed=3, seat="first")
    after = said(found, found["game"]["moves"][0], stamp=1)
    assert (after["became"], after["told"]) == ("refused", [{"code": "elsewhere"}])
    assert after["records"] == found["records"]


@pytest.mark.parametrize("wanted", [{"rules": "whist"}, {"level": "best"}, {"seat": "third"}])
def test_options_that_cannot_be_had_are_refused_with_a_reason(wanted: Json) -> None:
    [reason] = begun(**wanted)["reasons"]
    assert reason["field"] in (*wanted, "level")


@given(st.recursive(st.none() | st.text("you0-16", max_size=9), lambda some: st.lists(some, max_size=3)), st.data())
def test_whatever_is_kept_has_an_answer(rubbish: object, data: st.DataObject) -> None:
    record = begun(seed=3)["records"][0]
    key = data.draw(st.sampled_from(sorted(set(record) - {"rules"})))
    found = ask(ask="game", records=[{**record, key: rubbish}])
    assert "error" in found or "reasons" in found or "game" in found


@pytest.mark.parametrize(
    "text", ["name: a note\n", "turned: 4-1\nlead: you\nyou: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}\n"]
)
def test_only_games_with_all_their_tiles_are_taken_up(text: str) -> None:
    with pytest.raises(BingoError):
        saved(text)


def test_an_empty_text_is_a_game_to_begin() -> None:
    assert saved("") == saved(" \n") == []
    assert ask(ask="game", records=[]) == {"game": None}


# --- levels ------------------------------------------------------------------------------------------


@thorough
@pytest.mark.parametrize("rules", ["pagat", "domino-play", "engel", "berndt"])
def test_every_level_against_every_other_ends_by_the_rules(rules: str) -> None:
    pairs = [*enumerate(permutations(LEVELS, 2))][::5]  # each level meets the next
    for seed, levels in pairs[:: 4 if rules in ("domino-play", "berndt") else 1]:  # closes take long there
        record = play_on(Record.of(deal(rules, seed), []), levels, worlds=4)  # read back, which checks every turn
        assert replay(record).end.position.over
        assert record.result == replay(record).end.score


def test_a_level_plays_the_same_deal_the_same_way() -> None:
    start = Record.of(deal("pagat", 7), [])
    for level in LEVELS:
        one = play_on(start, (level, level), 8)
        assert one == play_on(start, (level, level), 8)
        assert begun(level=level)["game"]["level"] == level


@pytest.mark.parametrize("rules", few(RULES, "pagat", "domino-play"))
def test_the_level_that_sees_all_plays_what_is_best(rules: str) -> None:
    """In phase two, where the reference search tells what a move is worth."""
    from bingo.solver.analysis.exact import value_of
    from tests.oracles.reference import Reference

    compared = 0
    for seed in range(by_depth(2, 4)):
        start = Record.of(deal(rules, seed), [])
        for moment in replay(play_on(start, ("cheat", "greedy"), 8)).moments:
            position = moment.position
            late = not position.open and len(list(legal_moves(position))) > 1 and position.hands[YOU].bit_count() < 8
            if not moment.turn or moment.turn.player != YOU or moment.turn.move == WAIT or not late:
                continue
            search = Reference()
            while position.stage in (Stage.CLAIM, Stage.ANSWER) and not moment.turn.move.claim:
                position = play(position, WAIT).position
            best = max(value_of(position, move, search) for move in legal_moves(position))
            assert value_of(position, moment.turn.move, search) == best
            compared += 1
    assert compared


def test_a_game_under_rules_of_which_nobody_asked_before_goes_on() -> None:
    start = deal("pagat, low=23, target=67", 1)
    record = replace(Record.of(start, []), players=("", "greedy"))
    found = ask(ask="game", records=[json.loads(dumps_record_json(record))], say="look")
    assert found["records"][0]["rules"] == "pagat, target=67, low=23"


PRINTABLE = [chr(c) for c in range(0x21, 0x7F) if chr(c) not in '"\\']


@pytest.mark.parametrize("of", ["deal", "player"])
def test_whatever_deals_and_players_are_called_can_be_read_again(of: str) -> None:
    over, now = (
        json.loads(dumps_record_json(play_on(first_deal("pagat", seed), ("greedy", "greedy")))) for seed in (1, 2)
    )
    for name in (*PRINTABLE, "- a", ", a", "a - b", "null", "a ", " a", "true", "1e3"):
        over |= {"name": name} if of == "deal" else {"players": {"you": name, "opponent": "greedy"}}
        text = ask(ask="game", records=[over, now], say="look")["text"]
        [first, _] = reads_records(text)
        assert (first.name if of == "deal" else (first.players or ("",))[0]) == name.strip()
        if name.isalnum() and name != "null":
            assert f": {name}" in text  # as one writes it


def test_a_deal_that_is_over_goes_on_with_any_of_these_words() -> None:
    over = json.loads(dumps_record_json(play_on(first_deal("pagat", 3), ("greedy", "greedy"))))
    found = ask(ask="game", records=[over], say="look")
    for say in ("", "next", "y", "yes", "Next.", "YES !"):
        assert said(found, say)["became"] == "dealt", say
    for say in ("no", "n", "yesterday"):
        assert said(found, say)["became"] == "refused", say
    for say in ("board", "AGAIN", "Table", "show", "position"):
        assert said(found, say)["told"] == [{"code": "board"}]


def because(found: Json, say: str) -> list[str]:
    """Why it is refused."""
    return [event["because"] for event in said(found, say)["told"]]


def test_what_is_no_declaration() -> None:
    found = next(one for one in (begun(seed=seed, seat="first") for seed in range(30)) if one["game"]["doubles"])
    for tile in found["game"]["board"]["you"]["hand"].split():
        wrong = "single-double" if tile[0] == tile[2] else "only-doubles"
        assert because(found, f"declare {tile}, lead {tile}") == [wrong]


@pytest.mark.parametrize("levels", [[], ["greedy"], ["greedy"] * 3])
def test_two_levels_play_a_record_on(levels: list[str]) -> None:
    whole = json.loads(dumps_record_json(first_deal("pagat", 3)))
    refused = {"error": "expected a record of all tiles, and two levels"}
    assert ask(ask="playout", record=whole, levels=levels) == refused
    for record in ({}, {**whole, "stock": ""}, {**whole, "play": ["lead 0-0; play 0-0"]}):
        assert ask(ask="playout", record=record, levels=["greedy", "greedy"]) == refused
