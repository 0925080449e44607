"""RULES.md sections 4 to 7, for ``pagat``: declaring, closing, captures, claiming, the end of a deal."""

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bingo.positions import reads
from bingo.solver import Closing, IllegalMove, ImpossiblePosition, Position, Rules, Stage, Tile, TileSet, deal, rules
from bingo.solver.analysis.exact import value_of
from bingo.solver.game import CLAIM, PAGAT, SUITS, TILES, WAIT, can_close, double, parse, text
from bingo.solver.game.play import play
from tests.game.perft import legal, line, table
from tests.oracles.random_play import playout
from tests.oracles.reference import Reference
from tests.support.strategies import positions, rule_sets

# --- section 4: declaring doubles ------------------------------------------------------------------


def declarations(position: Position) -> set[str]:
    return {move for move in legal(position) if "declare" in move and "close" not in move}


def test_section_4_any_subset_of_two_or_more_leading_one_of_them() -> None:
    """The opponent's double is none of the leader's."""
    start = table("6-6 5-5 3-3 2-1", "1-1 4-4 5-4 6-4", tricks=(6, 4))
    expected = {
        f"declare {' '.join(sorted(part, reverse=True))}, lead {lead}"
        for size in (2, 3)
        for part in combinations(("6-6", "5-5", "3-3"), size)
        for lead in part
    }
    assert declarations(start) == expected
    assert legal(start) == expected | {f"lead {t}" for t in ("6-6", "5-5", "3-3", "2-1")}


def test_section_4_before_the_first_trick_it_counts_once_a_trick_is_won() -> None:
    """The led double wins: from then on the points count."""
    start = table("6-6 5-5 3-1", "6-5 2-1 5-4", turned="4-1", stock="1-0 2-0 3-0 3-2")
    led = line(start, "declare 6-6 5-5, lead 6-6").position
    assert (led.declared, led.card_points(0)) == ((20, 0), 0)
    won = line(led, "play 6-5").position
    assert (won.points, won.card_points(0)) == ((12, 0), 32)


def test_section_4_it_counts_with_any_trick_won_later() -> None:
    """The led double is lost to a trump, the next trick is won."""
    start = table("6-6 5-5 3-1", "5-2 5-4", turned="4-1", stock="1-0 2-0 3-0 3-2")
    lost = line(start, "declare 6-6 5-5, lead 6-6", "play 5-4").position
    assert (lost.declared, lost.card_points(0), lost.card_points(1)) == ((20, 0), 0, 21)
    won = line(lost, "lead 5-2", "play 5-5").position
    assert (won.tricks, won.points, won.card_points(0)) == ((1, 1), (10, 21), 30)


def test_section_4_without_a_trick_it_never_counts() -> None:
    start = table("6-6 5-5", "5-4 4-1", points=(0, 20), tricks=(0, 5), closed=Closing(by=1, points=0, tricks=0))
    end = line(start, "declare 6-6 5-5, lead 6-6", "play 5-4", "lead 4-1", "play 5-5")
    assert end.over
    assert (end.position.declared, end.position.card_points(0)) == ((20, 0), 0)


def test_000_emperor_is_enough_to_claim_before_leading() -> None:
    six = "6-6 5-5 4-4 3-3 2-2 1-1"
    start = table(f"{six} 2-1", "6-5 6-4 6-3 6-2 6-1 5-4 5-3", tricks=(1, 0), turned="5-0")
    gain, _, over, _ = line(start, f"declare {six}, claim")
    assert (gain, over) == (3, True)


def test_a_declaration_that_ends_the_deal_may_name_the_tile_that_would_be_led() -> None:
    start = table("6-6 5-5 3-3 2-1", "6-5 6-3 3-2 5-1", rules("hoyle-1868"), points=(41, 20), tricks=(6, 4))
    assert play(start, "declare 6-6 5-5 3-3, lead 5-5") == play(start, "declare 6-6 5-5 3-3")
    with pytest.raises(IllegalMove):
        play(start, "declare 6-6 5-5 3-3, lead 2-1")


def test_doubles_may_be_shown_where_declaring_brings_no_card_points() -> None:
    """Rules of one's own: six declarations worth nothing."""
    worthless = "{preset: pagat, declaration_points: 0 0 0 0 0 0, bingo_bonus: 0}"
    text = (
        f"{{rules: {worthless}, trump: 4, turned: 4-1, closed: {{by: you, points: 10, tricks: 1}}, lead: you,"
        " you: {hand: 6-6 5-5 3-3 2-1, points: 35, tricks: 4},"
        " opponent: {hand: 6-5 6-3 3-2 1-1, points: 20, tricks: 2, shown: 1-1}}"
    )
    [position] = reads(text)
    assert position.shown == TileSet("1-1")
    with pytest.raises(ImpossiblePosition, match="found 10, shown 1-1"):
        list(reads(text.replace("shown: 1-1", "shown: 1-1, declared: 10")))


# --- sections 6 and 7: closing, and the Bingo that captures the double of trumps -------------------

