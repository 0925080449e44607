"""How a match stands from deal to deal: the score and the leader that the next record must have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bingo.solver.errors import Reason
from bingo.solver.game.position import MATCH_TO, PLAYER_NAMES, Pair
from bingo.solver.game.record import Record
from bingo.solver.game.replay import Replay


@dataclass(frozen=True)
class Standing:
    """What is known before a deal: the score, who leads, and card points carried; None where it is not known."""

    score: Pair | None = None
    leader: int | None = None
    carried: Pair | None = None
    first: bool = False

    def faults(self, record: Record) -> Iterator[Reason]:
        """What a record says that does not follow from the deal before. One without a ``match`` stands alone."""
        if self.carried is not None and any(record.carried) and record.carried != self.carried:
            yield Reason("carried", f"{pair(self.carried)}, after the deal before", pair(record.carried))
        if self.score is None or record.match is None:
            return
        found = record.match.you, record.match.opponent
        if max(self.score) >= MATCH_TO:
            if any(found):
                over = "you: 0, opponent: 0, as the match before is over ({} : {})".format(*self.score)
                yield Reason("match", over, pair(found))
        elif found != self.score:
            yield Reason("match", f"{pair(self.score)}, after the deal before", pair(found))
        elif self.leader is not None and record.leader != self.leader:
            expected = f"{PLAYER_NAMES[self.leader]}: whoever alone scored leads next, else whoever led before"
            yield Reason("lead", expected, PLAYER_NAMES[record.leader])

    def after(self, record: Record, played: Replay) -> Standing:
        """How the match stands after a deal that is over."""
        if not played.end.position.over:
            return UNKNOWN
        result = played.end.score
        if record.rules.at_target == "points":
            total = record.carried[0] + result[0], record.carried[1] + result[1]
            return Standing(carried=(0, 0) if max(total) >= record.rules.target else total)
        before = (record.match.you, record.match.opponent) if record.match else (0, 0) if self.first else None
        score = before and (before[0] + result[0], before[1] + result[1])
        alone = [player for player in (0, 1) if result[player] and not result[1 - player]]
        return Standing(score=score, leader=alone[0] if alone else record.leader)


UNKNOWN = Standing()
#: Before the first deal of a file.
FIRST = Standing(first=True)


def pair(points: Pair) -> str:
    """Both numbers as a file would have them."""
    return "you: {}, opponent: {}".format(*points)
