"""What one player (``you``) knows of a deal: the one record of it, for estimates, closing and proofs alike."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import takewhile
from operator import or_

from bingo.solver.errors import NotationError, counted
from bingo.solver.game import tricks
from bingo.solver.game.legal import at_lead, begin, legal_moves, may_claim
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Closing, Match, Pair, Position, Visual, members_dict
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import SHARED_FIELDS, Expect, Setup
from bingo.solver.game.tiles import ALL, Mask, Tile, TileSet, bit, mask, members, text, text_mask, tile_set


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick in the order in which it was played.

    Attributes:
        leader: Who led, 0 (you) or 1.
        led: The tile led.
        reply: The tile played to it; None while the trick is under way.
        declared: Doubles that the leader declared before leading.
        shown: Doubles that the winner declared after it, the one that won it included (``domino-play``).
        closed: Whether the leader closed the boneyard before leading.
        taker: Who won it; None while it is under way.
        excluded: Tiles that whoever replied cannot have held in phase two, by :func:`cannot_hold`.
    """

    leader: int
    led: Tile
    reply: Tile | None = None
    declared: Mask = 0
    shown: Mask = 0
    closed: bool = False
    taker: int | None = None
    excluded: Mask = 0

    def played_by(self, player: int) -> Tile | None:
        """The tile of one player; None while they are to reply."""
        return self.led if player == self.leader else self.reply

    def swapped(self) -> Trick:
        """The same seen by the other player."""
        return replace(self, leader=1 - self.leader, taker=None if self.taker is None else 1 - self.taker)


#: All tricks of a deal so far, the one under way last.
History = tuple[Trick, ...]


@dataclass(frozen=True)
class Taken:
    """The tricks of one player: ``known`` tiles of each trick (0 to 2), and ``in_some_trick`` those in any of them.

    ``points`` are the card points in them, None where tricks are only partly remembered.
    """

    known: tuple[tuple[Tile, ...], ...] = ()
    in_some_trick: Mask = 0
    points: int | None = None

    @cached_property
    def tiles(self) -> Mask:
        """All tiles known to be in these tricks."""
        return mask(t for trick in self.known for t in trick) | self.in_some_trick

    @property
    def is_complete(self) -> bool:
        """Whether every tile of these tricks is known."""
        return not self.in_some_trick and all(len(trick) == 2 for trick in self.known)


