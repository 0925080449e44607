"""A reviewed deal in words, at length or on a terminal's lines; many deals; and why a move was a mistake."""

from collections.abc import Sequence
from typing import Any

from bingo.solver.errors import counted
from bingo.solver.game import OPPONENT, PLAYER_NAMES, WAIT, YOU, text, text_mask
from bingo.solver.render import MOVES, Detail, Screen, percent, plain, points, share_text, signed
from bingo.solver.render.board import who_plays
from bingo.solver.render.game import DID, DOING, SUBJECTS, WHOSE, chance_lost, in_form, outcome_text
from bingo.solver.reviewing import Review
from bingo.solver.reviewing.decision import Judged, MistakeReason, loss_per_decision


def explain(review: Review, title: str, screen: Screen, detail: Detail = "short", *, every: bool = False) -> list[str]:
    """The answer, a list of lines: itself alone; in short with the costliest mistakes and their causes, as far as they
    fit; in full with all that there is to say of decisions, or of ``every`` one.
    """
    title_lines, verdict_lines = screen.heading(plain(title)), screen.heading(verdict(review))
    if detail == "brief":
        return [*title_lines, *verdict_lines]
    head_lines = [*title_lines, *screen.wrap(setting_text(review, screen)), "", *verdict_lines, ""]
    if detail == "full":
        decision_lines = [_decision(decision, screen, every=every) for decision in review.decisions]
        body_lines = [line for lines in decision_lines for line in lines]
        body_lines += [""] if body_lines else []
        others = [decision for decision, lines in zip(review.decisions, decision_lines, strict=True) if not lines]
        totals = [*_loss_totals(review, others, screen), *sum_lines(review, screen)]
        return [*head_lines, *body_lines, *totals, *screen.footnote(f"{_effort(review)}; seed {review.settings.seed}.")]
    mistakes = sorted((d for d in review.decisions if d.mistake), key=lambda decision: -decision.lost)
    tail_lines = sum_lines(review, screen)
    tail_lines += map(screen.faint, screen.wrap(f"{_effort(review)}; --full shows all."))
    lines: list[str] = []
    for mistake_count in reversed(range(min(MOVES, len(mistakes)) + 1)):
        for reason_count in (mistake_count, min(mistake_count, 1), 0):
            shown_mistakes = sorted(mistakes[:mistake_count], key=lambda decision: decision.n)
            explained = mistakes[:reason_count]
            body_lines = [line for d in shown_mistakes for line in [*_row(d, screen), *_why(d, screen, d in explained)]]
            hidden_count = len(mistakes) - mistake_count
            body_lines += [f"  and {counted(hidden_count, 'more mistake')}"] if hidden_count else []
            lines = [*head_lines, *body_lines, *([""] if body_lines else []), *tail_lines]
            if len(lines) <= screen.height:
                return lines
    return lines


def verdict(review: Review) -> str:
    """The result, luck, and the dearest mistake of each."""
    sentences = [_result(review)]
    for player in review.judged:
        subject = SUBJECTS[player]
        mistakes = [decision for decision in review.decisions if decision.player == player and decision.mistake]
        if not mistakes:
            sentences.append(f"{subject} {'made no mistake' if review.totals[player].decisions else 'had no choice'}.")
            continue
        worst = max(mistakes, key=lambda decision: decision.lost)
        worst_deed = in_form(worst.move, DID) if worst.move != WAIT else f"did not {worst.ending}"
        place = f"made {len(mistakes)} mistakes, the costliest in trick {worst.trick}"
        deed_words = f"{place}, where {'you' if player == YOU else 'they'} {worst_deed}"
        deed_words = deed_words if len(mistakes) > 1 else f"{worst_deed} in trick {worst.trick}"
        sentences.append(f"{subject} {deed_words}; {in_form(worst.best, DOING)} was better by {worst.lost:.2f}.")
    return " ".join(sentences)


def _result(review: Review) -> str:
    if review.result is None or review.luck is None:
        return "The deal is unfinished."
    unit, luck, without_luck = review.record.rules.unit, review.luck.you, review.adjusted or 0.0
    result = (
        f"You {_won(review.result)} {counted(abs(review.result), unit)}" if review.result else "Nobody won the deal"
    )
    if not round(luck, 2):
        return f"{result}, without luck."
    luck_words = f"luck {'brought' if luck > 0 else 'cost'} you {abs(luck):.2f}"
    return f"{result}; {luck_words}, and without it you would have {_won(without_luck)} {abs(without_luck):.2f}."


