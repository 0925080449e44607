"""Records of several deals: each is read whatever is wrong with others, and the score of a match runs on."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bingo.positions import dumps_record, read_records, reads_records
from bingo.positions.match_score import FIRST
from bingo.positions.reading import ReadError
from bingo.solver import BingoError, Reason, Record, deal, replay
from tests.deals import DEAL, bent, random_deal, random_moves
from tests.test_records_errors import faults


def match(*deals: str) -> list[Reason]:
    """What is wrong with deals in one file."""
    told: list[ReadError] = []
    list(reads_records("---\n".join(deals), on_error=told.append))
    return [reason for error in told for reason in error.reasons]


def deal_at(you: int, opponent: int, *, lead: str = "you", brings: int = 1) -> str:
    """A deal at this score that Ann wins: 1 point, or 0 if it stops before that."""
    swapped = {"you": "opponent", "opponent": "you"}
    text = DEAL if lead == "you" else re.sub(r"\b(you|opponent)\b", lambda m: swapped[m[1]], DEAL)
    text = re.sub("match: .*", f"match: {{you: {you}, opponent: {opponent}}}", text)
    return text if brings else text[: text.index("  - claim")]


def test_the_score_of_a_match_runs_on_from_deal_to_deal() -> None:
    assert match(deal_at(2, 4), deal_at(3, 4), deal_at(4, 4)) == []
    [reason] = match(deal_at(2, 4), deal_at(2, 4))
    assert (reason.field, reason.expected, reason.found) == (
        "match",
        "you: 3, opponent: 4, after the deal before",
        "you: 2, opponent: 4",
    )
    assert reason.line == DEAL.count("\n") + 3
    assert match(deal_at(2, 4, brings=0), deal_at(5, 5)) == []  # nobody knows what the first one brought


def test_whoever_alone_scores_in_a_deal_leads_the_next() -> None:
    """Section 8."""
    [reason] = match(deal_at(2, 4), deal_at(3, 4, lead="opponent"))
    assert reason.field == "lead"
    assert reason.expected.startswith("you: whoever alone scored")
    assert match(deal_at(2, 4), deal_at(3, 4), deal_at(4, 4)) == []


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


def test_a_match_is_over_at_seven() -> None:
    assert [reason.expected for reason in match(deal_at(6, 4), deal_at(6, 4))] == [
        "you: 0, opponent: 0, as the match before is over (7 : 4)"
    ]
    assert match(deal_at(6, 4), deal_at(0, 0, lead="opponent")) == []


def test_deals_without_a_match_score_stand_alone() -> None:
    alone = bent(DEAL, ("match: {you: 2, opponent: 4}\n", ""))
    assert match(alone, alone, alone) == []
    assert [reason.field for reason in match(alone, deal_at(2, 0))] == ["match"]  # the first deal begins at 0 : 0


def test_a_broken_deal_spoils_no_other() -> None:
    told: list[BingoError] = []
    text = "---\n".join([bent(DEAL, ("5-0; play 5-1", "5-1; play 5-0")), DEAL])
    assert len(list(reads_records(text, on_error=told.append))) == 1
    assert str(told[0]).startswith("text, deal 1 'Third deal': play, trick 1 (line 10): expected you to lead one of")


def test_no_deals_and_no_file_are_told() -> None:
    assert [(reason.expected, reason.found) for reason in faults("# nothing\n")] == [("at least one deal", "none")]
    with pytest.raises(FileNotFoundError, match="no such file"):
        read_records("no such file")


def test_card_points_are_carried_from_deal_to_deal() -> None:
    """Section 9, berndt: 66 wins a rubber, and both begin anew."""
    start = deal("berndt", 7)
    record = Record.of(start, [move for _, move in random_moves(start, 7) if not move.close])
    assert record.result
    yours, theirs = record.result
    follows = (3 + yours, 4 + theirs)
    assert max(follows) < 66
    cases = [((3, 4), follows, True), ((3, 4), (3, 4), False), ((60, 60), (60, 60), False)]
    for carried, then, right in cases:
        texts = [dumps_record(replace(record, carried=pair, result=None)) for pair in (carried, then)]
        assert [reason.field for reason in match(*texts)] == ([] if right else ["carried"])
