"""The board and reports: how soon an answer is there, and how large a page is: ``python -m benchmarks.board``.

Answers are compared with those of the library before a time is printed. Times are medians of wall-clock time; the last
column is what must be reached. Exit status: 0 if all is, else 1.
"""

import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import figures, timing
from benchmarks.command import TO_PAGE, program
from bingo.cli.page import document
from bingo.cli.page.items import answer_item, grow_trees
from bingo.positions import read
from bingo.positions.reading import as_document
from bingo.solver import InformationSet, analyze, replay, solve_many
from tests.oracles.board import ask, chromium, send, started
from tests.oracles.random_play import random_deal

EXAMPLES = Path(__file__).parents[1] / "positions" / "examples"
#: How often a question is put; kilobytes of a report; hidden positions, and how soon of how many a winner is shown.
REPETITIONS, REPORT_KB, HIDDEN_COUNT, SOON_SECONDS, SOON_SHARE = 15, 150, 200, 3.0, 0.8


def main(to_page: bool = TO_PAGE) -> int:
    positions = list(read(EXAMPLES / "seven-tiles.jsonl"))
    exact = [as_document(position) for position in positions]
    [hidden] = [as_document(position) for position in read(EXAMPLES / "first-lead.yaml")]
    start_time = time.perf_counter()
    with started() as link:
        send(link)
        rows = [_row("from the command to the page", time.perf_counter() - start_time, 1.0)]
        _ask(link, {"ask": "puzzle", "number": 0})  # a process is ready now
        for written, position in zip(exact, positions, strict=True):
            answer = _ask(link, {"ask": "analyze", "position": written})["item"]["answer"]
            assert answer["value"] == int(solve_many([position])[0])  # type: ignore[list-item]
        times = [_seconds(link, {"ask": "analyze", "position": written}) for written in exact]
        rows.append(
            _row("from a click to an exact answer and best play, seven tiles a side", statistics.median(times), 0.1)
        )
        requests = [{"ask": "analyze", "position": hidden, "worlds": 64}] * REPETITIONS
        rows.append(
            _row(
                "from a click to the first estimate (64 deals)",
                statistics.median(_seconds(link, request) for request in requests),
                0.15,
            )
        )
        waits = [_seconds_to_verdict(link, as_document(position)) for position in _hidden(HIDDEN_COUNT)]
        share_in_time = sum(wait <= SOON_SECONDS for wait in waits) / len(waits)
        label = f"of {HIDDEN_COUNT} hidden positions, a winner or too close to call within {SOON_SECONDS:g} s"
        rows.append(timing.row(label, f"{share_in_time:.0%}", f"{SOON_SHARE:.0%}", met=share_in_time >= SOON_SHARE))
        rows.append(_row("opening a page to its first value, in a browser", _opening_seconds(link), 0.3))
    largest = max(map(_report_bytes, positions)) / 1000
    label = "report of one position, seven tiles a side, the largest"
    rows.append(timing.row(label, f"{largest:.0f} KB", f"{REPORT_KB} KB", met=largest <= REPORT_KB))
    if to_page:
        figures.fill("board", rows)
    return int(any("missed" in row[-1] for row in rows))


def _hidden(count: int) -> Iterator[InformationSet]:
    """What the player to move sees in a moment of deals that were played at random."""
    for seed in range(count):
        moments = [m for m in replay(random_deal("pagat", seed)).moments if m.turn and m.position.open]
        moment = random.Random(seed).choice(moments)
        yield moment.seen_by(moment.to_play)


def _seconds_to_verdict(link: str, position: object) -> float:
    """Seconds until a winner is shown: none is before, so that none changes."""
    start_time = time.perf_counter()
    first = _ask(link, {"ask": "analyze", "position": position, "worlds": 64})["item"]
    if first["open"]:
        assert not any(row["best"] for row in first["rows"])
        assert not _ask(link, {"ask": "analyze", "position": position})["item"]["open"]
    return time.perf_counter() - start_time


def _opening_seconds(link: str) -> float:
    times: list[float] = []
    with chromium() as browser:
        for _ in range(REPETITIONS):
            tab = browser.new_page()
            tab.goto(link)
            tab.locator(".verdict h2:not(:empty)").wait_for()
            times.append(tab.evaluate("performance.now()") / 1000)
            tab.close()
    return statistics.median(times)


def _row(what: str, seconds: float, most_seconds: float) -> list[str]:
    return timing.row(what, f"{seconds:.2g} s", f"{most_seconds:g} s", met=seconds <= most_seconds)


def _seconds(link: str, question: object) -> float:
    start_time = time.perf_counter()
    assert "item" in _ask(link, question)
    return time.perf_counter() - start_time


def _ask(link: str, question: object) -> Any:
    return json.loads(ask(link, question)[1])


def _report_bytes(position: Any) -> int:
    analysis = analyze(position)
    assert analysis.exact
    return len(document("a report", [grow_trees(answer_item("a report", position, analysis))]).encode())


if __name__ == "__main__":
    program(main)()
