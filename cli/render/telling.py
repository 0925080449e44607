"""What the engine tells of a game, in words for a terminal: its codes are in ``engine/games/events.hpp``.

Pages have their own words for them, in ``page/assets/words.js``.
"""

from __future__ import annotations

from typing import Any

from bingo.cli.render.screen import listed
from bingo.solver.errors import counted
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.refusal import AGAINST

#: By name, the weakest first.
LEVELS = {
    "greedy": "takes what is worth taking, and looks ahead only once nothing is drawn any more",
    "textbook": "takes, keeps, leads and closes by ten rules that can be counted at the table",
    "club": "plays nearly half its moves like greedy, and the others like strongest",
    "strongest": "plays as well as the program can without seeing your tiles",
    "cheat": "sees every tile, even those still to be drawn (for study)",
}
#: What is told always in the same words.
PLAIN = {
    "claim": "Claim: you have enough.",
    "let-lead": "Let the opponent lead.",
    "no-estimate": "There is no estimate between a trick and the draw after it. The levels of the program declare all"
    " they can.",
    "no-turn-yet": "You have not moved yet.",
    "nothing-back": "You have no move to take back.",
    "opponents-turn": "It is the opponent's turn.",
    "deal-over": "The deal is over.",
    "match-over": "The match is over.",
    "elsewhere": "The game was continued elsewhere; this is how it stands.",
}
NO_MOVE = "move: expected close, declare TILES, lead TILE, play TILE or claim, joined by commas"
_WHO = ("You", "The opponent")
#: What an act is called that you do, and that the opponent does.
_ACTS = {
    "close": ("close the boneyard", "closes the boneyard"),
    "declare": ("declare", "declares"),
    "lead": ("lead", "leads"),
    "play": ("play", "plays"),
    "claim": ("claim", "claims"),
}


def told(event: dict[str, Any]) -> list[str]:
    """What there is to tell, in paragraphs."""
    code = event["code"]
    return [PLAIN[code]] if code in PLAIN else WORDS[code](event)


# --- what happened -----------------------------------------------------------------------------------


def _turn(event: dict[str, Any]) -> list[str]:
    player = PLAYER_NAMES.index(event["player"])
    sentences = [f"{_WHO[player]} {_acts(player, event['move'])}."] if "move" in event else []
    if "takes" in event:
        sentences.append("You take the trick." if event["takes"] == "you" else "The opponent takes the trick.")
    for who, scored in enumerate(event.get("scored", ())):
        if scored:
            verb = "score" if who == YOU else "scores"
            sentences.append(f"{_WHO[who]} {verb} {counted(scored, 'game point')} at once.")
    if "draws" in event:
        sentences.append(f"You draw {event['draws']}.")
    if "exhausted" in event:
        sentences.append("The boneyard is exhausted.")
    return [" ".join(sentences)]


def _acts(player: int, move: str) -> str:
    parts = (part.partition(" ") for part in move.split(", "))
    return listed([f"{_ACTS[act][player]} {tiles}".strip() for act, _, tiles in parts])


def _points(event: dict[str, Any]) -> list[str]:
    yours, theirs = event["points"]
    words = f"You have {counted(yours, 'card point')}, the opponent has {theirs}."
    for whose, waiting in zip(("your", "the opponent's"), event["waiting"], strict=True):
        if waiting:
            words += f" {waiting} more declared count with {whose} first trick."
    return [words]


def _end(event: dict[str, Any]) -> list[str]:
    if event["unit"] == "card point":
        return [f"The deal is over: {_counted(event)}."]
    scored = [
        f"{'you score' if who == YOU else 'the opponent scores'} {counted(points, 'game point')}"
        for who, points in enumerate(event["score"])
        if points
    ]
    result = f"The deal is over: {' and '.join(scored)}." if scored else "The deal is over. Nobody scores."
    lines = [f"{result} {_points(event)[0]}"]
    if "match" in event:
        won = {"you": " You have won the match.", "opponent": " The opponent has won the match."}
        lines.append("The match stands {} : {}.".format(*event["match"]) + won.get(event.get("winner", ""), ""))
    return lines


def _counted(event: dict[str, Any]) -> str:
    """What both have where a deal is worth card points; a close that failed brings the other some."""
    yours, theirs = event["score"]
    words = f"you have {counted(yours, 'card point')}, the opponent has {theirs}"
    failed = [score - points for score, points in zip(event["score"], event["points"], strict=True)]
    if failed[YOU]:
        return f"{words}; {failed[YOU]} of yours are for the close, which has failed"
    return f"{words}, {failed[OPPONENT]} of them for your close, which has failed" if failed[OPPONENT] else words


# --- advice, and what cannot be done -----------------------------------------------------------------


def _worth(event: dict[str, Any]) -> str:
    low, high = (f"{event[end]:+.2f}" for end in ("low", "high"))
    average = " on average" if low == high else f" on average ({low} to {high})"
    known = {"estimate": average, "limits": f" on average ({high} at most)"}
    return f"{event['move']}: worth {event['value']:+.2f} {event['unit']}s{known.get(event['kind'], '')}"


def _best(event: dict[str, Any]) -> list[str]:
    alike = event["alike"]
    as_good = f" Just as good, as far as can be told: {'; '.join(alike)}." if alike else ""
    return [f"{_worth(event)}.{as_good}"]


def _loses(event: dict[str, Any]) -> list[str]:
    lost = f"{event['lost']:.2f} {event['unit']}s{'' if event['exact'] else ' on average'}"
    if event["alike"]:
        return [f"{event['move']} loses {lost}, too little to tell; {event['better']} may be better."]
    return [f"{event['move']} loses {lost}; {event['better']} is better."]


def _illegal(event: dict[str, Any]) -> list[str]:
    rule = AGAINST.get(event["because"], "").format(tiles=event.get("tiles"), number=event.get("number"))
    return [f"{event['move']} is not possible here{rule and f': {rule}'}"]


#: What is told in words that depend on what it is about.
WORDS = {
    "turn": _turn,
    "points": _points,
    "end": _end,
    "seed": lambda event: [f"Seed {event['seed']}."],
    "moves": lambda event: [f"Possible: {'; '.join(event['moves'])}."],
    "best": _best,
    "worth": lambda event: [f"{_worth(event)}; no other move is worth more."],
    "loses": _loses,
    "reason": lambda event: [event["sentence"]],
    "no-choice": lambda event: [f"The only move is {event['move']}."],
    "no-move": lambda event: [f"{NO_MOVE}; found {repr(event['found']) if event['found'] else 'nothing'}"],
    "illegal": _illegal,
}
