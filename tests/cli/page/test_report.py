"""A report (`--html FILE`) in a browser: all that an answer has is there to see, to step through and to print."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bingo.positions import dumps, dumps_record, read
from bingo.solver import Match, Position, Record, analyze, deal
from bingo.solver.game.moves import legal_moves, play
from bingo.solver.render.screen import percent
from tests.cli.page.browser import visit
from tests.cli.test_main import ROOT, run
from tests.support.depth import by_depth

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EXAMPLES = ROOT / "positions" / "examples"
WAITS = str(EXAMPLES / "the-bingo-waits.yaml")
APART = str(EXAMPLES / "neither-sees-the-other.yaml")
CLOSE = str(EXAMPLES / "should-i-close.yaml")
DEALS = ROOT / "positions" / "deals"
MATCH = str(DEALS / "a-match.yaml")
MEMORY = str(EXAMPLES / "can-i-claim.yaml")


def report(folder: Path, *words: str, text: str | None = None) -> Path:
    """The page that a command writes."""
    out = folder / "page.html"
    result = run(*words, "--html", str(out), text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return out


def data(page: Path) -> dict[str, Any]:
    """What the page draws."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(encoding="utf-8"))
    assert found
    drawn: dict[str, Any] = json.loads(found[1])
    return drawn


def look(browser: Browser, page: Path) -> Page:
    return visit(browser, page.as_uri()).tab


def test_the_table_is_drawn_with_all_that_lies_on_it(tmp_path: Path, browser: Browser) -> None:
    """Tiles to see and to touch, the trick, trumps, what each has won as piles that open; the best tile is lifted."""
    page = report(tmp_path, "analyze", WAITS)
    for width, least in by_depth([(390, 44)], [(1280, 58), (390, 44), (360, 44)]):
        tab = visit(browser, page.as_uri(), width).tab
        tiles = tab.locator(".rack .tile").all()
        boxes = [tile.evaluate("tile => tile.getBoundingClientRect().toJSON()") for tile in tiles]
        assert len(boxes) == 14
        assert min(box["width"] for box in boxes) >= least
        assert len({round(box["y"]) for box in boxes[:7]}) == 1  # in one row
        best = tab.get_by_role("button", name=re.compile(r"^5-0\b.*best"))
        others = [box["y"] for box in boxes[7:]]
        assert best.evaluate("tile => tile.getBoundingClientRect().y") == min(others) < max(others)
        assert "trumps" in tab.get_by_role("group", name="Table").inner_text()
        assert tab.get_by_role("list", name="On the table").get_by_role("listitem").count() == 2
        tab.close()
    tab = look(browser, page)
    assert "declared 20; holds 1-1" in tab.get_by_role("group", name="Opponent", exact=True).inner_text()
    best = tab.get_by_role("button", name=re.compile(r"^5-0\b.*best"))
    best.click()
    tab.get_by_role("region", name="Moves").get_by_role("button", name=re.compile("1-0")).click()
    mine = tab.get_by_role("group", name="You", exact=True)
    mine.get_by_text("5 tricks").click()
    pile = mine.get_by_role("list", name="Tricks")
    assert [pile.get_by_role("img", name=name).count() for name in ("5-0", "1-0", "6-6")] == [1, 1, 0]
    assert "4 tricks whose tiles are not recorded" in mine.inner_text()


def test_one_verdict_follows_the_step_one_looks_at(tmp_path: Path, browser: Browser) -> None:
    """The value, the move, a sentence; five moves and the others on request; on a phone without scrolling."""
    page = report(tmp_path, "analyze", WAITS)
    watched = visit(browser, page.as_uri(), 390, height=844)
    tab = watched.tab
    verdict = tab.locator(".verdict")
    for words in ("Lead 5-0\n\nYou win 2", "They play 1-0", "Lead 0-0", "They play 6-6"):
        assert words in verdict.inner_text()
        assert "+2" in verdict.inner_text()
        box = verdict.bounding_box()
        assert box
        assert 0 <= box["y"] <= 844 - box["height"]
        tab.get_by_role("button", name=re.compile("^One move on")).click()
    tab.get_by_role("button", name=re.compile("^To the start")).click()
    moves = tab.get_by_role("region", name="Moves").get_by_role("button")
    assert moves.count() == 5
    assert [text.split("\n")[-1] for text in moves.all_inner_texts()] == ["best", *["loses 3"] * 4]
    tab.get_by_text("2 more moves").click()
    assert moves.count() == 7
    assert watched.faults == []


