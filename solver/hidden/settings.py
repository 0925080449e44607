"""How to estimate where tiles are hidden."""

from __future__ import annotations

from dataclasses import dataclass

#: Names of the methods; what each does is told in ``methods``.
NAMES = ("rollout", "ismcts", "pimc")
#: The usual one, and what is used once nothing is drawn any more.
DEFAULT, SOLVED = "rollout", "pimc"


@dataclass(frozen=True, slots=True)
class Settings:
    """By which ``method``, on how many ``worlds`` drawn with ``seed`` or for how many ``seconds``; with ``apart`` only
    until the best move is told from all others. ``inference`` weights worlds by what the opponent led. ``None`` is as
    usual; no answer depends on ``threads`` unless time is what ends it.
    """

    method: str | None = None
    worlds: int | None = None
    seconds: float | None = None
    apart: bool = False
    inference: bool | None = None
    seed: int = 0
    threads: int = 1


USUAL = Settings()
