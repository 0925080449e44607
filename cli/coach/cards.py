"""Cards: mistakes to be put again, at the times that FSRS says, once more deals have confirmed them.

A card is called by its deal and the number of the decision in it, a shipped puzzle by its name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from functools import cached_property
from typing import TYPE_CHECKING, Any

from bingo.cli.coach.figures import MINE
from bingo.cli.coach.memory import Memory
from bingo.positions import reads_records
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Stage
from bingo.solver.game.record import Turn
from bingo.solver.game.replay import replay
from bingo.solver.hidden.leads import STANDARD_ERRORS_95
from bingo.solver.hidden.settings import Settings
from bingo.solver.reviewing.budget import worlds_compared
from bingo.solver.reviewing.grades import BAD, unit
from bingo.solver.search.kernel import Kernel

if TYPE_CHECKING:
    from bingo.solver.reviewing.decision import Judged

#: A card is judged again with another seed and so many times the deals.
MORE, SEED = 4, 1
#: Standard errors beyond which another move is best.
BEYOND = 4
PUZZLE = "puzzle:"
#: The time of what never comes.
DROPPED = "never"


@dataclass(frozen=True)
class Mistake:
    """A decision of the memory: ``detail`` is what the review said of it."""

    name: str
    detail: dict[str, Any]

    @cached_property
    def moment(self) -> Moment:
        """The position as it was, without the match score: cards go by game points."""
        (record,) = reads_records(self.detail["record"])
        made = (self.detail["trick"], self.detail["side"], self.detail["move"])
        moments = replay(replace(record, match=None)).moments
        return next(m for m in moments if m.turn and (m.trick, m.turn.player, str(m.turn.move)) == made)

    @property
    def title(self) -> str:
        """The deal and the trick."""
        what = "reply in" if self.moment.position.led is not None else "before"
        return f"{self.detail['name'] or self.detail['played']}, {what} trick {self.detail['trick']}"

    def judged(self, move: Move | None = None, seed: int = SEED) -> Judged | None:
        """The decision judged in more deals, as it was made or with another move."""
        from bingo.solver.reviewing.deal import judge  # here: it takes a tenth of a second, and often nothing is judged

        rules = self.moment.position.rules
        settings = Settings(worlds=MORE * worlds_compared(rules), seed=seed, threads=os.cpu_count() or 1)
        moment = replace(self.moment, turn=Turn(self.detail["side"], move)) if move else self.moment
        return judge(moment, settings, Kernel(rules))

    def better(self, best: Move, seed: int) -> Judged | None:
        """``best`` judged with another seed, if then another move is better beyond chance."""
        again = self.judged(best, seed)
        sure = again and again.best != best and again.lost > BEYOND * (again.lost - again.low) / STANDARD_ERRORS_95
        return again if sure else None


class Cards:
    """The cards of a player in a memory."""

    def __init__(
        self, memory: Memory, player: str | None = None, keys: Iterable[str] | None = None, cause: str | None = None
    ) -> None:
        self.memory = memory
        only = None if keys is None else set(keys)
        query = (
            "SELECT key, deal, n FROM decision INDEXED BY mistakes JOIN deal ON id = deal"
            " WHERE cause NOT NULL AND loss >= :bad AND cause = ifnull(:cause, cause)"
            f" AND (deal, player) IN (SELECT id, side FROM ({MINE})) ORDER BY loss DESC"
        )
        found = memory.base.execute(query, {"player": player, "cause": cause, "bad": BAD})
        self.mistakes = {f"{key}:{n}": (deal, n) for key, deal, n in found if only is None or key in only}

    def __getitem__(self, name: str) -> Mistake:
        return Mistake(name, self.memory.mistake(*self.mistakes[name]))

    @property
    def causes(self) -> list[str]:
        """Those of all mistakes in the memory."""
        return [
            cause for (cause,) in self.memory.base.execute("SELECT DISTINCT cause FROM decision WHERE cause NOT NULL")
        ]

    def due(self, now: datetime, among: Iterable[str] | None = None) -> list[str]:
        """Those whose time has come, the first to come first."""
        names = set(self.mistakes if among is None else among)
        found = self.memory.base.execute(
            "SELECT name FROM card WHERE due BETWEEN '0' AND ? ORDER BY due", (now.isoformat(),)
        )
        return [name for (name,) in found if name in names]

    def new(self, among: Iterable[str] | None = None) -> list[str]:
        """Those never put, the costliest first."""
        put = {name for (name,) in self.memory.base.execute("SELECT name FROM card WHERE due != ''")}
        return [name for name in (self.mistakes if among is None else among) if name not in put]

    def next_due(self) -> str | None:
        """When the next card comes."""
        found = self.memory.base.execute("SELECT name, due FROM card WHERE due < '9' AND due != '' ORDER BY due")
        return next((due for name, due in found if name in self.mistakes), None)

    def failures(self) -> dict[str, float]:
        """The share of times that each was not solved."""
        return dict(self.memory.base.execute("SELECT name, 1.0 * failed / tries FROM card WHERE tries > 0"))

    def confirmed(self, name: str) -> dict[str, Any] | None:
        """What more deals say of a mistake, found once: ``best``, ``moves`` with what each is worth to the player, and
        the reason. None where they do not confirm it, or where as many others find another best move; then it never
        comes.
        """
        row = self.memory.base.execute("SELECT found FROM card WHERE name = ?", (name,)).fetchone()
        if row is None:
            row = (json.dumps(_confirmed(self[name])),)
            with self.memory.writing():
                self._make(name, row[0], DROPPED if row[0] == "null" else "")
        found: dict[str, Any] | None = json.loads(row[0])
        return found

    def _make(self, name: str, found: str = "null", due: str = "") -> None:
        query = "INSERT OR IGNORE INTO card (name, due, state, found) VALUES (?, ?, '{}', ?)"
        self.memory.base.execute(query, (name, due, found))

    def answered(self, name: str, solved: bool, at_once: bool, now: datetime) -> datetime:
        """Note how a card went; when it comes again."""
        from fsrs import Card, Rating, Scheduler

        rating = Rating.Good if at_once else Rating.Hard if solved else Rating.Again
        with self.memory.writing():
            row = self.memory.base.execute("SELECT state FROM card WHERE name = ?", (name,)).fetchone()
            state: Any = json.loads(row[0]) if row else {}
            card = Card.from_dict(state) if state else Card(card_id=0)
            card, _ = Scheduler(enable_fuzzing=False).review_card(card, rating, now)
            self._make(name)
            self.memory.base.execute(
                "UPDATE card SET state = ?, due = ?, tries = tries + 1, failed = failed + ? WHERE name = ?",
                (json.dumps(card.to_dict()), card.due.isoformat(), not solved, name),
            )
        return card.due


def now() -> datetime:
    """The time, as FSRS wants it."""
    return datetime.now(timezone.utc)


def _confirmed(mistake: Mistake) -> dict[str, Any] | None:
    moment = mistake.moment
    if moment.position.stage is Stage.SHOW or moment.to_play != mistake.detail["side"]:
        return None  # no lead, no reply, and no claim on lead: it cannot be put as a question
    found = mistake.judged()
    if found is None or not found.mistake or found.lost < BAD * unit(moment.position.rules):
        return None
    if mistake.better(found.best, SEED + 1):
        return None
    sign = 1 if found.player == 0 else -1
    reason = found.reason
    return {
        "best": str(found.best),
        "made": str(found.move),
        "lost": found.lost,
        "moves": {str(option.move): sign * option.value for option in found.options},
        "why": reason and {"sentence": reason.sentence, "line": list(reason.line), "hand": reason.hand},
    }
