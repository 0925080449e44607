"""The kernel for browsers answers byte for byte as the native one does; ``python -m benchmarks.web`` asks more."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bingo.solver.game.dealing import deal
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.settings import LEVELS
from tests.native import needs_kernel
from tests.oracles.node import Node, running
from tests.oracles.random_play import playout
from tests.oracles.views import views
from tests.strategies import PRESETS
from tests.test_web_answers import document, entry
from tests.web import module, needs_node

pytestmark = needs_kernel
Json = dict[str, Any]


def close_to(found: Any, error: float = 1e-9) -> Any:
    """The same with numbers as :func:`pytest.approx` compares them: sums are made in another order."""
    if isinstance(found, dict):
        return {key: close_to(value, error) for key, value in found.items()}
    if isinstance(found, list):
        return [close_to(value, error) for value in found]
    return pytest.approx(found, abs=error) if isinstance(found, float) else found


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    needs_node()
    with running(module()) as found:
        yield found


def same(node: Node, question: Json, error: float = 0.0) -> Json:
    """The answer of both, to the last bit unless an error is allowed, but for nodes: each has answered others too."""
    theirs: Json = json.loads(node.ask(question))
    mine: Json = json.loads(entry().answer(json.dumps(question, ensure_ascii=False).encode()))
    for one in (mine, theirs):
        for answer in (one, one.get("item", {}).get("answer", {})):
            answer.pop("nodes", None)
    assert theirs == (close_to(mine, error) if error else mine)
    assert "error" not in mine
    assert "reasons" not in mine
    return mine


def played(rules: Rules, seed: int) -> list[Json]:
    """The positions of a random deal that the entry reads."""
    rng = random.Random(seed)
    return [document(p) for p in playout(deal(rules, rng), rng) if _at_a_lead_or_reply(p)]


def _at_a_lead_or_reply(position: object) -> bool:
    from bingo.solver.errors import NotationError
    from bingo.solver.game.position import Position

    assert isinstance(position, Position)
    try:
        document(position)
    except NotationError:  # in the middle of a turn
        return False
    return not position.over


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_values_moves_lines_and_trees(node: Node, rules: Rules) -> None:
    positions = [one for seed in range(40) for one in played(rules, seed)]
    endgames = [one for one in positions if "stock" not in one]
    deals = [one for one in positions if "stock" in one and len(one["stock"].split()) <= 5]
    assert len(endgames) > 50
    for position in [*endgames, *deals[:20]]:
        same(node, {"ask": "solve", "position": position})
    for position in endgames[::20]:
        same(node, {"ask": "analyze", "position": position})


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_closings_and_estimates(node: Node, rules: Rules) -> None:
    """Late in the deal; earlier, where closing against all hands takes no second."""
    for tricks in (6, 4) if str(rules) in ("pagat", "hoyle-1868", "hoyle-modern", "engel") else (6,):
        [known] = views(rules, 1, tricks, 1)
        if tricks == 6:
            same(node, {"ask": "close", "position": known, "seed": 5})
        same(node, {"ask": "analyze", "position": known, "worlds": 64, "seed": 3})


def test_a_fault_of_the_program_is_an_answer_and_the_next_question_has_one(node: Node) -> None:
    for question in ("{}", '{"ask":"prove"}', "\x01"):
        assert "error" in json.loads(node.ask(question)) or "reasons" in json.loads(node.ask(question))
    assert json.loads(node.ask({"ask": "begin"}))["game"]


@pytest.mark.parametrize("level", LEVELS)
def test_games(node: Node, level: str) -> None:
    rng, found = random.Random(2), same(node, {"ask": "begin", "rules": "pagat", "level": level, "seed": 3})
    for _ in range(60):
        game = found["game"]
        if game["over"]:
            break
        usual = {"program": "go", "claim": "wait", "show": "wait"}
        word = usual.get(game["asked"]) or rng.choice(game["moves"])
        if game["asked"] == "lead":
            hint = {"ask": "game", "records": found["records"], "say": "hint"}
            same(node, hint, error=1e-6)  # each weighs deals by networks, which sum in an order of the machine
        found = same(node, {"ask": "game", "records": found["records"], "say": word, "passed": game["passed"]})
    assert found["game"]["over"]
