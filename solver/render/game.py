"""What happens in play, in words: turn by turn; advice, and why something cannot be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bingo.solver.analysis import Advice
from bingo.solver.errors import counted
from bingo.solver.game import CLAIM, WAIT, Moment, Move, at_lead, legal_moves, text_mask
from bingo.solver.game.position import MATCH_TO, OPPONENT, WHO, YOU, Pair, Position, Stage
from bingo.solver.render import capitalize, listed, percent, verb
from bingo.solver.render.analysis import judged_texts

if TYPE_CHECKING:
    from bingo.solver.reviewing.decision import MistakeReason

#: By name, the weakest first.
LEVEL_DESCRIPTIONS = {
    "greedy": "takes what is worth taking, and looks ahead only once nothing is drawn any more",
    "textbook": "takes, keeps, leads and closes by ten rules that can be counted at the table",
    "club": "plays nearly half its moves at first sight, and the others like strongest",
    "strongest": "plays as well as the program can without seeing your tiles",
    "cheat": "sees every tile, even those still to be drawn (for study)",
}
#: What a page calls those that most people play.
LEVEL_TITLES = {"textbook": "Friendly", "club": "Club", "strongest": "Strongest"}
HELP = """\
Type a move: a tile such as 4-4, or in full "close, declare 6-6 5-5, lead 6-6"; "claim" when you have counted enough. \
Or one of these words:
board: draws the table again
moves: lists the possible moves
count: tells the card points of both
hint: tells the move that is worth most, going by what you can know
what if MOVE: tells what a move would be worth, without making it
why: tells what your last move lost, and why
back: takes back your last move, and the answer to it
quit: ends; a game that is saved can be resumed (exit and Ctrl-D do the same)
`bingo rules` explains the rules.
"""
#: What is asked of you where it is not plain, by what :attr:`GameSession.awaits` calls it.
PROMPTS = {"show": "You won the trick with a double. Declare it with others, or go on."}
CLAIM_NOW = "Claim: you have enough."
LET_LEAD = "Let the opponent lead."
NO_ESTIMATE = "There is no hint on declaring after a trick. The levels of the program declare all they can."
NO_TURN_YET = "You have not moved yet."
NOTHING_BACK = "You have no move to take back."
OPPONENTS_TURN = "It is the opponent's turn."
DEAL_OVER = "The deal is over."
MATCH_OVER = "The match is over."
ELSEWHERE = "The game was continued elsewhere; this is how it stands."
#: The players at the beginning of a sentence, and what is theirs.
SUBJECTS, WHOSE = tuple(map(capitalize, WHO)), ("your", "the opponent's")
#: What an act is called: that you do, that the opponent does, that was done, and by itself.
DO, DOES, DID, DOING = range(4)
_ACTS = {
    "close": ("close the boneyard", "closes the boneyard", "closed", "closing"),
    "declare": ("declare", "declares", "declared", "declaring"),
    "lead": ("lead", "leads", "led", "leading"),
    "play": ("play", "plays", "played", "playing"),
    "claim": ("claim", "claims", "claimed", "claiming"),
    "wait": ("wait", "waits", "waited", "waiting"),
}

# --- what happened -----------------------------------------------------------------------------------


def turn(moment_before: Moment, moment_after: Moment) -> str:
    """What was done at a moment, and what came of it: a trick, game points at once, and the tile that you drew.

    Empty where nothing is seen of it.
    """
    position_before, position_after, sentences = moment_before.position, moment_after.position, list[str]()
    if moment_before.turn and moment_before.turn.player is not None and moment_before.turn.move != WAIT:
        player = moment_before.turn.player
        sentences.append(f"{SUBJECTS[player]} {in_form(moment_before.turn.move, (DO, DOES)[player])}.")
    sentences += [
        f"{SUBJECTS[player]} {verb(player, 'take')} the trick."
        for player in (YOU, OPPONENT)
        if position_after.tricks[player] > position_before.tricks[player]
    ]
    for player, (score_before, score_after) in enumerate(zip(moment_before.score, moment_after.score, strict=True)):
        if score_after > score_before and not position_after.over:
            gain = counted(score_after - score_before, "game point")
            sentences.append(f"{SUBJECTS[player]} {verb(player, 'score')} {gain} at once.")
    if drawn := position_after.hands[YOU] & ~position_before.hands[YOU]:
        sentences.append(f"You draw {text_mask(drawn)}.")
        if position_before.open and not position_after.open and position_after.closed is None:
            sentences.append("The boneyard is exhausted.")
    return " ".join(sentences)


def in_form(move: Move, form: int) -> str:
    """Say a move as somebody does it, did it, or by itself (``DO``, ``DOES``, ``DID``, ``DOING``).

    >>> in_form(Move.parse("close, lead 4-4"), DOING)
    'closing and leading 4-4'
    """
    parts = (part.partition(" ") for part in str(move).split(", "))
    return listed([f"{_ACTS[act][form]} {tiles}".strip() for act, _, tiles in parts])


def outcome_text(value: int, unit: str = "game point", chance: float | None = None) -> str:
    """What comes of a move, behind its name; with a match score the chance to win the match."""
    if chance is not None:
        return f"wins the match {percent(chance)} of the time"
    if not value:
        return "brings nothing to either"
    return f"{'wins' if value > 0 else 'loses'} {counted(abs(value), unit)}"


def card_points(position: Position) -> str:
    """What both have, and what was declared that counts with the first trick only."""
    words = f"You have {counted(position.card_points(YOU), 'card point')}, the opponent has"
    words += f" {position.card_points(OPPONENT)}."
    for player, who in enumerate(WHO):
        if position.declared[player] and not position.tricks[player]:
            words += f" The {position.declared[player]} that {who} declared count with the first trick {who}"
            words += f" {verb(player, 'win')}."
    return words


def ending(end: Moment, match: Pair | None) -> list[str]:
    if end.position.rules.counts_card_points:
        return [f"The deal is over: {_point_difference(end)}."]
    scored_words = [
        f"{WHO[player]} {verb(player, 'score')} {counted(gain, 'game point')}"
        for player, gain in enumerate(end.score)
        if gain
    ]
    result = f"The deal is over: {' and '.join(scored_words)}." if scored_words else "The deal is over. Nobody scores."
    lines = [f"{result} {card_points(end.position)}"]
    if match:
        winners = [who for who, n in zip(("You have", "The opponent has"), match, strict=True) if n >= MATCH_TO]
        score = "The match stands {} : {}.".format(*match)
        lines.append(score + "".join(f" {winner} won the match." for winner in winners[:1]))
    return lines


def _point_difference(end: Moment) -> str:
    """What both have where a deal is worth card points; a close that failed brings the other some."""
    your_points, theirs = end.score
    words = f"you have {counted(your_points, 'card point')}, the opponent has {theirs}"
    for_failed_close = [score - end.position.card_points(player) for player, score in enumerate(end.score)]
    if for_failed_close[YOU]:
        return f"{words}; {for_failed_close[YOU]} of yours are for the close, which has failed"
    if for_failed_close[OPPONENT]:
        return f"{words}, {for_failed_close[OPPONENT]} of them for your close, which has failed"
    return words


# --- advice, and what cannot be done -----------------------------------------------------------------


def possible(moves: Iterable[Move]) -> str:
    return f"Possible: {'; '.join(map(str, moves))}."


def hint(position: Position, advice: Advice | None) -> str:
    """The best move, how far its value is known, and which are as good as far as can be told."""
    if advice and advice.best.move == CLAIM:
        return CLAIM_NOW
    if position.led is None and position.leader != YOU:
        return LET_LEAD
    if advice is None:
        return _no_choice(position, next(legal_moves(at_lead(position))))
    moves = "; ".join(map(str, advice.alike))
    return f"{_worth_text(position, advice)}.{f' Just as good, as far as can be told: {moves}.' if moves else ''}"


def verdict(position: Position, move: Move, advice: Advice | None, reason: MistakeReason | None) -> list[str]:
    """What a move that is allowed is worth; where it loses something, with the reason why, if there is one."""
    if advice is None:
        return [_no_choice(position, move)]
    if advice.lost <= 0:
        return [f"{_worth_text(position, advice)}; no other move is worth more."]
    return [_loss_text(position, advice), *([str(reason)] if reason else [])]


def _no_choice(position: Position, move: Move) -> str:
    return NO_ESTIMATE if position.stage is Stage.SHOW else f"The only move is {move}."


def _worth_text(position: Position, advice: Advice) -> str:
    best_row, (value, low, high) = advice.best, judged_texts(advice.best)
    worth, average_words = f"worth {value} {position.rules.unit}s", " on average"
    if best_row.chance is not None:
        worth, average_words = f"wins the match {value} of the time", ""
    interval = average_words if low == high else f"{average_words} ({low} to {high})"
    limit_words = average_words if value == high else f"{average_words} ({high} at most)"
    bounds = {"estimate": interval, "limits": limit_words}.get(best_row.kind, "")
    return f"{best_row.move}: {worth}{bounds}"


def chance_lost(chance: float) -> str:
    """``13.4 percentage points of the chance to win the match``."""
    return f"{percent(chance).removesuffix('%')} percentage points of the chance to win the match"


def _loss_text(position: Position, advice: Advice) -> str:
    own_row, best_row, loss = advice.your_move, advice.best, advice.lost
    is_exact = own_row.is_exact and best_row.is_exact
    amount = f"{loss:.2f} {position.rules.unit}s"
    if own_row.chance is not None:
        amount = chance_lost(loss)
    loss_words = f"{in_form(own_row.move, DOING)} loses {amount}{'' if is_exact else ' on average'}"
    better_words = capitalize(in_form(best_row.move, DOING))
    if advice.close_call:
        return f"{better_words} may be better: {loss_words}, too little to tell."
    return f"{better_words} is better: {loss_words}."


def illegal(move: Move, rule: str) -> str:
    """Why a move is not possible; ``rule`` may be empty."""
    return f"{move} is not possible here{rule and f': {rule}'}"
