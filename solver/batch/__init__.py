"""``bingo batch`` as a function: blocks of positions go to whoever does the work, results are written in order."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from bingo.positions.entries import Block
from bingo.solver.batch.files import Input
from bingo.solver.batch.output import EarlierResults, Results
from bingo.solver.batch.solving import BatchOptions, Detail, Failure, solve
from bingo.solver.errors import check_choice, check_int, check_type
from bingo.solver.game.rules import Rules
from bingo.solver.workers import Cluster, Executor, ProcessPool

PathLike = str | os.PathLike[str]

#: Columns of a table.
CSV_COLUMNS = ("file", "position", "name", "rules", "to_move", "value", "best", "error", "line_number", "chance")
_DETAIL_COLUMNS = {Detail.MOVES: ("moves",), Detail.LINE: ("moves", "line")}
#: Seconds that a block should take; its bytes at least, at first and at most; and how many times as many a cluster may
#: get at most, as sending a block there and back costs as much as solving a thousand positions.
BLOCK_SECONDS, MIN_BLOCK, FIRST_BLOCK, MAX_BLOCK, CLUSTER_FACTOR = 0.25, 512, 16 * 1024, 128 * 1024, 32


@dataclass
class BatchProgress:
    """How far a batch is, and in the end what came of it, earlier runs included; ``new`` positions, ``seconds`` and
    ``bytes_read`` (of ``bytes_total``, where known) are this run's. ``resumable``: another run could go on from here.

    ``values`` says how many positions have which value (game points seen from ``you``; card points under ``berndt``;
    rounded where it is a mean), ``failed`` how many failed why: ``unreadable``, ``impossible``, ``hidden`` (what the
    answer needs), ``unexpected`` (not what the file expects, but solved), ``broken`` (by an error of the program's
    own); and how many files could not be read (``file``) or have no position in them (``empty``). ``met`` says how many
    are what their file expects, of those of which it expects anything.
    """

    positions: int = 0
    new: int = 0
    seconds: float = 0
    bytes_read: int = 0
    bytes_total: int | None = None
    resumable: bool = False
    values: Counter[int] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    met: int = 0

    @property
    def solved(self) -> int:
        return sum(self.values.values())


def solve_files(
    inputs: Iterable[PathLike],
    out: PathLike | BinaryIO,
    *,
    csv: PathLike | None = None,
    detail: Detail | str = Detail.BEST,
    rules: Rules | None = None,
    seed: int = 0,
    no_match: bool = False,
    failed: bool = False,
    resume: bool = False,
    overwrite: bool = False,
    jobs: int | None = None,
    executor: Executor | None = None,
    on_progress: Callable[[BatchProgress], object] | None = None,
    on_failure: Callable[[Failure], object] | None = None,
) -> BatchProgress:
    """Solve all positions of files and folders into a file of JSON Lines, as ``bingo batch`` does.

    Results come in the order of the input, the same whoever does the work; memory stays flat. ``inputs`` are position
    files and folders (``-`` is standard input), ``out`` is a path or a binary stream. ``detail`` says how much is found
    out; ``rules`` replace those of the files, and what these expect is then not compared. Where tiles are hidden,
    deals are drawn with ``seed``. ``no_match`` ignores match scores. ``failed`` asks for a result of what failed too.
    ``csv`` is the same as a table.

    Files read and written as files can be continued after any end, by the same call with ``resume``; what was asked for
    is kept beside the results, in a file named like them with ``.state`` behind. Nothing is written over without
    ``overwrite``.

    ``jobs`` worker processes do the work, as many as there are cores unless told; or an ``executor``, such
    as :class:`Cluster`. Worker processes import the main program's module anew, so a script calls this under
    ``if __name__ == "__main__":``. ``on_progress`` is called at the beginning and after every block of positions,
    ``on_failure`` for whatever cannot be read or solved, or is not what its file expects.

    Raises:
        CannotBegin: an output cannot be opened, is there already, or is an input too, or what is asked for cannot be
            continued.
        Stopped: a full disk (CannotWrite) or no workers (WorkersLost). As after KeyboardInterrupt, ``resume`` goes on.
        TypeError, NotationError: an argument is of another kind, or out of its range; a single path as ``inputs`` too.
    """
    start_time = time.perf_counter()
    if isinstance(inputs, (str, bytes, os.PathLike)) or not isinstance(inputs, Iterable):
        raise TypeError(f"inputs: expected a list of paths; found {inputs!r}")
    destination = Path(out) if isinstance(out, (str, os.PathLike)) else out
    if not isinstance(destination, Path) and not hasattr(destination, "write"):
        raise TypeError(f"out: expected a path or a binary stream; found {out!r}")
    check_choice("detail", detail, tuple(Detail))
    check_type("rules", rules, Rules, type(None))
    check_int("seed", seed, 0)
    pool = executor or ProcessPool(jobs)
    options = BatchOptions(rules, Detail(detail), failed, seed=seed, no_match=no_match)
    # What results depend on, beside the files that are read.
    result_options = {"detail": options.detail, "seed": seed, "no_match": no_match, "failed": failed}
    result_options["rules"] = str(rules) if rules else None
    column_names = (*CSV_COLUMNS, *_DETAIL_COLUMNS.get(options.detail, ()))
    table_path, rows = None if csv is None else Path(csv), partial(_rows, column_names)
    with pool, Results(inputs, destination, table_path, result_options, heading=column_names, rows=rows) as results:
        results.begin(resume, overwrite)
        sources = results.inputs
        progress = BatchProgress(
            positions=results.earlier.positions,
            bytes_total=None if any(file.path == "-" for file in sources) else sum(file.size for file in sources),
            resumable=results.resumable,
            values=results.earlier.values,
            failed=results.earlier.failed,
        )
        if on_progress:
            on_progress(progress)
        size, max_size = FIRST_BLOCK, MAX_BLOCK * (CLUSTER_FACTOR if isinstance(executor, Cluster) else 1)
        blocks = _blocks(sources, results.earlier, progress, lambda: size, compares_expected=options.compares_expected)
        for (block, failed_before), result in pool.run(partial(_solve, options), blocks):
            if failed_before and result.records:
                raise results.earlier.mismatch()
            results.add(result.records)
            size = max(MIN_BLOCK, min(int(block.size / max(result.seconds, 1e-6) * BLOCK_SECONDS), 4 * size, max_size))
            progress.bytes_read += block.size
            progress.positions += block.position_count
            progress.new += block.position_count
            progress.values.update(result.values)
            progress.failed.update(failure.kind for failure in result.failures)
            progress.met += result.met
            progress.seconds = time.perf_counter() - start_time
            if on_failure:
                for failure in result.failures:
                    on_failure(failure)
            if on_progress:
                on_progress(progress)
    return progress


def _solve(options: BatchOptions, block_part: tuple[Block, bool]) -> Any:
    return solve(options, block_part[0])


def _blocks(
    input_files: Sequence[Input],
    earlier_results: EarlierResults,
    progress: BatchProgress,
    block_size: Callable[[], int],
    *,
    compares_expected: bool,
) -> Iterator[tuple[Block, bool]]:
    """What is not answered yet, and whether earlier results go on behind it: then it failed, and they lack it."""
    for source in input_files:
        for block in source.blocks(block_size):
            failed_before: list[int] = []
            places_left: Sequence[int] = range(len(block.texts))
            while not earlier_results.over and places_left:
                place, places_left = places_left[0], places_left[1:]
                result = earlier_results.take_result(block.source, block.numbers[place])
                if result is None:
                    failed_before.append(place)
                elif compares_expected and result.value is not None and not result.unexpected:
                    progress.met += _expects(block.select([place]))
            if len(places_left) == len(block.texts):
                yield block, False
                continue
            place_groups = ((failed_before, True), (places_left, False))
            block_parts = [(block.select(indices), failed) for indices, failed in place_groups if indices]
            progress.bytes_read += block.size - sum(part.size for part, _ in block_parts)
            yield from block_parts
    if not earlier_results.over:
        raise earlier_results.mismatch()


def _expects(entry: Block) -> bool:
    """Whether anything is expected of a position that has been answered."""
    if b"expect" not in entry.texts[0]:
        return False
    from bingo.positions.parsing import parse  # here: it takes YAML along, which usual lines do without

    entry_data = parse(entry).data
    return isinstance(entry_data, dict) and bool(entry_data.get("expect"))


def _rows(column_names: Sequence[str], result: dict[str, Any]) -> Iterator[list[Any]]:
    error_texts = [result["error"], *result["reasons"]] if "error" in result else result.get("unexpected", ())
    move_texts = [f"{move['move']}: {move['value']:+g}" for move in result.get("moves", ())]
    cells = {**result, "moves": move_texts, "error": error_texts}
    yield ["; ".join(cell) if isinstance(cell := cells.get(name), (list, tuple)) else cell for name in column_names]
