"""The tree of play behind the page: the values are those of the analysis, and every line ends."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from bingo.positions import read
from bingo.solver import PRESETS, Match, Position, analyze, deal
from bingo.solver.analysis.exact import choices
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import PLAYER_NAMES, SCALE, WAIT, Move, Objective, Outcome, Pair, Stage, legal_moves
from bingo.solver.game.play import play
from bingo.solver.match import match_objective
from bingo.solver.render.tree import MAX_TREE_BRANCHES, MAX_TREE_NODES, after_turns, tree
from tests.oracles.random_play import playout
from tests.support.reading import EXAMPLES, known_example
from tests.support.strategies import PRESETS as RULES, positions


def _endgames(preset: str, seed: int) -> list[Position]:
    rng = random.Random(seed)
    endgames: list[Position] = []
    while len(endgames) < 8:
        played = playout(deal(PRESETS[preset].rules, rng), rng)
        closed = [p for p in played if not p.open and p.stage not in (Stage.SHOW, Stage.OVER)]
        endgames += [p for p in closed if p.hands[0].bit_count() == 3][:1]
    return endgames


class Branch(NamedTuple):
    """A row of the tree; see ``solver/render/tree.py``."""

    move: str
    value: Any
    to: int | None
    trick: int | None = None
    gain: int | None = None
    drawn: list[str] | None = None
    ends: Any = None


class Node(NamedTuple):
    mover: int
    card_points: tuple[int, int]
    branches: list[Branch]


def grown_tree(position: Position, branches: int = MAX_TREE_BRANCHES, nodes: int = MAX_TREE_NODES) -> list[Node]:
    grown = tree(position, branches=branches, nodes=nodes)
    return [Node(mover, (yours, theirs), [Branch(*row) for row in rows]) for mover, yours, theirs, rows in grown]


def _move(position: Position, branch: Branch) -> tuple[int, Move]:
    """Who makes the move, and which it is: a lone tile is led or played."""
    mover = 1 - position.leader if position.led is not None else position.leader
    player_name, _, move_text = branch.move.partition(" ")
    if player_name == PLAYER_NAMES[1 - mover]:
        return 1 - mover, Move.parse(move_text)
    verb = "" if not branch.move[0].isdigit() else "lead " if position.led is None else "play "
    return mover, Move.parse(verb + branch.move)


def _after(position: Position, branch: Branch) -> Outcome:
    player, move = _move(position, branch)
    while position.stage in (Stage.CLAIM, Stage.ANSWER) and (not move.claim or position.to_move != player):
        position = play(position, WAIT).position
    return play(position, move)


def walk(start: Position, grown: list[Node], goal: Objective | None = None) -> Iterator[tuple[Position, Pair, Node]]:
    """Each node of a tree once, with its position and what both scored on the way as far as the objective counts it."""
    unvisited, visited = [(start, (0, 0), 0)], set[int]()
    while unvisited:
        position, scored, number = unvisited.pop()
        if number in visited:
            continue
        visited.add(number)
        yield position, scored, grown[number]
        for branch in grown[number].branches:
            outcome = _after(position, branch)
            if branch.to not in (None, -1):
                unvisited.append((outcome.position, goal.add(scored, outcome.scores) if goal else scored, branch.to))
    assert visited == set(range(len(grown)))


@pytest.mark.parametrize("preset", ["pagat", "domino-play", "berndt", "hoyle-1868"])
def test_every_branch_is_a_legal_move_with_its_value(preset: str) -> None:
    for position in _endgames(preset, 3):
        search, grown = Kernel(position.rules), grown_tree(position)
        for reached, _, node in walk(position, grown):
            own = [branch for branch in node.branches if _move(reached, branch)[0] == node.mover]
            moves = [(_move(reached, branch)[1], branch.value) for branch in own]
            assert moves == [(choice.move, choice.value) for choice in choices(reached, search)]
            for branch in node.branches:
                gain, after, over, _ = _after(reached, branch)
                assert (branch.to == -1) == over
                assert (branch.gain or 0) == gain
                assert branch.trick == (after.leader if reached.led is not None else None)
                points = after.card_points(0), after.card_points(1)
                assert points == (tuple(branch.ends) if over else grown[branch.to].card_points)
        assert all(b.to is not None for node in grown for b in node.branches)  # three tiles fit whole
        assert grown[0].branches[0].value == analyze(position).value


def test_best_play_is_that_of_the_analysis_and_ends() -> None:
    for position in read(EXAMPLES / "seven-tiles.jsonl"):
        assert isinstance(position, Position)
        analysis = analyze(position)
        grown = grown_tree(position, branches=1)
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
    grown = grown_tree(position)
    for branch in grown[0].branches:
        while branch.to != -1:
            branch = grown[branch.to].branches[0]


def test_the_allowance_is_kept_but_for_the_line_that_was_begun() -> None:
    position = known_example("do-not-close-yet")
    longest = 28  # turns of a deal
    for branches in (1, 200, 800):
        grown = grown_tree(position, branches=branches)
        most = max(len(node.branches) for node in grown)
        assert branches <= sum(len(node.branches) for node in grown) < branches + longest * most
    assert len(grown_tree(position, nodes=1)) <= longest


def test_where_the_match_is_minded_every_branch_has_its_chance() -> None:
    """Also once a capture has brought the match nearer to its end: then a branch is worth what the rest can change."""
    for position in _endgames("pagat", 9):
        for match in (Match(5, 3), Match(6, 5), Match(0, 6), Match(4, 4, first=0, scored=(2, 1))):
            start = replace(position, match=match)
            goal = match_objective(start)
            assert goal
            search = Kernel(start.rules, objective=goal)
            for reached, scored, node in walk(start, grown_tree(start), goal):
                for branch in node.branches:
                    _, after, over, scores = _after(reached, branch)
                    scored_then = goal.add(scored, scores)
                    ends = over or goal.over(*scored_then)
                    assert (branch.to == -1) == ends
                    exact = goal.utility(*scored_then) if ends else search.value(after, scored_then)
                    assert reached.stage in (Stage.CLAIM, Stage.ANSWER) or branch.value[1] == exact / SCALE


@given(st.sampled_from(RULES).flatmap(lambda rules: positions(rules, most_tiles=4, phase=2)), st.integers(0, 2**32))
@settings(max_examples=25)
def test_a_deal_is_played_on_by_the_same_moves(start: Position, seed: int) -> None:
    rng, position, turns, gain = random.Random(seed), start, list[str](), 0
    while not position.over:
        reached = after_turns(start, turns)
        assert (reached.position, reached.gain, reached.over) == (position, gain, False)
        if rng.random() < 0.2 and position.stage in (Stage.LEAD, Stage.REPLY):
            assert tree(start, branches=400, after=turns) == tree(position, branches=400)
        move = rng.choice(list(legal_moves(position)))
        outcome = play(position, move)
        turns.append(f"{PLAYER_NAMES[position.to_move]} {move}")
        position, gain = outcome.position, gain + outcome.gain
    reached = after_turns(start, turns)
    assert (reached.gain, reached.over) == (gain, True)
