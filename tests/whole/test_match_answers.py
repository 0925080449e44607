"""At a match score every place that answers names a move that an analysis cannot tell from the best one."""

import json
import random
import re
from collections.abc import Iterator

import pytest

from bingo.cli.engine import Request, answer_to
from bingo.cli.puzzle import answers_of
from bingo.positions import dumps_json, reads
from bingo.solver import PRESETS, Answer, Moment, Move, Position, analyze, replay
from bingo.solver.analysis import advise, count_hands, hint
from bingo.solver.analysis.playing import level_move, reply
from bingo.solver.game import CLAIM, YOU, Match, Stage, at_lead
from bingo.solver.render import game as telling
from bingo.solver.reviewing import mistake
from tests.oracles.random_play import random_deal
from tests.support.depth import by_depth, few

MATCH_PRESETS = [name for name, preset in PRESETS.items() if preset.rules.at_target != "points"]
#: That the opponent may hold: more take seconds for each of six answers.
MAX_HANDS = 800
MATCH_SCORES = Match(6, 6), Match(6, 5), Match(5, 6)


def moments(preset: str, match: Match, count: int) -> Iterator[Moment]:
    """Your leads and replies in random deals in which there is a choice, after a few tricks, one of a deal."""
    for seed in range(10**6):
        record = random_deal(preset, seed, match=match)
        your_moments = [
            moment
            for moment in replay(record).moments
            if moment.to_play == YOU and moment.position.stage in (Stage.LEAD, Stage.REPLY) and moment.trick > 3
            if len(list(moment.position.legal_moves)) > 2 and count_hands(moment.seen_by(YOU)) <= MAX_HANDS
        ]
        if your_moments:
            yield random.Random(seed).choice(your_moments)
            count -= 1
        if not count:
            return


def nearly_best(answer: Answer, move: Move) -> bool:
    """Whether a move may be as good as the best, as far as the analysis can tell; of another declaration, its tile."""
    rows = [row for row in answer.moves if (row.move.tile, row.move.close) == (move.tile, move.close)]
    row = next((row for row in rows if row.move == move), *rows[:1])
    return row.criterion.high >= answer.first.criterion.low - 1e-9


def answer_of(question: str, position: str, **options: object) -> dict[str, object]:
    request = {"ask": question, "position": json.loads(position), **options}
    return answer_to(Request.of(json.dumps(request).encode()))


def all_agree(moment: Moment) -> None:
    seen, notation = moment.seen_by(YOU), moment.position.notation
    answer, written = analyze(seen), dumps_json(seen)
    assert answer.chance is not None
    [no_history] = reads(written)  # a file has no history, by which hands are weighed
    from_file, from_engine = analyze(no_history), answer_of("analyze", written)
    assert from_engine.get("chance") == pytest.approx(from_file.chance), notation
    move = Move.parse(str(answer_of("reply", written)["move"]))
    assert nearly_best(from_file, move), f"{notation}: reply of the engine {move}"
    advice = hint(moment, lambda _share: None)
    assert advice, notation
    assert advice.best.chance is not None
    assert re.search(r": wins the match \d+\.\d% of the time|^Claim", telling.hint(moment.position, advice))
    best = advice.best.move
    assert nearly_best(answer, best), f"{notation}: hint {best}"
    move_advice = advise(moment, answer.best, lambda _share: None)
    assert move_advice, notation
    assert move_advice.close_call or move_advice.lost <= 0, f"{notation}: what if {answer.best}"
    assert mistake(moment, best, lambda _share: None) is None, f"{notation}: coach {best}"
    for move in (level_move("strongest", moment), reply(seen)):
        assert nearly_best(answer, move), f"{notation}: strongest {move}"


def cheat_and_puzzle_agree(moment: Moment) -> None:
    """Where all tiles are seen, and none is drawn any more."""
    position = moment.with_all_hands(YOU)
    assert isinstance(position, Position)
    answer = analyze(at_lead(position))
    chances = {row.move: row.chance for row in answer.moves}
    cheat_move = level_move("cheat", moment)
    assert cheat_move in answer.best_moves or cheat_move.declare or cheat_move == CLAIM, moment.position.notation
    judge = answers_of(at_lead(position)).judge
    for move in answer.moves:
        assert judge(move.move).right == (chances[move.move] == answer.chance), moment.position.notation


@pytest.mark.parametrize("preset", few(MATCH_PRESETS, "pagat", "domino-play"))
@pytest.mark.parametrize("match", MATCH_SCORES, ids=lambda match: f"{match.you}-{match.opponent}")
def test_every_place_agrees_with_the_analysis_at_a_match_score(preset: str, match: Match) -> None:
    """Library, hint, what if, coach, levels and engine; with all tiles seen the level that cheats, and puzzles."""
    for moment in moments(preset, match, by_depth(1, 11)):
        all_agree(moment)
        if not moment.position.open:
            cheat_and_puzzle_agree(moment)