def _won(value: float) -> str:
    return "lost" if value < 0 else "won"


def setting_text(review: Review, screen: Screen) -> str:
    """The rules, the players' names, and whose tiles are recorded."""
    alone = "" if len(review.judged) == 2 else f"a record of {WHOSE[review.judged[0]]} tiles" if review.judged else ""
    return screen.separator.join(filter(None, (f"rules {review.record.rules}", who_plays(review.record), alone)))


def _row(decision: Judged, screen: Screen, *, interval: bool = False) -> list[str]:
    loss_words = f"cost {'about ' if decision.low < decision.high else ''}{decision.lost:.2f}"
    if interval and decision.low < decision.high:
        loss_words += f" ({decision.low:.2f} to {decision.high:.2f})"
    if decision.mistake:
        loss_words = f"{decision.grade}, {loss_words}"
    elif decision.repeated:
        loss_words += ", missed again, which counts once"
    comparison = "better" if decision.mistake or decision.repeated else "perhaps better"
    judgment = "nothing was better" if decision.best == decision.move else f"{loss_words}; {comparison} {decision.best}"
    trick_label = f"{decision.trick}{'' if decision.moment.position.led is None else 'r'}"  # as --at takes it
    line = f"{trick_label}  {PLAYER_NAMES[decision.player]} {decision.move}: {judgment}"
    return screen.wrap(line, 2, 6)


def _why(decision: Judged, screen: Screen, is_shown: bool = True) -> list[str]:
    return screen.wrap(str(decision.reason), 6, 8) if is_shown and decision.reason else []


def _decision(decision: Judged, screen: Screen, *, every: bool) -> list[str]:
    """All that there is to say of a decision; nothing of one that is neither a mistake, nor unlucky, nor an ending."""
    match, reason, remarks = decision.match, decision.reason, list[str]()
    if decision.luck == "lucky":
        remarks.append("lucky: as the tiles lay, it cost nothing")
    if decision.luck == "unlucky" and decision.open:
        remarks.append(f"unlucky: as the tiles lay, {decision.open.best} was worth {decision.open.lost} more")
    if match and match.mistake:
        interval = "" if match.low == match.high else f" ({percent(match.low)} to {percent(match.high)})"
        loss_words = f"{'about ' if interval else ''}{chance_lost(match.lost)}{interval}"
        remarks.append(f"it cost {loss_words}; better {match.best}")
    if not (every or decision.mistake or decision.repeated or remarks or decision.ending):
        return []
    lines = [*_row(decision, screen, interval=True), *(_why(decision, screen) if decision.mistake else [])]
    if decision.mistake and reason:
        hand = f"against {reason.hand}: " if reason.hand and reason.kind != "refuted" else ""
        lines += screen.wrap(hand + "; ".join(reason.line), 8, 10)
    return [*lines, *screen.paragraphs(remarks, 6, 8)]


def _loss_totals(review: Review, others: Sequence[Judged], screen: Screen) -> list[str]:
    """What each player lost, how much of it in ``others`` than those shown, and how many mistakes of each grade."""
    lines: list[str] = []
    for player in review.judged:
        player_totals = review.totals[player]
        grades = [f"{count} {grade_name}" for grade_name, count in player_totals.grades.items() if count]
        loss_words = f"lost {player_totals.lost:.2f} in {counted(player_totals.decisions, 'decision')} with a choice"
        if unshown_loss := round(sum(decision.lost for decision in others if decision.player == player), 2):
            loss_words += f", {unshown_loss:.2f} of it in decisions not shown"
        verdict_words = "none of them surely a mistake" if round(player_totals.lost, 2) else "no mistake"
        lines += screen.wrap(f"{SUBJECTS[player]} {loss_words}: {', '.join(grades) or verdict_words}.", 2, 4)
    return lines


def sum_lines(review: Review, screen: Screen) -> list[str]:
    """How result, luck and losses add up."""
    if review.luck is None or review.result is None:
        return []
    luck, (yours, theirs) = review.luck, review.lost
    luck_parts = f"deal {points(luck.deal)}, draws {points(luck.draws)}, hidden tiles {points(luck.hidden)}"
    one_sided_words = " (the opponent's losses among it)" if len(review.judged) == 1 else ""
    words = (
        f"{points(review.result)} result = {points(review.start)} start {points(luck.you)} luck{one_sided_words}"
        f" -{yours:.2f} your losses +{theirs:.2f} the opponent's"
    )
    return screen.wrap(words, 2, 4) + screen.wrap(f"luck: {luck_parts}", 2, 4)


