"""Reviewed deals in words: one at length, one in as many lines as a terminal has, and many in a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bingo.solver.errors import counted
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.presets import label
from bingo.solver.render.game import DID, DOING, LEVELS, in_form
from bingo.solver.render.screen import (
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
from bingo.solver.render.short import LINES, MOVES
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.decision import (
    GRADES,
    Judged,
    Losses,
    ending_made,
    ending_of,
    graded,
    luck_of,
    turning_point,
    unit,
)

WHOSE = ("your", "the opponent's")


def explain(found: Review, title: str, screen: Screen, every: bool = False) -> list[str]:
    """The answer, a list of lines; with ``every`` decision in a table."""
    lines = [
        *screen.heading(plain(title)),
        *wrap(setting(found, screen), screen.width),
        "",
    ]
    lines += screen.heading(verdict(found))
    for heading, part in (
        ("Mistakes", _mistakes(found, screen)),
        ("For the match", _for_match(found, screen)),
        ("Right by what was known, wrong as the tiles lay", _unlucky(found, screen)),
        ("Closing and claiming", _endings(found, screen)),
        ("Every decision: what it lost, and what with all tiles seen", _every(found, screen) if every else []),
        ("Totals", _totals(found, screen)),
        ("The sum", sum_of(found, screen) + _turning(found, screen)),
    ):
        if part:
            lines += ["", *screen.heading(heading), *part]
    return lines


def verdict(review: Review) -> str:
    """The result, luck, and the dearest mistake of each."""
    words = [_result(review)]
    for player in review.judged:
        who = ("You", "The opponent")[player]
        missed = [one for one in review.decisions if one.player == player and one.mistake]
        if missed:
            worst = max(missed, key=lambda one: one.lost)
            act = in_form(worst.move, DID) if worst.move != WAIT else f"did not {ending_of(worst)}"
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


def setting(found: Review, screen: Screen) -> str:
    """The rules, the players' names, and whose tiles are recorded."""
    names = found.record.players
    called = zip(("you are", "the opponent is"), names or (), strict=False)
    who = ", ".join(_called(role, plain(name)) for role, name in called if name)
    alone = "" if len(found.judged) == 2 else f"a record of {WHOSE[found.judged[0]]} tiles" if found.judged else ""
    return screen.dot.join(filter(None, (f"rules {label(found.record.rules)}", who, alone)))


def _called(role: str, name: str) -> str:
    return f"{role.rpartition(' ')[0]} plays at level {name}" if name in LEVELS else f"{role} {name}"


def place(one: Judged) -> str:
    """The trick, as ``--at`` takes it: ``9``, ``9r`` for the reply in it."""
    return f"{one.trick}{'r' if one.moment.position.led is not None else ''}"


def row(one: Judged, words: str, screen: Screen, did: str = "") -> list[str]:
    """What there is to say of a turn, behind where it was made, by whom, and what they did."""
    return wrap(f"{place(one)}  {PLAYER_NAMES[one.player]} {did or one.move}{words}", screen.width, 2, 6)


def _mistakes(found: Review, screen: Screen) -> list[str]:
    marked = [one for one in found.decisions if one.mistake]
    rows = [
        (place(one), PLAYER_NAMES[one.player], f"-{one.lost:.2f}", graded(one) or "", f"{one.move}") for one in marked
    ]
    lines: list[str] = []
    for line, one in zip(columns(rows, right=frozenset((0, 2))), marked, strict=True):
        lines += wrap(f"  {line}", screen.width, 2, 6)
        sure = "" if one.exact or one.low == one.high else f" (95%: {one.low:.2f} to {one.high:.2f})"
        lines += wrap(f"better: {one.best}{sure}", screen.width, 6, 8)
        if one.reason:
            lines += wrap(one.reason.sentence, screen.width, 6, 8)
            hand = f"against {one.reason.hand}: " if one.reason.hand else ""
            lines += wrap(hand + "; ".join(one.reason.line), screen.width, 8, 10)
        if luck_of(one) == "lucky":
            lines += wrap("lucky: as the tiles lay, nothing was better", screen.width, 6, 8)
    return lines


def _for_match(found: Review, screen: Screen) -> list[str]:
    """Mistakes by the chance to win the match, where there is a score; those by game points stand by themselves."""
    score = found.record.match
    if score is None or all(one.match is None for one in found.decisions):
        return []
    lines = wrap(f"At {score.you} : {score.opponent}, by the chance to win the match:", screen.width, 2, 2)
    missed = [(one, one.match) for one in found.decisions if one.match and one.match.mistake]
    for one, match in missed:
        sure = "" if match.low == match.high else f" (95%: {100 * match.low:.1f} to {100 * match.high:.1f})"
        cost = f"{100 * match.lost:.1f}%{sure}"
        lines += row(one, f" cost {cost}; {match.best} was better", screen)
    return lines if missed else wrap(f"{lines[0].strip()} no mistake.", screen.width, 2, 4)


def _unlucky(found: Review, screen: Screen) -> list[str]:
    missed = [(one, one.open) for one in found.decisions if one.open and luck_of(one) == "unlucky"]
    return [line for one, seen in missed for line in row(one, f": {seen.best} was worth {seen.lost} more", screen)]


