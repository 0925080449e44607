"""The tables of ``bingo rules NAME``: every reply to every lead."""

import pytest

from bingo.solver.game import ALL, PRESETS, SUITS, mask, parse
from bingo.solver.render.tables import example_leads, reply_class_rows


@pytest.mark.parametrize("name", PRESETS)
def test_section_3_every_reply_has_its_duty_once(name: str) -> None:
    for trump in SUITS:
        for lead in example_leads(PRESETS[name].rules, trump).values():
            classes = reply_class_rows(PRESETS[name].rules, trump, lead)
            assert sum(mask(map(parse, duty["tiles"])) for duty in classes) == ALL & ~(1 << lead)
