"""What happened at the table, in words: turns, tricks, draws, and how a deal ended."""

from __future__ import annotations

from bingo.cli.render.board import in_order
from bingo.cli.render.screen import count
from bingo.solver.game.moments import Moment
from bingo.solver.game.moves import WAIT, Move
from bingo.solver.game.position import OPPONENT, YOU, Position
from bingo.solver.game.record import Record
from bingo.solver.game.tiles import members, text, text_mask

_WHO = ("You", "The opponent")
_VERBS = {
    YOU: {"close": "close the boneyard", "declare": "declare", "lead": "lead", "play": "play", "claim": "claim"},
    OPPONENT: {
        "close": "closes the boneyard", "declare": "declares", "lead": "leads", "play": "plays", "claim": "claims"
    },
}  # fmt: skip


def told(before: Moment, player: int, move: Move, after: Moment) -> list[str]:
    """A turn, and what came of it: who took the trick, and the tile that you drew."""
    sentences = [f"{_WHO[player]} {_acts(player, move)}."] if move != WAIT else []
    won = [len(after.won[p]) > len(before.won[p]) for p in (YOU, OPPONENT)]
    if any(won):
        sentences.append("You take the trick." if won[YOU] else "The opponent takes the trick.")
    gained = [after.score[p] - before.score[p] for p in (YOU, OPPONENT)]
    for scorer in (YOU, OPPONENT):
        if gained[scorer] and not after.position.over:
            verb = "score" if scorer == YOU else "scores"
            sentences.append(f"{_WHO[scorer]} {verb} {count(gained[scorer], 'game point')} at once.")
    drawn = after.position.hands[YOU] & ~before.position.hands[YOU]
    if drawn:
        sentences.append(f"You draw {text(next(members(drawn)))}.")
        if before.position.turned is not None and after.position.turned is None:
            sentences.append("The boneyard is exhausted.")
    return [" ".join(sentences)] if sentences else []


def hand_of(position: Position) -> str:
    """Your tiles, trumps first."""
    return " ".join(map(text, in_order(members(position.hands[YOU]), position.trump)))


def card_points(position: Position) -> str:
    """What both have, if somebody asks."""
    yours, theirs = position.card_points(YOU), position.card_points(OPPONENT)
    told = f"You have {count(yours, 'card point')}, the opponent has {theirs}."
    waiting = [p for p in (YOU, OPPONENT) if position.declared[p] and not position.tricks[p]]
    for player in waiting:
        whose = "your" if player == YOU else "the opponent's"
        told += f" {position.declared[player]} more declared count with {whose} first trick."
    return told


def outcome(end: Moment, record: Record) -> list[str]:
    """How the deal ended, and how the match stands."""
    if record.rules.at_target == "points":
        return [f"The deal is over: {_counted(end)}."]
    scored = [
        f"{'you score' if p == YOU else 'the opponent scores'} {count(end.score[p], 'game point')}"
        for p in (YOU, OPPONENT)
        if end.score[p]
    ]
    result = f"The deal is over: {' and '.join(scored)}." if scored else "The deal is over. Nobody scores."
    lines = [f"{result} {card_points(end.position)}"]
    if record.match is not None:
        mine, other = record.match.you + end.score[YOU], record.match.opponent + end.score[OPPONENT]
        won = " You have won the match." if mine >= 7 else " The opponent has won the match." if other >= 7 else ""
        lines.append(f"The match stands {mine} : {other}.{won}")
    return lines


def _counted(end: Moment) -> str:
    """What both have where a deal is worth card points; a close that failed brings the other some."""
    yours, theirs = end.score
    told = f"you have {count(yours, 'card point')}, the opponent has {theirs}"
    failed = [end.score[p] - end.position.card_points(p) for p in (YOU, OPPONENT)]
    if failed[YOU]:
        return f"{told}; {failed[YOU]} of yours are for the close, which has failed"
    return f"{told}, {failed[OPPONENT]} of them for your close, which has failed" if failed[OPPONENT] else told


def _acts(player: int, move: Move) -> str:
    verbs = _VERBS[player]
    parts = [verbs["close"]] if move.close else []
    if move.declare:
        parts.append(f"{verbs['declare']} {text_mask(move.declare)}")
    if move.lead is not None:
        parts.append(f"{verbs['lead']} {text(move.lead)}")
    if move.play is not None:
        parts.append(f"{verbs['play']} {text(move.play)}")
    if move.claim:
        parts.append(verbs["claim"])
    return ", ".join(parts)