def _endings(found: Review, screen: Screen) -> list[str]:
    lines: list[str] = []
    for one in found.decisions:
        kind = ending_of(one)
        if kind is None:
            continue
        made, direction = ending_made(one), 1 if one.player == YOU else -1
        if one.mistake:
            judged = f"wrong by {one.lost:.2f}" if made else f"{one.best} was better by {one.lost:.2f}"
        elif one.repeated:
            judged = f"missed again, which counts once ({one.lost:.2f} here)"
        else:
            judged = "right" if made or not one.lost else "too close to call"
        worth = f", worth {points(direction * one.value)} to {'you' if one.player == YOU else 'them'}"
        lines += row(one, f": {judged}{worth if made else ''}", screen, "" if made else f"did not {kind}")
    return lines


def _every(found: Review, screen: Screen) -> list[str]:
    rows = [
        (
            place(one),
            PLAYER_NAMES[one.player],
            f"{one.lost:.2f}",
            "" if one.open is None else str(one.open.lost),
            f"{one.move}" + ("" if one.best == one.move else f" (better: {one.best})"),
        )
        for one in found.decisions
    ]
    heads = columns([row[:-1] for row in rows], right=frozenset((2, 3))) if rows else []
    lines: list[str] = []
    for head, row in zip(heads, rows, strict=True):
        lines += flow([row[-1]], screen.width, f"  {head}  ")
    return lines


def _totals(found: Review, screen: Screen) -> list[str]:
    totals = [found.totals[player] for player in found.judged]
    rows: list[Sequence[str]] = [("", *(PLAYER_NAMES[player] for player in found.judged))]
    heading, size = ("decisions", 0.0) if screen.narrow else ("decisions with a choice", unit(found.record.rules))
    rows.append((heading, *(str(one.decisions) for one in totals)))
    for name, least in reversed(GRADES):
        rows.append((f"{name} (from {least * size:.2g})" if size else name, *(str(one.grades[name]) for one in totals)))
    rows.append(("lost", *(f"{one.lost:.2f}" for one in totals)))
    rows.append(("lost in a decision", *(f"{one.per_decision:.3f}" for one in totals)))
    return tabulate(rows, screen, frozenset(range(1, 3)), 2)


def sum_of(found: Review, screen: Screen) -> list[str]:
    """How result, luck and losses add up."""
    if found.luck is None or found.result is None:
        return []
    luck, (yours, theirs) = found.luck, found.lost
    parts = f"deal {points(luck.deal)}, draws {points(luck.draws)}, hidden tiles {points(luck.hidden)}"
    one_sided = " (the opponent's losses among it)" if len(found.judged) == 1 else ""
    words = (
        f"{points(found.result)} result = {points(found.start)} start {points(luck.you)} luck{one_sided}"
        f" -{yours:.2f} your losses +{theirs:.2f} the opponent's"
    )
    return wrap(words, screen.width, 2, 4) + wrap(f"luck: {parts}", screen.width, 2, 4)


def _turning(found: Review, screen: Screen) -> list[str]:
    turning = None if found.luck is None or found.result is None else turning_point(found)
    if turning and turning.decision:
        one = turning.decision
        what = f"{PLAYER_NAMES[one.player]} {one.move} in trick {one.trick}"
    elif turning and turning.draw:
        what = f"the tiles drawn after trick {turning.draw.trick}"
    else:
        return []
    return wrap(f"turning point: {what} ({points(turning.swing)})", screen.width, 2, 4)


def effort(found: Review) -> str:
    """How it was found."""
    if found.settings.seconds is not None:
        how = f"about {found.settings.seconds:g} s for the deal, so the numbers depend on the machine"
    else:
        how = f"{number(found.worlds)} deals for a decision while tiles are hidden"
    alone = "; only the decisions of the player whose tiles are recorded are judged, by what they knew"
    return (
        f"{how}, the best move chosen in others, both hands played to the end by the program; exact where all is known"
        f"{alone if len(found.judged) == 1 else ''}; seed {found.settings.seed}; {found.seconds:.1f} s"
    )


# --- in short, and many deals ------------------------------------------------------------------------


#: Deals that tell who plays better, at least.
ENOUGH = 12
#: Deals that the table lists, and characters of a name in it, at most.
LISTED, LONGEST = 14, 24


def explain_shortly(found: Review, title: str, screen: Screen, detail: Detail = "short") -> list[str]:
    """One deal: the answer, the costliest mistakes with their causes as far as they fit, and the sum; in ``brief``, the
    answer alone.
    """
    head = [*screen.heading(plain(title)), *wrap(setting(found, screen), screen.width), ""]
    head += [*screen.heading(verdict(found)), ""]
    if detail == "brief":
        return [*screen.heading(plain(title)), *screen.heading(verdict(found))]
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
            lost = f"{('You', 'The opponent')[player]} lost {losses.value:.3f} (s.e. {losses.error:.3f}) a decision"
            lines += wrap(f"{lost}, over {number(losses.decisions)} of them.", screen.width)
        if self.deals < ENOUGH:
            lines += wrap(f"Fewer than {ENOUGH} deals do not tell who plays better.", screen.width)
        return lines


def _row(
    title: str, score: str, result: float | None, luck: float | None, you: float, other: float, *mistakes: float
) -> tuple[str, ...]:
    brought = "-" if result is None else signed(result)
    lucky = "-" if luck is None else points(luck)
    return title[:LONGEST], score, brought, lucky, f"{you:.2f}", f"{other:.2f}", "{:g}, {:g}".format(*mistakes)
