"""Records: their turns can be played from their start, and what was played makes the record again."""

import random
from dataclasses import replace

from hypothesis import example, given, strategies as st

from bingo.positions import dumps_record, reads_records
from bingo.solver import PRESETS, Match, Position, Record, Turn, deal, replay
from bingo.solver.game.legal import legal_moves, may_claim
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import OPPONENT, YOU, Stage


def random_record(preset: str, seed: int, match: Match | None = None) -> Record:
    rng = random.Random(seed)
    start = replace(deal(preset, seed), match=match)
    position, moves = start, []
    while not position.over:
        moves.append(rng.choice(position.legal_moves))
        position = position.play(moves[-1])
    return Record.of(start, moves)


def played(record: Record) -> Position:
    position = record.start
    for turn in record.turns:
        position = position.play(turn.move)
    return position


@example("domino-play", 231, Match(6, 6))  # a capture wins the match before the last trick scores
@given(st.sampled_from(list(PRESETS)), st.integers(0, 2**32 - 1), st.sampled_from([None, Match(5, 3), Match(6, 6)]))
def test_a_record_is_played_again_by_its_turns_and_is_made_of_them(preset: str, seed: int, match: Match | None) -> None:
    record = random_record(preset, seed, match)
    end = played(record)
    assert record.result is not None
    assert end.over
    assert end.result == record.result[YOU] - record.result[OPPONENT]
    assert Record.of(record.start, [turn.move for turn in record.turns]) == record
    [again] = reads_records(dumps_record(record))
    assert again.turns == record.turns


@given(st.sampled_from(list(PRESETS)), st.integers(0, 2**32 - 1), st.sampled_from([YOU, OPPONENT]))
def test_a_record_of_one_player_is_played_from_tiles_that_fit(preset: str, seed: int, player: int) -> None:
    record = random_record(preset, seed)
    alone = record.one_sided(player)
    end = played(alone)
    assert end.over
    assert end.leader == played(record).leader
    assert end.tricks == played(record).tricks


def test_a_leader_who_lets_the_other_claim_waits_in_the_record() -> None:
    """Else the claim would be the leader's own."""
    for seed in range(500):
        rng, start, moves = random.Random(seed), deal("pagat", seed), list[Move]()
        position = start
        while not position.over and not (position.stage is Stage.CLAIM and may_claim(position, 1 - position.leader)):
            options = [move for move in legal_moves(position) if not move.claim]
            moves.append(max(options, key=lambda move: (move.declare.bit_count(), rng.random())))
            position = position.play(moves[-1])
        if not position.over:
            break
    record = Record.of(start, [*moves, WAIT, CLAIM])
    assert record.turns[-2:] == (Turn(position.leader, WAIT), Turn(1 - position.leader, CLAIM))
    assert Record.of(record.start, [turn.move for turn in record.turns]) == record
    assert next(iter(reads_records(dumps_record(record)))).turns == record.turns


@given(st.sampled_from(list(PRESETS)), st.integers(0, 2**32 - 1), st.sampled_from(["", "you ", "opponent "]))
def test_a_false_claim_is_played_again_too(preset: str, seed: int, who: str) -> None:
    """Wherever it stands, also of who has to wait for it, and with a declaration before it."""
    whole, rng = random_record(preset, seed), random.Random(seed)
    if whole.rules.at_target != "claim":
        return
    head, _, play = dumps_record(whole).partition("play:\n")
    tricks = play.partition("result")[0].splitlines()
    text = "\n".join([f"{head}play:", *tricks[: rng.randrange(len(tricks) + 1)], f"- {who}claim"])
    for record in reads_records(text, on_error=lambda _: None):  # there may be a claim before
        end = played(record)
        assert end.over
        assert end.result == replay(record).end.score[YOU] - replay(record).end.score[OPPONENT]
        assert Record.of(record.start, [turn.move for turn in record.turns]).turns == record.turns
        assert [again.turns for again in reads_records(dumps_record(record))] == [record.turns]
