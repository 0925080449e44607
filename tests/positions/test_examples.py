"""The example positions: each can occur, and each has the answer that is written with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bingo.positions import dumps, read, reads
from bingo.solver.analysis.exact import Engine, analyze_exact
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import ImpossiblePosition
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
        found = analyze_exact(position, by_depth(*engines))
        assert position.expect
        assert (found.value, found.best) == (position.expect.value, position.expect.best)


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.suffix == ".yaml"], ids=lambda path: path.stem)
def test_every_example_says_first_what_it_teaches(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert path.stem == path.stem.lower()


# --- the manual --------------------------------------------------------------------------------------


def fenced(language: str) -> str:
    """The first block of this language in the manual."""
    found = re.search(rf"```{language}\n(.*?)```", (FOLDER / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_manual_opens_with_the_main_example() -> None:
    (position,) = reads(fenced("yaml"))
    assert [position] == list(read(FOLDER / "examples" / "the-bingo-waits.yaml"))
    assert dumps(position) == fenced("yaml")


def test_the_manual_shows_what_errors_look_like(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = """\
name: Twice the 6-6
trump: 4
lead: you
you:
  hand: 6-6 5-4
  points: 60
  tricks: 8
opponent:
  hand: 6-6 3-2
  points: 53
  tricks: 5
"""
    monkeypatch.chdir(tmp_path)
    Path("deals.yaml").write_text(f"{fenced('yaml')}---\n{wrong}", encoding="utf-8")
    with pytest.raises(ImpossiblePosition) as caught:
        list(read("deals.yaml"))
    assert str(caught.value) == fenced("text").rstrip()


def test_the_python_of_the_manual_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(FOLDER.parent)
    exec(fenced("python"), {})
    assert capsys.readouterr().out.splitlines()[0] == "Claim while it is true"
