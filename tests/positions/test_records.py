"""Records of deals: what was dealt and played is read, played through, and written back unchanged."""

import json
import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings, strategies as st

from bingo.positions import dumps_record, dumps_record_json, read_records, reads_records, write_records
from bingo.positions.records import FIRST_DEAL
from bingo.solver import IllegalMove, ImpossiblePosition, Move, NotationError, Position, Record, Rules, Turn, deal
from bingo.solver.game import CLAIM, OPPONENT, PLAYER_NAMES, WAIT, YOU, IllegalTurn, Stage, at_lead, presets, replay
from bingo.solver.game.play import play
from tests.oracles.random_play import random_deal, random_moves
from tests.support.deals import DEAL, ONE_SIDED, with_changes
from tests.support.depth import by_depth
from tests.support.reading import A_MATCH
from tests.support.strategies import PRESETS, rule_sets


def test_notation_is_as_lenient_as_in_positions() -> None:
    """Either order of ends, no hyphen, brackets; who makes a turn may be written before it."""
    changes = [
        ("turned: 4-1", "turned: 1|4"),
        ("dealt: 6-3 6-1", "dealt: 36 1|6"),
        ("lead 5-0; play 5-1", "you lead 05 ;  opponent play 1|5"),
        ("declare 2-2 1-1, lead 2-2; play 0-0", "opponent declare 22 11 , lead 22; you play 00"),
        ("  - claim", "  - you claim"),
    ]
    assert list(reads_records(with_changes(DEAL, *changes))) == list(reads_records(DEAL))


@settings(max_examples=by_depth(24, 60))
@given(rules=rule_sets(), seed=st.integers(0, 2**32 - 1), name=st.text(max_size=12))
@example(rules=PRESETS[0], seed=1, name="- a, {b}: 'c' # null")
@example(rules=PRESETS[0], seed=1, name="1e3")
@example(rules=PRESETS[0], seed=1, name="\x7f")
@example(rules=presets.rules("hoyle-1868"), seed=174, name="")  # the tiles drawn count 70, the target
def test_any_deal_is_read_back_as_it_was_written(rules: Rules, seed: int, name: str) -> None:
    """Whole deals and such as stop somewhere, known to both players or to one of them, whatever they are called."""
    start, name = deal(rules, seed), " ".join(name.split())
    moves = random_moves(start, seed)
    for length in (len(moves), seed % len(moves)):
        both_sides = replace(Record.of(start, moves[:length]), name=name, players=(name, "club"))
        for record in (both_sides, both_sides.one_sided(YOU), both_sides.one_sided(OPPONENT)):
            text = dumps_record(record)
            assert list(reads_records(text)) == [record]
            assert [dumps_record(reread) for reread in reads_records(text)] == [text]
            assert list(reads_records(dumps_record_json(record))) == [record]


# --- claims, captures, the end -----------------------------------------------------------------------


def final_score(text: str) -> tuple[int, int]:
    [record] = reads_records(text)
    end = replay(record).end
    assert end.position.over
    return end.score


def test_a_false_claim_gives_the_other_two() -> None:
    """Section 5: also where it is not the player on lead who claims, and where the solvers make no such claim."""
    head = DEAL[: DEAL.index("  - declare")]
    assert final_score(f"{head}  - claim") == (2, 0)  # Bert leads
    assert final_score(f"{head}  - you claim") == (0, 2)
    assert final_score(f"{head}  - declare 2-2 1-1, claim") == (2, 0)
    head = DEAL[: DEAL.index("  - lead 5-4")]  # section 6: Bert had a trick when Ann closed
    assert final_score(f"{head}  - claim") == (0, 2)
    assert final_score(f"{head}  - opponent claim") == (2, 0)


def test_points_that_nobody_claims_are_not_scored_before_the_last_trick() -> None:
    """The record may end anywhere; without a claim it brings nothing."""
    [record] = reads_records(with_changes(DEAL, ("  - claim\n", ""), ("result: {you: 1}\n", "")))
    end = replay(record).end
    assert (end.score, end.turn, end.position.stage) == ((0, 0), None, Stage.CLAIM)


def claimed_too_late() -> tuple[Record, Record]:
    """A deal whose last trick nobody claimed before; and the same with the claim of the one who scores after it."""
    start = deal("pagat", 1)
    for seed in range(200):
        moves = random_moves(start, seed)
        record = Record.of(start, [move for move in moves if not move.claim])
        if sum(replay(record).end.position.tricks) == 14 and not any(move.claim for move in moves):
            break
    winner = YOU if record.result[YOU] > record.result[OPPONENT] else OPPONENT
    return record, replace(record, turns=(*record.turns, Turn(winner, CLAIM)))


