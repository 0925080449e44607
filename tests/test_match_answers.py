"""With a match score answers go by the chance to win the match: exact ones, estimates, batches (RULES.md section 8)."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.cli.render import answer
from bingo.cli.render.screen import Screen
from bingo.positions import dumps_json, reads
from bingo.solver import Analysis, InformationSet, Match, Position, Settings, analyze
from bingo.solver.game.objective import SCALE
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.scoring import sign
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.match.objectives import match_objective
from bingo.solver.search.exact import mover
from bingo.solver.search.reference import Reference
from tests.depth import few
from tests.native import needs_kernel

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
EXAMPLES = Path(__file__).parents[1] / "positions" / "examples"
FIRST = (EXAMPLES / "first-lead.yaml").read_text(encoding="utf-8")
BERNDT = (EXAMPLES / "two-for-a-pair.yaml").read_text(encoding="utf-8")


def run(*words: str, text: str = WAITS) -> str:
    result = CliRunner().invoke(app, [*words, "-"], input=text, env={"COLUMNS": "80", "LC_ALL": "C.UTF-8"})
    assert result.exit_code == 0, result.output
    return result.stdout


def one(text: str) -> Position | InformationSet:
    [position] = reads(text)
    return position


def test_chances_stand_beside_game_points_and_decide() -> None:
    """At 6 : 3 the capture wins; the claim after it is not needed."""
    found = json.loads(run("analyze", "--json"))
    assert (found["best"], found["value"], found["chance"]) == (["lead 5-0"], 2, 1.0)
    assert found["line"][-1] == "opponent play 6-6"
    rest = [move for move in found["moves"] if move["move"] != "lead 5-0"]
    goal = match_objective(one(WAITS))
    assert goal is not None
    assert {(move["value"], move["chance"]) for move in rest} == {(-1, goal.chance(-1))}


def test_values_are_those_without_a_score() -> None:
    with_score, without = (json.loads(run("analyze", "--json", *more)) for more in ((), ("--no-match",)))
    points = {move["move"]: move["value"] for move in without["moves"]}
    assert {move["move"]: move["value"] for move in with_score["moves"]} == points
    assert "chance" not in without
    assert all("chance" not in move for move in without["moves"])


@pytest.mark.parametrize("preset", ["pagat", "domino-play", "hoyle-1868"])
def test_the_chance_of_each_move_is_what_best_play_leads_to(preset: str) -> None:
    """Against the reference search, in positions reached at random with few tiles left."""
    rng = random.Random(f"{preset} match answers")
    for _ in range(12):
        position = _late(preset, rng)
        goal = match_objective(position)
        assert goal is not None
        found = analyze(position)
        assert isinstance(found, Analysis)
        reference = Reference(goal)
        assert found.chance == reference.value(position) / SCALE or position.to_move != mover(position)
        direction = sign(mover(position))
        chances = [direction * (one.chance or 0) for one in found.moves]
        assert chances == sorted(chances, reverse=True)
        assert found.chance == found.moves[0].chance
        assert set(found.best) == {one.move for one in found.moves if one.chance == found.chance}
        plain = analyze(replace(position, match=None))
        for move in found.moves:
            assert move.value in {one.value for one in plain.moves}


def _late(preset: str, rng: random.Random) -> Position:
    from bingo.solver import deal, legal_moves, play

    while True:
        position, over = deal(preset, seed=rng), False
        while not over and (position.open or position.hands[YOU].bit_count() > 3):
            moves = [move for move in legal_moves(position) if not move.close and not move.claim]
            if not moves:
                break
            _, position, over = play(position, rng.choice(moves))
        if not over and moves:
            score = Match(rng.randrange(7), rng.randrange(7), rng.choice([None, YOU, OPPONENT]))
            return replace(position, match=score)


def test_both_players_chances_add_up() -> None:
    position = one(WAITS)
    assert isinstance(position, Position)
    mine, theirs = analyze(position), analyze(position.swapped())
    assert isinstance(mine, Analysis)
    assert isinstance(theirs, Analysis)
    assert mine.chance is not None
    assert theirs.chance is not None
    assert mine.chance + theirs.chance == pytest.approx(1, abs=1e-12)


def test_hidden_hands_are_gone_through_with_chances_too() -> None:
    position = one(HIDDEN)
    found, plain = analyze(position), analyze(replace(position, match=None))
    assert isinstance(found, Estimates)
    assert isinstance(plain, Estimates)
    assert found.every
    assert found.best.move == plain.best.move
    values = {one.move: (one.value, one.worlds) for one in plain.moves}
    assert {one.move: (one.value, one.worlds) for one in found.moves} == values
    chances = [one.chance.value for one in found.moves if one.chance]
    assert chances == sorted(chances, reverse=True)
    assert len(chances) == len(found.moves)
    assert all(one.chance and one.chance.low == one.chance.value == one.chance.high for one in found.moves)
    assert all(0 <= chance <= 1 for chance in chances)


@needs_kernel
@pytest.mark.parametrize("method", few(["rollout", "ismcts", "pimc"], "rollout"))
def test_estimates_have_chances_with_limits(method: str) -> None:
    """At 6 : 6 the first trick's lead wins or loses the match, so chances are near what deals are won."""
    position = replace(one(FIRST), match=Match(6, 6))
    found = analyze(position, Settings(method, worlds=200, seed=1))
    assert isinstance(found, Estimates)
    assert found.best.chance is not None
    for move in found.moves:
        assert move.chance is not None
        assert 0 <= move.chance.low <= move.chance.value <= move.chance.high <= 1
    assert 0.3 < found.best.chance.value < 0.8
    plain = analyze(replace(position, match=None), Settings(method, worlds=200, seed=1))
    assert isinstance(plain, Estimates)
    assert {one.move: one.value for one in found.moves} == {one.move: one.value for one in plain.moves}


