"""An estimate where tiles are hidden, in words: the verdict, what cannot be told apart, every move, likely tiles."""

from __future__ import annotations

from bingo.solver.analysis import worlds
from bingo.solver.analysis.answer import Answer, MoveValue
from bingo.solver.analysis.worlds import has_inference, tile_chances
from bingo.solver.errors import counted
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU, Position
from bingo.solver.game.tiles import Tile, text
from bingo.solver.render.board import match_remark
from bingo.solver.render.screen import Screen, listed, move_table, number, percent, points, sentence, spoken, wrap

#: How the methods work, for the last lines.
HOW = {
    "rollout": "each move was tried in them, and the program played both hands to the end, each by its own tiles",
    "pimc": "each was solved with both hands and the boneyard seen (perfect-information Monte Carlo), which misjudges:"
    " either player would close as soon as that wins",
}
#: What stands behind the value of a move that was solved.
SOLVED = (
    "Moves after which nothing is drawn are solved for {hands}: each is worth what one strategy that never sees the"
    " opponent's hand is sure of, against an opponent who sees everything"
)
#: And behind the limit of one that is not known exactly.
AT_MOST = "; at most is what any such strategy could be sure of"


def explain(found: Answer, screen: Screen) -> list[str]:
    """The answer below the picture of the position."""
    lines = screen.heading(verdict(found))
    lines += wrap(alike(found), screen.width)
    lines += match_remark(found.known.match, found.known.rules, screen)
    lines += remarks(found.known, screen, weighted=found.weighted)
    if found.mover == YOU:
        lines += ["", *table(found, screen)]
    return lines


#: The remarks of an answer, by their codes.
REMARKS = {
    "opponent-may-claim": "The opponent has {points} card points and may claim before you close.",
    "tiles-not-written": "{number} of the tiles gone are not written down: the opponent may hold any tile that is not"
    " seen, as far as the card points allow.",
    "opponent-holds": "The opponent still holds {tiles}, shown before.",
    "opponent-cannot-hold": "The opponent cannot hold {tiles}.",
}


def remarks(known: InformationSet, screen: Screen, *, weighted: bool) -> list[str]:
    """What limits the opponent's hand, and where hands are ``weighted``, which tiles are likely in it."""
    told = (REMARKS[str(one["code"])].format(**one) for one in worlds.remarks(known))
    return [line for words in told for line in wrap(words, screen.width)] + (_likely(known, screen) if weighted else [])


#: What is told where more is written than the player to decide can know.
IGNORED = "The file gives the opponent's hand; it is ignored."


def ignored_hand(position: Position | InformationSet, screen: Screen) -> list[str]:
    """A remark where more is written than the player to decide can know."""
    told = isinstance(position, Position) or position.setup.sides[1].hand is not None
    return [*wrap(IGNORED, screen.width), ""] if told else []


#: So many of the likeliest tiles are named, and of the least likely.
NAMED = 3


def _likely(known: InformationSet, screen: Screen) -> list[str]:
    """The tiles that the opponent holds most and least likely, by how they played; nothing where that tells nothing."""
    if not has_inference(known):
        return []
    chances = list(tile_chances(known).items())
    if len(chances) <= known.hidden - known.held.bit_count():
        return []
    even = (known.hidden - known.held.bit_count()) / len(chances)
    most = [one for one in chances if one[1] > even][:NAMED]
    least = [one for one in reversed(chances) if one[1] < even][:NAMED]
    if not most or not least:
        return []
    words = f"Judging by their play, the opponent is most likely to hold {_named(most)}, and least likely to hold"
    return wrap(f"{words} {_named(least)}; were all hands alike, each tile {even:.0%}.", screen.width)


def _named(some: list[tuple[Tile, float]]) -> str:
    return listed([f"{text(tile)} ({chance:.0%})" for tile, chance in some])


def verdict(found: Answer) -> str:
    """The best move and what it is worth, or what the position is worth if the opponent is to decide."""
    best, does, unit = found.first, "lead" if found.known.led is None else "reply", found.known.rules.unit
    about = {"estimate": "about ", "limits": "at least "}.get(best.kind, "exactly ")
    value, low, high = told_limits(best)
    behind = ""
    if best.kind == "limits":
        behind = f" (at most {high} can be guaranteed)"
    elif best.kind == "estimate" and low != high:
        behind = f" ({low} to {high} with 95% confidence)"
    worth = f"{points(best.value)} {unit}s"
    if best.kind == "certain" and best.value > 0 and best.chance is None:
        return sentence(f"{spoken(best.move)}: {counted(int(best.value), unit.removeprefix('game '))}, for certain")
    if best.chance is not None:
        if found.mover != YOU:
            return f"The opponent is to {does}. You win the match {about}{value}{behind} of the time."
        return sentence(f"{spoken(best.move)}: {about}{value}{behind} to win the match, {worth}")
    if found.mover != YOU:
        return f"The opponent is to {does}. The position is worth {about}{worth}{behind} to you."
    return sentence(f"{spoken(best.move)}: {about}{worth}{behind}")


