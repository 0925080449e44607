"""Whoever waits for an answer is asked at least every 50 ms whether it is still wanted, in every kind of search."""

import asyncio
import contextlib
import itertools
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import bingo
from bingo.cli.requests import answer_request
from bingo.positions import dumps_json, reads
from bingo.solver import InformationSet, Settings, analyze, should_close
from bingo.solver.analysis.exact import Searches
from bingo.solver.analysis.tree import tree
from tests.oracles.board import abandoned, ask, started
from tests.support.depth import few

Monitor = Callable[[float], None]
#: Seconds of the thread that searches, from one time that it asks to the next.
OFTEN = 0.05
#: After so many it is told to stop; most of the calls below take longer.
LONG = 0.6


class Stop(Exception):
    """Nobody waits any more."""


def longest_silence(call: Callable[[Monitor], object]) -> float:
    """The longest time of the calling thread in which nobody asked; the call ends by being stopped, or by itself."""
    times = [time.thread_time()]

    def monitor(_share: float) -> None:
        times.append(time.thread_time())
        if times[-1] > times[0] + LONG:
            raise Stop

    with contextlib.suppress(Stop):
        call(monitor)
    times.append(time.thread_time())
    return max(later - earlier for earlier, later in itertools.pairwise(times))


def seen(text: str) -> InformationSet:
    [position] = reads("{turned: 4-1, lead: you, " + text + "}")
    assert isinstance(position, InformationSet)
    return position


HAND = "hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0"
OPEN = seen(f"you: {{{HAND}, points: 20, tricks: 1}}, opponent: {{points: 0, tricks: 0}}")
#: Of all that lies in tricks only the card points are known.
UNTOLD = seen(f"you: {{{HAND}, points: 43, tricks: 3}}, opponent: {{points: 25, tricks: 2}}")
CLOSED = seen(
    f"closed: {{by: you, points: 25, tricks: 2}}, you: {{{HAND}, points: 43, tricks: 3}}, "
    "opponent: {points: 25, tricks: 2}"
)
MATCH = seen(
    f"match: {{you: 5, opponent: 6}}, you: {{{HAND}, points: 20, tricks: 1}}, opponent: {{points: 0, tricks: 0}}"
)


@pytest.mark.parametrize(
    "question",
    [
        lambda progress: bingo.analyze(OPEN, worlds=10**9, on_progress=progress),
        lambda progress: bingo.analyze(bingo.deal("hoyle-modern", seed=20), on_progress=progress),
        lambda progress: bingo.close(MATCH, effort=10**6, on_progress=progress),
    ],
    ids=["estimate", "exact", "close"],
)
def test_a_cancelled_question_ends_its_thread_within_50_ms(question: Callable[[bingo.Progress], object]) -> None:
    ended = list[float]()

    def asked(progress: bingo.Progress) -> None:
        try:
            question(progress)
        finally:
            ended.append(time.monotonic())

    async def wait(progress: bingo.Progress) -> None:
        with progress:
            await asyncio.to_thread(asked, progress)

    async def cancelled() -> float:
        """Seconds from cancelling to the end of the thread."""
        task = asyncio.create_task(wait(progress := bingo.Progress()))
        await asyncio.sleep(0.3)
        assert not task.done()
        assert progress.share < 1
        start = time.monotonic()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        while not ended:
            await asyncio.sleep(0.001)
        return ended.pop() - start

    assert min(asyncio.run(cancelled()) for _ in range(3)) < OFTEN  # the best of three, where others use the cores


def test_a_question_that_is_stopped_has_the_answer_so_far() -> None:
    progress = bingo.Progress()
    threading.Timer(0.2, progress.stop).start()
    seen = bingo.deal(seed=3).seen_by(0)
    answer = bingo.analyze(seen, worlds=10**9, on_progress=progress)
    assert answer.stopped
    assert 0 < answer.worlds < 10**9
    assert answer.best in seen.legal_moves


def whole_deals(rules: str) -> Callable[[Monitor], object]:
    return lambda monitor: [analyze(bingo.deal(seed=seed, rules=rules), Settings(), monitor) for seed in range(30)]


def whole_tree(position: bingo.Position, monitor: Monitor) -> object:
    return tree(position, Searches.of(position, None, monitor), 100_000, 10**9)


def reply(level: str) -> Callable[[Monitor], object]:
    request = {
        "ask": "reply",
        "level": level,
        "position": {
            "turned": "4-1",
            "lead": "you",
            "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0", "points": 20, "tricks": 1},
            "opponent": {"points": 0, "tricks": 0},
        },
    }
    return lambda monitor: answer_request(request, monitor)


CALLS: dict[str, Callable[[Monitor], object]] = {
    "whole deals": whole_deals("pagat"),
    "whole deals in which play goes on at the target": whole_deals("hoyle-modern"),
    "whole deals for card points": whole_deals("berndt"),
    "a tree of play": lambda monitor: [whole_tree(bingo.deal(seed=seed), monitor) for seed in range(30)],
    "playouts": lambda monitor: analyze(OPEN, Settings(worlds=10**6), monitor),
    "deals solved": lambda monitor: analyze(OPEN, Settings("pimc", worlds=10**6), monitor),
    "hands and stocks that hold card points": lambda monitor: analyze(UNTOLD, Settings(worlds=10**6), monitor),
    "a close": lambda monitor: should_close(OPEN, Settings(worlds=10), monitor),
    "a close of hands that hold card points": lambda monitor: should_close(UNTOLD, Settings(worlds=10), monitor),
    "a close for the match": lambda monitor: should_close(MATCH, Settings(worlds=10), monitor),
    "an endgame with a hidden hand": lambda monitor: analyze(CLOSED, Settings(), monitor),
    "a reply": reply("strongest"),
}


@pytest.mark.parametrize("kind", few(CALLS, "whole deals in which play goes on at the target", "a tree of play"))
def test_a_search_asks_often_whether_to_go_on(kind: str) -> None:
    with pytest.raises(Stop):  # what is made once, such as tables of rules, is made
        CALLS[kind](_stop)
    assert any(longest_silence(CALLS[kind]) < OFTEN for _ in range(3))  # a collection of garbage takes as long


def _stop(_share: float) -> None:
    raise Stop


def test_exact_questions_that_nobody_waits_for_do_not_keep_the_board_busy(tmp_path: Path) -> None:
    slow = json.loads(dumps_json(bingo.deal(seed=7, rules="domino-play")))  # takes half a minute
    question = {"ask": "analyze", "position": slow}
    with started("--game", str(tmp_path / "game.yaml")) as link:
        assert ask(link, {"ask": "puzzle", "number": 0})[0] == 200  # it has begun
        for _ in range(8):
            abandoned(link, question)
        begun = time.monotonic()
        assert ask(link, {"ask": "puzzle", "number": 0})[0] == 200
        assert time.monotonic() - begun < 5
