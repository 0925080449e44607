"""The answer about one position in words: all of it, or the short answer of 24 lines at 80 columns, or itself alone. Of
*should I close now?* five lines, then every lead, what makes it fail, playing on.
"""

from collections.abc import Callable, Sequence
from functools import partial

from bingo.solver.analysis import CLOSE, PLAY_ON, VALUE_TOLERANCE, Answer, Claim, MoveValue
from bingo.solver.errors import counted
from bingo.solver.game import PLAYER_NAMES, YOU, InformationSet, Position, text_mask
from bingo.solver.render import MOVES, Detail, Screen, analysis, percent, phrase, points, sentence, share_text, signed
from bingo.solver.render.analysis import figures, judged_texts, name_tiles
from bingo.solver.render.board import board_of, draw, draw_briefly, line_sheet, match_remark
from bingo.solver.render.claiming import certificate_lines, claim_lines


def answer_lines(
    answer: Answer | Claim, position: Position | InformationSet, title: str, screen: Screen, detail: Detail = "short"
) -> list[str]:
    """What every move is worth, whether to close, or whether to claim: all of it; in as many lines as a terminal has,
    with tiles drawn, and five of the moves, where they fit; or in brief, with neither.
    """
    if detail == "full":
        explanation = explanation_lines(answer, position, screen)
        explanation += screen.footnote(analysis.effort_text(answer)) if isinstance(answer, Answer) else []
        return [*draw(board_of(position), title, screen), "", *explanation]
    make_table: Callable[[int], list[str]] | None = None
    if isinstance(answer, Claim):
        sentences = claim_lines(answer, screen, full=False)
        basis = "" if answer.least == answer.most else "Proved for all tricks that fit what you remember."
    elif answer.going_on is not None:
        *paragraphs, basis = closing_sentences(answer)
        sentences, make_table = sentence_paragraphs(paragraphs, screen), partial(lead_table, answer, screen)
    else:
        sentences = [*screen.heading(analysis.verdict(answer)), *screen.wrap(analysis.alike_sentence(answer))]
        make_table, basis = partial(analysis.table, answer, screen), analysis.basis_sentence(answer)
    move_count = 0
    if isinstance(answer, Answer):
        sentences += [*analysis.ignored_hand(answer, position, screen), *match_remark(position, screen)]
        move_count = len(answer.moves) if answer.exact or answer.mover == YOU else 0
    footer = list(map(screen.faint, screen.wrap(basis)))
    if detail == "brief":
        return [*screen.heading(title), *sentences, *footer]
    board = board_of(position)
    lines: list[str] = []
    without_tiles = (((), max_moves) for max_moves in range(MOVES, 0, -1))
    for drawn_players, max_moves in ((PLAYER_NAMES, MOVES), (("you",), MOVES), *without_tiles):
        hidden_count = move_count - max_moves
        move_rows = make_table(max_moves) if make_table and move_count else []
        move_rows += [f"  and {hidden_count} more (--full)"] if hidden_count > 0 else []
        lines = [*draw_briefly(board, title, drawn_players, screen), "", *sentences, *move_rows, *footer]
        if len(lines) <= screen.height:
            break
    return lines


def explanation_lines(answer: Answer | Claim, position: Position | InformationSet, screen: Screen) -> list[str]:
    """All there is to say of it below the board, but for what it took."""
    if isinstance(answer, Claim):
        return claim_lines(answer, screen)
    ignored = analysis.ignored_hand(answer, position, screen)
    ignored += [""] if ignored else []
    if answer.going_on is not None:
        return [*sentence_paragraphs(closing_sentences(answer), screen), "", *ignored, *closing_details(answer, screen)]
    lines = [*ignored, *screen.heading(analysis.verdict(answer)), *screen.wrap(analysis.alike_sentence(answer))]
    lines += match_remark(answer.position, screen)
    if not answer.exact:
        lines += analysis.remarks(answer.known, screen, weighted=answer.weighted)
    if answer.exact or answer.mover == YOU:
        lines += ["", *analysis.table(answer, screen)]
    if isinstance(answer.position, Position):
        lines += ["", *line_sheet(answer.position, answer.line, screen)]
    return lines


# --- should I close now? ------------------------------------------------------------------------------


def sentence_paragraphs(sentences: Sequence[str], screen: Screen) -> list[str]:
    """Sentences a paragraph each, the first one in bold."""
    first_lines, *other_paragraphs = [screen.wrap(words, hanging=2) for words in sentences]
    return [*map(screen.strong, first_lines), *(line for lines in other_paragraphs for line in lines)]


def closing_sentences(answer: Answer) -> list[str]:
    """The advice, its chance and mean, when it fails, what playing on is worth, and how sure all that is."""
    of_closing = _advice_sentence(answer), chance_sentence(answer), failure_sentence(answer)
    return [*filter(None, (*of_closing, _playing_on_sentence(answer.open), closing_basis_sentence(answer)))]


