"""RULES.md section 1: the tiles, their suits and their card points, for ``pagat``."""

import pytest

from bingo.solver.game import PAGAT, text_all, tricks
from bingo.solver.game.tiles import ALL, BINGO, DOUBLES, ENDS, SUITS, TILES, parse, parse_all, shows, text

#: Ends from the highest, a blank being 7.
DOWNWARDS = (0, 6, 5, 4, 3, 2, 1)


def worth(trump: int, name: str) -> int:
    return tricks.points(PAGAT, trump, parse(name))


def test_section_1_there_are_28_tiles_written_higher_digit_first() -> None:
    pairs = [(a, b) for a in range(7) for b in range(a + 1)]
    assert sorted(ENDS) == sorted(pairs)
    assert sorted(map(text, TILES)) == sorted(f"{a}-{b}" for a, b in pairs)
    assert (ALL.bit_count(), DOUBLES.bit_count(), text(BINGO)) == (28, 7, "0-0")


@pytest.mark.parametrize("t", TILES, ids=text)
def test_section_1_a_tile_is_read_in_either_order(t: int) -> None:
    assert parse(text(t)) == parse(text(t)[::-1]) == t


def order(suit: int, trump: int) -> str:
    """Tiles of a suit from the highest, without those that are trumps and nothing else."""
    own = [t for t in TILES if shows(t, suit) and (suit == trump or not shows(t, trump))]
    return text_all(sorted(own, key=lambda t: tricks.rank(PAGAT, t, suit), reverse=True))


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("suit", SUITS)
def test_section_1_the_double_is_highest_then_the_other_ends_downwards(suit: int, trump: int) -> None:
    ends = (
        [end for end in DOWNWARDS if end not in (suit, trump)] if suit != trump else [e for e in DOWNWARDS if e != suit]
    )
    expected = [f"{suit}-{end}" for end in [suit, *ends]]
    assert order(suit, trump) == text_all(parse_all(" ".join(expected)))


@pytest.mark.parametrize("trump", SUITS)
def test_section_1_card_points_of_every_tile(trump: int) -> None:
    for t, (a, b) in enumerate(ENDS):
        pips = (a or 7) + (b or 7)
        if a == b == trump:
            expected = 28
        elif a == b or trump in (a, b) or text(t) in ("6-4", "3-0"):
            expected = pips
        else:
            expected = 0
        assert worth(trump, text(t)) == expected, text(t)
