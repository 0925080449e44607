"""The board and reports: how soon an answer is there, and how large a page is: ``python -m benchmarks.board``.

Answers are compared with those of the library before a time is printed. Times are medians of wall-clock time; the last
column is what must be reached. Exit status: 0 if all is, else 1.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks import figures, timing
from bingo.cli.page.document import document
from bingo.cli.page.items import analyzed
from bingo.positions import dumps_json, read
from bingo.solver import analyze, solve_many
from tests.oracles.board import ask, send, started

EXAMPLES = Path(__file__).parents[1] / "positions" / "examples"
#: How often a question is put; kilobytes of a report.
TIMES, REPORT = 15, 150


def main() -> int:
    """Start a board, ask it, and print the times; then the sizes of reports."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.board", description=__doc__)
    figures.option(parser)
    options = parser.parse_args()
    positions = list(read(EXAMPLES / "seven-tiles.jsonl"))
    exact = [json.loads(dumps_json(position)) for position in positions]
    [hidden] = [json.loads(dumps_json(position)) for position in read(EXAMPLES / "first-lead.yaml")]
    begun = time.perf_counter()
    with started() as link:
        send(link)
        told = [_told("from the command to the page", time.perf_counter() - begun, 1.0)]
        _ask(link, {"ask": "puzzle", "number": 0})  # a process is ready now
        for written, position in zip(exact, positions, strict=True):
            answer = _ask(link, {"ask": "analyze", "position": written})["item"]["answer"]
            assert answer["value"] == int(solve_many([position])[0])  # type: ignore[list-item]
        times = [_seconds(link, {"ask": "analyze", "position": written}) for written in exact]
        told.append(
            _told("from a click to an exact answer and its tree, seven tiles a side", statistics.median(times), 0.1)
        )
        asked = [{"ask": "analyze", "position": hidden, "worlds": 64, "seed": seed} for seed in range(TIMES)]
        told.append(
            _told(
                "from a click to the first estimate (64 deals)",
                statistics.median(_seconds(link, q) for q in asked),
                0.15,
            )
        )
    largest = max(map(_size, positions)) / 1000
    what = "report of one position, seven tiles a side, the largest"
    told.append(timing.row(what, f"{largest:.0f} KB", f"{REPORT} KB", met=largest <= REPORT))
    if options.figures:
        figures.fill("board", told)
    return int(any("missed" in row[-1] for row in told))


def _told(what: str, seconds: float, most: float) -> list[str]:
    return timing.row(what, f"{seconds:.2g} s", f"{most:g} s", met=seconds <= most)


def _seconds(link: str, question: object) -> float:
    begun = time.perf_counter()
    assert "item" in _ask(link, question)
    return time.perf_counter() - begun


def _ask(link: str, question: object) -> Any:
    return json.loads(ask(link, question)[1])


def _size(position: Any) -> int:
    found = analyze(position)
    assert found.exact
    return len(document("a report", [analyzed("a report", position, found).finished()]).encode())


if __name__ == "__main__":
    sys.exit(main())
