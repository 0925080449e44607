"""Reviewed deals in words: one at length, one in as many lines as a terminal has, and many in a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bingo.solver.errors import counted
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.render.board import who_plays
from bingo.solver.render.game import DID, DOING, WHO, WHOSE, in_form
from bingo.solver.render.screen import (
    LINES,
    MOVES,
    Detail,
    Screen,
    columns,
    flow,
    number,
    plain,
    points,
    signed,
    tabulate,
    wrap,
)
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.decision import GRADES, Judged, Losses, unit


def explain(review: Review, title: str, screen: Screen, every: bool = False) -> list[str]:
    """The answer, a list of lines; with ``every`` decision in a table."""
    lines = [*_head(review, title, screen), *screen.heading(verdict(review))]
    for heading, part in (
        ("Mistakes", _mistakes(review, screen)),
        ("For the match", _for_match(review, screen)),
        ("Right by what was known, wrong as the tiles lay", _unlucky(review, screen)),
        ("Closing and claiming", _endings(review, screen)),
        ("Every decision: what it lost, and what with all tiles seen", _every(review, screen) if every else []),
        ("Totals", _totals(review, screen)),
        ("The sum", sum_of(review, screen) + _turning(review, screen)),
    ):
        if part:
            lines += ["", *screen.heading(heading), *part]
    return lines


def _head(review: Review, title: str, screen: Screen) -> list[str]:
    return [*screen.heading(plain(title)), *wrap(setting(review, screen), screen.width), ""]


def verdict(review: Review) -> str:
    """The result, luck, and the dearest mistake of each."""
    words = [_result(review)]
    for player in review.judged:
        who = WHO[player]
        missed = [decision for decision in review.decisions if decision.player == player and decision.mistake]
        if missed:
            worst = max(missed, key=lambda decision: decision.lost)
            act = in_form(worst.move, DID) if worst.move != WAIT else f"did not {worst.ending}"
            better = f"{in_form(worst.best, DOING)} was better by {worst.lost:.2f}"
            if len(missed) == 1:
                words.append(f"{who} {act} in trick {worst.trick}; {better}.")
            else:
                words.append(
                    f"{who} made {len(missed)} mistakes, the costliest in trick {worst.trick}: {act}; {better}."
                )
        else:
            words.append(f"{who} {'made no mistake' if review.totals[player].decisions else 'had no choice'}.")
    return " ".join(words)


def _result(review: Review) -> str:
    if review.result is None or review.luck is None:
        return "The deal is unfinished."
    unit, luck, without = review.record.rules.unit, review.luck.you, review.adjusted or 0.0
    result = (
        f"You {_won(review.result)} {counted(abs(review.result), unit)}" if review.result else "Nobody won the deal"
    )
    if not round(luck, 2):
        return f"{result}, without luck."
    brought = f"luck {'brought' if luck > 0 else 'cost'} you {abs(luck):.2f}"
    return f"{result}; {brought}, and without it you would have {_won(without)} {abs(without):.2f}."


def _won(value: float) -> str:
    return "lost" if value < 0 else "won"


def setting(review: Review, screen: Screen) -> str:
    """The rules, the players' names, and whose tiles are recorded."""
    alone = "" if len(review.judged) == 2 else f"a record of {WHOSE[review.judged[0]]} tiles" if review.judged else ""
    return screen.dot.join(filter(None, (f"rules {label(review.record.rules)}", who_plays(review.record), alone)))


def place(decision: Judged) -> str:
    """The trick, as ``--at`` takes it: ``9``, ``9r`` for the reply in it."""
    return f"{decision.trick}{'r' if decision.moment.position.led is not None else ''}"


def row(decision: Judged, words: str, screen: Screen, did: str = "") -> list[str]:
    """What there is to say of a turn, behind where it was made, by whom, and what they did."""
    return wrap(f"{place(decision)}  {PLAYER_NAMES[decision.player]} {did or decision.move}{words}", screen.width, 2, 6)


