"""A report (`--html FILE`) in a browser: all that an answer has is there to see, to step through and to print."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bingo.cli.page import items
from bingo.positions import dumps, dumps_record
from bingo.solver import Match, Settings, analyze, review
from bingo.solver.render import percent
from tests.cli.page.browser import PHONE, Visitor, overflow
from tests.cli.page.frame import bar
from tests.oracles.random_play import random_deal
from tests.support.command import LAST_TILE, output
from tests.support.depth import by_depth, few
from tests.support.reading import A_MATCH, EXAMPLES, known_example
from tests.whole.test_outputs import review_few_deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser


WAITS, APART, CLOSE, MEMORY = (
    str(EXAMPLES / f"{name}.yaml")
    for name in ("the-bingo-waits", "neither-sees-the-other", "should-i-close", "can-i-claim")
)


Shown = Callable[..., str]


def report(folder: Path, *words: str, text: str | None = None) -> Path:
    out = folder / "page.html"
    output(*words, "--html", str(out), "--overwrite", text=text)
    return out


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    return cache(lambda *words: report(tmp_path_factory.mktemp("report"), *words).as_uri())


def data(page: Path) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text("utf-8"))
    assert match
    drawn: dict[str, Any] = json.loads(match[1])
    return drawn


def test_the_table_is_drawn_with_all_that_lies_on_it(shown: Shown, visit: Visitor) -> None:
    """Tiles to see and to touch, in one row; the trick, trumps, piles that open; the best tile is lifted."""
    tab = visit(shown("analyze", WAITS), PHONE)
    mine = tab.get_by_role("list", name="Your hand").locator(".tile")
    boxes = mine.evaluate_all("tiles => tiles.map(tile => tile.getBoundingClientRect().toJSON())")
    assert len(boxes) == 7
    assert min(box["width"] for box in boxes) >= 44
    best = tab.get_by_role("button", name=re.compile(r"^5-0\b"))
    tops = sorted({round(box["y"]) for box in boxes})
    assert len(tops) == 2
    assert round(best.evaluate("tile => tile.getBoundingClientRect().y")) == tops[0]
    assert "trumps" in tab.get_by_role("group", name="Table").inner_text()
    assert tab.get_by_role("list", name="On the table").get_by_role("listitem").count() == 2
    assert "holds 1-1" in tab.get_by_role("group", name="Opponent", exact=True).inner_text()
    tab.set_viewport_size({"width": 1280, "height": 800})
    best.click()
    tab.get_by_role("list", name="Moves").get_by_role("button", name=re.compile("1-0")).click()
    pile = tab.get_by_role("group", name="You", exact=True).locator(".pile")
    pile.locator("summary").click()
    assert pile.locator("li .flat").evaluate_all("all => all.map(one => one.ariaLabel)") == ["5-0", "1-0"]
    assert "4 tricks not recorded" in pile.inner_text()


def test_one_verdict_follows_the_step_one_looks_at(shown: Shown, visit: Visitor) -> None:
    tab = visit(shown("analyze", WAITS))
    verdict, live_region = tab.locator(".verdict"), tab.locator("#live")
    for words in ("Lead 5-0", "They: play 1-0", "You: lead 0-0", "They: play 6-6"):
        assert words in verdict.inner_text()
        assert "+2" in verdict.inner_text()
        bar(tab, "On").click()
    assert "opponent play 6-6" in live_region.inner_text()
    tab.keyboard.press("End")
    assert "The deal is over" in verdict.inner_text()
    tab.keyboard.press("Home")
    moves = tab.get_by_role("list", name="Moves").get_by_role("button")
    assert moves.count() == 7
    assert moves.first.inner_text().startswith("+2")


def test_estimates_have_an_interval_each_and_say_on_request_how_they_were_found(shown: Shown, visit: Visitor) -> None:
    tab = visit(shown("analyze", "--worlds", "256", str(EXAMPLES / "first-lead.yaml")))
    rows = tab.get_by_role("list", name="Moves").get_by_role("listitem")
    assert rows.count() == 8
    assert rows.first.locator(".sc i").count() == 1
    assert rows.first.locator(".sc u.ring").count() == 1
    assert tab.get_by_text("256 deals drawn").count() == 0
    tab.get_by_role("button", name="How this was found").click()
    tab.get_by_text("256 deals drawn").first.wait_for()


def test_with_a_match_score_tiles_have_chances_and_none_is_red(tmp_path: Path, visit: Visitor) -> None:
    minded = replace(known_example("save-the-thirty"), match=Match(5, 3), expect=None)
    tab = visit(report(tmp_path, "analyze", "-", text=dumps(minded)).as_uri())
    for choice in data(tmp_path / "page.html")["items"][0]["answer"]["moves"]:
        row = tab.get_by_role("list", name="Moves").get_by_role("button", name=re.compile(f"^{choice['move']}:"))
        assert percent(choice["chance"]) in row.inner_text()
        assert row.locator(".val.minus").count() == 0
    assert percent(analyze(minded).chance or 0.0) in tab.locator(".verdict").inner_text()


def test_hands_that_do_not_count_alike_are_shown_by_their_weights(tmp_path: Path, visit: Visitor) -> None:
    page = report(tmp_path, "close", "--no-proof", str(A_MATCH), "--at", "2:6")
    [item] = data(page)["items"]
    assert item["answer"]["weighted"]
    shown = visit(page.as_uri()).locator(".leaf").inner_text()
    for chance in item["answer"]["leads"][0]["sure"]["chances"].values():
        assert percent(chance) in shown


def test_a_close_shows_how_it_goes_against_every_hand_and_one_that_beats_it(shown: Shown, visit: Visitor) -> None:
    tab = visit(shown("close", CLOSE, "--no-proof"))
    leaf = tab.locator(".leaf")
    assert "2,363 hands" in leaf.inner_text()
    assert "Close now" in tab.locator(".verdict").inner_text()
    assert leaf.locator(".two .win").count() == 1
    tab.get_by_role("button", name="Play it out").click()
    assert tab.locator(".rack.opponent .back").count() == 0
    tab.keyboard.press("End")
    assert "\N{MINUS SIGN}2" in tab.locator(".verdict").inner_text()
    tab.get_by_role("button", name="Back to the position").click()
    assert "Close now" in tab.locator(".verdict").inner_text()


def test_a_claim_shows_how_it_may_have_been(shown: Shown, visit: Visitor) -> None:
    tab = visit(shown("claim", MEMORY))
    assert "Perhaps" in tab.locator(".verdict").inner_text()
    assert tab.locator(".leaf .box2").count() == 2
    assert "85 card points" in tab.locator(".leaf").inner_text()


def test_a_review_goes_from_mistake_to_mistake_and_says_why(tmp_path: Path, visit: Visitor) -> None:
    deals = "---\n".join(dumps_record(replace(random_deal("pagat", seed), name=f"Deal {seed}")) for seed in (8, 9))
    page = report(tmp_path, "review", "--worlds", "32", "-", text=deals)
    first, _ = data(page)["items"]
    mistaken = [decision for decision in first["answer"]["decisions"] if decision["mistake"]]
    assert len(mistaken) > 1
    tab = visit(page.as_uri())
    assert tab.get_by_role("heading", level=1).inner_text() == "2 deals"
    tab.get_by_role("img", name=re.compile("^What the deals brought you")).wait_for()
    tab.get_by_role("link", name=first["title"], exact=True).click()
    tab.get_by_role("img", name=re.compile("^What the deal was worth")).wait_for()
    mistakes = tab.get_by_role("list", name="Mistakes").get_by_role("button")
    assert mistakes.count() == len(mistaken)
    your_first = next(n for n, decision in enumerate(mistaken) if decision["player"] == "you")
    assert mistakes.nth(your_first).get_attribute("aria-current") == "step"  # it begins with your own
    for n, decision in enumerate(mistaken):
        mistakes.nth(n).click()
        panel = tab.locator(".panel").inner_text()
        assert f"better by {decision['lost']:.2f}" in panel
        assert decision["why"] is None or decision["why"][:20] in panel
    tab.keyboard.press("Home")
    assert bar(tab, "Back").is_disabled()


def test_on_paper_nothing_is_cut_off_and_no_button_is_left(shown: Shown, visit: Visitor) -> None:
    for words in (("close", CLOSE, "--no-proof"), ("analyze", WAITS)):
        tab = visit(shown(*words), (718, 800), "dark")  # A4 within its margins
        tab.emulate_media(media="print")
        assert overflow(tab) <= 0
        assert not tab.locator(".bar").is_visible()
        assert tab.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        black = "all => all.every(one => getComputedStyle(one).color === 'rgb(0, 0, 0)')"
        assert tab.locator(".v").evaluate_all(black)


def test_without_scripts_the_answer_is_there_as_text(shown: Shown, browser: Browser) -> None:
    tab = browser.new_page(java_script_enabled=False)
    tab.goto(shown("analyze", WAITS))
    assert "Lead 5-0: only that wins 2" in tab.inner_text("main")


# --- the file: all it needs is in it, it is small and the same every time -------------------------------


MAX_REPORT_BYTES = 150_000  # bytes of a report of one position
MAX_REVIEW_BYTES = 430_000  # of a reviewed match of five deals


HIDDEN = ("analyze", "--worlds", "256", "--seed", "3", str(EXAMPLES / "first-lead.yaml"))
UNPROVED = ("close", CLOSE, "--no-proof")  # how far a proof gets in its time depends on the machine
MATCH_REVIEW = ("review", "--worlds", "16", str(A_MATCH))
EXACT, LINE = (("analyze", WAITS), ("analyze", APART)), ("claim", CLOSE, "--line", "0-0 6-6")


@pytest.mark.parametrize("words", few((HIDDEN, UNPROVED, *EXACT, LINE, MATCH_REVIEW), HIDDEN, UNPROVED))
def test_the_same_question_gives_the_same_bytes_and_not_many(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    review_few_deals(monkeypatch, hands=4)
    first = report(tmp_path, *words).read_bytes()
    assert report(tmp_path, *words).read_bytes() == first
    assert len(first) < (MAX_REVIEW_BYTES if words is MATCH_REVIEW else MAX_REPORT_BYTES)


def test_no_exact_report_is_too_large(tmp_path: Path) -> None:
    for position in (EXAMPLES / "seven-tiles.jsonl").read_text("utf-8").splitlines()[: by_depth(3, 20)]:
        assert len(report(tmp_path, "analyze", "-", text=position).read_bytes()) < MAX_REPORT_BYTES


def test_the_file_names_no_address_and_forbids_requests(tmp_path: Path) -> None:
    written = report(tmp_path, "analyze", WAITS).read_text("utf-8")
    assert "default-src 'none'" in written
    outside = re.findall(r"https?://[^\s\"')%\\]+", written)
    assert set(outside) <= {"http://www.w3.org/2000/svg"}  # the name of a vocabulary, which nobody asks for


def test_what_is_written_in_a_file_stays_text(tmp_path: Path) -> None:
    evil = LAST_TILE.replace("The last tile", "</script><script>alert(1)</script>")
    written = report(tmp_path, "analyze", "-", text=evil).read_text("utf-8")
    assert "<script>alert" not in written


def test_a_page_has_six_decimals_and_no_times() -> None:
    assert items.timeless([{"share": 2 / 3, "seconds": 0.1}, 1 / 7]) == [{"share": 0.666667}, 0.142857]


def test_the_words_of_a_review_have_a_line_for_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    review_few_deals(monkeypatch, hands=4)
    answer = review(random_deal("pagat", 1), Settings(worlds=1))
    words = items.review_item("A deal", answer)["words"]
    rows = [line for line in words if re.match(r"  \d+r?  (you|opponent) ", line)]
    assert len(rows) == len(answer.decisions)
