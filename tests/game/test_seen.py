"""Tiles that were seen in the opponent's hand though not declared: whatever is asked knows that they lie there."""

import pytest

from bingo.positions import dumps, dumps_json, reads
from bingo.solver import ImpossiblePosition, InformationSet, Position, Settings, analyze, can_claim, close
from bingo.solver.analysis.worlds import count_hands, draw, hands, known
from bingo.solver.game.tiles import Tile, mask
from bingo.solver.proof.lines import prove_line
from tests.cli.test_main import run

CLOSED = """\
rules: pagat
turned: 5-1
closed: {by: you, points: 17, tricks: 1}
lead: you
you: {hand: 5-4 5-0 6-6 6-3 6-2 4-2, won: '5-5 5-2, 4-1 1-1, 0-0 3-2'}
opponent: {won: 6-5 3-3, seen: 6-4 4-4}
"""
OPEN = (
    CLOSED.replace("closed: {by: you, points: 17, tricks: 1}\n", "")
    .replace("hand: ", "hand: 0-0 ")
    .replace(", 0-0 3-2", "")
)
LAST = """\
trump: 4
lead: you
you: {hand: 6-4 2-1, points: 60, tricks: 5}
opponent: {points: 50, tricks: 7, seen: %s}
"""


def view(text: str) -> InformationSet:
    [position] = reads(text)
    assert isinstance(position, InformationSet)
    return position


@pytest.mark.parametrize("text", [OPEN, CLOSED], ids=["open", "closed"])
def test_the_hands_that_fit_are_those_with_the_tiles_seen(text: str) -> None:
    seen, unseen = view(text), view(text.replace(", seen: 6-4 4-4", ""))
    both = mask((Tile("6-4"), Tile("4-4")))
    assert list(hands(seen)) == [hand for hand in hands(unseen) if int(hand) & both == both]
    assert count_hands(seen) == len(hands(seen)) < count_hands(unseen)
    assert all(int(hand) & both == both for hand in draw(known(seen), 20).hands)
    assert both & seen.example_position().hands[1] == both
    assert not seen.shown, "to see a double is not to have it declared"


@pytest.mark.parametrize("text", [OPEN, CLOSED], ids=["open", "closed"])
def test_files_have_what_was_seen(text: str) -> None:
    assert list(reads(dumps(view(text)))) == list(reads(dumps_json(view(text)))) == [view(text)]


def test_what_was_seen_makes_a_position_exact() -> None:
    """Of several hands that fit one is left."""
    assert count_hands(view(LAST % "0-0")) > 1
    whole = LAST.replace("seen: %s", "hand: 0-0 1-0")
    assert analyze(view(LAST % "0-0 1-0")).value == analyze(next(iter(reads(whole)))).value


def test_closing_and_proofs_know_it() -> None:
    seen, unseen = view(OPEN), view(OPEN.replace(", seen: 6-4 4-4", ""))
    settings = Settings(effort=64)
    assert close(seen, settings).as_dict()["hands"] == count_hands(seen)
    assert can_claim(seen).as_dict()["verdict"] == can_claim(unseen).as_dict()["verdict"]
    line = "5-4"
    known_to_fall, may_fall = (prove_line(view(text), line, 0) for text in (CLOSED, CLOSED.replace("6-4 4-4", "''")))
    assert known_to_fall.as_dict() != may_fall.as_dict()


def test_every_command_reads_it() -> None:
    for words in (("show",), ("analyze", "--worlds", "16"), ("close", "--quick"), ("claim",)):
        result = run(*words, "-", text=OPEN)
        assert result.exit_code == 0, result.output
        assert "6│4" in result.output or "6|4" in result.output


@pytest.mark.parametrize(
    ("seen", "reason"),
    [
        ("seen: 5-4", "5-4 is in you.hand and in opponent.seen"),
        ("hand: 6-1 3-1 1-0 2-2 2-1 2-0 4-4, seen: 6-4", "expected tiles of that hand, which is written; found 6-4"),
        ("seen: 6-1 4-4 3-1 2-2 2-1 2-0 1-0 4-3", "at most 7 tiles with the doubles shown, as many as the hand has"),
    ],
)
def test_what_cannot_have_been_seen_is_refused(seen: str, reason: str) -> None:
    with pytest.raises(ImpossiblePosition, match=reason) as refused:
        list(reads(OPEN.replace("seen: 6-4 4-4", seen)))
    assert refused.value.reasons[0].field == "opponent.seen"


def test_a_known_hand_may_be_said_to_have_been_seen() -> None:
    text = OPEN.replace("lead: you", "lead: you\nstock: 6-4 6-0 4-3 4-0 3-0 3-2 1-0")
    [position] = reads(text.replace("seen: 6-4", "hand: 6-1 3-1 5-3 2-2 2-1 2-0 4-4, seen:"))
    assert isinstance(position, Position)
