"""Answers as a page shows them: the value and the move, why in a sentence, a row for each move, all else on request.

Numbers are texts here, as they are read: with a minus sign, and rounded as everywhere else.
"""

import re
from collections.abc import Iterable
from typing import Any

from bingo.solver.analysis import CLOSE, PLAY_ON, Answer, Claim, MoveValue, arrangement_dict
from bingo.solver.errors import counted
from bingo.solver.game import OPPONENT, PLAYER_NAMES, WAIT, YOU, Move, text_all, text_mask
from bingo.solver.render import Screen, analysis, answers, capitalize, claiming, percent, phrase, points, signed
from bingo.solver.render.analysis import judged_texts
from bingo.solver.render.board import Json, match_remark
from bingo.solver.render.claiming import certificate_lines
from bingo.solver.render.game import DID, SUBJECTS, in_form
from bingo.solver.reviewing import Review
from bingo.solver.reviewing.decision import Judged

#: A paragraph that the browser wraps.
ENDLESS = Screen(100_000)
_MINUS_PATTERN = re.compile(r"(?<![\w-])-(?=\d)")


def typeset(words: Any) -> Any:
    """The same with minus signs for hyphens before numbers, in all texts of data; tiles keep theirs.

    >>> typeset(["lead 6-4: -0.20"]) == ["lead 6-4: \N{MINUS SIGN}0.20"]
    True
    """
    if isinstance(words, dict):
        return {key: typeset(value) for key, value in words.items()}
    if isinstance(words, list):
        return list(map(typeset, words))
    return _MINUS_PATTERN.sub("\N{MINUS SIGN}", words) if isinstance(words, str) else words


def tone(value: float) -> str:
    return "plus" if value > 0 else "minus" if value < 0 else "nought"


def _verdict(value: str, tone_name: str, certainty: str, headline: str, why: str = "") -> Json:
    return {"tone": tone_name, "value": value, "how": certainty, "headline": headline, "why": why}


def row(move: Move | str, value: float, text: str, kind: str = "exact", note: str = "", **more: Any) -> Json:
    """A move with its value, as a number for its place on a scale and as it is written."""
    return {"move": str(move), "value": value, "text": text, "kind": kind, "note": note, **more}


# --- what a position is worth ------------------------------------------------------------------------


def analysis_verdict(answer: Answer, *, done: bool = True) -> Json:
    """What every move is worth; as long as an estimate is not ``done``, no move is called best."""
    method_lines = [analysis.verdict(answer), analysis.alike_sentence(answer), *match_remark(answer.position, ENDLESS)]
    if not answer.exact:
        method_lines += [
            *analysis.remarks(answer.known, ENDLESS, weighted=answer.weighted),
            f"{analysis.method_line(answer)}.",
        ]
    rows = [_option_row(option, answer, done=done) for option in answer.moves if answer.exact or answer.mover == YOU]
    verdict = _worth_verdict(answer) if done else _unfinished_verdict(answer)
    return _page_answer(verdict, rows, method_lines, open=not done)


def _page_answer(verdict: Json, rows: list[Json], how: Iterable[str], **more: Any) -> Json:
    answer: Json = typeset({"verdict": verdict, "rows": rows, "how": list(filter(None, how)), **more})
    return answer


def _worth_verdict(answer: Answer) -> Json:
    best = answer.first
    tone_name = tone(best.value) if best.chance is None else "nought"
    if answer.exact:
        why = f"Best play: {analysis.line_of_play(answer.line, answer.position.leader)}." if answer.line else ""
        return _verdict(_exact_text(best), tone_name, "exact", analysis.verdict(answer).rstrip("."), why)
    headline = capitalize(phrase(best.move))
    if answer.alike:
        headline = f"Too close to call: {best.move} or {answer.alike[0]}"
    if answer.mover == OPPONENT:
        headline = f"The opponent is to {'lead' if answer.known.led is None else 'reply'}"
    certainty = analysis.limits_text(best) or ("all deals" if answer.every else "")
    return _verdict(judged_texts(best)[0], tone_name, certainty, headline, analysis.alike_sentence(answer))


def _unfinished_verdict(answer: Answer) -> Json:
    """What can be said before an estimate stands: what is solved, and between what the rest may lie."""
    _, low, _ = judged_texts(max(answer.moves, key=lambda option: option.criterion.low))
    *_, high = judged_texts(max(answer.moves, key=lambda option: option.criterion.high))
    has_solved_close = any(option.move.close for option in answer.moves if option.solved)
    headline = "Closing is solved. Is playing on worth more?" if has_solved_close else "Trying every move"
    return _verdict(f"{low} to {high}", "nought", "so far", headline)