def _mistakes(review: Review, screen: Screen) -> list[str]:
    marked = [decision for decision in review.decisions if decision.mistake]
    rows = [
        (
            place(decision),
            PLAYER_NAMES[decision.player],
            f"-{decision.lost:.2f}",
            decision.grade or "",
            f"{decision.move}",
        )
        for decision in marked
    ]
    lines: list[str] = []
    for line, decision in zip(columns(rows, right=frozenset((0, 2))), marked, strict=True):
        lines += wrap(f"  {line}", screen.width, 2, 6)
        certain = decision.exact or decision.low == decision.high
        sure = "" if certain else f" (95%: {decision.low:.2f} to {decision.high:.2f})"
        lines += wrap(f"better: {decision.best}{sure}", screen.width, 6, 8)
        if decision.reason:
            lines += wrap(str(decision.reason), screen.width, 6, 8)
            hand = f"against {decision.reason.hand}: " if decision.reason.hand else ""
            lines += wrap(hand + "; ".join(decision.reason.line), screen.width, 8, 10)
        if decision.luck == "lucky":
            lines += wrap("lucky: as the tiles lay, nothing was better", screen.width, 6, 8)
    return lines


def _for_match(review: Review, screen: Screen) -> list[str]:
    """Mistakes by the chance to win the match, where there is a score; those by game points stand by themselves."""
    score = review.record.match
    if score is None or all(decision.match is None for decision in review.decisions):
        return []
    lines = wrap(f"At {score.you} : {score.opponent}, by the chance to win the match:", screen.width, 2, 2)
    missed = [(decision, decision.match) for decision in review.decisions if decision.match and decision.match.mistake]
    for decision, match in missed:
        sure = "" if match.low == match.high else f" (95%: {100 * match.low:.1f} to {100 * match.high:.1f})"
        cost = f"{100 * match.lost:.1f}%{sure}"
        lines += row(decision, f" cost {cost}; {match.best} was better", screen)
    return lines if missed else wrap(f"{lines[0].strip()} no mistake.", screen.width, 2, 4)


def _unlucky(review: Review, screen: Screen) -> list[str]:
    missed = [
        (decision, decision.open) for decision in review.decisions if decision.open and decision.luck == "unlucky"
    ]
    return [
        line for decision, seen in missed for line in row(decision, f": {seen.best} was worth {seen.lost} more", screen)
    ]


def _endings(review: Review, screen: Screen) -> list[str]:
    lines: list[str] = []
    for decision in review.decisions:
        kind = decision.ending
        if kind is None:
            continue
        ended, direction = decision.ended, 1 if decision.player == YOU else -1
        if decision.mistake:
            judged = f"wrong by {decision.lost:.2f}" if ended else f"{decision.best} was better by {decision.lost:.2f}"
        elif decision.repeated:
            judged = f"missed again, which counts once ({decision.lost:.2f} here)"
        else:
            judged = "right" if ended or not decision.lost else "too close to call"
        worth = f", worth {points(direction * decision.value)} to {'you' if decision.player == YOU else 'them'}"
        lines += row(decision, f": {judged}{worth if ended else ''}", screen, "" if ended else f"did not {kind}")
    return lines


def _every(review: Review, screen: Screen) -> list[str]:
    rows = [
        (
            place(decision),
            PLAYER_NAMES[decision.player],
            f"{decision.lost:.2f}",
            "" if decision.open is None else str(decision.open.lost),
            f"{decision.move}" + ("" if decision.best == decision.move else f" (better: {decision.best})"),
        )
        for decision in review.decisions
    ]
    heads = columns([row[:-1] for row in rows], right=frozenset((2, 3))) if rows else []
    lines: list[str] = []
    for head, row in zip(heads, rows, strict=True):
        lines += flow([row[-1]], screen.width, f"  {head}  ")
    return lines


