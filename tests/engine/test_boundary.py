"""What comes into the native kernel is checked where it comes in: an answer or a ValueError, never more."""

from array import array
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from bingo.solver.analysis.worlds import make_players
from bingo.solver.engine import _kernel
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.game import PAGAT, WAIT, Closing, Move, Position, Stage, TileSet, deal
from tests.support.depth import by_depth
from tests.whole.fuzz import CALL_WEIGHTS, fuzz, with_changes


def kernel() -> _kernel.Kernel:
    return _kernel.Kernel(trump_tables(PAGAT), scoring(PAGAT), 8, 8)


def position() -> Position:
    return Position(
        rules=PAGAT,
        trump=4,
        hands=(TileSet(0b1110), TileSet(0b1110000)),
        leader=0,
        points=(30, 20),
        tricks=(3, 2),
        closed=Closing(by=0, points=10, tricks=1),
        stage=Stage.LEAD,
    )


WRONG_FIELDS: list[tuple[dict[str, Any], str]] = [
    ({"leader": 5}, "leader: expected 0 to 1; found 5"),
    ({"leader": -1}, "leader: expected 0 to 1; found -1"),
    ({"leader": None}, "leader: expected a whole number; found None"),
    ({"trump": 7}, "trump: expected 0 to 6; found 7"),
    ({"stage": 9}, "stage: expected 0 to 4; found 9"),
    ({"stage": Stage.REPLY}, "led: expected a tile at the stage of replies"),
    ({"stage": Stage.SHOW}, "won_with: expected a double"),
    ({"led": 28, "stage": Stage.REPLY}, "led: expected 0 to 27; found 28"),
    ({"led": 1, "stage": Stage.REPLY}, "led: expected each tile in one place"),
    ({"hands": (0b1110, 0b110000)}, "hands: expected as many tiles on both sides; found 3 and 2"),
    ({"hands": (0b1110, 0b111000)}, "hands: expected each tile in one place"),
    ({"hands": (0, 0)}, "hands: expected 1 to 7; found 0"),
    ({"hands": (0b1110, 0b11 | 1 << 28)}, "hands: expected 0 to 268435455"),
    ({"hands": (0b1110,)}, "hands: expected two numbers"),
    ({"points": (30, 100_000)}, "points: expected 0 to 1000; found 100000"),
    ({"points": (-1, 20)}, "points: expected 0 to 1000; found -1"),
    ({"declared": (30, 2**40)}, "declared: expected two numbers; found (30, 1099511627776)"),
    ({"declared": (0, 300), "tricks": (3, 0)}, "declared, without a trick: expected 0 to 255; found 300"),
    ({"tricks": (3, 15)}, "tricks: expected 0 to 14; found 15"),
    ({"pending": -5}, "pending: expected 0 to 1000; found -5"),
    ({"shown": 1 << 28}, "shown: expected"),
    ({"closed": Closing(2, 10, 1)}, "by: expected 0 to 1; found 2"),
    ({"closed": None, "turned": 10, "stock": (11, 12)}, "stock: expected an odd number of tiles up to 13; found 2"),
    ({"closed": None, "turned": 10, "stock": (1,)}, "stock and turned tile: expected each tile in one place"),
    ({"closed": None, "turned": 30, "stock": (12,)}, "turned: expected 0 to 27; found 30"),
]


@pytest.mark.parametrize(("changes", "words"), WRONG_FIELDS, ids=lambda case: str(case)[:50])
def test_a_wrong_position_is_refused_in_words(changes: dict[str, Any], words: str) -> None:
    assert kernel().value(position()) in range(-3, 4)
    wrong = with_changes(position(), **changes)
    with pytest.raises(ValueError, match="expected") as refused:
        kernel().value(wrong)
    assert words in str(refused.value)
    with pytest.raises(ValueError, match="expected"):
        kernel().values([position(), wrong], 2)


def test_what_is_no_position_is_refused() -> None:
    for nonsense in (None, 5, "position"):
        with pytest.raises(ValueError, match="position: expected one with trump"):
            kernel().value(nonsense)


@pytest.mark.parametrize("nonsense", [7, "match", [[5000, 0], [10_000, 10_000]]], ids=repr)
def test_what_is_no_objective_is_refused(nonsense: Any) -> None:
    words = "objective: expected a table of whole numbers; found"
    with pytest.raises(ValueError, match=words):
        kernel().value(position(), nonsense)
    for solve_many in (kernel().values, kernel().moves):
        with pytest.raises(ValueError, match=words):
            solve_many([position()], 1, nonsense)


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_1_or_more(threads: int) -> None:
    with pytest.raises(ValueError, match="threads: expected 1 or more"):
        kernel().values([position()], threads)


@pytest.mark.parametrize(("column", "value"), [(0, 28), (0, 1), (1, -1), (1, 101), (2, 1 << 28), (4, 2), (12, -1)])
def test_wrong_tables_are_refused(column: int, value: int) -> None:
    wrong = array("i", trump_tables(PAGAT))
    wrong[13 * 3 + column] = value if wrong[13 * 3 + column] != value else 5
    with pytest.raises(ValueError, match="trumps"):
        _kernel.Kernel(wrong, scoring(PAGAT), 8, 8)


