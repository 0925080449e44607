"""A review of a deal with a match score has chances to win the match beside game points."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bingo.positions import reads_records
from bingo.solver import Match, Moment, Record, Settings, Stage, analyze, deal, replay, review
from bingo.solver.game.legal import legal_moves
from bingo.solver.game.play import play
from tests.support.deals import DEAL
from tests.whole.matrix import CELLS, record_of

[RECORD] = reads_records(DEAL)
SETTINGS = Settings(worlds=64, seed=1)


def test_every_decision_has_the_chance_of_the_move_made_and_of_the_best() -> None:
    answer = review(replace(RECORD, match=Match(2, 4)), SETTINGS)
    assert answer.decisions
    for d in answer.decisions:
        match = d.match
        assert match is not None
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
    """Also while tiles are drawn."""
    deals = (record_of(cell) for cell in CELLS if cell.preset == "domino-play" and cell.match)
    record, player = next((deal, m.turn.player) for deal in deals for m in replay(deal).moments if _shows(m) and m.turn)
    for played in (record, replace(record, match=None)):
        answer = review(played.one_sided(player or 0), Settings(worlds=2))
        shown = [decision.match for decision in answer.decisions if _shows(decision.moment)]
        assert shown == [None] * len(shown) != []


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
        assert decision.match is not None
        answer = analyze(decision.moment.with_all_hands(decision.player)).as_dict()
        mine = decision.match.best_chance if decision.player == 0 else 1 - decision.match.best_chance
        assert mine == pytest.approx(answer["chance"])
        assert str(decision.match.best) in answer["best"] or decision.match.lost == 0
        checked += 1
    assert checked > 5
