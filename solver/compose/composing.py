"""Composing: from seeds to puzzles, slice by slice of deals, the same for any number of processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from bingo.solver.compose import candidates
from bingo.solver.compose.candidates import CLOSE, NOTHING, TILE, Composer, Wanted, select
from bingo.solver.compose.themes import FARTHEST, LEVELS, THEMES, Solved, length, level, solve, themes
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Position
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.rules import Rules
from bingo.solver.workers import ProcessPool

#: Deals after which it is asked whether there are enough puzzles.
CHUNK = 2_000
#: Deals that are played in one go, of which there are so many in a chunk: under some rules one takes 0.1 s.
SLICE = 40
#: How many puzzles are found for each that is chosen, where there are so many.
CHOICE = 4


@dataclass(frozen=True, slots=True)
class ComposeOptions:
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
class Facts:
    """What was measured.

    ``horizon``: how many tricks one has to look ahead to choose the solution, and to go on choosing it when looking
    further (``FARTHEST + 1``: more than was tried). ``plausible``: wrong moves that look at least as good as the
    solution one trick ahead. ``depth``: tricks until the deal is over in the longest of their refutations, with best
    play of both. ``moves``: sensible moves. ``greedy``: what somebody plays who looks one trick ahead, and its value.
    """

    horizon: int
    plausible: int
    depth: int
    moves: int
    tiles: int
    greedy: Move
    greedy_value: int

    @property
    def difficulty(self) -> int:
        """0 to 100: ``10 * (horizon - 1) + 4 * depth + 4 * plausible + moves``, plausible moves and moves up to 7."""
        return min(10 * (self.horizon - 1) + 4 * self.depth + 4 * min(self.plausible, 7) + min(self.moves, 7), 100)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A composed puzzle: all its themes, that of its name first, and what was measured of it."""

    position: Position
    value: int
    solution: str
    themes: tuple[str, ...]
    facts: Facts
    likeness: tuple[object, ...]

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
    """What came of some ``deals``: how many candidates were looked at, and the puzzles, one a deal at most."""

    deals: int
    candidates: int
    puzzles: tuple[Puzzle, ...]


#: A process plays slice after slice by the same rules, and tables are costly to make.
_composer = lru_cache(maxsize=1)(Composer)


def find(options: ComposeOptions, seed: int, first: int, deals: int = SLICE) -> Found:
    """The puzzles of the deals number ``first`` to ``first + deals - 1``, each shortened as far as its theme holds."""
    composer = _composer(options.rules)
    seen = composer.play(seed, first, deals, options.asked())
    found: dict[int, Puzzle] = {}
    for n in select(options.rules, seen):
        deal = int(seen.column("deal")[n])
        if deal in found:
            continue
        solved = solve(candidates.position(options.rules, seen.rows[n]), composer.kernel)
        if puzzle := _evaluate(solved, options, composer):
            found[deal] = puzzle
    return Found(deals, len(seen), tuple(found.values()))


def _evaluate(solved: Solved, options: ComposeOptions, composer: Composer) -> Puzzle | None:
    """The puzzle that a position is, with what was measured of it, if it is one that is wished for."""
    about = _themes(solved, options)
    if not about or (options.deciding and not decides(solved)):
        return None
    solved = _shortest(solved, about[0], options, composer)
    about = _themes(solved, options)
    facts = measure(solved, composer)
    if level(facts.difficulty) not in options.levels:
        return None
    return Puzzle(solved.position, solved.value, str(solved.solution), about, facts, solved.likeness)


def _themes(solved: Solved, options: ComposeOptions) -> tuple[str, ...]:
    """The themes of a puzzle; empty unless the first of them, under which it is filed, is wished for."""
    about = themes(solved)
    return about if about and about[0] in options.themes else ()


def decides(solved: Solved) -> bool:
    """Whether the solution turns the deal: it wins and nothing else does, or it saves what can be saved of a loss."""
    return solved.value <= 0 or solved.choices[1].value <= 0


def _shortest(solved: Solved, theme: str, options: ComposeOptions, composer: Composer) -> Solved:
    """The same puzzle as late in its line as it still is one with this theme."""
    later = [p for p in solved.later() if p.hands[0].bit_count() >= options.wanted.least_tiles]
    if not later:
        return solved
    seen = composer.candidates(later)
    for n in reversed(select(options.rules, seen)):
        shorter = solve(later[n], composer.kernel)
        if _themes(shorter, options)[:1] == (theme,) and (decides(shorter) or not options.deciding):
            return shorter
    return solved


