"""``bingo profile``: how well you play, where you lose most, and whether you get better."""

from __future__ import annotations

import math
import sys
from itertools import zip_longest
from typing import Annotated, Any

from bingo.cli.coach.adding import remember
from bingo.cli.coach.figures import GROUPS, SURE, Figures, figures
from bingo.cli.coach.losses import Losses
from bingo.cli.coach.memory import Memory, MemoryOption, place
from bingo.cli.files import check_outputs, write_whole
from bingo.cli.options import Html, Json, Quick, argument, option
from bingo.cli.render.screen import Screen, columns, plain, points, screen_of, wrap
from bingo.cli.session import compact
from bingo.solver.errors import counted

Records = Annotated[
    list[str] | None,
    argument(
        "[RECORD...]",
        "Only these records (.yaml or .jsonl, or folders of them), reviewed and remembered where they are new.",
    ),
]
Player = Annotated[str | None, option("--player NAME", "The player of this name in the records, instead of you.")]
#: Causes that are told of, and columns of the longest bar.
DEAREST, BAR = 3, 24


def run(
    files: Records = None,
    player: Player = None,
    memory: MemoryOption = None,
    quick: Quick = False,
    as_json: Json = False,
    html: Html = None,
) -> None:
    """How well do you play, where do you lose most, and do you get better?

    Over all deals in the memory, or over some records. A difference is reported only if chance cannot explain it.
    """
    check_outputs({"html": html}, files or [])
    with Memory(place(memory)) as kept:
        keys = remember(kept, files, quick, as_json) if files else None
        found = figures(kept, player, keys)
        worst = examples(kept, found)
    if html is not None:
        write_whole(html, _page(found, worst))
    if as_json:
        print(compact(as_dict(found, worst)))
    else:
        print("\n".join(explain(found, worst, screen_of(sys.stdout))))


def examples(memory: Memory, found: Figures) -> list[dict[str, Any]]:
    """The worst of each of the dearest causes."""
    return [memory.mistake(*one.worst) for one in found.causes[:DEAREST]]


def as_dict(found: Figures, worst: list[dict[str, Any]]) -> dict[str, Any]:
    """The object that ``--json`` writes."""
    trend = found.trend()
    return {
        **found.overall.as_dict(),
        "luck": {"mean": found.luck[0], "error": found.luck[1]},
        "by": {name: {key: one.as_dict() for key, one in found.groups[name].items()} for name in GROUPS},
        "causes": [{**one.as_dict(), "worst": _where(example)} for one, example in zip_longest(found.causes, worst)],
        "better": trend
        and {"since": trend[0], "by": trend[1], "error": trend[2], "sure": abs(trend[1]) > SURE * trend[2]},
    }


def sentences(found: Figures) -> list[str]:
    """What there is to say of all decisions together: the loss, luck, and whether it changes."""
    overall = found.overall
    if not overall.decisions:
        return ["Nothing is remembered yet. Begin with `bingo review --remember RECORD...` or `bingo play --remember`."]
    words = f"You lost {_with_error(overall)} game points a decision, over {overall.decisions:,} with a choice in "
    lines = [f"{words}{counted(overall.deals, 'deal')}."]
    luck, error = found.luck
    if error is not None:
        lines.append(f"Luck is counted apart: it brought you {points(luck)} a deal (s.e. {error:.2f}).")
    return [*lines, *_trend(found)]


def told_groups(found: Figures) -> dict[str, list[tuple[str, str, str, str, float]]]:
    """The tables by what they are told by: name, loss with its error, decisions, and a part of the longest bar."""
    tables = {}
    for name in GROUPS:
        group = found.groups[name]
        if len(group) > 1 or (name == "phase" and group):
            most = max(one.value for one in group.values()) or 1.0
            tables[name] = [
                (key, f"{one.value:.3f}", _error(one), f"{one.decisions:,}", one.value / most)
                for key, one in sorted(group.items())
            ]
    return tables


