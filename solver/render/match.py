"""Matches in words: your chance to win one from every score, or from one; and what many reviewed deals come to."""

from collections.abc import Iterator, Sequence

from bingo.solver.errors import counted
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.match import DealResult, MatchEquity
from bingo.solver.render import Screen, plain, points, signed, tabulate, wrap
from bingo.solver.render.game import WHO
from bingo.solver.reviewing import Review
from bingo.solver.reviewing.decision import Losses

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
    heads = ["the deal brings", "score", "next lead", "you win", "if you lead", "if they lead"]
    results = (result for result in equity.results(you, opponent) if max(result.often) >= RARE)
    rows = [heads, *(row for result in results for row in _rows(result))]
    how_often = "In the last columns, how often the deal brings that, by who leads it."
    return [*wrap(how_often, screen.width), *tabulate(rows, screen)]


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
    words = (
        f"From {equity.table.made['deals']:,} deals at each score that the program played against itself, both sides"
        f" for the match; standard error at most {100 * equity.table.error:.1f} points."
    )
    if not equity.fits:
        words += f" No table was made for these rules: this is the one of {equity.table.preset}, the nearest."
    return screen.footnote(words)


# --- many reviewed deals -----------------------------------------------------------------------------


#: Deals that tell who plays better, at least.
ENOUGH = 12
#: Deals that the table lists, and characters of a name in it, at most.
LISTED, MAX_TITLE = 14, 24


class ReviewSummary:
    """Many deals, one after the other; no more is kept of each than the table has."""

    def __init__(self) -> None:
        self.deals = 0
        self._rows: list[tuple[str, ...]] = []
        self._sums = [0.0] * 6  # of results, luck, and what both lost and how many mistakes they made
        self._losses = Losses(), Losses()

    def add(self, review: Review, title: str) -> None:
        match, luck = review.record.match, None if review.luck is None else review.luck.you
        mistakes = review.totals[YOU].mistakes, review.totals[OPPONENT].mistakes
        self.deals += 1
        if self.deals <= LISTED:
            score = "" if match is None else f"{match.you} : {match.opponent}"
            self._rows.append(_deal_row(plain(title), score, review.result, luck, *review.lost, *mistakes))
        figures = review.result or 0, luck or 0.0, *review.lost, *mistakes
        self._sums = [a + b for a, b in zip(self._sums, figures, strict=True)]
        for losses, totals in zip(self._losses, review.totals, strict=True):
            if totals.decisions:
                losses.add(totals.lost, totals.decisions)

    def lines(self, screen: Screen) -> list[str]:
        """The deals in a table, and what a decision of both lost, with its error."""
        head = ("", "score", "result", "luck", "you lost", "they lost", "mistakes")
        more = [(f"and {self.deals - LISTED} more", *[""] * 6)] if self.deals > LISTED else []
        rows: list[Sequence[str]] = [head, *self._rows, *more, _deal_row("in all", "", *self._sums)]
        if not any(score for _, score, *_ in self._rows):
            rows = [(first, *rest) for first, _, *rest in rows]
        *deals, last = tabulate(rows, screen)
        lines = [screen.strong(f"{counted(self.deals, 'deal')} in all"), *deals, screen.strong(last), ""]
        for who, losses in zip(WHO, self._losses, strict=True):
            if losses.error is not None:
                lost = f"{who} lost {losses.value:.3f} (s.e. {losses.error:.3f}) a decision"
                lines += wrap(f"{lost}, over {losses.decisions:,} of them.", screen.width)
        if self.deals < ENOUGH:
            lines += wrap(f"Fewer than {ENOUGH} deals do not tell who plays better.", screen.width)
        return lines


def _deal_row(
    title: str, score: str, result: float | None, luck: float | None, you: float, other: float, *mistakes: float
) -> tuple[str, ...]:
    brought = "-" if result is None else signed(result)
    lucky = "-" if luck is None else points(luck)
    return title[:MAX_TITLE], score, brought, lucky, f"{you:.2f}", f"{other:.2f}", "{:g}, {:g}".format(*mistakes)
