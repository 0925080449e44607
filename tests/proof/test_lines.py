"""Lines of leads: the model takes the same as trying every hand and reply; each family in a tiny case."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from bingo import NotationError, deal, reads
from bingo.solver.analysis.worlds import hands, view_of
from bingo.solver.game import BINGO, YOU, Position, Stage, TileSet, information_set, members, shows
from bingo.solver.proof import LineProof
from bingo.solver.proof.deal import Clock, solve
from bingo.solver.proof.lines import leads_of, least_points, prove_line
from tests.oracles.proofs import confirm, declaring_all, least_against_all, least_taken, random_line, without_ends
from tests.oracles.random_play import closable
from tests.support.command import LAST_TILE
from tests.support.depth import by_depth, few
from tests.support.strategies import PRESETS, positions

LINE_COUNT = 42


@pytest.mark.parametrize("seed", few(range(LINE_COUNT), *range(0, LINE_COUNT, 3)))
def test_trying_all_hands_and_replies_finds_the_same_least(seed: int) -> None:
    rng = random.Random(f"line {seed}")
    position = closable(rng, rng.choice((4, 5, 5, 6)), PRESETS[seed % len(PRESETS)])
    leads = random_line(rng, position)
    view = information_set(position).concealed()
    bound = least_points(view, leads, Clock(60))
    assert bound is not None
    assert (bound.points, bound.proved) == (least_against_all(position, leads), bound.points)
    confirm(view, leads, bound)


def _yours_to_lead(position: Position) -> Position:
    return position if position.leader == YOU else position.swapped()


@given(positions(most_tiles=by_depth(3, 4), phase=2).map(_yours_to_lead), st.randoms(use_true_random=False))
@settings(max_examples=by_depth(5, 10), suppress_health_check=[HealthCheck.filter_too_much])  # half have a tile led
def test_so_it_does_in_phase_two_with_the_hand_hidden_or_known(position: Position, rng: random.Random) -> None:
    """Exhausted or closed by either side; tricks are known by their points at most."""
    assume(position.led is None and position.hands[YOU])
    position = replace(without_ends(position), stage=Stage.LEAD)
    order = list(members(position.hands[YOU]))
    rng.shuffle(order)
    for hide in (False, True):
        view = information_set(position).concealed() if hide else information_set(position)
        leads = declaring_all(view, order)
        bound = least_points(view, leads, Clock(60))
        assert bound is not None
        worlds = [TileSet(int(hand)) for hand in hands(view_of(position))] if hide else [position.hands[1]]
        least_by_hand = [least_taken(replace(position, hands=(position.hands[0], hand)), leads) for hand in worlds]
        assert bound.points == min(least_by_hand)
        confirm(view, leads, bound)


# --- as they are asked for ---------------------------------------------------------------------------

OPEN_POSITION = """
turned: 4-1
lead: you
you: {hand: 6-3 6-1 5-5 4-4 3-0 1-0 0-0, points: 29, tricks: 4}
opponent: {points: 11, tricks: 1}
"""
#: Three tiles each; the opponent's are the only ones that nobody has seen.
EXHAUSTED = """
trump: 4
lead: you
you: {hand: 4-4 5-4 2-1, won: 6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-3 5-2 5-1 5-0}
opponent: {won: 3-3 3-2 3-1 3-0 2-2 2-0 1-1 1-0 4-2 4-1, declared: 20}
"""


def line(text: str, leads: str, at_least: int | None = None, seconds: float = 60) -> LineProof:
    [position] = reads(text)
    proof = prove_line(position, leads, at_least, seconds=seconds)
    if proof.worst is not None and not proof.barred:
        confirm(proof.known, proof.leads, proof.worst)
    return proof


def test_an_open_boneyard_is_closed_first() -> None:
    proof = line(OPEN_POSITION, "0-0 4-4")
    assert (proof.closes, proof.verdict, proof.least) == (True, "proved", 29 + 50 + 14 + 28)
    assert [str(lead) for lead in proof.leads] == ["declare 5-5 4-4 0-0, lead 0-0", "lead 4-4"]


def test_phase_two_with_a_hidden_hand_that_only_one_hand_fits() -> None:
    """The opponent holds 0-0 4-3 4-0; to 4-4 they follow with 4-3, and 4-0 then takes 5-4."""
    proof = line(EXHAUSTED, "4-4 5-4", 68)
    answer = proof.as_dict()
    assert (proof.closes, proof.verdict, proof.least) == (False, "broken", 12 + 10 + 10 + 28 + 7)
    assert (answer["opponent"], answer["lost"]) == ("4-3 4-0 0-0", True)
    assert answer["line"] == ["you lead 4-4", "opponent play 4-3", "you lead 5-4", "opponent play 4-0"]


def test_a_known_hand_is_taken_as_it_is() -> None:
    with_hand = EXHAUSTED.replace("opponent: {", "opponent: {hand: 0-0 4-3 4-0, ")
    assert line(with_hand, "4-4 5-4", 0).least == line(EXHAUSTED, "4-4 5-4", 0).least


def test_a_line_that_fails_is_broken_by_a_hand_and_replies() -> None:
    proof = line(OPEN_POSITION, "5-5 0-0", 120)
    assert (proof.verdict, proof.exact) == ("broken", True)
    assert proof.worst.lost
    assert len(proof.play()) == 1


def test_a_proof_without_time_is_not_decided() -> None:
    proof = line(OPEN_POSITION, "0-0 4-4 5-5 6-3", 120, seconds=1e-9)
    assert (proof.verdict, proof.least) in [("undecided", None), ("proved", 121), ("broken", 119)]
    assert not proof.exact or proof.verdict != "undecided"


def test_doubles_are_declared_with_one_that_has_won_where_the_rules_say_so() -> None:
    """Section 9, ``domino-play``: 0-0 wins the last open trick, and 5-5 and 4-4 are shown with it."""
    proof = line(f"rules: domino-play\n{OPEN_POSITION}", "declare 5-5 4-4 0-0, lead 0-0")
    assert proof.least == 29 + 50 + 14


def test_one_of_the_doubles_declared_is_led() -> None:
    [position] = reads(OPEN_POSITION)
    with pytest.raises(NotationError, match="expected one of the declared doubles 5-5 4-4 to be led; found 0-0"):
        leads_of("declare 5-5 4-4, lead 0-0", information_set(position))


def test_an_error_in_the_search_reaches_who_waits_for_it() -> None:
    with pytest.raises((AttributeError, TypeError)):
        solve("no model", Clock(1))  # type: ignore[arg-type]


def test_the_opponent_may_claim_before_the_first_lead() -> None:
    proof = line(OPEN_POSITION.replace("points: 11, tricks: 1", "points: 21, tricks: 1, declared: 50"), "0-0 4-4")
    assert (proof.barred, proof.verdict, proof.least) == (True, "broken", 29)


def test_trumps_from_the_top_begin_with_the_bingo_where_it_is_one() -> None:
    views = (information_set(deal(seed=seed)) for seed in range(1000))
    with_bingo = (view for view in views if view.trump == 0 and view.own_tiles & 1)
    known = next(view for view in with_bingo if len([t for t in members(view.own_tiles) if shows(t, 0)]) > 2)
    leads = [lead.tile for lead in leads_of("declare nothing, trumps", known)]
    assert leads[0] == BINGO
    assert leads[1:] == sorted(leads[1:], reverse=True)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("lead: you", "lead: opponent", "expected your lead"),
        ("points: 29, tricks: 4", "points: 0, tricks: 0", "you need a trick before you may close"),
        ("lead: you", "lead: you\nled: 6-2", "to be closed before"),
    ],
)
def test_where_no_line_can_be_led_it_says_why(old: str, new: str, complaint: str) -> None:
    text = OPEN_POSITION.replace(old, new)
    if "led" in new:
        text = text.replace(" 6-3 6-1", " 6-1")
    if "tricks: 0" in new:
        text = text.replace("points: 11, tricks: 1", "points: 0, tricks: 0")
    with pytest.raises(NotationError) as error:
        line(text, "0-0")
    assert complaint in str(error.value)


def test_the_10_of_the_last_trick_count_in_a_line() -> None:
    assert line(LAST_TILE, "4-4").least == 65 + 28 + 10


def test_a_line_goes_on_from_a_tile_on_the_table() -> None:
    led = "{trump: 4, lead: you, led: 4-4, you: {hand: 5-4, points: 60, tricks: 6},"
    led += " opponent: {hand: 6-5 6-1, points: 37, tricks: 6}}"
    proof = line(led, "5-4")
    assert [str(lead) for lead in proof.leads] == ["lead 4-4", "lead 5-4"]
    assert proof.least == 60 + 28 + 9 + 10
    declared = "{rules: berndt, trump: 4, lead: you, led: 4-4, opponent: {hand: 6-5 6-1 1-0, points: 8, tricks: 5},"
    declared += " you: {hand: 5-4 0-0, shown: 0-0, points: 19, tricks: 6, pending: 3}}"
    assert [line(text, "5-4").least for text in (declared, declared.replace(", pending: 3", ""))] == [35, 32]
