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
from tests.deals import DEAL, bent, line_of, random_moves
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


# --- the setup ---------------------------------------------------------------------------------------


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


def test_a_record_is_no_position_and_the_other_way_round() -> None:
    with pytest.raises(NotationError, match=r"--at 9, .* read_records .*found the record of a deal"):
        list(reads(DEAL))
    with pytest.raises(
        NotationError, match="expected the record of a deal, with the keys dealt and play; found a position"
    ):
        list(reads_records("{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7}}"))


# --- one side alone ----------------------------------------------------------------------------------
