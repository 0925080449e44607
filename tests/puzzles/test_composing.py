"""Composing: the same for any number of processes, within what was wished for, and as short as can be."""

from collections import Counter
from functools import lru_cache
from multiprocessing import active_children

import numpy as np
import pytest

from bingo.positions import dumps_json, reads
from bingo.solver.analysis.exact import choices
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import OPPONENT, PAGAT, PRESETS, YOU, Position, Stage, begin, mask, may_claim, parse_all, tiles
from bingo.solver.puzzles import LEVELS, THEMES, composing, level, solve, themes
from bingo.solver.puzzles.composing import CHUNK_DEALS, Candidates, ComposeOptions, Composer, PuzzleSet, find, position
from tests.oracles.reference import Reference

ENDGAME_OPTIONS = ComposeOptions(themes=tuple(name for name, theme in THEMES.items() if not theme.closing))


@lru_cache(maxsize=1)
def puzzle_set() -> PuzzleSet:
    return compose(ENDGAME_OPTIONS, seed=2, count=6, deals=20_000)


def compose(options: ComposeOptions, seed: int, count: int, deals: int, jobs: int = 1) -> PuzzleSet:
    puzzle_set = PuzzleSet(options, count)
    composing.gather(puzzle_set, seed, deals, jobs)
    return puzzle_set


def notations(puzzle_set: PuzzleSet) -> list[str]:
    return [p.position.notation for p in puzzle_set.puzzles]


@pytest.mark.parametrize(
    ("you", "opponent", "is_alike"),
    [
        ("4-1 5-3 6-6", "4-3 5-2 6-2", True),  # both worthless fives renamed
        ("4-1 3-2 6-6", "4-3 3-1 6-2", True),  # threes instead of fives
        ("4-2 5-2 6-6", "4-3 5-1 6-2", False),  # 4-2 counts 6
        ("4-3 5-2 6-6", "4-1 5-1 6-2", False),  # trumps exchanged
    ],
)
def test_what_differs_in_the_names_of_tiles_only_is_alike(you: str, opponent: str, is_alike: bool) -> None:
    def fingerprint(you: str, opponent: str) -> object:
        hands = mask(parse_all(you)), mask(parse_all(opponent))
        return solve(begin(Position(PAGAT, 4, hands, 0, points=(40, 35), tricks=(6, 5))), Kernel(PAGAT)).fingerprint

    assert (fingerprint(you, opponent) == fingerprint("4-1 5-2 6-6", "4-3 5-1 6-2")) is is_alike


def test_the_same_seed_makes_the_same_puzzles_in_any_number_of_processes() -> None:
    one_job, two_jobs = (compose(ENDGAME_OPTIONS, seed=3, count=2, deals=6_000, jobs=jobs) for jobs in (1, 2))
    assert one_job.puzzles == two_jobs.puzzles
    assert (one_job.candidates, one_job.deals) == (two_jobs.candidates, two_jobs.deals)
    assert one_job.puzzles
    assert notations(one_job) != notations(compose(ENDGAME_OPTIONS, seed=4, count=2, deals=6_000))


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_search_keeps_what_was_found_and_leaves_nobody_at_work(jobs: int) -> None:
    def interrupt(puzzle_set: PuzzleSet) -> None:
        if puzzle_set.deals == 10 * composing.SLICE_DEALS:
            raise KeyboardInterrupt

    puzzle_set = PuzzleSet(ENDGAME_OPTIONS, 2)
    with pytest.raises(KeyboardInterrupt):
        composing.gather(puzzle_set, 3, 10**9, jobs, interrupt)
    assert puzzle_set.deals == 10 * composing.SLICE_DEALS
    expected = PuzzleSet(ENDGAME_OPTIONS, 2)
    expected.add(find(ENDGAME_OPTIONS, 3, 0, 10 * composing.SLICE_DEALS))
    assert puzzle_set.puzzles == expected.puzzles
    assert puzzle_set.candidates == expected.candidates
    assert not active_children()


