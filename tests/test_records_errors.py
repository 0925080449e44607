"""A record that is against the rules is refused: every fault of the setup, the first one of the play, with its line."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bingo.positions import reads, reads_records
from bingo.solver import Move, Position, Record, Rules, Stage, Turn, play, replay
from bingo.solver.errors import BingoError, IllegalMove, ImpossiblePosition, NotationError, Reason
from bingo.solver.game.course import IllegalTurn
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import WAIT
from tests.deals import DEAL, ONE_SIDED, bent, line_of, random_moves
from tests.depth import by_depth
from tests.strategies import PRESETS


def faults(text: str) -> tuple[Reason, ...]:
    """What is wrong with a record."""
    with pytest.raises(BingoError) as caught:
        list(reads_records(text))
    assert isinstance(caught.value, (NotationError, ImpossiblePosition))
    return caught.value.reasons


# --- the play: one broken rule each ------------------------------------------------------------------

BROKEN = [
    # what is changed, into what, the trick, what was expected, what was found
    ("lead 5-0; play 5-1", "lead 5-1; play 5-0", 1, "you to lead one of 6-3", "lead 5-1, but the opponent holds 5-1"),
    ("lead 5-0; play 5-1", "opponent lead 5-1; play 5-0", 1, "you, who leads first", "opponent lead 5-1"),
    ("lead 5-0; play 5-1", "lead 6-6; play 5-1", 1, "you to lead", "6-6 is not in the hand"),
    (
        "lead 5-0; play 5-1",
        "close, lead 5-0; play 5-1",
        1,
        "you to lead",
        "a player can close only after winning a trick",
    ),
    ("lead 5-0; play 5-1", "lead 5-0; lead 5-1", 1, "opponent to play one of 5-1", "a tile has been led"),
    ("lead 5-0; play 5-1", "play 5-0; play 5-1", 1, "you to lead", "nothing has been led yet"),
    ("lead 5-0; play 5-1", "lead 5-0; you play 5-1", 1, "opponent, to reply to 5-0", "you play 5-1"),
    ("lead 5-0; play 5-1", "lead 5-0", 1, "opponent to play one of 5-1", "lead 6-1"),
    ("lead 5-0; play 5-1", "lead 5-0; claim", 1, "opponent to play one of 5-1", "claim, but a tile has been led"),
    ("lead 5-0; play 5-1", "wait", 1, "you to lead", "wait"),
    ("lead 6-1; play 4-4", "lead 5-0; play 4-4", 2, "you to lead one of 6-3 6-1", "5-0 was played before"),
    ("lead 6-1; play 4-4", "lead 6-1; play 5-1", 2, "opponent to play one of 4-4", "5-1 was played before"),
    ("lead 6-1; play 4-4", "lead 6-1; play 4-2", 2, "opponent to play one of 4-4", "4-2 is not in the hand"),
    ("declare 2-2 1-1, lead 2-2", "you lead 6-3", 3, "opponent, who won the last trick, to lead", "you lead 6-3"),
    ("declare 2-2 1-1, lead 2-2", "lead 6-3", 3, "opponent to lead one of 4-2 3-3", "you hold 6-3"),
    ("declare 2-2 1-1, lead 2-2", "declare 2-2, lead 2-2", 3, "opponent to lead", "a single double cannot be declared"),
    (
        "declare 2-2 1-1, lead 2-2",
        "declare 2-2 1-1, lead 3-3",
        3,
        "opponent to lead",
        "one of the declared doubles must",
    ),
    ("declare 2-2 1-1, lead 2-2", "declare 2-2 3-2, lead 2-2", 3, "opponent to lead", "only doubles can be declared"),
    ("declare 2-2 1-1, lead 2-2", "declare 2-2 4-4, lead 2-2", 3, "opponent to lead", "4-4 was played before"),
    ("declare 2-2 1-1, lead 2-2", "declare 2-2 1-1", 3, "opponent to lead", "one of the declared doubles must"),
    ("close, lead 5-5; play 6-5", "close, lead 5-5; play 3-1", 4, "opponent to play 6-5 to 5-5", "other tiles must be"),
    ("close, lead 5-5; play 6-5", "close, lead 3-0; play 3-2", 4, "opponent to play 4-2 to 3-0", "other tiles must be"),
    ("close, lead 5-5; play 6-5", "close, claim", 4, "you to lead", "close, claim"),
    ("lead 5-4; play 4-2", "close, lead 5-4; play 4-2", 5, "you to lead", "only an open boneyard can be closed"),
    ("lead 4-3; play 1-1", "declare 6-6 1-1, lead 6-6; play 1-1", 6, "you to lead", "the opponent holds 1-1"),
    ("  - claim", "  - claim\n  - lead 3-0; play 2-1", 7, "no turn, as the deal is over: you claimed", "lead 3-0"),
    ("  - claim", "  - claim\n  - claim", 7, "no turn, as the deal is over: you claimed", "claim"),
]


@pytest.mark.parametrize(("old", "new", "trick", "expected", "found"), BROKEN, ids=[new for _, new, *_ in BROKEN])
def test_a_turn_against_the_rules_is_refused_with_trick_and_line(
    old: str, new: str, trick: int, expected: str, found: str
) -> None:
    text = bent(DEAL, (old, new))
    [reason] = faults(text)
    at = new.splitlines()[-1].strip() if "\n" in new else "- lead 6-1" if new == "lead 5-0" else new
    assert reason.field == f"play, trick {trick}"
    assert text.splitlines()[(reason.line or 0) - 1].strip().removeprefix("- ").startswith(at.removeprefix("- "))
    assert expected in reason.expected
    assert found in reason.found


def test_a_declared_double_is_not_declared_again() -> None:
    """Section 4: the opponent gets the lead once more and declares the 1-1 a second time."""
    text = bent(DEAL[: DEAL.index("  - close")] + "  - lead 5-5; play 4-2\n  - declare 3-3 1-1, lead 3-3; play 6-3\n")
    [reason] = faults(text)
    assert (reason.field, reason.line) == ("play, trick 5", line_of(text, "declare 3-3"))
    assert "1-1 was declared before" in reason.found


def test_a_reply_must_beat_if_it_can() -> None:
    """Section 3, phase two; by rules without that duty the same play is right."""
    beaten = bent(
        DEAL[: DEAL.index("  - declare")],
        ("3-3 4-2 6-6", "3-3 6-6 4-2"),
        ("lead 6-1; play 4-4", "lead 6-1; play 3-1\n  - close, lead 5-4; play 4-2"),
    )
    [reason] = faults(beaten)
    assert (reason.field, reason.expected) == (
        "play, trick 3",
        "the opponent to play 4-4 to 5-4, as the reply in phase two must",
    )
    assert len(list(reads_records(f"rules: {{preset: pagat, must_beat: false}}\n{beaten}"))) == 1


@pytest.mark.parametrize("preset", ["hoyle-1868", "hoyle-modern", "domino-play", "berndt"])
def test_where_the_rules_know_no_claim_none_is_read(preset: str) -> None:
    """Section 9: 70 card points score by themselves, or are no target."""
    text = f"rules: {preset}\ntrump: 4\n" + DEAL[: DEAL.index("  - lead 6-1")] + "  - claim\n"
    [reason] = faults(text)
    assert reason.field == "play, trick 2"
    assert reason.found == "a claim, which these rules do not know"


def test_reaching_seventy_ends_the_deal_by_itself_where_the_rules_say_so() -> None:
    """Section 9, hoyle-1868: the claim comes after the end."""
    [reason] = faults(f"rules: hoyle-1868\n{DEAL}")
    assert (reason.field, reason.line) == ("play, trick 7", 1 + line_of(DEAL, "- claim"))
    assert reason.expected == "no turn, as the deal is over: 70 card points were reached"


def test_the_winner_of_a_trick_declares_with_the_double_that_won() -> None:
    """Section 9, domino-play."""
    head = "rules: domino-play\n" + bent(
        DEAL[: DEAL.index("  - lead 6-1")], ("lead 5-0; play 5-1", "lead 5-5; play 5-1")
    )
    [reason] = faults(f"{head}  - declare 0-0, lead 0-0; play 4-4\n")
    assert (reason.field, reason.line) == ("play, trick 2", 12)
    assert "under these rules only the winner of a trick may declare" in reason.found
    [reason] = faults(head.rstrip() + "; declare 5-5 5-0\n")
    assert (reason.field, reason.line) == ("play, trick 1", 11)
    assert "you to declare 5-5, which won the trick" in reason.expected
    assert "5-0 cannot be declared from this hand" in reason.found
    [record] = reads_records(head.rstrip() + "; declare 5-5 0-0\n")
    assert str(record.turns[-1].move) == "declare 5-5 0-0"


@settings(max_examples=by_depth(60, 150))
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1))
def test_a_changed_turn_is_refused_exactly_where_the_game_refuses_it(rules: Rules, seed: int) -> None:
    """Some turn of a deal is replaced by one of another deal, or two change places."""
    start, rng = deal(rules, seed), random.Random(seed)
    record = Record.of(start, [move for _, move in random_moves(start, seed) if not move.claim])
    moves = [turn.move for turn in record.turns]
    other = deal(rules, seed + 1)
    strange = [move for _, move in random_moves(other, seed) if move != WAIT and not move.claim]
    at, there = rng.randrange(len(moves)), rng.randrange(len(moves))
    if rng.random() < 0.5:
        moves[at], moves[there] = moves[there], moves[at]
    else:
        moves[at] = rng.choice(strange)
    changed = replace(record, turns=tuple(Turn(None, move) for move in moves), result=None)
    try:
        replay(changed)
        refused = None
    except IllegalTurn as error:
        refused = error.number
    assert refused == _refused_by_the_game(start, moves)


def _refused_by_the_game(position: Position, moves: list[Move]) -> int | None:
    """The number of the first move that is illegal, nobody claiming; None if all can be made."""
    for number, move in enumerate(moves):
        if position.stage is Stage.SHOW and move != Move(declare=move.declare):
            position = play(position, WAIT).position
        while position.stage in (Stage.CLAIM, Stage.ANSWER):
            position = play(position, WAIT).position
        try:
            position = play(position, move).position
        except IllegalMove:
            return number
    return None


# --- the play: what cannot be read -------------------------------------------------------------------


def test_all_turns_that_cannot_be_read_are_listed_at_once() -> None:
    text = bent(
        DEAL,
        ("lead 5-0; play 5-1", "lead 5-9; play 5-1"),
        ("lead 6-1; play 4-4", "lead 6-1, play 4-4"),
        ("lead 5-4; play 4-2", "led 5-4; play 4-2;"),
        ("lead 4-3; play 1-1", "lead 4-3, lead 4-4; play 1-1"),
    )
    found = [(reason.field, reason.line, reason.expected.partition(",")[0]) for reason in faults(text)]
    assert found == [
        ("play, trick 1", 10, "a tile such as 6-4 (two digits 0 to 6)"),
        ("play, trick 2", 11, "a semicolon between the leader's turn and the reply"),
        ("play, trick 5", 14, "close"),
        ("play, trick 5", 14, "a turn: lead TILE"),
        ("play, trick 6", 15, "every part of a move once"),
    ]


# --- the setup ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ([("6-3 6-1 5-5", "6-3 6-1")], [("you.dealt", 6, "seven tiles", "6")]),
        (
            [("5-1 4-4 3-2", "6-3 4-4 3-2")],
            [("opponent.dealt", 7, "every tile in one place only", "6-3, also in you.dealt")],
        ),
        ([(" 2-0\nplay", "\nplay")], [("stock", 8, "13 face-down tiles", "12")]),
        (
            [("0-0}\nopp", "0-0, drew: 5-4}\nopp")],
            [
                ("stock", 8, "every tile in one place only", "5-4, also in you.drew"),
                ("you.drew", 6, "nothing beside stock", "tiles"),
            ],
        ),
        ([("turned: 4-1\n", "turned: 4-1\ntrump: 1\n")], [("trump", 6, "4, the higher end of the turned tile", "1")]),
        ([("turned: 4-1\n", "")], [("turned", None, "a tile such as 6-4", "nothing")]),
        ([("lead: you\n", "")], [("lead", None, "you or opponent", "nothing")]),
        ([("lead: you\n", "lead: me\n")], [("lead", 4, "you or opponent", "me")]),
        ([("stock:", "stok:")], [("stok", 8, "a known key, perhaps stock", "stok")]),
        ([("{dealt: 6-3", "{hand: 6-3")], [("you.hand", 6, "one of the keys dealt, drew", "hand")]),
        (
            [("result: {you: 1}", "result: {you: 2}")],
            [("result", 18, "you: 1, opponent: 0, which the play brings", "you: 2")],
        ),
        ([("  - claim\n", "")], [("result", 17, "no result, as the deal is not over after 7 tricks", "you: 1")]),
        (
            [("match: {you: 2, opponent: 4}", "match: {you: 7, opponent: 4}")],
            [("match", 2, "game points 0 to 6", "7 and 4")],
        ),
        (
            [("stock: 5-4 3-3 4-2 6-6 4-3 6-5 6-2 6-0 5-3 5-2 6-4 4-0 2-0\n", "")],
            [
                ("you.drew", 6, "the 3 tiles that you drew, or the stock", "nothing"),
                ("opponent.drew", 7, "the 3 tiles that the opponent drew, or the stock", "nothing"),
            ],
        ),
        (
            [("play:\n", "play: lead 5-0\nplai:\n")],
            [("play", 9, "a list of tricks", "lead 5-0"), ("plai", 10, "a known key, perhaps play", "plai")],
        ),
        ([("lead: you\n", "lead: you\ncarried: {you: 3}\n")], [("carried", 5, "no carried points", "(3, 0)")]),
    ],
    ids=lambda value: str(value[0]) if isinstance(value, list) else None,
)
def test_a_fault_of_the_setup_is_told_with_field_and_line(
    changes: list[tuple[str, str]], expected: list[tuple[str, int | None, str, str]]
) -> None:
    found = faults(bent(DEAL, *changes))
    assert len(found) == len(expected), found
    for reason, (field, line, wanted, there) in zip(found, expected, strict=True):
        assert reason.field == field
        assert line in (None, reason.line)
        assert wanted in reason.expected
        assert there in reason.found


def test_every_fault_of_the_setup_and_the_first_of_the_play_are_told_together() -> None:
    wrong = bent(DEAL, ("match: {you: 2", "match: {you: 9"), ("lead 6-1; play 4-4", "lead 6-1; play 5-1"))
    assert [reason.field for reason in faults(wrong)] == ["match", "play, trick 2"]
    wrong = bent(DEAL, ("6-3 6-1 5-5", "6-3 6-1"), (" 2-0\nplay", "\nplay"), ("turned: 4-1", "turned: 4-1\ntrump: 2"))
    assert [reason.field for reason in faults(wrong)] == ["trump", "you.dealt", "stock"]


def test_what_was_drawn_may_be_left_out_as_long_as_nobody_has_seen_it() -> None:
    """Without the stock; what was drawn after the last trick is not yet in a hand that plays."""
    text = bent(DEAL, (DEAL[DEAL.index("stock") : DEAL.index("play:")], ""))
    for end in ("; play 5-1", "\n  - lead 6-1"):
        assert len(list(reads_records(text[: text.index(end)]))) == 1
    for end in ("; play 4-4", "\n  - declare"):
        assert [reason.field for reason in faults(text[: text.index(end)])] == ["you.drew", "opponent.drew"]


def test_a_player_who_may_choose_trumps_says_which() -> None:
    """Section 9, berndt."""
    start = "rules: berndt\n" + DEAL[: DEAL.index("play:")]
    [reason] = faults(start)
    assert reason.field == "trump"
    assert "either end of which may be trumps" in reason.found
    [record] = reads_records(f"trump: 1\n{start}")
    assert record.trump == 1


def test_what_is_no_number_of_a_result_is_told() -> None:
    assert [(reason.field, reason.found) for reason in faults(bent(DEAL, ("{you: 1}", "{you: many}")))] == [
        ("result.you", "'many'")
    ]


def test_a_record_is_no_position_and_the_other_way_round() -> None:
    with pytest.raises(NotationError, match=r"--at 9, .* read_records .*found the record of a deal"):
        list(reads(DEAL))
    with pytest.raises(
        NotationError, match="expected the record of a deal, with the keys dealt and play; found a position"
    ):
        list(reads_records("{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7}}"))


# --- one side alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "found"),
    [
        ([("play 5-1", "play 6-3")], "play, trick 1", "you hold 6-3"),
        ([("play 5-1", "play 5-4")], "play, trick 1", "you drew 5-4 later"),
        ([("play 5-1", "play 4-1")], "play, trick 1", "4-1 is turned up"),
        ([("play 4-4", "play 5-1")], "play, trick 2", "5-1 was played before"),
        ([("play 4-4", "play 6-1")], "play, trick 2", "6-1 is on the table"),
        (
            [("play 4-2", "play 2-1"), ("play 1-1", "play 4-2")],
            "play, trick 6",
            "4-2 would have had to be played to 5-4 in trick 5",
        ),
        ([("play 6-5", "play 3-1")], "play, trick 5", "4-2 would have had to be played to 5-5 in trick 4"),
        ([("play 1-1", "play 0-0")], "play, trick 6", "0-0 was played before"),
        ([("lead 6-6; play 3-3", "lead 6-2; play 3-3")], "play, trick 7", "6-2 is not in the hand"),
        ([("6-6 4-3}", "6-6}")], "you.drew", "2"),
        ([("6-6 4-3}", "6-6 4-3 2-0}")], "you.drew", "4"),
        ([(", drew: 5-4 6-6 4-3", "")], "you.drew", "nothing"),
    ],
    ids=lambda value: str(value[0][1]) if isinstance(value, list) else None,
)
def test_the_play_of_a_hidden_hand_is_held_against_all_that_is_known(
    changes: list[tuple[str, str]], field: str, found: str
) -> None:
    reason = faults(bent(ONE_SIDED, *changes))[0]
    assert reason.field == field
    assert found in reason.found
