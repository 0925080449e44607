"""What is seen of a position, as the models take it: a restatement of the setup in counts and sets."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.solver.errors import NotationError
from bingo.solver.game.position import OPPONENT, YOU, Closing, Pair, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import NAMES, Setup, View
from bingo.solver.game.tiles import ALL, Mask, Tile, mask


@dataclass(frozen=True, slots=True)
class Taken:
    """The tricks of one player: ``known`` tiles of each trick (0 to 2), and ``somewhere`` those in some trick.

    ``points`` are the card points in them, where they are known.
    """

    known: tuple[tuple[Tile, ...], ...]
    somewhere: Mask = 0
    points: int | None = None

    @property
    def tiles(self) -> Mask:
        """All tiles known to be in these tricks."""
        return mask(t for trick in self.known for t in trick) | self.somewhere


@dataclass(frozen=True, slots=True)
class Facts:
    """All that ``you`` see. ``other`` is the opponent's hand where it is known, ``hidden`` its size.

    ``gone`` are tiles in tricks of either side, ``aside`` those that are neither in a hand nor in a trick: on the
    table or still in the boneyard. ``shown`` are declared doubles of each player, ``declared`` their card points.
    ``recalled``: some tricks are only partly remembered.
    """

    name: str
    rules: Rules
    trump: int
    hand: Mask
    hidden: int
    other: Mask | None
    taken: tuple[Taken, Taken]
    leader: int
    declared: Pair = (0, 0)
    shown: tuple[Mask, Mask] = (0, 0)
    gone: Mask = 0
    aside: Mask = 0
    led: Tile | None = None
    open: bool = False
    closed: Closing | None = None
    pending: int = 0
    recalled: bool = False

    @property
    def tricks(self) -> Pair:
        """Tricks of both players."""
        return len(self.taken[YOU].known), len(self.taken[OPPONENT].known)

    @property
    def own(self) -> Mask:
        """Your tiles that are still to be led, one on the table included."""
        return self.hand | (0 if self.led is None or self.leader != YOU else 1 << self.led)

    @property
    def unseen(self) -> Mask:
        """Tiles that the opponent may hold for all that is known of single tiles."""
        return ALL & ~self.hand & ~self.aside & ~self.gone & ~self.taken[YOU].tiles & ~self.taken[OPPONENT].tiles

    @property
    def certain(self) -> bool:
        """Whether the card points of both sides are known."""
        return all(side.points is not None for side in self.taken)

    def card_points(self, player: int) -> int | None:
        """Card points that count now, where they are known."""
        points = self.taken[player].points
        return None if points is None else points + (self.declared[player] if self.taken[player].known else 0)


def facts(position: Position | View, *, hide: bool = False) -> Facts:
    """What is seen of a position; with ``hide`` the opponent's hand is left out even where it is written.

    Raises:
        NotationError: your own hand is not given.
    """
    return _of_position(position, hide) if isinstance(position, Position) else _of_setup(position, hide)


def _of_position(p: Position, hide: bool) -> Facts:
    led = 0 if p.led is None else 1 << p.led
    aside = led | (0 if p.turned is None else 1 << p.turned)
    gone = ALL & ~p.hands[YOU] & ~p.hands[OPPONENT] & ~aside & ~mask(p.stock)
    sides = tuple(Taken(((),) * count, points=points) for count, points in zip(p.tricks, p.points, strict=True))
    mine = p.shown & p.hands[YOU]
    return Facts(
        name=p.name,
        rules=p.rules,
        trump=p.trump,
        hand=p.hands[YOU],
        hidden=p.hands[OPPONENT].bit_count(),
        other=None if hide else p.hands[OPPONENT],
        taken=(sides[0], sides[1]),
        leader=p.leader,
        declared=p.declared,
        shown=(mine, p.shown & p.hands[OPPONENT]),
        gone=gone if p.closed is None else 0,  # once it is closed, some of these were never drawn
        aside=aside if hide else aside | mask(p.stock),
        led=p.led,
        open=p.open,
        closed=p.closed,
        pending=p.pending,
    )


def _of_setup(view: View, hide: bool) -> Facts:
    s = view.setup
    you, opponent = s.sides
    if you.hand is None:
        raise NotationError.of("you.hand", "the tiles in your hand", "nothing")
    sides = tuple(_taken(s, player) for player in (YOU, OPPONENT))
    table = s.lying("led")
    shown = (mask(you.shown), mask(opponent.shown))
    return Facts(
        name=s.name,
        rules=s.rules,
        trump=view.trump,
        hand=mask(you.hand),
        hidden=(s.size or len(you.hand)) - (s.lead == OPPONENT and s.led is not None),
        other=None if hide or opponent.hand is None else mask(opponent.hand),
        taken=(sides[0], sides[1]),
        leader=s.lead,
        declared=(you.declared, opponent.declared),
        shown=shown,
        gone=s.lying("played") | shown[YOU] & ~mask(you.hand) & ~table,
        aside=table | s.lying("turned") | (0 if hide else s.lying("stock")),
        led=s.led,
        open=s.open,
        closed=s.closed,
        pending=you.pending + opponent.pending,
        recalled=you.partly or opponent.partly,
    )


def _taken(s: Setup, player: int) -> Taken:
    side = s.sides[player]
    known = side.won if side.won is not None else side.recalled
    tricks = ((),) * s.tricks[player] if known is None else known
    points = None if side.uncertain else s.points[player]
    return Taken(tricks, mask(side.took), points)


__all__ = ["NAMES", "Facts", "Taken", "facts"]
