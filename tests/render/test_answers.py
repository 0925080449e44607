"""Short by default: one position, one deal in 24 lines; no line breaks where one would stumble over it."""

import re
from pathlib import Path

import pytest

from bingo.solver.render.screen import flow, wrap
from tests.cli.test_main import run
from tests.support.depth import few

POSITIONS = Path(__file__).parents[2] / "positions"
EXAMPLES = sorted(POSITIONS.glob("examples/*.*"))
CLOSABLE = [file for file in EXAMPLES if "close" in file.stem and file.stem != "let-the-close-fail"]


def answers(*words: str, **more: int) -> list[list[str]]:
    result = run(*words, **more)  # type: ignore[arg-type]
    assert (result.exit_code, result.stderr) == (0, ""), result.stderr
    return [part.splitlines() for part in re.split(r"\n\n─+\n\n", result.stdout)]


@pytest.mark.parametrize("file", few(EXAMPLES, *EXAMPLES[::3]), ids=lambda file: file.stem)
def test_every_example_is_analyzed_and_claimed_in_24_lines(file: Path) -> None:
    for command in (["analyze", "--worlds", "64"], ["claim"]):
        if command[0] == "analyze" and file.stem in ("can-i-claim", "three-claims"):
            continue  # tiles in their tricks are forgotten
        for lines in answers(*command, str(file)):
            assert len(lines) <= 24
            assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("file", CLOSABLE, ids=lambda file: file.stem)
def test_every_example_is_closed_in_24_lines_and_more_is_a_word_away(file: Path) -> None:
    for lines in answers("close", "--seconds", "0.3", str(file)):
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
    assert len(answers("close", "--seconds", "0.3", "--full", "--no-proof", str(file))[0]) > 24


def test_one_deal_is_reviewed_in_24_lines() -> None:
    [lines] = answers("review", "--worlds", "64", str(POSITIONS / "deals" / "time-to-close.yaml"))
    assert len(lines) <= 24
    assert "result = " in "\n".join(lines)


@pytest.mark.parametrize("width", range(42, 100))
def test_no_line_breaks_inside_a_move(width: int) -> None:
    move = "close, declare 6-6 5-5 4-4, lead 6-6"
    assert sum(move in line for line in flow([move, move], width, "  -0.13  -0.24 to -0.02  4,608  ", "; ")) == 2
    text = f"It is better than every other move, {move}, which brings less; but {move} is worth more than that. {move}."
    assert sum(line.count(move) for line in wrap(text, width)) == 3
