"""The shipped puzzles with hidden tiles: what is right in them, and how hidden tiles are dealt against what is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from bingo.positions.shipped import UNSEEN, unseen
from bingo.solver import rules
from bingo.solver.compose.defence import refute
from bingo.solver.compose.themes import ABOUT, MARGIN
from bingo.solver.compose.unseen import (
    DECIDED,
    DOUBT,
    ERRORS,
    TRICKS,
    UnseenOptions,
    _close_ahead,
    _later,
    compose,
    judge,
    same_answer,
)
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move
from bingo.solver.game.play import at_lead, legal_moves
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.presets import PAGAT, label
from bingo.solver.game.tiles import mask, members
from bingo.solver.hidden.closing import analyze_closing, closed
from bingo.solver.hidden.deals import draw
from bingo.solver.hidden.leads import STANDARD_ERRORS_95
from bingo.solver.hidden.options import leads
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.proof.certificate import certify
from bingo.solver.search.exact import value_of
from bingo.solver.search.kernel import SEARCH_WIDTH, Kernel
from tests.depth import thorough
from tests.oracles.proofs import disagreements
from tests.oracles.reference import Reference

LEAST = {"close-unseen": 74, "first-leads": 40}


@lru_cache(maxsize=1)
def puzzles() -> tuple[InformationSet, ...]:
    return tuple(unseen())


def _right(known: InformationSet) -> tuple[Move, ...]:
    assert known.expect
    return known.expect.best


def _theme(known: InformationSet) -> str:
    assert known.expect
    return known.expect.themes[0]


def _quick(theme: str) -> list[InformationSet]:
    """Those in which everything is soon solved: few hands, or none to be solved."""
    listed = [p for p in puzzles() if _theme(p) == theme]
    return sorted(listed, key=count_hands)[:4] if theme == "close-unseen" else listed[::20]


def test_there_are_enough_of_both_and_closing_is_right_in_some_only() -> None:
    assert [f"{theme}.yaml" for theme in ABOUT] == list(UNSEEN)
    counted = Counter(map(_theme, puzzles()))
    assert all(counted[theme] >= least for theme, least in LEAST.items()), counted
    assert len({label(p.rules) for p in puzzles()}) >= 5
    names = [p.name for p in puzzles()]
    assert len(set(names)) == len(names)
    assert all(p.expect and p.expect.difficulty is not None for p in puzzles())


def test_you_are_on_lead_with_the_boneyard_open_and_nothing_hidden_is_told() -> None:
    for p in puzzles():
        assert p.open
        assert (p.leader, p.led, p.other, p.stock) == (YOU, None, None, 0)
        assert not p.unknown_gone
        assert (_theme(p) == "first-leads") == (not sum(p.tricks))
        world = p.world(int(hands(p)[0]), tuple(members(p.unseen & ~int(hands(p)[0])))[: p.face_down])
        assert set(_right(p)) <= set(legal_moves(world))
        assert len(_right(p)) == 1 or not any(move.close for move in _right(p))


@pytest.mark.parametrize("theme", list(ABOUT))
def test_one_answer_is_right_by_the_margin_in_a_sample(theme: str) -> None:
    """With a seed of its own, and fewer deals than ``python -m benchmarks.unseen`` draws for all."""
    for p in _quick(theme):
        verdict = judge(p, 2_048 if theme == "close-unseen" else 4_096, (77,))
        assert verdict.right in _right(p), p.name
        assert verdict.margin > 0, p.name
        assert verdict.open[0].every or all(one.low < one.high for one in verdict.rivals() if not one.move.close)


def test_what_closes_are_worth_is_what_plain_enumeration_says() -> None:
    """All hands by combinations, a few of them solved by the reference search."""
    for p in [p for p in _quick("close-unseen") if _right(p)[0].close][:2]:
        [right] = _right(p)
        free = list(members(p.unseen & ~p.held))
        every = sorted(mask(some) | p.held for some in combinations(free, p.hidden - p.held.bit_count()))
        assert every == hands(p).tolist()
        lead = next(one for one in analyze_closing(p).leads if one.move == right)
        worlds = [closed(p, hand) for hand in every]
        opened = replace(right, close=False)
        kernel, reference = Kernel(p.rules), Reference()
        seen = [value_of(world, opened, kernel) for world in worlds]
        assert lead.double_dummy.value == pytest.approx(np.mean(seen))
        for world, value in list(zip(worlds, seen, strict=True))[:: len(worlds) // 2]:
            assert value_of(world, opened, reference) == value
        sure = kernel.guaranteed(worlds[0], hands(p), [opened], *SEARCH_WIDTH)[:, 0]
        assert lead.guaranteed.value == pytest.approx(np.mean(sure))
        assert all(own <= value for own, value in zip(sure, seen, strict=True))


def test_the_proofs_do_not_contradict_what_closing_is_found_to_be_worth() -> None:
    for p in _quick("close-unseen")[:2]:
        world = next(draw(p, 1).positions(p))
        assert disagreements(world, certify(p, seconds=1)) == []


@settings(max_examples=12)
@given(st.data())
def test_hidden_tiles_are_dealt_against_a_wrong_move_within_what_is_known(data: st.DataObject) -> None:
    p = data.draw(st.sampled_from(_quick("close-unseen") + _quick("first-leads")))
    right = _right(p)[0]
    world = p.world(int(hands(p)[0]), tuple(members(p.unseen & ~int(hands(p)[0])))[: p.face_down])
    moves = leads(at_lead(world))
    wrong = data.draw(st.sampled_from([m for m in moves if not same_answer(m, right, closing=bool(p.tricks[YOU]))]))
    found = refute(p, wrong, right)
    hand, stock = found.found.position.hands[1], mask(found.found.position.stock)
    assert hand.bit_count() == p.hidden
    assert not (hand | stock) & ~p.unseen
    assert not hand & stock
    assert hand & p.held == p.held
    assert len(found.found.position.stock) == p.face_down
    assert sum(step.gain for step in found.found.line) == found.found.value
    assert next(step.move for step in found.found.line if step.player == YOU) == wrong
    assert found.found.value < found.right
    assert found.mean[0] < found.mean[1]


def test_no_hand_refutes_a_wrong_close_more_clearly() -> None:
    p = next(p for p in _quick("close-unseen") if _right(p)[0].close)
    [right] = _right(p)
    every = hands(p)
    worlds, kernel = [closed(p, int(hand)) for hand in every], Kernel(p.rules)
    sure = kernel.guaranteed(worlds[0], every, [replace(right, close=False)], *SEARCH_WIDTH)[:, 0].tolist()
    for lead in analyze_closing(p).leads[1:]:
        found = refute(p, lead.move, right)
        values = [value_of(world, replace(lead.move, close=False), kernel) for world in worlds]
        short = [own - value for own, value in zip(sure, values, strict=True)]
        assert found.right - found.found.value == max(short)
        assert (found.worse, found.tried) == (sum(one > 0 for one in short), len(every))


def test_a_seed_and_a_number_compose_the_same_puzzle_again() -> None:
    """The one of pagat's that is found first, as the command in the page of the collections says."""
    found = compose(UnseenOptions("close-unseen", least_tricks=3), 6, 44)
    assert found is not None
    [shipped] = [p for p in puzzles() if (p.hand, p.turned, p.rules) == (found.known.hand, found.known.turned, PAGAT)]
    assert found.verdict.alike == _right(shipped)
    assert shipped.expect
    assert found.difficulty == shipped.expect.difficulty
    assert compose(UnseenOptions("close-unseen", least_tricks=3), 6, 45) is None


