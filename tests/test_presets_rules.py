"""RULES.md section 9: presets and fields as data: read, written, contradicted, misspelt."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from bingo.solver.errors import NotationError
from bingo.solver.game.fields import FIELDS
from bingo.solver.game.presets import PRESETS, label, rules, spec
from bingo.solver.game.rules import Rules, differences, override, read_value, show
from tests.depth import thorough
from tests.strategies import overridden

PRESET_NAMES = tuple(PRESETS)


def complaint(given: Any) -> NotationError:
    with pytest.raises(NotationError) as caught:
        rules(given)
    return caught.value


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_preset_is_named_by_its_name_alone(name: str) -> None:
    chosen = rules(name)
    assert chosen == PRESETS[name].rules == rules({"preset": name})
    assert spec(chosen) == label(chosen) == name
    assert chosen.clashes() == []


def test_no_two_presets_play_alike() -> None:
    assert len({preset.rules for preset in PRESETS.values()}) == len(PRESETS)
    assert rules() == rules({}) == PRESETS["pagat"].rules


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_single_change_is_written_and_read_back(name: str) -> None:
    base = PRESETS[name].rules
    for changed in overridden(base):
        assert len(differences(base, changed)) == 1
        assert rules(label(changed)) == changed
        assert rules(spec(changed)) == changed
        assert rules(json.loads(json.dumps(spec(changed)))) == changed


def test_a_label_names_the_nearest_preset_and_the_changed_fields() -> None:
    assert label(rules("pagat, must_beat=no, low=20")) == "pagat, must_beat=false, low=20"
    assert spec(rules({"low": 20})) == {"preset": "pagat", "low": 20}
    assert spec(rules({"declaration_points": "9,9,9,9,9"})) == {"preset": "pagat", "declaration_points": [9] * 5}
    assert label(rules("hoyle-1868, last_trick=0")) == "hoyle-1868"


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("must_beat", "no", False),
        ("must_beat", "On", True),
        ("must_beat", False, False),
        ("blank_rank", "0", 0),
        ("blank_rank", 7, 7),
        ("target", " 66 ", 66),
        ("plain_trick", "Heavier", "heavier"),
        ("declaration_points", [20, 40], (20, 40)),
        ("declaration_points", "20 40", (20, 40)),
    ],
)
def test_values_are_read_as_people_write_them(name: str, given: object, value: object) -> None:
    found = read_value(name, given)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("name", FIELDS)
def test_every_value_is_written_and_read_back(name: str) -> None:
    for preset in PRESETS.values():
        value = preset.rules[name]
        assert read_value(name, show(value)) == value


# --- words -------------------------------------------------------------------------------------------


def test_every_field_is_explained_in_the_order_of_the_record() -> None:
    assert [field.name for field in fields(Rules)] == list(FIELDS)


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_every_rule_of_a_preset_has_a_sentence(name: str) -> None:
    for field, meaning in FIELDS.items():
        sentence = meaning.explain(PRESETS[name].rules[field])
        assert sentence.endswith(".")
        assert "{" not in sentence


# --- contradictions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "clashing"),
    [
        (
            "pagat, at_target=points",
            {"at_target and failed_close", "at_target and capture", "at_target and seven_doubles"},
        ),
        ("pagat, failed_close=shortfall", {"at_target and failed_close"}),
        ("berndt, at_target=claim", {"at_target and failed_close"}),
        ("berndt, failed_close=two", {"at_target and failed_close"}),
        ("berndt, capture=1", {"at_target and capture"}),
        ("berndt, seven_doubles=3", {"at_target and seven_doubles", "seven_doubles and declaration_points"}),
        ("hoyle-1868, false_claims=true", {"false_claims and at_target"}),
        ("domino-play, false_claims=true", {"false_claims and at_target"}),
        ("domino-play, declaration_counts=with-its-trick", {"declare and declaration_counts"}),
        ("pagat, low=70, target=66", {"low and target"}),
        ("pagat, declaration_points=20 40", {"seven_doubles and declaration_points"}),
    ],
)
def test_contradictions_name_the_fields_that_clash(given: str, clashing: set[str]) -> None:
    error = complaint(given)
    assert {reason.field for reason in error.reasons} == {f"rules: {pair}" for pair in clashing}
    for reason in error.reasons:
        first, second = reason.field.removeprefix("rules: ").split(" and ")
        assert f"{first}: " in reason.found
        assert f"{second}: " in reason.found
        assert reason.field in str(error)


@pytest.mark.parametrize("given", ["pagat, low=70", "pagat, declaration_points=20 40, seven_doubles=0"])
def test_what_does_not_clash_is_taken(given: str) -> None:
    assert rules(given).clashes() == []


# --- misspelt ----------------------------------------------------------------------------------------


def test_an_unknown_preset_lists_the_presets() -> None:
    text = str(complaint("hoyle"))
    assert all(name in text for name in PRESET_NAMES)
    assert "'hoyle'" in text


def test_an_unknown_field_lists_the_fields() -> None:
    text = str(complaint("pagat, mustbeat=false"))
    assert all(name in text for name in FIELDS)
    assert "'mustbeat'" in text


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("must_beat", "perhaps", ["true or false", "'perhaps'"]),
        ("plain_trick", "heaviest", ["led-suit", "heavier-if-matching", "'heaviest'"]),
        ("low", "-1", ["0", "70", "'-1'"]),
        ("low", "71", ["0", "70", "'71'"]),
        ("low", "²", ["0", "70"]),
        ("target", "29", ["30", "120"]),
        ("blank_rank", "3", ["7 or 0", "'3'"]),
        ("declaration_points", "1 2 3 4 5 6 7", ["one to six numbers"]),
        ("declaration_points", "", ["one to six numbers"]),
        ("declaration_points", "20 x", ["one to six numbers"]),
    ],
)
def test_a_wrong_value_says_what_was_expected(field: str, value: str, words: list[str]) -> None:
    error = complaint({field: value})
    assert [reason.field for reason in error.reasons] == [f"rules: {field}"]
    assert all(word in str(error) for word in words)


def test_a_change_without_a_sign_is_refused() -> None:
    assert "field=value" in str(complaint("pagat, must_beat"))


def test_everything_that_is_wrong_is_listed() -> None:
    with pytest.raises(NotationError) as caught:
        override(PRESETS["pagat"].rules, {"low": "x", "nothing": 1, "at_target": "first-ends", "false_claims": True})
    assert [reason.field for reason in caught.value.reasons] == [
        "rules: low",
        "rules",
        "rules: false_claims and at_target",
    ]


# --- values as types ---------------------------------------------------------------------------------


def test_the_types_of_fields_name_the_values_that_are_explained() -> None:
    for name, hint in get_type_hints(Rules).items():
        words = [value for value in FIELDS[name].words if value is not None]
        if get_origin(hint) is Literal:
            assert sorted(get_args(hint), key=str) == sorted(words, key=str), name
            assert FIELDS[name].span is None, name
        else:
            assert hint in (bool, int, tuple[int, ...]), name
            assert hint is not bool or set(words) == {True, False}, name


MISSPELT = """
from dataclasses import replace
from bingo.solver import PRESETS, Rules

def changed(rules: Rules) -> Rules:
    if rules.at_target == "claims":  # line 6
        return rules
    replace(rules, blank_rank=1)  # line 8
    return replace(rules, plain_trick="heaviest")  # line 9

replace(PRESETS["pagat"].rules, plain_trick="heavier")
"""


@thorough
def test_a_misspelt_value_fails_type_checking(tmp_path: Path) -> None:
    """In a program that uses the library, by mypy with the settings of this project."""
    pytest.importorskip("mypy")
    from tests.layout import lay_out

    lay_out()
    program = tmp_path / "program.py"
    program.write_text(MISSPELT, encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(program)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    lines = {int(line.split(":")[1]) for line in found.stdout.splitlines() if ": error:" in line}
    assert lines == {6, 8, 9}, found.stdout + found.stderr