def _exact_text(option: MoveValue) -> str:
    return signed(option.value) if option.chance is None else percent(option.chance)


def _option_row(option: MoveValue, answer: Answer, *, done: bool) -> Json:
    criterion, (value, low, high), note = option.criterion, judged_texts(option), analysis.limits_text(option)
    more: Json = {"best": done and option.move in answer.best_moves}
    more |= {} if option.chance is None else {"chance": True}
    if answer.exact:
        return row(option.move, criterion.value, _exact_text(option), **more)
    if not option.solved:
        note = "; ".join(filter(None, (note, counted(option.worlds, "deal"))))
        more |= {} if done else {"open": True}
        more |= {} if analysis.shortfall(option) else {"low": criterion.low, "high": criterion.high}
    text = value if done or option.solved else f"{low} to {high}"
    return row(option.move, criterion.value, text, option.kind, note, **more)


# --- closing -----------------------------------------------------------------------------------------


def closing_answer(answer: Answer) -> Json:
    """Whether to close: the verdict, a row for each lead, and what stands on the leaf *Close*."""
    best, advice, sentences = answer.first, answer.advice, answers.closing_sentences(answer)
    tone_name, certainty = tone(best.value), "exact" if answer.exact else "from a sample"
    is_clear = advice in (CLOSE, PLAY_ON)
    headline = sentences[0].rstrip(".") if is_clear else "Too close to call: close or play on"
    value = judged_texts(best)[0]
    if advice == PLAY_ON:
        value, low, high = judged_texts(answer.open.first)
        tone_name, certainty = tone(answer.open.first.value), f"{low} to {high}" if low != high else "certain"
    verdict = _verdict(value, "nought" if best.chance is not None else tone_name, certainty, headline, sentences[1])
    rows = [
        row(
            lead.move,
            lead.criterion.value,
            judged_texts(lead)[0],
            note=f"wins {percent(lead.win)}, seeing the hand {percent(lead.double_dummy.win)}",
            best=lead == best and advice == CLOSE,
            chance=lead.chance is not None,
        )
        for lead in answer.leads
    ]
    proof_lines = [] if answer.proof is None else certificate_lines(answer.proof, ENDLESS)
    details = [*sentences, *answers.other_lead_lines(answer, ENDLESS), *proof_lines]
    details_leaf = {
        "cards": _closing_cards(answer),
        "heading": f"Against {analysis.hands_tried(answer)}",
        "bars": [
            {"name": signed(value), "tone": tone(value), "part": share, "text": text}
            for value, hands, share in answer.leads[0].guaranteed.outcomes
            for text in [percent(share) if answer.weighted else counted(hands, "hand")]
        ],
        "why": answers.failure_sentence(answer),
        "hand": "" if answer.refutation is None else text_mask(answer.refutation.hand),
    }
    return _page_answer(verdict, rows, details, close=details_leaf)


def _closing_cards(answer: Answer) -> list[Json]:
    best, going_on, advice = answer.leads[0], answer.open.first, answer.advice
    value, low, high = judged_texts(going_on)
    certainty = f"an estimate, {low} to {high}" if going_on.worlds and low != high else going_on.kind
    win_words = f"wins at least {percent(best.win)} of the time"
    return [
        {"name": "Close", "text": judged_texts(best)[0], "note": win_words, "best": advice == CLOSE},
        {"name": "Play on", "text": value, "note": f"{going_on.move}; {certainty}", "best": advice == PLAY_ON},
    ]


# --- claims ------------------------------------------------------------------------------------------


def claim_verdict(claim: Claim) -> Json:
    name = {"certain": "Yes", "possible": "Perhaps", "impossible": "No"}.get(claim.verdict, "Not decided")
    tone_name = {"Yes": "plus", "No": "minus"}.get(name, "nought")
    stakes, at_stake, proof = claiming.stakes(claim), claim.stakes, claim.line
    stake_words = [] if at_stake is None else [claiming.match_stakes(at_stake), claiming.waiting_sentence(at_stake)]
    line = [] if proof is None else [claiming.line_verdict(proof)]
    sentences = [claiming.verdict(claim), stakes, *stake_words, *claiming.remarks(claim), *line]
    why = " ".join([*line, stakes, *stake_words]).strip()
    verdict = _verdict(name, tone_name, "", sentences[0].removeprefix(f"{name}: "), why)
    arrangement_dicts = [
        arrangement_dict(arrangement) | {"heading": f"It may have been so: {counted(arrangement.points, 'card point')}"}
        for arrangement in claiming.arrangements(claim)
    ]
    details_leaf: Json = {"lines": list(filter(None, sentences[1:])), "ways": arrangement_dicts}
    if proof is not None and proof.worst is not None and not proof.barred:
        details_leaf["line"] = {
            "hand": text_mask(proof.worst.hand),
            "tricks": [text_all((lead.tile, reply)) for lead, reply in proof.play()],
        }
    return _page_answer(verdict, [], sentences, claim=details_leaf)


