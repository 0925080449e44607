"""A game against the program in a browser: by taps and keys, over reloads and kills, with all that can be asked."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from bingo.positions import read_records
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.render.game import ELSEWHERE
from tests.cli.page.browser import DESK, PHONE, Visitor
from tests.cli.page.frame import answered, bar, begin, go, hand, link_to, log, mine, open_match, place, play, tile
from tests.oracles.board import started
from tests.support.command import run
from tests.support.depth import thorough
from tests.support.reading import A_MATCH, EXAMPLES

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_deal_is_played_to_its_end_over_a_reload_and_a_kill(visit: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    with started("--game", str(file)) as link:
        tab = visit(link)
        begin(tab)
        assert not play(tab, 4)
        mine(tab)
        log_before = log(tab)
        tab.reload()
        mine(tab)
        assert log(tab) == log_before
        tab.close()
    with started("--game", str(file)) as link:
        tab = visit(f"{link}#play")
        mine(tab)
        assert log(tab) == log_before
        assert play(tab)
        with tab.expect_download() as saved:
            bar(tab, "Save").click()
        saved.value.save_as(tmp_path / "saved.yaml")
        tab.locator(".strip.coach").or_(tab.get_by_text("no mistake")).first.wait_for()
        reviews: list[str] = []
        tab.on("request", lambda sent: reviews.append(sent.post_data or ""))
        bar(tab, "Review").click()
        tab.locator(".fall").wait_for()
        assert [body for body in reviews if '"review"' in body] == []  # it has been judged
        tab.close()
    assert (tmp_path / "saved.yaml").read_bytes() == file.read_bytes()
    (record,) = read_records(file)
    assert record.players == ("", "greedy")
    judged = run("review", str(file), "--worlds", "20", "--json")
    assert json.loads(judged.stdout)["result"] == record.result[YOU] - record.result[OPPONENT]


def test_hint_what_if_and_take_back_are_a_tap_each(desk: Page) -> None:
    begin(desk)
    mine(desk)
    before = log(desk)
    bar(desk, "Hint").click()
    hint = desk.locator(".strip.hint", has_text=re.compile("worth|wins"))
    hint.wait_for()
    lit = desk.locator(".tile.up").get_attribute("data-tile") or ""
    assert lit in hint.inner_text()
    desk.get_by_role("button", name="What if ...").click()
    hand(desk).last.click()
    desk.locator(".strip", has_text=re.compile("loses|worth")).wait_for()
    assert log(desk) == before
    desk.get_by_role("button", name="What if ...").click()
    assert not play(desk, 1)
    mine(desk)
    assert "point" not in desk.locator(".seat.you").inner_text()  # who plays counts, but for who asks
    desk.get_by_role("switch", name="Card points").click()
    desk.locator(".seat.you .pile", has_text="point").wait_for()
    desk.get_by_role("switch", name="Card points").click()
    bar(desk, "Take back").click()
    desk.wait_for_function("n => document.querySelectorAll('.log li').length === n", arg=len(before))
    assert log(desk) == before


def test_doubles_are_declared_by_tapping_them(desk: Page, game_file: Path) -> None:
    """A tap marks a double to be shown, another one leads it; the first tap of another tile takes the marks away."""
    begin(desk, seed=8)
    mine(desk)
    show_marks = desk.locator(".tag", has_text="show")
    tile(desk, "2-2").click()
    tile(desk, "4-4").click()
    assert show_marks.count() == 2
    desk.locator(".rack.you button:not([data-tile='2-2'], [data-tile='4-4'])").first.click()
    assert show_marks.count() == 0
    tile(desk, "2-2").click()
    tile(desk, "4-4").click()
    assert log(desk) == []
    tile(desk, "4-4").click()
    desk.get_by_text(re.compile("declare .* and lead 4-4")).first.wait_for(state="attached")
    (record,) = read_records(game_file)
    assert record.turns[0].move.declare


def test_the_keyboard_is_enough(desk: Page) -> None:
    begin(desk)
    mine(desk)
    before = len(log(desk))
    desk.keyboard.press("ArrowRight")
    assert "tile" in desk.evaluate("document.activeElement.className")
    hand(desk).first.focus()
    desk.keyboard.press("Enter")
    desk.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)


@thorough
def test_a_second_tab_goes_on_with_the_same_game(desk: Page, visit: Visitor, link: str) -> None:
    begin(desk)
    mine(desk)
    second = visit(f"{link}#play")
    mine(second)
    assert not play(desk, 1)
    mine(desk)
    hand(second).last.click()
    second.locator(".strip", has_text=ELSEWHERE).wait_for()
    mine(second)
    assert log(desk) == log(second)


def test_a_deal_is_gone_on_with_from_where_one_looks(visit: Visitor, tmp_path: Path) -> None:
    with started("--game", str(tmp_path / "game.yaml")) as link:
        tab = visit(link)
        open_match(tab)
        bar(tab, "On").click()
        bar(tab, "On").click()
        bar(tab, "Play on").click()
        mine(tab)
        assert len(log(tab)) >= 2
        go(tab, link_to({"turned": "4-1", "lead": "you", "you": {"hand": "6-6 5-5 4-4 6-5 5-3 3-1 0-0"}}))
        answered(tab)
        bar(tab, "Play on").click()
        tab.get_by_text("The deal goes on from where you looked").wait_for()
        tab.locator("[data-key=deal]").click()  # there is a game under way, which this ends
        tab.locator("[data-key=deal]").click()
        tab.locator(".rack.you [data-tile='4-4']").wait_for()
        assert log(tab) == []
        tab.close()


def test_files_are_opened_where_they_are_chosen_or_pasted(phone: Page) -> None:
    go(phone, "deals")
    with phone.expect_file_chooser() as chooser:
        phone.get_by_role("button", name="Open a file").click()
    chooser.value.set_files(EXAMPLES / "should-i-close.yaml")
    phone.get_by_text("Should I close?").wait_for()
    paste = """text => {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
    }"""
    phone.evaluate(paste, A_MATCH.read_text("utf-8"))
    phone.locator(".graph").wait_for()
    assert phone.get_by_role("navigation", name="Deals").get_by_role("link").count() == 5
    phone.evaluate(paste, "you: [")
    phone.locator(".notice span").wait_for()


def test_mistyped_rules_are_refused_beside_the_button_and_a_game_is_begun_once(phone: Page) -> None:
    begin(phone, rules="pagta")
    phone.locator(".sure", has_text="pagta").wait_for()
    begin(phone)
    mine(phone)
    before = log(phone)
    begin(phone, seed=3, sure=False)
    phone.get_by_text("This ends the game under way").wait_for()
    phone.get_by_role("button", name=re.compile("^Go on with your game")).click()
    mine(phone)
    assert log(phone) == before


def test_the_coach_speaks_where_one_looks(phone: Page) -> None:
    begin(phone, seed=16)
    for _ in range(12):
        mine(phone)
        if phone.locator(".ended, .strip.coach").count():
            break
        before = len(log(phone))
        phone.evaluate("[...document.querySelectorAll('.rack.you button.tile')].at(-1).click()")
        phone.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
    box = place(phone, ".strip.coach")
    assert 0 < box["top"] < box["bottom"] <= PHONE[1] - 64


@thorough
def test_nobody_is_asked_to_go_on_and_the_end_of_a_deal_is_shown_large(phone: Page) -> None:
    begin(phone, level="strongest", seed=4)
    mine(phone)
    assert bar(phone, "Claim").is_disabled()
    assert play(phone)  # tricks that are lost, too
    assert phone.get_by_role("button", name="Go on").count() == 0
    assert phone.locator(".tile.back").count() == 0
    big, following = place(phone, ".big3"), place(phone, ".bar .main")
    assert big["height"] > 40
    assert big["bottom"] < following["top"] < following["bottom"] <= PHONE[1]
    phone.get_by_text("Costliest mistake").or_(phone.get_by_text("no mistake")).first.wait_for()
    assert "Next deal" in phone.locator(".bar .main").inner_text()
    phone.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    result, middle = place(phone, ".ended h2"), place(phone, ".ended")
    assert middle["top"] <= result["top"] < place(phone, ".result p")["bottom"] <= middle["bottom"]


def test_a_double_that_the_opponent_shows_does_not_come_from_the_boneyard(desk: Page) -> None:
    """Tiles slide from where they lay; one that was not seen before comes from the boneyard to your hand alone."""
    script = """async () => {
      const { animateMoves } = await import("bingo/table");
      const felt = document.querySelector(".felt");
      const racks = [".rack.you", ".rack.opponent"].map((name) => felt.querySelector(name));
      felt.insertAdjacentHTML("beforeend", '<div class="deck" style="position:absolute">?</div>');
      const tiles = racks.map((rack, n) => Object.assign(document.createElement("b"), { textContent: `${n}` }));
      tiles.forEach((tile, n) => (tile.dataset.tile = `new ${n}`));
      animateMoves(felt, () => racks.forEach((rack, n) => rack.append(tiles[n])));
      return tiles.map((tile) => tile.getAnimations().length);
    }"""
    answered(desk)
    assert desk.evaluate(script) == [1, 0]