def _effort(review: Review) -> str:
    if review.settings.seconds is not None:
        return f"Found in about {review.settings.seconds:g} s, so that the numbers depend on the machine"
    return f"Moves compared in {counted(review.worlds, 'deal')}"


# --- many reviewed deals -----------------------------------------------------------------------------


#: Deals that tell who plays better, at least.
MIN_TELLING_DEALS = 12
#: Deals that the table lists, and characters of a name in it, at most.
MAX_LISTED_DEALS, MAX_TITLE = 14, 24


class ReviewSummary:
    """Many deals, one after the other; no more is kept of each than the table has, and what both lost."""

    def __init__(self) -> None:
        self.deals = 0
        self._deal_rows: list[tuple[str, ...]] = []
        self._sums = [0.0] * 6  # of results, luck, and what both lost and how many mistakes they made
        self._losses: tuple[list[tuple[float, int]], list[tuple[float, int]]] = [], []  # and in how many decisions

    def add(self, review: Review, title: str) -> None:
        match, luck = review.record.match, None if review.luck is None else review.luck.you
        mistakes = review.totals[YOU].mistakes, review.totals[OPPONENT].mistakes
        self.deals += 1
        if self.deals <= MAX_LISTED_DEALS:
            score = "" if match is None else f"{match.you} : {match.opponent}"
            self._deal_rows.append(_deal_row(plain(title), score, review.result, luck, *review.lost, *mistakes))
        sums = review.result or 0, luck or 0.0, *review.lost, *mistakes
        self._sums = [total + addend for total, addend in zip(self._sums, sums, strict=True)]
        for losses, totals in zip(self._losses, review.totals, strict=True):
            if totals.decisions:
                losses.append((totals.lost, totals.decisions))

    def lines(self, screen: Screen) -> list[str]:
        """The deals in a table, and what a decision of both lost, with its error."""
        heading = ("", "score", "result", "luck", "you lost", "they lost", "mistakes")
        more_rows = [(f"and {self.deals - MAX_LISTED_DEALS} more", *[""] * 6)] if self.deals > MAX_LISTED_DEALS else []
        rows: list[Sequence[str]] = [heading, *self._deal_rows, *more_rows, _deal_row("in all", "", *self._sums)]
        if not any(score for _, score, *_ in self._deal_rows):
            rows = [(first, *cells) for first, _, *cells in rows]
        *deals, total_row = screen.tabulate(rows)
        lines = [screen.strong(f"{counted(self.deals, 'deal')} in all"), *deals, screen.strong(total_row), ""]
        for who, losses in zip(SUBJECTS, map(loss_per_decision, self._losses), strict=True):
            if losses["error"] is not None:
                lost = f"{who} lost {losses['lost']:.3f} (give or take {losses['error']:.3f}) a decision"
                lines += screen.wrap(f"{lost}, over {losses['decisions']:,} of them.")
        if self.deals < MIN_TELLING_DEALS:
            lines += screen.wrap(f"Fewer than {MIN_TELLING_DEALS} deals do not tell who plays better.")
        return lines


def _deal_row(
    title: str, score: str, result: float | None, luck: float | None, you: float, other: float, *mistakes: float
) -> tuple[str, ...]:
    result_text = "-" if result is None else signed(result)
    lucky = "-" if luck is None else points(luck)
    return title[:MAX_TITLE], score, result_text, lucky, f"{you:.2f}", f"{other:.2f}", "{:g}, {:g}".format(*mistakes)


# --- why a move was a mistake ------------------------------------------------------------------------


