"""Why a move was a mistake: where each reason is given, in which words, and where it must not be."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import Phase, example, given, settings, strategies as st

from bingo.positions import reads_records
from bingo.solver import Move, Position, Record, Rules, Settings, analyze, replay, review, should_close, solve_many
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, PLAYER_NAMES, WAIT, Stage, at_lead, legal_moves, presets, tricks
from bingo.solver.game.play import play
from bingo.solver.game.tiles import ALL, DOUBLES, TileSet, mask, members, parse, parse_all
from bingo.solver.render import share_text
from bingo.solver.reviewing import reasons
from bingo.solver.reviewing.case import MistakeCase
from bingo.solver.reviewing.decision import Judged, MistakeReason, Option
from bingo.solver.reviewing.reasons import _third_doubles, reason_of
from tests import manual
from tests.oracles.random_play import random_deal
from tests.reviewing.judging import judged, mistakes
from tests.support.deals import DEAL
from tests.support.depth import by_depth
from tests.support.strategies import PRESETS

#: Mistakes of seeded deals, one a line: the record as far as the mistake, and what the options were found to be worth.
CASES = [json.loads(line) for line in (Path(__file__).parents[1] / "data" / "reasons.jsonl").read_text().splitlines()]
MANUAL = manual.text("positions/README.md").partition("## Why a move")[2]
PAGAT = presets.rules("pagat")
REASON_KINDS = {
    "close-too-late",
    "declared-too-early",
    "sure-trick-not-cashed",
    "trick-not-taken",
    "trick-not-worth-it",
    "points-not-secured",
    "strong-tile-given-up",
    "easily-beaten",
    "strong-tile-spent",
    "refuted",
}


def decision_of(case: dict[str, Any]) -> Judged:
    """The mistake of a case: the last turn of its record."""
    [record] = reads_records(json.dumps(case["record"]))
    moment = next(moment for moment in reversed(replay(record).moments) if moment.turn)
    return judged(moment, moment.turn.move, {Move.parse(text): worth for text, worth in case["options"].items()})


def mistake_case(decided: Judged) -> MistakeCase:
    return MistakeCase(decided, Kernel(decided.moment.position.rules))


def case_title(case: dict[str, Any]) -> str:
    return f"{case['kind']}: {case['sentence'][:40]}"


@pytest.mark.parametrize("case", CASES, ids=case_title)
def test_the_reason_is_given_in_these_words_with_this_proof(case: dict[str, Any]) -> None:
    reason = reason_of(decision_of(case))
    assert (reason.kind, str(reason)) == (case["kind"], case["sentence"])
    assert (reason.line, reason.hand) == (tuple(case["line"]), case["hand"])


@pytest.mark.parametrize("case", CASES, ids=case_title)
def test_the_better_move_is_never_faulted_for_the_same_reason(case: dict[str, Any]) -> None:
    """A near miss of every family: the two moves change places, and nothing else does."""
    decided = decision_of(case)
    turned = replace(decided, move=decided.best, best=decided.move, value=decided.best_value, best_value=decided.value)
    reason = reason_of(turned)
    assert reason is None or reason.kind != case["kind"]


def test_how_often_a_close_wins_counts_hands_by_the_weights_of_an_analysis() -> None:
    decided = decision_of(CASES[1])
    seen = decided.moment.seen_by(decided.player).concealed()
    closed = next(m for m in should_close(seen, Settings(worlds=2)).leads if m.move == decided.best)
    wins = sum(share for value, _, share in closed.double_dummy.outcomes if value > 0)
    assert sum(hands for value, hands, _ in closed.double_dummy.outcomes if value > 0) == 182  # of 252
    assert f"it wins {share_text(wins)} of the time" in str(reason_of(decided))
    assert share_text(wins) == "73%"


def test_every_family_is_among_the_cases() -> None:
    assert {case["kind"] for case in CASES} == REASON_KINDS


def test_the_best_move_has_no_fault() -> None:
    decided = decision_of(CASES[0])
    assert reason_of(replace(decided, move=decided.best)) is None
    assert reason_of(replace(decided, lost=0.0)) is None


def test_the_manual_has_every_kind_with_a_sentence_from_here() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| ([A-Z0-9].*\.) \|$", MANUAL, re.MULTILINE))
    assert set(rows) == REASON_KINDS
    case_sentences = {(case["kind"], case["sentence"]) for case in CASES}
    assert set(rows.items()) <= case_sentences


def record_of(text: str) -> Record:
    [record] = reads_records(text)
    return record


# --- near misses -------------------------------------------------------------------------------------


def case_of(kind: str, **options: float) -> tuple[Judged, dict[Move, float]]:
    case = next(case for case in CASES if case["kind"] == kind)
    return decision_of(case), {Move.parse(text): worth for text, worth in (case["options"] | options).items()}


def test_no_close_is_called_late_where_playing_on_is_worth_as_much() -> None:
    decided, worths = case_of("close-too-late")
    going_on = max((m for m in worths if not m.close and m != decided.move), key=lambda m: worths[m])
    rejudged = judged(decided.moment, decided.move, worths | {going_on: worths[decided.best] - 0.01})
    assert reasons.close_too_late(mistake_case(rejudged)) is None


def test_options_are_the_movers_whoever_moves() -> None:
    """Values of a judgment are the record's, sentences the mover's."""
    moment = replay(record_of(DEAL)).at(3)
    assert moment.position.to_move == 1
    decided = judged(moment, Move(lead=5), {Move(lead=9): 0.5, Move(lead=5): -0.25})
    assert decided.options[0] == Option(Move(lead=9), -0.5)
    assert mistake_case(decided).worths[decided.move] == -0.25


def test_a_review_says_why_of_what_it_marks_and_of_nothing_else() -> None:
    case = next(case for case in CASES if case["kind"] == "sure-trick-not-cashed")
    [record] = reads_records(json.dumps(case["record"]))
    answer = review(record, Settings(worlds=200))
    assert any(decided.mistake for decided in answer.decisions)
    assert not any(decided.reason for decided in answer.decisions if not decided.mistake)
    last_decision = answer.decisions[-1]
    assert last_decision.reason == reason_of(last_decision)
    assert last_decision.reason.kind in REASON_KINDS
    assert answer.as_dict()["decisions"][-1]["why"] == str(last_decision.reason)


# --- endgames, by trying every reply -----------------------------------------------------------------


def endgame_mistakes(seeds: range) -> Iterator[Judged]:
    """Leads of at most five tiles a side, the boneyard exhausted, that are not the best: each beside the best one."""
    for seed in seeds:
        for moment in replay(random_deal(PAGAT, seed)).moments:
            p = moment.position
            if p.open or p.closed or p.stage is not Stage.LEAD or not 2 <= p.hands[0].bit_count() <= 5:
                continue
            direction = 1 if p.leader == 0 else -1
            worths = {m.move: direction * m.value for m in analyze(p).moves if m.move.lead is not None}
            top = max(worths.values())
            yield from (judged(moment, move, worths) for move, worth in worths.items() if worth < top)


def test_a_trick_is_sure_only_if_no_legal_reply_takes_it() -> None:
    """And its not being led is the reason only if no lead that a reply takes is nearly as good."""
    counts = {True: 0, False: 0}
    for mistake in endgame_mistakes(range(30)):
        case = mistake_case(mistake)
        open_leads = {move for move in case.worths if is_beaten(mistake, move)}
        nearly = max(case.worths[move] for move in open_leads) if open_leads else None
        sure = mistake.best not in open_leads and mistake.move in open_leads and nearly is not None
        fires = reasons.sure_trick_not_cashed(case)
        assert fires == (sure and case.worths[mistake.best] - (nearly or 0) >= mistake.lost / 2)
        counts[fires] += 1
    assert min(counts.values()) > 5


def is_beaten(decided: Judged, lead: Move) -> bool:
    after = play(decided.moment.position, lead).position
    return any(play(after, reply).position.leader != decided.player for reply in legal_moves(after))


def test_a_double_that_adds_nothing_but_the_bingo_that_does_would_have_counted_more() -> None:
    """With six doubles the seventh brings no more, unless it is the Bingo."""
    doubles = list(members(DOUBLES))
    rules = presets.rules("pagat, seven_doubles=0")
    for missing in doubles:
        case: Any = SimpleNamespace(rules=rules, view=SimpleNamespace(unseen=1 << missing, known_held=0))
        declared = DOUBLES & ~(1 << missing)
        third = _third_doubles(case, declared, tricks.declaration_points(rules, declared))
        assert third == (1 if missing == doubles[0] else 0)


# --- what a sentence of a reason says is so: what beats which, what tiles count, the line that proves it --------------

#: Deals at random take seconds each; every kind of reason is held above too.
PHASES_DRAWN = by_depth([Phase.explicit], list(Phase))
#: Which moments of a deal are judged: what each is worth takes nearly all the time, as closes are solved.
THIRDS = (0, 1, 2)
TILE, SHARE = r"(\d-\d)", r"(\d+|none) of (\d+) (?:unseen tiles|tiles of the other player)"


class ReasonChecker:
    def __init__(self, decided: Judged, reason: MistakeReason) -> None:
        self.decided, self.reason, self.position = decided, reason, decided.moment.position
        won = mask(t for side in decided.moment.won for pair in side for t in pair)
        aside = mask(t for t in (self.position.led, self.position.turned) if t is not None)
        self.unseen = ALL & ~self.position.hands[decided.player] & ~won & ~aside
        self.theirs = self.unseen & ~decided.moment.excluded[1 - decided.player]

    def beating(self, lead: int) -> int:
        rules, trump, two = self.position.rules, self.position.trump, not self.position.open or self.decided.move.close
        replies: int = self.theirs
        if two and replies == self.position.hands[1 - self.decided.player]:
            replies = tricks.legal_replies(rules, trump, lead, replies, phase_two=True)
        return sum(tricks.beats(rules, trump, lead, t, phase_two=two) for t in members(replies))

    def check_shares(self) -> None:
        """How many tiles beat which, and what tiles count."""
        words = str(self.reason)
        for tile, count, total in re.findall(rf"{TILE} (?:is|can be) beaten by (?:only )?{SHARE}", words):
            assert (self.beating(parse(tile)), self.theirs.bit_count()) == (count_in(count), int(total))
        for tile, count in re.findall(rf"{TILE},? (?:counts \d+ and is beaten )?by (\d+|none)(?:\.|, can be)", words):
            assert self.beating(parse(tile)) == count_in(count)
        for tile, count in re.findall(rf"{TILE} counts (\d+)(?: and|\.)", words):
            assert tricks.points(self.position.rules, self.position.trump, parse(tile)) == int(count)

    def check_line(self) -> None:
        """The line is legal from the position, with the hand that is named; a tile not held may stand for any."""
        assert self.decided.lost > 0
        assert self.reason.line
        hand = mask(parse_all(self.reason.hand))
        assert hand & ~self.theirs == 0
        start = position = self.with_hand(hand) if hand else self.position
        over, gain = False, 0
        for n, step in enumerate(self.reason.line):
            player_name, _, words = step.partition(" ")
            player, move = PLAYER_NAMES.index(player_name), Move.parse(words)
            if n == 0 and move.lead is not None and move.lead == position.led:
                assert player == position.leader
                continue
            while position.stage in (Stage.CLAIM, Stage.ANSWER) and not (move == CLAIM and player == position.to_move):
                position = play(position, WAIT).position
            if not holds_tiles(position, player, move):
                assert len(self.reason.line) <= 2
                return
            assert not over
            assert player == position.to_move
            brought, position, over, _ = play(position, move)
            gain += brought
        if over and self.reason.kind in ("close-too-late", "refuted"):
            assert gain == worth_of(start, Move.parse(self.reason.line[0].partition(" ")[2]))

    def with_hand(self, hand: TileSet) -> Position:
        hands = (self.position.hands[0], hand) if self.decided.player == 0 else (hand, self.position.hands[1])
        down = tuple(members(self.unseen & ~hand))[: len(self.position.stock)]  # in any order: nobody draws
        return replace(self.position, hands=hands, stock=down)


def holds_tiles(position: Position, player: int, move: Move) -> bool:
    won_with = 0 if position.won_with is None else 1 << position.won_with
    tiles = move.declare & ~won_with | (0 if move.tile is None else 1 << move.tile)
    return tiles & ~position.hands[player] == 0


def worth_of(position: Position, move: Move) -> int:
    gain, after, over, _ = play(at_lead(position), move)
    return gain if over else gain + int(solve_many([after])[0])


def count_in(word: str) -> int:
    return 0 if word == "none" else int(word)


@settings(max_examples=4, phases=PHASES_DRAWN, deadline=None)
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1), third=st.sampled_from(THIRDS))
# The double of trumps is led to the Bingo, which another trump forbids to play.
@example(rules=PRESETS[0], seed=11753, third=None)
def test_what_a_reason_says_is_so(rules: Rules, seed: int, third: int | None) -> None:
    for mistake in mistakes(random_deal(rules, seed), third=third):
        reason = reason_of(mistake)
        if reason is not None:
            facts = ReasonChecker(mistake, reason)
            facts.check_shares()
            facts.check_line()


@settings(max_examples=3, phases=PHASES_DRAWN, deadline=None)
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1), third=st.sampled_from(THIRDS))
@example(rules=PRESETS[0], seed=3, third=0)
def test_a_reason_knows_no_more_than_the_mover(rules: Rules, seed: int, third: int | None) -> None:
    """From a record of one's own side alone the sentence is the same; a reply that proves it may be another."""
    record = random_deal(rules, seed)
    one_sided = [replay(record.one_sided(player)).moments for player in (0, 1)]
    for mistake in mistakes(record, third=third):
        key = mistake.moment.trick, mistake.moment.turn  # there may be more: who knows whether the other could declare
        own_moment = next(moment for moment in one_sided[mistake.player] if (moment.trick, moment.turn) == key)
        reason, own_reason = reason_of(mistake), reason_of(replace(mistake, moment=own_moment))
        assert (reason and (reason.kind, str(reason))) == (own_reason and (own_reason.kind, str(own_reason)))
