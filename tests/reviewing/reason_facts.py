"""The facts of a reason looked up again: shared with what finds reasons are the rules and the exact search only."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Any

from bingo.solver import Move, Position, solve_many
from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, WAIT, play, subsets
from bingo.solver.game.position import PLAYER_NAMES, Stage
from bingo.solver.game.scoring import sign
from bingo.solver.game.tiles import ALL, TileSet, mask, members, parse, parse_all, text
from bingo.solver.reviewing.decision import Judged, Reason

TILE = r"(\d-\d)"
TILES = r"(\d-\d(?: \d-\d)*)"
SHARE = r"(\d+|none) of (\d+) (?:unseen tiles|tiles of the other player)"


class Facts:
    """One reason and the position it was given in."""

    def __init__(self, one: Judged, reason: Reason) -> None:
        self.one, self.reason = one, reason
        self.words = re.sub(r"against all ([\d,]+) hands", r"against \1 of \1 hands", reason.sentence)
        self.p: Position = one.moment.position
        self.rules, self.trump = self.p.rules, self.p.trump
        moment, player = one.moment, one.player
        won = mask(t for side in moment.won for pair in side for t in pair)
        aside = mask(t for t in (self.p.led, self.p.turned) if t is not None)
        own = self.p.hands[player]
        self.unseen = ALL & ~own & ~won & ~aside
        self.theirs = self.unseen & ~moment.excluded[1 - player]
        self.phase_two = not self.p.open or one.move.close
        #: What the sentence compares the move with: the best that closes as it does, unless it is about that.
        self.better = one.best
        if one.best.close != one.move.close and reason.kind != "close-too-late":
            alike = [o for o in one.options if o.move.close == one.move.close and not o.move.claim]
            self.better = max(alike, key=lambda option: self.mine(option.value)).move

    def check(self) -> None:
        """All that the sentence says, and the line that proves it."""
        assert self.one.lost > 0
        assert self.reason.line
        getattr(self, self.reason.kind.replace("-", "_"))()
        self.check_shares()
        self.check_line()

    # --- what several families say ---------------------------------------------------------------------

    def found(self, pattern: str) -> tuple[Any, ...]:
        match = re.search(pattern, self.words)
        assert match, (pattern, self.words)
        return match.groups()

    def beating(self, lead: int) -> list[int]:
        replies: int = self.theirs
        if self.phase_two and replies == self.p.hands[1 - self.one.player]:
            replies = tricks.may_reply(self.rules, self.trump, lead, replies, phase_two=True)
        beats = tricks.beats
        return [t for t in members(replies) if beats(self.rules, self.trump, lead, t, phase_two=self.phase_two)]

    def worth(self, tile: int) -> int:
        return tricks.points(self.rules, self.trump, tile)

    def check_shares(self) -> None:
        """How many tiles beat which, and what tiles count."""
        for tile, count, total in re.findall(rf"{TILE} (?:is|can be) beaten by (?:only )?{SHARE}", self.words):
            assert (len(self.beating(parse(tile))), self.theirs.bit_count()) == (number(count), int(total))
        for tile, count in re.findall(
            rf"{TILE},? (?:counts \d+ and is beaten )?by (\d+|none)(?:\.|, can be spared)", self.words
        ):
            assert len(self.beating(parse(tile))) == number(count)
        for tile, count in re.findall(rf"{TILE} counts (\d+)(?: and|\.)", self.words):
            assert self.worth(parse(tile)) == int(count)

    def check_line(self) -> None:
        """The line is legal from the position, with the hand that is named; a tile not held may stand for any."""
        position = self.p
        if self.reason.hand:
            hand = mask(parse_all(self.reason.hand))
            assert hand & ~self.theirs == 0
            position = self.with_hand(hand)
        over, gain = False, 0
        for n, step in enumerate(self.reason.line):
            who, _, words = step.partition(" ")
            player, move = PLAYER_NAMES.index(who), Move.parse(words)
            if n == 0 and move.lead is not None and move.lead == position.led:
                assert player == position.leader
                continue
            while position.stage in (Stage.CLAIM, Stage.ANSWER) and not (move == CLAIM and player == position.to_move):
                position = play(position, WAIT).position
            if not self.held(position, player, move):
                assert len(self.reason.line) <= 2
                return
            assert not over
            assert player == position.to_move
            brought, position, over, _ = play(position, move)
            gain += brought
        if over and self.reason.kind in ("close-too-late", "refuted"):
            start = self.with_hand(mask(parse_all(self.reason.hand))) if self.reason.hand else self.p
            first = Move.parse(self.reason.line[0].partition(" ")[2])
            assert gain == worth_of(start, first)

    def held(self, position: Position, player: int, move: Move) -> bool:
        won_with = 0 if position.won_with is None else 1 << position.won_with
        tiles = move.declare & ~won_with | (0 if move.tile is None else 1 << move.tile)
        return tiles & ~position.hands[player] == 0

    def with_hand(self, hand: TileSet) -> Position:
        hands = (self.p.hands[0], hand) if self.one.player == 0 else (hand, self.p.hands[1])
        down = tuple(members(self.unseen & ~hand))[: len(self.p.stock)]  # after a close their order does not matter
        return replace(self.p, hands=hands, stock=down)

    def mine(self, value: float) -> float:
        return sign(self.one.player) * (value - self.one.moment.score[0] + self.one.moment.score[1])

    def told(self, move: str, value: str) -> None:
        """A move is worth so much by the judgment."""
        worths = [self.mine(option.value) for option in self.one.options if str(option.move) == move]
        assert [f"{worth:+.2f}".replace("-0.00", "+0.00") for worth in worths] == [value]

    # --- one a family ----------------------------------------------------------------------------------

    def close_too_late(self) -> None:
        close, worth, on, move = self.found(r"Time to close: (.*) is worth (\S+), playing on (\S+) at best \((.*?)\)\.")
        self.told(close, worth)
        self.told(move, on)
        assert close == str(self.better)
        assert "close" not in move
        self.wins(self.better, r"it wins against ([\d,]+) of ([\d,]+) hands( drawn)?", won=True)

    def wins(self, move: Move, pattern: str, *, won: bool) -> None:
        """So many of all hands, where they are not a sample."""
        if "hands" not in self.words:
            return
        count, total, drawn = self.found(pattern)
        assert int(count.replace(",", "")) <= int(total.replace(",", ""))
        if drawn:
            return
        known = self.one.moment.seen_by(self.one.player)
        free = list(members(known.unknown))
        others = [known.held | mask(some) for some in combinations(free, known.hidden - known.held.bit_count())]
        values = [sign(self.one.player) * worth_of(self.with_hand(hand), move) for hand in others]
        assert len(values) == int(total)
        assert sum((value > 0) == won for value in values) == int(count)

    def most(self, doubles: int) -> int:
        parts = [part for part in subsets(doubles) if tricks.may_declare(self.rules, part.bit_count())]
        return max((tricks.declaration_points(self.rules, part) for part in parts), default=0)

    def declared_too_early(self) -> None:
        if "led without" in self.words:
            tile, value, now = self.found(rf"{TILE} led without declaring .* is worth (\S+), with it (\S+)\.")
            self.told(str(Move(close=self.one.move.close, lead=parse(tile))), value)
            self.told(str(self.one.move), now)
            return
        tiles, now, then, third = self.found(rf"{TILES} count (\d+) .* double (\d+).* drawn: {TILES},")
        declared = mask(parse_all(tiles))
        assert declared == self.one.move.declare
        assert tricks.declaration_points(self.rules, declared) == int(now)
        assert self.p.open
        shown = self.one.moment.shown[1 - self.one.player]
        for tile in parse_all(third):
            assert (self.unseen & ~shown) >> tile & 1
            worth = tricks.declaration_points(self.rules, declared | 1 << tile)
            assert worth == int(then) or (f"or {worth} with 0-0" in self.words and tile == 0)
            assert worth > int(now)

    def sure_trick_not_cashed(self) -> None:
        [sure] = self.found(rf": {TILE} cannot be beaten")
        assert parse(sure) == self.better.lead
        assert not self.beating(parse(sure))
        assert self.p.hands[self.one.player] >> parse(sure) & 1
        if "brings home" in self.words:
            assert int(self.found(r"brings home (\d+)")[0]) == self.worth(parse(sure))

    def trick_not_taken(self) -> None:
        better, worse = self.trick(self.better), self.trick(self.one.move)
        assert (better[0], worse[0]) == (self.one.player, 1 - self.one.player)
        told = re.search(r"for (\d+) card points?, and", self.words)
        assert int(told[1] if told else 0) == better[1]
        given = re.search(r"gives the other player (\d+)\.", self.words)
        assert int(given[1] if given else 0) == worse[1]
        declared = re.search(r"the (\d+) card points declared do not count", self.words)
        assert not declared or int(declared[1]) == self.p.declared[self.one.player] > self.p.card_points(
            self.one.player
        )
        on_lead = re.search(rf"On lead, {TILES} can be declared for (\d+)", self.words)
        assert not on_lead or self.most(mask(parse_all(on_lead[1]))) == int(on_lead[2])

    def trick_not_worth_it(self) -> None:
        taken, share, total, left = self.found(
            rf"brings home (\d+) card points? .* later (?:only )?{SHARE} can beat it.* for (\d+)\."
        )
        better, worse = self.trick(self.better), self.trick(self.one.move)
        assert (better[0], worse[0]) == (1 - self.one.player, self.one.player)
        assert self.one.move.play is not None
        assert (int(taken), int(left)) == (worse[1], better[1])
        assert (len(self.beating(self.one.move.play)), self.theirs.bit_count()) == (number(share), int(total))

    def points_not_secured(self) -> None:
        better, worse = self.trick(self.better), self.trick(self.one.move)
        assert better[0] == worse[0] == self.one.player
        tile, points, share, total = self.found(rf": {TILE} takes .* home (\d+) card points?.* Later {SHARE} can beat")
        assert self.worth(parse(tile)) == int(points)
        assert better[1] > worse[1]
        assert (len(self.beating(parse(tile))), self.theirs.bit_count()) == (number(share), int(total))

    def strong_tile_given_up(self) -> None:
        assert self.trick(self.better)[0] == self.trick(self.one.move)[0]
        assert ("takes the trick" in self.words) == (self.trick(self.better)[0] == self.one.player)

    def trick(self, reply: Move) -> tuple[int, int]:
        """Who takes the trick with this reply, and how many card points are in the two tiles."""
        position = replace(self.p, pending=0)
        after = play(position, reply).position
        taker = after.leader
        last = self.rules.last_trick if not any(after.hands) and not self.p.open and self.p.closed is None else 0
        return taker, after.points[taker] - self.p.points[taker] - last

    def tiles_only(self) -> None:
        """Only what tiles count and what beats them: checked for all."""
        assert self.one.move.lead is not None
        assert text(self.one.move.lead) in self.words

    easily_beaten = strong_tile_spent = tiles_only

    def gaps(self) -> list[int]:
        """What the better move brings more, against each hand that the other player may hold."""
        me, free = sign(self.one.player), list(members(self.theirs))
        size = self.p.hands[1 - self.one.player].bit_count()
        hands = [mask(some) for some in combinations(free, size)]
        hands = [hand for hand in hands if not self.one.moment.seen_by(self.one.player).held & ~hand]
        return [me * (worth_of(w, self.better) - worth_of(w, self.one.move)) for w in map(self.with_hand, hands)]

    def refuted(self) -> None:
        world = self.with_hand(mask(parse_all(self.reason.hand))) if self.reason.hand else self.p
        me = sign(self.one.player)
        good, bad = (me * worth_of(world, move) for move in (self.better, self.one.move))
        assert good > bad
        pattern = r"([+-]\d+) and ([+-]\d+) \w+ points against" if self.reason.hand else None
        if pattern:
            assert self.found(pattern) == (f"{good:+d}", f"{bad:+d}")
            more, total, drawn, less = self.found(r"against (\d+) of (\d+) hands( drawn)? and less against (\d+|none):")
            gaps = [] if drawn else self.gaps()
            assert drawn or (int(more), int(total), number(less)) == (
                sum(gap > 0 for gap in gaps),
                len(gaps),
                sum(gap < 0 for gap in gaps),
            )
        else:
            assert self.found(r"brings ([+-]\d+) and .* ([+-]\d+) \w+ points\.") == (f"{bad:+d}", f"{good:+d}")


def at_lead(position: Position) -> Position:
    """Nobody claims any more before the lead."""
    between = position.stage in (Stage.CLAIM, Stage.ANSWER)
    return replace(position, stage=Stage.LEAD) if between else position


def worth_of(position: Position, move: Move) -> int:
    """The exact value of a lead or reply."""
    gain, after, over, _ = play(at_lead(position), move)
    return gain if over else gain + int(solve_many([after])[0])


def number(word: str) -> int:
    return 0 if word == "none" else int(word)
