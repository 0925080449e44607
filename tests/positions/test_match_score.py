"""The score of a match in positions and records: read, checked, kept up to date (RULES.md section 8)."""

from dataclasses import replace

import pytest

from bingo.positions import dumps, dumps_json, reads
from bingo.solver import IllegalMove, ImpossiblePosition, Match, Position, Setup, check, deal, replay
from bingo.solver.game.moves import WAIT
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, YOU
from tests.support.deals import random_deal
from tests.support.depth import few, thorough

SCORE = "{you: 5, opponent: 3, first: opponent, scored: {you: 1}}"
LAST = f"""\
trump: 4
lead: you
match: {SCORE}
you: {{hand: 6-1, points: 65, tricks: 7}}
opponent: {{hand: 6-5, points: 69, tricks: 6}}
"""


def test_a_score_is_read_and_written_with_all_it_says() -> None:
    [position] = reads(LAST)
    assert isinstance(position, Position)
    assert position.match == Match(5, 3, first=OPPONENT, scored=(1, 0))
    for text in (dumps(position), dumps_json(position)):
        [again] = reads(text)
        assert again.match == position.match
    assert position.swapped().match == Match(3, 5, first=YOU, scored=(0, 1))
    assert position.match.plus(1) == Match(6, 3, first=OPPONENT, scored=(2, 0))
    assert position.match.plus(-2) == Match(5, 5, first=OPPONENT, scored=(1, 2))


def test_a_score_that_ends_the_match_is_refused() -> None:
    with pytest.raises(ImpossiblePosition) as error:
        check(replace(Setup.of(deal(seed=1)), match=Match(7, 3)))
    [reason] = error.value.reasons
    assert (reason.field, reason.expected) == ("match", "game points 0 to 6 for both, as 7 win")


def test_before_the_first_trick_nothing_is_scored_and_who_leads_is_who_led_first() -> None:
    setup = replace(Setup.of(deal(seed=1)), lead=YOU)
    wrong = Match(3, 1, first=OPPONENT, scored=(1, 0))
    with pytest.raises(ImpossiblePosition) as error:
        check(replace(setup, match=wrong))
    assert [reason.field for reason in error.value.reasons] == ["match.scored", "match.first"]
    assert isinstance(check(replace(setup, match=Match(3, 1, first=YOU))), Position)


def test_a_capture_played_move_by_move_counts_in_the_score() -> None:
    [position] = reads(
        "{trump: 4, lead: opponent, led: 4-4, match: {you: 2, opponent: 3},"
        " you: {hand: 0-0 1-0, points: 50, tricks: 6}, opponent: {hand: 6-5, points: 42, tricks: 6}}"
    )
    assert isinstance(position, Position)
    gain, after, over, _ = play(position, "play 0-0")
    assert (gain, over) == (1, False)
    assert after.match == Match(3, 3, scored=(1, 0))
    _, after, over, _ = play(replace(position, match=Match(6, 3)), "play 0-0")
    assert (over, after.over) == (True, True)


@thorough
def test_a_match_ends_in_the_middle_of_a_deal_where_seventy_score_by_themselves() -> None:
    """``domino-play``: play goes on after 70 card points, but not once they have brought 7 game points."""
    ended = 0
    for seed in range(200):
        record = random_deal("domino-play", seed)
        quiet = [m.turn for m in replay(record).moments if not any(m.score) and m.turn and m.turn.move != WAIT]
        if len(quiet) == len(record.turns):
            continue
        short = replace(record, match=Match(6, 6), turns=record.turns[: len(quiet)], result=None)
        end = replay(short).end
        assert end.position.over
        assert 0 in end.score
        with pytest.raises(IllegalMove, match="won the match"):
            replay(replace(record, match=Match(6, 6)))
        ended += 1
    assert ended > 10


@pytest.mark.parametrize("rules", few(["pagat", "domino-play", "hoyle-1868", "engel"], "pagat", "engel"))
def test_whatever_a_deal_has_brought_in_play_is_accepted(rules: str) -> None:
    """Every moment of deals played at random has its score, seen by both, written and read again."""
    brought = 0
    for seed in range(60):
        record = random_deal(rules, seed, match=Match(0, 0))
        for moment in replay(record).moments:
            if moment.position.stage.name not in ("LEAD", "REPLY") or moment.score == (0, 0):
                continue
            brought += 1
            score = Match(*moment.score, first=record.leader, scored=moment.score)
            for player, seen in ((YOU, score), (OPPONENT, score.swapped())):
                laid = moment.with_all_hands(player)
                [again] = reads(dumps(laid))
                assert again.match == laid.match == seen
    assert brought > 5