def told_limits(one: MoveValue) -> tuple[str, str, str]:
    """What a move is judged by, with its limits: the chance to win the match, or its value."""
    show, judged = percent if one.chance is not None else points, one.criterion
    return show(judged.value), show(judged.low), show(judged.high)


def alike(found: Answer) -> str:
    """Whether the best move is told from the others."""
    others = len(found.moves) - 1
    if found.mover != YOU or not others:
        return ""
    if not found.alike:
        sure = found.every or not any(one.kind == "estimate" for one in found.moves)
        return f"It is better than any other move{_hardly(found)}{'' if sure else ', at 95% confidence'}."
    if len(found.alike) == others:
        return "No move is clearly better than another."
    names = "; ".join(str(move) for move in found.alike[:3])
    more = f"; and {counted(len(found.alike) - 3, 'more move')}" if len(found.alike) > 3 else ""
    near = [one.kind for one in found.moves if one.move in {found.best, *found.alike}]
    told = "Just as good" if {"exact", "certain"}.issuperset(near) else "Just as good, as far as can be told"
    return f"{told}: {names}{more}."


def _hardly(found: Answer) -> str:
    """That the best move is better by too little to be seen, where another is written with the same value."""
    best, *others = [told_limits(one)[0] for one in found.moves]
    step = "0.01" if found.chance is None else "0.1%"
    return f", but by less than {step}" if best in others else ""


def table(found: Answer, screen: Screen, most: int | None = None) -> list[str]:
    """Every move, or so many at ``most``, with its value, what stands behind that, and of estimates the deals they were
    tried in.
    """
    unit = f"{found.known.rules.unit}s"
    what = unit if found.chance is None else f"chance to win the match, {unit}"
    moves = found.moves[:most]
    estimated = any(one.kind == "estimate" for one in moves)
    heads = [f"Your moves: {what} (+ is good for you)"]
    heads += ["95% interval"] if estimated and not found.every else []
    heads[-1] += " or how far behind the best" if any(one.worse is not None for one in moves) else ""
    heads += ["deals tried"] if estimated else []
    lines = wrap(", ".join(heads), screen.width)
    near = {found.best, *found.alike}
    return lines + move_table([_figures(one) for one in moves], [one.move for one in moves], near, screen)


def _figures(one: MoveValue) -> tuple[str, ...]:
    """The value, its limits, and how many deals."""
    value, low, high = told_limits(one)
    show, worse = (points, one.worse) if one.chance is None else (percent, one.chance_worse)
    figures = [value]
    if worse is not None:
        behind = show(worse).lstrip("+")
        figures.append(f"at least {behind} worse" if behind.strip("0.%") else "slightly worse")
    elif one.kind == "estimate":
        figures.append("" if low == high else f"{low} to {high}")
    else:
        figures.append(f"at most {high}" if one.kind == "limits" else one.kind)
    if one.chance is not None:
        figures.append(points(one.value))
    return (*figures, number(one.worlds) if one.kind == "estimate" else "")


def deals(found: Answer) -> str:
    """The method, and how many deals or hands were looked at: ``rollout: 6,144 deals drawn``."""
    thing = "deal" if found.known.open else "hand"
    if found.worlds == 1:
        what = f"the only {thing} that fits" if found.every else f"1 {thing} drawn"
    else:
        what = (
            f"all {number(found.worlds)} {thing}s that fit" if found.every else f"{number(found.worlds)} {thing}s drawn"
        )
    return f"{found.method}: {what}{_weighted(found)}"


def _weighted(found: Answer) -> str:
    what = "how the opponent played" if found.known.history else "what the opponent led"
    return f", weighted by {what} (--equal-weights: all alike)" if found.weighted else ""


def how_found(found: Answer) -> str:
    """How it was found, in sentences; the last has no full stop yet."""
    said = []
    if found.known.open:
        said.append(f"An estimate, method {deals(found)}; {HOW[found.method]}")
    if found.hands is not None:
        bounded = any(one.kind == "limits" for one in found.moves)
        weighted = "" if found.known.open else _weighted(found)
        said.append(f"{SOLVED.format(hands=_hands(found))}{AT_MOST if bounded else ''}{weighted}")
    return ". ".join([*said, *([] if found.every else [f"Seed {found.seed}"])])


def _hands(found: Answer) -> str:
    hands, tried = found.hands or (0, 0)
    return f"all {number(hands)} hands" if hands == tried else f"a sample of {number(tried)} of {number(hands)} hands"
