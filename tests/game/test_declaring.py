"""RULES.md section 4: declaring doubles, for ``pagat``."""

from itertools import combinations

import pytest

from bingo.positions import reads
from bingo.solver import Closing, IllegalMove, ImpossiblePosition, Position, Stage, TileSet, rules
from bingo.solver.game.play import play
from tests.game.perft import legal, line, table


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


def test_section_4_a_declared_double_is_never_declared_again() -> None:
    start = table("6-6 5-5 3-3 2-2 1-1", "6-5 6-3 6-2 6-1 2-1", tricks=(9, 0))
    after = line(start, "declare 6-6 5-5, lead 6-6", "play 6-5").position
    assert after.stage is Stage.LEAD
    again = declarations(after)
    assert again
    assert not any("5-5" in move for move in again)
    assert "declare 3-3 2-2 1-1, lead 1-1" in again
    later = line(after, "declare 3-3 2-2, lead 3-3", "play 6-3").position
    assert later.declared == (40, 0)
    assert declarations(later) == set()


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
