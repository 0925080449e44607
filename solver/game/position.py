"""A position with everything known, and where in the turn it stands.

Between two tricks a position passes through stages (RULES.md section 5):

    REPLY -> [SHOW] -> draw -> CLAIM (leader) -> ANSWER (the other) -> LEAD -> REPLY

CLAIM and ANSWER are passed over when that player has nothing to claim; SHOW is used only by rules under
which the winner of a trick declares. OVER is the stage after the last move of a deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from bingo.solver.errors import ImpossiblePosition, NotationError, Reason, check_int, check_type
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ALL, NO_TILES, SUITS, Tile, TileSet, bit, checked_tile, tile_set

if TYPE_CHECKING:
    from bingo.solver.game.information import InformationSet
    from bingo.solver.game.moves import Move
    from bingo.solver.game.setup import Expect

YOU, OPPONENT = 0, 1
#: What the players are called in files, moves and answers, by their number.
PLAYER_NAMES = ("you", "opponent")
#: What they are called within a sentence.
WHO = ("you", "the opponent")
Pair = tuple[int, int]
#: Game points that win a match.
MATCH_TO = 7


def by_player(player_values: Iterable[Any]) -> dict[str, Any]:
    """What answers have of both players, or by who leads; you first."""
    return dict(zip(PLAYER_NAMES, player_values, strict=True))


def members_dict(owner: object, *member_names: str) -> dict[str, Any]:
    """Collect members of the ``owner`` under their own names."""
    return {name: getattr(owner, name) for name in member_names}


class Visual:
    """What has a picture and a text, made only when they are asked for."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """What a notebook shows of it."""
        from bingo.solver.render.display import html  # what is shown is a matter of the words

        return html(self)

    def __str__(self) -> str:
        """What a terminal shows of it."""
        from bingo.solver.render.display import words  # as above

        return words(self)


class Stage(IntEnum):
    """What the player to move decides."""

    CLAIM = 0
    ANSWER = 1
    LEAD = 2
    REPLY = 3
    SHOW = 4
    OVER = 5


@dataclass(frozen=True, slots=True)
class Closing:
    """Who closed, and the card points and tricks the *other* player had at that moment."""

    by: int
    points: int
    tricks: int

    def swapped(self) -> Closing:
        """The same with the players' names exchanged."""
        return Closing(1 - self.by, self.points, self.tricks)


@dataclass(frozen=True, slots=True)
class Match:
    """Game points of a match so far, first to 7.

    Attributes:
        you: Your game points; ``opponent`` theirs. Those scored in this deal so far are among them.
        first: Who led the deal's first trick, 0 (you) or 1; None where that is not known. They lead the next deal
            too if this one is void, or if both score in it.
        scored: What each has scored in this deal so far: captures, and game points that do not end the deal.
    """

    you: int = 0
    opponent: int = 0
    first: int | None = None
    scored: Pair = (0, 0)

    @property
    def score(self) -> Pair:
        """The game points of both."""
        return self.you, self.opponent

    @property
    def over(self) -> bool:
        """Whether somebody has won it."""
        return max(self.score) >= MATCH_TO

    def plus(self, gain: int) -> Match:
        """The score after a deal worth ``gain`` to you, or if that is negative, ``-gain`` to the opponent."""
        gained_points = max(gain, 0), max(-gain, 0)
        return Match(
            self.you + gained_points[0],
            self.opponent + gained_points[1],
            self.first,
            (self.scored[0] + gained_points[0], self.scored[1] + gained_points[1]),
        )

    def swapped(self) -> Match:
        """The same with the players' names exchanged."""
        first_leader = None if self.first is None else 1 - self.first
        return Match(self.opponent, self.you, first_leader, self.scored[::-1])


