"""The kernel in WebAssembly against the native one: ``python -m benchmarks.web``.

First the answers, in Node, under every preset: values of endgames and of whole deals, whole answers (every move, line,
tree), closings and estimates have to be those of the native kernel to the last bit. Then the rates of both for the
value alone, each by the processor time of its own process. Then what somebody waits for in Chromium, opening the page
from disk: the first exact answer, and a close over 3,432 hands; and the size of the page. It needs Node, Chromium and
the package ziglang, which compiles the kernel in a minute or two.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from benchmarks import figures
from benchmarks.progress import say
from benchmarks.timing import row, seconds
from bingo.cli.web.build import kept
from bingo.cli.web.page import page
from bingo.positions import dumps_json
from bingo.solver.game.dealing import deal
from bingo.solver.game.play import begin
from bingo.solver.game.position import Position, Stage
from bingo.solver.game.presets import PAGAT, PRESETS
from bingo.solver.game.rules import Rules
from bingo.solver.native import _kernel
from bingo.solver.seam.data import everything
from bingo.solver.search.kernel import BITS, Kernel
from tests.oracles.browser import chromium
from tests.oracles.node import Node, running
from tests.oracles.random_play import playout
from tests.oracles.seeded import deals, dealt
from tests.oracles.views import views

ENDGAMES, DEALS, CLOSINGS, ESTIMATES = 10_000, 200, 200, 100
#: What it must reach: part of the native rate, seconds to the first answer and for a close, bytes.
RATE, FIRST, CLOSE, SIZE = 0.4, 0.15, 3.0, 1_500_000
#: Notes when the first answer is there, and when the button was clicked and its answer came.
WATCH = """
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    const there = (label) => document.querySelector(`[aria-label="${label}"] .headline`);
    if (!window.firstTold && there("Answer")) window.firstTold = performance.now();
    if (!window.closeTold && there("Closing and claiming")) window.closeTold = performance.now();
  }).observe(document.documentElement, { subtree: true, childList: true });
});
"""
#: Values in a worker, as often as rounds are wanted: the fewest milliseconds.
IN_WORKER = """
async ([question, rounds]) => {
  const part = (id) => document.getElementById(id).textContent;
  const worker = new Worker(URL.createObjectURL(new Blob([part("worker")], { type: "text/javascript" })));
  const made = new Promise((resolve) => (worker.onmessage = resolve));
  worker.postMessage({ parts: { kernel: part("kernel"), knowledge: part("knowledge") } });
  await made;
  let least = Infinity;
  for (let n = 0; n < rounds; n += 1) {
    const began = performance.now();
    const values = new Promise((resolve) => (worker.onmessage = resolve));
    worker.postMessage({ question });
    await values;
    least = Math.min(least, performance.now() - began);
  }
  worker.terminate();
  return least;
}
"""
Json = dict[str, Any]


def main() -> int:
    """Compare, time, print; the exit status is 1 if an answer differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.web", description=__doc__)
    parser.add_argument("--part", type=float, default=1.0, help="so much of the answers is compared, 0 to 1")
    figures.option(parser)
    options = parser.parse_args()
    module = kept()
    native = _kernel.Answerer()
    native.learn(everything())
    with running(module) as node:
        lines = list[str]()
        for what, asked in _questions(options.part):
            lines.append(_compare(what, asked, native, node))
            say("")
            print(lines[-1], flush=True)
        if any("differ" in line for line in lines):
            return 1
        told = _rates(native, node)
    told += _in_chromium(page(module.read_bytes()))
    if options.figures:
        figures.fill("web", told)
    return 0


def _questions(part: float) -> Iterator[tuple[str, list[Json]]]:
    def share(n: int) -> int:
        return round(n * part / len(PRESETS)) + 1

    for name, preset in PRESETS.items():
        rules = preset.rules
        endgames = [_document(position) for position in _endgames(rules, share(ENDGAMES), 1)]
        yield f"{name}: values of {len(endgames):,} endgames", [{"ask": "values", "positions": endgames}]
        every = [{"ask": "analyze", "position": one} for one in endgames[::100]]
        yield f"{name}: moves, lines and trees of {len(every)} of them", every
        whole = [{"ask": "values", "positions": [_document(position)]} for position in _deals(rules, share(DEALS))]
        yield f"{name}: values of {len(whole)} whole deals", whole
        closings = [{"ask": "close", "position": one} for one in views(rules, share(CLOSINGS), 5, 1)]
        yield f"{name}: {len(closings)} closings", closings
        early = views(rules, share(ESTIMATES), 2, 2)
        asked = [{"ask": "analyze", "position": one, "worlds": 256, "seed": 1} for one in early]
        yield f"{name}: {len(early)} estimates", asked


