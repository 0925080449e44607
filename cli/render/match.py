"""Match equity for people: the table of all scores, and what the next deal makes of one."""

from __future__ import annotations

from collections.abc import Iterator

from bingo.cli.render.screen import Screen, columns, wrap
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.match.matches import PRESET, DealResult, MatchEquity, RubberEquity

_LEADS = ("you lead", "the opponent leads")
#: Card points from one row or column of a rubber's table to the next.
STEP = 6
#: Results that are less frequent than this are left out where they stand for nothing else.
RARE = 0.0005


def table(equity: MatchEquity | RubberEquity, screen: Screen) -> list[str]:
    """Your chance at every score, in percent, by who leads the next deal; of a rubber every sixth score, or twelfth."""
    if isinstance(equity, RubberEquity):
        head = f"Your chance to win the rubber, first to {equity.target} card points, in percent"
    else:
        head = f"Your chance to win the match, first to {equity.to}, in percent"
    lines = [*map(screen.strong, wrap(head, screen.width)), f"rules {label(equity.rules)}"]
    for lead in (YOU, OPPONENT):
        lines += ["", f"If {_LEADS[lead]} the next deal", *_grid(equity, lead, screen)]
    return [*lines, "", *_about(equity, screen)]


def one_score(equity: MatchEquity | RubberEquity, you: int, opponent: int, screen: Screen) -> list[str]:
    """Your chance at one score, and what the next deal makes of it."""
    leading, following = (_percent(equity.chance(you, opponent, lead)) for lead in (YOU, OPPONENT))
    if isinstance(equity, RubberEquity):
        what, rows = "rubber", columns(_endings(equity, you, opponent), right=frozenset({1, 2}))
        head = f"You carry {you} card points, the opponent {opponent}, first to {equity.target}."
    else:
        what, rows = "match", _results(equity, you, opponent, screen)
        head = f"You have {you}, the opponent {opponent}, first to {equity.to}."
    chances = f"You win the {what} {leading}% of the time if you lead the next deal, {following}% if the opponent does."
    lines = [*map(screen.strong, wrap(head, screen.width)), f"rules {label(equity.rules)}", ""]
    return [*lines, *wrap(chances, screen.width), "", *rows, "", *_about(equity, screen)]


def _endings(equity: RubberEquity, you: int, opponent: int) -> list[list[str]]:
    """How often the next deal ends the rubber, and for whom, by who leads it."""
    ends = [equity.endings(you, opponent, lead) for lead in (YOU, OPPONENT)]
    shares = {
        "you win the rubber": [won for won, _ in ends],
        "the opponent wins it": [lost for _, lost in ends],
        "it goes on": [max(1 - won - lost, 0.0) for won, lost in ends],
    }
    head = ["the next deal", "if you lead", "if they lead"]
    return [head, *([words, *(_percent(share) + "%" for share in both)] for words, both in shares.items())]


def _grid(equity: MatchEquity | RubberEquity, lead: int, screen: Screen) -> Iterator[str]:
    """A row for each of your scores, a column for each of the opponent's; a part at a time where all are too wide."""
    step = STEP * (1 + screen.narrow)
    points = range(0, equity.target, step) if isinstance(equity, RubberEquity) else range(equity.to)
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
    lines = columns(rows, right=frozenset({3, 4, 5}))
    if max(map(len, lines)) <= screen.width:
        return [" " * lines[0].index("if you lead") + "how often", *lines]
    # Two more lines of headings and no words beside the score, so that it fits a narrow screen.
    brief = [["", "", "", "you", "they"], ["score", "next", "you win", "lead", "lead"]]
    brief += [[score, lead.removeprefix("match "), *rest] for _, score, lead, *rest in rows[1:]]
    lines = columns(brief, right=frozenset({2, 3, 4}))
    return ["how often if".rjust(max(map(len, lines))), *lines]


def _rows(result: DealResult) -> Iterator[list[str]]:
    """One row, or one for each leader where it depends on that who leads next."""
    often = [f"{100 * share:.1f}%" for share in result.often]
    score = "{} : {}".format(*result.score)
    alike = result.lead is None or result.lead[YOU] == result.lead[OPPONENT]
    for leader in (YOU,) if alike else (YOU, OPPONENT):
        following = "match over" if result.lead is None else PLAYER_NAMES[result.lead[leader]]
        shown = [share if alike or column == leader else "" for column, share in enumerate(often)]
        yield [_brought(result), score, following, _percent(result.chance[leader]) + "%", *shown]


def _brought(result: DealResult) -> str:
    you, opponent = result.brought
    parts = [f"you +{you}"] * bool(you) + [f"opponent +{opponent}"] * bool(opponent)
    return ", ".join(parts) or "nothing"


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}"


def _about(equity: MatchEquity | RubberEquity, screen: Screen) -> list[str]:
    """Where the numbers come from."""
    if isinstance(equity, RubberEquity):
        made, error, how = equity.made, equity.error, "that the program played against itself for card points"
        nearest = f" They were played by the rules of {PRESET}, the nearest."
    else:
        made, error, how = equity.table.made, equity.table.error, "at each score that the program played against itself"
        how += ", both sides for the match"
        nearest = f" No table was made for these rules: this is the one of {equity.table.preset}, the nearest."
    words = f"From {made['deals']:,} deals {how}; standard error at most {100 * error:.1f} points."
    return [screen.faint(line) for line in wrap(words + ("" if equity.fits else nearest), screen.width)]
