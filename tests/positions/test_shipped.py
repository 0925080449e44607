"""Shipped puzzles and examples: each has the answer that is written with it; what hidden ones are judged by."""

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from bingo.positions import read, reads
from bingo.positions.shipped import HIDDEN_HAND_FILES, OTHER_RULES_FILE, collections, judgement_of, shipped, unseen
from bingo.solver import InformationSet, Settings, analyze, should_close
from bingo.solver.analysis import Engine, analyze_exact, count_hands
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, WAIT, YOU, Move, Position, Stage, mask, members, parse_all
from bingo.solver.game.legal import at_lead, begin, legal_moves
from bingo.solver.game.play import play
from bingo.solver.puzzles import HIDDEN_THEMES, THEMES, JudgedMove, Refutation, solve
from tests.oracles.reference import Reference
from tests.positions.gallery import GALLERY_PAGE, redrawn
from tests.support import reading
from tests.support.depth import by_depth, few

LEAST, PARTS = 200, 50


@lru_cache(maxsize=1)
def puzzles() -> tuple[Position, ...]:
    return tuple(shipped())


@pytest.mark.parametrize("start", few(range(0, PARTS, 10), 0))
def test_puzzles_have_their_values_and_one_best_move_by_the_reference_search(start: int) -> None:
    """A tenth of them, as that is slow: the kernel, which is held against it elsewhere, solves all below."""
    for position in puzzles()[start::PARTS]:
        value = position.expect.value
        assert isinstance(value, int)
        (best,) = position.expect.best
        reference = Reference()
        lead = at_lead(position)
        if position.stage is Stage.CLAIM:
            assert not reaches(reference, position, CLAIM, value), position.name
        reaching = [move for move in legal_moves(lead) if reaches(reference, lead, move, value)]
        assert best in reaching, position.name
        assert {_slot(move) for move in reaching} == {_slot(best)}, position.name
        assert not any(reaches(reference, lead, move, value + 1) for move in reaching), position.name


def reaches(reference: Reference, position: Position, move: Move, value: int) -> bool:
    """Whether making this move is worth so much or more to you; quicker than its exact value."""
    return reference._after(position, (0, 0), move, value - 1, value) >= value


def _slot(move: Move) -> tuple[bool, int | None]:
    """A move but for its declaration: leading a double is one move, whatever is declared with it."""
    return move.close, move.tile


def test_there_are_two_hundred_of_every_theme_and_no_two_are_alike() -> None:
    """Each with a name, under five rules, and in each you are to move and nobody claims first."""
    assert len(puzzles()) >= LEAST
    of_theme = Counter(p.expect.themes[0] for p in puzzles() if p.expect)
    assert set(of_theme) == set(THEMES)
    assert min(of_theme.values()) >= 15
    solvers = {p.rules: Kernel(p.rules) for p in puzzles()}
    assert len({solve(p, solvers[p.rules]).fingerprint for p in puzzles()}) == len(puzzles())
    assert len({p.name for p in puzzles()} - {""}) == len(puzzles())
    assert len({str(p.rules) for p in puzzles()}) >= 5
    assert all(begin(p) == p and p.to_move == YOU for p in puzzles())


def test_each_file_holds_one_theme_from_easy_to_hard() -> None:
    for file in collections():
        answers = [p.expect for p in reads(file.read_text("utf-8"))]
        difficulties = [expect.difficulty for expect in answers if expect and expect.difficulty is not None]
        assert len(difficulties) == len(answers)
        if file.name != OTHER_RULES_FILE:
            assert difficulties == sorted(difficulties)
            assert {expect.themes[0] for expect in answers if expect} == {file.name.removesuffix(".yaml")}


def test_themes_and_difficulty_are_what_is_measured() -> None:
    from bingo.solver.puzzles import themes
    from bingo.solver.puzzles.composing import Composer, measure, select

    composers = {p.rules: Composer(p.rules) for p in puzzles()}
    for p in by_depth(puzzles()[::4], puzzles()):
        composer, expect = composers[p.rules], p.expect
        assert len(select(p.rules, composer.candidates([p]))) == 1, p.name
        solved = solve(p, composer.kernel)
        assert (solved.value, str(solved.solution)) == (expect.value, str(expect.best[0])), p.name
        assert themes(solved) == expect.themes, p.name
        assert measure(solved, composer).difficulty == expect.difficulty, p.name


