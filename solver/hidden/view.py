"""What one player (``you``) knows of a deal, made from a checked setup or by hiding the rest of a position."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bingo.solver.errors import NotationError
from bingo.solver.game import tiles, tricks
from bingo.solver.game.play import begin, can_claim
from bingo.solver.game.position import OPPONENT, YOU, Closing, Match, Pair, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import NAMES, Setup, View
from bingo.solver.game.tiles import ALL, Mask, Tile, mask


@dataclass(frozen=True, slots=True)
class Known:
    """What ``you`` know. Card points, tricks and declarations of both sides are public.

    ``gone`` are tiles known to lie in tricks, ``won`` those of them whose taker is known; ``unknown_gone`` counts
    tiles in tricks that nobody wrote down (where only points are given): they hide among the unseen tiles. ``held``
    are doubles the opponent has shown and still holds, ``barred`` unseen tiles that the opponent cannot hold.
    ``hidden`` is how many tiles the opponent holds.
    """

    rules: Rules
    trump: int
    hand: Mask
    hidden: int
    leader: int
    gone: Mask = 0
    won: tuple[Mask | None, Mask | None] = (None, None)
    unknown_gone: int = 0
    held: Mask = 0
    barred: Mask = 0
    turned: Tile | None = None
    closed: Closing | None = None
    led: Tile | None = None
    points: Pair = (0, 0)
    tricks: Pair = (0, 0)
    declared: Pair = (0, 0)
    shown: Mask = 0
    pending: int = 0
    carried: Pair = (0, 0)
    name: str = ""
    match: Match | None = None

    @property
    def open(self) -> bool:
        """Whether tiles are still drawn after each trick."""
        return self.turned is not None and self.closed is None

    @property
    def unseen(self) -> Mask:
        """Tiles that are neither in your hand nor known to lie elsewhere; the opponent's are among them."""
        table = sum(1 << t for t in (self.led, self.turned) if t is not None)
        return ALL & ~self.hand & ~self.gone & ~table

    @property
    def free(self) -> Mask:
        """Unseen tiles of which you know neither that the opponent holds them nor that they cannot."""
        return self.unseen & ~self.held & ~self.barred

    @property
    def face_down(self) -> int:
        """How many tiles lie face down in the boneyard and are still to be drawn."""
        return 13 - 2 * sum(self.tricks) if self.open else 0

    def world(self, hand: Mask, stock: tuple[Tile, ...] = ()) -> Position:
        """The position, if the opponent holds ``hand`` and the face-down tiles are ``stock`` in drawing order.

        Without ``stock`` while the boneyard is open, the position is good for what follows a close only.
        """
        position = Position(
            rules=self.rules,
            trump=self.trump,
            hands=(self.hand, hand),
            leader=self.leader,
            led=self.led,
            points=self.points,
            tricks=self.tricks,
            declared=self.declared,
            shown=self.shown,
            pending=self.pending,
            stock=stock,
            turned=self.turned,
            closed=self.closed,
            carried=self.carried,
            name=self.name,
            match=self.match,
        )
        return begin(position)

    def after_reply(self, led: Tile, reply: Tile) -> Known:
        """The same, knowing also that the opponent replied so in phase two (tiles and points are not moved)."""
        return replace(self, barred=self.barred | cannot_hold(self.rules, self.trump, led, reply) & self.unseen)


def cannot_hold(rules: Rules, trump: int, led: Tile, reply: Tile) -> Mask:
    """Tiles that a player who replied so in phase two cannot have held: all that would have had to go first."""
    earlier = 0
    for group in tricks.reply_classes(rules, trump, led):
        if group >> reply & 1:
            return earlier
        earlier |= group
    return earlier


def known(view: View | Position) -> Known:
    """What ``you`` know. The opponent's hand and the face-down tiles are left out even where they are written.

    Raises:
        NotationError: your own hand is not given, or card points are not known.
    """
    return _of_position(view) if isinstance(view, Position) else _of_setup(view.setup, view.trump)


def _of_position(p: Position) -> Known:
    table = sum(1 << t for t in (p.led, p.turned) if t is not None)
    hidden = p.hands[OPPONENT]
    gone = ALL & ~p.hands[YOU] & ~hidden & ~table & ~mask(p.stock)
    if p.closed is not None:
        gone = 0  # some of these tiles were never drawn
    return Known(
        rules=p.rules,
        trump=p.trump,
        hand=p.hands[YOU],
        hidden=hidden.bit_count(),
        leader=p.leader,
        gone=gone,
        unknown_gone=0 if p.closed is None else 2 * sum(p.tricks),
        held=p.shown & hidden,
        turned=p.turned,
        closed=p.closed,
        led=p.led,
        points=p.points,
        tricks=p.tricks,
        declared=p.declared,
        shown=p.shown,
        pending=p.pending,
        carried=p.carried,
        name=p.name,
        match=p.match,
    )


def _of_setup(s: Setup, trump: int) -> Known:
    you, opponent = s.sides
    if you.hand is None:
        raise NotationError.of("you.hand", "the tiles in your hand", "nothing")
    for name, side in zip(NAMES, s.sides, strict=True):
        if side.uncertain:
            expected = (
                "the card points in these tricks (points), or both tiles of every trick, for anything but a claim"
            )
            raise NotationError.of(f"{name}.won", expected, "tricks that are only partly known")
    size = s.size or len(you.hand)
    gone = s.lying("you.won", "opponent.won", "you.took", "opponent.took", "played") | mask(you.shown) & ~mask(
        you.hand
    ) & ~s.lying("led")
    written = tuple(
        None if side.won is None else s.lying(f"{name}.won") for name, side in zip(NAMES, s.sides, strict=True)
    )
    return Known(
        rules=s.rules,
        trump=trump,
        hand=mask(you.hand),
        hidden=size - (s.lead == OPPONENT and s.led is not None),
        leader=s.lead,
        gone=gone,
        won=(written[0], written[1]),
        unknown_gone=max(2 * sum(s.tricks) - gone.bit_count(), 0),
        held=mask(opponent.shown) & ~gone & ~s.lying("led"),
        turned=s.turned,
        closed=s.closed,
        led=s.led,
        points=s.points,
        tricks=s.tricks,
        declared=(you.declared, opponent.declared),
        shown=mask(you.shown + opponent.shown) & ~gone,
        pending=you.pending + opponent.pending,
        carried=s.carried,
        name=s.name,
        match=s.match,
    )


def describe(known: Known) -> list[str]:
    """What is out of the ordinary, and what limits the opponent's hand, in words for a person."""
    lines = []
    now = known.world(0)
    if can_claim(now, OPPONENT) and now.card_points(OPPONENT) >= known.rules.target:
        lines.append(f"the opponent has {now.card_points(OPPONENT)} card points and may claim before you close")
    if known.unknown_gone:
        lines.append(
            f"{known.unknown_gone} of the tiles gone are not written down: the opponent may hold any tile that is not"
            " seen, as far as the card points allow"
        )
    if known.held:
        lines.append(f"the opponent still holds {tiles.text_mask(known.held)}, shown before")
    if known.barred & known.unseen:
        lines.append(f"the opponent cannot hold {tiles.text_mask(known.barred & known.unseen)}")
    return lines
