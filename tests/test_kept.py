"""What is kept of a game is read as any file is, whatever is remembered of its earlier deals."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bingo.cli.kept import records_of, written
from bingo.positions import reads_records, write_records
from bingo.solver.errors import BingoError
from bingo.solver.game import presets
from bingo.solver.game.record import Record
from bingo.solver.opponents.levels import LEVELS
from bingo.solver.opponents.playing import play_on
from bingo.solver.opponents.table import first_deal, next_deal, won_match

GREEDY = LEVELS["greedy"]


def a_match(seed: int) -> list[Record]:
    """Deals of a match, the last one broken off."""
    deal, done = first_deal(presets.PAGAT, seed, match=True), list[Record]()
    for n in range(3):
        played = replace(play_on(deal, (GREEDY, GREEDY)), players=("", "greedy"))
        done.append(replace(played, name=f"Deal {n}"))
        assert played.result
        if won_match(played, played.result) is not None:
            return done
        deal = next_deal(played, played.result)
    cut = Random(seed).randrange(len(done[-1].turns))
    return [*done[:-1], replace(done[-1], turns=done[-1].turns[:cut], result=None)]


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_game_is_written_and_read_as_any_file_is(seed: int) -> None:
    deals = a_match(seed)
    for records in (deals[:1], deals[:2], deals, [replace(one, name=f"{one.name}, you") for one in deals]):
        text = StringIO()
        write_records(records, text)
        assert written(records) == text.getvalue()
        for _ in range(2):  # anew, and with the earlier deals remembered
            assert records_of(written(records)) == [*reads_records(written(records))]
            assert [one.name for one in records_of(written(records))] == [one.name for one in records]


@settings(max_examples=10, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    spoil=st.sampled_from(["turned:", "lead: ", "match: {you: ", "stock:"]),
    which=st.integers(0, 2),
)
def test_a_fault_in_any_deal_is_told_with_its_deal_and_line(seed: int, spoil: str, which: int) -> None:
    documents = written(a_match(seed)).split("---\n")
    records_of("---\n".join(documents))
    which = min(which, len(documents) - 1)
    documents[which] = documents[which].replace(spoil, f"{spoil}9")
    text = "---\n".join(documents)
    with pytest.raises(BingoError) as told:
        records_of(text)
    with pytest.raises(BingoError) as expected:
        list(reads_records(text))
    assert str(told.value) == str(expected.value)
