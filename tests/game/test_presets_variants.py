"""RULES.md section 9, end: variants that no preset has, each a single field on top of one."""

from bingo.solver.game import tricks
from bingo.solver.game.position import Closing, Stage
from bingo.solver.game.presets import PAGAT, rules
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import mask, parse, parse_all, text_mask
from tests.game.perft import legal, line, table


def replies(chosen: Rules, led: str, hand: str, trump: int = 5) -> str:
    return text_mask(tricks.may_reply(chosen, trump, parse(led), mask(parse_all(hand)), phase_two=True))


def wins(chosen: Rules, led: str, reply: str, trump: int = 5) -> bool:
    return tricks.beats(chosen, trump, parse(led), parse(reply), phase_two=True)


def test_trumps_before_the_bingo_when_unable_to_follow() -> None:
    chosen = rules("pagat, must_beat=false, void=trump-then-bingo")
    assert replies(PAGAT, "4-3", "6-6 5-1 0-0") == "5-1 0-0"
    assert replies(chosen, "4-3", "6-6 5-1 0-0") == "5-1"
    assert replies(chosen, "4-3", "6-6 0-0") == "0-0"
    assert replies(chosen, "4-3", "6-6 1-1") == "6-6 1-1"
    assert replies(rules("pagat, void=trump-then-bingo"), "4-3", "6-6 5-1 0-0") == "5-1"


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


def test_all_seven_doubles_need_no_points_where_they_end_the_deal() -> None:
    for seven, most in ((3, 7), (0, 6)):
        chosen = rules(f"pagat, declaration_points=20 40 50 60 70, seven_doubles={seven}")
        assert [count for count in range(9) if tricks.may_declare(chosen, count)] == [*range(2, most + 1)]
