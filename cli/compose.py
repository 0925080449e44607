"""``bingo compose``: makes puzzles out of play."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import typer

from bingo.cli import options
from bingo.cli.console import ProgressLine
from bingo.cli.options import (
    check_outputs,
    choice_option,
    flag,
    number_option,
    option,
    require,
    rules_option,
    write_atomically,
)
from bingo.positions import dumps, dumps_json
from bingo.solver.errors import counted
from bingo.solver.game import PAGAT, Expect, Position, Rules
from bingo.solver.game.moves import parse
from bingo.solver.puzzles import LEVELS, THEMES
from bingo.solver.render import plain, screen_of, wrap
from bingo.solver.render.puzzle import name_of, remark
from bingo.solver.workers import WorkersLost

if TYPE_CHECKING:
    from bingo.solver.puzzles.composing import ComposeOptions, Harvest, Puzzle


def compose(
    theme: list[str] | None = choice_option("--theme THEME", "Only this theme; may be repeated.", THEMES),
    difficulty: list[str] | None = choice_option(
        "--difficulty LEVEL", "Only easy, medium or hard puzzles; may be repeated.", LEVELS
    ),
    rules: Rules | None = rules_option("The rules of the puzzles"),
    tiles: str = option("--tiles N-M", "Tiles in your hand, where the boneyard is not open.", default="3-7"),
    stock: int = number_option(
        "--stock", "At most this many face-down tiles, where the boneyard is open.", 1, 11, default=3
    ),
    deciding: bool = flag("--deciding", "Only puzzles in which no other move wins."),
    count: int = number_option("--count", "Puzzles of each theme, over all difficulties.", 1, default=3),
    seed: int = options.SEED,
    deals: int = number_option("--deals", "Give up after this many deals, in steps of 2,000.", 1, default=200_000),
    jobs: int = number_option("--jobs", "Processes to work with; the puzzles do not depend on them.", 1, default=1),
    out: Path | None = option("--out FILE", "Write to this file (.yaml or .jsonl).", show_default=False),
    overwrite: bool = options.OVERWRITE,
    as_json: bool = options.JSON,
) -> None:
    """Compose puzzles: positions from random play in which a single move is best, and not the obvious one."""
    check_outputs({"out": out}, overwrite=overwrite)
    written_as_json = as_json or (out is not None and out.suffix.lower() in (".jsonl", ".ndjson"))
    options = _compose_options(theme or [], difficulty or [], rules, tiles, stock, deciding)
    from bingo.solver.puzzles.composing import Harvest, gather  # here: it needs numpy

    start = time.perf_counter()
    harvest, stopped = Harvest(options, count), None
    with ProgressLine() as progress:

        def on_progress(harvest: Harvest) -> None:
            wanted = count * len(options.themes)
            chosen = f"{wanted - sum(harvest.missing.values())} of {wanted} puzzles, out of {len(harvest):,}"
            progress.show(f"{chosen} in {harvest.deals:,} of at most {deals:,} deals", harvest.deals / deals)

        progress.show("playing the first deals")
        try:
            gather(harvest, seed, deals, jobs, on_progress)
        except (KeyboardInterrupt, WorkersLost) as error:
            stopped = error
    _write(harvest.puzzles, written_as_json, out)
    if stopped:
        place = f" and are in {out}" if out and harvest.puzzles else ""
        number = f"{len(harvest.puzzles)} of {count * len(options.themes)} puzzles had been found{place}"
        raise type(stopped)(f"{str(stopped) or 'Interrupted'}: {number}.")
    _sum_up(harvest, time.perf_counter() - start, out)
    if harvest.missing:
        raise typer.Exit(1)


def _compose_options(
    themes: list[str], levels: list[str], rules: Rules | None, tiles: str, stock: int, deciding: bool
) -> ComposeOptions:
    from bingo.solver.puzzles.composing import ComposeOptions, Wanted

    span = re.fullmatch(r"([1-7])(?:-([1-7]))?", tiles)
    least, most = (int(span[1]), int(span[2] or span[1])) if span else (7, 1)
    require("--tiles", least <= most, f"numbers 1 to 7 such as 4-6; found {tiles!r}")
    return ComposeOptions(
        rules=rules or PAGAT,
        themes=tuple(name for name in THEMES if not themes or name in themes),
        levels=tuple(name for name in LEVELS if not levels or name in levels),
        wanted=Wanted(least, most, stock),
        deciding=deciding,
    )


def _write(puzzles: list[Puzzle], as_json: bool, out: Path | None) -> None:
    """Write what there is, in YAML with the remarks; no file where there is nothing, and none that is cut short."""
    counts, positions = Counter[str](), list[Position]()
    for puzzle in puzzles:
        counts[puzzle.theme] += 1
        expect = Expect(puzzle.value, (parse(puzzle.solution),), puzzle.themes, puzzle.facts.difficulty)
        positions.append(replace(puzzle.position, name=name_of(puzzle, counts[puzzle.theme]), expect=expect))
    if as_json:
        text = "".join(f"{dumps_json(position)}\n" for position in positions)
    else:
        remarks = ("\n".join(remark(puzzle)) for puzzle in puzzles)
        text = "---\n".join(f"{words}\n{dumps(position)}" for words, position in zip(remarks, positions, strict=True))
    if out is None:
        print(text, end="", flush=True)
    elif text:
        write_atomically(out, text)


def _sum_up(harvest: Harvest, seconds: float, out: Path | None) -> None:
    """What came of it: to standard output beside a file, else to a terminal only; what is missing always."""
    if out is not None or sys.stderr.isatty():
        first = f"{counted(len(harvest.puzzles), 'puzzle')} from {harvest.candidates:,} candidates"
        took = f"{harvest.deals:,} deals in {seconds:.1f} s ({harvest.candidates / seconds:,.0f} candidates a second)."
        _say(f"{first} in {took}", sys.stderr if out is None else sys.stdout)
    if harvest.missing:
        short = ", ".join(f"{name} {harvest.count - n}" for name, n in harvest.missing.items())
        words = f"Asked for of each theme: {harvest.count}; found: {short}. Try more --deals."
        nothing = f" Nothing was written to {out}." if out is not None and not harvest.puzzles else ""
        _say(plain(words + nothing), sys.stderr)


def _say(words: str, stream: TextIO) -> None:
    print("\n".join(wrap(words, screen_of(stream).width)), file=stream, flush=True)
