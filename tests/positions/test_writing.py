"""Writing positions, and reading back what was written."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from bingo.positions import dumps, dumps_json, read, reads, write
from bingo.solver import Match, NotationError, Position, Stage
from bingo.solver.game import WAIT, double
from bingo.solver.game.play import play
from tests.support.reading import full_position
from tests.support.strategies import normalized, positions

CLOSED_DEAL = """\
name: A closed deal
rules: {preset: pagat, must_beat: false}
trump: 4
turned: 4-1
closed: {by: opponent, points: 0, tricks: 1}
lead: opponent
led: 6-3
you:
  hand: 6-6 6-2 5-4 5-2 4-3 1-0 0-0
  points: 0
  tricks: 1
opponent:
  hand: 4-0 3-2 3-1 3-0 2-1 2-0
  points: 10
  tricks: 1
match: {you: 5, opponent: 3}
expect: {value: -2, best: ['close, lead 4-4', play 5-4]}
"""
HIDDEN_HAND = """\
rules: pagat
trump: 4
turned: 4-1
lead: you
you:
  hand: 6-6 6-2 5-4 5-2 4-3 1-0 0-0
  won: 6-4 3-2
opponent:
  won: 5-0 5-1
"""


@given(positions())
def test_any_position_of_play_is_read_back_as_it_was_written(position: Position) -> None:
    for text in (dumps(position), dumps_json(position)):
        assert list(reads(text)) == [position]


@given(positions(), st.text(max_size=30))
def test_any_name_survives(position: Position, name: str) -> None:
    (reread,) = reads(dumps(replace(position, name=name)))
    assert reread.name == " ".join(name.split())


@pytest.mark.parametrize("text", [CLOSED_DEAL, HIDDEN_HAND], ids=["known", "hidden"])
def test_the_layout_is_the_one_of_the_manual_and_what_is_hidden_stays_so(text: str) -> None:
    (position,) = reads(text)
    assert dumps(position) == text
    assert dumps(*reads(dumps_json(position))) == text  # with all that is beside the game
    assert list(reads(dumps_json(position))) == [position]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  won: 6-4 3-2\n", "  forgotten: 1\n"),
        ("  won: 6-4 3-2\n", "  won: 6-4 ?\n  took: 3-2\n  tricks: 2\n"),
        ("  won: 5-0 5-1\n", "  won: 5-0 5-1\n  seen: 6-1 4-4\n"),
    ],
)
def test_what_is_partly_known_is_written_as_it_was_read(old: str, new: str) -> None:
    [position] = reads(HIDDEN_HAND.replace(old, new))
    assert list(reads(dumps(position))) == list(reads(dumps_json(position))) == [position]


@pytest.mark.parametrize("name", ["some.yaml", "some.jsonl", "some.ndjson", "some.json", "some.txt"])
def test_a_file_is_written_in_the_format_of_its_name(tmp_path: Path, name: str) -> None:
    known, hidden = *reads(CLOSED_DEAL), *reads(HIDDEN_HAND)
    write([known, hidden, known], tmp_path / name)
    assert list(read(tmp_path / name)) == [known, hidden, known]
    assert (tmp_path / name).read_bytes().startswith(b"{") == ("json" in name)


def test_an_open_stream_gets_yaml() -> None:
    stream = io.StringIO()
    write([*reads(CLOSED_DEAL), *reads(HIDDEN_HAND)], stream)
    assert stream.getvalue() == f"{CLOSED_DEAL}---\n{HIDDEN_HAND}"


def test_a_position_in_the_middle_of_a_turn_is_refused() -> None:
    yours, theirs = "{hand: 6-6, points: 80, tricks: 9}", "{hand: 5-5, points: 32, tricks: 4}"
    claiming = full_position(f"{{lead: you, trump: 4, you: {yours}, opponent: {theirs}}}")
    assert claiming.stage is Stage.CLAIM
    waited = play(claiming, WAIT).position
    with pytest.raises(NotationError, match="the middle of a turn"):
        dumps(waited)
    with pytest.raises(NotationError, match="the middle of a turn"):
        dumps_json(replace(normalized(claiming), stage=Stage.SHOW, won_with=double(1)))


@pytest.mark.parametrize("match", [Match(2, 1), None])
def test_a_hidden_position_is_written_with_the_score_that_it_has_now(match: Match | None) -> None:
    [view] = reads("{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}, match: {you: 5, opponent: 3}}")
    [again] = reads(dumps_json(replace(view, match=match, name="Another")))
    assert (again.match and again.match.score) == (match and match.score)
    assert again.name == "Another"
