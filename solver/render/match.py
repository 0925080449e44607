"""Match equity for people: the table of all scores, and what the next deal makes of one."""

from __future__ import annotations

from collections.abc import Iterator

from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.match import DealResult, MatchEquity
from bingo.solver.render.screen import Screen, tabulate, wrap

_LEADS = ("you lead", "the opponent leads")
#: Results that are less frequent than this are left out where they stand for nothing else.
RARE = 0.0005


def table(equity: MatchEquity, screen: Screen) -> list[str]:
    """Your chance at every score, in percent, by who leads the next deal."""
    head = f"Your chance to win the match, first to {equity.to}, in percent"
    lines = [*screen.heading(head), f"rules {label(equity.rules)}"]
    for lead in (YOU, OPPONENT):
        lines += ["", *wrap(f"If {_LEADS[lead]} the next deal", screen.width), *_grid(equity, lead, screen)]
    return [*lines, *_source_note(equity, screen)]


def one_score(equity: MatchEquity, you: int, opponent: int, screen: Screen) -> list[str]:
    """Your chance at one score, and what the next deal makes of it."""
    leading, following = (_percent(equity.chance(you, opponent, lead)) for lead in (YOU, OPPONENT))
    head = f"You have {you}, the opponent {opponent}, first to {equity.to}."
    chances = f"You win the match {leading}% of the time if you lead the next deal, {following}% if the opponent does."
    lines = [*screen.heading(head), f"rules {label(equity.rules)}", ""]
    rows = _results(equity, you, opponent, screen)
    return [*lines, *wrap(chances, screen.width), "", *rows, *_source_note(equity, screen)]


def _grid(equity: MatchEquity, lead: int, screen: Screen) -> Iterator[str]:
    """A row for each of your scores, a column for each of the opponent's; a part at a time where all are too wide."""
    points = range(equity.to)
    chances = [[_percent(equity.chance(a, b, lead)) for b in points] for a in points]
    width = 2 - screen.narrow + max(len(cell) for row in chances for cell in row)
    fit = (screen.width - len(f"  {'you':>3} ")) // width
    for part in (slice(n, n + fit) for n in range(0, len(points), fit)):
        rows = [["you", *map(str, points[part])]]
        rows += [[str(a), *row[part]] for a, row in zip(points, chances, strict=True)]
        lines = [f"  {row[0]:>3} " + "".join(f"{cell:>{width}}" for cell in row[1:]) for row in rows]
        yield "opponent".rjust(max(len(lines[0]), 11))
        yield from lines


def _results(equity: MatchEquity, you: int, opponent: int, screen: Screen) -> list[str]:
    """Who wins what, the score then, who leads, the chance then, and how often by who leads now."""
    rows = [["the deal brings", "score", "next lead", "you win", "if you lead", "if they lead"]]
    for result in equity.results(you, opponent):
        if max(result.often) >= RARE:
            rows += list(_rows(result))
    how_often = "In the last columns, how often the deal brings that, by who leads it."
    return [*wrap(how_often, screen.width), *tabulate(rows, screen, frozenset({3, 4, 5}))]


def _rows(result: DealResult) -> Iterator[list[str]]:
    """One row, or one for each leader where it depends on that who leads next."""
    often = [f"{100 * share:.1f}%" for share in result.often]
    score = "{} : {}".format(*result.score)
    parts = [f"{name} +{brought}" for name, brought in zip(PLAYER_NAMES, result.brought, strict=True) if brought]
    alike = result.lead is None or result.lead[YOU] == result.lead[OPPONENT]
    for leader in (YOU,) if alike else (YOU, OPPONENT):
        following = "match over" if result.lead is None else PLAYER_NAMES[result.lead[leader]]
        shown = [share if alike or column == leader else "" for column, share in enumerate(often)]
        yield [", ".join(parts) or "nothing", score, following, _percent(result.chance[leader]) + "%", *shown]


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


def _source_note(equity: MatchEquity, screen: Screen) -> list[str]:
    """Say where the numbers come from."""
    words = (
        f"From {equity.table.made['deals']:,} deals at each score that the program played against itself, both sides"
        f" for the match; standard error at most {100 * equity.table.error:.1f} points."
    )
    if not equity.fits:
        words += f" No table was made for these rules: this is the one of {equity.table.preset}, the nearest."
    return screen.footnote(words)
