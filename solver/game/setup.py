"""A position as it is set up: dealt at random, or written down, possibly incomplete and possibly impossible.

``check.check`` makes a position of what is written, or lists every reason why it cannot occur.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from bingo.solver.errors import check_type, signed
from bingo.solver.game import presets, tiles, tricks
from bingo.solver.game.legal import begin
from bingo.solver.game.moves import Move
from bingo.solver.game.position import PLAYER_NAMES, Closing, Match, Pair, Position, members_dict
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ALL, ENDS, TILES, Mask, Tile, TileSet, bit, mask

#: What setups, positions and what one player knows of them have under the same names.
SHARED_FIELDS = ("rules", "leader", "led", "turned", "closed", "carried", "match", "name")


@dataclass(frozen=True, slots=True)
class Expect:
    """What somebody wrote down as the answer to a position: its value and all of its best moves.

    Either part may be missing (``None``, no move); the value is seen from ``you``. A puzzle also has the names of its
    ``themes``, that under which it is filed first, and a ``difficulty`` from 0 to 100.
    """

    value: float | None = None
    best: tuple[Move, ...] = ()
    themes: tuple[str, ...] = ()
    difficulty: int | None = None

    def differences_from(self, value: float, best: Iterable[str], *, exact: bool = True) -> list[str]:
        """What is not as expected, in words.

        An estimate, which is not ``exact``, names one best move where several may be: any of those expected will do.
        """
        differences = []
        if self.value is not None and self.value != value:
            expected, actual = map(signed, (self.value, value))
            differences.append(f"expected the value {expected}; found {actual}")
        wanted, moves = set(map(str, self.best)), set(best)
        if wanted and not (wanted == moves if exact else wanted >= moves):
            differences.append(f"expected the best moves {'; '.join(sorted(wanted))}; found {'; '.join(sorted(moves))}")
        return differences


@dataclass(frozen=True, slots=True)
class Side:
    """What is written of one player. ``None`` means not written; ``won`` are the tricks, each with the 0 to 2 tiles
    known of it.

    ``took`` are tiles known to be in some trick of this player, ``seen`` such as the other has seen in the hand.
    """

    hand: tuple[Tile, ...] | None = None
    won: tuple[tuple[Tile, ...], ...] | None = None
    points: int | None = None
    tricks: int | None = None
    declared: int = 0
    pending: int = 0
    shown: tuple[Tile, ...] = ()
    took: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()

    @property
    def is_partly_remembered(self) -> bool:
        """Whether the tricks are only partly remembered, so that the card points in them may be unknown."""
        return bool(self.took) or any(len(trick) < 2 for trick in self.won or ())

    @property
    def has_unknown_points(self) -> bool:
        """Whether the card points in the tricks are not known."""
        return self.is_partly_remembered and self.points is None


@dataclass(frozen=True)
class Setup:
    """A position as written: possibly incomplete, possibly impossible. ``leader`` is 0 (you) or 1."""

    rules: Rules
    leader: int
    sides: tuple[Side, Side]
    trump: int | None = None
    turned: Tile | None = None
    closed: Closing | None = None
    led: Tile | None = None
    stock: tuple[Tile, ...] | None = None
    played: tuple[Tile, ...] | None = None
    carried: Pair = (0, 0)
    match: Match | None = None
    name: str = ""
    expect: Expect | None = None

    @classmethod
    def of(cls, position: Position) -> Setup:
        """The setup that is read as this position, in which everything is known."""
        return cls(
            sides=(_side_of(position, 0), _side_of(position, 1)),
            stock=position.stock if position.open else None,
            **members_dict(position, "trump", "expect", *SHARED_FIELDS),
        )

    def swapped(self) -> Setup:
        """The same with the two players' names exchanged."""
        return replace(
            self,
            leader=1 - self.leader,
            sides=self.sides[::-1],
            closed=self.closed and self.closed.swapped(),
            carried=self.carried[::-1],
            match=self.match and self.match.swapped(),
        )

    def seen_by(self, player: int) -> Setup:
        """What of it ``player``, who becomes ``you``, sees: neither the other hand nor the face-down tiles."""
        setup = self if player == 0 else self.swapped()
        return replace(setup, sides=(setup.sides[0], replace(setup.sides[1], hand=None)), stock=None, expect=None)

    @property
    def open(self) -> bool:
        """Whether the boneyard is open: a tile is turned up and nobody closed."""
        return self.turned is not None and self.closed is None

    @cached_property
    def trumps(self) -> int | None:
        """The trump suit: as written, else from the turned tile where that decides it."""
        if self.trump is not None or self.turned is None:
            return self.trump
        is_undecided = self.rules.trump_from == "either-end" and not tiles.is_double(self.turned)
        return None if is_undecided else tricks.trump_of(self.turned)

    @cached_property
    def tricks(self) -> Pair:
        """Tricks of both players, counted in ``won`` where that is given."""
        your_tricks, opponent_tricks = (side.tricks or 0 if side.won is None else len(side.won) for side in self.sides)
        return your_tricks, opponent_tricks

    @cached_property
    def points(self) -> Pair:
        """Card points in tricks of both players, counted in ``won`` where that is given.

        Where they are not all known, only what the tiles known to be in the tricks count.
        """
        your_points, opponent_points = (
            side.points or 0
            if not side.has_unknown_points and (side.won is None or side.is_partly_remembered)
            else self.known_points(side)
            for side in self.sides
        )
        return your_points, opponent_points

    @property
    def has_unknown_points(self) -> bool:
        """Whether the card points of some player are not known."""
        return any(side.has_unknown_points for side in self.sides)

    def card_points(self, player: int) -> int:
        """Card points of a player that count now: declared ones only once a trick is won."""
        return self.points[player] + (self.sides[player].declared if self.tricks[player] else 0)

    def known_points(self, side: Side) -> int:
        """What the tiles known to be in the tricks of a player count."""
        trump, known_tiles = self.trumps, {t for trick in side.won or () for t in trick} | set(side.took)
        return 0 if trump is None else sum(tricks.points(self.rules, trump, t) for t in known_tiles)

    @cached_property
    def tiles_each(self) -> int | None:
        """Tiles that each player held when this trick began, or None if no hand is known."""
        for player, side in enumerate(self.sides):
            if side.hand is not None:
                return len(side.hand) + (player == self.leader and self.led is not None)
        return None

    def hand_size(self, player: int) -> int:
        """Tiles that a player holds now, one fewer than :attr:`tiles_each` after leading; 0 if no hand is known."""
        return max((self.tiles_each or 0) - (player == self.leader and self.led is not None), 0)

    @cached_property
    def tricks_at_close(self) -> int | None:
        """Tricks that were played before the boneyard was closed."""
        return None if self.closed is None or self.tiles_each is None else sum(self.tricks) - (7 - self.tiles_each)

    def hand(self, player: int) -> TileSet:
        """The known hand of a player, empty if hidden."""
        return self._masks[f"{PLAYER_NAMES[player]}.hand"]

    @cached_property
    def places(self) -> list[tuple[str, tuple[Tile, ...]]]:
        """Every place where tiles are known to lie, with its field."""
        places: list[tuple[str, tuple[Tile, ...]]] = []
        for name, side in zip(PLAYER_NAMES, self.sides, strict=True):
            won = tuple(t for trick in side.won or () for t in trick)
            places += [(f"{name}.hand", side.hand or ()), (f"{name}.won", won), (f"{name}.took", side.took)]
            places.append((f"{name}.seen", side.seen if side.hand is None else ()))
        for name, t in (("led", self.led), ("turned", self.turned)):
            places.append((name, () if t is None else (t,)))
        return [*places, ("stock", self.stock or ()), ("played", self.played or ())]

    def tiles_in(self, *place_names: str) -> Mask:
        """The tiles known to lie in these places."""
        tile_mask = 0
        for place_name in place_names:
            tile_mask |= self._masks[place_name]
        return tile_mask

    @cached_property
    def _masks(self) -> dict[str, TileSet]:
        return {name: mask(place_tiles) for name, place_tiles in self.places}

    def with_played(self) -> Setup:
        """The same with all tiles that lie nowhere else as ``played``; once the boneyard is closed, as it was: some of
        them were never drawn.
        """
        return self if self.closed else replace(self, played=tiles.descending(ALL & ~self.not_in_tricks))

    @cached_property
    def not_in_tricks(self) -> Mask:
        """Tiles that are certainly in no trick yet."""
        return self.tiles_in("you.hand", "opponent.hand", "you.seen", "opponent.seen", "led", "turned", "stock")