#: The sentences of each kind, made of its facts and of what :func:`reason_sentence` says of these.
REASON_SENTENCES = {
    "close-too-late": "Time to close: {best} is worth {worth}, playing on {otherwise} at best ({going_on}).{wins}",
    "declared-too-early": "Declared too early: {declared} count {now} card points now, with one more double"
    " {with_third}. It may still be drawn: {third} unseen.",
    "sure-trick-not-cashed": "Sure trick not cashed: {better} cannot be beaten{home}. {beaten} can beat"
    " {tile}.{uncounted}",
    "easily-beaten": "Easily beaten: {beaten} can beat {tile}, {few} can beat {better}.{uncounted}",
    "strong-tile-spent": "A strong tile is spent: {only}{beaten} can beat {tile}, so keep it; {few} can beat {better}:"
    " lead that first.",
    "trick-not-taken": "Trick not taken: {better} takes it{brings} and the lead{given}.{uncounted}{declarable}",
    "trick-not-worth-it": "The trick is not worth it: {tile} brings home {taken} and is spent, though led later"
    " {only}{beaten} can beat it. {better} leaves the trick to the other player for {with_better}.",
    "points-not-secured": "Points not secured: {better} takes the trick as well and brings home {most}, {tile} {least}."
    " Later {fewer} can beat {better}.",
    "strong-tile-given-up": "A strong tile is given up: {better} {does} the trick as well. When they are led"
    " later, {beaten} can beat {tile}, but {few} can beat {better}.",
    "refuted": "Against {hand}, {best} {best_value}, but {move} {value}. With both hands seen the first is better"
    " {better} and {worse}.",
}
#: Of a declaration that is better left out, and of a move that loses against the only hand that fits.
BETTER_SILENT = "Declared too early: {lead} led without declaring {declared} is worth {silent}, with it {worth}."
REFUTED_FOR_CERTAIN = "With best play {best} {best_value}, but {move} {value}."


def reason_sentence(reason: MistakeReason) -> str:
    """What the facts of a reason come to."""
    facts = dict(reason.facts)
    words = _tile_words(facts) if "tile" in facts else {}
    words |= {key: points(facts[key]) for key in ("worth", "otherwise", "silent") if key in facts}
    words |= {key: text_mask(facts[key]) for key in ("declared", "third") if key in facts}
    kind, template = reason.kind, REASON_SENTENCES[reason.kind]
    if kind == "close-too-late" and facts["wins"] is not None:
        words["wins"] = f" With both hands seen it wins {_how_often(facts['wins'], facts['sampled'])}."
    elif kind == "close-too-late":
        words["wins"] = ""
    elif kind == "declared-too-early" and "third" in facts:
        first, *others = dict.fromkeys(facts["with_third"])
        words["with_third"] = f"{first}, or {others[0]} with 0-0" if others else str(first)
        words["third"] += ", all of them" if facts["third"].bit_count() > 1 else ", which is"
    elif kind == "declared-too-early":
        template, words["lead"] = BETTER_SILENT, text(facts["lead"])
    elif kind == "refuted":
        template = template if facts["hand"] else REFUTED_FOR_CERTAIN
        worse, sampled = facts["worse"], facts["sampled"]
        words |= {key: in_form(facts[key], DOING) for key in ("move", "best")}
        words |= {key: outcome_text(facts[key], facts["unit"]) for key in ("value", "best_value")}
        words["best"] += " (the best close)" if facts["best"].close else ""
        words["better"] = _how_often(facts["better"], sampled)
        never_words = f"never worse{' in the hands drawn' if sampled else ''}"
        words["worse"] = f"worse {_how_often(worse, sampled).removesuffix(' of the time')}" if worse else never_words
    return template.format(**facts | words)


def _tile_words(facts: dict[str, Any]) -> dict[str, str]:
    """What is said of the tile played and of the better one: how many beat them, and what they count."""
    tile, better = text(facts["tile"]), text(facts["better"])
    possible = "unseen tiles" if facts["unseen"] else "tiles of the other player"
    nothing = "nothing unseen" if facts["unseen"] else "no tile of the other player"
    beaters = {
        key: f"{facts[key]} of {facts['possible']} {possible}" if facts[key] else nothing for key in ("beaten", "fewer")
    }
    (least, most, led), uncounted, declarable = facts["counts"], facts["uncounted"], facts["declarable_points"]
    doubles = text_mask(facts["declarable"])
    home, taken, brings = (counted(number, "card point") for number in (most, least + led, most + led))
    return {
        **beaters,
        "tile": tile,
        "better": better,
        "only": "only " if facts["beaten"] else "",
        "few": str(facts["fewer"] or "nothing"),
        "home": f" and brings home {home}" if most else "",
        "uncounted": f" Until a trick is won the {uncounted} card points declared do not count." if uncounted else "",
        "taken": taken,
        "with_better": str(most + led),
        "brings": f" for {brings}," if most + led else "",
        "given": f"; {tile} gives the other player {least + led}" if least + led else "",
        "declarable": f" On lead, {doubles} can be declared for {declarable}." if declarable else "",
        "most": home,
        "least": str(least or "none"),
        "does": "takes" if facts["takes"] else "loses",
    }


def _how_often(share: float, sampled: bool) -> str:
    if share == 1:
        return f"against every hand{' drawn' if sampled else ''}"
    return f"{'about ' if sampled and 0.005 <= share < 0.995 else ''}{share_text(share)} of the time"
