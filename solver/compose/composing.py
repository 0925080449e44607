"""Composing: from seeds to puzzles, chunk by chunk of deals, the same for any number of processes."""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from multiprocessing import get_context

from bingo.solver.compose import candidates
from bingo.solver.compose.candidates import Composer, Wanted
from bingo.solver.compose.judging import puzzles
from bingo.solver.compose.levels import LEVELS, level
from bingo.solver.compose.likeness import form
from bingo.solver.compose.measure import Facts, measure
from bingo.solver.compose.solved import Solved, solve
from bingo.solver.compose.themes import THEMES, themes
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules

#: Deals that are played and judged in one go.
CHUNK = 2_000
#: How many puzzles are found for each that is chosen, where there are so many.
CHOICE = 4


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is to be composed: under which rules, about what, how hard, with how many tiles.

    ``deciding``: only puzzles in which no other move wins at all (or, where the deal is lost, all others lose more).
    """

    rules: Rules = PAGAT
    themes: tuple[str, ...] = tuple(THEMES)
    levels: tuple[str, ...] = tuple(LEVELS)
    wanted: Wanted = field(default_factory=Wanted)
    deciding: bool = False

    def asked(self) -> Wanted:
        """The candidates in which a theme of these can be."""
        closing = [THEMES[theme].closing for theme in self.themes]
        if not any(closing):
            return replace(self.wanted, most_stock=0)
        return replace(self.wanted, most_tiles=0) if all(closing) else self.wanted


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A composed puzzle: all its themes, that of its name first, and what was measured of it."""

    position: Position
    value: int
    solution: str
    themes: tuple[str, ...]
    facts: Facts
    form: str

    @property
    def theme(self) -> str:
        """The theme it is filed under."""
        return self.themes[0]

    @property
    def level(self) -> str:
        """Easy, medium or hard."""
        return level(self.facts.difficulty)


@dataclass(frozen=True, slots=True)
class Found:
    """What came of some deals: how many candidates were judged, and the puzzles, one a deal at most."""

    candidates: int
    puzzles: tuple[Puzzle, ...]


def find(wishes: Wishes, seed: int, chunk: int) -> Found:
    """The puzzles of one chunk of deals, each shortened as far as its theme holds."""
    composer = Composer(wishes.rules)
    seen = composer.play(seed, chunk * CHUNK, CHUNK, wishes.asked())
    found: dict[int, Puzzle] = {}
    for n in puzzles(wishes.rules, seen):
        deal = int(seen.column("deal")[n])
        if deal in found:
            continue
        puzzle = _judge(solve(candidates.position(wishes.rules, seen.rows[n]), composer.kernel), wishes, composer)
        if puzzle:
            found[deal] = puzzle
    return Found(len(seen), tuple(found.values()))


def _judge(solved: Solved, wishes: Wishes, composer: Composer) -> Puzzle | None:
    about = _themes(solved, wishes)
    if not about or (wishes.deciding and not decides(solved)):
        return None
    solved = _shortest(solved, about[0], wishes, composer)
    about = _themes(solved, wishes)
    facts = measure(solved, composer)
    if level(facts.difficulty) not in wishes.levels:
        return None
    return Puzzle(solved.position, solved.value, str(solved.solution), about, facts, form(solved.position))


def _themes(solved: Solved, wishes: Wishes) -> tuple[str, ...]:
    """The themes of a puzzle; empty unless the first of them, under which it is filed, is wished for."""
    about = themes(solved)
    return about if about and about[0] in wishes.themes else ()


def decides(solved: Solved) -> bool:
    """Whether the solution turns the deal: it wins and nothing else does, or it saves what can be saved of a loss."""
    return solved.value <= 0 or solved.choices[1].value <= 0


def _shortest(solved: Solved, theme: str, wishes: Wishes, composer: Composer) -> Solved:
    """The same puzzle as late in its line as it still is one with this theme."""
    later = [p for p in solved.later() if p.hands[0].bit_count() >= wishes.wanted.least_tiles]
    if not later:
        return solved
    seen = composer.candidates(later)
    for n in reversed(puzzles(wishes.rules, seen)):
        shorter = solve(later[n], composer.kernel)
        if _themes(shorter, wishes)[:1] == (theme,) and (decides(shorter) or not wishes.deciding):
            return shorter
    return solved


# --- until there are enough --------------------------------------------------------------------------


@dataclass(slots=True)
class Harvest:
    """Puzzles gathered so far, no two alike, and the choice of ``count`` of each theme among them."""

    wishes: Wishes
    count: int
    candidates: int = 0
    deals: int = 0
    _found: dict[str, Puzzle] = field(default_factory=dict)
    _cells: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, found: Found) -> None:
        """Take what is new."""
        self.candidates += found.candidates
        self.deals += CHUNK
        for puzzle in found.puzzles:
            if puzzle.form not in self._found:
                self._found[puzzle.form] = puzzle
                self._cells[puzzle.theme, puzzle.level] += 1

    @property
    def full(self) -> bool:
        """Whether there are enough to choose from at every level of every theme."""
        enough = CHOICE * -(-self.count // len(self.wishes.levels))
        return all(self._cells[theme, name] >= enough for theme in self.wishes.themes for name in self.wishes.levels)

    def __len__(self) -> int:
        """How many puzzles there are to choose from."""
        return len(self._found)

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles chosen, by theme, then from easy to hard.

        Those of a theme are taken from its levels in turns, and at each level from as many tiles in hand as there
        are, in turns from the fewest.
        """
        chosen: list[Puzzle] = []
        for theme in self.wishes.themes:
            mine = [p for p in self._found.values() if p.theme == theme]
            levels = [_in_turns([[p for p in mine if p.level == name and p.facts.tiles == n] for n in range(1, 8)])
                      for name in self.wishes.levels]  # fmt: skip
            chosen += sorted(_in_turns(levels)[: self.count], key=lambda p: p.facts.difficulty)
        return chosen


def _in_turns(lists: list[list[Puzzle]]) -> list[Puzzle]:
    """The first of each list, then the second of each, and so on."""
    return [puzzle for turn in zip_longest(*lists) for puzzle in turn if puzzle is not None]


def compose(
    wishes: Wishes,
    seed: int,
    count: int,
    deals: int,
    jobs: int = 1,
    heard: Callable[[Harvest], None] = lambda _harvest: None,
) -> Harvest:
    """Gather ``count`` puzzles of each theme, or as many as ``deals`` deals have, in so many processes.

    The same seed gives the same puzzles for any number of ``jobs``. ``heard`` is told after each chunk.
    """
    harvest = Harvest(wishes, count)
    for found in _chunks(wishes, seed, jobs, -(-deals // CHUNK)):
        harvest.add(found)
        heard(harvest)
        if harvest.full:
            break
    return harvest


def _chunks(wishes: Wishes, seed: int, jobs: int, most: int) -> Iterator[Found]:
    """What is found, chunk by chunk in order, a few chunks ahead."""
    if jobs == 1:
        yield from (find(wishes, seed, chunk) for chunk in range(most))
        return
    chunks = iter(range(most))
    ahead: deque[Future[Found]] = deque()
    with ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        try:
            while True:
                ahead.extend(pool.submit(find, wishes, seed, chunk) for chunk in islice(chunks, 2 * jobs - len(ahead)))
                if not ahead:
                    return
                yield ahead.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)  # what has begun is waited for
