"""Positions and deals as pictures: small, whole, and of what is seen only."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import bingo
from bingo.solver.game import ENDS, TILES, replay
from tests.support.reading import A_MATCH, EXAMPLES, example

EXAMPLE_FILES = sorted(EXAMPLES.glob("*.yaml"))


def pips(picture: str) -> int:
    """All that are drawn: the page is read, so it is well-formed."""
    paths = [path for path in ElementTree.fromstring(picture).iter() if path.tag.endswith("path")]
    return sum(path.get("d", "").count("h0") for path in paths)


def pips_of(tiles: Sequence[int]) -> int:
    return sum(sum(ENDS[tile]) for tile in tiles)


@pytest.mark.parametrize("file", EXAMPLE_FILES, ids=lambda file: file.stem)
def test_every_position_has_a_small_picture_in_a_notebook(file: Path) -> None:
    for position in bingo.read(file):
        picture = position._repr_html_()
        assert picture == bingo.svg(position)
        assert picture.startswith("<svg ")
        assert len(picture) < 8_000
        assert position.name.split("&")[0] in "".join(ElementTree.fromstring(picture).itertext())


def test_all_that_is_seen_is_drawn_and_nothing_else() -> None:
    position = bingo.deal(seed=3)
    led = position.play(position.legal_moves[0])
    hands = [*position.hands[0], *position.hands[1]]
    assert pips(bingo.svg(position)) == pips(bingo.svg(led)) == pips_of(hands)
    assert pips(bingo.svg(position.seen_by(0))) == pips_of([*position.hands[0]])
    assert {pips(bingo.svg(bingo.deal(seed=seed))) for seed in range(5)} != {pips_of(TILES)}


def test_a_deal_is_drawn_trick_by_trick() -> None:
    for record in bingo.read_records(A_MATCH):
        picture = record._repr_html_()
        played = [turn.move.tile for turn in record.turns if turn.move.tile is not None]
        assert pips(picture) == pips_of(played)
        assert len(picture) < 12_000
        drawn = [pips(f"<g>{row}</g>") for row in re.split("<text y=.*?</text>", picture.removesuffix("</svg>"))[1:]]
        turns = replay(record).turns
        by_player = [pips_of([t.move.tile for t in turns if t.player == p and t.move.tile is not None]) for p in (1, 0)]
        assert [row for row in drawn if row] == by_player
        assert "Ann wins" in picture or "Bert wins" in picture


def test_what_a_position_is_called_stays_text() -> None:
    assert "&lt;b&gt;&amp;" in bingo.svg(replace(bingo.deal(seed=1), name="<b>&"))


def test_answers_show_in_a_notebook_what_print_shows() -> None:
    assert "Lead 5-0: only that wins 2." in bingo.analyze(example("the-bingo-waits"))._repr_html_()
    [record, *_] = bingo.read_records(A_MATCH)
    assert "First deal" in bingo.review(record, worlds=8)._repr_html_()
    with pytest.raises(TypeError, match="svg: expected Position or InformationSet or Record; found int"):
        bingo.svg(3)  # type: ignore[arg-type]