def test_estimates_have_a_whisker_each_and_say_on_request_how_they_were_found(tmp_path: Path, browser: Browser) -> None:
    page = report(tmp_path, "analyze", "--worlds", "256", str(EXAMPLES / "first-lead.yaml"))
    tab = look(browser, page)
    best = data(page)["items"][0]["answer"]["best"][0]
    assert best in tab.locator(".verdict").inner_text().lower()
    assert tab.locator(".verdict p").count() == 2  # the move, one sentence
    rows = tab.get_by_role("list", name="Your moves").get_by_role("listitem")
    assert rows.count() == 5
    for row in rows.all():
        assert row.locator("svg.interval").count() == 1
        assert re.search(r"\n(best|as good\?|loses \d\.\d\d)$", row.inner_text())
    how = tab.get_by_text("256 deals drawn").first
    assert not how.is_visible()
    tab.get_by_text("How this was found").click()
    assert how.is_visible()


def test_a_tile_that_cannot_be_played_is_faded_and_says_why(tmp_path: Path, browser: Browser) -> None:
    tab = look(browser, report(tmp_path, "analyze", WAITS))
    tab.get_by_role("button", name=re.compile(r"^5-0\b.*best")).click()
    faded = tab.get_by_role("list", name="The opponent's hand").get_by_role("img", name=re.compile("^4-4"))
    assert (faded.get_attribute("title") or "").startswith("Not now: 5-0 was led")
    faded.click()
    assert "other tiles must be played to it" in tab.get_by_role("group", name="Table").inner_text()


def test_with_a_match_score_tiles_have_chances_and_the_best_is_not_red(tmp_path: Path, browser: Browser) -> None:
    [position] = read(EXAMPLES / "save-the-thirty.yaml")
    assert isinstance(position, Position)
    minded = replace(position, match=Match(5, 3), expect=None)
    tab = look(browser, report(tmp_path, "analyze", "-", text=dumps(minded)))
    best, *others = analyze(minded).moves
    assert best.value < 0
    for choice in (best, *others):
        button = tab.get_by_role("button", name=re.compile(rf"^{str(choice.move)[-3:]}\b.*you win the match"))
        value = button.locator(".value")
        assert value.inner_text() == percent(choice.chance or 0.0)
        assert re.search("plus" if choice == best else "minus", value.get_attribute("class") or "")


def test_hands_that_do_not_count_alike_are_shown_by_their_weights(tmp_path: Path, browser: Browser) -> None:
    page = report(tmp_path, "close", "--no-proof", MATCH, "--at", "2:6")
    [item] = data(page)["items"]
    assert item["answer"]["weighted"]
    first = item["answer"]["leads"][0]
    shown = look(browser, page).get_by_role("table", name="Guaranteed").inner_text()
    for value, hands in first["sure"]["outcomes"].items():
        assert f"{hands} hands" in shown
        assert percent(first["sure"]["chances"][value]) in shown
        assert percent(hands / item["answer"]["hands"]) not in shown


def test_best_play_can_be_stepped_through_with_the_keyboard(tmp_path: Path, browser: Browser) -> None:
    tab = look(browser, report(tmp_path, "analyze", WAITS))
    tab.get_by_role("button", name=re.compile("^To the end")).focus()
    said = tab.get_by_role("status")
    for words in ("You lead 5-0", "The opponent plays 1-0", "You lead 0-0", "The opponent plays 6-6", "You claim"):
        tab.keyboard.press("ArrowRight")
        assert words in said.inner_text()
    assert "The deal is over" in tab.locator(".board").inner_text()
    assert "you win 2 game points" in tab.get_by_role("region", name="Moves").inner_text()
    tab.keyboard.press("Home")
    assert "You are to lead" in tab.locator(".board").inner_text()


