"""RULES.md section 5: claiming, the order of events between two tricks, the end of a deal; for ``pagat``."""

from typing import Any

from bingo.solver.analysis.exact import value_of
from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.position import Closing, Position, Stage
from bingo.solver.game.presets import PAGAT, rules
from tests.game.perft import legal, line, table
from tests.oracles.reference import Reference

LIARS = rules("pagat, false_claims=true")
OPEN: dict[str, Any] = {"turned": "2-1", "stock": "3-1 3-2 4-1"}


def last_two(points: tuple[int, int], tricks: tuple[int, int], **more: Any) -> Position:
    """Two tiles each, fours are trumps, nothing worth a point among them but the 6-6; the 6-6 6-1 take both tricks."""
    return table("6-6 6-1", "6-5 2-1", points=points, tricks=tricks, **more)


# --- who may claim and when --------------------------------------------------------------------------


def test_section_5_declared_points_do_not_count_without_a_trick() -> None:
    start = table("6-6 6-1", "6-5 2-1", declared=(70, 0), **OPEN)
    assert start.stage is Stage.LEAD


def test_section_5_the_leader_may_claim_then_the_other() -> None:
    start = last_two((70, 70), (6, 6))
    assert (start.stage, start.to_move) == (Stage.CLAIM, 0)
    waited = line(start, "wait").position
    assert (waited.stage, waited.to_move, legal(waited)) == (Stage.ANSWER, 1, {"claim", "wait"})
    assert line(waited, "claim").gain == -1
    assert line(waited, "wait").position.stage is Stage.LEAD


def test_section_5_the_other_may_claim_where_the_leader_cannot() -> None:
    start = last_two((50, 70), (6, 6))
    assert (start.stage, start.to_move) == (Stage.ANSWER, 1)


def test_section_5_in_phase_one_both_draw_before_the_claim() -> None:
    start = table("6-6 6-1", "6-5 5-1", points=(60, 0), tricks=(5, 0), **OPEN)
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
    start = table("6-6 5-5", "6-5 5-1", points=(50, 20), tricks=(3, 2), **OPEN)
    assert "close, declare 6-6 5-5, claim" in legal(start)
    assert not any(move == "close" or move.endswith(", close") for move in legal(start))
    assert line(start, "close, declare 6-6 5-5, claim").gain == 2


# --- what a claim scores -----------------------------------------------------------------------------


def test_section_5_a_false_claim_gives_up_two_instead_of_three() -> None:
    """You have no trick and the opponent takes the rest: 3, or 2 for a lie."""
    honest, liars = (
        table("3-2 2-1", "6-6 6-5", leader=1, points=(0, 50), tricks=(0, 12), rules=chosen) for chosen in (PAGAT, LIARS)
    )
    assert Reference().value(honest) == -3
    assert Reference().value(liars) == -2


# --- waiting -----------------------------------------------------------------------------------------


def test_section_5_waiting_pays_where_the_bingo_captures_the_double_of_trumps() -> None:
    start = table("0-0", "4-4", points=(70, 40), tricks=(7, 6))
    search = Reference()
    assert (value_of(start, CLAIM, search), value_of(start, WAIT, search)) == (1, 2)
    assert search.value(start) == 2


def test_section_5_waiting_pays_where_the_closer_is_about_to_fail_for_three() -> None:
    """The opponent closed before you had a trick; now you have 70, and the last trick cannot save them."""
    start = table("6-6", "6-5", points=(72, 20), tricks=(5, 4), closed=Closing(by=1, points=0, tricks=0))
    search = Reference()
    assert (value_of(start, CLAIM, search), value_of(start, WAIT, search)) == (2, 3)
    assert search.value(start) == 3


# --- the end of the deal -----------------------------------------------------------------------------


def ends(points: tuple[int, int], tricks: tuple[int, int], chosen: str = "pagat") -> int:
    """Your gain of playing the last trick, which you win with worthless tiles."""
    gain, _, over, _ = line(
        table("6-5", "2-1", points=points, tricks=tricks, rules=rules(chosen)), "lead 6-5", "play 2-1"
    )
    assert over
    return gain


def test_section_5_after_the_last_trick_its_winner_claims() -> None:
    assert ends((60, 69), (6, 7)) == 1
    assert ends((60, 29), (6, 7)) == 2
    assert ends((60, 0), (13, 0)) == 3


def test_section_5_after_the_last_trick_the_other_claims_if_the_winner_cannot() -> None:
    start = table("6-5", "2-1", points=(50, 75), tricks=(6, 7))
    assert line(start, "wait", "lead 6-5", "play 2-1").gain == -1
    start = table("6-5", "2-1", points=(10, 75), tricks=(6, 7))
    assert line(start, "wait", "lead 6-5", "play 2-1").gain == -2


def test_section_5_after_the_last_trick_a_deal_that_nobody_can_claim_is_void() -> None:
    assert ends((60, 60), (6, 7), "pagat, last_trick=0") == 0
    assert ends((60, 60), (6, 7), "pagat, last_trick=10") == 1
