"""The certificate of a close never contradicts the enumeration of all hands."""

import random
from dataclasses import replace

import pytest

from bingo import NotationError, reads
from bingo.solver.game.presets import PAGAT
from bingo.solver.proof import Certificate
from bingo.solver.proof.certificate import certify, most_points
from tests.oracles.proofs import SAME_CLOSING_RULES, disagreements
from tests.oracles.random_play import closable
from tests.proof.test_families import long_clock, small_view
from tests.support.depth import few, thorough

HAND = "hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0"
OPEN = f"{{turned: 4-1, lead: you, you: {{{HAND}, points: 21, tricks: 2}}, opponent: {{points: 11, tricks: 1}}}}"


@pytest.mark.parametrize("seed", few(range(12), *range(2)))
def test_search_and_proof_agree(seed: int) -> None:
    rng = random.Random(f"closing {seed}")
    position = closable(rng, rng.choice((3, 4, 4, 5, 5, 6)), SAME_CLOSING_RULES[seed % len(SAME_CLOSING_RULES)])
    assert disagreements(position, certify(position, seconds=4)) == []


def certificate(text: str, seconds: float = 6) -> Certificate:
    [view] = reads(text)
    shares: list[float] = []
    proof = certify(view, seconds=seconds, on_progress=lambda _doing, share: shares.append(share))
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] <= 1
    return proof


@thorough
def test_what_is_proved_is_led_for() -> None:
    """The Bingo, declared with 5-5, cannot lose; what is led next can."""
    proof = certificate(OPEN)
    assert (proof.now, proof.proved, [str(lead) for lead in proof.line]) == (
        21,
        21 + 30 + 14,
        ["declare 5-5 0-0, lead 0-0"],
    )
    assert (proof.verdict, proof.complete) == ("open", True)


def test_out_of_reach_is_impossible() -> None:
    """The opponent has most of the card points, and there is nothing to declare."""
    hand = "hand: 6-3 6-1 5-3 5-1 3-2 2-1 5-2"
    proof = certificate(
        f"{{turned: 4-1, lead: you, you: {{{hand}, won: 6-2 5-0}},"
        " opponent: {won: 4-4 0-0 6-6 5-5 4-0 5-4 6-4 4-3 3-0 3-3}}"
    )
    assert proof.verdict == "impossible"
    assert proof.excluded <= 70


def test_seven_doubles_in_hand_win_at_once() -> None:
    doubles = "hand: 6-6 5-5 4-4 3-3 2-2 1-1 0-0"
    text = f"{{turned: 4-1, lead: you, you: {{{doubles}, won: 6-2 5-0}}, opponent: {{}}}}"
    proof = certificate(text, seconds=0.5)
    assert (proof.wins_with_seven, proof.verdict) == (True, "certain")
    assert not certificate(f"{{rules: {{preset: pagat, seven_doubles: 0}}, {text[1:]}", seconds=0.01).wins_with_seven


def test_nothing_is_certain_while_the_opponent_may_claim_first() -> None:
    """They have 20 in tricks and 50 declared."""
    proof = certificate(OPEN.replace("points: 11, tricks: 1", "points: 20, tricks: 1, declared: 50"), 2)
    assert (proof.barred, proof.verdict, proof.proved, proof.line) == (True, proof.verdict, 21, ())
    assert proof.verdict in ("open", "undecided")
    doubles, theirs = "hand: 6-6 5-5 4-4 3-3 2-2 1-1 0-0, won: 6-2 5-0", "won: 6-0 4-0 3-0 2-0 6-1 6-4 6-3 6-5"
    rules = "rules: {preset: pagat, target: 40}, turned: 1-0"
    proof = certificate(f"{{{rules}, lead: you, you: {{{doubles}}}, opponent: {{{theirs}}}}}", 0.5)
    assert (proof.barred, proof.wins_with_seven) == (True, False)


def test_without_time_nothing_is_decided() -> None:
    proof = certificate(OPEN, seconds=1e-6)
    assert (proof.verdict, proof.proved, proof.excluded, proof.complete) == ("undecided", 21, None, False)


def test_without_the_card_points_nothing_is_proved() -> None:
    text = "{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-4 4-2 3-1 2-0 1-0, forgotten: 4}, opponent: {won: 6-4 3-2}}"
    with pytest.raises(NotationError, match="won: expected card points that are known"):
        certify(next(reads(text)))


def test_as_many_doubles_are_declared_as_may_be_together() -> None:
    """Under these rules two for 20 or three for 40, each double once; nothing where they count nothing."""
    counting = replace(PAGAT, declaration_points=(20, 40), seven_doubles=0)
    nothing = replace(counting, declaration_points=(0, 0))
    for hand, points in (("5-5 3-3", 20), ("5-5 3-3 2-2", 40), ("5-5 3-3 2-2 1-1", 40)):
        size = len(hand.split())
        counted, plain = (small_view(hand, "6-1 5-1 6-0 5-0 1-0", size, rules=rules) for rules in (counting, nothing))
        assert most_points(counted, long_clock())[1] - most_points(plain, long_clock())[1] == points
