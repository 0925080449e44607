"""``bingo profile``: how well you play, where you lose most, and whether you get better."""

from __future__ import annotations

import json
import math
import sys
from itertools import zip_longest
from typing import Annotated, Any

import typer

from bingo.cli.coach.figures import GROUPS, SURE, Cause, Figures, Mean, figures
from bingo.cli.coach.memory import Memory, MemoryOption, place, remember
from bingo.cli.options import Json, Quick
from bingo.cli.render.screen import Screen, columns, count, plain, points, screen_of, wrap

Records = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[RECORD...]",
        help="Only these records (.yaml or .jsonl, or folders of them), reviewed and remembered where they are new.",
    ),
]
Player = Annotated[
    str | None,
    typer.Option("--player", metavar="NAME", help="The player of this name in the records, instead of you."),
]
#: Causes that are told of, and columns of the longest bar.
DEAREST, BAR = 3, 24
#: The ratings of levels, from games between them (``benchmarks.levels``).
STANDING = "greedy has 1,045, club 1,500 and strongest 1,828"


def run(
    files: Records = None,
    player: Player = None,
    memory: MemoryOption = None,
    quick: Quick = False,
    as_json: Json = False,
) -> None:
    """How well do you play, where do you lose most, and do you get better?

    Over all deals in the memory, or over some records. A difference is called one only if it is more than chance.
    """
    with Memory(place(memory)) as kept:
        keys = remember(kept, files, quick, as_json) if files else None
        found = figures(kept, player, keys)
        worst = [next(kept.mistakes("deal.id = ? AND one.n = ?", one.worst)) for one in found.causes[:DEAREST]]
    if as_json:
        print(json.dumps(as_dict(found, worst), allow_nan=False))
    else:
        print("\n".join(explain(found, worst, screen_of(sys.stdout))))


def as_dict(found: Figures, worst: list[dict[str, Any]]) -> dict[str, Any]:
    """The object that ``--json`` writes."""
    trend = found.trend()
    rating = found.rating()
    return {
        **found.overall.as_dict(),
        "rating": rating and {"value": rating[0], "error": rating[1]},
        "luck": {"mean": found.luck[0], "error": found.luck[1]},
        "by": {name: {key: one.as_dict() for key, one in found.groups[name].items()} for name in GROUPS},
        "causes": [{**one.as_dict(), "worst": _where(example)} for one, example in zip_longest(found.causes, worst)],
        "better": trend and {"by": trend[0], "error": trend[1], "sure": abs(trend[0]) > SURE * trend[1]},
    }


def explain(found: Figures, worst: list[dict[str, Any]], screen: Screen) -> list[str]:
    """The same for a person: the level, what it depends on, what costs most, and whether it changes."""
    overall = found.overall
    if not overall.decisions:
        words = "Nothing is remembered yet. Begin with `bingo review --remember RECORD...` or `bingo play --remember`."
        return wrap(words, screen.width)
    words = f"You lost {_with_error(overall)} game points a decision, over {overall.decisions:,} with a choice in "
    level = found.words()
    told = f": {' or '.join(level)}" if len(level) < 3 else ", too few to tell how good that is"
    lines = [*map(screen.strong, wrap(f"{words}{count(overall.deals, 'deal')}{told}.", screen.width))]
    luck, error = found.luck
    if error is not None:
        lines += wrap(f"Luck is counted apart: it brought you {points(luck)} a deal (s.e. {error:.2f}).", screen.width)
    if rating := found.rating():
        words = f"Your rating: {rating[0]:,.0f} (s.e. {rating[1]:.0f}), where {STANDING}; 100 are 0.1 points a deal."
        lines += wrap(words, screen.width)
    lines += _trend(found, screen)
    for name in GROUPS:
        if len(found.groups[name]) > 1 or name == "phase":
            lines += ["", screen.strong(f"By {name}"), *_bars(found.groups[name], screen)]
    if found.causes:
        lines += ["", screen.strong("What costs most")]
        for one, example in zip(found.causes, worst, strict=False):
            lines += _cause(one, example, screen)
        lines += _order(found, screen)
    return lines


def _where(one: dict[str, Any] | None) -> dict[str, Any] | None:
    """The worst example without what the memory alone needs."""
    return one and {key: one[key] for key in ("key", "name", "played", "n", "trick", "move", "best", "lost", "why")}


def _trend(found: Figures, screen: Screen) -> list[str]:
    trend = found.trend()
    if trend is None:
        return []
    better, error = trend
    if abs(better) <= SURE * error:
        return wrap("The later months do not differ from the earlier ones by more than chance.", screen.width)
    how = "less" if better > 0 else "more"
    return wrap(
        f"In the later months a decision lost {abs(better):.3f} (s.e. {error:.3f}) {how} than before.", screen.width
    )


def _bars(group: dict[str, Mean], screen: Screen) -> list[str]:
    most = max((one.value for one in group.values()), default=0.0) or 1.0
    mark = "█" if screen.unicode else "#"
    rows = [
        (name, f"{one.value:.3f}", _error(one), f"{one.decisions:,}", mark * math.ceil(BAR * one.value / most))
        for name, one in sorted(group.items())
    ]
    return [f"  {line}".rstrip()[: screen.width] for line in columns(rows, right=frozenset((1, 3)))]


def _cause(one: Cause, worst: Any, screen: Screen) -> list[str]:
    words = f"{one.name.replace('-', ' ')}: {_with_error(one.cost)} a decision, {count(one.mistakes, 'mistake')}"
    lines = wrap(f"{words} in {count(one.deals, 'deal')}", screen.width, 2, 4)
    called = plain(worst["name"]) or worst["played"]
    told = (
        f"worst: {worst['move']} lost {worst['lost']:.2f} in trick {worst['trick']} of {called}; better {worst['best']}"
    )
    lines += wrap(told, screen.width, 4, 6)
    return [*lines, *wrap(f"bingo train --cause {one.name}", screen.width, 4, 6)]


def _order(found: Figures, screen: Screen) -> list[str]:
    """Whether the error bears that these are the dearest."""
    costs = [one.cost for one in found.causes]
    if len(costs) <= DEAREST:
        return []
    last, next_one = costs[DEAREST - 1], costs[DEAREST]
    sure = last.error is not None and next_one.error is not None
    if sure and last.value - next_one.value > SURE * math.hypot(last.error or 0.0, next_one.error or 0.0):
        return []
    return wrap("Others may cost as much: more deals will tell.", screen.width, 2, 4)


def _with_error(one: Mean) -> str:
    return f"{one.value:.3f} {_error(one)}".strip()


def _error(one: Mean) -> str:
    return "" if one.error is None else f"(s.e. {one.error:.3f})"
