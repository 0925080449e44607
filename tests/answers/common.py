"""What the parts of every answer are made of, and how one is checked."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct

#: Sums of floats made in another order.
NEARLY = 1e-9

_TILE = "[0-6]-[0-6]"
_TILES = f"{_TILE}( {_TILE})*"
_MOVE = f"claim|wait|play {_TILE}|(close, )?(declare {_TILES}(, (lead {_TILE}|claim))?|lead {_TILE})"
Move = Annotated[str, Meta(pattern=f"^({_MOVE})$")]
Step = Annotated[str, Meta(pattern=f"^(you|opponent) ({_MOVE})$")]
Tiles = Annotated[str, Meta(pattern=f"^({_TILES})?$")]
Player = Literal["you", "opponent"]
Share = Annotated[float, Meta(ge=-NEARLY, le=1 + NEARLY)]
#: Game points that a deal can bring, and card points under ``berndt``.
Value = Annotated[float, Meta(ge=-200, le=200)]
Points = Annotated[int, Meta(ge=-200, le=200)]
Count = Annotated[int, Meta(ge=0)]
Spent = Annotated[float, Meta(ge=0)]
ByValue = dict[Annotated[str, Meta(pattern=r"^(0|[+-][1-9]\d*)$")], Spent]


class Object(Struct, forbid_unknown_fields=True, kw_only=True):
    """A JSON object with just these keys."""

    #: Keys, and what the keys of their limits begin with.
    LIMITED: ClassVar[dict[str, str]] = {"value": "", "win": "win_", "chance": "chance_"}

    def __post_init__(self) -> None:
        """See that what it says fits together."""
        for key, limit in self.LIMITED.items():
            numbers = [getattr(self, name, UNSET) for name in (f"{limit}low", key, f"{limit}high")]
            rising(numbers, f"{key} between its limits")
        self.holds()

    def holds(self) -> None:
        """See to what is said of this kind of object alone."""


T = TypeVar("T", bound=Object)


def checked(answer: dict[str, Any], kind: type[T]) -> T:
    """An answer that is data already, such as ``as_dict()`` returns."""
    return msgspec.json.decode(msgspec.json.encode(answer), type=kind)


def timeless(answer: dict[str, Any], *beside: str) -> dict[str, Any]:
    """The same without what changes from run to run, and without those keys."""
    return {key: value for key, value in answer.items() if key not in ("nodes", "seconds", *beside)}


def that(holds: object, words: str) -> None:
    """Refuse an answer."""
    if not holds:
        raise ValueError(words)


def rising(numbers: Iterable[Any], words: str) -> None:
    """These are in order, those that there are."""
    given = [n for n in numbers if isinstance(n, (int, float))]
    that(all(a <= b + NEARLY for a, b in itertools.pairwise(given)), f"expected {words}; found {given}")


def sign(player: str) -> int:
    """What this player wants more of."""
    return 1 if player == "you" else -1


def decoded(lines: str, kind: Any) -> Sequence[Any]:
    """Every line of what a command wrote."""
    return [msgspec.json.decode(line, type=kind) for line in lines.splitlines()]
