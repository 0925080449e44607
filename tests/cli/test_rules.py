"""`bingo rules`: every field and reading of every preset, and every reply to every lead, stand there."""

import pytest

from bingo.solver.game.presets import PRESETS
from bingo.solver.game.tiles import ALL, SUITS, mask, parse
from bingo.solver.render import rules as rulebook
from bingo.solver.render.fields import MEANINGS
from tests.cli.test_main import run


@pytest.mark.parametrize("name", PRESETS)
def test_explains_every_field_and_reading_in_words(name: str) -> None:
    output = " ".join(run("rules", name).stdout.split())
    preset = PRESETS[name]
    unused = rulebook.unused(preset.rules)
    for key, field in MEANINGS.items():
        assert (field.explain(preset.rules[key]) in output) == (key not in unused)
        assert (f" {key}=" in output) == (key not in unused)
    assert all(reading in output for reading in preset.readings)


@pytest.mark.parametrize("name", PRESETS)
def test_section_3_every_reply_has_its_duty_once(name: str) -> None:
    for trump in SUITS:
        for lead in rulebook.examples(PRESETS[name].rules, trump).values():
            duties = rulebook.duties(PRESETS[name].rules, trump, lead)
            assert sum(mask(map(parse, duty["tiles"])) for duty in duties) == ALL & ~(1 << lead)
