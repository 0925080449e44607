"""A game against the program: whoever plays it, and wherever it is broken off, it is the game that the records tell."""

from dataclasses import replace
from io import StringIO
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from bingo.cli.console import word_of
from bingo.cli.game import GameSession, Response
from bingo.positions import dumps_record, reads_records, write_records
from bingo.solver import BingoError, NotationError, Position, Record, deal, replay
from bingo.solver.game import OPPONENT, WAIT, YOU, Stage, at_lead, legal_moves, presets
from bingo.solver.render import game as telling
from tests.oracles.game import SEED, begun, first_deal, go_on, play_on, resumed, say, word
from tests.support.depth import by_depth, few

PRESET_NAMES = [*presets.PRESETS]
#: What somebody may say that is seldom possible, or changes nothing.
SELDOM_WORDS = (
    "claim", "wait", "back", "count", "points", "moves", "board", "undo", "6-6", "46", "lead 0-0", "play 5-5",
    "close 4-4", "close, claim", "Declare 6-6 5-5 lead 6-6", "declare 4-4", "declare 4-4 3-3", "gibberish",
    "declare 6-5 4-4, lead 4-4", "declare 2-2 1-1, claim", "play 6-4, claim", "what if lead 7-1", "", "9-9",
)  # fmt: skip


def played(game: GameSession, rng: Random, deals: int = 1, besides: float = 0.0) -> GameSession:
    """So many deals played, as chance has it; that part of the lines is of another kind."""
    for _ in range(120 * deals):
        if game.awaits == "nothing" or (game.over and game.number == deals):
            return game
        line = rng.choice(SELDOM_WORDS) if rng.random() < besides else word(game.awaits, game.moves, rng)
        checked(game, line)
    pytest.fail("the deals do not end")


def checked(game: GameSession, line: str) -> Response:
    """What becomes of a line, once the game tells one story."""
    records_before = game.records
    response = say(game, line)
    if not response.changes_game:
        assert [record.turns for record in game.records] == [record.turns for record in records_before]
        assert response.lines or response.status in ("help", "board")
    written, records = StringIO(), game.records
    write_records(records, written)
    assert game.text == written.getvalue()
    position = replay(records[-1]).end.position
    assert game.over == position.over
    yours = game.awaits in ("lead", "reply", "show") and not game.passed
    if yours and position.stage not in (Stage.CLAIM, Stage.ANSWER):
        assert sorted(map(str, game.moves)) == sorted(map(str, legal_moves(position)))
    return response


@settings(max_examples=by_depth(3, 10))
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**6), st.sampled_from([None, "first", "second"]), st.booleans())
@example(rules="berndt", seed=14699, seat="second", match=False)  # trumps are blanks, and the Bingo beats them all
def test_two_deals_go_by_the_rules_whatever_is_said(rules: str, seed: int, seat: str | None, match: bool) -> None:
    match = match and rules != "berndt"
    game = played(begun(rules, seed, seat=seat, match=match), Random(seed), 2, besides=0.15)
    for record in reads_records(game.text):
        assert record.result == replay(record).end.score


@settings(max_examples=by_depth(3, 6))
@given(st.sampled_from(PRESET_NAMES), st.integers(0, 10**6))
def test_a_game_broken_off_at_every_turn_ends_like_one_played_through(rules: str, seed: int) -> None:
    """Whether you have passed is no turn, and so not kept: in the end the records are the same."""

    def ended(*, breaking: bool) -> list[Record]:
        rng, game = Random(seed), begun(rules, seed)
        while not game.over:
            line = word(game.awaits, game.moves, rng)
            game = resumed(game) if breaking else game
            say(game, line)
        return game.records

    assert ended(breaking=True) == ended(breaking=False)


@given(rules=st.sampled_from(PRESET_NAMES), seed=st.integers(0, 2**63 - 1))
def test_a_seed_deals_the_tiles_that_the_library_deals(rules: str, seed: int) -> None:
    dealt, record = Record.of(deal(rules, seed), []), first_deal(rules, seed)
    assert (record.dealt, record.stock, record.turned) == (dealt.dealt, dealt.stock, dealt.turned)
    assert record.leader == dealt.leader


@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_who_lets_the_program_lead_is_not_asked_again_before_it_does(seed: int) -> None:
    rng, game, tricks = Random(seed), begun(seed=seed), []  # tricks before which you were asked
    while not game.over:
        if game.awaits in ("claim", "show"):
            tricks.append(game.now.trick)
        line = word(game.awaits, game.moves, rng)
        game = resumed(game)
        say(game, line)
    assert len(tricks) == len(set(tricks))


def test_what_is_taken_back_leaves_the_game_as_it_was() -> None:
    rng, game, before = Random(1), begun(seed=2), []
    for _ in range(12):
        if game.awaits in ("lead", "reply"):
            before.append(game.text)
        go_on(game, rng)
    while before:
        assert game.handle("back") == Response("back")
        assert game.text == before.pop()
    assert game.handle("back") == Response("refused", (telling.NOTHING_BACK,))


