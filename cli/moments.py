"""``RECORD --at 9``: which moments of recorded deals are asked for, and the positions they are."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from bingo.cli.options import insist, option
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.game.record import Record

_AT = re.compile(r"(?:([1-9][0-9]{0,5}):)?([1-9]|1[0-4])(r?)")

AtOption = Annotated[
    str | None, option("--at N", "For records: the moment before trick N; 9r: before the reply; 3:9: in deal 3 only.")
]
OpenOption = Annotated[bool, option("--open", "With --at: show both hands, not only what the player to move sees.")]


@dataclass(frozen=True, slots=True)
class At:
    """A moment of every deal, or of one only (``deal``, from 1)."""

    deal: int | None
    trick: int
    reply: bool
    laid_open: bool

    def position(self, record: Record) -> Position | InformationSet:
        """The position of the player who leads or replies there, who becomes ``you``.

        Raises:
            BingoError: the record does not go so far, or lacks a hand.
        """
        from bingo.solver.game.replay import replay  # here: only records need it

        moment = replay(record).at(self.trick, reply=self.reply)
        player = moment.to_play
        place = f"reply in trick {self.trick}" if self.reply else f"before trick {self.trick}"
        names = record.players or ("", "")
        who = names[player] or ("" if player == 0 else "the opponent")
        words = [record.name, place, who and f"as {who} sees it"]
        name = ", ".join(filter(None, words))
        return moment.laid_open(player, name) if self.laid_open else moment.seen_by(player, name)


def asked_for(at: str | None, laid_open: bool) -> At | None:
    """The moment that the options ask for, None without ``--at``.

    Raises:
        typer.BadParameter: ``--at`` cannot be read, or ``--open`` stands alone. Status 2.
    """
    insist("--open", at is not None or not laid_open, "--at as well, as it is about a moment of a record")
    if at is None:
        return None
    found = _AT.fullmatch(at.strip())
    expected = "a trick 1 to 14 such as 9, 9r (before the reply) or 3:9 (of deal 3)"
    insist("--at", found is not None, f"{expected}; found {at!r}")
    assert found
    return At(int(found[1]) if found[1] else None, int(found[2]), bool(found[3]), laid_open)