def test_what_is_missing_is_counted_by_theme() -> None:
    puzzle_set = PuzzleSet(ENDGAME_OPTIONS, 3)
    assert puzzle_set.missing == dict.fromkeys(ENDGAME_OPTIONS.themes, 3)
    puzzle_set.add(find(ENDGAME_OPTIONS, 2, 0, CHUNK_DEALS))
    counts = Counter(p.theme for p in puzzle_set.puzzles)
    assert puzzle_set.missing == {theme: 3 - counts[theme] for theme in ENDGAME_OPTIONS.themes if counts[theme] < 3}
    assert counts


def test_they_come_by_theme_and_from_easy_to_hard() -> None:
    puzzles = puzzle_set().puzzles
    order = [(list(THEMES).index(p.theme), p.difficulty) for p in puzzles]
    assert order == sorted(order)
    assert len(puzzles) > 10


def test_no_two_are_alike_even_if_the_same_deals_come_twice() -> None:
    from_repeats, from_deals = PuzzleSet(ENDGAME_OPTIONS, 6), PuzzleSet(ENDGAME_OPTIONS, 6)
    for puzzle_set, chunks in ((from_repeats, (0, 1, 0)), (from_deals, (0, 1))):
        for chunk in chunks:
            puzzle_set.add(find(ENDGAME_OPTIONS, 2, chunk * CHUNK_DEALS, CHUNK_DEALS))
    assert len(set(notations(from_repeats))) == len(notations(from_repeats))
    assert notations(from_deals) == notations(from_repeats)


def test_each_is_a_puzzle_of_its_theme_with_the_difficulty_measured() -> None:
    composer = Composer(PAGAT)
    for p in puzzle_set().puzzles:
        assert len(composing.select(PAGAT, composer.candidates([p.position]))) == 1
        solved = solve(p.position, composer.kernel)
        assert themes(solved) == p.themes
        assert (solved.value, str(solved.solution)) == (p.value, str(p.solution))
        assert composing.measure(solved, composer) == p


def test_none_could_be_shorter() -> None:
    """No later position of its line with three tiles or more is a puzzle of the same theme."""
    composer = Composer(PAGAT)
    for p in puzzle_set().puzzles:
        later = [q for q in solve(p.position, composer.kernel).later() if q.hands[0].bit_count() >= 3]
        if later:
            selected = [later[n] for n in composing.select(PAGAT, composer.candidates(later))]
            assert all(themes(solve(q, composer.kernel))[:1] != (p.theme,) for q in selected)


def test_some_are_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    def composed() -> set[str]:
        return {p.position.notation for p in find(ENDGAME_OPTIONS, 2, 0, 8 * CHUNK_DEALS).puzzles}

    shortened = composed()
    monkeypatch.setattr(composing, "_shortest", lambda solved, *_: solved)
    assert shortened != composed()


def test_options_are_kept() -> None:
    options = ComposeOptions(themes=("forced-reply",), levels=("easy",), least_tiles=4, most_tiles=6, deciding=True)
    puzzles = compose(options, seed=1, count=3, deals=60_000).puzzles
    assert len(puzzles) == 3
    composer = Composer(PAGAT)
    for p in puzzles:
        assert (p.theme, p.level) == ("forced-reply", "easy")
        assert 4 <= p.tiles <= 6
        assert composing.decides(solve(p.position, composer.kernel))


def test_closing_is_looked_for_while_the_boneyard_is_open() -> None:
    options = ComposeOptions(themes=("close-now", "do-not-close"), most_stock=1)
    puzzles = find(options, 1, 0, 3 * CHUNK_DEALS).puzzles
    assert puzzles
    assert all(p.position.open and len(p.position.stock) == 1 for p in puzzles)


def test_horizon_and_depth_are_counted_in_tricks() -> None:
    for p in puzzle_set().puzzles:
        assert 1 <= p.horizon <= 5
        assert p.horizon > 1 or p.theme == "wait-with-a-claim"  # else greedy play would find it
        assert 0 <= p.depth <= p.tiles
        assert 1 <= p.plausible < p.moves
        assert p.greedy_value < p.value
        worth = 10 * (p.horizon - 1) + 4 * p.depth + 4 * min(p.plausible, 7) + min(p.moves, 7)
        assert p.difficulty == min(worth, 100)


