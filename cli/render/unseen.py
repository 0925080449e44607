"""Puzzles with hidden tiles in words: why a move is right against all hands, and how a wrong one was refuted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bingo.cli.render.answer import WHO, principal_line
from bingo.cli.render.board import Json, board_of, draw
from bingo.cli.render.puzzle import brings
from bingo.cli.render.screen import Screen, columns, flow, wrap
from bingo.solver.compose.themes import level
from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.position import YOU
from bingo.solver.game.presets import PAGAT, label
from bingo.solver.search.exact import Analysis, Step

if TYPE_CHECKING:
    from bingo.solver.compose.defence import Defence, RefutingDeal
    from bingo.solver.compose.unseen import Unseen, Verdict

#: Rows of the table of moves, the right one included.
ROWS = 5


@dataclass(frozen=True, slots=True)
class Refutation:
    """A wrong move refuted: what it brings in a deal against it, the tiles and the play there.

    ``often`` says that this was no accident; it is empty where play had gone on.
    """

    verdict: str
    often: str
    board: Json
    analysis: Analysis

    def lines(self, screen: Screen) -> list[str]:
        """All of it."""
        return [
            *map(screen.strong, wrap(self.verdict, screen.width)),
            "",
            *draw(self.board, "", screen)[1:],
            "",
            *principal_line(self.analysis, screen, "The refutation"),
            *(["", *wrap(self.often, screen.width)] if self.often else []),
        ]


def refuted(found: RefutingDeal, wrong: Move) -> Refutation:
    """The hidden tiles as they were dealt against a move."""
    return _against(wrong, found.found, _often(found, wrong), stock=found.drawn)


def lost(loss: Analysis, move: Move) -> Refutation:
    """The hand that a move on the way does not win against."""
    return _against(move, loss, "", stock=False)


def _against(wrong: Move, found: Analysis, often: str, *, stock: bool) -> Refutation:
    board = board_of(found.position)
    verdict = f"{wrong} {brings(found.value)} if the tiles lie like this."
    return Refutation(verdict, often, board if stock else {**board, "stock": None}, found)


def _often(found: RefutingDeal, wrong: Move) -> str:
    """What the right move brings there, and in how many hands or deals it does better."""
    what = "deals drawn" if found.drawn else "hands"
    many = f"The right move is worth more in {found.worse:,} of {found.tried:,} {what}"
    average = f"on average {found.mean[1]:+.2f}, and {wrong} {found.mean[0]:+.2f}"
    return f"Here the right move {brings(found.right)}. {many}: {average}."


def to_prove(right: Move) -> str:
    """Where a close wins against every hand, the puzzle goes on."""
    return f"Right: {right} wins against every hand. Now prove it: the opponent holds whichever hand suits them best."


def proved(right: Move, defence: Defence) -> str:
    """Nothing can go wrong any more."""
    what = "the deal is won" if defence.over else "you can claim, whatever the opponent holds"
    turns = sum(step.player == YOU for step in defence.played)
    first = f"Right: {right} wins against every hand" if turns == 1 else f"Right to the end: {right}"
    return f"{first}. {_sentence(_did(defence))[:-1]}: {what}."


def turn(defence: Defence, screen: Screen) -> list[str]:
    """What the opponent has done, and the board as you see it at your next turn."""
    did, asked = happened(defence), to_find(defence)
    return [
        *wrap(did, screen.width, 0, 2),
        *draw(seen(defence), "", screen)[1:],
        "",
        *map(screen.strong, wrap(asked, screen.width)),
    ]


def happened(defence: Defence) -> str:
    """What you and the opponent have done since your last turn."""
    return _sentence(_did(defence))


def to_find(defence: Defence) -> str:
    """What is asked on the way."""
    act = "lead" if defence.position.led is None else "reply"
    hands = counted(len(defence.worlds), "hand")
    return f"You are to {act}. They may hold {hands}; not every move wins against all of them."


def seen(defence: Defence) -> Json:
    """The board at your turn, as you see it."""
    board = board_of(defence.position)
    hand = board["opponent"]["hand"].split()
    held = [tile for tile in hand if tile in board["opponent"]["shown"]]
    board["opponent"] |= {"hand": " ".join(held), "hidden": len(hand) - len(held)}
    return {**board, "stock": None}


def _did(defence: Defence) -> str:
    """What the opponent has done since your last move."""
    since = [n for n, step in enumerate(defence.played) if step.player == YOU][-1]
    return "; ".join(f"{WHO[step.player]} {_act(step)}" for step in defence.played[since:])


def _act(step: Step) -> str:
    """A move as the verb of a sentence."""
    move = str(step.move)
    return move if step.player == YOU else re.sub(r"\b(lead|play|declare|claim)\b", r"\1s", move)


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def reasons(found: Verdict, screen: Screen) -> list[str]:
    """Why the right move is right: what it and its rivals are worth."""
    heads = "Game points on average, over all that may be hidden"
    if found.closing is None:
        heads = "Game points on average, and how far the others are behind the right move"
    rows = _first_leads(found) if found.closing is None else _brackets(found)
    lines, figures = wrap(heads, screen.width), columns([row[:2] for row in rows], right=frozenset({0, 1}))
    for n, (*_, move) in enumerate(rows):
        row = flow([move], screen.width, f"{figures[n].ljust(max(map(len, figures)))}  ")
        lines += map(screen.good, row) if n == 1 else row
    return [*lines, *wrap(_rests_on(found), screen.width)]


def _brackets(verdict: Verdict) -> list[tuple[str, ...]]:
    rows = [(f"{one.low:+.2f}", f"{one.high:+.2f}", str(one.move)) for one in verdict.rivals()[:ROWS]]
    return [("at least", "at most", ""), *rows]


def _first_leads(verdict: Verdict) -> list[tuple[str, ...]]:
    rows = [
        (f"{one.value:+.2f}", f"{one.low:.2f} to {one.high:.2f}" if one.high else "", str(one.move))
        for one in verdict.behind()[:ROWS]
    ]
    return [("about", "behind by", ""), *rows]


def _rests_on(verdict: Verdict) -> str:
    drawn = f"{verdict.worlds:,} deals {'' if verdict.every else 'drawn '}for playing on"
    closing = verdict.closing
    if closing is None:
        return f"This rests on {drawn.removesuffix(' for playing on')}."
    fails = closing.best.guaranteed
    sure = f"It wins against {round(fails.win * closing.hands):,} of {closing.hands:,} hands. " * verdict.right.close
    return f"{sure}This rests on all {closing.hands:,} hands for closing, and on {drawn}."


def name_of(puzzle: Unseen, number: int, certain: bool) -> str:
    """``Close unseen 7, engel: after 3 tricks``; rules are named if they are not pagat's, so are certain wins."""
    known = puzzle.known
    title = puzzle.theme.replace("-", " ").capitalize() + (", certain" if certain else "")
    rules = "" if known.rules == PAGAT else f", {label(known.rules)}"
    played = f": after {counted(sum(known.tricks), 'trick')}" if sum(known.tricks) else f": trumps {known.trump}"
    return f"{title} {number}{rules}{played}"