OPEN_BONEYARD: dict[str, Any] = {"turned": "2-1", "stock": "3-1 3-2 4-1"}


def may_close(position: Position) -> bool:
    return any(move.startswith("close") for move in legal(position))


def last_trick_closed(
    points: tuple[int, int], tricks: tuple[int, int], then: tuple[int, int], *, by: int = 0, preset: str = "pagat"
) -> Position:
    """You are to win the last trick of a closed deal with worthless tiles; ``then`` are the points and tricks of the
    closer's opponent at the close.
    """
    return table("6-5", "2-1", points=points, tricks=tricks, closed=Closing(by, *then), rules=rules(preset))


# --- when --------------------------------------------------------------------------------------------


@given(rule_sets(), st.integers(0, 2**32 - 1))
def test_positions_after_moves_are_made_of_the_same_types_as_checked_ones(rules: Rules, seed: int) -> None:
    for position in playout(deal(rules, seed), Random(seed)):
        checked = replace(position)  # which makes sets of tiles of whatever it is given
        assert [*map(type, vars(position).values())] == [*map(type, vars(checked).values())]
        assert {*map(type, position.hands)} == {TileSet}
        assert {type(tile) for tile in (position.led, position.turned, *position.stock)} <= {Tile, type(None)}
        for move in position.legal_moves:
            assert (type(move.tile) in (Tile, type(None)), type(move.declare)) == (True, TileSet)


@given(positions())
def test_section_6_only_the_leader_and_only_in_phase_one(position: Position) -> None:
    may = position.stage is Stage.LEAD and position.open and position.tricks[position.leader] > 0
    assert may_close(position) is may
    if position.stage is Stage.LEAD:
        assert can_close(position) is may


def test_section_6_what_the_other_had_is_remembered() -> None:
    """Declared points of the other count only with a trick."""
    start = table("6-6 6-3", "6-5 5-4", tricks=(1, 2), points=(3, 11), declared=(0, 20), **OPEN_BONEYARD)
    assert line(start, "close, lead 6-6").position.closed == Closing(by=0, points=31, tricks=2)
    start = replace(start, tricks=(3, 0), points=(3, 0))
    assert line(start, "close, lead 6-6").position.closed == Closing(by=0, points=0, tricks=0)
    assert line(start.swapped(), "close, lead 6-6").position.closed == Closing(by=1, points=0, tricks=0)


# --- section 7 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", SUITS)
def test_section_7_nothing_else_is_a_capture(trump: int) -> None:
    """When blanks are trumps there is no capture at all."""
    for other in TILES:
        if other in (parse("0-0"), double(trump) if trump else None):
            continue
        start = table("0-0 1-0", f"{text(other)} 2-0", trump=trump, turned="4-3", stock="5-4 6-4 6-5")
        assert line(start, "lead 0-0", f"play {text(other)}").gain == 0


# --- section 5: claiming, the order of events between two tricks, the end of a deal ----------------

FALSE_CLAIMS = rules("pagat, false_claims=true")


def two_tricks_left(points: tuple[int, int], tricks: tuple[int, int], **fields: Any) -> Position:
    """Two tiles each, fours are trumps, nothing worth a point among them but the 6-6; the 6-6 6-1 take both tricks."""
    return table("6-6 6-1", "6-5 2-1", points=points, tricks=tricks, **fields)


# --- who may claim and when --------------------------------------------------------------------------


def test_section_5_declared_points_do_not_count_without_a_trick() -> None:
    start = table("6-6 6-1", "6-5 2-1", declared=(70, 0), **OPEN_BONEYARD)
    assert start.stage is Stage.LEAD


def test_section_5_the_leader_may_claim_then_the_other() -> None:
    start = two_tricks_left((70, 70), (6, 6))
    assert (start.stage, start.to_move) == (Stage.CLAIM, 0)
    waited = line(start, "wait").position
    assert (waited.stage, waited.to_move, legal(waited)) == (Stage.ANSWER, 1, {"claim", "wait"})
    assert line(waited, "claim").gain == -1
    assert line(waited, "wait").position.stage is Stage.LEAD


def test_section_5_the_other_may_claim_where_the_leader_cannot() -> None:
    start = two_tricks_left((50, 70), (6, 6))
    assert (start.stage, start.to_move) == (Stage.ANSWER, 1)


def test_section_5_in_phase_one_both_draw_before_the_claim() -> None:
    start = table("6-6 6-1", "6-5 5-1", points=(60, 0), tricks=(5, 0), **OPEN_BONEYARD)
    after = line(start, "lead 6-6", "play 5-1").position
    assert (after.stage, after.stock, [hand.bit_count() for hand in after.hands]) == (
        Stage.CLAIM,
        start.stock[2:],
        [2, 2],
    )


def test_section_5_the_capture_is_credited_before_the_claim() -> None:
    gain, after, over, _ = line(table("0-0 6-1", "4-4 2-1", points=(60, 0), tricks=(6, 6)), "lead 0-0", "play 4-4")
    assert (gain, after.stage, over) == (1, Stage.CLAIM, False)


