"""Eight Python threads at once use the same native objects: under ThreadSanitizer (``.ci/run``) no data race."""

from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from random import Random

from bingo.positions import dumps_json
from bingo.positions.lines import decode, pack_if_usual
from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import row_of
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.game import PAGAT, Position, Stage, deal
from tests.oracles.random_play import playout

THREADS, ROUNDS = 8, 6


def _positions() -> list[Position]:
    played = [p for seed in range(6) for p in playout(deal(PAGAT, seed), Random(seed))]
    return [p for p in played if not p.open and p.stage is Stage.CLAIM]


def _by_all(work: Callable[[int], object]) -> object:
    """What the work comes to, which is the same in every thread."""
    with ThreadPoolExecutor(THREADS) as pool:
        first, *others = pool.map(work, range(THREADS))
    assert all(result == first for result in others)
    return first


def test_a_kernel() -> None:
    kernel = _kernel.Kernel(trump_tables(PAGAT), scoring(PAGAT), 8, 8)
    positions = _positions()

    def work(n: int) -> object:
        for threads in range(1, ROUNDS):
            nodes_before = kernel.nodes
            values = kernel.values(positions, threads % 3 + 1)
            assert kernel.nodes > nodes_before
            assert kernel.value(positions[n]) == values[n]
        return values.tolist()

    _by_all(work)


def test_a_solver_of_rows() -> None:
    solver = _kernel.RowSolver(trump_tables(PAGAT), scoring(PAGAT), False, 8, 8, 8)
    rows = array("i", chain(*map(row_of, _positions()))).tobytes()
    documents = decode([dumps_json(p).encode() for p in _positions()])
    packed = map(pack_if_usual, filter(None, documents))
    written = b"".join(row for row in packed if row)

    def work(_: int) -> object:
        for _ in range(ROUNDS):
            result = solver.check(written), solver.solve(rows, 2)
        return result

    assert _by_all(work)


def test_a_composer() -> None:
    composer = _kernel.Composer(trump_tables(PAGAT), scoring(PAGAT), 8, 8, True)
    positions = _positions()[:20]

    def work(_: int) -> list[object]:
        for _ in range(ROUNDS):
            result = composer.candidates(1, 0, 10, (2, 6, 1))
            ahead = composer.shallow(positions, 2)
        return [part.tolist() for part in (*result, ahead)]

    _by_all(work)
