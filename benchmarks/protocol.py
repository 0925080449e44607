"""What a request costs beside reading the position and calling the library: ``python -m benchmarks.protocol``.

Answers are compared before a time is printed. Times are the least of several rounds, in microseconds an answer; a
request may cost at most ``MOST`` more than the call. Exit status: 0 if none does, else 1.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bingo.positions import dumps_json, read, reads
from bingo.solver import Position, analyze, legal_moves, protocol

EXAMPLES = Path(__file__).parents[1] / "positions" / "examples" / "seven-tiles.jsonl"
#: Microseconds.
MOST = 50.0
ROUNDS = 7


def main() -> int:
    """Ask for every position both ways."""
    texts = [_text(position) for position in read(EXAMPLES)]
    calls: dict[str, Callable[[Position], Any]] = {
        "analyze": lambda position: analyze(position).as_dict()["moves"],
        "moves": lambda position: [str(move) for move in legal_moves(position)],
    }
    met = True
    for ask, call in calls.items():
        found = partial(_found, call)
        request = f'{{"id": 1, "ask": "{ask}", "position": %s}}'
        lines = [(request % text).encode() for text in texts]
        assert [json.loads(protocol.answer(line))["moves"] for line in lines] == [found(text) for text in texts]
        direct, through = _least(found, texts), _least(protocol.answer, lines)
        print(f"{ask:10} direct {direct:8.1f} us   through the seam {through:8.1f} us   {through - direct:+8.1f} us")
        met = met and through - direct <= MOST
    return int(not met)


def _text(position: object) -> str:
    assert isinstance(position, Position)
    return dumps_json(replace(position, name="", expect=None))


def _found(call: Callable[[Position], Any], text: str) -> Any:
    [position] = reads(text)
    assert isinstance(position, Position)
    return call(position)


def _least(work: Callable[[Any], object], given: list[Any]) -> float:
    """Microseconds for one of them."""
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        for one in given:
            work(one)
        times.append(time.perf_counter() - begun)
    return 1e6 * min(times) / len(given)


if __name__ == "__main__":
    sys.exit(main())
