"""Reading positions: every promise about files, and the score of a match (RULES.md section 8)."""

import io
import json
import os
import sys
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bingo.positions import dumps, dumps_json, lines, read, reads
from bingo.positions.entries import MAX_BYTES
from bingo.positions.reading import MIN_QUICK_LINES
from bingo.solver import BingoError, IllegalMove, ImpossiblePosition, Match, NotationError, Reason, Setup, check, replay
from bingo.solver.engine.kernel import RowSolver
from bingo.solver.game import OPPONENT, WAIT, YOU, Position, deal
from bingo.solver.game.play import play
from tests.oracles.random_play import random_deal
from tests.support.depth import few, thorough
from tests.support.reading import full_position, position_in

YAML = """\
name: The last two
trump: 4
lead: you
you:
  hand: 6-6 5-4
  points: 60
  tricks: 7
opponent:
  hand: 6-5 3-2
  points: 53
  tricks: 5
"""
JSON = (
    '{"name":"The last two","trump":4,"lead":"you","you":{"hand":"6-6 5-4","points":60,"tricks":7},'
    '"opponent":{"hand":"6-5 3-2","points":53,"tricks":5}}'
)


def reasons(text: str) -> tuple[Reason, ...]:
    with pytest.raises(BingoError) as caught:
        list(reads(text))
    error = caught.value
    assert isinstance(error, (NotationError, ImpossiblePosition))
    return error.reasons


def faults(text: str) -> dict[str, int | None]:
    return {reason.field: reason.line for reason in reasons(text)}


# --- files -------------------------------------------------------------------------------------------