def test_after_the_last_trick_whoever_can_claim_scores_and_may_say_so() -> None:
    """Section 5: the deal is scored by itself; the claim may stand there too."""
    record, with_claim = claimed_too_late()
    assert replay(with_claim).end.score == record.result
    assert list(reads_records(dumps_record(with_claim))) == [with_claim]
    loser = OPPONENT if with_claim.turns[-1].player == YOU else YOU
    with pytest.raises(IllegalTurn, match="no turn, as the deal is over: all tiles are played"):
        replay(replace(record, turns=(*record.turns, Turn(loser, CLAIM))))


def test_a_capture_that_reaches_seven_ends_the_match_at_once() -> None:
    """Section 8. Ann takes the double of trumps with the Bingo in the first trick."""
    text = with_changes(
        DEAL[: DEAL.index("  - lead 6-1")],
        ("{you: 2, opponent: 4}", "{you: %d, opponent: 4}"),
        ("lead 5-0; play 5-1", "lead 0-0; play 4-4"),
    )
    assert final_score(f"{text % 6}result: {{you: 1}}") == (1, 0)
    [on] = reads_records(f"{text % 5}  - lead 5-0; play 5-1")
    assert replay(on).end.score == (1, 0)
    assert not replay(on).end.position.over
    with pytest.raises(ValueError, match=r"trick 1 \(line 11\): .* the deal is over: you won the match by the capture"):
        list(reads_records(f"{text % 6}  - lead 5-0; play 5-1"))


def test_the_winner_of_a_trick_declares_on_its_line() -> None:
    """Section 9, domino-play: after winning with a double, before drawing; not declaring is not written."""
    rules = next(rules for rules in PRESETS if rules.declare == "after-winning")
    shows = waits = 0
    for seed in range(30):
        start = deal(rules, seed)
        moves = random_moves(start, seed)
        record = Record.of(start, moves)
        waits += moves.count(WAIT)
        lines = json.loads(dumps_record_json(record))["play"]
        shows += sum("; declare" in line for line in lines)
        assert all(line.count(";") == 1 + ("; declare" in line) for line in lines)
        assert list(reads_records(dumps_record(record))) == [record]
    assert shows > 5
    assert waits > 5


# --- files -------------------------------------------------------------------------------------------


def test_many_deals_are_written_to_a_file_as_its_name_says(tmp_path: Path) -> None:
    records = [random_deal(rules, seed) for seed, rules in enumerate(PRESETS)]
    for name in ("deals.yaml", "deals.jsonl"):
        write_records(records, tmp_path / name)
        assert list(read_records(tmp_path / name)) == records
    assert (tmp_path / "deals.jsonl").read_text().count("\n") == len(records)


