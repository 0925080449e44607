"""The board's questions and answers, without a server: the keys of --json, every reason, nothing that breaks it."""

import json
import random
from typing import Any

import msgspec
import pytest

from bingo.cli.board.answering import answer, choice
from bingo.cli.board.game import puzzles_by_theme
from bingo.positions import read, reads
from bingo.positions.reading import as_document
from bingo.positions.shipped import shipped, unseen
from bingo.solver import PRESETS, deal as new_deal
from bingo.solver.game import PLAYER_NAMES, Position, Stage, legal_moves, text_mask
from bingo.solver.game.play import play
from tests.support.depth import by_depth
from tests.support.reading import A_MATCH, EXAMPLES, example, read_view

MATCH_TEXT = A_MATCH.read_text("utf-8")


def reply_to(**question: object) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(msgspec.json.encode(answer(json.dumps(question).encode())))
    return reply


def document(name: str) -> dict[str, Any]:
    return as_document(example(name))


SEVEN_TILES = "6-6 6-3 3-3 2-2 1-1 0-0 3-2"


@pytest.mark.parametrize(
    ("code", "wanted_count", "hand", "fields"),
    [
        ("no-trumps", None, "6-6 6-3", {}),
        ("no-hand", None, None, {"trump": 4}),
        ("few-tiles", 7, "6-6 6-3", {"turned": "4-1"}),
        ("few-tiles", 6, "", {"turned": "4-1", "led": "6-6"}),
        ("few-tiles", 6, "6-3 6-2 6-1 6-0 5-4", {"turned": "4-1", "led": "6-6"}),
        ("few-tiles", 2, "6-6 6-3", {"trump": 4, "opponent": {"hand": "5-5"}}),
        ("few-tricks", 12, "6-6 6-3", {"trump": 4}),
        ("few-tricks", 3, SEVEN_TILES[:19], {"turned": "4-1", "closed": {"by": "you", "points": 0, "tricks": 0}}),
        ("few-face-down", 13, SEVEN_TILES, {"turned": "4-1", "stock": "5-5"}),
        ("no-turned", None, SEVEN_TILES, {"trump": 4, "stock": "5-5", "opponent": {"tricks": 7}, "lead": "opponent"}),
        ("few-points", None, "6-6", {"trump": 4, "you": {"hand": "6-6", "tricks": 7}, "opponent": {"tricks": 6}}),
        ("", None, SEVEN_TILES, {"turned": "4-1", "opponent": {"points": 147}}),
    ],
)
def test_what_is_not_complete_yet_has_a_code(
    code: str, wanted_count: int | None, hand: str | None, fields: dict[str, Any]
) -> None:
    position = {"rules": "pagat", "lead": "you", "you": {"hand": hand}, "opponent": {}, **fields}
    reasons = reply_to(ask="analyze", position=position)["reasons"]
    assert (code, wanted_count) in [(reason.get("code", ""), reason.get("wanted")) for reason in reasons]


@pytest.mark.parametrize(
    "question",
    [
        b"",
        b"[]",
        b"null",
        b'{"ask":"what?"}',
        b'{"ask":"analyze"}',
        b'{"ask":"analyze","position":3}',
        b"\xff\xfe",
        b"{" * 9,
    ],
)
def test_what_is_no_question_is_refused_in_words(question: bytes) -> None:
    assert list(answer(question)) in (["error"], ["reasons"])


def test_what_follows_any_line_of_moves_can_be_asked() -> None:
    reply = reply_to(ask="follow", position=document("the-bingo-waits"), after=["you lead 6-2", "opponent play 6-6"])
    mover, _yours, theirs, branches = reply["tree"][0]
    assert mover == 1
    assert theirs == 57 + 28 + 8
    assert branches[0][0] == "claim"
    over = reply_to(ask="follow", position=document("the-bingo-waits"), after=["lead 6-2", "play 6-6", "claim"])
    assert over == {"error": "The deal is over."}
    assert "error" in reply_to(ask="follow", position=document("the-bingo-waits"), after=["lead 6-6"])


def test_files_are_read_and_written_as_the_program_does() -> None:
    source = EXAMPLES / "three-claims.yaml"
    reply = reply_to(ask="read", text=source.read_text("utf-8"))
    assert [entry["name"] for entry in reply["positions"]] == [position.name for position in read(source)]
    for entry, position in zip(reply["positions"], read(source), strict=True):
        assert list(reads(reply_to(ask="write", position=entry)["text"])) == [position]