def test_replies_of_which_none_is_left_are_refused() -> None:
    wrong = array(
        "i", [0 if n % 13 >= 5 and value == (1 << 28) - 1 else value for n, value in enumerate(trump_tables(PAGAT))]
    )
    with pytest.raises(ValueError, match="classes of replies: expected one that has every tile"):
        _kernel.Kernel(wrong, scoring(PAGAT), 8, 8)


@pytest.mark.parametrize("index", range(27))
def test_wrong_scoring_numbers_are_refused(index: int) -> None:
    for value in (-1, 1000):
        wrong = array("i", scoring(PAGAT))
        wrong[index] = value
        with pytest.raises(ValueError, match="scoring"):
            _kernel.Kernel(trump_tables(PAGAT), wrong, 8, 8)


@cache
def deals() -> tuple[Position, Any, Any]:
    first = replace(deal(PAGAT, 1), stage=Stage.LEAD)
    first = first if first.leader == 0 else first.swapped()
    free = np.array([t for t in range(28) if not first.hands[0] >> t & 1 and t != first.turned], dtype=np.uint8)
    rows = np.random.default_rng(1).permuted(np.tile(free, (50, 1)), axis=1)
    return first, (np.uint32(1) << rows[:, :7].astype(np.uint32)).sum(axis=1, dtype=np.uint32), rows[:, 7:].copy()


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_an_exception_in_a_worker_reaches_the_caller(threads: int) -> None:
    """A bad tile in the last stock is met by whichever thread takes it; it used to end the process."""
    first, hands, stocks = deals()
    lead = next(t for t in range(28) if first.hands[0] >> t & 1)
    options = [Move(lead=lead)]
    players = make_players(PAGAT)
    values, _ = players.play_out(first, hands, stocks, options, threads)
    for bad, words in ((200, "stock: expected 0 to 27; found 200"), (stocks[-1, 1], "each tile in one place")):
        wrong = stocks.copy()
        wrong[-1, 0] = bad
        with pytest.raises(ValueError, match=words):
            players.play_out(first, hands, wrong, options, threads)
    assert (players.play_out(first, hands, stocks, options, threads)[0] == values).all()


@pytest.mark.parametrize(
    "option", [(0, 0, 0), (1, 0, None), (0, 1, None), (2, 0, None), (0, 0, 28), (0, 1 << 28, None)]
)
def test_options_that_are_no_moves_are_refused(option: tuple[int, int, int | None]) -> None:
    first, hands, stocks = deals()
    hand = [t for t in range(28) if first.hands[0] >> t & 1]
    tile = (
        next(t for t in range(28) if t not in hand) if option[2] == 0 else hand[0] if option[2] is None else option[2]
    )
    move = with_changes(Move(), close=option[0], declare=option[1], lead=tile)
    with pytest.raises(ValueError, match="expected"):
        make_players(PAGAT).play_out(first, hands, stocks, [move], 1)


def test_records_by_chance_bring_an_answer_or_a_refusal() -> None:
    """What a player is said to know, too."""
    counts = fuzz(by_depth(3000, 20_000), seed=17)
    for call in CALL_WEIGHTS:
        assert counts[call.__name__, "answered"] + counts[call.__name__, "refused"]
    assert sum(n for (_, outcome), n in counts.items() if outcome == "answered") > 600
    assert sum(n for (_, outcome), n in counts.items() if outcome == "refused") > 800


def test_a_hand_with_the_turned_tile_is_refused() -> None:
    first, hands, stocks = deals()
    wrong = hands.copy()
    wrong[3] = (wrong[3] & (wrong[3] - 1)) | np.uint32(1 << first.turned)
    with pytest.raises(ValueError, match="stock and turned tile: expected each tile in one place"):
        make_players(PAGAT).play_out(first, wrong, stocks, [WAIT], 1)


def test_face_down_tiles_are_refused_that_are_not_as_many_as_hands() -> None:
    first, hands, stocks = deals()
    for wrong in (stocks[1:], stocks[:, 1:], stocks[1:, 1:]):
        with pytest.raises(ValueError, match="stocks: shape"):
            make_players(PAGAT).play_out(first, hands, wrong, [WAIT], 1)


@pytest.mark.parametrize("wrong", [0.0, -1.0, np.inf, np.nan])
def test_weights_are_finite_and_above_0(wrong: float) -> None:
    hands, lead = np.array([0b1110000, 0b1101000000]), [Move(lead=1)]
    weights = np.array([1.0, wrong])
    with pytest.raises(ValueError, match="weights: expected finite numbers above 0"):
        kernel().question(position(), hands.astype(np.uint32), lead, weights)
    with pytest.raises(ValueError, match="weights: one a hand"):
        kernel().question(position(), hands.astype(np.uint32), lead, weights[:1])