def test_the_page_shows_what_comes_out() -> None:
    page = GALLERY_PAGE.read_text("utf-8")
    assert page.count("<details>") == 5
    assert redrawn(page) == page


# --- examples --------------------------------------------------------------------------------------

EXAMPLES = sorted(reading.EXAMPLES.iterdir())


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.name for path in EXAMPLES])
def test_every_example_has_the_answer_written_with_it(path: Path) -> None:
    for position in [*read(path)][:: by_depth(3, 1)]:
        assert position.name
        if isinstance(position, InformationSet):
            assert path.stem in (
                "first-lead",
                "should-i-close",
                "can-i-claim",
                "neither-sees-the-other",
                "rules-of-thumb",
            )
            continue
        engines: tuple[Engine, Engine] = Kernel(position.rules), Reference()  # which takes seconds
        answer = analyze_exact(position, by_depth(*engines))
        assert (answer.value, answer.best_moves) == (position.expect.value, position.expect.best)


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.suffix == ".yaml"], ids=lambda path: path.stem)
def test_every_example_says_first_what_it_teaches(path: Path) -> None:
    assert path.read_text("utf-8").startswith("# ")
    assert path.stem == path.stem.lower()


# --- what is stored of the puzzles with hidden tiles -----------------------------------------------

PUZZLES = tuple(unseen())
CLOSING_PUZZLES = tuple(view for view in PUZZLES if sum(view.tricks))
#: Solved in the short run: those of few hands, and one about first leads.
QUICK = (*sorted(CLOSING_PUZZLES, key=count_hands)[:4], PUZZLES[-1])
#: The puzzle in which two answers are right: leading 5-4 takes the trick, and with a declaration that is enough.
TWO_ANSWERS = "Close unseen, certain 2: after 4 tricks"


def deal_of(view: InformationSet, against: Refutation) -> Position:
    """The deal against a wrong answer; of a close without the order of the stock, which nobody draws from."""
    hand = mask(parse_all(against.hand))
    return view.world(
        hand, tuple(parse_all(against.stock)) or tuple(members(view.unseen & ~hand))[: view.face_down_count]
    )


def refuted(view: InformationSet) -> list[tuple[JudgedMove, Refutation]]:
    """The wrong answers with what is stored against them."""
    return [(answer, answer.against) for answer in judgement_of(view).answers if answer.against]


def test_there_are_114_under_five_rules_and_each_has_its_line() -> None:
    assert [f"{theme}.yaml" for theme in HIDDEN_THEMES] == list(HIDDEN_HAND_FILES)
    assert (len(CLOSING_PUZZLES), len(PUZZLES)) == (74, 114)
    assert len({str(view.rules) for view in PUZZLES}) >= 5
    assert [judgement_of(view).name for view in PUZZLES] == [view.name for view in PUZZLES]


def test_every_move_is_one_answer_and_the_right_ones_are_those_that_are_expected() -> None:
    for view in by_depth(PUZZLES[::4], PUZZLES):
        answers, [best, *alike] = judgement_of(view).answers, view.expect.best
        moves = [Move.parse(answer.move) for answer in answers]
        assert (view.leader, view.led, view.opponent_hand, view.open, view.stock) == (YOU, None, None, True, 0)
        legal = legal_moves(view.world(any_hand(view)))
        assert set(moves) <= set(legal), view.name
        assert all(sum(_slot(move) == _slot(other) for other in moves) == 1 for move in legal), view.name
        right = [move for move, answer in zip(moves, answers, strict=True) if answer.right]
        assert right[0] == best
        if best.close or view not in CLOSING_PUZZLES:
            assert not alike
            assert len(right) == 1 + (view.name == TWO_ANSWERS)
        else:
            assert right == [move for move in moves if not move.close]
            assert all(any(_slot(move) == _slot(other) for other in right) for move in alike)
        assert all((answer.against is None) == (answer.right or view not in CLOSING_PUZZLES) for answer in answers)