def test_of_a_file_with_faults_the_rest_is_read_and_the_faults_are_told() -> None:
    valid = (EXAMPLES / "the-bingo-waits.yaml").read_text("utf-8")
    reply = reply_to(ask="read", text=f"trump: 9\n---\n{valid}")
    assert [entry["name"] for entry in reply["positions"]] == ["The Bingo waits"]
    assert "trump" in reply["refused"][0]
    assert "trump" in reply_to(ask="read", text="trump: 9")["error"]


def test_of_positions_and_deals_in_one_text_the_deals_are_refused() -> None:
    reply = reply_to(ask="read", text=f"{(EXAMPLES / 'first-lead.yaml').read_text('utf-8')}\n---\n{MATCH_TEXT}")
    assert len(reply["positions"]) == 1
    assert reply["refused"] == ["5 recorded deals left out, as these are positions."]


def test_a_key_that_stands_twice_in_a_position_is_refused() -> None:
    reasons = answer(b'{"ask":"analyze","position":{"trump":4,"lead":"you","lead":"opponent","you":{}}}')["reasons"][:1]
    assert reasons[0]["expected"] == "every key once"


def test_the_opponent_is_offered_to_claim_only_where_somebody_claims() -> None:
    text = "{rules: %s, turned: 4-1, lead: opponent, you: {hand: 6-6 6-3 3-3 2-2 1-1 0-0 3-2}, opponent: {won: %s}}"
    choices = [choice(read_view(text % (name, "5-1 5-0"))) for name in ("pagat", "hoyle-1868")]
    assert [(said or {}).get("claim") for said in choices] == [True, False]


def test_a_record_comes_as_a_picture_of_every_moment() -> None:
    deals = reply_to(ask="read", text=MATCH_TEXT)["deals"]
    for deal in deals:
        assert len(deal["frames"]) == len(deal["turns"]) + 1
        assert deal["frames"][0]["you"]["tricks"] == 0
        for frame in deal["frames"]:
            tiles_in_hand = frame["you"]["hand"] + frame["opponent"]["hand"]
            assert len(tiles_in_hand) == len(set(tiles_in_hand)) <= 14


ONE_SIDED_RECORD = """
lead: you
turned: 4-1
you: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0, drew: '5-4'}
play:
  - lead 5-0; play 5-1
"""


def test_a_position_is_written_as_it_is_after_moves_with_the_deal_that_begins_with_it() -> None:
    reply = reply_to(ask="write", position=document("the-bingo-waits"), after=["you lead 5-0", "opponent play 1-0"])
    assert reply["position"]["you"]["tricks"] == 5
    assert reply["record"] is None
    reply = reply_to(ask="write", position=document("first-lead"))
    assert reply["record"]["you"]["dealt"] == reply["position"]["you"]["hand"]
    assert len(reply["record"]["stock"].split()) == 13


def test_a_moment_is_what_the_player_to_move_could_know() -> None:
    deals = reply_to(ask="read", text=MATCH_TEXT)["deals"]
    reply = reply_to(ask="moment", text=MATCH_TEXT, deal=1, moment=10)
    read_view(json.dumps(reply["position"]))
    assert reply["record"]["play"]
    assert reply_to(ask="moment", text=ONE_SIDED_RECORD, deal=0, moment=0)["record"] is None  # it cannot be played on
    for deal, moment, field, range_words, found_number in (
        (len(deals), 0, "deal", "5 deals", 6), (0, 99, "moment", "7 turns", 100), (-1, 0, "deal", "5 deals", 0)
    ):  # fmt: skip
        reason = {"field": field, "expected": f"one of {range_words}", "found": str(found_number)}
        assert reply_to(ask="moment", text=MATCH_TEXT, deal=deal, moment=moment)["reasons"] == [reason]


def test_a_close_is_advised_as_the_command_does() -> None:
    item = reply_to(ask="close", position=document("close-for-three"))["item"]
    assert (item["kind"], item["title"], item["answer"]["advice"]) == ("close", "One point short", "close")


def test_a_deal_is_reviewed_as_the_command_does() -> None:
    item = reply_to(ask="review", text=MATCH_TEXT, deal=1, worlds=64)["item"]
    assert item["kind"] == "review"
    assert item["answer"]["result"] == 2
    assert "reasons" in reply_to(ask="review", text=MATCH_TEXT, deal=9)


