"""With a match score, levels play for the chance to win the match, as an analysis reckons it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bingo.solver import Settings, analyze
from bingo.solver.analysis.playing import level_move
from bingo.solver.game.moves import at_lead
from bingo.solver.game.position import Match, Position, Stage
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.record import Moment, Record
from bingo.solver.game.replay import replay
from bingo.solver.game.setup import deal
from bingo.solver.match.objectives import match_objective
from tests.support.deals import random_moves
from tests.support.depth import by_depth, few

SCORES = (Match(6, 6, 0), Match(6, 5, 0), Match(5, 6, 0))
MATCHES = [name for name, preset in PRESETS.items() if preset.rules.at_target != "points"]


def decisions(preset: str, score: Match, seed: int) -> Iterator[Moment]:
    """Leads and replies of a random deal in which there is a choice."""
    start = replace(deal(preset, seed), match=score)
    record = Record.of(start, [move for _, move in random_moves(start, seed)])
    for moment in replay(record).moments:
        if moment.position.stage in (Stage.LEAD, Stage.REPLY) and len(moment.position.legal_moves) > 1:
            yield moment


@pytest.mark.parametrize("preset", few(MATCHES, "pagat", "domino-play"))
@pytest.mark.parametrize("score", SCORES, ids=lambda score: f"{score.you}-{score.opponent}")
def test_strongest_chooses_a_move_within_the_interval_of_the_best_chance(preset: str, score: Match) -> None:
    for seed in range(by_depth(1, 4)):
        rng = random.Random(seed)
        choices = list(decisions(preset, score, seed))
        for moment in rng.sample(choices, min(by_depth(2, 3), len(choices))):
            move = level_move("strongest", moment)
            answer = analyze(moment.seen_by(moment.to_play), Settings())
            if answer.exact:
                assert move in answer.best_moves
                continue
            alike = [m for m in answer.moves if (m.move.tile, m.move.close) == (move.tile, move.close)]
            row = next((m for m in alike if m.move == move), alike[0])  # else with another declaration
            chosen, best = row.criterion, answer.first.criterion
            assert chosen.high >= best.low - 1e-9, f"{moment.position.notation}: {move}"


def test_cheat_plays_for_the_match_where_all_tiles_decide() -> None:
    """The move of the highest chance once nothing is drawn any more, all tiles being seen."""
    differing = 0
    for seed in range(by_depth(12, 60)):
        for moment in decisions(("pagat", "domino-play")[seed % 2], SCORES[seed % 3], seed):
            position = moment.position
            if position.open:
                continue
            laid = moment.with_all_hands(moment.to_play)
            assert isinstance(laid, Position)
            laid = at_lead(laid)  # whoever might have claimed has waited
            move = level_move("cheat", moment)
            assert move in analyze(laid).best_moves or move.declare, f"{position.notation}: {move}"
            differing += move not in analyze(replace(laid, match=None)).best_moves
    assert differing > 0


def test_textbook_closes_later_where_a_failed_close_loses_the_match() -> None:
    """It needs ten card points more in its count."""
    closes = {True: 0, False: 0}
    for seed in range(by_depth(150, 400)):
        for moment in decisions("pagat", Match(5, 5, 0), seed):
            if not any(move.close for move in moment.position.legal_moves):
                continue
            with_score = level_move("textbook", moment).close
            alone = level_move("textbook", replace(moment, position=replace(moment.position, match=None))).close
            assert alone or not with_score
            closes[True] += with_score
            closes[False] += alone
    assert closes[True] < closes[False]
    assert match_objective(replace(deal("berndt", 1), match=Match(6, 6, 0))) is None