def any_hand(view: InformationSet) -> int:
    """A hand that the opponent may hold, as far as its size and the doubles shown go."""
    others = [1 << tile for tile in members(view.unseen & ~view.known_held)]
    return view.known_held | sum(others[: view.hidden - view.known_held.bit_count()])


def test_the_hidden_tiles_lie_within_what_is_known() -> None:
    for view in CLOSING_PUZZLES:
        for _, against in refuted(view):
            hand, stock = parse_all(against.hand), parse_all(against.stock)
            assert len(hand) == view.hidden
            assert view.known_held & ~mask(hand) == 0
            assert len(stock) in (0, view.face_down_count)
            assert sorted((*hand, *stock)) == sorted(members(mask(hand) | mask(stock)))
            assert (mask(hand) | mask(stock)) & ~view.unseen == 0
            if stock:
                assert mask(hand) | mask(stock) == view.unseen


def test_every_line_is_a_legal_deal_to_its_end_and_brings_less_than_the_right_answer() -> None:
    for view in by_depth(CLOSING_PUZZLES[::6], CLOSING_PUZZLES):
        judgement = judgement_of(view)
        for answer, against in refuted(view):
            position, over, gain = deal_of(view, against), False, 0
            words = against.line.split("; ")
            assert words[0] == answer.move
            for move in map(Move.parse, words):
                while position.stage in (Stage.CLAIM, Stage.ANSWER, Stage.SHOW) and move not in legal_moves(position):
                    position = play(position, WAIT).position
                assert not over
                brought, position, over, _ = play(position, move)
                gain += brought
            assert over, (view.name, answer.move)
            assert gain == against.value < against.right, (view.name, answer.move)
            assert 0 < against.worse <= against.tried
            assert answer.high < judgement.answers[0].low, (view.name, answer.move)


@pytest.mark.parametrize("view", few(CLOSING_PUZZLES, *QUICK[:4]), ids=lambda view: view.name)
def test_a_wrong_close_fails_though_both_hands_are_seen_and_the_right_one_does_not(view: InformationSet) -> None:
    """By the exact search, which knows nothing of what is stored."""
    right = Move.parse(judgement_of(view).answers[0].move)
    for answer, against in refuted(view):
        move = Move.parse(answer.move)
        if move.close:
            values = {choice.move: int(choice.value) for choice in analyze(deal_of(view, against)).moves}
            assert close_value(values, move) == against.value
            assert not right.close or close_value(values, right) >= against.right


def close_value(values: dict[Move, int], move: Move) -> int:
    """What a close is worth with the declaration that suits it best."""
    return max(value for other, value in values.items() if _slot(other) == _slot(move))


@pytest.mark.parametrize("view", few(dict.fromkeys((*PUZZLES[::3], *QUICK)), *QUICK), ids=lambda view: view.name)
def test_the_right_answer_is_best(view: InformationSet) -> None:
    """Of a third of them: by all hands for closing; by other deals, and fewer of them, for playing on."""
    judgement = judgement_of(view)
    best, moves = judgement.answers[0], [Move.parse(answer.move) for answer in judgement.answers if answer.right]
    settings = Settings(worlds=1024, seed=77)
    if view not in CLOSING_PUZZLES:
        advised = analyze(view, settings).moves[0].move
    else:
        decision = should_close(view, settings)
        answers = decision.as_dict()
        advised = Move.parse(answers["close" if decision.advice == "close" else "open"]["move"])
        stored = {answer.move: answer for answer in judgement.answers}
        assert decision.hands == judgement.hands
        for lead in decision.leads:
            answer = next(a for move, a in stored.items() if _slot(Move.parse(move)) == _slot(lead.move))
            if decision.tried == judgement.hands:  # else to solve them all takes longer than a test may
                assert lead.solved
                limits = (lead.value, lead.high)
                assert limits == pytest.approx((answer.low, answer.high), abs=6e-4)
                wins = round(lead.win * judgement.hands)
                assert answer is not best or wins == judgement.wins
        assert Move.parse(best.move).close == (decision.advice == "close")
    assert any(_slot(advised) == _slot(move) for move in moves), (view.name, str(advised))