@dataclass(frozen=True)
class InformationSet(Visual):
    """All that ``you`` know of a deal. Card points, tricks and declarations of both sides are public.

    Sets of tiles are masks; pairs are yours and the opponent's. Made by :func:`~bingo.solver.game.check.check` of a
    position of which something is hidden, or by :func:`information_set` of any.

    Attributes:
        hidden: How many tiles the opponent holds.
        leader: Who leads this trick, 0 (you) or 1; ``led`` is the tile, if it is on the table.
        taken: The tricks of both, as far as they are remembered.
        played: Tiles known to lie in tricks, whoever took them; those of ``taken`` may be among them.
        shown_by: Doubles that each has declared, also those that have been played since.
        seen: Tiles that you have seen in the opponent's hand, though they were not declared.
        excluded: Unseen tiles that the opponent cannot hold, by how they replied.
        history: All tricks in the order in which they were played, where that is known: of a record, from the first.
        opponent_hand: The opponent's hand, and ``stock`` the face-down tiles, where they are written though you cannot
            see them: for drawing and writing, and for claims, which are proved in what is written. Estimates and
            closing conceal them.
        is_partly_remembered: Whether tricks are only partly remembered.
        pending: Points of the leader's declaration that count only if this trick is won.
        carried: Card points of earlier deals (``berndt``).
        written: What the record was made of.
    """

    rules: Rules
    trump: int
    hand: TileSet
    hidden: int
    leader: int
    taken: tuple[Taken, Taken] = (Taken(points=0), Taken(points=0))
    played: Mask = 0
    declared: Pair = (0, 0)
    shown_by: tuple[Mask, Mask] = (0, 0)
    seen: Mask = 0
    excluded: Mask = 0
    history: History = ()
    led: Tile | None = None
    turned: Tile | None = None
    closed: Closing | None = None
    pending: int = 0
    carried: Pair = (0, 0)
    opponent_hand: Mask | None = None
    stock: Mask = 0
    is_partly_remembered: bool = False
    name: str = field(default="", compare=False)
    match: Match | None = None
    expect: Expect | None = field(default=None, compare=False)
    written: Setup | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tile_set("hand", self.hand))

    @classmethod
    def of(cls, s: Setup, trump: int) -> InformationSet:
        """What a setup says, which has been checked."""
        you, opponent = s.sides
        hand = mask(you.hand or ())
        shown_by = (mask(you.shown), mask(opponent.shown))
        return cls(
            trump=trump,
            hand=hand,
            hidden=s.hand_size(OPPONENT),
            taken=(_taken(s, YOU), _taken(s, OPPONENT)),
            played=s.tiles_in("played") | shown_by[YOU] & ~hand & ~s.tiles_in("led"),
            declared=(you.declared, opponent.declared),
            shown_by=shown_by,
            seen=mask(opponent.seen),
            pending=you.pending + opponent.pending,
            opponent_hand=None if opponent.hand is None else mask(opponent.hand),
            stock=s.tiles_in("stock"),
            is_partly_remembered=you.is_partly_remembered or opponent.is_partly_remembered,
            written=s,
            **members_dict(s, "expect", *SHARED_FIELDS),
        )

    def __repr__(self) -> str:
        leader_text = PLAYER_NAMES[self.leader] + ("" if self.led is None else f" with {text(self.led)}")
        facts = [
            str(self.rules),
            f"trump {self.trump}",
            f"you hold {text_mask(self.hand) or 'nothing'}",
            f"opponent holds {counted(self.hidden, 'tile')}",
            f"lead {leader_text}",
            "card points {} and {}".format(*("?" if n is None else n for n in map(self.card_points, (YOU, OPPONENT)))),
            "tricks {} and {}".format(*self.tricks),
        ]
        return f"<InformationSet: {', '.join(facts)}>"

    @property
    def setup(self) -> Setup:
        """What the record was made of, as it was written."""
        assert self.written is not None
        return self.written

    @property
    def open(self) -> bool:
        """Whether tiles are still drawn after each trick."""
        return self.turned is not None and self.closed is None

    @cached_property
    def tricks(self) -> Pair:
        """Tricks of both players."""
        return len(self.taken[YOU].known), len(self.taken[OPPONENT].known)

    @cached_property
    def points(self) -> Pair:
        """Card points in the tricks of both players; 0 where they are not known."""
        return self.taken[YOU].points or 0, self.taken[OPPONENT].points or 0

    @cached_property
    def won(self) -> tuple[Mask | None, Mask | None]:
        """The tiles in the tricks of both players, where all of them are known."""
        your_tiles, their_tiles = (side.tiles if side.is_complete else None for side in self.taken)
        return your_tiles, their_tiles

    @cached_property
    def gone(self) -> Mask:
        """All tiles known to lie in tricks."""
        return self.played | self.taken[YOU].tiles | self.taken[OPPONENT].tiles

    @cached_property
    def unknown_gone_count(self) -> int:
        """How many tiles in tricks nobody wrote down (only points are given): they hide among the unseen ones."""
        return max(2 * sum(self.tricks) - self.gone.bit_count(), 0)

    @cached_property
    def on_table(self) -> Mask:
        """Tiles known to be in neither a hand nor a trick: on the table, or in the boneyard."""
        return self.stock | bit(self.led) | bit(self.turned)

    @cached_property
    def own_tiles(self) -> Mask:
        """Your tiles that are still to be led, one on the table included."""
        return self.hand | (bit(self.led) if self.leader == YOU else 0)

    @cached_property
    def unseen(self) -> Mask:
        """Tiles that are neither in your hand nor known to lie elsewhere; the opponent's are among them."""
        return ALL & ~self.hand & ~self.gone & ~self.on_table

    @cached_property
    def shown(self) -> Mask:
        """Declared doubles of both that are still in a hand or led."""
        return (self.shown_by[YOU] | self.shown_by[OPPONENT]) & ~self.gone

    @cached_property
    def known_held(self) -> Mask:
        """Tiles that the opponent is known to hold: doubles that they have shown, and what you have seen."""
        return self.seen | self.shown_by[OPPONENT] & ~self.gone & ~bit(self.led)

    @cached_property
    def unknown_tiles(self) -> Mask:
        """Unseen tiles of which you know neither that the opponent holds them nor that they cannot."""
        return self.unseen & ~self.known_held & ~self.excluded

    @cached_property
    def face_down_count(self) -> int:
        """How many tiles lie face down in the boneyard and are still to be drawn."""
        return 13 - 2 * sum(self.tricks) if self.open else 0

    def card_points(self, player: int) -> int | None:
        """Card points that count now, where they are known."""
        points = self.taken[player].points
        return None if points is None else points + (self.declared[player] if self.taken[player].known else 0)

    def concealed(self) -> InformationSet:
        """The same without what is written of the opponent's hand and of the face-down tiles."""
        return replace(self, opponent_hand=None, stock=0)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What you may do now, whatever the opponent holds: only wait where it is their turn.

        >>> from bingo.solver import deal
        >>> len(deal(seed=3).seen_by(0).legal_moves)
        7
        """
        position = self.example_position()
        claims = (CLAIM,) if self.led is None and may_claim(position, YOU) else ()
        if self.leader == YOU and self.led is None:
            return (*claims, *legal_moves(at_lead(position)))
        is_your_reply = position.led is not None and position.to_move == YOU
        return tuple(legal_moves(position)) if is_your_reply else (*claims, WAIT)

    def example_position(self, also_held: Mask = 0) -> Position:
        """A position that fits what you know, in which the opponent holds these tiles too: you have the same moves in
        all of them.
        """
        held = self.known_held | also_held
        return self.concealed().world(mask([*members(held), *members(self.unseen & ~held)][: self.hidden]))

    def world(self, opponent_hand: Mask, stock: tuple[Tile, ...] = ()) -> Position:
        """The position, if the opponent holds ``opponent_hand`` and the face-down tiles are ``stock`` in drawing order.

        Without ``stock`` while the boneyard is open, the position is good for what follows a close only.
        """
        position = Position(
            hands=(self.hand, TileSet(opponent_hand)),
            shown=TileSet(self.shown & (self.hand | opponent_hand | bit(self.led))),
            stock=stock,
            **members_dict(self, "trump", "points", "tricks", "declared", "pending", *SHARED_FIELDS),
        )
        return begin(position)


def information_set(position: Position | InformationSet) -> InformationSet:
    """What ``you`` know, with what is written beyond that (see ``concealed``).

    Raises:
        NotationError: your own hand is not given, or a number is out of its range.
    """
    if isinstance(position, InformationSet):
        if position.written is not None and position.written.sides[YOU].hand is None:
            raise NotationError.of("you.hand", "the tiles in your hand", "nothing")
        return position
    position.require_sound()
    return InformationSet.of(Setup.of(position).with_played(), position.trump)


def cannot_hold(rules: Rules, trump: int, led: int, reply: int) -> Mask:
    """Tiles that a player who replied so in phase two cannot have held: all that would have had to go first."""
    earlier_classes = takewhile(lambda group: not group >> reply & 1, tricks.reply_classes(rules, trump, led))
    return reduce(or_, earlier_classes, 0)


def _taken(s: Setup, player: int) -> Taken:
    side = s.sides[player]
    known_tricks = ((),) * s.tricks[player] if side.won is None else side.won
    return Taken(known_tricks, mask(side.took), None if side.has_unknown_points else s.points[player])