@pytest.mark.parametrize(
    ("options", "seed", "number"),
    [
        (UnseenOptions("close-unseen", least_tricks=3), 6, 43),  # no close is on anybody's mind
        (UnseenOptions("close-unseen", certain=True), 1, 10),  # the close loses against some hand
    ],
)
def test_what_tempts_nobody_or_is_not_certain_is_passed_over(
    options: UnseenOptions, seed: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judged(*_: object) -> None:
        raise AssertionError("not to be looked at")

    monkeypatch.setattr("bingo.solver.compose.unseen.judge", judged)
    assert compose(options, seed, number) is None


@thorough
def test_first_leads_are_of_deals_that_are_not_decided_and_ahead_by_the_margin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.solver.compose.unseen.WORLDS", {"first-leads": 512})
    found = compose(UnseenOptions("first-leads"), 1, 10)
    assert found is not None
    assert 2 < found.verdict.open[0].best.value <= DECIDED
    assert found.verdict.margin >= MARGIN["first-leads"]
    assert not sum(found.known.tricks)
    assert compose(UnseenOptions("first-leads"), 1, 2) is None  # two leads are too near
    monkeypatch.setattr("bingo.solver.compose.unseen.DECIDED", 2.0)
    assert compose(UnseenOptions("first-leads"), 1, 10) is None


@pytest.mark.parametrize("spec", ["domino-play", "pagat, target=30", "hoyle-modern, target=30"])
def test_positions_to_close_in_come_from_play_that_went_on(spec: str) -> None:
    """Past a declaration after winning, past a claim and not past the end of a deal."""
    chosen = rules(spec)
    found = [known for number in range(20) if (known := _later(chosen, Random(number), 0))]
    assert any(_later(chosen, Random(number), max(sum(known.tricks) for known in found)) for number in range(20))
    for known in found:
        assert known.open
        assert known.led is None
        assert known.tricks[YOU]
        assert sum(known.tricks) in TRICKS
        assert all(not points or points < chosen.target for points in map(known.card_points, (YOU, OPPONENT)))


def test_an_estimate_counts_against_a_close_with_its_error_and_a_doubt() -> None:
    close: Any = SimpleNamespace(
        move=Move(close=True, lead=27), guaranteed=SimpleNamespace(points=SimpleNamespace(low=1.0))
    )
    on: Any = SimpleNamespace(value=0.5, high=0.5 + 0.1 * STANDARD_ERRORS_95, move=Move(lead=0))
    closing: Any = SimpleNamespace(best=close, leads=(close,))
    margin, nearest = _close_ahead(closing, [SimpleNamespace(best=on)])  # type: ignore[list-item]
    assert margin == pytest.approx(1.0 - 0.5 - ERRORS * 0.1 - DOUBT)
    assert nearest == on.move
