"""Schnapsen for the kernel: tables of another game, to hold the search against answers that others published.

Twenty cards in four suits (S, H, C, D), from the ace down A T K Q J, worth 11, 10, 4, 3 and 2; five cards a hand, 66 to
win. What the kernel is given are the tables that ``solver.engine.tables`` makes of rules for dominoes, made here of
rules for cards; it is told nothing else, and nothing in it is written for this game:

- Winning the last trick wins the deal, so it is worth 66 card points; with the stock closed it is worth nothing.
- A marriage is the declaration of two doubles: king and queen of a suit lie on doubles, those of trumps on that of two
  blanks, whose bonus makes 20 into 40. All else lies on tiles that are none.
- Eight tiles are no cards. They are the lowest in the tables, and nowhere in a deal.

Left out, since tables cannot say it: the exchange of the trump jack, and closing before the first trick that one wins
(in every position here the jack lies face up or was played, and who closes has a trick). Since any two doubles may be
declared, positions in which a hand could hold kings or queens of two marriages are refused (:class:`Unsupported`).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

import numpy as np

from bingo.solver.engine import _kernel
from bingo.solver.engine.kernel import NONE
from bingo.solver.engine.tables import CLASSES
from bingo.solver.game.position import Closing, Position, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.tiles import DOUBLES

SUITS, RANKS = "SHCD", "JQKTA"
POINTS = dict(zip(RANKS, (2, 3, 4, 10, 11), strict=True))
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)

#: Card points to win a deal; what the last trick brings, and a marriage, and that of trumps on top.
TARGET, LAST_TRICK, MARRIAGE, ROYAL = 66, 66, 20, 20
#: In the order of ``Scoring`` in ``engine/core/tables.hpp``: what the other has is judged, and a failure paid, as it
#: was at the close; a declaration is of two, before the lead.
SCORING = array(
    "i", [0, TARGET, 33, 0, 1, 0, 1, 0, 0, 0, LAST_TRICK, 0, 0, 0, 0, 0, ROYAL, 2, 1, 0, 0, MARRIAGE, 0, 0, 0, 0, 0]
)

_DOUBLES = [t for t in range(28) if DOUBLES >> t & 1]
_OTHERS = [t for t in range(28) if not DOUBLES >> t & 1]


class Unsupported(Exception):
    """A position that the tables cannot tell from another one."""


def cards(text: str) -> tuple[str, ...]:
    """The cards of a text such as ``SAK HT``: a suit, then its ranks."""
    found = tuple(word[0] + rank for word in text.split() for rank in word[1:])
    assert set(found) <= set(DECK), text
    assert len(set(found)) == len(found), text
    return found


# --- tables ------------------------------------------------------------------------------------------


def beats(reply: str, led: str, trump: str) -> bool:
    """Whether the reply wins the trick."""
    if reply[0] == led[0]:
        return RANKS.index(reply[1]) > RANKS.index(led[1])
    return reply[0] == trump


def reply_classes(led: str, trump: str) -> list[set[str]]:
    """Once the stock is exhausted or closed: cards of which one must be played if there is one, in order of duty."""
    follow = {card for card in DECK if card[0] == led[0]} - {led}
    higher = {card for card in follow if beats(card, led, trump)}
    return [higher, follow - higher, {card for card in DECK if card[0] == trump} - {led}]


@dataclass(frozen=True)
class Tiles:
    """Which card lies on which tile, and the tables of the kernel."""

    tile: dict[str, int]
    trumps: array[int]

    def mask(self, held: Iterable[str]) -> int:
        """A set of cards as one of tiles."""
        return sum(1 << self.tile[card] for card in held)


@lru_cache(maxsize=64)
def tiles(trump: str, marriages: frozenset[str]) -> Tiles:
    """Tables with this trump suit, where the marriages of these suits may be declared."""
    pairs = sorted(marriages, key=lambda suit: suit != trump)
    doubles, others = list(_DOUBLES if trump in marriages else _DOUBLES[1:]), list(_OTHERS)
    tile = {suit + rank: doubles.pop(0) for suit in pairs for rank in "KQ"}
    tile |= {card: others.pop(0) for card in DECK if card not in tile}
    spare = sorted(set(range(28)) - set(tile.values()))
    by_worth = sorted(DECK, key=lambda card: (POINTS[card[1]], card[0] == trump, card))
    number = {card: len(spare) + n for n, card in enumerate(by_worth)}

    def numbers(held: Iterable[str]) -> int:
        return sum(1 << number[card] for card in held)

    anything = (1 << 28) - 1
    rows = [[t, 0, 0, 0, DOUBLES >> t & 1, anything, *[0] * (CLASSES - 1)] for t in spare]
    for led in by_worth:
        winners = numbers(card for card in DECK if beats(card, led, trump))
        classes = [*map(numbers, reply_classes(led, trump)), anything]
        classes += [0] * (CLASSES - len(classes))
        rows.append([tile[led], POINTS[led[1]], winners, winners, DOUBLES >> tile[led] & 1, *classes])
    return Tiles(tile, array("i", 7 * list(chain.from_iterable(rows))))


# --- deals -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deal:
    """Where all cards are. Players are 0 (you) and 1; a card that was led is in no hand any more.

    ``closed`` is who closed the stock, and ``at_close`` the card points that the other had then.
    """

    trump: str
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    points: tuple[int, int]
    leader: int = 0
    led: str | None = None
    tricks: tuple[int, int] | None = None
    closed: int | None = None
    at_close: int | None = None
    turned: str | None = None
    stock: str | None = None

    def after(self, led: str, reply: str) -> Deal:
        """The deal after this trick; an open stock has two cards, which are drawn then."""
        wins = beats(reply, led, self.trump)
        winner, hands, points = self.leader ^ wins, [list(hand) for hand in self.hands], list(self.points)
        for player, card in ((self.leader, led), (1 - self.leader, reply)):
            if card != self.led:
                hands[player].remove(card)
        points[winner] += POINTS[led[1]] + POINTS[reply[1]]
        if self.stock and self.turned:
            hands[winner].append(self.stock)
            hands[1 - winner].append(self.turned)
        return replace(
            self,
            hands=(tuple(hands[0]), tuple(hands[1])),
            points=(points[0], points[1]),
            leader=winner,
            led=None,
            tricks=None,
            stock=None,
            turned=None,
        )

    def lead(self, card: str) -> Deal:
        """The deal with this card of the leader on the table."""
        hands = [tuple(c for c in hand if c != card) for hand in self.hands]
        return replace(self, hands=(hands[0], hands[1]), led=card)

    def replies(self, led: str) -> set[str]:
        """The cards that may be played to this lead, with the stock exhausted or closed."""
        hand = set(self.hands[1 - self.leader])
        return next((held for group in reply_classes(led, self.trump) if (held := group & hand)), hand)

    def close(self) -> Deal:
        """The deal after the leader closed the stock: its two cards are out of play."""
        assert self.turned
        assert self.led is None
        at_close = self.points[1 - self.leader]
        return replace(self, closed=self.leader, at_close=at_close, turned=None, stock=None)

    def marriages(self) -> frozenset[str]:
        """Suits of which one player holds, or may draw, king and queen.

        Raises:
            Unsupported: a hand could hold cards of two of them.
        """
        drawn = {card for card in (self.turned, self.stock) if card}
        reach = [{*hand, *drawn} for hand in self.hands]
        found = {suit for suit in SUITS for held in reach if {suit + "K", suit + "Q"} <= held}
        for held in reach:
            if len({card[0] for card in held if card[0] in found and card[1] in "KQ"}) > 1:
                raise Unsupported(f"cards of two marriages in one hand: {' '.join(sorted(held))}")
        return frozenset(found)

    def moves(self, bits: int = 8) -> dict[str, int]:
        """What each card that may be led or played is worth to you, in game points; closing is no move here."""
        table = tiles(self.trump, self.marriages())
        [row] = _kernel.Kernel(table.trumps, SCORING, bits, bits).moves([self._position(table)], 1)
        return {card: int(row[3 + t]) for card, t in table.tile.items() if row[3 + t] != NONE}

    def value(self, bits: int = 8) -> int:
        """What the deal is worth to you, in game points, if nobody closes any more.

        The stock is exhausted or closed, or a card was led.
        """
        assert not self.turned or self.led
        table = tiles(self.trump, self.marriages())
        return _kernel.Kernel(table.trumps, SCORING, bits, bits).value(self._position(table))

    def _position(self, table: Tiles) -> Position:
        """As the kernel reads it; the rules of a position are for others to read."""
        tricks = self.tricks or (int(self.points[0] > 0), int(self.points[1] > 0))
        closing = None
        if self.closed is not None:
            other = 1 - self.closed
            points = self.points[other] if self.at_close is None else self.at_close
            closing = Closing(self.closed, points, int(points > 0))
        return Position(
            PAGAT,
            0,
            (table.mask(self.hands[0]), table.mask(self.hands[1])),
            self.leader,
            led=table.tile[self.led] if self.led else None,
            points=self.points,
            tricks=tricks,
            stock=(table.tile[self.stock],) if self.stock else (),
            turned=table.tile[self.turned] if self.turned else None,
            closed=closing,
            stage=Stage.REPLY if self.led else Stage.LEAD,
        )


def guaranteed(deals: Sequence[Deal], bits: int = 8) -> dict[str, list[int]]:
    """What a strategy that begins with a lead takes in each of these deals, which you, on lead, cannot tell apart.

    They are closed and differ in the opponent's hand, against which the strategy is one and the same; the opponent sees
    all. There are no marriages.
    """
    assert not any(deal.marriages() for deal in deals)
    table, leads = tiles(deals[0].trump, frozenset()), deals[0].hands[0]
    hands = np.array([table.mask(deal.hands[1]) for deal in deals], np.uint32)
    moves = array("i", chain.from_iterable((0, table.tile[card]) for card in leads))
    kernel = _kernel.Kernel(table.trumps, SCORING, bits, bits)
    found = kernel.guaranteed(deals[0]._position(table), hands, moves, None, len(deals), len(deals), 1)
    return dict(zip(leads, found.T.tolist(), strict=True))


# --- another search ----------------------------------------------------------------------------------


def plain_value(deal: Deal) -> int:
    """What a deal with the stock exhausted or closed is worth to you: every line of play, nothing cut off.

    It shares no table with the kernel: it goes by :func:`reply_classes` and by rules of its own for who wins what.
    """
    assert not deal.turned
    tricks = deal.tricks or (int(deal.points[0] > 0), int(deal.points[1] > 0))
    return (
        _Plain(deal).before_lead(deal, tricks, (0, 0)) if not deal.led else _Plain(deal).replying(deal, tricks, (0, 0))
    )


class _Plain:
    """The search from one deal; ``waiting`` are marriages of a player without a trick."""

    def __init__(self, root: Deal) -> None:
        self.root = root

    def before_lead(self, deal: Deal, tricks: tuple[int, int], waiting: tuple[int, int]) -> int:
        me, sign = deal.leader, 1 - 2 * deal.leader
        if deal.points[me] >= TARGET:
            return sign * self._win(deal, tricks, me)
        if not deal.hands[me]:
            closer = self.root.closed
            return sign * self._win(deal, tricks, me) if closer is None else self._failure(closer)
        outcomes = [self.replying(deal.lead(card), tricks, waiting) for card in deal.hands[me]]
        for suit in SUITS:
            pair = {suit + "K", suit + "Q"}
            if pair <= set(deal.hands[me]):
                worth = MARRIAGE + ROYAL * (suit == deal.trump)
                points, later = (
                    _add(deal.points, me, worth * bool(tricks[me])),
                    _add(waiting, me, worth * (not tricks[me])),
                )
                declared = replace(deal, points=points)
                if points[me] >= TARGET:
                    outcomes.append(sign * self._win(declared, tricks, me))
                outcomes += [self.replying(declared.lead(card), tricks, later) for card in pair]
        return sign * max(sign * outcome for outcome in outcomes)

    def replying(self, deal: Deal, tricks: tuple[int, int], waiting: tuple[int, int]) -> int:
        me = 1 - deal.leader
        assert deal.led
        sign = 1 - 2 * me
        outcomes = []
        for reply in deal.replies(deal.led):
            after = deal.after(deal.led, reply)
            won = after.leader
            counted = replace(after, points=_add(after.points, won, waiting[won]))
            outcomes.append(self.before_lead(counted, _add(tricks, won, 1), _add(waiting, won, -waiting[won])))
        return sign * max(sign * outcome for outcome in outcomes)

    def _win(self, deal: Deal, tricks: tuple[int, int], player: int) -> int:
        other, closer = 1 - player, self.root.closed
        if closer == other:
            return abs(self._failure(closer))
        points, taken = deal.points[other], tricks[other]
        if closer == player:
            points = taken = self._at_close(player)
        return 3 if not taken else 2 if points < 33 else 1

    def _failure(self, closer: int) -> int:
        return (2 * closer - 1) * (2 if self._at_close(closer) else 3)

    def _at_close(self, closer: int) -> int:
        return self.root.points[1 - closer] if self.root.at_close is None else self.root.at_close


def _add(pair: tuple[int, int], player: int, more: int) -> tuple[int, int]:
    return (pair[0] + more, pair[1]) if player == 0 else (pair[0], pair[1] + more)