@pytest.mark.parametrize("detail", ["value", "best", "moves", "line"])
def test_a_batch_says_what_analyze_says(detail: str, tmp_path: Path) -> None:
    target, wanted = tmp_path / "one.jsonl", json.loads(run("analyze", "--json"))
    target.write_text(dumps_json(one(WAITS)) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["batch", str(target), "--detail", detail, "--quiet"])
    found = json.loads(result.stdout)
    for key in ("value", "chance", "best", "moves", "line"):
        if key in found:
            assert found[key] == wanted[key]
    assert "chance" in found
    ignored = json.loads(CliRunner().invoke(app, ["batch", str(target), "--no-match", "--quiet"]).stdout)
    assert "chance" not in ignored


def test_a_batch_goes_on_with_the_same_mind_only(tmp_path: Path) -> None:
    """Results with and without chances do not mix in one file."""
    target, out = tmp_path / "one.jsonl", tmp_path / "out.jsonl"
    target.write_text(dumps_json(one(WAITS)) + "\n", encoding="utf-8")
    assert CliRunner().invoke(app, ["batch", str(target), "--out", str(out)]).exit_code == 0
    again = CliRunner().invoke(app, ["batch", str(target), "--out", str(out), "--resume", "--no-match"])
    assert again.exit_code == 2
    assert "no_match" in again.stderr


def test_words_for_people() -> None:
    out = run("analyze")
    assert "You win the match with lead 5-0: 1 of 7 moves does that." in out
    assert "Your moves (your chance to win the match; game points, + is good for you)" in out
    assert "  100.0%   +2  lead 5-0" in out
    rows = answer.table(analyze(one(WAITS)), Screen(colour=True))  # type: ignore[arg-type]
    assert ["\x1b[32m" in row for row in rows] == ["100.0%" in row for row in rows]
    assert "You win 2 game points with lead 5-0" in run("analyze", "--no-match")
    hidden = run("analyze", text=HIDDEN)
    assert "to win the match" in hidden
    assert "%" not in run("analyze", "--no-match", text=HIDDEN).split("Your moves")[1].split("an estimate")[0].replace(
        "95%", ""
    )


def test_whose_table_it_is_where_none_was_made_for_the_rules() -> None:
    nearest = "Chances are those of a match by the rules pagat, the nearest that have a table."
    assert nearest in " ".join(run("analyze", "--full", "--rules", "pagat, low=20").split())
    assert "nearest" not in run("analyze", "--full")


def test_card_points_make_no_match() -> None:
    """Under ``berndt`` a score means nothing; that is said."""
    position = one(WAITS)
    assert match_objective(replace(position, rules=PRESETS["berndt"].rules)) is None
    text = f"match: {{you: 3}}\n{BERNDT}"
    assert "chance" not in json.loads(run("analyze", "--full", "--json", text=text))
    assert "The match score is ignored: these rules count card points." in run("analyze", "--full", text=text)
