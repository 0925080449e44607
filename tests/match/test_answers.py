"""With a match score answers go by the chance to win the match: exact ones and estimates (RULES.md section 8)."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.positions import dumps_json, reads
from bingo.solver import InformationSet, Match, Position, Settings, analyze
from bingo.solver.analysis.exact import mover
from bingo.solver.analysis.settings import Method
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.scoring import SCALE, sign
from bingo.solver.match import match_objective
from tests.oracles.reference import Reference
from tests.support.depth import few

#: The Bingo waits for the double of trumps: who captures it needs no more.
WAITS = """\
trump: 6
lead: you
match: {you: 6, opponent: 3}
you: {hand: 6-2 5-2 5-0 4-1 3-2 3-1 0-0, points: 43, tricks: 4}
opponent: {hand: 6-6 5-4 4-4 4-3 4-2 1-1 1-0, points: 37, tricks: 3, declared: 20, shown: 1-1}
"""
#: The same, the opponent's hand not seen.
HIDDEN = WAITS.replace("hand: 6-6 5-4 4-4 4-3 4-2 1-1 1-0, ", "")
EXAMPLES = Path(__file__).parents[2] / "positions" / "examples"
FIRST = (EXAMPLES / "first-lead.yaml").read_text(encoding="utf-8")


def one(text: str) -> Position | InformationSet:
    [position] = reads(text)
    return position


@pytest.mark.parametrize("preset", ["pagat", "domino-play", "hoyle-1868"])
def test_the_chance_of_each_move_is_what_best_play_leads_to(preset: str) -> None:
    """Against the reference search, in positions reached at random with few tiles left."""
    rng = random.Random(f"{preset} match answers")
    for _ in range(12):
        position = _late(preset, rng)
        goal = match_objective(position)
        assert goal is not None
        answer = analyze(position)
        assert answer.exact
        reference = Reference(goal)
        assert answer.chance == reference.value(position) / SCALE or position.to_move != mover(position)
        direction = sign(mover(position))
        chances = [direction * (option.chance or 0) for option in answer.moves]
        assert chances == sorted(chances, reverse=True)
        assert answer.chance == answer.moves[0].chance
        assert set(answer.best_moves) == {option.move for option in answer.moves if option.chance == answer.chance}
        plain = analyze(replace(position, match=None))
        for move in answer.moves:
            assert move.value in {option.value for option in plain.moves}


def _late(preset: str, rng: random.Random) -> Position:
    from bingo.solver import deal
    from bingo.solver.game.legal import legal_moves
    from bingo.solver.game.play import play

    while True:
        position, over = deal(preset, seed=rng), False
        while not over and (position.open or position.hands[YOU].bit_count() > 3):
            moves = [move for move in legal_moves(position) if not move.close and not move.claim]
            if not moves:
                break
            _, position, over, _ = play(position, rng.choice(moves))
        if not over and moves:
            score = Match(rng.randrange(7), rng.randrange(7), rng.choice([None, YOU, OPPONENT]))
            return replace(position, match=score)


def test_hidden_hands_are_gone_through_with_chances_too() -> None:
    position = one(HIDDEN)
    answer, plain = analyze(position), analyze(replace(position, match=None))
    assert not answer.exact
    assert not plain.exact
    assert answer.every
    assert answer.best == plain.best
    values = {move.move: (move.value, move.worlds) for move in plain.moves}
    assert {move.move: (move.value, move.worlds) for move in answer.moves} == values
    chances = [move.chance for move in answer.moves if move.chance]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) == len(answer.moves)
    assert all(m.chance is not None and m.chance_low == m.chance == m.chance_high for m in answer.moves)
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("method", few(["rollout", "pimc"], "rollout"))
def test_estimates_have_chances_with_limits(method: Method) -> None:
    """At 6 : 6 the first trick's lead wins or loses the match, so chances are near what deals are won."""
    position = replace(one(FIRST), match=Match(6, 6))
    answer = analyze(position, Settings(method, worlds=200, seed=1))
    assert not answer.exact
    assert answer.first.chance is not None
    for move in answer.moves:
        assert move.chance is not None
        assert 0 <= move.criterion.low <= move.chance <= move.criterion.high <= 1
    assert 0.3 < answer.first.chance < 0.8
    plain = analyze(replace(position, match=None), Settings(method, worlds=200, seed=1))
    assert not plain.exact
    assert {move.move: move.value for move in answer.moves} == {move.move: move.value for move in plain.moves}


def test_a_batch_goes_on_with_the_same_mind_only(tmp_path: Path) -> None:
    """Results with and without chances do not mix in one file."""
    target, out = tmp_path / "one.jsonl", tmp_path / "out.jsonl"
    target.write_text(dumps_json(one(WAITS)) + "\n", encoding="utf-8")
    assert CliRunner().invoke(app, ["batch", str(target), "--out", str(out)]).exit_code == 0
    again = CliRunner().invoke(app, ["batch", str(target), "--out", str(out), "--resume", "--no-match"])
    assert again.exit_code == 2
    assert "no_match" in again.stderr
