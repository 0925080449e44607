"""A search that minds the match maximizes a utility of game points (RULES.md section 8): reference and kernel."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bingo.solver.analysis.exact import analyze_exact, line_after
from bingo.solver.game import PAGAT, SCALE, Closing, Objective, Position, Stage, deal, difference, objective, presets
from bingo.solver.game.presets import BERNDT, DOMINO_PLAY
from tests.engine.test_agreement import DOUBLES, OTHER_HAND
from tests.game.perft import table
from tests.oracles.agreement import expected_row
from tests.oracles.kernel import Kernel
from tests.oracles.reference import Reference, random_objective
from tests.oracles.seeded import dealt
from tests.support.depth import few
from tests.support.strategies import OBJECTIVES, positions

GAME_POINTS = [rules for rules in (preset.rules for preset in presets.PRESETS.values()) if rules.at_target != "points"]
SMALL_POSITIONS = st.sampled_from(GAME_POINTS).flatmap(lambda rules: positions(rules, most_tiles=3))


@given(SMALL_POSITIONS, OBJECTIVES, st.integers(0, 30), st.integers(0, 30))
def test_what_was_scored_before_is_as_if_less_were_needed(position: Position, goal: Objective, a: int, b: int) -> None:
    scored = a % goal.needs[0], b % goal.needs[1]
    value = Kernel(position.rules, objective=goal).value(position, scored)
    remaining_goal = Objective(tuple(row[scored[1] :] for row in goal.table[scored[0] :]))
    assert value == Kernel(position.rules, objective=remaining_goal).value(position)


@given(SMALL_POSITIONS, OBJECTIVES)
def test_the_line_of_an_analysis_yields_the_utility(position: Position, goal: Objective) -> None:
    analysis = analyze_exact(position, Kernel(position.rules, objective=goal))
    scores = tuple(score for step in analysis.line for score in step.scores)
    assert [difference(step.scores) for step in analysis.line] == [step.gain for step in analysis.line]
    assert goal.utility(*goal.add((0, 0), scores)) == analysis.value == analysis.moves[0].value
    for choice in analysis.moves[:2]:
        if position.stage in (Stage.LEAD, Stage.REPLY):
            line = line_after(position, choice.move, Kernel(position.rules, objective=goal))
            assert goal.utility(*goal.add((0, 0), tuple(s for step in line for s in step.scores))) == choice.value


# --- what the score changes --------------------------------------------------------------------------

NEXT_POINT_WINS = objective([[5000, 0], [SCALE, SCALE]])


def test_a_capture_that_wins_the_match_ends_it() -> None:
    """The opponent's claim that comes after it makes up for it; with one point to go nobody gets there."""
    position = table("0-0 2-1", "6-6 2-2", trump=6, points=(0, 68), tricks=(6, 6))
    assert Reference().value(position) == 0
    for goal in (NEXT_POINT_WINS, objective([[5000] * 7 + [0], [SCALE] * 8])):
        assert Kernel(PAGAT, objective=goal).value(position) == SCALE
        line = analyze_exact(position, Kernel(PAGAT, objective=goal)).line
        assert [str(step) for step in line] == ["you lead 0-0", "opponent play 6-6"]


def test_the_first_to_reach_the_last_point_wins_where_each_scores() -> None:
    """Both would score in this deal; whoever does so first has won."""
    position = table("6-6 1-1", "5-5 2-1", DOMINO_PLAY, 6, points=(60, 68), tricks=(3, 3))
    both_need_one = Kernel(DOMINO_PLAY, objective=NEXT_POINT_WINS)
    assert both_need_one.value(position) == SCALE
    assert [step.player for step in analyze_exact(position, both_need_one).line] == [0, 1]


def test_a_claim_is_made_where_waiting_for_more_cannot_help() -> None:
    """The closer is about to fail for 3; with 2 to go the other may as well claim 2 at once."""
    position = table("6-5 1-1", "5-5 2-1", points=(70, 20), tricks=(3, 2), closed=Closing(1, 0, 0))
    plain = analyze_exact(position, Kernel(PAGAT))
    answer = analyze_exact(position, Kernel(PAGAT, objective=objective([[4000, 0], [5000, 0], [SCALE, SCALE]])))
    assert plain.value == 3
    assert "claim" not in map(str, plain.best_moves)
    assert answer.value == SCALE
    assert "claim" in map(str, answer.best_moves)


def test_rules_worth_card_points_are_refused() -> None:
    with pytest.raises(ValueError, match="expected rules whose deals are worth game points"):
        Kernel(BERNDT, objective=NEXT_POINT_WINS).value(deal("berndt"))


# --- kernel and reference ----------------------------------------------------------------------------


DECLARE_EACH = "domino-play, declare=leading"
WON_BY_DECLARING = [
    table(hand, other, presets.rules(spec), 3, points=(60, 30), tricks=(4, 3))
    for hand, other, spec in (
        ("6-6 5-5 2-1", "4-1 6-3 4-0", DECLARE_EACH),
        (DOUBLES, OTHER_HAND, DECLARE_EACH),
        (DOUBLES, OTHER_HAND, f"{DECLARE_EACH}, seven_doubles=0, declaration_points=20 40 50"),
    )
]


@pytest.mark.parametrize("position", few(WON_BY_DECLARING, WON_BY_DECLARING[0]))
def test_a_declaration_that_wins_the_match_is_listed_with_its_lead_unless_all_seven_end_the_deal(
    position: Position,
) -> None:
    row = Kernel(position.rules, objective=NEXT_POINT_WINS).moves([position])[0].tolist()
    assert row == expected_row(position, Reference(NEXT_POINT_WINS))


def test_utilities_depend_on_nothing_but_position_and_objective() -> None:
    rng = random.Random(1)
    goals: Sequence[Objective | None] = [None, *(random_objective(rng) for _ in range(5))]
    cases = [(dealt(1, rng.randrange(10**6))[0], goal) for _ in range(40) for goal in goals]
    expected = [Kernel(PAGAT, objective=goal).value(position) for position, goal in cases]
    for bits, threads in ((2, 1), (12, 2), (16, 3)):
        rng.shuffle(order := list(range(len(cases))))
        shuffled = [cases[n] for n in order]
        kernel = Kernel(PAGAT, bits, 4)
        rows = kernel.utilities([p for p, _ in shuffled], [goal for _, goal in shuffled], threads)
        assert [value for value, _ in rows] == [expected[n] for n in order]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (((5000,),), "rows: expected 2 to 32"),
        (((5000, 0), (SCALE,)), "rows of one length"),
        (((SCALE + 1, 0), (SCALE, SCALE)), "a utility: expected 0 to 10000; found 10001"),
        (((5000, 0), (9000, SCALE)), "the last row: expected 10000; found 9000"),
        (((5000, 1), (SCALE, SCALE)), "the last column: expected 0; found 1"),
        (((5000, 6000, 0), (SCALE, SCALE, SCALE)), "points of one's own never hurt"),
        ("no table", "a table of whole numbers"),
    ],
)
def test_the_kernel_takes_no_other_table(rows: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Kernel(PAGAT, objective=Objective(rows)).value(table("6-6", "5-5"))