def test_the_shipped_match_is_read_and_written_back_as_it_is() -> None:
    records = list(read_records(A_MATCH))
    written = "---\n".join(map(dumps_record, records))
    lines = [line for line in A_MATCH.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert written.splitlines() == lines


def test_one_side_is_what_one_player_can_write_down() -> None:
    [record], [one_sided] = reads_records(DEAL), reads_records(ONE_SIDED)
    assert record.one_sided() == one_sided


def test_tiles_alone_are_moves_and_players_are_named_in_any_case() -> None:
    """As ``bingo play`` takes them."""
    tiles_only = DEAL
    for word in ("lead ", "play "):
        tiles_only = tiles_only.replace(f"- {word}", "- ").replace(f"; {word}", "; ").replace(f", {word}", ", ")
    assert tiles_only != DEAL
    (record,) = reads_records(DEAL)
    assert list(reads_records(tiles_only)) == [record]
    first_turn = tiles_only.index("- ", tiles_only.index("play:")) + 2
    named = f"{tiles_only[:first_turn]}{PLAYER_NAMES[record.leader].title()} {tiles_only[first_turn:]}"
    assert list(reads_records(named)) == [record]
    for between in (", play ", ", ", " ", " / ", " - "):
        with pytest.raises(NotationError, match="expected a semicolon between the leader's turn and the reply"):
            list(reads_records(tiles_only.replace("; ", between)))
    with pytest.raises(ImpossiblePosition):
        list(reads_records(named.replace(PLAYER_NAMES[record.leader].title(), PLAYER_NAMES[1 - record.leader].title())))


@pytest.mark.parametrize(("seed", "player"), [(123, OPPONENT), (643, OPPONENT), (476, YOU), (3243, OPPONENT)])
def test_a_double_that_changes_places_in_a_hidden_hand_is_not_shown(seed: int, player: int) -> None:
    """Where one side writes down a deal, tiles are swapped so that draws come true: the other side may now hold
    doubles that could be declared after the trick, but were not. What the trick scores is not lost either.
    """
    whole = random_deal("domino-play", seed)
    one_sided, played = replay(whole.one_sided(player)), replay(whole)
    assert one_sided.end.score == played.end.score
    turns = [[m.turn for m in record.moments if m.turn and m.turn.move != WAIT] for record in (one_sided, played)]
    assert turns[0] == turns[1]


@pytest.mark.parametrize("preset", ["pagat", "engel"])
def test_whoever_led_before_leads_again_where_both_score_or_neither(preset: str) -> None:
    """Section 8, all that can come of a deal: who alone scored leads, whoever led before."""
    seen = set()
    for seed in range(60):
        record = random_deal(preset, seed)
        played = replay(record)
        scored = played.end.score[0] > 0, played.end.score[1] > 0
        leads = {(True, False): 0, (False, True): 1}.get(scored, record.leader)
        assert FIRST_DEAL.after(record, played).leader == leads
        seen.add((record.leader, scored))
    assert {(first, (first == 1, first == 0)) for first in (0, 1)} <= seen  # who did not lead alone scored


# --- a record is refused where the game refuses its turn; each rule broken once: ``data/outputs/turns.txt``

# --- the play: one broken rule each ------------------------------------------------------------------


@settings(max_examples=by_depth(60, 150))
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1))
@example(rules=presets.rules("hoyle-1868"), seed=981467)  # a declaration that ends the deal, with a tile to be led
def test_a_changed_turn_is_refused_exactly_where_the_game_refuses_it(rules: Rules, seed: int) -> None:
    start, rng = deal(rules, seed), random.Random(seed)
    record = Record.of(start, [move for move in random_moves(start, seed) if not move.claim])
    moves = [turn.move for turn in record.turns]
    other = deal(rules, seed + 1)
    other_moves = [move for move in random_moves(other, seed) if move != WAIT and not move.claim]
    first_index, second_index = rng.randrange(len(moves)), rng.randrange(len(moves))
    if rng.random() < 0.5:
        moves[first_index], moves[second_index] = moves[second_index], moves[first_index]
    else:
        moves[first_index] = rng.choice(other_moves)
    changed = replace(record, turns=tuple(Turn(None, move) for move in moves), result=None)
    try:
        replay(changed)
        refused = None
    except IllegalTurn as error:
        refused = pickle.loads(pickle.dumps(error)).number  # as worker processes send it on
    assert refused == _refused_by_the_game(start, moves)


def _refused_by_the_game(position: Position, moves: list[Move]) -> int | None:
    for number, move in enumerate(moves):
        if position.stage is Stage.SHOW and move != Move(declare=move.declare):
            position = play(position, WAIT).position
        try:
            position = play(at_lead(position), move).position
        except IllegalMove:
            return number
    return None


# --- the setup ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", ["you: 2, opponent: 4", "you: 6, opponent: 4"])
def test_a_claim_is_what_ended_the_deal_also_where_it_wins_the_match(score: str) -> None:
    scored = with_changes(DEAL, ("you: 2, opponent: 4", score), ("  - claim\n", "  - claim\n  - lead 4-4\n"))
    with pytest.raises(ImpossiblePosition, match="expected no turn, as the deal is over: you claimed; found lead 4-4"):
        list(reads_records(scored))


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
            "the opponent to follow 6-6 as far as the hand is known",
            "play 3-3, but 3 more tiles must be in the hand, and only 2-1 2-0 could be after that",
        ),
    ],
)
def test_a_reply_of_a_hidden_hand_is_held_against_what_is_known_of_it(
    changes: tuple[tuple[str, str], ...], expected: str, found: str
) -> None:
    """The double shown before is there; and who could not follow so often has too few tiles left."""
    with pytest.raises(ImpossiblePosition) as refused:
        list(reads_records(with_changes(ONE_SIDED, *changes)))
    assert str(refused.value).endswith(f"expected {expected}; found {found}")
