"""Composing puzzles out of sensible play by chance, slice by slice of deals, the same for any number of processes.

The native kernel plays, solves and looks one trick ahead without coming back to Python; only what is selected is made a
:class:`~bingo.solver.game.position.Position`. In a puzzle one move alone reaches the value, and no simple way of
choosing finds it. The obvious moves, any of which makes a position no puzzle when it is the solution:

- *greedy*: what looks best, or as good as the best, to somebody who looks one trick ahead (``Composer.shallow``), so
  also capturing the double of trumps, taking what is on the table, and every sure trick with something in it;
- *highest*: the tile that counts most of those that may be played;
- *declaring*: the largest declaration with the lead of the double in it that counts most;
- *claiming*, and a declaration that is claimed on. Where you can claim, this is the only obvious move.

Three moves or more must be possible.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bingo.solver.analysis.exact import line_after
from bingo.solver.engine import _kernel, kernel as rows
from bingo.solver.engine.kernel import NO_MOVE, OPEN_TABLE_BITS, TABLE_BITS, Kernel
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.game import DOUBLES, PAGAT, SUITS, YOU, Move, Position, Rules, begin, tricks
from bingo.solver.puzzles import LEVELS, MAX_HORIZON, THEMES, RatedPuzzle, SolvedPuzzle, solve, themes
from bingo.solver.workers import ProcessPool

#: The fewest moves that must be possible.
MIN_MOVES = 3
#: Columns of a row of moves: the value, claiming, a declaration claimed on; leads and replies; leads after closing.
VALUE_COLUMN, CLAIM_COLUMN, DECLARED_CLAIM_COLUMN, FIRST_TILE_COLUMN, FIRST_CLOSE_COLUMN = 0, 1, 2, 3, 31
NO_MOVE_VALUE = -10_000
#: What a game point counts in what :meth:`Composer.shallow` returns.
UNITS_PER_GAME_POINT = 100

#: Columns of a row: the number of the deal, then a position.
CANDIDATE_COLUMNS = ("deal", *rows.ROW_COLUMNS)


@dataclass(frozen=True, slots=True)
class Candidates:
    """``n`` positions in which ``you`` are to move and the other may not claim first.

    ``rows`` (n, 36) int32; ``exact`` (n, 59) int16 as :meth:`Kernel.moves` gives it; ``ahead`` (n, 59) int16 as
    :meth:`Composer.shallow` does for one trick.
    """

    rows: NDArray[np.int32]
    exact: NDArray[np.int16]
    ahead: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, name: str) -> NDArray[np.int32]:
        return self.rows[:, CANDIDATE_COLUMNS.index(name)]


class Composer:
    """Exact and shallow search under one rule set, and the play that positions come from."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.kernel = rules, Kernel(rules, TABLE_BITS)
        either_end = rules.trump_from == "either-end"
        self._native = _kernel.Composer(trump_tables(rules), scoring(rules), TABLE_BITS, OPEN_TABLE_BITS, either_end)

    def play(self, seed: int, first_deal: int, deal_count: int, sizes: tuple[int, int, int]) -> Candidates:
        """The candidates of so many deals from number ``first_deal`` on, each by its number and the seed alone.

        ``sizes``: while the boneyard is not open, the least and the most tiles of the player to move; while it is, the
        most face-down tiles (0: no such candidates).
        """
        return Candidates(*self._native.candidates(seed, first_deal, deal_count, sizes))

    def shallow(self, positions: Sequence[Position], trick_count: int) -> NDArray[np.int16]:
        """What all moves seem worth to somebody who looks so many tricks (1 or more) ahead: shape (n, 59), int16.

        Columns as in :meth:`Kernel.moves`, ``NO_MOVE`` where that is no move. A game point counts
        ``UNITS_PER_GAME_POINT``; what is still open counts as the difference of card points, none above the target, and
        a close that has not succeeded yet as failed. Of declarations only the largest is looked at.
        """
        return self._native.shallow(positions, trick_count)

    def candidates(self, positions: Sequence[Position]) -> Candidates:
        """Given positions, in which ``you`` are to move, as candidates."""
        numbered_rows = [[0, *rows.row_of(p)] for p in positions]
        rows_array = np.array(numbered_rows, dtype=np.int32).reshape(-1, 1 + rows.ROW_WIDTH)
        return Candidates(rows_array, self.kernel.moves(positions), self.shallow(positions, 1))