def _compare(what: str, questions: list[Json], native: _kernel.Answerer, node: Node) -> str:
    differ = 0
    for n, question in enumerate(questions):
        say(f"{what}: {n}")
        differ += _settled(node.ask(question)) != _settled(native.answer(json.dumps(question).encode()))
    return f"{what}: {f'{differ} differ' if differ else 'the same, to the last bit'}"


def _settled(answer: str | bytes) -> Json:
    """An answer without nodes, which depend on what was asked before."""
    found: Json = json.loads(answer)
    found.get("item", {}).get("answer", {}).pop("nodes", None)
    return found


def _rates(native: _kernel.Answerer, node: Node) -> list[list[str]]:
    positions = dealt(4000, 3)
    question = {"ask": "values", "positions": [_document(position) for position in positions]}
    text = json.dumps(question).encode()
    kernel = Kernel(PAGAT, BITS)

    def in_node() -> float:
        before = node.cpu()
        node.ask(question)
        return node.cpu() - before

    say("rates")
    timed: dict[str, Callable[[], float]] = {
        "native kernel from Python": lambda: seconds(lambda: kernel.values(positions)),
        "native entry": lambda: seconds(lambda: native.answer(text)),
        "WebAssembly": in_node,
    }
    times: dict[str, list[float]] = {what: [] for what in timed}
    for _ in range(7):
        for what, spent in timed.items():
            times[what].append(spent())
    least = {what: min(spent) for what, spent in times.items()}
    say("")
    told = [row(f"values a second: {what}", figures.rate(len(positions) / time)) for what, time in least.items()]
    ratio = least["native entry"] / least["WebAssembly"]
    return [*told, row("WebAssembly / native entry", f"{100 * ratio:.0f}%", f"{100 * RATE:.0f}%", met=ratio >= RATE)]


def _in_chromium(whole: str) -> list[list[str]]:
    """What somebody waits for who opens the page from disk: the least of several tries, by the clock."""
    known = views(PAGAT, 1, 3, 9)[0]
    first, close, rate = list[float](), list[float](), list[float]()
    some = dealt(4000, 3)
    values = json.dumps({"ask": "values", "positions": [_document(position) for position in some]})
    with TemporaryDirectory() as folder, chromium() as browser:
        file = Path(folder) / "bingo.html"
        file.write_text(whole, encoding="utf-8")
        for n in range(5):
            say(f"Chromium: {n}")
            tab = browser.new_context().new_page()
            tab.add_init_script(WATCH)
            tab.goto(f"{file.as_uri()}#{quote(json.dumps(_document(dealt(1, 7)[0])))}")
            first.append(tab.wait_for_function("() => window.firstTold", timeout=0).json_value())
            rate.append(len(some) / tab.evaluate(IN_WORKER, [values, 5]))
            tab.evaluate("known => { location.hash = encodeURIComponent(JSON.stringify(known)); }", known)
            tab.get_by_text("4,096 deals drawn").first.wait_for(timeout=0)
            began = tab.evaluate("performance.now()")
            tab.get_by_role("button", name="Should I close?").click()
            close.append(tab.wait_for_function("() => window.closeTold", timeout=0).json_value() - began)
            tab.context.close()
    say("")
    soonest, size = min(first), len(whole.encode())
    return [
        row("Chromium: first exact answer", f"{soonest:.0f} ms", f"{1000 * FIRST:.0f} ms", met=soonest <= 1000 * FIRST),
        row(
            "Chromium: a close over 3,432 hands",
            f"{min(close) / 1000:.1f} s",
            f"{CLOSE:g} s",
            met=min(close) <= 1000 * CLOSE,
        ),
        row("Chromium, in a worker: values a second", figures.rate(1000 * max(rate))),
        row("bytes of the page", f"{size:,}", f"{SIZE:,}", met=size <= SIZE),
    ]


def _endgames(rules: Rules, n: int, seed: int) -> list[Position]:
    """Positions of random deals once nothing is drawn any more, before a lead or a reply."""
    rng, found = random.Random(f"web {seed}"), list[Position]()
    while len(found) < n:
        for p in playout(deal(rules, rng), rng):
            if not p.open and p.stage in (Stage.LEAD, Stage.REPLY) and begin(p) == p:
                found.append(p)
    return found[:n]


def _document(position: Position) -> Json:
    found: Json = json.loads(dumps_json(position))
    return found


def _deals(rules: Rules, n: int) -> list[Position]:
    """Random deals, the stock known: from the first lead, but where points count, which takes minutes each, from the
    fifth.
    """
    first = deals(n, 1, rules)
    if rules.at_target != "points":
        return first
    rng = random.Random(1)
    return [next(p for p in playout(one, rng) if sum(p.tricks) == 4 and p.stage is Stage.LEAD) for one in first]


if __name__ == "__main__":
    sys.exit(main())
