"""Records and their moments: turns can be played from the start; what the player to move saw, and what lay there."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given, settings, strategies as st

from bingo import deal, play_out
from bingo.positions import dumps, dumps_record, reads_records
from bingo.solver import PRESETS, InformationSet, Match, Move, NotationError, Position, Record, Stage, Turn, replay
from bingo.solver.game import CLAIM, OPPONENT, WAIT, YOU, Rules, legal_moves, mask, may_claim, parse_all, text_mask
from tests import manual
from tests.oracles.random_play import random_deal
from tests.support.deals import DEAL, ONE_SIDED, with_changes
from tests.support.depth import by_depth
from tests.support.reading import read_view
from tests.support.strategies import PRESETS as RULE_SETS


def played(record: Record) -> Position:
    position = record.start
    for turn in record.turns:
        position = position.play(turn.move)
    return position


@example("domino-play", 231, Match(6, 6))  # a capture wins the match before the last trick scores
@given(st.sampled_from(list(PRESETS)), st.integers(0, 2**32 - 1), st.sampled_from([None, Match(5, 3), Match(6, 6)]))
def test_a_record_is_played_again_by_its_turns_and_is_made_of_them(preset: str, seed: int, match: Match | None) -> None:
    record = random_deal(preset, seed, match=match)
    end = played(record)
    assert end.over
    assert record.start.result is None
    assert end.result == record.result[YOU] - record.result[OPPONENT]
    assert Record.of(record.start, [turn.move for turn in record.turns]) == record
    [reread] = reads_records(dumps_record(record))
    assert reread.turns == record.turns


@given(st.sampled_from(list(PRESETS)), st.integers(0, 2**32 - 1), st.sampled_from([YOU, OPPONENT]))
def test_a_record_of_one_player_is_played_from_tiles_that_fit(preset: str, seed: int, player: int) -> None:
    record = random_deal(preset, seed)
    one_sided = record.one_sided(player)
    end = played(one_sided)
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


def test_a_deal_that_is_played_out_has_the_wait_of_who_does_not_claim() -> None:
    """You never claim, the opponent does where you lead: the turns can be played from the start."""

    def quiet(_: InformationSet, moves: Sequence[Move]) -> Move:
        return next(move for move in moves if not move.claim)

    def late(view: InformationSet, moves: Sequence[Move]) -> Move:
        return CLAIM if CLAIM in moves and view.leader == OPPONENT else quiet(view, moves)

    waited = 0
    for seed in range(40):
        record = play_out(quiet, late, rules="pagat, target=30", seed=seed)
        end = played(record)
        assert end.over
        assert end.result == record.result[YOU] - record.result[OPPONENT]
        waited += any(turn.move == WAIT for turn in record.turns)
    assert waited


@given(st.sampled_from(list(PRESETS)), st.integers(0, 2**32 - 1), st.sampled_from(["", "you ", "opponent "]))
def test_a_false_claim_is_played_again_too(preset: str, seed: int, claimer: str) -> None:
    """Wherever it stands, also of who has to wait for it, and with a declaration before it."""
    whole, rng = random_deal(preset, seed), random.Random(seed)
    if whole.rules.at_target != "claim":
        return
    head, _, play = dumps_record(whole).partition("play:\n")
    tricks = play.partition("result")[0].splitlines()
    text = "\n".join([f"{head}play:", *tricks[: rng.randrange(len(tricks) + 1)], f"- {claimer}claim"])
    for claimed in reads_records(text, on_error=lambda _: None):  # there may be a claim before
        end = played(claimed)
        assert end.over
        assert end.result == replay(claimed).end.score[YOU] - replay(claimed).end.score[OPPONENT]
        assert Record.of(claimed.start, [turn.move for turn in claimed.turns]).turns == claimed.turns
        assert [reread.turns for reread in reads_records(dumps_record(claimed))] == [claimed.turns]


# --- moments ---------------------------------------------------------------------------------------

[RECORD] = reads_records(DEAL)
REPLAYED = replay(RECORD)
MANUAL = manual.text("positions/README.md")


@settings(max_examples=by_depth(10, 25))
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 2**32 - 1))
def test_the_history_is_what_was_played_and_declared(rules: Rules, seed: int) -> None:
    """Both players' tricks and declarations are those of the history, whoever looks, also those shown upon winning."""
    played = replay(random_deal(rules, seed))
    for moment in played.moments:  # at the end there may be a declaration or a close that no lead followed
        full_tricks = [(trick.led, trick.reply) for trick in moment.history if trick.reply is not None]
        assert sorted(full_tricks) == sorted((*moment.won[YOU], *moment.won[OPPONENT]))
        assert [t.led for t in moment.history if t.reply is None] == [t for t in [moment.position.led] if t is not None]
        declared = mask(())
        for trick in moment.history:
            declared |= trick.declared | trick.shown
        assert declared == moment.shown[YOU] | moment.shown[OPPONENT]
        assert any(trick.closed for trick in moment.history) == (moment.position.closed is not None)


def test_laid_open_everything_is_known() -> None:
    """Before trick 3 from Bert's side, with the stock; after the close without."""
    moment = REPLAYED.at(3)
    view = moment.with_all_hands(OPPONENT)
    assert text_mask(view.hands[1]) == "6-6 6-3 5-5 5-4 3-0 1-0 0-0"
    assert view.stock == parse_all("4-3 6-5 6-2 6-0 5-3 5-2 6-4 4-0 2-0")
    assert view == moment.position.swapped()
    assert isinstance(REPLAYED.at(6).with_all_hands(YOU), Position)


