"""``bingo compose`` with a theme of hidden tiles: positions in which one move is right against all hands."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path

from bingo.cli.files import write_whole
from bingo.cli.progress import ProgressLine
from bingo.cli.render.screen import count, screen_of, wrap
from bingo.cli.render.unseen import name_of, remark
from bingo.positions import dumps, dumps_json
from bingo.solver.compose.unseen import Unseen, Wishes, compose
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import Expect
from bingo.solver.game.position import OPPONENT
from bingo.solver.workers import Machine

#: What part of the puzzles may be of one kind.
MOST = 0.7


def run(
    wishes: Wishes, wanted: int, seed: int, deals: int, jobs: int, *, out: Path | None = None, as_json: bool = False
) -> bool:
    """Compose so many puzzles and write them, from easy to hard. Whether they were found in so many deals."""
    found: list[Unseen] = []
    kinds: Counter[bool] = Counter()
    most = wanted if wishes.certain else ceil(MOST * wanted)
    with ProgressLine(counting=False) as progress, Machine(jobs) as machine:
        for number, puzzle in enumerate(machine.run(partial(compose, wishes, seed), range(deals)), 1):
            of = f"{len(found)} of {wanted} puzzles in {number:,} of at most {deals:,} deals"
            progress.show(of, number / deals)
            if puzzle is None or kinds[kind(puzzle)] >= most:
                continue
            kinds[kind(puzzle)] += 1
            found.append(puzzle)
            if len(found) == wanted:
                break
    text = "".join(entries(found, wishes.certain, as_json))
    if out is None:
        print(text, end="", flush=True)
    elif found:
        write_whole(out, text)
    if len(found) < wanted:
        words = f"{count(len(found), 'puzzle')} of {wanted} found. Try more --deals."
        print("\n".join(wrap(words, screen_of(sys.stderr).width)), file=sys.stderr)
    return len(found) == wanted


def kind(puzzle: Unseen) -> bool:
    """Whether closing is right, or a declaration: no more than ``MOST`` of the puzzles are of one kind."""
    right = puzzle.verdict.right
    return right.close if puzzle.verdict.closing else bool(right.declare)


def entries(found: list[Unseen], certain: bool, as_json: bool) -> Iterator[str]:
    """Each puzzle in the file format with its answer, and in YAML with what the answer rests on; from easy to hard."""
    for n, puzzle in enumerate(sorted(found, key=lambda one: one.difficulty), 1):
        written = entry(puzzle, n, certain)
        yield (
            dumps_json(written) + "\n"
            if as_json
            else "\n".join([*(["---"] if n > 1 else []), *remark(puzzle), dumps(written)])
        )


def entry(puzzle: Unseen, number: int, certain: bool) -> InformationSet:
    """A puzzle as it is written: without the hidden tiles, with its answer."""
    known = puzzle.known
    expect = Expect(None, puzzle.verdict.alike, (puzzle.theme,), puzzle.difficulty)
    sides = known.setup.sides[0], replace(known.setup.sides[OPPONENT], hand=None)
    setup = replace(
        known.setup,
        sides=sides,
        stock=None,
        played=known.setup.played or None,
        name=name_of(puzzle, number, certain),
        expect=expect,
    )
    return InformationSet.of(setup, known.trump)
