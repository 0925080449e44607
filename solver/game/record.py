"""The record of a deal: what was dealt and what was played, in order, by both players or as one of them saw it; and its
moments, as a player sees them or laid open.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from bingo.solver.errors import NotationError, check_int, check_type
from bingo.solver.game.check import check
from bingo.solver.game.information import History, InformationSet
from bingo.solver.game.legal import begin, late_claimer
from bingo.solver.game.moves import CLAIM, WAIT, Move
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Match, Pair, Position, Stage, Visual, members_dict
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import ALL, NO_TILES, Mask, Tile, descending, mask, members

#: Tiles of each player, you first; None where they are not recorded.
Sides = tuple[tuple[Tile, ...] | None, tuple[Tile, ...] | None]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did at once. ``player`` may be None in a record: the player to move, for a claim the leader."""

    player: int | None
    move: Move

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read a turn as ``str`` writes it."""
        player, move_text = split_player(text)
        return cls(player, Move.parse(move_text))

    def __str__(self) -> str:
        """As a record has it: ``you lead 6-4``."""
        return str(self.move) if self.player is None else f"{PLAYER_NAMES[self.player]} {self.move}"


def split_player(text: str) -> tuple[int | None, str]:
    """The player who is named before a written move, if one is, and the move: ``opponent claim``."""
    player_name, _, move_text = text.strip().partition(" ")
    return (PLAYER_NAMES.index(player_name.lower()), move_text) if player_name.lower() in PLAYER_NAMES else (None, text)


@dataclass(frozen=True)
class Record(Visual):
    """A deal from its first lead, as it was written down: possibly incomplete, possibly against the rules.

    :func:`~bingo.solver.game.replay.replay` plays it through and says what is wrong with it. Its turns can be played
    from ``start`` one after the other (``position.play(turn.move)``).

    Attributes:
        leader: Who leads first, 0 (you) or 1.
        trump: The trump suit, ``turned`` the tile it was made by.
        dealt: The seven tiles dealt to each player; None for a player whose tiles are not recorded.
        turns: All that was played, without waiting, but for who lets the other claim first.
        stock: The 13 face-down tiles in drawing order; or instead of it
        drew: The tiles that each player drew, in order.
        carried: Card points of earlier deals (``berndt``).
        match: Game points before this deal.
        players: What the players are called.
        result: What the deal brought both: game points, under ``at_target: points`` card points.
    """

    rules: Rules
    leader: int
    trump: int
    turned: Tile
    dealt: Sides
    turns: tuple[Turn, ...] = ()
    stock: tuple[Tile, ...] | None = None
    drew: Sides = (None, None)
    carried: Pair = (0, 0)
    match: Match | None = None
    players: tuple[str, str] | None = field(default=None, compare=False)
    result: Pair | None = None
    name: str = field(default="", compare=False)

    @classmethod
    def of(cls, start: Position, moves: Iterable[Move | str]) -> Record:
        """The record of moves played from the first lead of a deal, whose boneyard is known; waiting is left out.

        Raises:
            IllegalMove: the rules do not allow one of the moves.
            NotationError: it does not start with a deal, or a text is not a move.
            TypeError: it starts with no position, or one of the moves is neither a move nor text.
        """
        check_type("start", start, Position)
        from bingo.solver.game.replay import replay

        if start.turned is None or len(start.stock) != 13:
            raise NotationError.of("start", "a deal from its first lead, with its boneyard", start.notation)
        record = cls(
            dealt=(descending(start.hands[YOU]), descending(start.hands[OPPONENT])),
            match=start.match and Match(*start.match.score),
            **members_dict(start, "rules", "leader", "trump", "turned", "stock", "carried", "name"),
        )
        replayer = replay(record)
        for move_text in moves:
            check_type("move", move_text, Move, str)
            position = replayer.position
            replying = position.stage is Stage.REPLY
            move = Move.parse(move_text, replying=replying) if isinstance(move_text, str) else move_text
            late_player = late_claimer(position)
            mover = position.to_move if late_player is None else late_player
            replayer.make(Turn(mover if move in (CLAIM, WAIT) else None, move))
        return replace(record, turns=replayer.turns, result=replayer.end.score if replayer.position.over else None)

    def one_sided(self, player: int = YOU) -> Record:
        """What ``player`` alone can write down: their own tiles, and whatever was played.

        Raises:
            IllegalMove: the record is against the rules.
        """
        from bingo.solver.game.replay import replay

        drawn = replay(self).drawn[player]
        dealt = self.dealt[player]
        sides: tuple[Sides, Sides] = ((dealt, None), (drawn, None)) if player == YOU else ((None, dealt), (None, drawn))
        return replace(self, dealt=sides[0], drew=sides[1], stock=None)

    @property
    def start(self) -> Position:
        """The first lead. Tiles whose place is not recorded lie where all turns can be played from.

        Raises:
            IllegalMove: there is no such place, as the record is against the rules.
        """
        from bingo.solver.game.replay import replay

        return replay(self).start if self.unplaced else self.layout

    @property
    def layout(self) -> Position:
        """The first lead. Tiles whose place is not recorded (``unplaced``) lie where there is room for them."""
        unplaced_tiles = members(self.unplaced)
        hands = [mask(dealt if dealt is not None else [next(unplaced_tiles) for _ in range(7)]) for dealt in self.dealt]
        position = Position(
            hands=(hands[YOU], hands[OPPONENT]),
            stock=self.stock if self.stock is not None else tuple(unplaced_tiles),
            match=self.match and Match(*self.match.score, first=self.leader),
            **members_dict(self, "rules", "trump", "leader", "turned", "carried", "name"),
        )
        return begin(position)

    @property
    def unplaced(self) -> Mask:
        """Tiles of which the record does not say where they lay at the beginning."""
        written_tiles = (*self.dealt, self.stock)
        return ALL & ~(1 << self.turned) & ~mask(t for tiles in written_tiles for t in tiles or ())

    @property
    def hidden(self) -> Mask:
        """Tiles whose place is not known: none where all that are left lie in one hand."""
        return NO_TILES if self.stock is not None and self.dealt.count(None) <= 1 else self.unplaced


@dataclass(frozen=True)
class Continuation:
    """What was played from a position in which all tiles are known; it is replayed as a record of a deal is."""

    layout: Position
    turns: tuple[Turn, ...] = ()
    players: tuple[str, str] | None = None
    hidden: Mask = NO_TILES
    drew: Sides = (None, None)


Tricks = tuple[tuple[Tile, Tile], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision in a deal, and the turn that was made there (None where the record ends). Pairs are yours, opponent's.

    Attributes:
        position: All tiles. Those in ``hidden`` are not recorded: they stand for any that fit.
        score: What the deal has brought so far: game points, under ``at_target: points`` card points at its end.
        history: All tricks in the order in which they were played; where it went on from a position, those since.
    """

    position: Position
    turn: Turn | None
    score: Pair
    hidden: Mask
    history: History = ()

    @property
    def trick(self) -> int:
        """The number of the trick under way or about to begin, from 1."""
        return sum(self.position.tricks) + (self.position.stage not in (Stage.SHOW, Stage.OVER))

    @property
    def mover(self) -> int:
        """Who made the turn."""
        assert self.turn is not None
        assert self.turn.player is not None
        return self.turn.player

    @property
    def stage(self) -> Stage:
        """What the turn decided: the stage of the position, but for a claim, true or false, whether to claim."""
        if self.turn is None or self.turn.move != CLAIM:
            return self.position.stage
        return Stage.CLAIM if self.turn.player == self.position.leader else Stage.ANSWER

    @property
    def won(self) -> tuple[Tricks, Tricks]:
        """The tricks of both players, in order, the led tile first."""
        won_tricks: list[Tricks] = [(), ()]
        for trick in self.history:
            if trick.taker is not None and trick.reply is not None:
                won_tricks[trick.taker] += ((trick.led, trick.reply),)
        return won_tricks[YOU], won_tricks[OPPONENT]

    @property
    def shown(self) -> Pair:
        """Doubles declared by each, also those played since."""
        shown_doubles = [mask(side.shown) for side in Setup.of(self.position).sides]
        for trick in self.history:
            shown_doubles[trick.leader] |= trick.declared
            shown_doubles[trick.leader if trick.taker is None else trick.taker] |= trick.shown
        return shown_doubles[YOU], shown_doubles[OPPONENT]

    @property
    def excluded(self) -> Pair:
        """Tiles that each player cannot hold, by how they replied in phase two."""
        excluded_tiles = [NO_TILES, NO_TILES]
        for trick in self.history:
            excluded_tiles[1 - trick.leader] |= trick.excluded
        return excluded_tiles[YOU], excluded_tiles[OPPONENT]

    @property
    def to_play(self) -> int:
        """Who leads this trick, or who replies once a tile is led."""
        leader = self.position.leader
        return leader if self.position.led is None else 1 - leader

    def seen_by(self, player: int, name: str = "") -> InformationSet:
        """What ``player`` (0 or 1), who becomes ``you``, knows: all tricks in order, shown doubles, suits not followed.

        Raises:
            TypeError: the player is no whole number.
            NotationError: it is neither 0 nor 1, or the hand of this player is not recorded.
        """
        check_int("player", player, YOU, OPPONENT)
        self._check_recorded(player)
        view = check(self._setup(name).seen_by(player))
        assert isinstance(view, InformationSet)  # the other hand is left out
        is_from_first_trick = len(self.history) == sum(self.position.tricks) + (self.position.led is not None)
        full_history = self.history if is_from_first_trick else ()
        history = full_history if player == YOU else tuple(trick.swapped() for trick in full_history)
        return replace(view, excluded=self.excluded[1 - player] & view.unseen, history=history)

    def with_all_hands(self, player: int, name: str = "") -> Position | InformationSet:
        """The same moment with both hands on the table, and the stock where it is recorded.

        Raises:
            NotationError: some hand is not recorded.
        """
        for seat in (player, 1 - player):
            self._check_recorded(seat)
        setup = self._setup(name)
        return check(setup if player == YOU else setup.swapped())

    def _check_recorded(self, player: int) -> None:
        if self.position.hands[player] & self.hidden:
            expected = f"the tiles of the player whose hand is asked for (trick {self.trick})"
            whose_hand = "your hand" if player == YOU else "the opponent's hand"
            sentence = f"The record does not have all tiles of {whose_hand}."
            field, actual = f"{PLAYER_NAMES[player]}.dealt", "a record that does not have them all"
            raise NotationError.of(field, expected, actual, sentence)

    def _setup(self, name: str) -> Setup:
        position, setup = self.position, Setup.of(self.position)
        sides = [replace(side, shown=descending(shown)) for side, shown in zip(setup.sides, self.shown, strict=True)]
        if sum(position.tricks) == sum(map(len, self.won)):
            sides = [replace(s, won=won, points=None, tricks=None) for s, won in zip(sides, self.won, strict=True)]
        else:  # it goes on from a position: of its tricks only numbers are known
            trick_tiles = (t for tricks in self.won for trick in tricks for t in trick)
            setup = replace(setup, played=descending(mask(trick_tiles))).with_played()
        stock = None if any(self.hidden >> t & 1 for t in position.stock) else setup.stock
        return replace(setup, sides=(sides[YOU], sides[OPPONENT]), stock=stock, name=name)