def told_causes(found: Figures, worst: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """The dearest causes: what each costs, its worst example, and the command that trains it."""
    told = []
    for one, example in zip(found.causes, worst, strict=False):
        words = f"{one.name.replace('-', ' ')}: {_with_error(one.cost)} a decision, {counted(one.mistakes, 'mistake')}"
        called = plain(example["name"]) or example["played"]
        lost = f"{example['move']} lost {example['lost']:.2f} in trick {example['trick']} of {called}"
        told.append(
            (
                f"{words} in {counted(one.deals, 'deal')}",
                f"worst: {lost}; better {example['best']}",
                f"bingo train --cause {one.name}",
            )
        )
    return told


def explain(found: Figures, worst: list[dict[str, Any]], screen: Screen) -> list[str]:
    """The same for a person: the loss, what it depends on, what costs most, and whether it changes."""
    first, *others = sentences(found)
    lines = wrap(first, screen.width)
    if found.overall.decisions:
        lines = [*map(screen.strong, lines)]
    lines += [line for words in others for line in wrap(words, screen.width)]
    mark = "█" if screen.unicode else "#"
    for name, rows in told_groups(found).items():
        figures = columns([row[:4] for row in rows], right=frozenset((1, 3)))
        room = min(BAR, screen.width - len("    ") - max(map(len, figures)))
        bars = (mark * math.ceil(room * row[4]) for row in rows)
        drawn = (f"  {told}  {bar}".rstrip() for told, bar in zip(figures, bars, strict=True))
        lines += ["", screen.strong(f"By {name}"), *drawn]
    if found.causes:
        lines += ["", screen.strong("What costs most")]
        for words, example, command in told_causes(found, worst):
            lines += [*wrap(words, screen.width, 2, 4), *wrap(example, screen.width, 4, 6)]
            lines += wrap(command, screen.width, 4, 6)
        lines += [line for words in _order(found) for line in wrap(words, screen.width, 2, 4)]
    return lines


def _where(one: dict[str, Any] | None) -> dict[str, Any] | None:
    """The worst example without what the memory alone needs."""
    return one and {key: one[key] for key in ("key", "name", "played", "n", "trick", "move", "best", "lost", "why")}


def _trend(found: Figures) -> list[str]:
    trend = found.trend()
    if trend is None:
        return []
    since, better, error = trend
    if abs(better) <= SURE * error:
        return [f"Since {since}, the later half of the deals, it does not differ from before by more than chance."]
    how = "less" if better > 0 else "more"
    half = f"Since {since}, the later half of the deals, a decision has lost"
    return [f"{half} {abs(better):.3f} (s.e. {error:.3f}) {how} than before."]


def _order(found: Figures) -> list[str]:
    """Whether the error bears that these are the dearest."""
    costs = [one.cost for one in found.causes]
    if len(costs) <= DEAREST:
        return []
    last, next_one = costs[DEAREST - 1], costs[DEAREST]
    errors = (math.inf if one.error is None else one.error for one in (last, next_one))
    if last.value - next_one.value > SURE * math.hypot(*errors):
        return []
    return ["Others may cost as much: more deals will tell."]


def _page(found: Figures, worst: list[dict[str, Any]]) -> str:
    """The profile as a page: the same sentences, tables with bars, and a chart of the months (of the days, while there
    is one month), two s.e. about each.
    """
    from bingo.cli.page.document import standing  # here: only pages need the template engine

    months = found.groups["month"]
    times = sorted((months if len(months) > 1 else found.days).items())
    highest = max((one.value + SURE * (one.error or 0.0) for _, one in times), default=0.0) or 1.0
    chart = [
        (key, one.value / highest, SURE * (one.error or 0.0) / highest, f"{key}: {_with_error(one)}")
        for key, one in times
    ]
    return standing(
        "profile.html.jinja",
        "Profile",
        sentences=sentences(found),
        chart=chart if len(chart) > 1 else [],
        highest=f"{highest:.2f}",
        tables=told_groups(found),
        causes=told_causes(found, worst),
        order=_order(found),
    )


def _with_error(one: Losses) -> str:
    return f"{one.value:.3f} {_error(one)}".strip()


def _error(one: Losses) -> str:
    return "" if one.error is None else f"(s.e. {one.error:.3f})"