def remark(puzzle: Unseen) -> list[str]:
    """What the answer rests on, in comment lines of at most 100 columns."""
    verdict, closing = puzzle.verdict, puzzle.verdict.closing
    best, opened = verdict.right, verdict.open[0].best
    words = [f"{level(puzzle.difficulty).capitalize()}, {puzzle.difficulty} of 100."]
    drawn = f"{'all ' if verdict.every else ''}{verdict.worlds:,} deals"
    twice = "" if verdict.every else ", twice,"
    if closing is None:
        words.append(f"{best} brings about {opened.value:+.2f} in {drawn}{twice} and is")
    elif best.close:
        sure = closing.best.guaranteed
        words.append(f"{best} is guaranteed {sure.value:+.2f} over {closing.hands:,} hands, and wins")
        words.append(
            f"against {round(sure.win * closing.hands):,} of them. Playing on brings about {opened.value:+.2f}"
        )
        words.append(f"in {drawn}{twice} with {opened.move}. The right move is")
    else:
        at_most, nearest = max((rival.high, str(rival.move)) for rival in verdict.rivals() if rival.move.close)
        words.append(f"Playing on with {best} brings about {opened.value:+.2f} in {drawn}{twice} and no close")
        words.append(f"more than {at_most:+.2f} over {closing.hands:,} hands ({nearest}). The right answer is")
    next_best = f", the next being {verdict.second}" if closing is None or best.close else ""
    words.append(f"ahead by {verdict.margin:.2f} at least{next_best}.")
    return [f"# {line}" for line in wrap(" ".join(words), 98)]
