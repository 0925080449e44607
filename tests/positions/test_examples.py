"""The example positions: each can occur, and each has the answer that is written with it."""

from pathlib import Path

import pytest

from bingo.positions import read
from bingo.solver.analysis.exact import Engine, analyze_exact
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game.information import InformationSet
from tests.oracles.reference import Reference
from tests.support.depth import by_depth

FOLDER = Path(__file__).parents[2] / "positions"
EXAMPLES = sorted((FOLDER / "examples").iterdir())


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.name for path in EXAMPLES])
def test_every_example_has_the_answer_written_with_it(path: Path) -> None:
    for position in [*read(path)][:: by_depth(3, 1)]:
        assert position.name
        if isinstance(position, InformationSet):
            assert path.stem in (
                "first-lead",
                "should-i-close",
                "can-i-claim",
                "neither-sees-the-other",
                "rules-of-thumb",
            )
            continue
        engines: tuple[Engine, Engine] = Kernel(position.rules), Reference()  # which takes seconds
        answer = analyze_exact(position, by_depth(*engines))
        assert position.expect
        assert (answer.value, answer.best_moves) == (position.expect.value, position.expect.best)


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.suffix == ".yaml"], ids=lambda path: path.stem)
def test_every_example_says_first_what_it_teaches(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert path.stem == path.stem.lower()


# --- the manual --------------------------------------------------------------------------------------
