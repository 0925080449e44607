"""Proofs by OR-Tools: a second opinion that shares no code with the search. Here: what they come to, as data."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from bingo.solver.game import OPPONENT, PLAYER_NAMES, YOU, InformationSet, Mask, Move, Tile, members_dict, text_mask

#: Seconds for a proof, unless it is said otherwise.
DEFAULT_PROOF_SECONDS = 5.0
#: What a proof may come to, of a line and of closing.
PROVED, BROKEN, UNDECIDED, IMPOSSIBLE, CERTAIN, OPEN = "proved", "broken", "undecided", "impossible", "certain", "open"


class LineLead(NamedTuple):
    """A tile to lead, and the doubles declared with it (the led one among them)."""

    tile: Tile
    declare: Mask = 0

    def __str__(self) -> str:
        return str(Move(declare=self.declare, lead=self.tile))


@dataclass(frozen=True, slots=True)
class WorstDeal:
    """The worst that can happen to a line: the hand and what lies in whose tricks, the replies up to the trick that is
    lost, the card points.

    ``points`` is proved to be the least, unless ``proved`` is less: then the truth lies between the two.
    """

    points: int
    proved: int
    hand: Mask
    taken: tuple[Mask, Mask]
    replies: tuple[Tile, ...]
    lost: bool


@dataclass(frozen=True, slots=True)
class LineProof:
    """Whether a line takes ``wanted`` card points in all, those you have already counted in.

    ``worst`` is the worst that can happen, with the hand and the replies that bring it about; None where time was up.
    ``closes``: the boneyard is open, and the line begins with closing it.
    ``barred``: the opponent can claim before the first lead.
    """

    known: InformationSet
    leads: tuple[LineLead, ...]
    wanted: int
    worst: WorstDeal | None
    limit: float
    seconds: float
    barred: bool = False

    @property
    def least(self) -> int | None:
        return None if self.worst is None else self.worst.points

    @property
    def exact(self) -> bool:
        """Whether no reply can bring less."""
        return self.worst is not None and self.worst.proved == self.worst.points

    @property
    def verdict(self) -> str:
        if self.worst is None:
            return UNDECIDED
        return PROVED if self.worst.proved >= self.wanted else BROKEN if self.worst.points < self.wanted else UNDECIDED

    @property
    def closes(self) -> bool:
        return self.known.open

    def play(self) -> list[tuple[LineLead, Tile]]:
        """The leads that are made at the worst, and the replies to them."""
        return [] if self.worst is None else list(zip(self.leads, self.worst.replies, strict=False))

    def as_dict(self) -> dict[str, Any]:
        points_now = self.known.card_points(YOU)
        move_texts = [
            f"{PLAYER_NAMES[player]} {move}"
            for lead, reply in self.play()
            for player, move in ((YOU, lead), (OPPONENT, Move(play=reply)))
        ]
        return {
            "leads": [str(lead) for lead in self.leads],
            **members_dict(self, "closes", "wanted", "verdict", "least"),
            "now": points_now,
            "takes": None if self.least is None or points_now is None else self.least - points_now,
            "exact": self.exact,
            "opponent": self.worst and text_mask(self.worst.hand),
            "line": move_texts,
            "lost": self.worst and self.worst.lost,
            **members_dict(self, "barred", "limit"),
            "seconds": round(self.seconds, 4),
        }


@dataclass(frozen=True, slots=True)
class Certificate:
    """What was proved of closing now, in card points; you have ``now``.

    ``line`` takes at least ``proved``, whatever the opponent holds and replies; ``complete`` says that no line of
    leads takes more for certain. Nothing reaches ``excluded`` (None: not found out in time); ``reached`` is the most
    that some hand and replies were found to bring. ``wins_with_seven``: all doubles are in hand and win at once;
    ``barred``: the opponent can claim before you close, so that nothing is certain.
    """

    target: int
    now: int
    proved: int
    line: tuple[LineLead, ...]
    complete: bool
    excluded: int | None
    reached: int | None
    limit: float
    seconds: float
    wins_with_seven: bool = False
    barred: bool = False

    @property
    def verdict(self) -> str:
        """``certain``, ``impossible``, ``open`` (proved to be neither, by lines of leads) or ``undecided``."""
        if self.wins_with_seven:
            return CERTAIN
        if self.excluded is not None and self.excluded <= self.target:
            return IMPOSSIBLE
        if self.proved >= self.target and not self.barred:
            return CERTAIN
        reaches_target = self.reached is not None and self.reached >= self.target
        return OPEN if reaches_target and self.complete else UNDECIDED

    @property
    def tight(self) -> bool:
        """Whether ``excluded`` is the least that can be excluded: one less was reached."""
        return self.excluded is not None and self.excluded - 1 == self.reached

    def as_dict(self) -> dict[str, Any]:
        return {
            **members_dict(self, "verdict", "target", "now", "proved"),
            "line": [str(lead) for lead in self.line],
            **members_dict(self, "complete", "excluded", "tight", "barred", "limit"),
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A way it may have been: your card points, the opponent's, their hand, and the tricks of both, two tiles each."""

    points: int
    opponent_points: int
    hand: Mask
    tricks: tuple[tuple[tuple[Tile, ...], ...], tuple[tuple[Tile, ...], ...]]
