"""A claim and what is worth most never contradict each other: what play allows is what is said."""

import random
from dataclasses import replace

import pytest

from bingo import Position, TileSet, analyze, close, deal, reads
from bingo.solver.analysis.claim import can_claim, with_stakes
from bingo.solver.game import YOU, apply, begin, information_set, legal_moves
from bingo.solver.render.answers import closing_sentences
from bingo.solver.render.claiming import remarks, stakes, verdict
from tests.oracles.random_play import playout
from tests.support.command import LAST_TILE
from tests.support.reading import read_view
from tests.support.strategies import PRESETS

TO_LEAD = "{turned: 3-2, lead: you, you: {hand: 3-3 6-6 0-0 5-1 4-2 2-2 6-1, won: 5-5 4-0}, opponent: {won: 6-4 3-1}}"
TO_REPLY = """
{trump: 4, lead: opponent, led: 6-5, you: {hand: 4-4, points: 71, tricks: 7}, opponent: {points: 35, tricks: 6}}
"""


def test_what_can_be_claimed_at_once_or_after_declaring_is_what_play_allows() -> None:
    """At every turn of yours between two tricks of random play, under every preset."""
    rng, answers_met = random.Random(65), set()
    for node in (node for rules in PRESETS * 12 for node in playout(deal(rules, rng), rng)):
        if node.to_move != YOU or node.led is not None or begin(node) != node:
            continue
        moves = list(legal_moves(node))
        options, after_last_move = moves, apply(node, moves[-1]).position
        if after_last_move.to_move == YOU and after_last_move.led is None:  # waiting with a claim
            options = [*moves, *legal_moves(after_last_move)]
        answer = can_claim(information_set(node))
        assert bool(answer) == any(m.claim and not m.declare for m in options)
        largest = max((m.declare for m in options if m.claim and m.declare and not m.close), default=0)
        assert answer.declare == (0 if answer else largest)
        answers_met.add((bool(answer), bool(answer.declare)))
    assert answers_met == {(False, False), (True, False), (False, True)}


def test_doubles_that_have_to_be_declared_first_are_named() -> None:
    [position] = reads(TO_LEAD)
    answer = can_claim(position)
    assert str(analyze(position).best) == "declare 6-6 3-3 2-2 0-0, claim"
    assert verdict(answer).startswith("Not yet: declare 6-6 3-3 2-2 0-0 first, then claim for 2.")
    assert answer.remarks() == [{"code": "declare-first", "declare": "6-6 3-3 2-2 0-0"}]
    assert "You can declare 6-6 3-3 2-2 0-0 and claim now, for +2.00." in closing_sentences(close(position))
    assert stakes(answer) == "A false claim gives the opponent 2."  # what a true one brings no tricks could make


@pytest.mark.parametrize("won", ["won: 6-5 4-0", "tricks: 0"], ids=["with a trick", "without one"])
def test_all_seven_doubles_win_without_a_claim(won: str) -> None:
    view = read_view(f"{{turned: 3-2, lead: you, you: {{hand: 6-6 5-5 4-4 3-3 2-2 1-1 0-0, {won}}}, opponent: {{}}}}")
    answer = can_claim(view)
    [row] = [row for row in analyze(view, worlds=32).moves if str(row.move) == f"declare {view.hand}"]
    assert answer.gain == (row.value, row.value) == (3, 3)
    assert verdict(answer).startswith(f"Not yet: declare {view.hand}, which wins 3. You have 0 card points now;")


def test_who_is_claimed_against_before_they_declare_has_no_claim() -> None:
    """Between two tricks the other may claim before the leader declares."""
    position = Position.parse("pagat 5 004454626566/102040436061 y 29/64 3/5 20/20 44 -")
    assert str(analyze(position).line[0]) == "opponent claim"
    answer = can_claim(position)
    assert verdict(answer) == "No: you have 49 card points; 70 are needed."
    assert remarks(answer) == ["The opponent has 84 card points and may claim before you."]
    assert TileSet(can_claim(replace(position, points=(29, 49))).declare) == TileSet("6-6 0-0")


def test_who_has_to_reply_hears_that_a_claim_comes_after_the_trick() -> None:
    [position] = reads(TO_REPLY)
    answer = can_claim(position)
    assert verdict(answer) == "Not yet: reply first. You have 71 card points, so you can claim after this trick."
    assert not remarks(answer)


def test_what_no_tricks_can_make_true_has_no_price() -> None:
    """Nor a chance to win the match after it."""
    for match_line in ("", "match: {you: 5, opponent: 3}"):
        [position] = reads(LAST_TILE + match_line)
        answer = with_stakes(can_claim(position), position)
        at_stake = answer.stakes
        assert (answer.verdict, answer.as_dict()["gain"]) == ("impossible", None)
        assert at_stake.if_true is None
        assert at_stake.as_dict().get("chance", {"claim": None})["claim"] is None
