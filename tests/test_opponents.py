"""Levels to play against: each plays every deal to its end by the rules, and the same deal the same way."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from bingo.positions import dumps_record, reads_records
from bingo.solver.errors import IllegalMove
from bingo.solver.game import presets
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.play import legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Match, Stage
from bingo.solver.game.random_play import playout
from bingo.solver.game.replay import replay
from bingo.solver.hidden.view import known
from bingo.solver.hidden.worlds import sample_hands
from bingo.solver.opponents import levels
from bingo.solver.opponents.choices import at, best, exact_best, sensible, totals, totals_by_hand
from bingo.solver.opponents.levels import LEVELS, choose
from bingo.solver.opponents.playing import play_out
from bingo.solver.opponents.table import Table, first_deal, level_of, next_deal, won_match
from tests.depth import few
from tests.native import needs_kernel

PAIRS = list(permutations(LEVELS, 2))


@needs_kernel
@pytest.mark.parametrize("rules", few(presets.PRESETS, "pagat", "domino-play"))
def test_every_level_against_every_other_ends_by_the_rules(rules: str) -> None:
    for seed, (one, other) in enumerate(PAIRS):
        record = play_out(deal(rules, seed), (LEVELS[one], LEVELS[other]), worlds=4)
        played = replay(record)
        assert played.end.position.over
        assert record.result == played.end.score
        (again,) = reads_records(dumps_record(record))  # which checks every turn and the result
        assert again.turns == record.turns


@needs_kernel
@pytest.mark.parametrize("rules", few(presets.PRESETS, "pagat", "domino-play"))
def test_moves_after_a_close_are_worth_the_same_hand_by_hand_and_all_at_once(rules: str) -> None:
    """Every hand as a world of its own, or all of them in few calls of the kernel."""
    compared = 0
    for seed in range(10):
        rng = Random(seed)
        for position in playout(deal(rules, rng), rng):
            if position.closed is None or position.over or position.stage is Stage.SHOW or rng.random() < 0.5:
                continue
            seen = known(position if position.to_move == YOU else position.swapped())
            moves, now = sensible(list(legal_moves(position))), position.stage
            found = sample_hands(seen, 8, seed)
            worlds = [at(seen.world(hand), now) for hand in found.tolist()]
            assert totals_by_hand(worlds[0], found, moves) == totals(worlds, moves)
            compared += 1
    assert compared


@needs_kernel
@pytest.mark.parametrize("rules", few(presets.PRESETS, "pagat", "domino-play"))
def test_the_best_move_where_all_is_seen_is_best_of_all_moves_solved(rules: str) -> None:
    """At every stage: claims, replies, leads, doubles to be shown."""
    stages = set()
    for seed in range(12):
        rng = Random(seed)
        for position in playout(deal(rules, rng), rng):
            if position.over or (position.open and sum(position.tricks) < 4) or rng.random() < 0.5:
                continue
            laid, moves = position if position.to_move == YOU else position.swapped(), list(legal_moves(position))
            assert exact_best(laid, moves) == best(moves, totals([laid], moves))
            stages.add(position.stage)
    assert {Stage.LEAD, Stage.REPLY} <= stages


@needs_kernel
def test_a_level_plays_the_same_deal_the_same_way() -> None:
    for level in LEVELS.values():
        assert play_out(deal("pagat", 7), (level, level), 20) == play_out(deal("pagat", 7), (level, level), 20)


@needs_kernel
def test_a_level_but_the_cheat_does_not_look_at_the_other_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the other hand and the stock are others, but all that was seen is the same, so is the choice."""
    monkeypatch.setattr(levels, "seed_of", lambda _record, decision: decision)
    for seed in range(12):
        record = first_deal(presets.PAGAT, seed, match=False)
        assert record.stock
        mine, theirs = record.dealt
        hidden = [*(theirs or ()), *record.stock]
        other = hidden[-7:]
        twin = type(record)(
            record.rules, YOU, record.trump, record.turned, (mine, tuple(other)), stock=tuple(hidden[:-7])
        )
        first = type(record)(record.rules, YOU, record.trump, record.turned, record.dealt, stock=record.stock)
        for name, level in LEVELS.items():
            if name != "cheat":
                assert choose(level, replay(first), first, 50) == choose(level, replay(twin), twin, 50)


def test_a_false_claim_at_the_table_costs_two() -> None:
    table = _table()
    while not table.may_claim or table.now.position.leader != YOU:
        _go_on(table)
    assert not table.now.position.card_points(YOU) >= 70
    table.make(CLAIM)
    assert table.over
    assert table.finished.result == (0, 2)


def test_what_is_taken_back_leaves_the_table_as_it_was() -> None:
    table = _table()
    seen = []
    for _ in range(6):
        while table.now.position.to_move == OPPONENT:
            table.answer()
        seen.append(table.now.position)
        _go_on(table)
    while seen:
        assert table.back()
        assert table.now.position == seen.pop()
    assert not table.back()


def test_a_turn_out_of_turn_is_refused() -> None:
    table = _table()
    while table.now.position.to_move == OPPONENT:
        table.answer()
    with pytest.raises(IllegalMove, match="not possible here"):
        table.make(Move(lead=27, close=True))
    with pytest.raises(IllegalMove, match="not possible here"):
        table.make(WAIT)


def test_the_winner_of_a_trick_shows_doubles_or_draws() -> None:
    for seed in range(100):
        table = Table(first_deal(presets.rules("domino-play"), seed, match=False), LEVELS["greedy"])
        while not table.over and not (table.now.position.stage is Stage.SHOW and table.now.position.to_move == YOU):
            _go_on(table)
        if not table.over:
            break
    shows = [move for move in legal_moves(table.waited) if move != WAIT]
    before = table.now.position.declared[YOU]
    table.make(shows[0])
    assert table.now.position.declared[YOU] > before or table.over
    assert table.back()
    table.make(WAIT)
    assert table.now.position.stage is not Stage.SHOW


def test_deals_of_a_match_follow_each_other() -> None:
    record = first_deal(presets.PAGAT, 1, match=True)
    assert record.match == Match()
    then = next_deal(record, (0, 3))
    assert then.leader == OPPONENT
    assert then.match == Match(0, 3)
    assert then.dealt != record.dealt
    assert then == next_deal(record, (0, 3))
    assert next_deal(record, (0, 0)).leader == record.leader
    assert won_match(then, (0, 3)) is None
    assert won_match(then, (0, 4)) == OPPONENT
    assert won_match(first_deal(presets.PAGAT, 1, match=False), (0, 4)) is None


def test_a_record_knows_its_level() -> None:
    assert level_of(_table().finished) is LEVELS["greedy"]
    assert level_of(first_deal(presets.PAGAT, 1, match=False)) is None


def _table() -> Table:
    return Table(first_deal(presets.PAGAT, 2, match=False), LEVELS["greedy"])


def _go_on(table: Table) -> None:
    """One turn: the program's, or the first there is of yours."""
    if table.now.position.to_move == OPPONENT:
        table.answer()
    else:
        table.make(next(iter(legal_moves(table.waited))))