@pytest.mark.parametrize(
    ("difficulty", "name"), [(0, "easy"), (34, "easy"), (35, "medium"), (54, "medium"), (55, "hard"), (100, "hard")]
)
def test_levels(difficulty: int, name: str) -> None:
    assert level(difficulty) == name
    assert list(LEVELS) == ["easy", "medium", "hard"]


# --- candidates: what comes out of native play is real, solved as the kernel solves it, and judged as is said


PRESET_NAMES = list(PRESETS)
#: With few face-down tiles, as differences of card points take long.
CANDIDATE_SIZES = (2, 7, 1)


def played_candidates(
    name: str, deals: int, sizes: tuple[int, int, int] = CANDIDATE_SIZES, seed: int = 5
) -> tuple[Composer, Candidates, list[Position]]:
    composer = Composer(PRESETS[name].rules)
    candidates = composer.play(seed, 0, deals, sizes)
    return composer, candidates, [position(composer.rules, row) for row in candidates.rows]


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_values_and_looks_are_those_of_the_position(name: str) -> None:
    """Each of which can occur, and in which you are to move and nobody claims first."""
    composer, candidates, listed = played_candidates(name, 100)
    again = composer.candidates(listed)
    assert (again.exact == candidates.exact).all()
    assert (again.ahead == candidates.ahead).all()
    assert len(listed) > 80
    for p in listed:
        assert list(reads(dumps_json(p))) == [p]
        assert p.to_move == YOU
        assert p.stage is Stage.REPLY or not may_claim(p, OPPONENT)


def test_there_are_positions_of_every_sort() -> None:
    positions = played_candidates("pagat", 400)[2]
    assert any(p.open for p in positions)
    assert any(p.closed for p in positions)
    assert any(not p.open and not p.closed for p in positions)
    assert {p.stage for p in positions} == {Stage.CLAIM, Stage.LEAD, Stage.REPLY}
    assert {p.hands[YOU].bit_count() for p in positions} >= set(range(2, 8))


def test_only_what_is_wanted_is_seen() -> None:
    positions = played_candidates("pagat", 200, (4, 5, 3))[2]
    assert {len(p.stock) for p in positions if p.open} == {1, 3}
    assert {p.hands[YOU].bit_count() for p in positions if not p.open} == {4, 5}


def test_a_deal_depends_on_its_number_and_the_seed_alone() -> None:
    composer = Composer(PAGAT)
    whole = composer.play(9, 0, 100, CANDIDATE_SIZES)
    halves = [composer.play(9, first, 50, CANDIDATE_SIZES) for first in (50, 0)]
    assert (whole.rows == np.concatenate([halves[1].rows, halves[0].rows])).all()
    assert not np.array_equal(whole.rows, composer.play(10, 0, 100, CANDIDATE_SIZES).rows)
    small_rows = composer.play(9, 0, 100, (4, 5, 0)).rows
    assert {row.tobytes() for row in small_rows} <= {row.tobytes() for row in whole.rows}


# --- selecting ---------------------------------------------------------------------------------------


def test_a_puzzle_has_one_best_move_and_it_is_not_an_obvious_one() -> None:
    _, candidates, listed = played_candidates("pagat", 3000, (3, 7, 0))
    selected = composing.select(PAGAT, candidates)
    assert 5 < len(selected) < len(candidates) / 50
    for n in selected[:8]:
        puzzle = listed[n]
        moves = choices(puzzle, Reference())
        assert len(moves) >= 3
        assert moves[0].value > moves[1].value
        assert moves[0].move.tile is not None


def test_the_highest_tile_and_the_highest_declared_double_are_obvious() -> None:
    hands = (tiles.mask(tiles.parse_all("4-4 3-1 2-1")), tiles.mask(tiles.parse_all("5-4 6-2 6-5")))
    highest = begin(Position(PAGAT, 4, hands, YOU, points=(35, 60), tricks=(6, 5)))
    composer = Composer(PAGAT)
    one_best = choices(highest, composer.kernel)
    assert one_best[0].value > one_best[1].value
    assert str(one_best[0].move) == "lead 4-4"
    assert len(composing.select(PAGAT, composer.candidates([highest]))) == 0
