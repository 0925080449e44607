"""The page that runs the kernel itself, opened from disk on a phone without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from bingo.cli.render.chances import percent
from bingo.positions import dumps_json, read, read_records, reads
from bingo.solver import Analysis, Position, analyze, can_claim
from bingo.solver.game.information import information_set
from bingo.solver.game.position import Match
from bingo.solver.game.presets import rules as preset_rules
from bingo.solver.match.claiming import stakes
from tests.browser import Watched, visit, watch
from tests.native import needs_kernel
from tests.test_cli_main import run
from tests.test_page_game import ask, begin, begun, log, play_on
from tests.test_page_setup import BRING, EXAMPLES, WAITS, choose, set_up
from tests.test_page_telling import claimed

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = needs_kernel
COLLECTIONS = EXAMPLES.parent / "collections"
#: You may claim, and the opponent is to lead.
BEFORE_THEIR_LEAD = {"trump": 6, "lead": "opponent", "turned": "6-3", "stock": "6-1"} | {
    "you": {"hand": "6-5 5-4 5-2 5-0 4-1 2-1 1-1", "points": 42, "tricks": 3, "declared": 50, "shown": "1-1"},
    "opponent": {"hand": "6-2 5-5 4-3 4-2 4-0 3-3 3-0", "points": 35, "tricks": 3},
}


@pytest.fixture
def watched(browser: Browser, alone: Path) -> Iterator[Watched]:
    """The page in a tab of 360 pixels; without a fault, and without a request but for its own file."""
    found = watch(browser, alone.as_uri(), 360)
    found.tab.context.set_offline(True)
    found.open(alone.as_uri())
    yield found
    assert found.overflow() <= 0
    assert found.faults == []
    found.tab.close()


def test_it_is_small(alone: Path) -> None:
    assert alone.stat().st_size <= 1_500_000


@pytest.mark.parametrize(
    ("sound", "damaged"),
    [
        (r'(id="kernel">)[^<]*', r"\1AAAA"),  # the kernel cannot be made
        (r"worker-src blob:", "worker-src 'none'"),  # no worker may start
        (r"self\.addEventListener", "self.nothing"),  # the worker breaks as it starts
    ],
)
def test_a_page_whose_kernel_cannot_run_says_so_wherever_it_is_asked(
    browser: Browser, alone: Path, tmp_path: Path, sound: str, damaged: str
) -> None:
    text, changed = re.subn(sound, damaged, alone.read_text(encoding="utf-8"), count=1)
    assert changed == 1
    broken = tmp_path / "broken.html"
    broken.write_text(text, encoding="utf-8")
    tab = visit(browser, broken.as_uri()).tab
    tab.get_by_text("The page cannot answer here").first.wait_for()
    tab.get_by_role("button", name="Puzzles", exact=True).click()
    tab.get_by_role("region", name="Puzzles").get_by_text("The page cannot answer here").wait_for()
    tab.close()


def test_the_guide_is_there_with_first_leads_by_kind_of_hand(watched: Watched) -> None:
    """With the Bingo and three doubles to declare at once is best: 0.6 game points better than anything else."""
    tab = watched.tab
    tab.get_by_role("button", name="Rules", exact=True).click()
    advice = tab.get_by_role("region", name="How to play well")
    advice.get_by_role("heading", name="When to close").wait_for()
    for name in ("the Bingo", "two other trumps, three doubles or more"):
        advice.locator("summary:visible", has_text=re.compile(f"^{name}$")).click()
    row = advice.locator("tr:visible", has_text="first lead").locator("xpath=following-sibling::tr[1]")
    assert row.inner_text().startswith("declare, lead the Bingo")


def test_it_answers_however_often_a_question_is_given_up(watched: Watched) -> None:
    """From its very first moment: worker after worker is ended, or passed over while it unpacks the kernel."""
    tab = watched.tab
    tab.goto("about:blank")
    tab.goto(f"{watched.home}#play")
    for _ in range(3):
        for name in ("Analyze", "Play", "Puzzles", "Analyze"):
            tab.get_by_role("button", name=name, exact=True).first.click()
        tab.get_by_role("button", name="Clear").click()
    tab.get_by_role("button", name="Puzzles", exact=True).click()
    tab.get_by_role("heading", name="Puzzle").wait_for()
    tab.get_by_role("button", name="Analyze", exact=True).click()
    set_up(tab)


def test_with_a_match_score_it_says_how_likely_the_match_is_won(watched: Watched) -> None:
    """As Python does: where the score turns the answer, and of a close; but where it has no table, it says so."""
    tab = watched.tab
    [waits] = read(WAITS)
    turned = [
        one for one in read(COLLECTIONS / "match-score.yaml") if one.name in ("Lose two, not three", "All or nothing")
    ]
    for position in (*turned, replace(waits, match=Match(5, 3))):
        found = analyze(position)
        chance = found.chance if isinstance(found, Analysis) else found.best.chance and found.best.chance.value
        assert chance
        tab.goto(f"{watched.home}#{quote(dumps_json(position))}")
        tab.get_by_role("heading", name=position.name, exact=True).wait_for()
        assert tab.locator(".answer[aria-busy=false] .verdict .num").inner_text() == percent(chance)
    [known] = map(information_set, read(EXAMPLES / "close-for-three.yaml"))
    for rules, told in (("pagat", "wins the match"), ({"preset": "pagat", "low": 20}, "It wins at least")):
        score = {"match": {"you": 4, "opponent": 6}, "rules": rules}
        tab.goto("about:blank")
        tab.goto(f"{watched.home}#{quote(json.dumps({**json.loads(dumps_json(known)), **score}))}")
        tab.get_by_role("heading", name=known.name, exact=True).wait_for()
        tab.get_by_role("button", name="Should I close?").click()
        tab.get_by_role("region", name="Closing and claiming").get_by_text(told).first.wait_for()
    tab.get_by_text("The match score is ignored here").first.wait_for(state="attached")


def test_a_single_field_is_changed_and_every_reason_is_told(watched: Watched) -> None:
    tab = watched.tab
    set_up(tab)
    rules = tab.get_by_role("combobox", name="Rules")
    for changed in ("must_beat=false", "low=20"):
        rules.fill(f"pagat, {changed}")
        rules.blur()
        tab.get_by_role("region", name="Answer").get_by_text(f"Rules pagat, {changed}").wait_for()
        [position] = read(WAITS)
        assert isinstance(position, Position)
        value = analyze(replace(position, rules=preset_rules(f"pagat, {changed}"))).value
        told = "win" if value > 0 else "lose"
        tab.get_by_text(f"You {told} {abs(value)} game point").first.wait_for()
    rules.fill("pagat, must_beat=false, low=20")
    rules.blur()
    wrong = tab.get_by_role("region", name="What is wrong")
    wrong.get_by_text("one field changed at most").wait_for()
    rules.fill("pagat")
    rules.blur()
    choose(tab, "You", "Tricks", "0")
    choose(tab, "Opponent", "Tricks", "7")
    choose(tab, "Opponent", "Card points declared", "30")
    wrong.get_by_text("Who leads: expected").wait_for()
    wrong.get_by_text("declared: expected card points and doubles").wait_for()


def test_nothing_is_offered_that_takes_the_program(watched: Watched) -> None:
    tab = watched.tab
    set_up(tab)
    assert tab.get_by_role("button", name="Should I close?").is_visible()
    assert tab.get_by_role("button", name="Deals").count() == 0
    assert ".yaml" not in (tab.get_by_label("Open a file").get_attribute("accept") or "")
    tab.evaluate(BRING, ["drop", WAITS.read_text(encoding="utf-8"), "waits.yaml"])
    tab.get_by_role("region", name="What is wrong").get_by_text("one in JSON a line").wait_for()
    [remembers] = read(EXAMPLES / "can-i-claim.yaml")
    tab.goto("about:blank")
    tab.goto(f"{watched.home}#{quote(dumps_json(remembers))}")
    tab.get_by_text("What is remembered in part takes the program itself.").first.wait_for(state="attached")
    assert "pip install" not in tab.content().partition("<noscript>")[0]


def test_a_claim_is_judged_beside_the_best_other_move(watched: Watched) -> None:
    """As the program does; for a match by the chances to win it. Tricks that are partly remembered take the program."""
    tab = watched.tab
    more = tab.get_by_role("region", name="Closing and claiming")
    [waits] = read(EXAMPLES / "wait-with-a-claim.yaml")
    [theirs] = reads(json.dumps(BEFORE_THEIR_LEAD))
    for position, better in (
        (replace(waits, expect=None), "is worth +2"),
        (replace(waits, match=Match(5, 5), expect=None), "makes it 100.0%"),
        (theirs, ""),
    ):
        tab.goto("about:blank")
        tab.goto(f"{watched.home}#{quote(dumps_json(position))}")
        tab.locator(".answer[aria-busy=false] .verdict").first.wait_for()
        tab.get_by_role("button", name="Can I claim?").click()
        more.get_by_text(f"Yes: you have {position.card_points(0)} card points; 70 are needed.").first.wait_for()
        claim = can_claim(position)
        for sentence in filter(None, claimed(claim, stakes(claim, partial(analyze, position)))):
            more.get_by_text(sentence, exact=True).first.wait_for(state="attached")
        told = re.search("the best other move, lead 0-0, (.*)[.]", more.inner_text())
        assert (told[1] if told else "") == better


def test_a_file_is_saved_as_it_can_be_opened_again(watched: Watched, tmp_path: Path) -> None:
    tab = watched.tab
    set_up(tab)
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save").click()
    saved.value.save_as(tmp_path / "saved.jsonl")
    [position] = read(tmp_path / "saved.jsonl")
    tab.get_by_role("button", name="Clear").click()
    tab.get_by_label("Open a file").set_input_files(tmp_path / "saved.jsonl")
    tab.get_by_text("You win 2 game points with lead 5-0").first.wait_for()
    assert isinstance(position, Position)


def test_a_deal_is_played_to_its_end_over_a_reload_and_its_record_is_reviewed(watched: Watched, tmp_path: Path) -> None:
    tab, file = watched.tab, tmp_path / "game.yaml"
    tab.get_by_role("button", name="Play", exact=True).first.click()
    before = begun(tab, level="strongest")
    tab.context.set_offline(False)  # a file is no network, but a reload of one is refused offline
    tab.reload()
    tab.context.set_offline(True)
    tab.get_by_role("button", name="Hint").wait_for()
    assert log(tab) == before
    assert play_on(tab)
    with tab.expect_download() as saved:
        ask(tab, "Save")
    saved.value.save_as(file)
    (record,) = read_records(file)
    assert record.players == ("", "strongest")
    assert record.result
    judged = run("review", str(file), "--worlds", "8", "--json")
    assert judged.exit_code == 0, judged.output
    assert watched.violations() == []


def test_where_a_browser_keeps_nothing_the_page_does_and_says_so(watched: Watched) -> None:
    tab = watched.tab
    tab.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('denied'); } })")
    tab.get_by_role("button", name="Play", exact=True).first.click()
    begin(tab)
    tab.get_by_text("this browser cannot keep the game: save it").wait_for()
    assert not play_on(tab, 2)
    assert len(log(tab)) > 2
