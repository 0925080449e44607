"""How a review compares moves: what is estimated, in which deals, and that choosing the best does not invent losses."""

import random
from dataclasses import replace

import pytest

from bingo.positions import reads_records
from bingo.solver import PRESETS, Match, Moment, MoveValue, Settings, Stage, analyze, replay, review
from bingo.solver.analysis import Candidates, count_hands, estimate, view_of
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import OPPONENT, YOU, Move, Record, begin, deal, has_claim, legal_moves, rules
from bingo.solver.game.play import play
from bingo.solver.reviewing import judge
from bingo.solver.reviewing.decision import LEADING_WORTHS, worth_of_leading
from bingo.solver.reviewing.judging import Decision, judgment
from tests.oracles.random_play import random_deal
from tests.support.deals import DEAL
from tests.support.depth import by_depth, few, thorough
from tests.support.reading import read_view
from tests.whole.matrix import CELLS, record_of

[RECORD] = reads_records(DEAL)
FIRST_LEAD = "{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}}"


def test_only_the_moves_listed_are_estimated_and_none_is_given_up() -> None:
    moves = (Move.parse("lead 6-1"), Move.parse("lead 5-5"))
    answer = estimate(read_view(FIRST_LEAD), Settings(worlds=600), candidates=Candidates(moves), prune=False)
    assert {option.move for option in answer.moves} == set(moves)
    assert [option.worlds for option in answer.moves] == [600, 600]
    assert answer.moves[0].gap == 0 < answer.moves[1].gap
    pruned = estimate(read_view(FIRST_LEAD), Settings(worlds=600), candidates=Candidates(moves))
    assert pruned.moves[1].worlds < 600


def test_the_gap_is_the_standard_error_of_paired_differences() -> None:
    """Twice as many deals make it smaller by about the root of two."""
    moves = (Move.parse("lead 6-1"), Move.parse("lead 6-3"))
    view = read_view(FIRST_LEAD)
    gaps = [
        max(o.gap for o in estimate(view, Settings(worlds=n), candidates=Candidates(moves), prune=False).moves)
        for n in (500, 2000)
    ]
    assert gaps[0] / gaps[1] == pytest.approx(2, rel=0.2)


@pytest.mark.parametrize("preset", few(PRESETS, "pagat", "berndt"))
def test_what_is_solved_is_worth_in_a_review_what_an_analysis_says(preset: str) -> None:
    """Closes that could be made, and every move once nothing is drawn any more; of few hands, which all are solved."""
    compared = matched = 0
    for seed in range(by_depth(4, 6)):
        points = PRESETS[preset].rules.at_target == "points"
        record = random_deal(preset, seed, **({"carried": (12, 30)} if points else {"match": Match(2, 1)}))
        for moment in replay(record).moments:
            if moment.turn is None or moment.position.over or moment.position.stage is Stage.SHOW:
                continue
            mover = moment.turn.player
            assert mover is not None
            view = view_of(moment.seen_by(mover))
            claims = has_claim(view.world(0), YOU) or has_claim(view.world(0), OPPONENT)
            if claims or not 1 < count_hands(view) <= 64:
                continue
            scored = moment.score[YOU] - moment.score[OPPONENT]
            judged = judge(moment, Settings(worlds=8), Kernel(record.rules))
            analysis = {str(m.move): m for m in analyze(view, Settings(worlds=8)).moves}
            for option in judged.options if judged else ():
                estimate_row = analysis.get(str(option.move))
                if isinstance(estimate_row, MoveValue) and estimate_row.kind != "estimate":
                    compared += 1
                    yours = scored + (estimate_row.value if mover == YOU else -estimate_row.value)
                    assert option.value == pytest.approx(yours, abs=1e-9)
            if judged and judged.match:
                estimate_row = analysis.get(str(judged.match.best))
                if isinstance(estimate_row, MoveValue) and estimate_row.kind != "estimate" and estimate_row.chance:
                    yours = estimate_row.chance if mover == YOU else 1 - estimate_row.chance
                    assert judged.match.best_chance == pytest.approx(yours, abs=1e-9)
                    matched += 1
    assert compared
    assert matched or points


def test_fewer_hands_are_drawn_where_fewer_are_to_be_gone_through() -> None:
    moment = next(m for m in replay(RECORD).moments if m.position.closed and m.position.led is None)
    view = view_of(moment.seen_by(moment.to_play))
    all_of_them = estimate(view, Settings())
    drawn = estimate(view, Settings(worlds=50), enumerated=10)
    assert all_of_them.every
    assert (drawn.every, drawn.worlds) == (False, 50)


def test_choosing_the_best_of_many_invents_no_loss() -> None:
    """Intervals of the loss hold what it is in hundreds of times as many deals, whichever lead looked best."""
    view = read_view(FIRST_LEAD)
    moves = [Move.parse(f"lead {tile}") for tile in ("6-3", "6-1", "5-0", "1-0")]
    long_estimate = estimate(view, Settings(worlds=20_000), candidates=Candidates(tuple(moves)), prune=False)
    truth = {option.move: long_estimate.first.value - option.value for option in long_estimate.moves}
    position = begin(RECORD.start)
    engine = Kernel(position.rules)
    missed = 0
    for seed in range(60):
        move = moves[seed % len(moves)]
        [moment] = replay(Record.of(position, [move])).moments
        decision = judge(moment, Settings(worlds=64, seed=seed), engine)
        missed += decision.low > truth[move] + 0.02
    assert missed <= 3