def closing_details(answer: Answer, screen: Screen) -> list[str]:
    """All the rest, under headings."""
    lines = analysis.remarks(answer.known, screen, weighted=answer.weighted)
    lines += match_remark(answer.known, screen)
    lines += [*([""] if lines else []), screen.strong("Leads")]
    lines += [*lead_table(answer, screen), *other_lead_lines(answer, screen)]
    heading = "When it fails" if answer.why and answer.why.failing else "What it brings"
    lines += ["", screen.strong(heading), *failure_lines(answer, screen)]
    if answer.proof is not None:
        lines += ["", screen.strong("Proof"), *certificate_lines(answer.proof, screen)]
    alike_words = analysis.alike_sentence(answer.open) if answer.open.first.worlds else ""
    alike_words = alike_words and f"If you play on, {phrase(answer.open.best)}. {alike_words}"
    return [*lines, *(["", screen.strong("Playing on"), *screen.wrap(alike_words)] if alike_words else [])]


# --- five lines --------------------------------------------------------------------------------------


def _advice_sentence(answer: Answer) -> str:
    lead_phrase, best_open = _lead_phrase(answer.first), answer.open.first
    if answer.advice == CLOSE:
        return f"Close now: {lead_phrase}."
    if answer.advice == PLAY_ON:
        return f"{'Play on' if best_open.worlds else 'Do not close'}: {phrase(best_open.move)}."
    outcomes = {tuple(value for value, *_ in lead.guaranteed.outcomes) for lead in answer.leads}
    is_same_for_all = answer.exact and len(outcomes) == 1 and _sure_outcome(answer)
    return f"Too close to call. If you close, {'lead what you like' if is_same_for_all else lead_phrase}."


def chance_sentence(answer: Answer) -> str:
    """How often closing wins, and what it is worth on average; where the advice is to play on, the most that it can be
    worth, of a sample if the hidden hand were seen.
    """
    best_close, about, is_match = answer.leads[0], "" if answer.exact else "about ", answer.chance is not None
    subject, unit = "Closing" if answer.advice == PLAY_ON else "It", f"{answer.known.rules.unit}s"
    if sure_outcome := _sure_outcome(answer):
        return f"{subject} {sure_outcome}, whatever they hold."
    if answer.advice == PLAY_ON:
        condition = ", against an opponent who sees your hand" if answer.exact else ", if you saw their hand too"
        if is_match:
            return f"Closing wins the match at most {about}{percent(_highest_limit(answer))} of the time{condition}."
        return f"Closing is worth at most {about}{points(_highest_limit(answer))} {unit} on average{condition}."
    win_words = f"at least {about}{percent(best_close.win)}{'' if is_match else ' of the time'}"
    if answer.exact and best_close.win == 1:
        win_words = "whatever they hold"
    if not is_match:
        return f"It wins {win_words}, at least {about}{points(best_close.value)} {unit} on average."
    least_share = f"at least {about}{percent(best_close.criterion.value)} of the time"
    return f"It wins the match {least_share}, the deal {win_words}, {points(best_close.value)} {unit} on average."


def _sure_outcome(answer: Answer) -> str:
    """What the advised close does against every hand, where no close does better; else nothing."""
    best_close = answer.leads[0]
    (value, *_), *other_outcomes = best_close.guaranteed.outcomes
    if not answer.exact:
        return ""
    if answer.chance is not None:
        loss_words = "loses the match" if not _highest_limit(answer) else ""
        return "wins the match" if best_close.chance == 1 and answer.advice != PLAY_ON else loss_words
    if other_outcomes or _highest_limit(answer) > value + VALUE_TOLERANCE:
        return ""
    return f"{'wins' if value > 0 else 'loses'} {abs(value) or 'nothing'}"


def _highest_limit(answer: Answer) -> float:
    """The most that any close can be sure of, in chances where the match counts; of a sample, if the hand were seen."""
    if answer.exact:
        return max(lead.criterion.high for lead in answer.leads)
    means = [lead.double_dummy for lead in answer.leads]
    return max(mean.value if mean.chance is None else mean.chance for mean in means)


def failure_sentence(answer: Answer) -> str:
    """Say when the advised close does not win; nothing where that was said already."""
    why, pattern = answer.why, answer.pattern
    assert why is not None
    is_certain = answer.certain and answer.advice != PLAY_ON and not why.failing
    if is_certain or (answer.chance is None and _sure_outcome(answer)):
        return ""
    subject = f"with {_lead_phrase(answer.first)} it" if answer.advice == PLAY_ON else "it"
    subject = subject if answer.exact else f"in the sample {subject}"
    if why.failing in (0, why.hands):
        return sentence(f"{subject} {'can be beaten' if why.failing else 'wins'}, whatever they hold")
    share_words = share_text(why.share)
    failure_words = f"{subject} can be beaten {share_words} of the time"
    if why.tiles:
        return sentence(f"{subject} can be beaten only if they hold {name_tiles(why.tiles)}: {share_words} of the time")
    if pattern is None:
        return sentence(failure_words)
    return sentence(f"{failure_words}, {share_text(pattern.share)} if they hold {name_tiles(pattern.tiles)}")