def test_a_file_may_hold_several_documents(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(f"%YAML 1.2\n---\n# first\n{YAML}...\n---\n---\n# nothing\n--- # third\n{YAML}\n---\n")
    assert list(read(path)) == list(read(str(path))) == [position_in(YAML)] * 2


def test_a_file_may_hold_a_position_on_each_line(tmp_path: Path) -> None:
    for name in ("some.jsonl", "some.ndjson", "some.json", "SOME.JSONL", "some.txt"):
        path = tmp_path / name
        path.write_text(f"{JSON}\n\n{JSON}\r\n{JSON}")
        assert list(read(path)) == [position_in(YAML)] * 3


def test_many_lines_are_read_as_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where there are more rules than the quick way keeps in mind, and some that are none."""
    monkeypatch.setattr(lines, "row_solver", lru_cache(maxsize=4)(RowSolver))
    valid = ["", '"rules":"engel",', *(f'"rules":"pagat, low={n}",' for n in range(5))]
    wrong = ['"rules":"nonsense",', '"rules":{"preset":5},', "}"]
    text = [JSON.replace("{", "{" + rules, 1) for rules in (*[""] * MIN_QUICK_LINES, *valid, *wrong, *valid[:2])]
    refused: list[BingoError] = []
    positions = list(reads("\n".join(text), on_error=refused.append))
    assert positions == [
        position_in(line) for line in text if not any(rules_key in line for rules_key in ("nonsense", "preset", "{}"))
    ]
    first = MIN_QUICK_LINES + len(valid) + 1
    assert [int(str(error).partition("position ")[2][:2]) for error in refused] == [first, first + 1, first + 2]


def test_json_may_stand_on_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "some.json"
    path.write_text(json.dumps(json.loads(JSON), indent=2))
    assert list(read(path)) == [position_in(YAML)]
    assert position_in("{trump: 4, lead: you, you: {hand: 6-6 5-4, points: 60, tricks: 7},\n"
                " opponent: {hand: 6-5 3-2, points: 53, tricks: 5}}") == position_in(YAML)  # fmt: skip


@pytest.mark.parametrize("text", [YAML, f"\n{JSON}\n", "\ufeff" + YAML, "\ufeff" + JSON, YAML.replace("\n", "\r\n")])
def test_standard_input_is_looked_at(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert list(read("-")) == [position_in(YAML)]


def test_reading_is_lazy(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{JSON}\nbroken\n")
    stream = read(path)
    assert next(stream) == position_in(YAML)
    with pytest.raises(NotationError):
        next(stream)


def test_a_broken_entry_does_not_spoil_the_others(tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(f"{YAML}---\nyou: [\n---\n{YAML.replace('6-5', '6-6')}---\n{YAML}")
    errors: list[NotationError | ImpossiblePosition] = []
    assert list(read(path, on_error=errors.append)) == [position_in(YAML)] * 2
    assert [type(error) for error in errors] == [NotationError, ImpossiblePosition]
    assert [error.where for error in errors] == [f"{path}, position 2", f"{path}, position 3 'The last two'"]


@pytest.mark.parametrize(
    ("content", "expected", "found"),
    [
        (b"", "at least one position", "none"),
        (b"# only a comment\n---\n\n", "at least one position", "none"),
        (YAML.encode("utf-16"), "UTF-8", "UTF-16"),
        (YAML.encode("utf-16-le"), "UTF-8", "0x00"),
        (YAML.encode().replace(b"last", b"l\xe4st"), "UTF-8", "0xe4"),
        (YAML.encode().replace(b"last", b"l\x00st"), "UTF-8", "0x00"),
        ("\N{LINE SEPARATOR}".encode(), "a mapping", "null"),
        (b"name: " + b"x" * MAX_BYTES, "64 KiB", "more"),
        (YAML.encode() * 1000, "64 KiB", "more"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_words(tmp_path: Path, content: bytes, expected: str, found: str) -> None:
    path = tmp_path / "some.yaml"
    path.write_bytes(content)
    with pytest.raises(NotationError) as caught:
        list(read(path))
    assert expected in caught.value.reasons[0].expected
    assert found in caught.value.reasons[0].found
    assert str(path) in str(caught.value)
    of_all = (caught.value.where, caught.value.reasons[0].line) == (str(path), None)
    assert of_all == (found in ("none", "UTF-16"))  # else it is said of a position of the file


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    places: dict[Path | str, str] = {
        tmp_path: "a folder", tmp_path / "missing.yaml": "There is no file", "a\0b": "embedded null", "": "a folder",
    }  # fmt: skip
    for path, words in places.items():
        errors: list[Any] = []
        assert list(read(path, on_error=errors.append)) == []
        (error,) = errors
        assert isinstance(error, NotationError)
        assert words in str(error)
    with pytest.raises(NotationError, match="There is no position in "):
        list(read(os.devnull))  # neither a file nor a folder


def test_a_line_that_is_too_long_does_not_stop_the_file(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{JSON}\n" + '{"name": "' + "x" * 10_000_000 + f'"}}\n{JSON}\n')
    errors: list[NotationError | ImpossiblePosition] = []
    assert len(list(read(path, on_error=errors.append))) == 2
    assert [reason.line for error in errors for reason in error.reasons] == [2]


def test_the_schema_is_taken_apart_once_and_not_for_every_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes eight times as long as reading a position does."""
    taken_apart: list[object] = []
    fields = msgspec.structs.fields

    def counted(kind: type[msgspec.Struct]) -> object:
        taken_apart.append(kind)
        return fields(kind)

    monkeypatch.setattr(msgspec.structs, "fields", counted)
    assert len(list(reads("---\n".join([YAML] * 50)))) == 50
    assert len(taken_apart) <= len(set(taken_apart))


@pytest.mark.parametrize("tail", ["#", "trump: 9\n", "---\n"])
def test_a_position_may_be_as_long_as_the_limit_and_no_byte_longer(tail: str) -> None:
    """Also as the last of two, and where a line begins just there: nothing is cut off without a word."""
    full = YAML + "#" * (MAX_BYTES - len(YAML) - len("---\n") - 1) + "\n"
    for head in ("", YAML):
        text = f"{head}---\n{full}"
        assert [position.name for position in reads(text)][-1] == "The last two"
        if tail == "---\n":
            assert len(list(reads(text + tail + YAML))) == text.count("name") + 1
            continue
        refused: list[BingoError] = []
        assert len(list(reads(text + tail, on_error=refused.append))) == bool(head)
        assert "at most 64 KiB" in str(refused)


# --- the score of a match: read, checked, kept up to date ------------------------------------------

MATCH_SCORE = "{you: 5, opponent: 3, first: opponent, scored: {you: 1}}"
LAST_TRICK = f"""\
trump: 4
lead: you
match: {MATCH_SCORE}
you: {{hand: 6-1, points: 65, tricks: 7}}
opponent: {{hand: 6-5, points: 69, tricks: 6}}
"""


def test_a_score_is_read_and_written_with_all_it_says() -> None:
    position = full_position(LAST_TRICK)
    assert position.match == Match(5, 3, first=OPPONENT, scored=(1, 0))
    for text in (dumps(position), dumps_json(position)):
        [again] = reads(text)
        assert again.match == position.match
    assert position.swapped().match == Match(3, 5, first=YOU, scored=(0, 1))
    assert position.match.plus(1) == Match(6, 3, first=OPPONENT, scored=(2, 0))
    assert position.match.plus(-2) == Match(5, 5, first=OPPONENT, scored=(1, 2))


def test_before_the_first_trick_nothing_is_scored_and_who_leads_is_who_led_first() -> None:
    setup = replace(Setup.of(deal(seed=1)), leader=YOU)
    wrong_score = Match(3, 1, first=OPPONENT, scored=(1, 0))
    with pytest.raises(ImpossiblePosition) as error:
        check(replace(setup, match=wrong_score))
    assert [reason.field for reason in error.value.reasons] == ["match.scored", "match.first"]
    assert isinstance(check(replace(setup, match=Match(3, 1, first=YOU))), Position)


def test_a_capture_played_move_by_move_counts_in_the_score() -> None:
    position = full_position(
        "{trump: 4, lead: opponent, led: 4-4, match: {you: 2, opponent: 3},"
        " you: {hand: 0-0 1-0, points: 50, tricks: 6}, opponent: {hand: 6-5, points: 42, tricks: 6}}"
    )
    gain, after, over, _ = play(position, "play 0-0")
    assert (gain, over) == (1, False)
    assert after.match == Match(3, 3, scored=(1, 0))
    _, after, over, _ = play(replace(position, match=Match(6, 3)), "play 0-0")
    assert (over, after.over) == (True, True)


@thorough
def test_a_match_ends_in_the_middle_of_a_deal_where_seventy_score_by_themselves() -> None:
    """``domino-play``: play goes on after 70 card points, but not once they have brought 7 game points."""
    ended = 0
    for seed in range(200):
        record = random_deal("domino-play", seed)
        quiet = [m.turn for m in replay(record).moments if not any(m.score) and m.turn and m.turn.move != WAIT]
        if len(quiet) == len(record.turns):
            continue
        shortened = replace(record, match=Match(6, 6), turns=record.turns[: len(quiet)], result=None)
        end = replay(shortened).end
        assert end.position.over
        assert 0 in end.score
        with pytest.raises(IllegalMove, match="won the match"):
            replay(replace(record, match=Match(6, 6)))
        ended += 1
    assert ended > 10


@pytest.mark.parametrize("rules", few(["pagat", "domino-play", "hoyle-1868", "engel"], "pagat", "engel"))
def test_whatever_a_deal_has_brought_in_play_is_accepted(rules: str) -> None:
    tested_count = 0
    for seed in range(60):
        record = random_deal(rules, seed, match=Match(0, 0))
        for moment in replay(record).moments:
            if moment.position.stage.name not in ("LEAD", "REPLY") or moment.score == (0, 0):
                continue
            tested_count += 1
            score = Match(*moment.score, first=record.leader, scored=moment.score)
            for player, seen in ((YOU, score), (OPPONENT, score.swapped())):
                position = moment.with_all_hands(player)
                [again] = reads(dumps(position))
                assert again.match == position.match == seen
    assert tested_count > 5