# --- reviews -----------------------------------------------------------------------------------------


def review_verdict(review: Review, sentences: list[str]) -> Json:
    """A deal: what it brought, where the points went, and every decision."""
    result = "" if review.result is None else signed(review.result)
    headline = "The deal is unfinished" if review.result is None else who_wins(review.result)
    mistakes = [f"{SUBJECTS[player]}: {_mistakes_text(review, player)}" for player in review.judged]
    verdict = _verdict(result or "?", tone(review.result or 0), "", headline, ". ".join(mistakes))
    decisions = list(map(_decision_row, review.decisions))
    deal: Json = typeset({"verdict": verdict, "decisions": decisions, "fall": _fall(review), "how": sentences})
    return deal


def who_wins(score: int) -> str:
    """Who wins a deal.

    >>> who_wins(-2)
    'You lose the deal'
    """
    return f"You {'win' if score > 0 else 'lose'} the deal" if score else "Nobody wins the deal"


def _mistakes_text(review: Review, player: int) -> str:
    totals = review.totals[player]
    return counted(totals.mistakes, "mistake") if totals.mistakes else "no mistake" if totals.decisions else "no choice"


def _fall(review: Review) -> list[Json]:
    """How start, luck and losses add up to the result, a step each."""
    if review.luck is None or review.result is None:
        return []
    (yours, theirs), steps, level = review.lost, [], 0.0
    parts = {"At the start": review.start, "Luck": review.luck.you, "Your mistakes": -yours, "Theirs": theirs}
    for name, value in parts.items():
        steps.append({"name": name, "from": level, "to": level + value, "text": points(value), "tone": tone(value)})
        level += value
    result_step = {"name": "Result", "from": 0.0, "to": level, "text": signed(review.result), "tone": tone(level)}
    return [*steps, result_step]


def _decision_row(judged: Judged) -> Json:
    deed = "did not claim" if judged.move == WAIT else in_form(judged.move, DID)
    headline = f"{SUBJECTS[judged.player]} {deed}"
    certainty = "exact" if judged.exact or judged.low == judged.high else f"{judged.low:.2f} to {judged.high:.2f} lost"
    why = "Nothing was better."
    if judged.best != judged.move and judged.lost:
        ending = "." if judged.mistake else ", which is too little to tell."
        why = f"{capitalize(phrase(judged.best))} was better by {judged.lost:.2f}{ending}"
    if judged.mistake and judged.reason:
        why += f" {judged.reason!s}"
    loss_text = f"-{judged.lost:.2f}" if judged.lost >= 0.005 else "0"
    verdict = _verdict(loss_text, "minus" if judged.mistake else "nought", certainty, headline, why)
    rows = [
        row(option.move, option.value, points(option.value), "estimate", best=option.move == judged.best)
        for option in judged.options
    ]
    return {
        "verdict": verdict,
        "rows": rows,
        "player": PLAYER_NAMES[judged.player],
        "mistake": judged.mistake,
        "value": judged.value,
        "lost": judged.lost,
    }


def stored_verdict(result: Json, unit: str) -> Json:
    value, best, is_exact = result["value"], result.get("best", ()), result["exact"]
    value_words = signed(value) if is_exact else points(value)
    tone_name = tone(value)
    if "chance" in result:
        value_words, tone_name = percent(result["chance"]), "nought"
    headline = capitalize(" or ".join(map(phrase, best[:2]))) or "No move"
    rows = [
        row(move["move"], move.get("chance", move["value"]), points(move["value"]), move.get("kind", "exact"))
        for move in result.get("moves", ())
    ]
    worth = f"Worth {'' if is_exact else 'about '}{value_words} in {unit}s"
    if "chance" in result:
        worth = f"You win the match {value_words} of the time"
    sentence = f"{worth}: {' or '.join(best[:3])}." if best else f"{worth}."
    verdict = _verdict(value_words, tone_name, "exact" if is_exact else "an estimate", headline, sentence)
    return _page_answer(verdict, rows, [sentence])
