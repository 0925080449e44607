"""The page that runs the kernel itself in Firefox, opened from disk without a network at 360 pixels."""

from __future__ import annotations

from pathlib import Path

from bingo.positions import reads_records
from tests.firefox import firefox
from tests.native import needs_kernel

#: Waits until something is there; clicks a button by its words or its label.
TOOLS = """
const until = async (look) => {
  for (let n = 0; n < 600; n += 1) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`expected: ${look}; found: ${document.body.innerText.slice(0, 2000)}`);
};
const buttons = (within) => [...(within || document).querySelectorAll("button")];
const named = (button) => button.getAttribute("aria-label") || button.innerText.trim();
const click = (name, within) => {
  const found = buttons(within).find((one) => named(one).startsWith(name));
  if (!found) throw new Error(`expected a button ${name}; found ${buttons(within).map(named).join("; ")}`);
  found.click();
};
const says = (words) => until(() => document.getElementById("page").textContent.includes(words));
"""
SET_UP = """
const put = (place, tiles) => {
  click(place, document.querySelector(".places"));
  for (const tile of tiles.split(" ")) click(tile, document.querySelector(".pool"));
};
const choose = (key, value) => {
  const field = document.querySelector(`.fields [data-key="${key}"]`);
  field.value = value;
  field.dispatchEvent(new Event("change"));
};
put("Your hand", "6-2 5-2 5-0 4-1 3-2 3-1 0-0");
put("Opponent's hand", "6-6 5-4 4-4 4-3 4-2 1-1 1-0");
put("Shown by opponent", "1-1");
choose("trump", "6");
choose("you points", "43");
choose("you tricks", "4");
choose("opponent points", "37");
choose("opponent tricks", "3");
choose("opponent declared", "20");
await says("You win 2 game points with lead 5-0");
"""
TO_THE_END = """
for (let n = 0; n < 60 && buttons(document.querySelector(".moves")).length; n += 1) {
  const shown = document.querySelector(".moves").innerText;
  buttons(document.querySelector(".moves")).at(-1).click();
  await until(() => document.querySelector(".moves").innerText !== shown);
}
await says("The deal is over");
"""
CLOSING = """
location.hash = encodeURIComponent(JSON.stringify(given[0]));
await says("8 deals that fit");
click("Should I close?");
await says("Playing on: About");
return document.querySelector('[aria-label="Closing and claiming"] .words').textContent;
"""
PUZZLE = """
click("Puzzles");
await until(() => document.querySelector(".puzzles .choices button"));
click("Give up", document.querySelector(".puzzles"));
await says("The solution is");
return document.documentElement.scrollWidth - innerWidth;
"""
PLAY = """
click("Play");
await until(() => buttons().some((one) => named(one) === "Begin"));
document.querySelector('.game input[inputmode="numeric"]').value = "3";
document.querySelector('.game input[inputmode="numeric"]').dispatchEvent(new Event("change"));
document.querySelector(".game select").value = "greedy";
document.querySelector(".game select").dispatchEvent(new Event("change"));
click("Begin");
await says("Seed 3.");
const state = () => document.querySelector(".game .controls, .game [aria-label='Your turn']").innerText;
for (let n = 0; n < 60; n += 1) {
  const prompt = await until(() => {
    const asked = document.querySelector(".game .asked").innerText;
    return /^The (opponent's turn|trick is)/.test(asked) ? "" : asked;
  });
  if (prompt === "The deal is over.") break;
  const shown = state();
  const on = buttons(document.querySelector(".game")).find((one) => named(one) === "Go on");
  (on || document.querySelector(".game .choices button")).click();
  await until(() => state() !== shown);
}
await says("bingo review");
const saved = new Promise((resolve) => {
  HTMLAnchorElement.prototype.click = () => {};
  URL.createObjectURL = (blob) => {
    blob.text().then(resolve);
    return "#";
  };
});
URL.revokeObjectURL = () => {};
click("Save", document.querySelector(".game [aria-label='Ask']"));
return saved;
"""
#: After six tricks: eight hands are left.
VIEW = {
    "trump": 4,
    "turned": "4-1",
    "lead": "you",
    "you": {"hand": "0-0 4-4 6-6 5-5 4-3 4-2 3-2", "points": 23, "tricks": 3},
    "opponent": {"points": 10, "tricks": 3},
    "played": "1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-3 4-0 5-0 5-1 5-2",
}


@needs_kernel
def test_the_walk_through_the_board(alone: Path, tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    with firefox(profile) as browser:
        browser.command("WebDriver:SetWindowRect", width=360, height=800)
        browser.command("WebDriver:Navigate", url=alone.as_uri())
        browser.run(TOOLS + SET_UP)
        browser.run(TOOLS + TO_THE_END)
        headline = browser.run(TOOLS + CLOSING, VIEW)
        assert "close" in headline.lower() or "play on" in headline.lower()
        browser.run(TOOLS + PUZZLE)
        (record,) = reads_records(browser.run(TOOLS + PLAY))
        assert record.players == ("", "greedy")
        assert record.result
        requests = browser.run("return performance.getEntriesByType('resource').map((one) => one.name)")
        assert [one for one in requests if not one.startswith(("data:", "blob:", "file:"))] == []
        assert browser.faults() == []