# --- how hard it is ----------------------------------------------------------------------------------


def measure(puzzle: Solved, composer: Composer) -> Facts:
    """The facts about one puzzle."""
    ahead = [composer.shallow([puzzle.position], tricks)[0] for tricks in range(1, FARTHEST + 1)]
    solution = _slot(puzzle.solution)
    looks = ahead[0]
    wrong = [c for c in puzzle.choices[1:] if c.move.tile is not None and not c.move.claim]
    plausible = [c for c in wrong if _look(looks, c.move) >= looks[solution]]
    longest = max((length(puzzle.refutation(c.move)) for c in plausible or wrong), default=puzzle.tricks)
    tempting = max(wrong, key=lambda c: (_look(looks, c.move), not c.move.close, -c.value))
    claim = next((c for c in puzzle.choices if c.move.claim), None)
    greedy = claim or tempting
    return Facts(
        horizon=_horizon(ahead, solution),
        plausible=len(plausible) + (claim is not None),
        depth=longest,
        moves=len(puzzle.choices),
        tiles=puzzle.tiles,
        greedy=greedy.move,
        greedy_value=greedy.value,
    )


def _slot(move: Move) -> int:
    """The column of a move in a row of moves."""
    assert move.tile is not None
    return (CLOSE if move.close else TILE) + move.tile


def _look(looks: NDArray[np.int16], move: Move) -> int:
    seen = int(looks[_slot(move)])
    return -NOTHING if seen == NOTHING else seen


def _horizon(ahead: list[NDArray[np.int16]], solution: int) -> int:
    for tricks in range(FARTHEST, 0, -1):
        seen = np.where(ahead[tricks - 1] == NOTHING, -NOTHING, ahead[tricks - 1])[1:]
        if (seen >= seen[solution - 1]).sum() > 1:
            return tricks + 1
    return 1


# --- until there are enough --------------------------------------------------------------------------


@dataclass(slots=True)
class Harvest:
    """Puzzles gathered so far, no two alike, and the choice of ``count`` of each theme among them."""

    options: ComposeOptions
    count: int
    candidates: int = 0
    deals: int = 0
    _found: dict[tuple[object, ...], Puzzle] = field(default_factory=dict)
    _cells: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, found: Found) -> None:
        """Take what is new."""
        self.candidates += found.candidates
        self.deals += found.deals
        for puzzle in found.puzzles:
            if puzzle.likeness not in self._found:
                self._found[puzzle.likeness] = puzzle
                self._cells[puzzle.theme, puzzle.level] += 1

    @property
    def missing(self) -> dict[str, int]:
        """How many puzzles are still missing, of each theme that has fewer than ``count``."""
        found = {theme: sum(self._cells[theme, name] for name in LEVELS) for theme in self.options.themes}
        return {theme: self.count - n for theme, n in found.items() if n < self.count}

    @property
    def full(self) -> bool:
        """Whether there are enough to choose from at every level of every theme."""
        enough = CHOICE * -(-self.count // len(self.options.levels))
        return all(self._cells[theme, name] >= enough for theme in self.options.themes for name in self.options.levels)

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
        for theme in self.options.themes:
            mine = [p for p in self._found.values() if p.theme == theme]
            levels = [_in_turns([[p for p in mine if p.level == name and p.facts.tiles == n] for n in range(1, 8)])
                      for name in self.options.levels]  # fmt: skip
            chosen += sorted(_in_turns(levels)[: self.count], key=lambda p: p.facts.difficulty)
        return chosen


def _in_turns(lists: list[list[Puzzle]]) -> list[Puzzle]:
    """The first of each list, then the second of each, and so on."""
    return [puzzle for turn in zip_longest(*lists) for puzzle in turn if puzzle is not None]


def gather(
    harvest: Harvest,
    seed: int,
    deals: int,
    jobs: int = 1,
    on_progress: Callable[[Harvest], object] = lambda _harvest: None,
) -> None:
    """Find as many puzzles of each theme as are wanted, or as many as ``deals`` deals have, in so many processes.

    The same seed gives the same puzzles for any number of ``jobs``. ``on_progress`` is called after every few deals.

    Raises:
        KeyboardInterrupt: on Ctrl-C, at once; the harvest holds what was found until then.
    """
    firsts = range(0, -(-deals // CHUNK) * CHUNK, SLICE)
    with ProcessPool(jobs) as pool:
        for found in pool.run(partial(find, harvest.options, seed), firsts):
            harvest.add(found)
            on_progress(harvest)
            if harvest.deals % CHUNK == 0 and harvest.full:
                break