def test_section_5_the_leader_alone_may_claim_after_declaring() -> None:
    """The other could have claimed before, and cannot once doubles are declared."""
    start = table("6-6 5-5", "6-5 2-1", points=(50, 70), tricks=(6, 6))
    assert start.stage is Stage.ANSWER
    leading = line(start, "wait").position
    assert {"declare 6-6 5-5, claim", "declare 6-6 5-5, lead 6-6"} <= legal(leading)
    assert line(leading, "declare 6-6 5-5, claim").gain == 1
    led = line(leading, "declare 6-6 5-5, lead 6-6").position
    assert legal(led) == {"play 6-5"}


def test_section_5_closing_comes_before_declaring_and_claiming() -> None:
    start = table("6-6 5-5", "6-5 5-1", points=(50, 20), tricks=(3, 2), **OPEN_BONEYARD)
    assert "close, declare 6-6 5-5, claim" in legal(start)
    assert not any(move == "close" or move.endswith(", close") for move in legal(start))
    assert line(start, "close, declare 6-6 5-5, claim").gain == 2


# --- what a claim scores -----------------------------------------------------------------------------


def test_section_5_a_false_claim_gives_up_two_instead_of_three() -> None:
    """You have no trick and the opponent takes the rest: 3, or 2 for a lie."""
    honest, liars = (
        table("3-2 2-1", "6-6 6-5", leader=1, points=(0, 50), tricks=(0, 12), rules=chosen)
        for chosen in (PAGAT, FALSE_CLAIMS)
    )
    assert Reference().value(honest) == -3
    assert Reference().value(liars) == -2


# --- waiting -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "claimed", "waited"),
    [
        (table("0-0", "4-4", points=(70, 40), tricks=(7, 6)), 1, 2),  # the Bingo captures the double of trumps
        # the opponent closed before you had a trick; now you have 70, and the last trick cannot save them
        (table("6-6", "6-5", points=(72, 20), tricks=(5, 4), closed=Closing(by=1, points=0, tricks=0)), 2, 3),
    ],
)
def test_section_5_waiting_may_pay(start: Position, claimed: int, waited: int) -> None:
    search = Reference()
    assert (value_of(start, CLAIM, search), value_of(start, WAIT, search)) == (claimed, waited)
    assert search.value(start) == waited


# --- the end of the deal, and what it scores (sections 5 to 7) -----------------------------------------


def last_trick(points: tuple[int, int], tricks: tuple[int, int], chosen: str = "pagat") -> Position:
    """You are to win the last trick with worthless tiles, nobody having closed."""
    return table("6-5", "2-1", points=points, tricks=tricks, rules=rules(chosen))


LAST_TRICK = "lead 6-5", "play 2-1"
CAPTURED_BINGO = "lead 4-4", "play 0-0"


@pytest.mark.parametrize(
    ("start", "moves", "gain"),
    [
        # a failed close costs 3 where there was no trick, whatever the other has; else the winner of the last trick
        # claims if they can: the closer by the close, the other 2; else the closer claims
        (last_trick_closed((69, 90), (4, 4), (0, 0)), ("wait", *LAST_TRICK), -3),
        (last_trick_closed((90, 69), (4, 4), (0, 0), by=1), ("wait", *LAST_TRICK), 3),
        (last_trick_closed((70, 70), (4, 4), (0, 0)), ("wait", "wait", *LAST_TRICK), 3),
        (last_trick_closed((70, 70), (4, 4), (0, 0), by=1), ("wait", "wait", *LAST_TRICK), 2),
        (last_trick_closed((69, 70), (4, 4), (30, 2), by=1), ("wait", *LAST_TRICK), -1),
        # a capture scores beside whatever the deal brings
        (table("0-0", "4-4", points=(20, 40), tricks=(6, 7)), ("lead 0-0", "play 4-4"), 1 + 1),
        (table("4-4", "0-0", points=(65, 10), tricks=(6, 7), closed=Closing(0, 0, 0)), CAPTURED_BINGO, -1 - 3),
        (table("4-4", "0-0", points=(72, 10), tricks=(6, 7)), ("wait", *CAPTURED_BINGO), -1 + 1),
        # the winner of the last trick claims, or the other if they cannot; else the deal is void
        (last_trick((60, 69), (6, 7)), LAST_TRICK, 1),
        (last_trick((60, 29), (6, 7)), LAST_TRICK, 2),
        (last_trick((60, 0), (13, 0)), LAST_TRICK, 3),
        (last_trick((50, 75), (6, 7)), ("wait", *LAST_TRICK), -1),
        (last_trick((10, 75), (6, 7)), ("wait", *LAST_TRICK), -2),
        (last_trick((60, 60), (6, 7), "pagat, last_trick=0"), LAST_TRICK, 0),
        (last_trick((60, 60), (6, 7), "pagat, last_trick=10"), LAST_TRICK, 1),
    ],
)
def test_what_the_last_trick_brings(start: Position, moves: tuple[str, ...], gain: int) -> None:
    assert line(start, *moves)[::2] == (gain, True)
