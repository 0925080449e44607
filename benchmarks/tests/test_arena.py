"""The arena of the benchmarks: duplicate deals, a strict referee, matches that resume."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis.strategies import SearchStrategy, integers

from benchmarks.arena.choices import Policy, greedy, stage
from benchmarks.arena.endings import ending
from benchmarks.arena.matches import Match, Pair, play_pair, read, run, score, the_deal
from benchmarks.arena.referee import Memory, play_deal
from bingo.solver.analysis.hidden import solved_worths
from bingo.solver.analysis.settings import Settings
from bingo.solver.analysis.worlds import count_hands, known
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import IllegalMove
from bingo.solver.game import moves as notation
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Move, apply, begin, legal_moves
from bingo.solver.game.position import OPPONENT, YOU, Closing, Position, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.setup import deal
from bingo.solver.game.tiles import TileSet, mask, members, parse_all
from tests.oracles.random_play import playout
from tests.oracles.scaled import varied_rules
from tests.support.depth import thorough

MATCH = Match("greedy", "random", "pagat", 5)
ROOT = Path(__file__).parents[2]


def deals() -> SearchStrategy[Position]:
    """First leads of random deals under random rules."""

    def dealt(seed: int) -> Position:
        rng = random.Random(seed)
        return deal(varied_rules(rng), rng)

    return integers(0, 2**32 - 1).map(dealt)


def tiles(line: str) -> TileSet:
    return mask(parse_all(line))


def luck(_seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
    return random.Random(seed).choice(moves)


def watched(note: Callable[[InformationSet, Sequence[Move]], None], policy: Policy = luck) -> Policy:
    """A player who tells what it is asked."""

    def asked(seen: InformationSet, moves: Sequence[Move], seed: int) -> Move:
        note(seen, moves)
        return policy(seen, moves, seed)

    return asked


# --- referee -----------------------------------------------------------------------------------------


@given(deals())
@settings(max_examples=100, deadline=None)
def test_a_player_is_told_nothing_but_what_it_knows(start: Position) -> None:
    """Deals that differ only in what is hidden look the same to the player about to move."""
    views: list[InformationSet] = []
    memory = Memory()
    rng = random.Random(start.trump)
    for position in playout(start, rng):
        if position.closed:
            break
        seen = memory.view(position, position.to_move)
        mine = position if position.to_move == YOU else position.swapped()
        free = list(members(seen.unknown))
        rng.shuffle(free)
        missing = seen.hidden - seen.held.bit_count()
        other = replace(
            mine,
            hands=(mine.hands[YOU], seen.held | mask(free[:missing])),
            stock=tuple(free[missing:][: len(mine.stock)]),
        )
        views.append(seen)
        assert memory.view(other, YOU) == seen
    assert views


@given(deals())
@settings(max_examples=100, deadline=None)
def test_after_a_close_the_tiles_seen_in_tricks_are_remembered_and_the_hand_fits(start: Position) -> None:
    def check(seat: int) -> Callable[[InformationSet, Sequence[Move]], None]:
        def note(seen: InformationSet, _moves: Sequence[Move]) -> None:
            assert seen.unknown_gone == 0
            assert seen.gone.bit_count() == 2 * sum(seen.tricks)
            assert seen.hidden <= (seen.unknown | seen.held).bit_count()
            hands[seat] = seen

        return note

    hands: dict[int, InformationSet] = {}
    play_deal(start, (watched(check(0)), watched(check(1))), 1)
    assert hands


def test_a_player_who_could_not_follow_is_known_to_hold_no_tile_of_the_suit() -> None:
    memory = Memory()
    position = Position(
        PAGAT, 4, (tiles("6-3 2-2"), tiles("2-1 3-0")), YOU, closed=Closing(YOU, 0, 0), tricks=(1, 0), points=(0, 0)
    )
    led = apply(begin(position), notation.parse("lead 6-3")).position
    answered = apply(led, notation.parse("play 2-1"))
    memory.note(led, notation.parse("play 2-1"))
    excluded = memory.view(answered.position, YOU).excluded
    assert excluded == (tiles("6-0 6-1 6-2 6-4 6-5 6-6 4-0 4-1 4-2 4-3 4-4 5-4 0-0"))
    assert not memory.excluded[OPPONENT]


def test_the_referee_refuses_moves_that_the_rules_do_not_allow() -> None:
    start = the_deal(MATCH, 0)

    def cheat(_seen: InformationSet, _moves: Sequence[Move], _seed: int) -> Move:
        return Move(claim=True, close=True)

    with pytest.raises(IllegalMove, match=r"player [01]: expected one of"):
        play_deal(start, (cheat, cheat), 1)


# --- matches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_a_player_scores_nothing_against_itself(name: str) -> None:
    match = replace(MATCH, a=name, b=name)
    pairs = [play_pair(match, number) for number in range(12)]
    assert [pair.mean for pair in pairs] == [0.0] * 12
    assert any(pair.points != (0, 0) for pair in pairs)


@thorough
def test_a_match_that_was_stopped_goes_on_with_the_same_result(tmp_path: Path) -> None:
    def points(pairs: Sequence[Pair]) -> list[tuple[int, tuple[int, int]]]:
        return [(pair.deal, pair.points) for pair in pairs]

    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    reported: list[int] = []
    expected = run(MATCH, 6, 1, whole, lambda pairs: reported.append(len(pairs)))
    assert reported == [1, 2, 3, 4, 5, 6]
    run(MATCH, 3, 1, part, lambda _: None)
    run(replace(MATCH, seed=6), 2, 1, part, lambda _: None)  # another match in the same file
    with part.open("a") as file:
        file.write('{"a": "greedy", "b"')  # stopped in the middle of a line
    reported.clear()
    assert points(run(MATCH, 6, 2, part, lambda pairs: reported.append(len(pairs)))) == points(expected)
    assert reported == [4, 5, 6]
    assert points([pair for pair in read(part) if pair.match == MATCH]) == points(read(whole)) == points(expected)
    assert len(read(part)) == 8


def test_the_score_is_the_mean_over_deals_with_its_standard_error() -> None:
    pairs = [
        Pair(MATCH, 0, (3, 1), (4, 6), (0.4, 0.0)),
        Pair(MATCH, 1, (-1, 1), (6, 4), (0.8, 0.0)),
        Pair(MATCH, 2, (1, 1), (2, 2), (0.0, 0.0)),
    ]
    result = score(pairs)
    assert (result.deals, result.mean.value) == (3, 1.0)
    assert result.mean.error == pytest.approx(1 / 3**0.5)
    assert result.seconds == pytest.approx((0.1, 0.0))


# --- endings -----------------------------------------------------------------------------------------


def test_an_exhausted_boneyard_is_played_exactly() -> None:
    rng = random.Random(3)
    for number in range(12):
        start = next(p for p in playout(the_deal(MATCH, number), rng) if not p.open)
        if start.closed or len(list(legal_moves(start))) < 2:
            continue
        mine = start if start.to_move == YOU else start.swapped()
        exact = Kernel(PAGAT)
        gain, after, over, _ = apply(mine, ending(known(mine), list(legal_moves(mine)), 0))
        assert (gain if over else gain + exact.value(after)) == exact.value(mine)


def test_a_hidden_hand_after_a_close_is_played_against_by_what_is_sure() -> None:
    """Not by the mean of what moves are worth if the hand is seen, as ``greedy`` plays it."""
    closed: list[tuple[InformationSet, Sequence[Move]]] = []

    def note(seen: InformationSet, moves: Sequence[Move]) -> None:
        leads = stage(seen, moves) is Stage.LEAD
        if leads and seen.closed is not None and 1 < count_hands(seen) <= 120:
            closed.append((seen, moves))

    for number in range(77, 88):  # in three of them the two differ
        play_deal(the_deal(replace(MATCH, rules="domino-play"), number), (watched(note), watched(note)), number)
    better = 0
    for seen, moves in closed:
        sure = {move: worth.value for move, worth in solved_worths(seen, moves, Settings()).items()}
        best = sure[ending(seen, moves, 1)]
        assert best == pytest.approx(max(sure.values()), abs=1e-9)
        better += best > sure[greedy(seen, moves, 1)] + 1e-9
    assert better
