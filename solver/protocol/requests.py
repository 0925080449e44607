"""What can be asked, each question with its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta

from bingo.solver import Settings
from bingo.solver.errors import MAX_THREADS

Json: TypeAlias = dict[str, Any]
#: Told what share of the work is done; it may raise to end it.
Progress: TypeAlias = Callable[[float], None]

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Worlds = Annotated[int, Meta(ge=1, le=10**9)]
Seconds = Annotated[float, Meta(gt=0, le=10**6)]
Threads = Annotated[int, Meta(ge=1, le=MAX_THREADS)]
Player = Annotated[str, Meta(pattern="^(you|opponent)$")]


class _Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="ask", tag=str.lower):
    id: Any = UNSET


class Analyze(_Request):
    """What is a position worth, and every move of it?"""

    position: msgspec.Raw
    method: str | None = None
    worlds: Worlds | None = None
    seconds: Seconds | None = None
    until_clear: bool = False
    equal_weights: bool = False
    seed: Seed = 0
    threads: Threads = 1


class Close(_Request):
    """Should I close now?"""

    position: msgspec.Raw
    seconds: Seconds | None = None
    equal_weights: bool = False
    seed: Seed = 0
    threads: Threads = 1


class Claim(_Request):
    """Can I claim?"""

    position: msgspec.Raw


class Moves(_Request):
    """What may be played?"""

    position: msgspec.Raw


class Play(_Request):
    """What does a move lead to?"""

    position: msgspec.Raw
    move: str


class Seen(_Request):
    """What does a player know of it?"""

    position: msgspec.Raw
    player: Player = "you"


class Reply(_Request):
    """What does the program play at a level? By default for who is to lead or to reply."""

    position: msgspec.Raw
    level: str = "strongest"
    player: Player | None = None
    seed: Seed = 0


class Version(_Request):
    """Which program is it, and what does it know?"""


Request: TypeAlias = Analyze | Close | Claim | Moves | Play | Seen | Reply | Version


def settings(asked: Analyze | Close) -> Settings:
    more: Json = {}
    if isinstance(asked, Analyze):
        more = {"method": asked.method, "worlds": asked.worlds, "until_clear": asked.until_clear}
    return Settings(
        seconds=asked.seconds, equal_weights=asked.equal_weights, seed=asked.seed, threads=asked.threads, **more
    )