def _totals(review: Review, screen: Screen) -> list[str]:
    totals = [review.totals[player] for player in review.judged]
    rows: list[Sequence[str]] = [("", *(PLAYER_NAMES[player] for player in review.judged))]
    heading, size = ("decisions", 0.0) if screen.narrow else ("decisions with a choice", unit(review.record.rules))
    rows.append((heading, *(str(total.decisions) for total in totals)))
    for name, least in reversed(GRADES):
        grade = f"{name} (from {least * size:.2g})" if size else name
        rows.append((grade, *(str(total.grades[name]) for total in totals)))
    rows.append(("lost", *(f"{total.lost:.2f}" for total in totals)))
    rows.append(("lost in a decision", *(f"{total.per_decision:.3f}" for total in totals)))
    return tabulate(rows, screen, frozenset(range(1, 3)), 2)


def sum_of(review: Review, screen: Screen) -> list[str]:
    """How result, luck and losses add up."""
    if review.luck is None or review.result is None:
        return []
    luck, (yours, theirs) = review.luck, review.lost
    parts = f"deal {points(luck.deal)}, draws {points(luck.draws)}, hidden tiles {points(luck.hidden)}"
    one_sided = " (the opponent's losses among it)" if len(review.judged) == 1 else ""
    words = (
        f"{points(review.result)} result = {points(review.start)} start {points(luck.you)} luck{one_sided}"
        f" -{yours:.2f} your losses +{theirs:.2f} the opponent's"
    )
    return wrap(words, screen.width, 2, 4) + wrap(f"luck: {parts}", screen.width, 2, 4)


def _turning(review: Review, screen: Screen) -> list[str]:
    turning = None if review.luck is None or review.result is None else review.turning
    if turning and turning.decision:
        decision = turning.decision
        what = f"{PLAYER_NAMES[decision.player]} {decision.move} in trick {decision.trick}"
    elif turning and turning.draw:
        what = f"the tiles drawn after trick {turning.draw.trick}"
    else:
        return []
    return wrap(f"turning point: {what} ({points(turning.swing)})", screen.width, 2, 4)


def effort(review: Review) -> str:
    """How it was found."""
    if review.settings.seconds is not None:
        how = f"about {review.settings.seconds:g} s for the deal, so the numbers depend on the machine"
    else:
        how = f"{number(review.worlds)} deals for a decision while tiles are hidden"
    alone = "; only the decisions of the player whose tiles are recorded are judged, by what they knew"
    return (
        f"{how}, the best move chosen in others, both hands played to the end by the program; exact where all is known"
        f"{alone if len(review.judged) == 1 else ''}; seed {review.settings.seed}; {review.seconds:.1f} s"
    )


# --- in short, and many deals ------------------------------------------------------------------------


#: Deals that tell who plays better, at least.
ENOUGH = 12
#: Deals that the table lists, and characters of a name in it, at most.
LISTED, MAX_TITLE = 14, 24


def explain_shortly(review: Review, title: str, screen: Screen, detail: Detail = "short") -> list[str]:
    """One deal: the answer, the costliest mistakes with their causes as far as they fit, and the sum; in ``brief``, the
    answer alone.
    """
    head = [*_head(review, title, screen), *screen.heading(verdict(review)), ""]
    if detail == "brief":
        return [*screen.heading(plain(title)), *screen.heading(verdict(review))]
    missed = sorted(
        (decision for decision in review.decisions if decision.mistake), key=lambda decision: -decision.lost
    )
    tail = sum_of(review, screen)
    tail += [screen.faint(line) for line in wrap(f"{_effort(review)}; --full shows all.", screen.width)]
    lines: list[str] = []
    for most in reversed(range(min(MOVES, len(missed)) + 1)):
        for reasons in (most, min(most, 1), 0):
            shown = sorted(missed[:most], key=lambda decision: decision.n)
            explained = missed[:reasons]
            body = [line for decision in shown for line in _mistake(decision, screen, decision in explained)]
            left = len(missed) - most
            body += [f"  and {counted(left, 'more mistake')}"] if left else []
            lines = [*head, *body, *([""] if body else []), *tail]
            if len(lines) <= LINES:
                return lines
    return lines


def _effort(review: Review) -> str:
    seconds = review.settings.seconds
    if seconds is not None:
        return f"Found in about {seconds:g} s, so that the numbers depend on the machine"
    return f"Moves compared in {counted(review.worlds, 'deal')}"