def test_a_record_of_one_side_shows_the_other_tiles_from_the_back() -> None:
    [deal] = reply_to(ask="read", text=ONE_SIDED_RECORD)["deals"]
    first, second, last = deal["frames"]
    assert (first["opponent"]["hand"], first["opponent"]["hidden"]) == ([], 7)
    assert second["led"] == "5-0"
    assert first["stock"] is None
    assert len(last["you"]["hand"]) == 7


def test_a_puzzle_is_posed_without_its_solution_as_a_position_that_can_be_solved() -> None:
    positions = list(shipped())
    for number in range(0, len(positions), 40):
        puzzle = reply_to(ask="puzzle", number=number)
        expect = positions[number].expect
        assert "value" not in json.dumps(puzzle)
        answer = reply_to(ask="analyze", position=puzzle["position"])["item"]["answer"]
        assert answer["best"] == list(map(str, expect.best))
        solution = str(expect.best[0])
        assert reply_to(ask="try", number=number, move=solution)["right"]
        wrong_move = next(row["move"] for row in answer["moves"] if row["move"] not in answer["best"])
        assert not reply_to(ask="try", number=number, move=wrong_move)["right"]
    assert {reply_to(ask="puzzle", number=0, theme=theme)["number"] for theme in puzzles_by_theme()} == {0}
    assert "reasons" in reply_to(ask="puzzle", number=0, theme="no such")


def test_a_puzzle_with_hidden_tiles_is_dealt_against_a_wrong_move() -> None:
    close_puzzle = next(p for p in unseen() if p.expect and p.expect.best[0].close)
    solution = str(close_puzzle.expect.best[0])
    puzzle = reply_to(ask="puzzle", number=0, theme="close-unseen")
    assert solution in puzzle["moves"]
    assert puzzle["board"]["opponent"]["hidden"] > 0
    wrong_move = next(move for move in puzzle["moves"] if not move.startswith("close"))
    refutation = reply_to(ask="try", number=0, theme="close-unseen", move=wrong_move)
    assert not refutation["right"]
    assert "if the tiles lie like this. Here the right move" in refutation["words"]
    assert refutation["frames"][0]["opponent"]["hidden"] == 0
    assert refutation["turns"][0] == f"you {wrong_move}"
    assert len(refutation["frames"]) == len(refutation["turns"]) + 1
    assert reply_to(ask="try", number=0, theme="close-unseen", move=solution)["right"]
    assert solution in reply_to(ask="try", number=0, theme="close-unseen")["words"]
    assert "reasons" in reply_to(ask="try", number=0, theme="close-unseen", move="lead 9-9")


# --- stepping ----------------------------------------------------------------------------------------


def step(document: object, turns: list[str], position: Position, hand: int) -> dict[str, Any]:
    """What follows, if one draws what was drawn; ``hand`` is yours before the turns."""
    reply = reply_to(ask="step", position=document, turns=turns)
    drawn = text_mask(position.hands[0] & ~hand)
    if "tiles" in reply.get("choice", ()):
        assert drawn in reply["choice"]["tiles"]
        reply = reply_to(ask="step", position=document, turns=turns, drawn=drawn)
    return reply


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(by_depth(2, 10)))
def test_a_deal_is_stepped_through_from_one_side(preset: str, seed: int) -> None:
    rng, position = random.Random(seed), new_deal(preset, seed=seed)
    document, turns = as_document(position.seen_by(0)), list[str]()
    hand = position.hands[0]
    while not position.over:
        move = rng.choice([move for move in legal_moves(position) if not move.claim])
        waits = position.stage in (Stage.CLAIM, Stage.ANSWER)
        turns += [] if waits else [f"{PLAYER_NAMES[position.to_move]} {move}"]
        reached = play(position, move)
        position = reached.position
        if waits:
            continue
        reply = step(document, turns, position, hand)
        if "declare" in reply.get("choice", {}).get("words", "") and position.stage is not Stage.SHOW:
            turns.append("opponent wait")  # for all that one sees they might have declared
            reply = step(document, turns, position, hand)
        if position.over:
            assert reply["gain"] == reached.gain
        elif position.stage is Stage.SHOW:
            assert "declare" in reply["choice"]["words"]
        else:
            assert "position" in reply, (document, turns, reply)
            document, turns, hand = reply["position"], [], position.hands[0]
            known = read_view(reply_to(ask="write", position=document)["text"])
            assert choice(known) is not None
            assert known.hand == hand
            assert (known.tricks, known.points, known.declared) == (position.tricks, position.points, position.declared)
            assert known.known_held == position.shown & position.hands[1]
