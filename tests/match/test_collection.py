"""The shipped positions in which the score of the match turns the answer."""

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from bingo.positions import read, reads
from bingo.positions.shipped import MATCH_SCORE
from bingo.solver import Answer, InformationSet, Move, Position, analyze
from tests.support.depth import few

ROOT = Path(__file__).parents[2]
FILE = ROOT / "positions" / "collections" / MATCH_SCORE


@lru_cache(maxsize=1)
def positions() -> tuple[Position | InformationSet, ...]:
    return tuple(read(FILE))


@pytest.mark.parametrize("number", few(range(len(positions())), *range(0, len(positions()), 8)))
def test_the_score_turns_the_answer(number: int) -> None:
    """The best move is the one written there; by game points it is another one, and worse by chances for certain."""
    position = positions()[number]
    assert position.match is not None
    assert position.expect is not None
    [wanted] = position.expect.best
    answer, plain = analyze(position), analyze(replace(position, match=None))
    best, by_points = _best(answer), _best(plain)
    assert best == {wanted}
    assert wanted not in by_points
    if not answer.exact and not plain.exact:
        assert not by_points & set(answer.alike)
        assert wanted not in plain.alike


def _best(answer: Answer) -> set[Move]:
    return set(answer.best_moves) if answer.exact else {answer.best}


def test_there_are_sixteen_each_with_a_name_and_a_reason() -> None:
    assert len(positions()) >= 16
    names = [position.name for position in positions()]
    assert all(names)
    assert len(set(names)) == len(names)
    documents = FILE.read_text(encoding="utf-8").split("---\n")[1:]
    assert len(documents) == len(positions())
    assert all(re.match(r"# .*\.\n(?!#)", text.replace("\n# ", " "), re.DOTALL) for text in documents)


def test_they_are_about_leading_replying_closing_and_claiming() -> None:
    best = [position.expect.best[0] for position in positions() if position.expect]
    assert any(move.close for move in best)
    assert sum(move.play is not None for move in best) >= 3
    assert sum(move.lead is not None and not move.close for move in best) >= 10


def test_the_one_in_the_manual_is_one_of_them() -> None:
    manual = (ROOT / "cli" / "README.md").read_text(encoding="utf-8")
    [text] = [
        block for block in re.findall(r"^```yaml\n(.*?)^```", manual, re.MULTILINE | re.DOTALL) if "match:" in block
    ]
    [shown] = reads(text)
    [same] = [position for position in positions() if position.name == shown.name]
    assert (shown.match, shown) == (same.match, same)
    answer = analyze(shown)
    assert not answer.exact
    for option in (answer.first, next(move for move in answer.moves if str(move.move) == "lead 6-6")):
        assert option.chance is not None
        assert f"{100 * option.chance:.1f}%" in manual
        assert f"{option.value:+.2f}" in manual
