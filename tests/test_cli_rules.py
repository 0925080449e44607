"""`bingo rules`: the presets, one explained, two compared; RULES.md sections 1, 3, 4, 5, 6 and 9 as it prints them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bingo.cli import rulebook
from bingo.solver.game.fields import FIELDS
from bingo.solver.game.presets import PRESETS, rules
from bingo.solver.game.tiles import ALL, SUITS, mask, parse
from tests.test_cli_main import run


def _json(*words: str) -> list[dict[str, Any]]:
    result = run("rules", *words, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize("name", PRESETS)
def test_explains_every_field_and_reading_in_words(name: str) -> None:
    output = " ".join(run("rules", name).stdout.split())
    preset = PRESETS[name]
    unused = rulebook.unused(preset.rules)
    for key, field in FIELDS.items():
        assert (field.explain(preset.rules[key]) in output) == (key not in unused)
        assert (f" {key}=" in output) == (key not in unused)
    assert all(reading in output for reading in preset.readings)


def test_what_decides_nothing_is_not_explained() -> None:
    for_game_points = {"seven_doubles", "shutout", "low", "closed_win", "others_win", "capture"}
    for_claims = {"false_claims", "false_claim"}
    assert set(rulebook.unused(rules("berndt"))) == for_game_points | for_claims
    assert set(rulebook.unused(rules("hoyle-1868"))) == for_claims
    assert rulebook.unused(rules("pagat")) == ()
    [answer] = _json("berndt")
    assert set(answer["unused"]) == set(FIELDS) - set(answer["words"]) == for_game_points | for_claims
    assert "when-reached: Without effect." in " ".join(
        run("rules", "--diff", "berndt", "pagat", width=40).stdout.split()
    )


def test_section_9_as_the_readings_have_it() -> None:
    def words(name: str) -> str:
        return " ".join(run("rules", name).stdout.split())

    assert "one that wins the trick must be played if there is one, whatever makes it win" in words("pagat")
    assert "those taken before the position included" in words("berndt")
    assert "Whether 70 is reached is judged when a trick is stored, and again after" in words("domino-play")
    assert "Only on a plain lead must the Bingo be played before discarding" in words("hoyle-modern")


def test_declarations_are_counted_out_and_tiles_written_higher_digit_first() -> None:
    field = FIELDS["declaration_points"]
    assert field.explain((3,)) == "Two declared doubles count 3 card points; no more can be declared at a time."
    assert field.explain((20, 40, 50, 60, 70, 70)).startswith("Two declared doubles count 20 card points, three 40,")
    assert "  doubles  without 0-0  with 0-0\n        2           20        30\n" in run("rules", "pagat").stdout
    for name in PRESETS:
        assert [a + b for a, b in re.findall(r"\b([0-6])-([0-6])\b", run("rules", name).stdout) if a < b] == []


def test_section_1_tables() -> None:
    output = run("rules", "pagat").stdout
    assert "  4: 4-4 4-0 6-4 5-4 4-3 4-2 4-1\n" in output
    assert dict(re.findall(r"trumps (\d): (\d+) in all", output)) == {
        "0": "143", "1": "135", "2": "138", "3": "131", "4": "134", "5": "147", "6": "140"
    }  # fmt: skip


def test_section_3_duties_when_trumps_are_4() -> None:
    [table] = _json("pagat", "--trump", "4")[0]["trumps"]
    trump, plain, bingo = table["replies"]
    assert (trump["lead"], plain["lead"], bingo["lead"]) == ("5-4", "6-5", "0-0")
    assert [duty["tiles"] for duty in trump["classes"][:3]] == [["4-4", "4-0", "6-4"], ["4-3", "4-2", "4-1"], ["0-0"]]
    assert [duty["tiles"] for duty in plain["classes"][:2]] == [["6-6", "6-0"], ["6-3", "6-2", "6-1"]]
    assert plain["classes"][2]["tiles"][0] == "0-0"
    assert bingo["classes"][0]["winners"] == []
    rows = [line.strip() for line in run("rules", "pagat", "--trump", "4").stdout.splitlines()]
    assert {"1. 4-4 4-0 6-4: wins", "2. 4-3 4-2 4-1: loses", "3. 0-0: wins", "4. anything else: loses"} <= {*rows}


@pytest.mark.parametrize("name", PRESETS)
def test_section_3_every_reply_has_its_duty_once(name: str) -> None:
    for trump in SUITS:
        for lead in rulebook.examples(PRESETS[name].rules, trump).values():
            duties = rulebook.duties(PRESETS[name].rules, trump, lead)
            assert sum(mask(duty.tiles) for duty in duties) == ALL & ~(1 << lead)
            assert [duty.rest for duty in duties] == [False] * (len(duties) - 1) + [True]


def test_sections_4_5_and_6_scores() -> None:
    [answer] = _json("pagat")
    with_bingo = {int(n): row["with_bingo"] for n, row in answer["declarations"].items()}
    assert with_bingo == {2: 30, 3: 50, 4: 60, 5: 70, 6: 80}
    assert {name: list(row.values()) for name, row in answer["wins"].items()} == {
        "a win, nobody closed": [3, 2, 1],
        "the closer wins": [3, 2, 1],
        "the closer's opponent wins": [2, 2, 2],
        "a failed close, to the other": [3, 2, 2],
        "a false claim, to the other": [2, 2, 2],
    }
    assert rulebook.scores(rules("berndt")) is None
    without_points = rulebook.scores(rules("pagat, shutout=no-points"))
    assert without_points
    assert [row[0] for row in without_points.rows.values()] == [3, 3, 2, 2, 2]
    assert rulebook.declarations(rules("berndt")) == {2: (3, 3)}
    assert rulebook.declarations(rules("hoyle-1868"))[7] == (80, 80)


def test_ranks_agree_with_the_notation_of_tiles() -> None:
    [table] = _json("berndt", "--trump", "4")[0]["trumps"]
    assert [parse(t) for t in table["ranks"]["4"]] == list(rulebook.ranking(rules("berndt"), 4, 4))