def _mistake(decision: Judged, screen: Screen, reason: bool) -> list[str]:
    lines = row(decision, f": -{decision.lost:.2f}, {decision.grade}; better {decision.best}", screen)
    return lines + (wrap(str(decision.reason), screen.width, 6, 8) if reason and decision.reason else [])


class Total:
    """Many deals, one after the other; no more is kept of each than the table has."""

    def __init__(self) -> None:
        self.deals = 0
        self._rows: list[tuple[str, ...]] = []
        self._sums = [0.0] * 6  # of results, luck, and what both lost and how many mistakes they made
        self._losses = Losses(), Losses()
        self._causes: dict[str, list[list[float]]] = defaultdict(lambda: [[], []])

    def add(self, review: Review, title: str) -> None:
        """Count a deal."""
        match, luck = review.record.match, None if review.luck is None else review.luck.you
        mistakes = review.totals[YOU].mistakes, review.totals[OPPONENT].mistakes
        self.deals += 1
        if self.deals <= LISTED:
            score = "" if match is None else f"{match.you} : {match.opponent}"
            self._rows.append(_row(plain(title), score, review.result, luck, *review.lost, *mistakes))
        figures = review.result or 0, luck or 0.0, *review.lost, *mistakes
        self._sums = [a + b for a, b in zip(self._sums, figures, strict=True)]
        for losses, totals in zip(self._losses, review.totals, strict=True):
            if totals.decisions:
                losses.add(totals.lost, totals.decisions)
        for decision in review.decisions:
            if decision.mistake:
                kind = decision.reason.kind.replace("-", " ") if decision.reason else "no cause found"
                self._causes[kind][decision.player].append(decision.lost)

    def lines(self, screen: Screen) -> list[str]:
        """The deals in a table, what was lost by cause, and what a decision of both lost, with its error."""
        head = ("", "score", "result", "luck", "you lost", "they lost", "mistakes")
        more = [(f"and {self.deals - LISTED} more", *[""] * 6)] if self.deals > LISTED else []
        rows: list[Sequence[str]] = [head, *self._rows, *more, _row("in all", "", *self._sums)]
        if not any(score for _, score, *_ in self._rows):
            rows = [(first, *rest) for first, _, *rest in rows]
        *deals, last = tabulate(rows, screen, frozenset(range(1, len(rows[0]))))
        lines = [screen.strong(f"{counted(self.deals, 'deal')} in all"), *deals, screen.strong(last)]
        return [*lines, "", *self._by_cause(screen), "", *self._levels(screen)]

    def _by_cause(self, screen: Screen) -> list[str]:
        if not self._causes:
            return ["Nobody made a mistake."]
        dearest = sorted(self._causes.items(), key=lambda item: -sum(map(sum, item[1])))
        rows: list[Sequence[str]] = [("", "you", "", "opponent", "")]
        for kind, both in dearest[:MOVES]:
            rows.append((kind, *(cell for lost in both for cell in (f"{sum(lost):.2f}", f"in {len(lost)}"))))
        return [*screen.heading("Lost by cause"), *tabulate(rows, screen, frozenset((1, 3)))]

    def _levels(self, screen: Screen) -> list[str]:
        lines: list[str] = []
        for player in (YOU, OPPONENT):
            losses = self._losses[player]
            if losses.error is None:
                continue
            lost = f"{WHO[player]} lost {losses.value:.3f} (s.e. {losses.error:.3f}) a decision"
            lines += wrap(f"{lost}, over {number(losses.decisions)} of them.", screen.width)
        if self.deals < ENOUGH:
            lines += wrap(f"Fewer than {ENOUGH} deals do not tell who plays better.", screen.width)
        return lines


def _row(
    title: str, score: str, result: float | None, luck: float | None, you: float, other: float, *mistakes: float
) -> tuple[str, ...]:
    brought = "-" if result is None else signed(result)
    lucky = "-" if luck is None else points(luck)
    return title[:MAX_TITLE], score, brought, lucky, f"{you:.2f}", f"{other:.2f}", "{:g}, {:g}".format(*mistakes)