def test_deals_of_a_match_follow_each_other() -> None:
    game, rng = begun(seed=1, match=True), Random(1)
    while game.awaits != "nothing":
        played(game, rng, game.number)
        if game.awaits == "next":
            assert game.handle("next").status == "dealt"
    deals, match = game.records, game.match
    assert match
    assert max(match) >= 7
    assert game.ending[1].endswith(f"{'You have' if match[YOU] >= 7 else 'The opponent has'} won the match.")
    assert game.handle("next") == Response("refused", (telling.MATCH_OVER,))
    for before, following in pairwise(deals):
        assert before.result
        assert following.match.score == tuple(a + b for a, b in zip(before.match.score, before.result, strict=True))
        is_lead_kept = (before.result[YOU] > 0) == (before.result[OPPONENT] > 0)
        assert following.leader == (before.leader if is_lead_kept else int(before.result[OPPONENT] > 0))
        assert following.dealt != before.dealt


def test_a_seat_is_the_same_deal_from_either_side() -> None:
    first, second = (first_deal("pagat", 4, seat=seat) for seat in ("first", "second"))
    assert (first.leader, second.leader) == (YOU, OPPONENT)
    assert first.dealt == second.dealt[::-1]
    assert (first.stock, first.turned) == (second.stock, second.turned)


# --- what is kept ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"level": "best"}, {"seat": "third"}, {"rules": "berndt", "match": True}])
def test_options_that_cannot_be_had_are_refused_with_a_reason(options: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as error:
        begun(**options)
    assert error.value.reasons[0].field in options


@pytest.mark.parametrize(
    "text", ["name: a note\n", "turned: 4-1\nlead: you\nyou: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}\n"]
)
def test_only_games_with_all_their_tiles_are_taken_up(text: str) -> None:
    with pytest.raises(BingoError):
        GameSession.read(text)


def test_an_empty_text_is_a_game_to_begin() -> None:
    assert GameSession.read("") is GameSession.read(" \n") is None


def test_a_file_that_says_more_than_a_game_is_not_written_over() -> None:
    text = begun(seed=3).text
    assert GameSession.read(text)
    renamed = (
        text.replace("opponent: greedy", "opponent: Ann"),
        text.replace("opponent: greedy", "you: club, opponent: greedy"),
    )
    for other_text in (f"# mine\n{text}", *renamed):
        with pytest.raises(NotationError):
            GameSession.read(other_text)


# --- levels ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", few(PRESET_NAMES, "pagat"))
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
            position = position if moment.turn.move.claim else at_lead(position)
            best = max(value_of(position, move, search) for move in legal_moves(position))
            assert value_of(position, moment.turn.move, search) == best
            compared += 1
    assert compared


def test_a_level_that_may_claim_before_you_lead_does() -> None:
    """Where you lead something instead of claiming, the program is asked first."""
    game = GameSession.continue_from(Position.parse("pagat,target=40 4 44/65 y 65/41 7/6 0/0 - -"), "greedy")
    assert (game.now.position.stage, game.awaits) == (Stage.CLAIM, "lead")
    assert say(game, "4-4") == Response("forestalled", ("The opponent claims.",))
    assert game.over


def test_a_game_under_rules_of_its_own_goes_on() -> None:
    start = deal("pagat, low=23, target=67", 1)
    game = GameSession.read(dumps_record(replace(Record.of(start, []), players=("", "greedy"))))
    assert str(game.rules) == "pagat, target=67, low=23"


def test_a_deal_that_is_over_goes_on_with_any_of_these_words() -> None:
    over = [play_on(first_deal("pagat", 3), ("greedy", "greedy"))]
    for line in ("", "next", "y", "yes", "Next.", "YES !"):
        assert GameSession(over).handle(word_of(line)).status == "dealt", line
    for line in ("no", "n", "yesterday"):
        assert GameSession(over).handle(word_of(line)) == Response("refused", (telling.DEAL_OVER,)), line
    for line in ("board", "AGAIN", "Table", "show", "position"):
        assert GameSession(over).handle(word_of(line)) == Response("board")


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        (("5-5", "55", "5|5", "[5-5]", "lead 5-5", "Lead 55.", "play 5-5"), "lead 5-5"),
        (("close 5-5", "close, lead 5-5", "CLOSE  55"), "close, lead 5-5"),
        (("declare 6-6 5-5 lead 6-6", "declare 66 55, 6-6", "declare 5-5 6-6, lead 6-6!"), "declare 6-6 5-5, lead 6-6"),
    ],
)
def test_a_move_is_heard_however_it_is_typed(lines: tuple[str, ...], move: str) -> None:
    game = next(game for game in (begun(seed=seed, seat="first") for seed in range(30)) if "5-5" not in game.hand)
    for line in lines:
        assert game.handle(word_of(line)).lines[0].startswith(f"{move} is not possible here"), line


def test_a_reply_is_heard_however_it_is_typed() -> None:
    for line in ("6-6", "66", "play 6-6", "lead 6-6"):
        game = begun(seed=SEED)
        game.play_program()
        assert game.handle(word_of(line)).status == "played"
        assert "You play 6-6." in game.log[1][1]
