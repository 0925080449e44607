"""Ctrl-C ends every long call of the native kernel at once, and a stopped search leaves nothing untrue behind."""

import _thread
import asyncio
import contextlib
import itertools
import signal
import threading
import time
from array import array
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bingo
from bingo.cli.engine import answer_request
from bingo.positions import dumps_json
from bingo.positions.reading import as_document
from bingo.solver import InformationSet, Position, Settings, analyze, should_close
from bingo.solver.analysis import Worlds, closed_world, draw, estimate, hands, make_players, roll_out, view_of
from bingo.solver.analysis.exact import KernelPair
from bingo.solver.batch import solve_files
from bingo.solver.engine import _kernel, kernel
from bingo.solver.engine.kernel import row_of
from bingo.solver.engine.tables import scoring, trump_tables, weights_for
from bingo.solver.game import PAGAT, Move, legal_moves
from bingo.solver.render.tree import tree
from tests.oracles.kernel import Kernel
from tests.oracles.seeded import ENDGAME_KINDS, deals, endgames
from tests.support.command import wait_for
from tests.support.depth import few
from tests.support.reading import read_view

pytestmark = pytest.mark.usefixtures("ctrl_c")


def lead_view(text: str) -> InformationSet:
    return read_view("{turned: 4-1, lead: you, " + text + "}")


HAND = "hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0"
OPEN_VIEW = lead_view(f"you: {{{HAND}, points: 20, tricks: 1}}, opponent: {{points: 0, tricks: 0}}")

#: Processor seconds in which a call has to end (0.2 are promised); those below take half a minute and more.
MAX_STOP_SECONDS = 2.0


def interrupted_after(
    seconds: float, call: Callable[[], object], ctrl_c: Callable[[], object] = _thread.interrupt_main
) -> float:
    """Processor seconds from Ctrl-C, pressed after so many seconds, to KeyboardInterrupt."""
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.process_time())
        ctrl_c()

    timer = threading.Timer(seconds, press)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
        return time.process_time() - pressed[0]
    finally:
        timer.cancel()
        timer.join()


def slow_kernel() -> Kernel:
    """One with so little room for what is known that whole deals take minutes."""
    return Kernel(PAGAT, 2, 2)


def closing() -> tuple[Position, Any, list[Move]]:
    """A close, each hand of the opponent a hundred times over, and the leads after it."""
    all_hands = hands(OPEN_VIEW)
    position = closed_world(OPEN_VIEW, int(all_hands[0]))
    return position, np.tile(all_hands, 100), [move for move in legal_moves(position) if not move.claim]


def losing(*options: object) -> tuple[Any, ...]:
    """A close, its hands and leads, all hands alike, and what else is asked for."""
    position, all_hands, leads = closing()
    return position, all_hands, leads, np.ones(len(all_hands)), *options


def composer() -> _kernel.Composer:
    return _kernel.Composer(trump_tables(PAGAT), scoring(PAGAT), 2, 2, False)


def play_out() -> None:
    position = deals(1, seed=3)[0]
    worlds = draw(view_of(position), 100)
    repeated = Worlds(np.tile(worlds.hands, 2000), np.tile(worlds.stocks, (2000, 1)))
    options = [move for move in legal_moves(position) if not move.close]
    roll_out(make_players(PAGAT), position, options, repeated, 2)


def rows() -> object:
    solver = _kernel.RowSolver(trump_tables(PAGAT), scoring(PAGAT), False, 2, 2, 2)
    return solver.solve(array("i", chain(*map(row_of, deals(30, seed=3)))).tobytes(), 1)


SLOW_CALLS: dict[str, Callable[[], object]] = {
    "value": lambda: [slow_kernel().value(p) for p in deals(30, seed=3)],
    "values": lambda: slow_kernel().values(deals(30, seed=3), threads=1),
    "moves": lambda: slow_kernel().moves(deals(30, seed=3), threads=3),
    "closings": lambda: slow_kernel().closings(*closing(), threads=2),
    "guaranteed": lambda: slow_kernel().guaranteed(*closing(), 10**6, 10**6, threads=2),
    "losses": lambda: slow_kernel().losses(*losing(14, 10**15), threads=2),  # type: ignore[misc]
    "best_defences": lambda: slow_kernel().best_defences(*losing([1e9] * len(closing()[2]), 10**15)),
    "play_out": play_out,
    "estimates": lambda: estimate(view_of(deals(1, seed=3)[0]), Settings(worlds=10**7)),
    "candidates": lambda: composer().candidates(1, 0, 10**6, (7, 7, 13)),
    "shallow": lambda: composer().shallow(deals(3, seed=3), 10),
    "rows": rows,
}


