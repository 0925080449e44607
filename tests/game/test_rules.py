"""RULES.md section 9: presets and fields as data, read and written; misspelt: ``data/outputs/fields.txt``."""

import json
from dataclasses import fields
from typing import get_type_hints

import pytest

from bingo.solver import NotationError
from bingo.solver.engine.tables import largest_is_best
from bingo.solver.game import FIELDS, PRESETS, Rules, differences, read_value, rules
from bingo.solver.game.presets import label, spec
from bingo.solver.render.rules import MEANINGS
from tests.support.strategies import overridden

PRESET_NAMES = tuple(PRESETS)


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


def test_the_largest_declaration_is_the_best_where_no_other_rule_makes_it_worse() -> None:
    worse = ("declare=after-winning", "declaration_counts=with-its-trick", "seven_doubles=0, declaration_points=20 40")
    assert largest_is_best(rules())
    assert largest_is_best(rules("pagat, declaration_points=20 20 40 40 60 60"))
    assert not any(largest_is_best(rules(f"pagat, {changes}")) for changes in worse)


def test_a_field_that_is_named_twice_is_refused() -> None:
    with pytest.raises(NotationError, match="rules: expected every field once; found 'target' again"):
        rules("pagat, target=60, target = 66")


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
    result = read_value(name, given)
    assert result == value
    assert type(result) is type(value)


# --- words -------------------------------------------------------------------------------------------


def test_every_field_is_explained_in_the_order_of_the_record() -> None:
    assert [field.name for field in fields(Rules)] == list(FIELDS) == list(MEANINGS)


# --- values as types ---------------------------------------------------------------------------------


def test_every_value_of_a_field_has_a_sentence_and_no_other_has() -> None:
    for name, field in FIELDS.items():
        explained = {value for value in MEANINGS[name] if value not in (None, "about")}
        if field.span:
            assert all(field.span[0] <= value <= field.span[1] for value in explained if isinstance(value, int)), name
            assert None in MEANINGS[name]
        else:
            assert explained == set(field.values), name


def test_every_number_has_its_span_and_every_name_its_values() -> None:
    for name, hint in get_type_hints(Rules).items():
        assert (hint is int) == (FIELDS[name].span is not None), name
        assert bool(FIELDS[name].values) == (hint not in (int, tuple[int, ...])), name
