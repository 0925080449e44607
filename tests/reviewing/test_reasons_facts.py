"""Every sentence of a reason is true: what beats which, what tiles count, and the line that proves it, looked up again.

Shared with what finds reasons are the rules and the exact search only. What each kind of reason says besides stands in
``data/reasons.jsonl``, word for word.
"""

import re
from dataclasses import replace

from hypothesis import Phase, example, given, settings, strategies as st

from bingo.solver import Move, Position, Rules, replay, solve_many
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, at_lead, play
from bingo.solver.game.position import PLAYER_NAMES, Stage
from bingo.solver.game.tiles import ALL, TileSet, mask, members, parse, parse_all
from bingo.solver.reviewing.decision import Judged, Reason
from bingo.solver.reviewing.reasons import reason_of
from tests.reviewing.judging import mistakes, played
from tests.support.depth import by_depth
from tests.support.strategies import PRESETS

#: Deals at random take seconds each; every kind of reason is held by ``reviewing.test_reasons`` too.
PHASES = by_depth([Phase.explicit], list(Phase))
#: Which moments of a deal are judged: what each is worth takes nearly all the time, as closes are solved.
THIRDS = (0, 1, 2)
TILE, SHARE = r"(\d-\d)", r"(\d+|none) of (\d+) (?:unseen tiles|tiles of the other player)"


class Facts:
    """One reason and the position it was given in."""

    def __init__(self, decided: Judged, reason: Reason) -> None:
        self.one, self.reason, self.p = decided, reason, decided.moment.position
        won = mask(t for side in decided.moment.won for pair in side for t in pair)
        aside = mask(t for t in (self.p.led, self.p.turned) if t is not None)
        self.unseen = ALL & ~self.p.hands[decided.player] & ~won & ~aside
        self.theirs = self.unseen & ~decided.moment.excluded[1 - decided.player]

    def beating(self, lead: int) -> int:
        """How many tiles of the other player may beat it."""
        rules, trump, two = self.p.rules, self.p.trump, not self.p.open or self.one.move.close
        replies: int = self.theirs
        if two and replies == self.p.hands[1 - self.one.player]:
            replies = tricks.may_reply(rules, trump, lead, replies, phase_two=True)
        return sum(tricks.beats(rules, trump, lead, t, phase_two=two) for t in members(replies))

    def check_shares(self) -> None:
        """How many tiles beat which, and what tiles count."""
        words = str(self.reason)
        for tile, count, total in re.findall(rf"{TILE} (?:is|can be) beaten by (?:only )?{SHARE}", words):
            assert (self.beating(parse(tile)), self.theirs.bit_count()) == (number(count), int(total))
        for tile, count in re.findall(rf"{TILE},? (?:counts \d+ and is beaten )?by (\d+|none)(?:\.|, can be)", words):
            assert self.beating(parse(tile)) == number(count)
        for tile, count in re.findall(rf"{TILE} counts (\d+)(?: and|\.)", words):
            assert tricks.points(self.p.rules, self.p.trump, parse(tile)) == int(count)

    def check_line(self) -> None:
        """The line is legal from the position, with the hand that is named; a tile not held may stand for any."""
        assert self.one.lost > 0
        assert self.reason.line
        hand = mask(parse_all(self.reason.hand))
        assert hand & ~self.theirs == 0
        start = position = self.with_hand(hand) if hand else self.p
        over, gain = False, 0
        for n, step in enumerate(self.reason.line):
            who, _, words = step.partition(" ")
            player, move = PLAYER_NAMES.index(who), Move.parse(words)
            if n == 0 and move.lead is not None and move.lead == position.led:
                assert player == position.leader
                continue
            while position.stage in (Stage.CLAIM, Stage.ANSWER) and not (move == CLAIM and player == position.to_move):
                position = play(position, WAIT).position
            if not held(position, player, move):
                assert len(self.reason.line) <= 2
                return
            assert not over
            assert player == position.to_move
            brought, position, over, _ = play(position, move)
            gain += brought
        if over and self.reason.kind in ("close-too-late", "refuted"):
            assert gain == worth_of(start, Move.parse(self.reason.line[0].partition(" ")[2]))

    def with_hand(self, hand: TileSet) -> Position:
        hands = (self.p.hands[0], hand) if self.one.player == 0 else (hand, self.p.hands[1])
        down = tuple(members(self.unseen & ~hand))[: len(self.p.stock)]  # after a close their order does not matter
        return replace(self.p, hands=hands, stock=down)


def held(position: Position, player: int, move: Move) -> bool:
    won_with = 0 if position.won_with is None else 1 << position.won_with
    tiles = move.declare & ~won_with | (0 if move.tile is None else 1 << move.tile)
    return tiles & ~position.hands[player] == 0


def worth_of(position: Position, move: Move) -> int:
    """The exact value of a lead or reply."""
    gain, after, over, _ = play(at_lead(position), move)
    return gain if over else gain + int(solve_many([after])[0])


def number(word: str) -> int:
    return 0 if word == "none" else int(word)


@settings(max_examples=4, phases=PHASES, deadline=None)
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1), third=st.sampled_from(THIRDS))
# The double of trumps is led to the Bingo, which another trump forbids to play.
@example(rules=PRESETS[0], seed=11753, third=None)
def test_what_a_reason_says_is_so(rules: Rules, seed: int, third: int | None) -> None:
    for mistake in mistakes(played(rules, seed), third=third):
        reason = reason_of(mistake)
        if reason is not None:
            facts = Facts(mistake, reason)
            facts.check_shares()
            facts.check_line()


@settings(max_examples=3, phases=PHASES, deadline=None)
@given(rules=st.sampled_from(PRESETS), seed=st.integers(0, 2**32 - 1), third=st.sampled_from(THIRDS))
@example(rules=PRESETS[0], seed=3, third=0)
def test_a_reason_knows_no_more_than_the_mover(rules: Rules, seed: int, third: int | None) -> None:
    """From a record of one's own side alone the sentence is the same; a reply that proves it may be another."""
    record = played(rules, seed)
    alone = [replay(record.one_sided(player)).moments for player in (0, 1)]
    for mistake in mistakes(record, third=third):
        same = mistake.moment.trick, mistake.moment.turn  # there may be more: who knows whether the other could declare
        own = next(moment for moment in alone[mistake.player] if (moment.trick, moment.turn) == same)
        whole, part = reason_of(mistake), reason_of(replace(mistake, moment=own))
        assert (whole and (whole.kind, str(whole))) == (part and (part.kind, str(part)))
