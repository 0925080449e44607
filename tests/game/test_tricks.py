"""RULES.md sections 2 and 3: the turned tile, who wins a trick, what may be replied, drawing; for ``pagat``."""

import pytest
from hypothesis import assume, given, strategies as st

from bingo.solver.game import PAGAT, Position, Stage, tricks
from bingo.solver.game.tiles import BINGO, ENDS, SUITS, TILES, Mask, Tile, mask, parse, parse_all, shows
from tests.game.perft import legal, line, table
from tests.support.strategies import positions


def pips(end: int) -> int:
    return 7 if end == 0 else end


def height(t: int, suit: int) -> int:
    """Height of a tile of this suit: the double above a blank above the rest."""
    a, b = ENDS[t]
    return 100 if a == b else pips(a if b == suit else b)


def suit_led(t: int) -> int:
    return max(ENDS[t], key=pips)


# --- section 2: the deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turned", "trump"), [("6-5", 6), ("4-1", 4), ("6-0", 0), ("1-0", 0), ("0-0", 0), ("3-3", 3), ("2-1", 2)]
)
def test_section_2_the_higher_end_of_the_turned_tile_is_trumps(turned: str, trump: int) -> None:
    assert tricks.trump_of(parse(turned)) == trump


# --- section 3: who wins -----------------------------------------------------------------------------


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("phase_two", [False, True])
def test_section_3_who_wins_every_pair_of_tiles(trump: int, phase_two: bool) -> None:
    for led in TILES:
        for reply in TILES:
            if led == reply:
                continue
            led_trump, reply_trump, suit = shows(led, trump), shows(reply, trump), suit_led(led)
            if BINGO in (led, reply):  # 1
                expected = reply == BINGO
            elif led_trump and reply_trump:  # 2
                expected = height(reply, trump) > height(led, trump)
            elif led_trump or reply_trump:  # 3
                expected = reply_trump
            else:  # 4
                expected = suit in ENDS[reply] and height(reply, suit) > height(led, suit)
            assert tricks.beats(PAGAT, trump, led, reply, phase_two=phase_two) is expected


def test_section_3_the_winner_stores_both_tiles_and_leads() -> None:
    start = table("6-3 2-1", "6-6 4-1", trump=4, points=(5, 6), tricks=(6, 6))
    after = line(start, "lead 6-3", "play 6-6").position
    assert (after.leader, after.stage, after.points, after.tricks) == (1, Stage.LEAD, (5, 18), (6, 7))
    after = line(start, "lead 2-1", "play 4-1").position
    assert (after.leader, after.points, after.tricks) == (1, (5, 11), (6, 7))
    start = table("5-5 2-1", "6-6 4-1", trump=4, points=(5, 6), tricks=(6, 6))
    assert line(start, "lead 5-5", "play 4-1").position.points == (5, 6 + 10 + 5)


# --- section 3: phase one ----------------------------------------------------------------------------


@given(positions(PAGAT, phase=1))
def test_section_3_phase_one_any_reply_is_legal(position: Position) -> None:
    assume(position.stage is Stage.REPLY)
    assert len(legal(position)) == position.hands[1 - position.leader].bit_count()


@pytest.mark.parametrize(("reply", "winner"), [("2-1", 0), ("6-6", 1)])
@pytest.mark.parametrize(("stock", "second"), [("1-0 2-0 3-0", "2-0"), ("1-0", "4-1")])
def test_section_3_the_winner_draws_first_then_the_loser(reply: str, winner: int, stock: str, second: str) -> None:
    """After the seventh trick it is the turned tile that the loser draws."""
    start = table("6-5 6-3", "6-6 2-1", turned="4-1", stock=stock, trump=4, tricks=(3, 3))
    after = line(start, "lead 6-5", f"play {reply}").position
    drawn = mask(parse_all(f"{stock} 4-1"))
    hands = after.hands[winner] & drawn, after.hands[1 - winner] & drawn
    assert (after.leader, hands) == (winner, (mask([parse("1-0")]), mask([parse(second)])))
    expected = (parse_all("3-0"), parse("4-1"), True) if second == "2-0" else ((), None, False)
    assert (after.stock, after.turned, after.open) == expected


# --- section 3: phase two ----------------------------------------------------------------------------


def duty(trump: int, led: int, hand: Mask) -> set[Tile]:
    """Section 3 read aloud: the first non-empty class of replies of phase two."""
    tiles = {t for t in TILES if hand >> t & 1}
    trumps = {t for t in tiles if shows(t, trump)}
    bingo = tiles & {BINGO}
    if shows(led, trump):
        higher = {t for t in trumps if led != BINGO and (t == BINGO or height(t, trump) > height(led, trump))}
        return higher or trumps or bingo or tiles
    suit = suit_led(led)
    in_suit = {t for t in tiles - trumps if suit in ENDS[t]}
    if led == BINGO:
        return in_suit or trumps or tiles
    higher = {t for t in in_suit if height(t, suit) > height(led, suit)}
    return higher or in_suit or trumps | bingo or tiles


@given(st.integers(0, 6), st.lists(st.sampled_from(TILES), min_size=2, max_size=8, unique=True))
def test_section_3_what_may_be_replied_in_phase_two(trump: int, tiles: list[int]) -> None:
    led, hand = tiles[0], mask(tiles[1:])
    assert tricks.legal_replies(PAGAT, trump, led, hand, phase_two=True) == mask(duty(trump, led, hand))


# --- section 3: the last trick -----------------------------------------------------------------------


def test_section_3_no_ten_when_the_boneyard_was_closed() -> None:
    start = table("6-6 6-3", "6-5 2-1", trump=4, tricks=(1, 0), turned="4-1", stock="4-2 4-3 3-2")
    closed = line(start, "close, lead 6-6", "play 6-5", "lead 6-3", "play 2-1")
    assert closed.over
    assert closed.position.points == (12, 0)
