"""Duplicate at the table: every deal is played by the program from your seat too, kept beside yours, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bingo.cli.advice import settings_for
from bingo.cli.kept import written
from bingo.cli.progress import ProgressLine, busy
from bingo.solver.errors import NotationError
from bingo.solver.game.record import Record
from bingo.solver.opponents.duplicate import in_pairs, play_instead, seat_of
from bingo.solver.opponents.levels import Level
from bingo.solver.opponents.table import level_of
from bingo.solver.reviewing.comparing import Comparison, compare


@dataclass
class Pairing:
    """The deals as ``program`` played them from your seat, and your deals compared with them."""

    program: Level
    theirs: list[Record] = field(default_factory=list)
    compared: list[Comparison] = field(default_factory=list)

    def text(self, mine: Sequence[Record]) -> str:
        """The records of both, as a file has them: yours of a deal, then the program's, which has played it by now."""
        for record in mine[len(self.theirs) :]:
            opponent = level_of(record)
            assert opponent is not None
            with busy("the program plays the deal from your seat"):
                self.theirs.append(play_instead(record, self.program, opponent))
        names = ("you", f"{self.program.name} from your seat")
        return written(
            replace(record, name=f"Deal {n}, {name}")
            for n, pair in enumerate(zip(mine, self.theirs, strict=True), 1)
            for record, name in zip(pair, names, strict=True)
        )

    def compare(self, mine: Sequence[Record]) -> list[Comparison]:
        """All deals of yours that are over, compared."""
        with ProgressLine() as progress:
            for n in range(len(self.compared), len(mine)):
                progress.show(f"deal {n + 1} is reviewed as both played it")
                self.compared.append(compare(mine[n], self.theirs[n], settings_for(mine[n].rules)))
                progress.advance()
        return self.compared


def paired(records: Sequence[Record]) -> tuple[Pairing, list[Record]] | None:
    """What a game in duplicate has written, and your records among it; None if the records are of another game.

    Raises:
        NotationError: deals are missing among them.
    """
    program = next(filter(None, map(seat_of, records)), None)
    if program is None:
        return None
    pairs = in_pairs(records)
    if any(seat_of(mine) or seat_of(theirs) is not program for mine, theirs in pairs):
        raise NotationError.of("document", "each deal as you played it, then as the program did", "another order")
    return Pairing(program, [theirs for _, theirs in pairs]), [mine for mine, _ in pairs]