def position(rules: Rules, packed_row: NDArray[np.int32]) -> Position:
    return begin(rows.position_of(rules, packed_row[1:].tolist()))


# --- which are puzzles -------------------------------------------------------------------------------


def select(rules: Rules, batch: Candidates) -> NDArray[np.intp]:
    """Which of the batch are puzzles: their indices in ascending order."""
    values = np.where(batch.exact == NO_MOVE, NO_MOVE_VALUE, batch.exact)
    position_value = batch.exact[:, VALUE_COLUMN]
    reaches_value = values[:, 1:] == position_value[:, None]
    move_counts = (values[:, 1:] > NO_MOVE_VALUE).sum(axis=1)
    candidate_indices = np.flatnonzero((reaches_value.sum(axis=1) == 1) & (move_counts >= MIN_MOVES))
    solution = reaches_value[candidate_indices].argmax(axis=1) + 1
    has_tile = solution >= FIRST_TILE_COLUMN
    candidate_indices, solution = candidate_indices[has_tile], solution[has_tile]
    shallow_values = np.where(batch.ahead == NO_MOVE, NO_MOVE_VALUE, batch.ahead)[candidate_indices, 1:]
    is_greedy = shallow_values[np.arange(len(candidate_indices)), solution - 1] == shallow_values.max(axis=1)
    is_obvious = is_greedy | _highest(rules, batch, candidate_indices, (solution - FIRST_TILE_COLUMN) % 28)
    has_claim = batch.exact[candidate_indices, CLAIM_COLUMN] != NO_MOVE
    puzzle_indices: NDArray[np.intp] = candidate_indices[~is_obvious | has_claim]
    return puzzle_indices