@thorough
def test_intervals_of_losses_hold_what_all_hands_say_where_a_sample_was_solved() -> None:
    missed = judged = sampled = 0
    for preset, seed in (("pagat", 6), ("pagat", 9), ("hoyle-modern", 3), ("hoyle-modern", 5), ("hoyle-modern", 6)):
        record = random_deal(preset, seed)
        engine = Kernel(record.rules)
        moment = next(m for m in replay(record).moments if m.position.closed and m.position.led is None)
        truth = judgment(Decision(moment, Settings(), engine))
        assert truth.low == truth.high
        for number in range(by_depth(6, 20)):
            decision = judgment(Decision(moment, Settings(worlds=512, seed=number), engine))
            judged += 1
            sampled += decision.low < decision.high
            missed += not decision.low - 1e-9 <= truth.lost <= decision.high + 1e-9
    assert sampled >= judged // 2
    assert missed <= judged * 3 // 20  # of 600, with two generators of chance, 56


def test_a_move_that_throws_the_deal_away_is_found() -> None:
    position = begin(RECORD.start)
    [moment] = replay(Record.of(position, [Move.parse("lead 5-5")])).moments
    decision = judge(moment, Settings(worlds=2_000), Kernel(position.rules))
    assert decision.mistake
    assert decision.low > 0.4
    assert decision.move in [option.move for option in decision.options]


def test_under_rules_of_their_own_leading_is_worth_what_it_is_under_the_nearest_preset() -> None:
    assert set(LEADING_WORTHS) == set(PRESETS)
    assert worth_of_leading(rules("engel, must_beat=false")) == LEADING_WORTHS["engel"]
    assert worth_of_leading(rules("berndt, target=60")) == LEADING_WORTHS["berndt"]


def test_positions_draw_deals_of_their_own() -> None:
    moment = next(iter(replay(RECORD).moments))
    decision, same_decision = (Decision(moment, Settings(seed=3), Kernel(RECORD.rules)) for _ in range(2))
    other = read_view(FIRST_LEAD.replace("6-3", "6-2"))
    streams = {decision.stream_seed(view, n) for view in (read_view(FIRST_LEAD), other) for n in (0, 1)}
    assert len(streams) == 4
    assert decision.stream_seed(read_view(FIRST_LEAD), 0) == same_decision.stream_seed(read_view(FIRST_LEAD), 0)


def test_a_right_move_says_by_how_much_another_may_still_be_better() -> None:
    """Where deals are drawn, the move made is the best of them only as far as can be told."""
    judged = [judge(moment, Settings(worlds=64), Kernel(RECORD.rules)) for moment in replay(RECORD).moments]
    right = [d for d in judged if d and d.best == d.move and not d.exact]
    assert len(right) > 2
    assert all(d.lost == d.low == 0 for d in right)
    assert any(d.high > 0 for d in right)


# --- A review of a deal with a match score has chances to win the match beside game points ----------


SETTINGS = Settings(worlds=64, seed=1)


def test_every_decision_has_the_chance_of_the_move_made_and_of_the_best() -> None:
    answer = review(replace(RECORD, match=Match(2, 4)), SETTINGS)
    assert answer.decisions
    for d in answer.decisions:
        match = d.match
        assert 0 <= match.chance <= 1
        assert 0 <= match.low <= match.lost <= match.high
        assert abs(match.best_chance - match.chance) == pytest.approx(match.lost)
        if match.best == d.move:
            assert match.lost == 0
        if d.best == d.move:
            assert match.chance_by_points == match.chance
    rows = answer.as_dict()["decisions"]
    assert [row["chance"] for row in rows] == [d.match and d.match.chance for d in answer.decisions]
    assert [row["match"]["best"] for row in rows] == [d.match and str(d.match.best) for d in answer.decisions]


def test_game_points_are_judged_as_without_a_score() -> None:
    minded, plain = review(RECORD, SETTINGS), review(replace(RECORD, match=None), SETTINGS)
    assert [d.match for d in plain.decisions] == [None] * len(plain.decisions)
    values = [(d.move, d.best, d.value, d.lost) for d in plain.decisions]
    assert [(d.move, d.best, d.value, d.lost) for d in minded.decisions] == values
    assert not any({"chance", "match"} & row.keys() for row in plain.as_dict()["decisions"])
    assert minded.result == pytest.approx(plain.result or 0)


def test_declarations_after_a_trick_are_judged_by_game_points_alone() -> None:
    deals = (record_of(cell) for cell in CELLS if cell.preset == "domino-play" and cell.match)
    record, player = next((deal, m.turn.player) for deal in deals for m in replay(deal).moments if _shows(m) and m.turn)
    for played in (record, replace(record, match=None)):
        answer = review(played.one_sided(player or 0), Settings(worlds=2))
        match_judgments = [decision.match for decision in answer.decisions if _shows(decision.moment)]
        assert match_judgments == [None] * len(match_judgments) != []


def _shows(moment: Moment) -> bool:
    return moment.position.open and moment.position.stage is Stage.SHOW


def test_where_all_is_known_the_best_for_the_match_is_what_analyze_finds() -> None:
    start, moves = deal("pagat", 14), []
    position, rng = start, random.Random(7)
    while not position.over:  # to the last trick: nobody closes or claims
        moves.append(rng.choice([move for move in legal_moves(position) if not move.close and not move.claim]))
        position = play(position, moves[-1]).position
    judged = review(replace(Record.of(start, moves), match=Match(5, 3)), Settings(worlds=8, seed=1))
    checked = 0
    for decision in judged.decisions:
        if decision.moment.position.stage in (Stage.CLAIM, Stage.ANSWER):
            break  # from here on analyze would claim first
        if not decision.exact:
            continue
        answer = analyze(decision.moment.with_all_hands(decision.player)).as_dict()
        mine = decision.match.best_chance if decision.player == 0 else 1 - decision.match.best_chance
        assert mine == pytest.approx(answer["chance"])
        assert str(decision.match.best) in answer["best"] or decision.match.lost == 0
        checked += 1
    assert checked > 5
