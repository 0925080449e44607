"""What Chromium measures of the page on one core: frames of motion, what jumps, how soon a value is on the screen."""

from __future__ import annotations

import json
import os
import statistics
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from benchmarks import timing
from tests.oracles.board import started
from tests.oracles.browser import SHIFTS, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: What must be reached: frames a second, of motion; the layout shift (CLS); milliseconds to a value.
FRAMES, SHIFT, VALUE = 58, 0.05, 150
#: Turns that are played; how long each has for its motion and the program's answer, in milliseconds.
TURNS, TURN = 6, 1700
#: What Chromium traces only where it is named.
OFF = "disabled-by-default-"
CATEGORIES = ["benchmark", "blink.animations", "cc", *(f"{a}devtools.timeline.frame" for a in ("", OFF))]
#: Makes any turn, or goes on.
PLAY = """() => {
  const words = [...document.querySelectorAll(".game button")].find((one) => one.textContent === "Go on");
  (words || document.querySelector(".game button.tile"))?.click();
}"""
#: Shows the position of a link; milliseconds until its first value stands on the page.
SHOWN = """(link) => new Promise((done) => {
  const [begun, before] = [performance.now(), document.querySelector(".verdict")];
  location.hash = link;
  const look = () => {
    const now = document.querySelector(".answer .verdict");
    if (now && now !== before) done(performance.now() - begun);
    else requestAnimationFrame(look);
  };
  look();
})"""


def rows(positions: list[Any], times: int = 9) -> list[list[str]]:
    """The rows of a table of figures; ``positions`` are shown in turn, as their files have them."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})  # Chromium and the board inherit it
    try:
        with (
            TemporaryDirectory() as folder,
            chromium() as browser,
            started("--game", str(Path(folder, "game.yaml"))) as link,
        ):
            tab = browser.new_page(viewport={"width": 1280, "height": 800})
            tab.add_init_script(SHIFTS)
            tab.goto(link)
            tab.locator(".verdict").wait_for()
            tab.wait_for_timeout(1500)
            opened = tab.evaluate("shifted")
            asked = [quote(json.dumps({**positions[n % len(positions)], "name": f"{n}"})) for n in range(times)]
            soon = statistics.median(tab.evaluate(SHOWN, one) for one in asked)
            _begin(tab)
            browser.start_tracing(page=tab, categories=CATEGORIES)
            for _ in range(TURNS):
                tab.evaluate(PLAY)
                tab.wait_for_timeout(TURN)
            frames, dropped = _frames(json.loads(browser.stop_tracing())["traceEvents"])
            shifted = max(opened, tab.evaluate("shifted"))
    finally:
        os.sched_setaffinity(0, cores)
    what = "Chromium on one core: "
    moving = f"{frames:.1f} ({dropped:.0%} dropped)"
    return [
        timing.row(f"{what}a position to its first value", f"{soon:.0f} ms", f"{VALUE} ms", met=soon <= VALUE),
        timing.row(f"{what}frames a second of motion", moving, "60", met=frames >= FRAMES),
        timing.row(f"{what}layout shift (CLS), opened and played", f"{shifted:.3f}", f"{SHIFT}", met=shifted < SHIFT),
    ]


def _begin(tab: Page) -> None:
    tab.get_by_role("button", name="Play", exact=True).first.click()
    tab.get_by_label("Seed").fill("129222")
    tab.get_by_label("Level").select_option("greedy")
    tab.get_by_role("button", name="Begin", exact=True).click()
    tab.locator(".game button.tile").first.wait_for()
    tab.wait_for_timeout(1500)
    tab.evaluate("window.shifted = 0")  # what came of another position is none of it


def _frames(events: list[dict[str, Any]]) -> tuple[float, float]:
    """Frames a second while something moves, by the median time between two; the share of them that was dropped."""
    began: dict[Any, float] = {}
    moving = []
    for event in events:
        if event["name"] == "Animation" and event["ph"] == "b":
            began[event["id2"]["local"]] = event["ts"]
        elif event["name"] == "Animation" and event["ph"] == "e" and event["id2"]["local"] in began:
            moving.append((began.pop(event["id2"]["local"]), event["ts"]))
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    apart = [b - a for a, b in pairwise(drawn) if any(start <= a and b <= end for start, end in moving)]
    reports = [e["args"]["frame_reporter"] for e in events if e["name"] == "PipelineReporter" and e["ph"] == "b"]
    states = [one["state"] for one in reports if one["has_compositor_animation"]]
    return 1e6 / statistics.median(apart), states.count("STATE_DROPPED") / len(states)
