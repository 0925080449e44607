"""Records of several deals: each is read whatever is wrong with others, and the score of a match runs on."""

from __future__ import annotations

import pytest

from bingo.positions.match_score import FIRST
from bingo.solver import replay
from tests.deals import random_deal


@pytest.mark.parametrize("preset", ["pagat", "engel"])
def test_whoever_led_before_leads_again_where_both_score_or_neither(preset: str) -> None:
    """Section 8, all that can come of a deal: who alone scored leads, whoever led before."""
    seen = set()
    for seed in range(60):
        record = random_deal(preset, seed)
        played = replay(record)
        scored = played.end.score[0] > 0, played.end.score[1] > 0
        leads = {(True, False): 0, (False, True): 1}.get(scored, record.leader)
        assert FIRST.after(record, played).leader == leads
        seen.add((record.leader, scored))
    assert {(first, (first == 1, first == 0)) for first in (0, 1)} <= seen  # who did not lead alone scored