def _side_of(position: Position, player: int) -> Side:
    hand = position.hands[player]
    led = bit(position.led) if player == position.leader else 0
    return Side(
        hand=tiles.descending(hand),
        points=position.points[player],
        tricks=position.tricks[player],
        declared=position.declared[player],
        pending=position.pending if player == position.leader else 0,
        shown=tiles.descending(position.shown & (hand | led)),
    )


def deal(rules: Rules | str | Mapping[str, object] = "pagat", seed: int | Random = 0) -> Position:
    """A deal at its first lead, everything in it drawn at random: the tiles, the turned tile, who leads.

    ``rules`` are rules, or what :func:`~bingo.solver.game.presets.rules` makes them of. The same ``seed`` deals the
    same tiles, whatever the rules, as ``bingo play --seed`` does; a ``random.Random`` deals anew at each call.
    Where the rules let the first player choose the trump suit from the ends of the turned tile, it is drawn too.

    Raises:
        NotationError: unknown preset, field or value, or fields that clash.
        TypeError: the seed is neither a whole number nor a ``random.Random``.
    """
    check_type("seed", seed, int, Random)
    rule_set = rules if isinstance(rules, Rules) else presets.rules(rules)
    randrange = seed.randrange if isinstance(seed, Random) else _seeded_range(int(seed))
    shuffled_tiles = seed.sample(TILES, 28) if isinstance(seed, Random) else _shuffle(TILES, randrange)
    turned, turned_ends = shuffled_tiles[27], ENDS[shuffled_tiles[27]]
    may_choose_trump = rule_set.trump_from == "either-end"
    return begin(
        Position(
            rules=rule_set,
            trump=turned_ends[randrange(len(turned_ends))] if may_choose_trump else tricks.trump_of(turned),
            hands=(mask(shuffled_tiles[:7]), mask(shuffled_tiles[7:14])),
            leader=randrange(2),
            stock=tuple(shuffled_tiles[14:27]),
            turned=turned,
        )
    )


def _shuffle(tiles: Iterable[Tile], randrange: Callable[[int], int]) -> list[Tile]:
    shuffled = list(tiles)
    for prefix_size in range(len(shuffled), 1, -1):
        index = randrange(prefix_size)
        shuffled[prefix_size - 1], shuffled[index] = shuffled[index], shuffled[prefix_size - 1]
    return shuffled


def _seeded_range(seed: int) -> Callable[[int], int]:
    """A function that draws whole numbers from 0 below its argument, as ``engine/core/rng.hpp`` (splitmix64)."""
    state, mask64 = seed, (1 << 64) - 1

    def randrange(limit: int) -> int:
        nonlocal state
        state += 0x9E3779B97F4A7C15
        mixed = state & mask64
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & mask64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask64
        return ((mixed ^ mixed >> 31) >> 32) * limit >> 32

    return randrange
