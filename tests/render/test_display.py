"""What ``print`` and notebooks show: all that is seen, nothing else, and as text."""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

import bingo
from bingo.solver import replay
from bingo.solver.game.tiles import Tile

POSITIONS = Path(__file__).parents[2] / "positions"
FILES = sorted((POSITIONS / "examples").glob("*.yaml"))


def drawn(shown: str) -> list[str]:
    """The tiles of a picture."""
    return sorted("-".join(ends) for ends in re.findall("│([0-6])│(?=([0-6])│)", shown))


def names(tiles: Iterable[Tile]) -> list[str]:
    return sorted(map(str, tiles))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_position_has_its_text_in_a_notebook(file: Path) -> None:
    for position in bingo.read(file):
        shown = position._repr_html_()
        assert shown.startswith("<pre>")
        assert position.name.split("&")[0] in shown


def test_all_that_is_seen_is_drawn_and_nothing_else() -> None:
    position = bingo.deal(seed=3)
    led = position.play(position.legal_moves[0])
    assert drawn(str(position)) == names([*position.hands[0], *position.hands[1]])
    assert led.led is not None
    assert drawn(str(led)) == names([*led.hands[0], *led.hands[1]])
    assert f"led {Tile(led.led)}:" in str(led)
    assert drawn(str(position.seen_by(0))) == names(position.hands[0])


def test_a_deal_is_written_trick_by_trick() -> None:
    for record in bingo.read_records(POSITIONS / "deals" / "a-match.yaml"):
        rows = re.findall(r"^ *\d+  [> ](\d-\d)  +[> ]?(\d-\d) ", str(record), re.MULTILINE)
        tricks = [(trick.played_by(0), trick.played_by(1)) for trick in replay(record).end.history]
        assert rows == [(str(you), str(opponent)) for you, opponent in tricks]
        assert "Ann wins" in str(record) or "Bert wins" in str(record)


def test_what_a_position_is_called_stays_text() -> None:
    assert "&lt;b&gt;&amp;" in replace(bingo.deal(seed=1), name="<b>&")._repr_html_()


def test_answers_show_in_a_notebook_what_print_shows() -> None:
    [position] = bingo.read(POSITIONS / "examples" / "the-bingo-waits.yaml")
    assert "Lead 5-0: only that wins 2." in bingo.analyze(position)._repr_html_()
    [record, *_] = bingo.read_records(POSITIONS / "deals" / "a-match.yaml")
    assert "First deal" in bingo.review(record, worlds=8)._repr_html_()