@dataclass(frozen=True)
class Position(Visual):
    """A position in which every tile is known. Players are 0 (you) and 1 (opponent).

    ``points`` are card points in tricks, ``declared`` those declared; ``pending`` are points of the
    leader's declaration that count only if the current trick is won. ``stock`` holds the face-down tiles
    in drawing order; with ``turned`` it is there while the boneyard is open. ``shown`` are doubles already
    declared and still in a hand or led, of both players. ``won_with`` is the double that won the last
    trick (stage SHOW only). ``score`` is what you have scored less the opponent since :func:`deal` or :meth:`parse`.
    Build positions with :func:`bingo.solver.game.check.check`, which tests that they can occur; :func:`deal` makes a
    random one, :func:`play` those after it, and :meth:`parse` reads one.
    """

    rules: Rules
    trump: int
    hands: tuple[TileSet, TileSet]
    leader: int
    led: Tile | None = None
    points: Pair = (0, 0)
    tricks: Pair = (0, 0)
    declared: Pair = (0, 0)
    shown: TileSet = NO_TILES
    pending: int = 0
    stock: tuple[Tile, ...] = ()
    turned: Tile | None = None
    closed: Closing | None = None
    carried: Pair = (0, 0)
    stage: Stage = Stage.CLAIM
    won_with: Tile | None = None
    name: str = field(default="", compare=False)
    match: Match | None = None
    expect: Expect | None = field(default=None, compare=False)
    score: int = 0

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        check_type("hands", self.hands, tuple)
        set_field(self, "hands", tuple(tile_set("hands", hand) for hand in self.hands))
        set_field(self, "shown", tile_set("shown", self.shown))
        for name in ("led", "turned", "won_with"):
            if getattr(self, name) is not None:
                set_field(self, name, checked_tile(name, getattr(self, name)))
        if self.stock and type(self.stock[0]) is not Tile:
            set_field(self, "stock", tuple(checked_tile("stock", t) for t in self.stock))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that :meth:`play` takes from the player to move; none once the deal is over.

        Where somebody may claim before a lead, the leads that can follow are among them: to lead is not to claim.

        Raises:
            ImpossiblePosition: the parts do not fit together.
        """
        from bingo.solver.game import legal  # here: it plays positions

        self.require_sound(to_play=False)
        return tuple(legal.playable_moves(self))

    def play(self, move: Move | Tile | str) -> Position:
        """The position after a move, which may be written: ``"lead 6-4"``, or as a tile, ``Tile("6-4")`` or ``"6-4"``.

        Whoever could claim, or declare what won a trick, before a move that comes later waits. What a record may have
        can be played too: a false claim, the wait of a leader for one of the other, a claim after the last tile.

        Raises:
            IllegalMove: the rules do not allow it here; the message says why, and what they do allow.
            NotationError: the text is not a move.
        """
        from bingo.solver.game import legal, play

        if str(move) == "claim" and legal.late_claimer(self) is not None:
            return self
        outcome = play.play(self, str(move) if isinstance(move, Tile) else move)
        return replace(outcome.position, score=self.score + outcome.gain)

    def seen_by(self, player: int) -> InformationSet:
        """What ``player`` (0 or 1), who becomes ``you``, knows: their hand, and what lies on the table and in tricks.

        A position does not know how it came about: what the other's play tells of their hand is in records.

        Raises:
            TypeError: the player is no whole number.
            NotationError: it is neither 0 nor 1; or the winner of a trick has yet to declare or not.
        """
        check_int("player", player, YOU, OPPONENT)
        if self.stage is Stage.SHOW:
            expected = "the start of a trick, or one tile led"
            raise NotationError.of("position", expected, "a trick that is not stored yet")
        from bingo.solver.game.information import InformationSet, information_set

        return InformationSet.of(information_set(self).setup.seen_by(player), self.trump)

    @property
    def result(self) -> int | None:
        """The ``score`` once the deal is over; None before."""
        return self.score if self.over else None

    @property
    def notation(self) -> str:
        """The position in one line, as FEN is in chess; :meth:`parse` reads it."""
        from bingo.solver.game import notation

        return notation.text(self)

    @property
    def open(self) -> bool:
        """Whether tiles are still drawn after each trick."""
        return self.turned is not None and self.closed is None

    @property
    def to_move(self) -> int:
        """The player whose decision it is; once the deal is over, who took the last trick."""
        return 1 - self.leader if self.stage in (Stage.ANSWER, Stage.REPLY) else self.leader

    @property
    def over(self) -> bool:
        """Whether the deal has ended: nobody is to move."""
        return self.stage is Stage.OVER

    def card_points(self, player: int) -> int:
        """Card points that count now: declared ones only once a trick is won."""
        return self.points[player] + (self.declared[player] if self.tricks[player] else 0)

    def require_sound(self, *, to_play: bool = True) -> None:
        """Check that players, stage, suit and tiles exist; ``to_play`` on, also that each tile is in one place and that
        hands and face-down tiles last to the end. Whether a deal can lead to the position is not checked.

        Raises:
            NotationError: a number is out of its range.
            ImpossiblePosition: the parts do not fit together.
            TypeError: it is no whole number, or not two of them.
        """
        for name, highest_value in {"leader": OPPONENT, "stage": max(Stage), "trump": SUITS[-1]}.items():
            check_int(name, getattr(self, name), 0, highest_value)
        for name in ("hands", "points", "tricks", "declared"):
            pair = getattr(self, name)
            if not isinstance(pair, tuple) or len(pair) != 2:
                raise TypeError(f"{name}: expected a number of each player; found {pair!r}")
            for number in pair:
                check_int(name, number, 0, ALL)
        if reasons := list(self._inconsistencies(to_play)):
            raise ImpossiblePosition(reasons)

    def _inconsistencies(self, to_play: bool) -> Iterator[Reason]:
        single_tiles = (*self.stock, self.led, self.turned if self.open else None)
        place_masks = [*self.hands, *map(bit, single_tiles)]
        if to_play and sum(place_masks) != reduce(or_, place_masks):
            yield Reason("hands", "each tile in one place", "one in two")
        leading, replying = (self.hands[player].bit_count() for player in (self.leader, 1 - self.leader))
        if to_play and leading + (self.led is not None) != replying:
            yield Reason("hands", "as many tiles of each player, the one led counted in", f"{leading} and {replying}")
        if to_play and self.stock and len(self.stock) % 2 == 0:
            expected = "an odd number of face-down tiles, as the turned one is drawn too"
            yield Reason("stock", expected, str(len(self.stock)))
        for stage, name in ((Stage.REPLY, "led"), (Stage.SHOW, "won_with")):
            if self.stage is stage and getattr(self, name) is None:
                yield Reason(name, "a tile", "none")

    def swapped(self) -> Position:
        """The same position with the two players' names exchanged."""
        return replace(
            self,
            leader=1 - self.leader,
            **{name: getattr(self, name)[::-1] for name in ("hands", "points", "tricks", "declared", "carried")},
            closed=self.closed and self.closed.swapped(),
            match=self.match and self.match.swapped(),
            score=-self.score,
        )

    @classmethod
    def parse(cls, line: str) -> Position:
        """Read a position from the line that :attr:`notation` is; see :mod:`bingo.solver.game.notation`.

        Raises:
            NotationError: the text is not a position, or the deal is over in it.
            ImpossiblePosition: no deal can lead to it; the error lists every reason.
        """
        from bingo.solver.game import notation  # here: it checks what it reads, and checking makes positions

        check_type("position", line, str)
        return notation.parse(line)

    def __repr__(self) -> str:
        return f"Position.parse({self.notation!r})"


def replace_unchecked(position: Position, **changed_fields: object) -> Position:
    """The same position with other parts, as :func:`dataclasses.replace`, in a tenth of the time: for the rules, whose
    hands are sets of tiles already.
    """
    new_position = object.__new__(Position)
    new_position.__dict__.update(position.__dict__, **changed_fields)
    return new_position
