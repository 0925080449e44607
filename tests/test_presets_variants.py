"""RULES.md section 9, end: variants named in the sources, each a single field on top of a preset."""

from __future__ import annotations

from bingo.solver.game import tricks
from bingo.solver.game.position import Closing, Position, Stage
from bingo.solver.game.presets import PAGAT, rules
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import mask, parse, parse_all, text_mask
from tests.perft import legal, line, table


def replies(chosen: Rules, led: str, hand: str, trump: int = 5) -> str:
    return text_mask(tricks.may_reply(chosen, trump, parse(led), mask(parse_all(hand)), phase_two=True))


def wins(chosen: Rules, led: str, reply: str, trump: int = 5) -> bool:
    return tricks.beats(chosen, trump, parse(led), parse(reply), phase_two=True)


def test_no_obligation_to_beat() -> None:
    chosen = rules("pagat, must_beat=false")
    assert replies(PAGAT, "4-3", "6-4 4-1 5-1 0-0") == "6-4"
    assert replies(chosen, "4-3", "6-4 4-1 5-1 0-0") == "6-4 4-1"
    assert replies(chosen, "5-3", "5-5 5-1 0-0") == "5-5 5-1"
    assert replies(chosen, "4-3", "6-6 5-1 0-0") == "5-1 0-0"


def test_trumps_before_the_bingo_when_unable_to_follow() -> None:
    chosen = rules("pagat, must_beat=false, void=trump-then-bingo")
    assert replies(PAGAT, "4-3", "6-6 5-1 0-0") == "5-1 0-0"
    assert replies(chosen, "4-3", "6-6 5-1 0-0") == "5-1"
    assert replies(chosen, "4-3", "6-6 0-0") == "0-0"
    assert replies(chosen, "4-3", "6-6 1-1") == "6-6 1-1"
    assert replies(rules("pagat, void=trump-then-bingo"), "4-3", "6-6 5-1 0-0") == "5-1"


def test_unable_to_follow_anything() -> None:
    chosen = rules("pagat, void=anything")
    assert replies(chosen, "4-3", "6-6 5-1 0-0") == "6-6 5-1 0-0"
    assert replies(chosen, "4-3", "6-4 4-1 5-1") == "6-4"


def test_no_bingo_on_trumps() -> None:
    chosen = rules("pagat, bingo_on_trumps=false")
    assert replies(PAGAT, "5-3", "6-6 0-0") == "0-0"
    assert replies(chosen, "5-3", "6-6 0-0") == "6-6 0-0"
    assert replies(chosen, "5-3", "5-5 5-1 0-0") == "5-5"


def test_following_the_lower_end() -> None:
    chosen = rules("pagat, follow=lower-end-next")
    assert replies(PAGAT, "4-2", "6-2 5-1 0-0") == "5-1 0-0"
    assert replies(chosen, "4-2", "6-2 5-1 0-0") == "6-2"
    assert replies(chosen, "4-2", "4-1 6-2 5-1") == "4-1"
    assert replies(chosen, "4-2", "5-2 6-6") == "5-2"  # a trump is no two


def test_a_trump_may_follow_as_its_plain_suit() -> None:
    chosen = rules("pagat, trump_follows=true")
    assert replies(PAGAT, "4-3", "5-4 4-1") == "4-1"
    assert replies(chosen, "4-3", "5-4 4-1") == "5-4"  # it wins, so it must


def test_low_threshold_of_20() -> None:
    for points, expected in ((19, 2), (20, 1), (25, 1)):
        start = table("6-6", "6-5", rules=rules("pagat, low=20"), points=(70, points), tricks=(7, 6))
        assert line(start, "claim").gain == expected


def test_target_of_66() -> None:
    chosen = rules("pagat, target=66")
    assert table("6-6", "6-5", points=(66, 40), tricks=(7, 6)).stage is Stage.LEAD
    assert table("6-6", "6-5", rules=chosen, points=(66, 40), tricks=(7, 6)).stage is Stage.CLAIM
    assert table("6-6", "6-5", rules=chosen, points=(65, 40), tricks=(7, 6)).stage is Stage.LEAD
    shut = table("6-5", "2-1", rules=chosen, points=(66, 40), tricks=(5, 4), closed=Closing(0, 0, 0))
    assert line(shut, "wait", "lead 6-5", "play 2-1").gain == 3


def test_a_declaration_counts_only_if_its_trick_is_won() -> None:
    chosen = rules("pagat, declaration_counts=with-its-trick")
    start = table("6-6 5-5", "5-4 2-1", rules=chosen, tricks=(1, 0), turned="4-1", stock="1-0 2-0 3-0")
    led = line(start, "declare 6-6 5-5, lead 6-6").position
    assert (led.card_points(0), led.pending) == (0, 20)
    won, lost = line(led, "play 2-1").position, line(led, "play 5-4").position
    assert (won.card_points(0), won.pending) == (32, 0)
    assert (lost.card_points(0), lost.pending, lost.card_points(1)) == (0, 0, 21)
    assert not any("claim" in move for move in legal(start))


def test_declaring_again_allowed() -> None:
    start = table("6-6 5-5 3-3", "6-5 2-1 3-1", tricks=(11, 0))
    texts = ["declare 6-6 5-5 3-3, lead 6-6", "play 6-5"]
    again = {"declare 5-5 3-3, lead 5-5", "declare 5-5 3-3, lead 3-3"}
    assert not again & legal(line(start, *texts).position)
    assert again < legal(
        line(table("6-6 5-5 3-3", "6-5 2-1 3-1", rules("pagat, redeclare=true"), tricks=(11, 0)), *texts).position
    )