def test_a_close_shows_how_it_goes_against_every_hand_and_one_that_beats_it(tmp_path: Path, browser: Browser) -> None:
    tab = look(browser, report(tmp_path, "close", CLOSE, "--no-proof"))
    assert "2,363 hands" in tab.get_by_role("table", name="Guaranteed").inner_text()
    tab.get_by_label("Lead:").select_option("close, lead 5-4")
    assert "2,363 hands" not in tab.get_by_role("table", name="Guaranteed").inner_text()
    walk = tab.locator(".walk").last
    assert "You led 6-6" in walk.inner_text()
    walk.get_by_role("button", name=re.compile("^To the end")).click()
    assert "you lose 2 game points" in walk.get_by_role("region", name="Moves").inner_text()


def blunders() -> str:
    """The record of two deals that were played at random, without closing."""
    records = []
    for seed in (8, 9):
        rng, start = random.Random(seed), deal("pagat", seed=seed)
        position, moves = start, []
        while not position.over:
            moves.append(rng.choice([move for move in legal_moves(position) if not move.close]))
            position = play(position, moves[-1]).position
        records.append(dumps_record(replace(Record.of(start, moves), name=f"Deal {seed}")))
    return "---\n".join(records)


def test_a_review_goes_from_mistake_to_mistake_and_says_why(tmp_path: Path, browser: Browser) -> None:
    page = report(tmp_path, "review", "--worlds", "128", "-", text=blunders())
    first, _ = data(page)["items"]
    wrong = [one for one in first["answer"]["decisions"] if one["mistake"]]
    assert len(wrong) > 1
    assert any(one["why"] for one in wrong)
    tab = look(browser, page)
    assert tab.get_by_role("heading", level=1).inner_text() == "2 deals"
    tab.get_by_role("img", name=re.compile("^What the deals brought you")).wait_for()
    tab.get_by_role("link", name=first["title"], exact=True).click()
    tab.get_by_role("img", name=re.compile("^What the deal was worth")).wait_for()
    told, onwards = tab.get_by_role("region", name="This turn"), tab.get_by_role("button", name=re.compile("^Next"))
    for n, one in enumerate(wrong):
        if n:
            onwards.click()
        words = told.inner_text()
        turn = words.splitlines()[0]
        assert turn.startswith({"you": "You ", "opponent": "The opponent "}[one["player"]])
        assert turn.endswith(f" {one['move'].split()[-1]}.")
        assert f"{one['best']} was better by {one['lost']:.2f}" in words
        assert one["why"] is None or one["why"] in words
    assert onwards.is_disabled()
    tab.get_by_role("button", name=re.compile("^To the start")).click()
    tab.keyboard.press("Shift+ArrowRight")
    first_after = next(
        one for one, at in zip(first["answer"]["decisions"], first["deal"]["at"], strict=True) if at and one["mistake"]
    )
    assert f"{first_after['best']} was better" in told.inner_text()


def test_on_paper_nothing_is_cut_off_and_no_button_is_left(tmp_path: Path, browser: Browser) -> None:
    page = report(tmp_path, "close", CLOSE, "--no-proof")
    watched = visit(browser, page.as_uri(), 718, "dark")  # A4 within its margins
    tab = watched.tab
    tab.emulate_media(media="print")
    assert watched.overflow() <= 0
    assert not tab.locator(".controls").is_visible()
    assert tab.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_without_scripts_the_answer_is_there_as_text(tmp_path: Path, browser: Browser) -> None:
    page = report(tmp_path, "analyze", WAITS)
    tab = browser.new_page(java_script_enabled=False)
    tab.goto(page.as_uri())
    assert "You win 2 game points with lead 5-0" in tab.inner_text("main")