@pytest.mark.parametrize("call", few(SLOW_CALLS, "values", "closings", "best_defences", "estimates", "candidates"))
def test_ctrl_c_ends_a_long_call(call: str) -> None:
    assert interrupted_after(0.5, SLOW_CALLS[call]) < MAX_STOP_SECONDS


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="sends the signal of Ctrl-C to a thread")
def test_ctrl_c_ends_a_batch_and_the_threads_it_began(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for bits in ("DEAL_TABLE_BITS", "OPEN_TABLE_BITS"):  # so little room that a deal takes minutes
        monkeypatch.setattr(kernel, bits, 2)
    file, out = tmp_path / "deals.jsonl", tmp_path / "results.jsonl"
    file.write_text("".join(dumps_json(p) + "\n" for p in deals(300, seed=3)))
    threads_before = set(threading.enumerate())
    press = partial(signal.pthread_kill, threading.get_ident(), signal.SIGINT)
    assert interrupted_after(1, partial(solve_files, [file], out, jobs=2), press) < MAX_STOP_SECONDS
    wait_for(lambda: set(threading.enumerate()) <= threads_before, MAX_STOP_SECONDS)


def slow_answer(engine: _kernel.Engine, monitor: Callable[[float], bool] | None = None) -> object:
    return engine.estimate(OPEN_VIEW, None, _kernel.Request(worlds=10**9), monitor=monitor)


def new_engine() -> _kernel.Engine:
    return _kernel.Engine(trump_tables(PAGAT), scoring(PAGAT), weights_for(PAGAT))


def test_ctrl_c_is_heard_while_another_thread_has_the_kernel() -> None:
    busy, begun, stop = new_engine(), threading.Event(), threading.Event()

    def work() -> None:
        def ended(_share: float) -> bool:
            begun.set()
            return stop.is_set()

        slow_answer(busy, ended)

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(60)
    try:
        assert interrupted_after(0.3, lambda: slow_answer(busy)) < MAX_STOP_SECONDS
    finally:
        stop.set()
        thread.join()


def test_after_an_interrupt_the_same_kernel_answers_as_a_fresh_one() -> None:
    used, fresh = Kernel(PAGAT, 12, 12), Kernel(PAGAT)
    for seed in range(6):
        interrupted_after(0.05 + 0.03 * seed, partial(used.values, deals(1000, seed=seed + 100), threads=2))
        ends = endgames(next(iter(ENDGAME_KINDS)), 50, seed=seed)
        assert used.values(ends).tolist() == fresh.values(ends).tolist()


def test_what_progress_raises_ends_the_call() -> None:
    def refuse(share: float) -> bool:
        raise LookupError(share)

    with pytest.raises(LookupError):
        slow_answer(new_engine(), refuse)


def test_a_call_back_into_the_same_engine_is_refused_and_does_not_wait_for_ever() -> None:
    engine = new_engine()

    def ask_again(_share: float) -> bool:
        return bool(slow_answer(engine))

    with pytest.raises(RuntimeError, match="within another call"):
        slow_answer(engine, ask_again)


# --- Whoever waits for an answer is asked at least every 50 ms whether it is still wanted, in every kind of search ---


Monitor = Callable[[float], None]
#: Seconds of the thread that searches, from one time that it asks to the next.
MAX_SILENCE = 0.05
#: After so many it is told to stop; most of the calls below take longer.
RUN_SECONDS = 0.6


class Stop(Exception):
    """Nobody waits any more."""


def longest_silence(call: Callable[[Monitor], object]) -> float:
    """The longest time of the calling thread in which nobody asked; the call ends by being stopped, or by itself."""
    times = [time.thread_time()]

    def monitor(_share: float) -> None:
        times.append(time.thread_time())
        if times[-1] > times[0] + RUN_SECONDS:
            raise Stop

    with contextlib.suppress(Stop):
        call(monitor)
    times.append(time.thread_time())
    return max(later - earlier for earlier, later in itertools.pairwise(times))


#: Of all that lies in tricks only the card points are known.
POINTS_VIEW = lead_view(f"you: {{{HAND}, points: 43, tricks: 3}}, opponent: {{points: 25, tricks: 2}}")
CLOSED_VIEW = lead_view(
    f"closed: {{by: you, points: 25, tricks: 2}}, you: {{{HAND}, points: 43, tricks: 3}}, "
    "opponent: {points: 25, tricks: 2}"
)
MATCH_VIEW = lead_view(
    f"match: {{you: 5, opponent: 6}}, you: {{{HAND}, points: 20, tricks: 1}}, opponent: {{points: 0, tricks: 0}}"
)


@pytest.mark.parametrize(
    "question",
    [
        lambda progress: bingo.analyze(OPEN_VIEW, worlds=10**9, on_progress=progress),
        lambda progress: bingo.analyze(bingo.deal("hoyle-modern", seed=20), on_progress=progress),
        lambda progress: bingo.close(MATCH_VIEW, effort=10**6, on_progress=progress),
    ],
    ids=["estimate", "exact", "close"],
)
def test_a_cancelled_question_ends_its_thread_within_50_ms(question: Callable[[bingo.Progress], object]) -> None:
    ended = list[float]()

    def ask(progress: bingo.Progress) -> None:
        try:
            question(progress)
        finally:
            ended.append(time.monotonic())

    async def wait(progress: bingo.Progress) -> None:
        with progress:
            await asyncio.to_thread(ask, progress)

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

    assert min(asyncio.run(cancelled()) for _ in range(3)) < MAX_SILENCE  # the best of three: others use the cores


def test_a_question_that_is_stopped_has_the_answer_so_far() -> None:
    progress = bingo.Progress()
    threading.Timer(0.2, progress.stop).start()
    view = bingo.deal(seed=3).seen_by(0)
    answer = bingo.analyze(view, worlds=10**9, on_progress=progress)
    assert answer.stopped
    assert 0 < answer.worlds < 10**9
    assert answer.best in view.legal_moves


def whole_deals(rules: str) -> Callable[[Monitor], object]:
    return lambda monitor: [analyze(bingo.deal(seed=seed, rules=rules), Settings(), monitor) for seed in range(30)]


def whole_tree(position: bingo.Position, monitor: Monitor) -> object:
    return tree(position, KernelPair.of(position, None, monitor), branches=100_000, nodes=10**9)


def reply(level: str) -> Callable[[Monitor], object]:
    request = {"ask": "reply", "level": level, "position": as_document(OPEN_VIEW)}
    return lambda monitor: answer_request(request, monitor)


SEARCHES: dict[str, Callable[[Monitor], object]] = {
    "whole deals": whole_deals("pagat"),
    "whole deals in which play goes on at the target": whole_deals("hoyle-modern"),
    "whole deals for card points": whole_deals("berndt"),
    "a tree of play": lambda monitor: [whole_tree(bingo.deal(seed=seed), monitor) for seed in range(30)],
    "playouts": lambda monitor: analyze(OPEN_VIEW, Settings(worlds=10**6), monitor),
    "deals solved": lambda monitor: analyze(OPEN_VIEW, Settings("pimc", worlds=10**6), monitor),
    "hands and stocks that hold card points": lambda monitor: analyze(POINTS_VIEW, Settings(worlds=10**6), monitor),
    "a close": lambda monitor: should_close(OPEN_VIEW, Settings(worlds=10), monitor),
    "a close of hands that hold card points": lambda monitor: should_close(POINTS_VIEW, Settings(worlds=10), monitor),
    "a close for the match": lambda monitor: should_close(MATCH_VIEW, Settings(worlds=10), monitor),
    "an endgame with a hidden hand": lambda monitor: analyze(CLOSED_VIEW, Settings(), monitor),
    "a reply": reply("strongest"),
}


@pytest.mark.parametrize("kind", few(SEARCHES, "whole deals in which play goes on at the target", "a tree of play"))
def test_a_search_asks_often_whether_to_go_on(kind: str) -> None:
    with pytest.raises(Stop):  # what is made once, such as tables of rules, is made
        SEARCHES[kind](_stop)
    assert any(longest_silence(SEARCHES[kind]) < MAX_SILENCE for _ in range(3))  # a collection of garbage takes as long


def _stop(_share: float) -> None:
    raise Stop
