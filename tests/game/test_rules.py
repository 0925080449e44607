"""RULES.md section 9: presets and fields as data, read and written; misspelt: ``data/outputs/fields.txt``."""

import json
from dataclasses import fields
from typing import get_type_hints

import pytest

from bingo.solver import NotationError
from bingo.solver.engine.tables import largest_is_best
from bingo.solver.game import FIELDS, PRESETS, Rules, differences, rules
from bingo.solver.game.presets import label, spec
from bingo.solver.render.rules import FIELD_DESCRIPTIONS, VALUE_MEANINGS
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


# --- words -------------------------------------------------------------------------------------------


def test_every_field_is_explained_in_the_order_of_the_record() -> None:
    assert [field.name for field in fields(Rules)] == list(FIELDS) == list(FIELD_DESCRIPTIONS)


# --- values as types ---------------------------------------------------------------------------------


def test_every_value_of_a_field_has_a_sentence_and_no_other_has() -> None:
    for name, values in FIELDS.items():
        explained = {value for field, value in VALUE_MEANINGS if field == name and value is not None}
        if isinstance(values, range):
            assert explained <= set(values), name
            assert (name, None) in VALUE_MEANINGS
        else:
            assert explained == set(values), name


def test_every_number_has_its_range_and_every_name_its_values() -> None:
    for name, hint in get_type_hints(Rules).items():
        assert (hint is int) == isinstance(FIELDS[name], range), name
        assert bool(FIELDS[name]) == (hint != tuple[int, ...]), name
