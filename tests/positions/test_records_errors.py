"""A record is refused where the game refuses its turn; each rule broken once: ``data/outputs/turns.txt``."""

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from bingo.positions import reads, reads_records
from bingo.solver import Move, Position, Record, Rules, Stage, Turn, replay
from bingo.solver.errors import IllegalMove, ImpossiblePosition, NotationError
from bingo.solver.game.moves import WAIT, play
from bingo.solver.game.replay import IllegalTurn
from bingo.solver.game.setup import deal
from tests.support.deals import DEAL, ONE_SIDED, bent, random_moves
from tests.support.depth import by_depth
from tests.support.strategies import PRESETS

# --- the play: one broken rule each ------------------------------------------------------------------


@settings(max_examples=by_depth(60, 150))
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1))
def test_a_changed_turn_is_refused_exactly_where_the_game_refuses_it(rules: Rules, seed: int) -> None:
    """Some turn of a deal is replaced by one of another deal, or two change places."""
    start, rng = deal(rules, seed), random.Random(seed)
    record = Record.of(start, [move for _, move in random_moves(start, seed) if not move.claim])
    moves = [turn.move for turn in record.turns]
    other = deal(rules, seed + 1)
    strange = [move for _, move in random_moves(other, seed) if move != WAIT and not move.claim]
    at, there = rng.randrange(len(moves)), rng.randrange(len(moves))
    if rng.random() < 0.5:
        moves[at], moves[there] = moves[there], moves[at]
    else:
        moves[at] = rng.choice(strange)
    changed = replace(record, turns=tuple(Turn(None, move) for move in moves), result=None)
    try:
        replay(changed)
        refused = None
    except IllegalTurn as error:
        refused = pickle.loads(pickle.dumps(error)).number  # as worker processes send it on
    assert refused == _refused_by_the_game(start, moves)


def _refused_by_the_game(position: Position, moves: list[Move]) -> int | None:
    """The number of the first move that is illegal, nobody claiming; None if all can be made."""
    for number, move in enumerate(moves):
        if position.stage is Stage.SHOW and move != Move(declare=move.declare):
            position = play(position, WAIT).position
        while position.stage in (Stage.CLAIM, Stage.ANSWER):
            position = play(position, WAIT).position
        try:
            position = play(position, move).position
        except IllegalMove:
            return number
    return None


# --- the setup ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", ["you: 2, opponent: 4", "you: 6, opponent: 4"])
def test_a_claim_is_what_ended_the_deal_also_where_it_wins_the_match(score: str) -> None:
    scored = bent(DEAL, ("you: 2, opponent: 4", score), ("  - claim\n", "  - claim\n  - lead 4-4\n"))
    with pytest.raises(ImpossiblePosition, match="expected no turn, as the deal is over: you claimed; found lead 4-4"):
        list(reads_records(scored))


def test_a_record_is_no_position_and_the_other_way_round() -> None:
    with pytest.raises(NotationError, match=r"--at 9, .* read_records .*found the record of a deal"):
        list(reads(DEAL))
    with pytest.raises(
        NotationError, match="expected the record of a deal, with the keys dealt and play; found a position"
    ):
        list(reads_records("{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7}}"))


@pytest.mark.parametrize(
    ("changes", "expected", "found"),
    [
        (
            (("6-3 6-1", "6-1 2-1"), ("lead 2-2; play 0-0", "lead 1-1; play 0-0"), ("5-4; play 4-2", "2-1; play 4-2")),
            "the opponent to play 2-2, or a hidden tile that comes as early, to 2-1 in phase two",
            "play 4-2, but other tiles must be played to 2-1",
        ),
        (
            (("play 6-5", "play 3-1"), ("play 4-2", "play 3-2"), ("lead 4-3; play 1-1\n  - ", "")),
            "the opponent to play to 6-6 as phase two asks for, by all that is known of the hand",
            "play 3-3, but 3 more tiles must be in the hand, and only 2-1 2-0 could be after that",
        ),
    ],
)
def test_a_reply_of_a_hidden_hand_is_held_against_what_is_known_of_it(
    changes: tuple[tuple[str, str], ...], expected: str, found: str
) -> None:
    """The double shown before is there; and who could not follow so often has too few tiles left."""
    with pytest.raises(ImpossiblePosition) as refused:
        list(reads_records(bent(ONE_SIDED, *changes)))
    assert str(refused.value).endswith(f"expected {expected}; found {found}")