def test_one_sided_records_show_the_side_that_is_known_only() -> None:
    [one_sided] = reads_records(ONE_SIDED)
    played = replay(one_sided)
    for trick in range(1, 8):
        moment = REPLAYED.at(trick)
        if moment.to_play == YOU:
            assert played.at(trick).seen_by(YOU) == moment.seen_by(YOU)
    with pytest.raises(NotationError, match=r"The record does not have all tiles of the opponent's hand"):
        played.at(3).seen_by(OPPONENT)
    with pytest.raises(NotationError, match=r"opponent\.dealt"):
        played.at(2).with_all_hands(YOU)


STOCK = "stock: 5-4 3-3 4-2 6-6 4-3 6-5 6-2 6-0 5-3 5-2 6-4 4-0 2-0\n"


@pytest.mark.parametrize(
    "changes",
    [
        [("opponent: {dealt: 5-1 4-4 3-2 3-1 2-2 2-1 1-1}\n", "")],  # what is left was dealt to the opponent
        [(STOCK, ""), ("1-0 0-0}", "1-0 0-0, drew: 5-4 6-6 4-3}"), ("2-1 1-1}", "2-1 1-1, drew: 3-3 4-2 6-5}")],
    ],
)
def test_what_follows_from_the_rest_may_be_left_out(changes: list[tuple[str, str]]) -> None:
    """One hand where the stock is written, or the stock where both wrote down their draws."""
    [record] = reads_records(with_changes(DEAL, *changes))
    played = replay(record)
    for trick in range(1, 9):
        moment, whole = played.at(trick), REPLAYED.at(trick)
        assert moment.seen_by(moment.to_play) == whole.seen_by(whole.to_play)
    assert played.at(6).with_all_hands(YOU) == REPLAYED.at(6).with_all_hands(YOU)


def test_a_moment_that_the_deal_does_not_reach_is_refused() -> None:
    assert REPLAYED.at(8).position.stage is Stage.CLAIM
    for trick, reply in ((8, True), (9, False)):
        with pytest.raises(NotationError, match="expected a deal that goes that far; found one that ends with trick 8"):
            REPLAYED.at(trick, reply=reply)


@settings(max_examples=by_depth(20, 50))
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 2**32 - 1))
def test_what_is_seen_is_true_and_all_that_follows_from_the_play(rules: Rules, seed: int) -> None:
    """The real hand is always among the possible ones; one side's record tells that side the same as both sides'."""
    record = random_deal(rules, seed)
    played = replay(record)
    one_sided = [replay(record.one_sided(player)) for player in (YOU, OPPONENT)]
    for moment in played.moments:
        if moment.position.stage is Stage.SHOW:
            continue
        player = moment.to_play
        view = moment.seen_by(player)
        other_hand = moment.position.hands[1 - player]
        assert other_hand & ~view.unseen == 0
        assert other_hand & view.excluded == 0
        assert view.known_held & ~other_hand == 0
        assert view.gone == mask(t for side in moment.won for pair in side for t in pair)
        reply = moment.position.led is not None
        assert one_sided[player].at(moment.trick, reply=reply).seen_by(player) == played.at(
            moment.trick, reply=reply
        ).seen_by(player)


@settings(max_examples=by_depth(10, 25))
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 2**32 - 1))
def test_excluded_are_the_tiles_that_would_have_made_a_reply_illegal(rules: Rules, seed: int) -> None:
    """By trying: with any excluded tile in the hand, some reply since the last draw would not have been legal."""
    played = replay(random_deal(rules, seed))
    replies = [m for m in played.moments if m.position.stage is Stage.REPLY and not m.position.open]
    for player in (YOU, OPPONENT):
        mine = [m for m in replies if m.to_play == player]
        for tile in range(28):
            illegal = any(_illegal_with(m.position, player, tile, m.turn.move) for m in mine if m.turn)
            assert illegal == bool(played.end.excluded[player] >> tile & 1), tile


def _illegal_with(position: Position, player: int, tile: int, reply: Move) -> bool:
    """Whether a reply would be against the rules, held the player this tile beside it."""
    reply_tile = mask((reply.play or 0,))
    hands = [hand if owner != player else reply_tile | 1 << tile for owner, hand in enumerate(position.hands)]
    return reply not in legal_moves(replace(position, hands=(hands[0], hands[1])))


def test_a_view_is_written_as_a_position_without_its_history() -> None:
    view = REPLAYED.at(3).seen_by(OPPONENT, "Before trick 3")
    assert read_view(dumps(view)) == replace(view, history=())


def test_the_record_in_the_manual_is_the_one_tested_here() -> None:
    assert [block for block in manual.blocks("yaml", "positions/README.md") if "play:" in block] == [DEAL]
    assert list(reads_records(DEAL)) == [RECORD]


def test_the_fault_in_the_manual_is_what_a_reader_is_told() -> None:
    text = DEAL.replace("play 6-5", "play 3-1")
    with pytest.raises(ValueError, match="trick 4") as caught:
        list(reads_records(text))
    assert str(caught.value).replace("text, ", "deals.yaml, ") in MANUAL
