"""Reviews in short: one deal in as many lines as a terminal has, and many deals in a table with their total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bingo.solver.errors import counted
from bingo.solver.game.position import OPPONENT, YOU
from bingo.solver.render.review import row, setting, sum_of, verdict
from bingo.solver.render.screen import Screen, columns, number, plain, points, signed, wrap
from bingo.solver.render.short import LINES, MOVES, strong
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.decision import Judged, Losses, graded

#: Deals that tell who plays better, at least.
ENOUGH = 12
#: Deals that the table lists, and characters of a name in it, at most and where there is little room.
LISTED, LONGEST, SHORT = 14, 24, 12


def brief(found: Review, title: str, screen: Screen) -> list[str]:
    """One deal: the answer, the costliest mistakes with their causes as far as they fit, and the sum."""
    head = [*strong(plain(title), screen), *wrap(setting(found, screen), screen.width), ""]
    head += [*strong(verdict(found), screen), ""]
    missed = sorted((one for one in found.decisions if one.mistake), key=lambda one: -one.lost)
    tail = sum_of(found, screen)
    tail += [screen.faint(line) for line in wrap(f"{_effort(found)}; --full shows all.", screen.width)]
    lines: list[str] = []
    for most in reversed(range(min(MOVES, len(missed)) + 1)):
        for reasons in (most, min(most, 1), 0):
            shown = sorted(missed[:most], key=lambda one: one.n)
            explained = missed[:reasons]
            body = [line for one in shown for line in _mistake(one, screen, one in explained)]
            left = len(missed) - most
            body += [f"  and {counted(left, 'more mistake')}"] if left else []
            lines = [*head, *body, *([""] if body else []), *tail]
            if len(lines) <= LINES:
                return lines
    return lines


def _effort(found: Review) -> str:
    seconds = found.settings.seconds
    if seconds is not None:
        return f"Found in about {seconds:g} s, so that the numbers depend on the machine"
    return f"Moves compared in {number(found.worlds)} deals"


def _mistake(one: Judged, screen: Screen, reason: bool) -> list[str]:
    lines = row(one, f": -{one.lost:.2f}, {graded(one)}; better {one.best}", screen)
    return lines + (wrap(one.reason.sentence, screen.width, 6, 8) if reason and one.reason else [])


class Total:
    """Many deals, one after the other; no more is kept of each than the table has."""

    def __init__(self) -> None:
        self.deals = 0
        self._rows: list[tuple[str, ...]] = []
        self._sums = [0.0] * 6  # of results, luck, and what both lost and how many mistakes they made
        self._losses = Losses(), Losses()
        self._causes: dict[str, list[list[float]]] = defaultdict(lambda: [[], []])

    def add(self, found: Review, title: str) -> None:
        """Count a deal."""
        match, luck = found.record.match, None if found.luck is None else found.luck.you
        mistakes = found.totals[YOU].mistakes, found.totals[OPPONENT].mistakes
        self.deals += 1
        if self.deals <= LISTED:
            score = "" if match is None else f"{match.you} : {match.opponent}"
            self._rows.append(_row(plain(title), score, found.result, luck, *found.lost, *mistakes))
        told = found.result or 0, luck or 0.0, *found.lost, *mistakes
        self._sums = [a + b for a, b in zip(self._sums, told, strict=True)]
        for losses, totals in zip(self._losses, found.totals, strict=True):
            if totals.decisions:
                losses.add(totals.lost, totals.decisions)
        for one in found.decisions:
            if one.mistake:
                kind = one.reason.kind.replace("-", " ") if one.reason else "no cause found"
                self._causes[kind][one.player].append(one.lost)

    def lines(self, screen: Screen) -> list[str]:
        """The deals in a table, what was lost by cause, and what a decision of both lost, with its error."""
        head = ("", "score", "result", "luck", "you lost", "they lost", "mistakes")
        rows = [head, *self._rows, _row("in all", "", *self._sums)]
        more = [f"  and {self.deals - LISTED} more"] if self.deals > LISTED else []
        if not any(score for _, score, *_ in self._rows):
            rows = [(first, *rest) for first, _, *rest in rows]
        *listed, last = _laid_out(rows)
        if max(map(len, (*listed, last))) > screen.width:
            *listed, last = _laid_out([(row[0][:SHORT], row[-5], *row[-3:-1]) for row in rows])
        lines = [screen.strong(f"{counted(self.deals, 'deal')} in all"), *listed, *more, screen.strong(last)]
        return [*lines, "", *self._by_cause(screen), "", *self._levels(screen)]

    def _by_cause(self, screen: Screen) -> list[str]:
        dearest = sorted(self._causes.items(), key=lambda item: -sum(map(sum, item[1])))
        rows: list[Sequence[str]] = [("Lost by cause", "you", "", "opponent", "")]
        for kind, both in dearest[:MOVES]:
            rows.append((kind, *(cell for lost in both for cell in (f"{sum(lost):.2f}", f"in {len(lost)}"))))
        head, *rest = columns(rows, right=frozenset((1, 3)))
        if max(map(len, (head, *rest))) > screen.width:
            head, *rest = _laid_out([(row[0], row[1], row[3]) for row in rows])
        return [screen.strong(head), *rest] if dearest else ["Nobody made a mistake."]

    def _levels(self, screen: Screen) -> list[str]:
        lines: list[str] = []
        for player in (YOU, OPPONENT):
            losses = self._losses[player]
            if losses.error is None:
                continue
            lost = f"{('You', 'The opponent')[player]} lost {losses.value:.3f} (s.e. {losses.error:.3f}) a decision"
            lines += wrap(f"{lost}, over {number(losses.decisions)} of them.", screen.width)
        if self.deals < ENOUGH:
            lines += wrap(f"Fewer than {ENOUGH} deals do not tell who plays better.", screen.width)
        return lines


def _laid_out(rows: Sequence[Sequence[str]]) -> list[str]:
    return columns(rows, right=frozenset(range(1, len(rows[0]))))


def _row(
    title: str, score: str, result: float | None, luck: float | None, you: float, other: float, *mistakes: float
) -> tuple[str, ...]:
    brought = "-" if result is None else signed(result)
    lucky = "-" if luck is None else points(luck)
    return title[:LONGEST], score, brought, lucky, f"{you:.2f}", f"{other:.2f}", "{:g}, {:g}".format(*mistakes)