def _playing_on_sentence(playing_on: Answer) -> str:
    best, move_phrase = playing_on.first, phrase(playing_on.best)
    if not best.worlds:
        if best.chance is not None and best.chance == 1:
            return f"You can {move_phrase} now, which wins the match."
        chance_words = "" if best.chance is None else f", and {percent(best.chance)} to win the match"
        return f"You can {move_phrase} now, for {points(best.value)}{chance_words}."
    if best.chance is not None:
        chance_words = f"about {percent(best.chance)} of the time{_interval_words(playing_on)} with {move_phrase}"
        unit = playing_on.known.rules.unit
        return f"Playing on wins the match {chance_words}, {points(best.value)} {unit}s on average."
    return f"Playing on is worth about {points(best.value)}{_interval_words(playing_on)} with {move_phrase}."


def closing_basis_sentence(answer: Answer) -> str:
    playing_on = answer.open
    hands_words = analysis.hands_tried(answer)
    closing_words = f"Closing: {hands_words} solved"
    if not answer.exact:
        _, low, high = judged_texts(answer.first)
        closing_words = f"Closing: from a sample of {hands_words} ({low} to {high} with 95% confidence)"
    if answer.weighted:
        closing_words = f"{closing_words}, weighted by how the opponent played (--equal-weights: all alike)"
    if not playing_on.first.worlds:
        return f"{closing_words}."
    deal_words = f"all {playing_on.worlds:,} deals" if playing_on.every else counted(playing_on.first.worlds, "deal")
    return f"{closing_words}; playing on: {deal_words} played out."


# --- under headings ----------------------------------------------------------------------------------


def other_lead_lines(answer: Answer, screen: Screen) -> list[str]:
    """The lead that would be best if the hand were seen, and one that is certain to win, where these are others."""
    lines: list[str] = []
    leads = answer.leads
    best_seeing = max(leads, key=lambda lead: lead.double_dummy.value)
    value_seeing = best_seeing.double_dummy.value
    if value_seeing > leads[0].double_dummy.value:
        worth_words = f"{points(value_seeing)}; unseen, it is sure only of {points(best_seeing.value)}"
        lines += screen.wrap(f"If you saw the hand, {_lead_phrase(best_seeing)} would be worth {worth_words}.")
    certain_leads = [lead.move for lead in leads if lead.win == 1]
    if answer.exact and certain_leads and answer.best not in certain_leads:
        lines += screen.wrap(sentence(f"{phrase(certain_leads[0])}: that wins whatever they hold, but less on average"))
    return lines


def failure_lines(answer: Answer, screen: Screen) -> list[str]:
    """What the advised close scores against how many hands, and a hand that beats it."""
    lines, refutation = list[str](), answer.refutation
    if not answer.known.rules.counts_card_points:  # else too many different outcomes to list
        outcomes = answer.leads[0].guaranteed.outcomes
        first_outcome, *other_outcomes = (f"{signed(value)} ({percent(share)}" for value, _, share in outcomes)
        by_sample = "" if answer.exact else ", by the sample"
        shares = [f"{first_outcome} of the time{by_sample})", *(f"{other})" for other in other_outcomes)]
        outcome_words = ", ".join(shares) if other_outcomes or by_sample else f"always {signed(outcomes[0][0])}"
        lines += screen.wrap(sentence(f"{_lead_phrase(answer.first)}: {outcome_words}"))
    if refutation is not None:
        lines += screen.wrap(f"A hand that beats it, even if you saw it: {text_mask(refutation.hand)}")
        lines += screen.flow(refutation.line, "  ", "; ")
    elif answer.why and answer.why.failing:
        lines += screen.wrap("If you saw the hand, it would win against every one.")
    return lines


# --- every lead --------------------------------------------------------------------------------------


def lead_table(answer: Answer, screen: Screen, max_leads: int | None = None) -> list[str]:
    """Every lead, or ``max_leads`` below a short heading: how often it is sure to win, and what it is sure of."""
    leads, unit = answer.leads[:max_leads], f"{answer.known.rules.unit}s on average"
    measured_words = f", {unit}" if answer.chance is None else f" the deal, the chance to win the match, {unit}"
    heading = f"Each close, if they see your tiles: how often it wins{measured_words}"
    heading += "" if answer.exact else ", with 95% intervals and the hands tried"
    omitted_cells = {"exact"} if all(lead.kind == "exact" for lead in leads) else set[str]()
    if max_leads is None and any(lead.kind == "limits" for lead in leads):
        heading += ". At most: no play can be sure of more"
    moves = [lead.move for lead in leads]
    rows = [(percent(lead.win), *(cell for cell in figures(lead) if cell not in omitted_cells)) for lead in leads]
    return [*screen.wrap(f"{heading}."), *screen.move_table(rows, moves, moves[:1])]


# --- words for numbers and leads ---------------------------------------------------------------------


def _interval_words(playing_on: Answer) -> str:
    """The interval of the best move in brackets; nothing where it has none, or its ends read alike."""
    _, low, high = judged_texts(playing_on.first)
    return "" if playing_on.every or low == high else f" ({low} to {high})"


def _lead_phrase(close: MoveValue) -> str:
    """What follows the close: ``declare 6-6 0-0 and lead 6-6``."""
    return phrase(str(close.move).removeprefix("close, "))
