"""What a player knows goes to the engine whole: it values moves in one way, and refuses what nobody can know."""

import random
from collections.abc import Iterator
from dataclasses import astuple, replace
from itertools import islice
from typing import Any

import pytest

from bingo.solver import PRESETS, IllegalMove, InformationSet, Settings, Stage, replay
from bingo.solver.analysis import Lead, analyze_hidden, count_hands, estimate, hands, solved_worths, view_of
from bingo.solver.engine import _kernel, engine_for
from bingo.solver.game import CLAIM, PAGAT, WAIT, Closing, Move, at_lead
from tests.game.perft import table
from tests.oracles.kernel import Kernel
from tests.oracles.random_play import random_deal
from tests.support.depth import by_depth, few


def views(preset: str, seed: int, share: float = 0.3) -> Iterator[InformationSet]:
    rng = random.Random(seed)
    carried = (75, 88) if PRESETS[preset].rules.at_target == "points" else (0, 0)
    for moment in replay(random_deal(preset, seed, carried=carried)).moments:
        inside = moment.position.over or moment.position.stage is Stage.SHOW  # over, or in the middle of a turn
        if moment.turn is not None and not inside and rng.random() < share:
            yield view_of(moment.seen_by(moment.to_play))


@pytest.mark.parametrize("preset", few(PRESETS, "pagat", "domino-play"))
def test_an_analysis_and_an_estimate_value_moves_alike(preset: str) -> None:
    for seed in range(by_depth(1, 2)):
        for view in views(preset, seed, 0.2):
            closes = view.open and view.led is None and any(view.tricks)  # held against every hand, if it may
            if (closes or not view.open) and not 1 < count_hands(view) < (2000 if closes else 300):
                continue
            settings = Settings(worlds=8, seed=seed)
            answer = analyze_hidden(view, settings, lambda _share: None)
            playing_on = [option.move for option in answer.moves if not option.move.close]
            means = {option.move: option for option in estimate(view, settings, moves=playing_on).moves}
            assert not answer.exact
            for option in answer.moves:
                if option.kind == "estimate" and not option.move.close:
                    assert (option.value, option.low, option.high) == pytest.approx(astuple(means[option.move])[1:4])
                elif not view.open and option.move in means and isinstance(option, Lead):
                    assert option.double_dummy.value == pytest.approx(means[option.move].value)


def at_the_fourth_trick() -> InformationSet:
    return next(view for view in views("pagat", 1, 1.0) if len(view.history) == 3 and view.led is None)


FIRST, SECOND, THIRD = at_the_fourth_trick().history


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"history": (FIRST, SECOND)}, "3 tricks, or none"),
        ({"history": (FIRST, FIRST, THIRD)}, "each tile once"),
        ({"history": (FIRST, SECOND, replace(THIRD, reply=None))}, "a reply to every lead"),
        ({"history": (FIRST, SECOND, replace(THIRD, closed=True))}, "a close where the position has one"),
        ({"history": (FIRST, SECOND, replace(THIRD, declared=2))}, "doubles"),
        ({"history": (FIRST, SECOND, replace(THIRD, led=28))}, "0 to 27"),  # type: ignore[arg-type]
        ({"history": (FIRST, SECOND, THIRD) * 5}, "14 tricks at most"),
        ({"excluded": 1 << 28}, "excluded: expected 0 to 268435455"),
        ({"hand": 0}, "hand: expected 1 to 7"),
        ({"hidden": 6}, "hidden: expected 7"),
        ({"led": 40}, "led: expected 0 to 27"),
        ({"trump": 7}, "trump: expected 0 to 6"),
        ({"declared": (3000, 0)}, "declared: expected"),
        ({"carried": (1, 2, 3)}, "carried: expected two numbers"),
        ({"shown_by": (0, 1 << 27 | 1 << 28)}, "shown_by: expected 0 to 268435455"),
        ({"history": [1]}, "a tuple of tricks"),
        ({"turned": None}, "tricks: expected"),
    ],
)
def test_what_nobody_can_know_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        hands(replace(at_the_fourth_trick(), **changes))


def test_against_a_move_solved_by_itself_any_hand_declares_its_doubles() -> None:
    """Not only those of the first hand that fits."""
    close = Closing(by=0, points=10, tricks=1)
    position = at_lead(
        table("6-6 5-5 4-4 1-0", "3-3 2-2 2-1 3-1", PAGAT, 1, points=(25, 30), tricks=(3, 3), closed=close)
    )
    view, move = view_of(position.seen_by(0)), Move.parse("declare 6-6 5-5, lead 6-6")
    guaranteed = Kernel(PAGAT).guaranteed(position, hands(view), [move], *_kernel.SEARCH_WIDTH)
    assert solved_worths(view, [move], Settings())[move].value == pytest.approx(guaranteed.mean())


def test_moves_that_are_solved_have_a_tile() -> None:
    """Or are listed, as waiting is where the opponent leads."""
    closed = (view for seed in range(20) for view in views("pagat", seed, 1) if not view.open and view.led is None)
    for view in islice(closed, 6):
        analysis = analyze_hidden(view, Settings(), lambda _share: None)
        listed = {option.move for option in analysis.moves}
        for move in {CLAIM, WAIT} - listed:
            with pytest.raises(IllegalMove, match="moves: expected moves of a tile"):
                solved_worths(view, [move], Settings(), most_hands=8)


def test_how_much_may_be_asked_has_limits() -> None:
    valid: dict[str, Any] = {"worlds": 0, "hands": 0, "threads": 1, "seed": 0, "seconds": 1e-9}
    _kernel.Request(**valid)
    _kernel.Request(**{**valid, "worlds": 10**9, "threads": 256, "seed": 2**63 - 1})
    for key, bad_value in (
        ("worlds", -1),
        ("worlds", 10**9 + 1),
        ("worlds", 1.5),
        ("hands", -1),
        ("threads", 0),
        ("threads", 257),
        ("seed", -1),
        ("seconds", 0.0),
        ("seconds", float("nan")),
    ):
        with pytest.raises((ValueError, TypeError)):
            _kernel.Request(**{**valid, key: bad_value})
    view = at_the_fourth_trick()
    with engine_for(view.rules) as engine:
        for choice_model in ((0.1, 1), (1e-3, 1e-3)):
            engine.weights(view, choice_model)
    with pytest.raises(IllegalMove, match="worlds"), engine_for(view.rules) as engine:
        engine.deals(view, 0, 1)


@pytest.mark.parametrize("choice_model", [(0, 0.5), (1, 0), (1, 1.25)])
def test_how_the_opponent_chooses_has_limits(choice_model: tuple[float, float]) -> None:
    temperature, blunder = (f"{number:.6f}" for number in choice_model)
    expected = "expected a temperature above 0 and a blunder chance above 0, at most 1"
    with pytest.raises(IllegalMove) as refusal, engine_for(at_the_fourth_trick().rules) as engine:
        engine.weights(at_the_fourth_trick(), choice_model)
    assert str(refusal.value) == f"opponent_model: {expected}; found {temperature} and {blunder}"
