"""How well somebody plays, from the memory: losses with their standard errors, by what they may depend on.

All losses are in game points, also where deals are worth card points.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from bingo.cli.coach.losses import Losses
from bingo.cli.coach.memory import Memory
from bingo.solver.hidden.settings import LEVELS

#: Standard errors beyond which two numbers are said to differ.
SURE = 2.0

_LEVELS = ", ".join(f"'{name}'" for name in LEVELS)
#: A player's deals, each from their side: ``you``, but for deals that the program played, or whoever has that name.
MINE = f"""
    SELECT id, 0 AS side, key, played, rules, opponent AS met, luck FROM deal
    WHERE CASE WHEN :player IS NULL THEN you NOT IN ({_LEVELS}) ELSE you = :player END
    UNION ALL SELECT id, 1, key, played, rules, you, -luck FROM deal WHERE opponent = :player
"""
#: What was lost in each of them, by phase and in all, and by cause.
_PARTS = f"""
    SELECT mine.*, phase, count(*) AS decisions, total(loss) AS lost
    FROM ({MINE}) AS mine JOIN decision INDEXED BY losses ON deal = id AND player = side
    WHERE :keys IS NULL OR key IN (SELECT value FROM json_each(:keys)) GROUP BY side, id, phase
    ORDER BY side, id, instr('open closed exhausted', phase)
"""
_DEALS = """
    SELECT id, side, played, rules, met, luck, sum(decisions) AS decisions, sum(lost) AS lost
    FROM part GROUP BY side, id
"""
#: Few of all decisions: they are looked up in the deals, not the other way round.
_MISTAKES = "decision CROSS JOIN whole ON id = deal AND side = player WHERE cause NOT NULL"
_CAUSES = f"""
    SELECT cause, whole.rowid AS rowid, whole.decisions, count(*) AS mistakes, total(loss) AS lost
    FROM {_MISTAKES} GROUP BY cause, side, id
"""
_WORST = f"SELECT cause, deal, n FROM {_MISTAKES} ORDER BY loss, deal, n"
#: What losses are told by, in this order.
GROUPS = {
    "month": "substr(played, 1, 7)",
    "preset": "rules",
    "level": f"CASE WHEN met IN ({_LEVELS}) THEN met ELSE 'others' END",
    "phase": "phase",
}
_SUMS = "count(*), sum(decisions), sum(lost), sum(lost * lost), sum(lost * decisions), total(decisions * decisions)"


@dataclass(slots=True)
class Cause:
    """What one kind of mistake costs, per decision of all there were; in how many deals; the ``n`` of the worst."""

    name: str
    cost: Losses
    deals: int
    mistakes: int
    worst: tuple[int, int]

    def as_dict(self) -> dict[str, Any]:
        """As data."""
        return {"cause": self.name, **self.cost.as_dict(), "deals": self.deals, "mistakes": self.mistakes}


@dataclass(slots=True)
class Figures:
    """``groups`` by the names in ``GROUPS``, ``causes`` the dearest first, ``luck`` a deal with its error."""

    overall: Losses
    days: dict[str, Losses]
    groups: dict[str, dict[str, Losses]]
    causes: list[Cause]
    luck: tuple[float, float | None]

    def trend(self) -> tuple[str, float, float] | None:
        """The day that halves the deals; how much less a decision lost from then on than before, with the error."""
        days = sorted(self.days)
        before = [*accumulate((self.days[day].deals for day in days), initial=0)]
        half = min(range(len(days)), key=lambda n: abs(2 * before[n] - before[-1]), default=0)
        earlier, later = (Losses.together(self.days[day] for day in part) for part in (days[:half], days[half:]))
        if earlier.error is None or later.error is None:
            return None
        return days[half], earlier.value - later.value, math.hypot(earlier.error, later.error)


def figures(memory: Memory, player: str | None = None, keys: Iterable[str] | None = None) -> Figures:
    """The figures of a player, of all deals or of some."""
    base, only = memory.base, None if keys is None else json.dumps(list(keys))
    for table, query in (("part", _PARTS), ("whole", _DEALS)):
        base.execute(f"DROP TABLE IF EXISTS temp.{table}")
        base.execute(f"CREATE TEMP TABLE {table} AS {query}", {"player": player, "keys": only})
    base.execute("CREATE INDEX temp.deals ON whole (id, side)")

    def grouped(by: str, table: str = "whole") -> dict[str, Losses]:
        rows = base.execute(f"SELECT {by}, {_SUMS} FROM {table} GROUP BY 1 ORDER BY min(rowid)")
        return {name: Losses(deals, decisions, lost, products) for name, deals, decisions, lost, *products in rows}

    days = grouped("played")
    overall = Losses.together(days.values())
    groups = {name: grouped(by, "part" if name == "phase" else "whole") for name, by in GROUPS.items()}
    worst = {cause: (deal, n) for cause, deal, n in base.execute(_WORST)}
    mistakes = dict(base.execute(f"SELECT cause, sum(mistakes) FROM ({_CAUSES}) GROUP BY 1"))
    causes = []
    for name, one in grouped("cause", f"({_CAUSES})").items():
        in_all = Losses(overall.deals, overall.decisions, one.lost, [*one.products[:2], overall.products[2]])
        causes.append(Cause(name, in_all, one.deals, mistakes[name], worst[name]))  # elsewhere it cost nothing
    causes.sort(key=lambda one: -one.cost.lost)
    luck = Losses()
    for (lucky,) in base.execute("SELECT luck FROM whole WHERE luck NOT NULL"):
        luck.add(lucky, 1)
    return Figures(overall, days, groups, causes, (luck.value, luck.error))
