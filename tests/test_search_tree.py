"""The tree of play behind the page: the values are those of the analysis, and every line ends."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bingo.positions import read
from bingo.solver import Match, Position, analyze
from bingo.solver.game.dealing import deal
from bingo.solver.game.moves import WAIT
from bingo.solver.game.objective import SCALE, Objective
from bingo.solver.game.play import play
from bingo.solver.game.position import Stage
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.random_play import playout
from bingo.solver.match.objectives import match_objective
from bingo.solver.search.engines import engine
from bingo.solver.search.exact import Engine, choices
from bingo.solver.search.tree import Branch, Node, explore
from tests.native import needs_kernel
from tests.test_cli_main import ROOT

EXAMPLES = ROOT / "positions" / "examples"


def _endgames(preset: str, seed: int, tiles: int) -> list[Position]:
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < 8:
        played = playout(deal(PRESETS[preset].rules, rng), rng)
        found += [p for p in played if not p.open and p.hands[0].bit_count() == tiles and p.stage is not Stage.OVER][:1]
    return found


def _walk(position: Position, tree: tuple[Node, ...], search: Engine, number: int, seen: set[int]) -> None:
    """Hold a node and all below it against the rules and the search."""
    if number in seen:
        return
    seen.add(number)
    node = tree[number]
    own = [b for b in node.branches if b.step.player == node.mover]
    listed = [(c.move, c.value) for c in choices(position, search)]
    assert [(b.step.move, b.value) for b in own] == listed
    for branch in node.branches:
        outcome = _after(position, branch)
        assert branch.over == outcome[1]
        assert branch.step.gain == outcome[2]
        if branch.to is not None:
            assert tree[branch.to].card_points == branch.step.card_points
            _walk(outcome[0], tree, search, branch.to, seen)


def _after(position: Position, branch: Branch) -> tuple[Position, bool, int]:
    while position.stage in (Stage.CLAIM, Stage.ANSWER) and (
        not branch.step.move.claim or position.to_move != branch.step.player
    ):
        position = play(position, WAIT).position
    gain, after, over = play(position, branch.step.move)
    return after, over, gain


@pytest.mark.parametrize("preset", ["pagat", "domino-play", "berndt", "hoyle-1868"])
def test_every_branch_is_a_legal_move_with_its_value(preset: str) -> None:
    for position in _endgames(preset, 3, tiles=3):
        search = engine(position.rules)
        tree = explore(position, search)
        seen: set[int] = set()
        _walk(position, tree, search, 0, seen)
        assert seen == set(range(len(tree)))
        assert all(b.over or b.to is not None for node in tree for b in node.branches)  # three tiles fit whole
        assert tree[0].value == analyze(position).value


@needs_kernel
def test_best_play_is_that_of_the_analysis_and_ends() -> None:
    for position in read(EXAMPLES / "seven-tiles.jsonl"):
        assert isinstance(position, Position)
        found = analyze(position)
        tree = explore(position, engine(position.rules), branches=1)
        line, node = [], tree[0]
        while True:
            branch = node.branches[0]
            line.append(branch.step)
            if branch.to is None:
                break
            node = tree[branch.to]
        assert branch.over
        assert line == [step for step in found.line if step.move != WAIT]
        assert sum(step.gain for step in line) == found.value


@needs_kernel
def test_every_move_of_the_first_decision_is_followed_to_the_end() -> None:
    [position] = read(EXAMPLES / "do-not-close-yet.yaml")
    assert isinstance(position, Position)
    tree = explore(position, engine(position.rules))
    for branch in tree[0].branches:
        while branch.to is not None:
            branch = tree[branch.to].branches[0]
        assert branch.over


@needs_kernel
def test_the_allowance_is_kept_but_for_the_line_that_was_begun() -> None:
    [position] = read(EXAMPLES / "do-not-close-yet.yaml")
    assert isinstance(position, Position)
    search = engine(position.rules)
    longest = 28  # turns of a deal
    for branches in (1, 200, 800):
        tree = explore(position, search, branches)
        most = max(len(node.branches) for node in tree)
        assert branches <= sum(len(node.branches) for node in tree) < branches + longest * most
    assert len(explore(position, engine(position.rules), nodes=1)) <= longest


@needs_kernel
def test_where_the_match_is_minded_every_branch_has_its_chance() -> None:
    """Also once a capture has brought the match nearer to its end: then a branch is worth what the rest can change."""
    for position in _endgames("pagat", 9, tiles=4):
        for match in (Match(5, 3), Match(6, 5), Match(0, 6)):
            asked = replace(position, match=match)
            goal = match_objective(asked)
            assert goal
            minded = engine(asked.rules, goal)
            tree = explore(asked, engine(asked.rules), minded=minded)
            _hold_chances(asked, tree, goal, minded)


def _hold_chances(position: Position, tree: tuple[Node, ...], goal: Objective, minded: Engine) -> None:
    waiting, seen = [(position, 0, (0, 0))], set[int]()
    while waiting:
        place, number, scored = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        for branch in tree[number].branches:
            after, over, _ = _after(place, branch)
            total = goal.add(scored, branch.step.scores)
            ends = over or goal.over(*total)
            assert branch.over == ends
            exact = goal.utility(*total) if ends else minded.value(after, total)
            assert branch.chance is not None
            if place.stage not in (Stage.CLAIM, Stage.ANSWER):
                assert branch.chance == exact / SCALE
            if branch.to is not None:
                waiting.append((after, branch.to, total))
