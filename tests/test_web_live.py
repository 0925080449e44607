"""`--html FILE --live`: a report that carries the kernel, so that positions can be changed in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bingo.cli.web import build
from bingo.cli.web.live import kernel_for
from bingo.positions import read, reads
from bingo.solver import Position, analyze
from tests.browser import Watched, watch
from tests.native import needs_kernel
from tests.test_cli_main import run
from tests.test_page_file import LIMIT
from tests.test_page_report import data
from tests.test_page_setup import EXAMPLES, WAITS, choose
from tests.web import module

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel as a wheel has it."""
    monkeypatch.setattr(build, "SHIPPED", module())


def opened(browser: Browser, file: Path) -> Watched:
    """The report on a phone without a network."""
    found = watch(browser, file.as_uri(), 360)
    found.tab.context.set_offline(True)
    found.open(file.as_uri())
    return found


@needs_kernel
@pytest.mark.usefixtures("shipped")
def test_a_tile_is_moved_and_the_value_is_that_of_the_program(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "live.html"
    result = run("analyze", str(WAITS), "--html", str(file), "--live")
    assert (result.exit_code, result.stderr) == (0, "")
    watched = opened(browser, file)
    tab = watched.tab
    tab.get_by_text("Change this position").click()
    change = tab.locator("details.change")
    first = change.get_by_role("region", name="Answer")
    first.get_by_text("You win 2 game points with lead 5-0").first.wait_for()
    # A tile of the opponent's for one of yours.
    [position] = read(WAITS)
    written = data(file)["items"][0]["position"]
    mine, theirs = "6-2", "5-4"
    pool, places = change.get_by_role("list", name="Tiles"), change.get_by_role("group", name="Put tiles into")
    for place, tile in (("Your hand", theirs), ("Opponent's hand", mine)):
        places.get_by_role("button", name=place).click()
        pool.get_by_role("button", name=tile).click()
    written["you"]["hand"] = written["you"]["hand"].replace(mine, theirs)
    written["opponent"]["hand"] = written["opponent"]["hand"].replace(theirs, mine)
    [changed] = reads(json.dumps(written))
    assert isinstance(position, Position)
    assert isinstance(changed, Position)
    wanted = {str(one.move): one.value for one in analyze(changed).moves}
    assert wanted != {str(one.move): one.value for one in analyze(position).moves}
    for move, value in wanted.items():
        led = first.get_by_role("list", name="Your hand").get_by_role("button", name=move.removeprefix("lead "))
        shown = f"{value:+d}".replace("-", "\N{MINUS SIGN}")
        led.locator(".value").get_by_text(shown, exact=True).wait_for()
    change.get_by_role("button", name="As it was").click()
    first.get_by_text("You win 2 game points with lead 5-0").first.wait_for()
    assert watched.overflow() <= 0
    assert watched.violations() == []
    assert watched.faults == []


@needs_kernel
@pytest.mark.usefixtures("shipped")
def test_each_position_of_a_report_can_be_changed_also_where_tiles_are_hidden(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "live.html"
    assert run("claim", str(EXAMPLES / "should-i-close.yaml"), str(WAITS), "--html", str(file), "--live").exit_code == 0
    watched = opened(browser, file)
    tab = watched.tab
    for number, words in ((1, "An estimate, method rollout"), (2, "You win 2 game points")):
        tab.goto(f"{file.as_uri()}#{number}")
        tab.get_by_text("Change this position").click()
        change = tab.locator("details.change").get_by_role("region", name="Answer")
        change.get_by_text(words).first.wait_for(state="attached")
    choose(tab, "You", "Tricks", "5")
    tab.get_by_role("region", name="What is wrong").get_by_text("Tricks: expected").wait_for()
    assert watched.faults == []


@pytest.mark.usefixtures("shipped")
def test_a_report_is_larger_by_the_kernel_alone_and_only_where_it_is_asked_for(tmp_path: Path) -> None:
    plain, live = tmp_path / "plain.html", tmp_path / "live.html"
    assert run("analyze", str(WAITS), "--html", str(plain)).exit_code == 0
    assert run("analyze", str(WAITS), "--html", str(live), "--live").exit_code == 0
    assert plain.stat().st_size <= LIMIT
    assert live.stat().st_size <= 1_400_000 + LIMIT
    assert "position" not in data(plain)["items"][0]


def test_without_a_compiler_it_says_so_before_anything_is_computed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "SHIPPED", tmp_path / "none")
    monkeypatch.setattr(build, "COMPILER", "no_such_compiler")
    result = run("close", str(WAITS), "--html", str(tmp_path / "live.html"), "--live")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "pip install 'domino-bingo[web]'" in " ".join(result.stderr.replace("│", " ").split())
    assert not (tmp_path / "live.html").exists()


def test_only_a_page_can_be_live() -> None:
    result = run("analyze", str(WAITS), "--live")
    assert result.exit_code == 2
    assert "expected --html as well" in result.stderr


def test_what_was_compiled_is_kept_until_a_source_file_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "wasm.cpp"
    source.write_text("one")
    monkeypatch.setattr(build, "SHIPPED", tmp_path / "none")
    monkeypatch.setattr(build, "sources", lambda: [source])
    monkeypatch.setattr(build, "COMPILER", "json")  # any module that is there
    monkeypatch.setattr(build, "version", lambda _: "1")
    monkeypatch.setattr(build, "kept_in", lambda: tmp_path / "cache")

    def compile_it(_files: object, to: Path) -> None:
        to.parent.mkdir(exist_ok=True)
        to.write_text(source.read_text())

    monkeypatch.setattr(build, "compiled", compile_it)
    for written in ("one", "one", "two"):
        source.write_text(written)
        assert kernel_for(tmp_path / "live.html").decode() == written
    assert capsys.readouterr().err.count("Compiling the kernel for browsers") == 2
