"""The tree of play behind the page: the values are those of the analysis, and every line ends."""

import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from bingo.positions import read
from bingo.solver import PRESETS, Match, Position, analyze, deal
from bingo.solver.analysis.exact import Engine, KernelPair, choices
from bingo.solver.analysis.tree import BRANCHES, NODES, after_moves, tree
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import PLAYER_NAMES, SCALE, WAIT, Move, Objective, Outcome, Stage, legal_moves
from bingo.solver.game.play import play
from bingo.solver.match import match_objective
from tests.oracles.random_play import playout
from tests.support.reading import EXAMPLES, known_example
from tests.support.strategies import PRESETS as RULES, positions


def _searches(position: Position) -> KernelPair:
    return KernelPair.of(position, match_objective(position))


def _endgames(preset: str, seed: int, tiles: int) -> list[Position]:
    rng = random.Random(seed)
    endgames: list[Position] = []
    while len(endgames) < 8:
        played = playout(deal(PRESETS[preset].rules, rng), rng)
        closed = [p for p in played if not p.open and p.stage not in (Stage.SHOW, Stage.OVER)]
        endgames += [p for p in closed if p.hands[0].bit_count() == tiles][:1]
    return endgames


class Branch(NamedTuple):
    """A row of the tree; see ``solver/analysis/tree.py``."""

    move: str
    value: Any
    to: int | None
    trick: int | None = None
    gain: int | None = None
    drawn: list[str] | None = None
    ends: list[int] | None = None


class Node(NamedTuple):
    mover: int
    card_points: tuple[int, int]
    branches: list[Branch]


def explore(position: Position, branches: int = BRANCHES, nodes: int = NODES) -> list[Node]:
    grown = tree(position, _searches(position), branches, nodes)
    return [Node(row[0], (row[1], row[2]), [Branch(*branch) for branch in row[3]]) for row in grown]


def _move(position: Position, branch: Branch) -> tuple[int, Move]:
    """Who makes the move, and which it is: a lone tile is led or played."""
    mover = 1 - position.leader if position.led is not None else position.leader
    who, _, rest = branch.move.partition(" ")
    if who == PLAYER_NAMES[1 - mover]:
        return 1 - mover, Move.parse(rest)
    verb = "" if not branch.move[0].isdigit() else "lead " if position.led is None else "play "
    return mover, Move.parse(verb + branch.move)


def _after(position: Position, branch: Branch) -> Outcome:
    player, move = _move(position, branch)
    while position.stage in (Stage.CLAIM, Stage.ANSWER) and (not move.claim or position.to_move != player):
        position = play(position, WAIT).position
    return play(position, move)


def _walk(position: Position, grown: list[Node], search: Engine, number: int, seen: set[int]) -> None:
    """Hold a node and all below it against the rules and the search."""
    if number in seen:
        return
    seen.add(number)
    node = grown[number]
    own = [b for b in node.branches if _move(position, b)[0] == node.mover]
    assert [(_move(position, b)[1], b.value) for b in own] == [(c.move, c.value) for c in choices(position, search)]
    for branch in node.branches:
        gain, after, over, _ = _after(position, branch)
        assert (branch.to == -1) == over
        assert (branch.gain or 0) == gain
        assert branch.trick == (after.leader if position.led is not None else None)
        if over:
            assert branch.ends == [after.card_points(0), after.card_points(1)]
        elif branch.to is not None:
            assert grown[branch.to].card_points == (after.card_points(0), after.card_points(1))
            _walk(after, grown, search, branch.to, seen)


@pytest.mark.parametrize("preset", ["pagat", "domino-play", "berndt", "hoyle-1868"])
def test_every_branch_is_a_legal_move_with_its_value(preset: str) -> None:
    for position in _endgames(preset, 3, tiles=3):
        search = Kernel(position.rules)
        grown = explore(position)
        seen: set[int] = set()
        _walk(position, grown, search, 0, seen)
        assert seen == set(range(len(grown)))
        assert all(b.to is not None for node in grown for b in node.branches)  # three tiles fit whole
        assert grown[0].branches[0].value == analyze(position).value


def test_best_play_is_that_of_the_analysis_and_ends() -> None:
    for position in read(EXAMPLES / "seven-tiles.jsonl"):
        assert isinstance(position, Position)
        analysis = analyze(position)
        grown = explore(position, branches=1)
        line, gain, number = [], 0, 0
        while number != -1:
            branch = grown[number].branches[0]
            line.append(_move(position, branch))
            gain, position = gain + (branch.gain or 0), _after(position, branch).position
            assert branch.to is not None
            number = branch.to
        assert line == [(step.player, step.move) for step in analysis.line if step.move != WAIT]
        assert gain == analysis.value


def test_every_move_of_the_first_decision_is_followed_to_the_end() -> None:
    position = known_example("do-not-close-yet")
    grown = explore(position)
    for branch in grown[0].branches:
        while branch.to != -1:
            assert branch.to is not None
            branch = grown[branch.to].branches[0]


def test_the_allowance_is_kept_but_for_the_line_that_was_begun() -> None:
    position = known_example("do-not-close-yet")
    longest = 28  # turns of a deal
    for branches in (1, 200, 800):
        grown = explore(position, branches=branches)
        most = max(len(node.branches) for node in grown)
        assert branches <= sum(len(node.branches) for node in grown) < branches + longest * most
    assert len(explore(position, nodes=1)) <= longest


def test_where_the_match_is_minded_every_branch_has_its_chance() -> None:
    """Also once a capture has brought the match nearer to its end: then a branch is worth what the rest can change."""
    for position in _endgames("pagat", 9, tiles=3):
        for match in (Match(5, 3), Match(6, 5), Match(0, 6), Match(4, 4, first=0, scored=(2, 1))):
            start = replace(position, match=match)
            goal = match_objective(start)
            assert goal
            _hold_chances(start, explore(start), goal, Kernel(start.rules, objective=goal))


def _hold_chances(position: Position, grown: list[Node], goal: Objective, minded: Engine) -> None:
    waiting, seen = [(position, 0, (0, 0))], set[int]()
    while waiting:
        place, number, scored = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        for branch in grown[number].branches:
            _, after, over, scores = _after(place, branch)
            total = goal.add(scored, scores)
            ends = over or goal.over(*total)
            assert (branch.to == -1) == ends
            exact = goal.utility(*total) if ends else minded.value(after, total)
            if place.stage not in (Stage.CLAIM, Stage.ANSWER):
                assert branch.value[1] == exact / SCALE
            if not ends and branch.to is not None:
                waiting.append((after, branch.to, total))


@given(st.sampled_from(RULES).flatmap(lambda rules: positions(rules, most_tiles=4, phase=2)), st.integers(0, 2**32))
@settings(max_examples=25)
def test_a_deal_is_played_on_by_the_same_moves(start: Position, seed: int) -> None:
    rng, now, after, gain = random.Random(seed), start, list[str](), 0
    while not now.over:
        reached = after_moves(start, after)
        assert (reached.position, reached.gain, reached.over) == (now, gain, False)
        if rng.random() < 0.2 and now.stage in (Stage.LEAD, Stage.REPLY):
            assert tree(start, _searches(start), 400, after=after) == tree(now, _searches(now), 400)
        move = rng.choice(list(legal_moves(now)))
        outcome = play(now, move)
        after.append(f"{PLAYER_NAMES[now.to_move]} {move}")
        now, gain = outcome.position, gain + outcome.gain
    reached = after_moves(start, after)
    assert (reached.gain, reached.over) == (gain, True)