def test_blanks_rank_lowest() -> None:
    chosen = rules("pagat, blank_rank=0")
    assert wins(chosen, "3-0", "3-1")
    assert not wins(PAGAT, "3-0", "3-1")
    assert tricks.led_suit(chosen, parse("6-0")) == 6
    assert replies(chosen, "6-0", "6-1 2-0") == "6-1"
    assert wins(chosen, "5-0", "5-1")  # trumps
    assert wins(chosen, "5-5", "0-0")
    assert not wins(chosen, "1-0", "6-0")
    assert wins(chosen, "6-1", "6-6")


def test_blanks_rank_lowest_points_and_the_turned_tile_keep_seven() -> None:
    chosen = rules("pagat, blank_rank=0")
    for trump in range(7):
        assert all(tricks.points(chosen, trump, t) == tricks.points(PAGAT, trump, t) for t in range(28))
    start = table("6-6", "6-5", rules=chosen, trump=0, turned="6-0", stock="1-0")
    assert tricks.trump_of(parse("6-0")) == start.trump == 0


def test_the_double_ranks_by_its_pips_in_trumps_too() -> None:
    """000: the heavier 6-5 beats the 5-5, neither fives nor sixes being trumps."""
    chosen = rules("pagat, double_rank=pips")
    assert wins(chosen, "5-5", "6-5", trump=1)
    assert not wins(PAGAT, "5-5", "6-5", trump=1)
    assert not wins(chosen, "5-5", "5-4", trump=1)
    assert wins(chosen, "4-4", "5-4", trump=4)
    assert wins(chosen, "4-3", "4-4", trump=4)
    assert not wins(chosen, "4-3", "4-2", trump=4)
    assert wins(chosen, "4-0", "0-0", trump=0)


def test_a_reply_may_win_by_matching_either_end() -> None:
    chosen = rules("pagat, plain_trick=either-end")
    for phase_two in (False, True):
        assert tricks.beats(chosen, 5, parse("4-2"), parse("6-2"), phase_two=phase_two)
        assert not tricks.beats(PAGAT, 5, parse("4-2"), parse("6-2"), phase_two=phase_two)
    assert not wins(chosen, "4-2", "2-1")
    assert not wins(chosen, "4-2", "6-3")


def test_the_heavier_tile_wins_whatever_the_suits() -> None:
    chosen = rules("pagat, plain_trick=heavier")
    assert wins(chosen, "4-2", "6-1")
    assert not wins(chosen, "4-2", "3-3")
    assert wins(chosen, "4-4", "6-4")
    assert not wins(chosen, "6-6", "5-0", trump=1)
    assert not wins(chosen, "5-0", "6-6", trump=1)


def reached(chosen: str) -> Position:
    return table("6-6 3-2", "6-5 2-1", rules=rules(chosen), points=(60, 40), tricks=(5, 7))


def test_first_to_70_scores_without_a_claim() -> None:
    assert line(reached("pagat, at_target=first-ends"), "lead 6-6", "play 6-5")[::2] == (1, True)


def test_first_to_70_scores_without_a_claim_with_play_going_on() -> None:
    texts = ["lead 6-6", "play 6-5"]
    gain, after, over = line(reached("pagat, at_target=each-scores"), *texts)
    assert (gain, over) == (1, False)
    assert line(after, "lead 3-2", "play 2-1")[::2] == (0, True)


def test_last_trick_of_ten_or_nothing() -> None:
    for name, ten in (("pagat, last_trick=0", 0), ("engel, last_trick=10", 10), ("hoyle-1868, last_trick=10", 10)):
        start = table("6-5", "2-1", rules=rules(name), points=(30, 40), tricks=(6, 7))
        assert line(start, "lead 6-5", "play 2-1").position.points == (30 + ten, 40)


def test_the_winner_draws_the_turned_tile() -> None:
    start = table(
        "6-5 6-3", "2-1 3-2", rules=rules("pagat, last_draw=turned"), turned="4-1", stock="1-0", tricks=(3, 3)
    )
    assert line(start, "lead 6-5", "play 2-1").position.hands[0] == mask(parse_all("6-3 4-1"))


def test_no_game_point_for_the_capture() -> None:
    start = table("0-0 1-0", "4-4 5-4", rules=rules("pagat, capture=0"), tricks=(6, 6))
    assert line(start, "lead 0-0", "play 4-4").gain == 0


def test_seven_doubles_as_card_points() -> None:
    seven = "6-6 5-5 4-4 3-3 2-2 1-1 0-0"
    start = table(
        seven, "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=rules("pagat, seven_doubles=0"), tricks=(1, 0), turned="5-0"
    )
    assert line(start, f"declare {seven}, lead 0-0").position.declared == (80, 0)


def test_three_game_points_where_the_other_has_no_points() -> None:
    start = table("6-6", "6-5", rules=rules("pagat, shutout=no-points"), points=(70, 0), tricks=(7, 6))
    assert line(start, "claim").gain == 3


def test_no_bingo_bonus() -> None:
    doubles = mask(parse_all("0-0 1-1"))
    assert tricks.declaration_points(rules("pagat, bingo_bonus=0"), doubles) == 20
    assert tricks.declaration_points(PAGAT, doubles) == 30
