"""`bingo show`: what is drawn, also of positions with hidden tiles."""

from __future__ import annotations

import json

import pytest

from tests.test_cli_main import CLOSE_NOW, HIDDEN, IMPOSSIBLE, LAST_TILE, run

CLOSED = """
trump: 6
lead: opponent
closed: {by: you, points: 0, tricks: 0}
you: {hand: 6-3 0-0 5-2 5-0 2-1 2-0, points: 10, tricks: 1}
opponent: {hand: 5-4 5-3 4-4 4-3 4-2 3-1, points: 8, tricks: 1}
match: {you: 5, opponent: 3}
"""


def _show(text: str, width: int = 80) -> str:
    result = run("show", "-", text=text, width=width)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_draws_both_hands_with_what_they_count() -> None:
    assert """\
Opponent: 11 card points, 1 trick
  ┌─┬─┐ ┌─┬─┐ ┌─┬─┐ ┌─┬─┐ ┌─┬─┐ ┌─┬─┐ ┌─┬─┐
  │4│4│ │5│1│ │3│2│ │3│1│ │2│2│ │2│1│ │1│1│
  └─┴─┘ └─┴─┘ └─┴─┘ └─┴─┘ └─┴─┘ └─┴─┘ └─┴─┘
   *28                      4           2

Nothing on the table: you are to lead
""" in _show(CLOSE_NOW)


def test_says_how_the_boneyard_stands() -> None:
    assert "boneyard open: 3 tiles face down, turned up [4|1], drawn last\ndrawn next: [5|4] [3|3] [4|2]\n" in _show(
        CLOSE_NOW
    )
    assert "boneyard exhausted\n" in _show(LAST_TILE)
    closed = _show(CLOSED)
    assert "boneyard closed by you, when the opponent had 0 card points and 0 tricks\n" in closed
    assert "match 5 : 3, first to 7" in closed


def test_hidden_tiles_are_seen_from_the_back_and_shown_doubles_from_the_front() -> None:
    output = _show(HIDDEN)
    assert "  │3│3│" + " │░░░│" * 5 + "\n" in output  # six tiles, as one was led
    assert "Opponent led 6-3: you are to reply\n  ┌─┬─┐\n  │6│3│\n" in output
    assert "boneyard open: 13 tiles face down" in output


def test_declared_points_say_when_they_count() -> None:
    declared = LAST_TILE.replace("points: 65, tricks: 7", "points: 65, tricks: 7, declared: 20")
    assert "You: 85 card points, 7 tricks, 20 declared\n" in _show(declared)
    waiting = (
        HIDDEN.replace("6-3", "3-3")
        .replace("shown: 3-3", "shown: 3-3 5-5 0-0, declared: 50")
        .replace("0-0 5-4", "1-0 5-4")
    )
    assert "50 declared (still held: 5-5 0-0), to count with the first trick\n" in _show(waiting, 100)


def test_json_is_a_position_file_again() -> None:
    lines = run("show", "-", "--json", text=f"{CLOSE_NOW}---{HIDDEN}").stdout
    assert [json.loads(line)["name"] for line in lines.splitlines()] == ["Close now", "What do they hold?"]
    assert run("show", "-", text=lines).stdout == run("show", "-", text=f"{CLOSE_NOW}---{HIDDEN}").stdout


def test_what_cannot_be_is_reported_and_the_rest_drawn() -> None:
    result = run("show", "-", text=f"{IMPOSSIBLE}---{LAST_TILE}")
    assert result.exit_code == 1
    assert result.stdout.startswith("The last tile\n")
    assert "Nine trumps" in result.stderr


def test_only_what_the_legend_calls_a_trump_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    [with_bingo] = [line for line in _show(CLOSE_NOW).splitlines() if "│0│0│" in line]
    assert "\x1b[33m" not in with_bingo  # trumps are 4, and no other trump is in this hand
    assert "\x1b[33m│4│4│\x1b[0m" in _show(CLOSE_NOW)


def test_a_hand_stands_in_a_row_where_it_just_fits() -> None:
    for width, taken in ((43, 43), (42, 37)):
        rows = [line for line in _show(CLOSE_NOW, width).splitlines() if "┌" in line]
        assert [(line.count("┌"), len(line)) for line in rows] == [(7, taken), (7, taken)]