def _highest(rules: Rules, batch: Candidates, rows: NDArray[np.intp], solution: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether the tile of the solution is the one that counts most of those that may be played, or be declared."""
    tile_points = _tile_points_by_trump(rules)[batch.column("trump")[rows]]
    is_open = batch.exact[rows, FIRST_TILE_COLUMN:FIRST_CLOSE_COLUMN] != NO_MOVE
    is_legal = is_open | (batch.exact[rows, FIRST_CLOSE_COLUMN:] != NO_MOVE)
    declarable = batch.column("your_hand")[rows] & DOUBLES & ~(0 if rules.redeclare else batch.column("shown")[rows])
    may_declare = is_legal & (declarable[:, None] >> np.arange(28) & 1 == 1) & (batch.column("led")[rows] < 0)[:, None]
    may_declare &= (may_declare.sum(axis=1) >= 2)[:, None]
    solution_points = tile_points[np.arange(len(rows)), solution]
    is_highest = np.zeros(len(rows), dtype=np.bool_)
    for may_play in (is_legal, may_declare):
        highest = np.where(may_play, tile_points, -1).max(axis=1)
        is_highest |= may_play[np.arange(len(rows)), solution] & (solution_points == highest) & (highest > 0)
    return is_highest


@lru_cache(maxsize=64)
def _tile_points_by_trump(rules: Rules) -> NDArray[np.int16]:
    """Card points by trump suit and tile: shape (7, 28)."""
    return np.array([tricks.points_table(rules, trump) for trump in SUITS], dtype=np.int16)


#: Deals after which it is asked whether there are enough puzzles.
CHUNK_DEALS = 2_000
#: Deals that are played in one go, of which there are so many in a chunk: under some rules one takes 0.1 s.
SLICE_DEALS = 40
#: How many puzzles are made for each that is chosen, where there are so many.
CANDIDATES_PER_PUZZLE = 4


@dataclass(frozen=True, slots=True)
class ComposeOptions:
    """What is to be composed: under which rules, about what, how hard, with how many tiles.

    ``least_tiles`` to ``most_tiles`` in hand while the boneyard is not open, ``most_stock`` face-down tiles at most
    while it is. ``deciding``: only puzzles in which no other move wins at all (or, where the deal is lost, all others
    lose more).
    """

    rules: Rules = PAGAT
    themes: tuple[str, ...] = tuple(THEMES)
    levels: tuple[str, ...] = tuple(LEVELS)
    least_tiles: int = 3
    most_tiles: int = 7
    most_stock: int = 3
    deciding: bool = False

    @property
    def sizes(self) -> tuple[int, int, int]:
        """Those of the candidates in which a theme of these can be, as :meth:`Composer.play` takes them."""
        closing = [THEMES[theme].closing for theme in self.themes]
        return self.least_tiles, 0 if all(closing) else self.most_tiles, self.most_stock if any(closing) else 0


class Selection(NamedTuple):
    """What came of some ``deals``: how many candidates were looked at, and the puzzles, one a deal at most."""

    deals: int
    candidates: int
    puzzles: tuple[RatedPuzzle, ...]


#: A process plays slice after slice by the same rules, and tables are costly to make.
_composer = lru_cache(maxsize=1)(Composer)


def find(options: ComposeOptions, seed: int, first_deal: int, deal_count: int = SLICE_DEALS) -> Selection:
    """The puzzles of so many deals from number ``first_deal`` on, each shortened as far as its theme holds."""
    composer = _composer(options.rules)
    batch = composer.play(seed, first_deal, deal_count, options.sizes)
    puzzles: dict[int, RatedPuzzle] = {}
    for index in select(options.rules, batch):
        deal = int(batch.column("deal")[index])
        if deal in puzzles:
            continue
        solved = solve(position(options.rules, batch.rows[index]), composer.kernel)
        if puzzle := _evaluate(solved, options, composer):
            puzzles[deal] = puzzle
    return Selection(deal_count, len(batch), tuple(puzzles.values()))


def _evaluate(solved: SolvedPuzzle, options: ComposeOptions, composer: Composer) -> RatedPuzzle | None:
    """The puzzle that a position is, with what was measured of it, if it is one that is wished for."""
    theme = _main_theme(solved, options)
    if theme is None:
        return None
    puzzle = measure(_shortest(solved, theme, options, composer), composer)
    return puzzle if puzzle.level in options.levels else None


def _main_theme(solved: SolvedPuzzle, options: ComposeOptions) -> str | None:
    """The theme under which a puzzle that is wished for is filed."""
    theme = next(iter(themes(solved)), None)
    return theme if theme in options.themes and (decides(solved) or not options.deciding) else None


def decides(solved: SolvedPuzzle) -> bool:
    """Whether the solution turns the deal: it wins and nothing else does, or it saves what can be saved of a loss."""
    return solved.value <= 0 or solved.choices[1].value <= 0


def _shortest(solved: SolvedPuzzle, theme: str, options: ComposeOptions, composer: Composer) -> SolvedPuzzle:
    """Start the puzzle as late in its line as it keeps its theme."""
    later_positions = [p for p in solved.later() if p.hands[YOU].bit_count() >= options.least_tiles]
    if not later_positions:
        return solved
    later_batch = composer.candidates(later_positions)
    for index in reversed(select(options.rules, later_batch)):
        shorter_puzzle = solve(later_positions[index], composer.kernel)
        if _main_theme(shorter_puzzle, options) == theme:
            return shorter_puzzle
    return solved


# --- how hard it is ----------------------------------------------------------------------------------


def measure(puzzle: SolvedPuzzle, composer: Composer) -> RatedPuzzle:
    shallow_rows = (composer.shallow([puzzle.position], tricks)[0] for tricks in range(1, MAX_HORIZON + 1))
    shallow_values = [np.where(row == NO_MOVE, NO_MOVE_VALUE, row) for row in shallow_rows]
    solution_column = _move_column(puzzle.solution)
    wrong_choices = [c for c in puzzle.choices[1:] if c.move.tile is not None and not c.move.claim]
    looks_ahead = {c.move: int(shallow_values[0][_move_column(c.move)]) for c in wrong_choices}
    plausible_choices = [c for c in wrong_choices if looks_ahead[c.move] >= shallow_values[0][solution_column]]
    refutations = [line_after(puzzle.position, c.move, puzzle.engine) for c in plausible_choices or wrong_choices]
    tempting_choice = max(wrong_choices, key=lambda c: (looks_ahead[c.move], not c.move.close, -c.value))
    claim_choice = next((c for c in puzzle.choices if c.move.claim), None)
    greedy_choice = claim_choice or tempting_choice
    rivals_by_depth = [int((row[1:] >= row[solution_column]).sum()) for row in shallow_values]
    return RatedPuzzle(
        puzzle.position,
        puzzle.value,
        puzzle.solution,
        themes(puzzle),
        puzzle.fingerprint,
        horizon=1 + max((depth for depth, count in enumerate(rivals_by_depth, 1) if count > 1), default=0),
        plausible=len(plausible_choices) + (claim_choice is not None),
        depth=max(sum(step.trick is not None for step in line) for line in refutations or [puzzle.line]),
        moves=len(puzzle.choices),
        greedy=greedy_choice.move,
        greedy_value=greedy_choice.value,
    )


def _move_column(move: Move) -> int:
    assert move.tile is not None
    return (FIRST_CLOSE_COLUMN if move.close else FIRST_TILE_COLUMN) + move.tile


# --- until there are enough --------------------------------------------------------------------------


@dataclass(slots=True)
class PuzzleSet:
    """Puzzles gathered so far, no two alike, and the choice of ``count`` of each theme among them."""

    options: ComposeOptions
    count: int
    candidates: int = 0
    deals: int = 0
    _by_fingerprint: dict[tuple[object, ...], RatedPuzzle] = field(default_factory=dict)
    _counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, batch: Selection) -> None:
        self.candidates += batch.candidates
        self.deals += batch.deals
        for puzzle in batch.puzzles:
            if puzzle.fingerprint not in self._by_fingerprint:
                self._by_fingerprint[puzzle.fingerprint] = puzzle
                self._counts[puzzle.theme, puzzle.level] += 1

    @property
    def missing(self) -> dict[str, int]:
        """How many puzzles are still missing, of each theme that has fewer than ``count``."""
        puzzle_counts = {theme: sum(self._counts[theme, name] for name in LEVELS) for theme in self.options.themes}
        return {theme: self.count - n for theme, n in puzzle_counts.items() if n < self.count}

    @property
    def is_full(self) -> bool:
        """Whether every level of every theme has enough to choose from."""
        needed = CANDIDATES_PER_PUZZLE * -(-self.count // len(self.options.levels))
        return all(self._counts[theme, name] >= needed for theme in self.options.themes for name in self.options.levels)

    def __len__(self) -> int:
        return len(self._by_fingerprint)

    @property
    def puzzles(self) -> list[RatedPuzzle]:
        """The puzzles chosen, by theme, then from easy to hard.

        Those of a theme are taken from its levels in turns, and at each level from as many tiles in hand as there
        are, in turns from the fewest.
        """
        chosen: list[RatedPuzzle] = []
        for theme in self.options.themes:
            theme_puzzles = [p for p in self._by_fingerprint.values() if p.theme == theme]
            levels = [interleave([[p for p in theme_puzzles if p.level == name and p.tiles == n] for n in range(1, 8)])
                      for name in self.options.levels]  # fmt: skip
            chosen += sorted(interleave(levels)[: self.count], key=lambda p: p.difficulty)
        return chosen


def interleave(puzzle_lists: list[list[RatedPuzzle]]) -> list[RatedPuzzle]:
    """The first of each list, then the second of each, and so on."""
    return [puzzle for row in zip_longest(*puzzle_lists) for puzzle in row if puzzle is not None]


def gather(
    puzzle_set: PuzzleSet,
    seed: int,
    deals: int,
    jobs: int = 1,
    on_progress: Callable[[PuzzleSet], object] = lambda _puzzle_set: None,
) -> None:
    """Find as many puzzles of each theme as are wanted, or as many as ``deals`` deals have, in so many processes.

    The same seed gives the same puzzles for any number of ``jobs``. ``on_progress`` is called after every few deals.

    Raises:
        KeyboardInterrupt: on Ctrl-C, at once; ``puzzle_set`` holds the puzzles until then.
    """
    first_deals = range(0, -(-deals // CHUNK_DEALS) * CHUNK_DEALS, SLICE_DEALS)
    with ProcessPool(jobs) as pool:
        for _, batch in pool.run(partial(find, puzzle_set.options, seed), first_deals):
            puzzle_set.add(batch)
            on_progress(puzzle_set)
            if puzzle_set.deals % CHUNK_DEALS == 0 and puzzle_set.is_full:
                break
