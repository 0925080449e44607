"""Pages say of an answer what terminals say: both make their sentences of it, and each says the same facts."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bingo.cli.page import items
from bingo.positions import read
from bingo.solver import Settings, analyze, can_claim, deal, should_close
from bingo.solver.analysis.claim import Claim, Stakes, stakes
from bingo.solver.analysis.exact import Analysis
from bingo.solver.errors import BingoError
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.position import Match, Position, Stage
from bingo.solver.game.presets import PRESETS, rules
from bingo.solver.render import claiming, closing, estimates, exact
from tests.cli.page.browser import visit
from tests.cli.page.test_report import EXAMPLES, WAITS, report
from tests.support.depth import by_depth
from tests.whole.matrix import CELLS, covering_array, position_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

FEW = Settings(worlds=16)

#: Of an item on a page.
HEADLINES = "async (items) => items.map((await import('bingo/telling')).headline)"

Told = tuple[items.Item, list[str]]


def given() -> Iterator[Position | InformationSet]:
    """Positions of every kind, and those of which most is to be said."""
    claims = [cell for cell in CELLS if cell.stage is Stage.ANSWER and cell.phase == "exhausted" and not cell.history]
    for cell in (*covering_array(by_depth(1, 2)), *claims[:: by_depth(4, 1)]):
        if cell.stage is not Stage.SHOW:
            yield position_of(cell)
    for name in (
        "can-i-claim",
        "three-claims",
        "wait-with-a-claim",
        *by_depth([], ["should-i-close", "close-for-three"]),
    ):
        for position in read(EXAMPLES / f"{name}.yaml"):
            yield position
            yield replace(position, match=Match(5, 4)) if position.match is None else position
    rng = random.Random(5)
    for name in by_depth(["berndt"], [*PRESETS]):
        yield information_set(deal(rules(name), rng)).concealed()


def told(position: Position | InformationSet) -> Iterator[Told]:
    """Every answer there is to a position, with the sentences of a terminal."""
    claim = can_claim(position)
    at_stake = stakes(claim, partial(analyze, position, FEW))
    yield items.claimed("", position, claim, at_stake), claimed(claim, at_stake)
    try:
        found = analyze(position, FEW)
    except BingoError:  # tricks are only partly remembered
        return
    item = items.analyzed("", position, found)
    if isinstance(found, Analysis):
        yield item, [exact.verdict(found)]
    else:
        yield item, [estimates.verdict(found), estimates.alike(found), f"{estimates.how_found(found)}."]
    try:
        decision = should_close(position, FEW)
    except BingoError:  # nothing to close
        return
    yield items.closing("", position, decision, None), closing.paragraphs(decision)


def claimed(claim: Claim, at_stake: Stakes | None) -> list[str]:
    """What ``bingo claim`` says."""
    more = (
        []
        if at_stake is None
        else [
            claiming.match_stakes(at_stake, possible=claim.verdict != "impossible" or claim.declare != 0),
            claiming.waiting(at_stake),
        ]
    )
    return [claiming.verdict(claim), *claiming.remarks(claim), claiming.stakes(claim), *more]


def as_a_page_has_it(sentence: str) -> str:
    """Without the option of a terminal, and without what only the program knows of how the opponent played."""
    led = sentence.replace("what the opponent led", "how the opponent played")
    return led.replace(" (--equal-weights: all alike)", "")


def test_page_and_terminal_say_the_same_of_every_answer(browser: Browser, tmp_path: Path) -> None:
    every = [one for position in given() for one in told(position)]
    kinds = {(item.data["kind"], item.data["answer"].get("exact")) for item, _ in every}
    assert {("claim", None), ("analyze", True), ("analyze", False), ("close", True)} <= kinds
    tab = visit(browser, report(tmp_path, "analyze", WAITS).as_uri()).tab
    shown = tab.evaluate(HEADLINES, [{**item.finished(), "besides": []} for item, _ in every])
    for (item, sentences), headline in zip(every, shown, strict=True):
        page = [one.replace("\N{MINUS SIGN}", "-") for one in headline]
        assert page == [as_a_page_has_it(one) for one in sentences if one], item.data
