"""The short answer to one position: the board, one sentence, five moves, what it rests on; 24 lines at 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bingo.solver.analysis.claim import Claim
from bingo.solver.analysis.closing import Decision
from bingo.solver.analysis.exact import Analysis, Step
from bingo.solver.analysis.hidden import Estimates
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position
from bingo.solver.game.tiles import text
from bingo.solver.render import claiming, closing, estimates, exact
from bingo.solver.render.board import board_of, draw_briefly, match_remark
from bingo.solver.render.screen import Screen, wrap

#: Lines of a terminal, and moves that matter.
LINES, MOVES = 24, 5


#: A table of so many moves at most, the best first.
Table = Callable[[int], list[str]]


def analyzed(found: Analysis | Estimates, position: Position | InformationSet, title: str, screen: Screen) -> list[str]:
    """What every move is worth."""
    if isinstance(found, Analysis):
        said = strong(exact.verdict(found), screen) + match_remark(position.match, position.rules, screen)
        rests = f"Exact. Best play: {_line(found.line, position.leader)}."
        return fitted(
            position, title, said, lambda most: exact.table(found, screen, most), len(found.moves), rests, screen
        )
    said = [*strong(estimates.verdict(found), screen), *wrap(estimates.alike(found), screen.width)]
    said += _beside(position, screen)
    moves = len(found.moves) if found.mover == YOU else 0
    solved = all(one.kind != "estimate" for one in found.moves)
    rests = f"{'Solved' if solved else 'Estimate'} by {estimates.deals(found)}."
    return fitted(position, title, said, lambda most: estimates.table(found, screen, most), moves, rests, screen)


def decided(decision: Decision, position: Position | InformationSet, title: str, screen: Screen) -> list[str]:
    """Whether to close."""
    *said, rests = closing.paragraphs(decision)
    lines = [*closing.laid_out(said, screen), *_beside(position, screen)]
    moves = len(decision.closing.leads)
    return fitted(position, title, lines, lambda most: closing.table(decision, screen, most), moves, rests, screen)


def claimed(
    claim: Claim,
    first: Sequence[str],
    beside: Sequence[str],
    position: Position | InformationSet,
    title: str,
    screen: Screen,
) -> list[str]:
    """Whether to claim, below what was asked ``first``; ``beside`` is what else is at stake."""
    said = [*first, *strong(claiming.verdict(claim), screen)]
    at_stake = claiming.stakes(claim)
    said += wrap(at_stake, screen.width) if at_stake else []
    rests = "" if claim.least == claim.most else "Proved for every arrangement that fits."
    return fitted(position, title, [*said, *beside], lambda _most: [], 0, rests, screen)


def fitted(
    position: Position | InformationSet,
    title: str,
    said: Sequence[str],
    table: Table,
    moves: int,
    rests: str,
    screen: Screen,
) -> list[str]:
    """All that in as many lines as a terminal has: tiles are drawn, and five of the ``moves`` shown, where they fit."""
    board = board_of(position)
    lines: list[str] = []
    for drawn, most in ((PLAYER_NAMES, MOVES), (("you",), MOVES), *(((), n) for n in range(MOVES, 0, -1))):
        left = moves - most
        rows = [*table(most), *([f"  and {left} more (--full)"] if left > 0 else [])] if moves else []
        lines = [*draw_briefly(board, title, drawn, screen), "", *said, *rows, *_last(rests, screen)]
        if len(lines) <= LINES:
            break
    return lines


def strong(words: str, screen: Screen) -> list[str]:
    """A sentence that matters most."""
    return [screen.strong(line) for line in wrap(words, screen.width)]


def _beside(position: Position | InformationSet, screen: Screen) -> list[str]:
    """What is not looked at although it is written, or is looked up elsewhere."""
    ignored = [line for line in estimates.ignored_hand(position, screen) if line]
    return [*ignored, *match_remark(position.match, position.rules, screen)]


def _last(rests: str, screen: Screen) -> list[str]:
    """What it rests on, in one line."""
    if len(rests) > screen.width:
        rests = f"{wrap(rests, screen.width - len(' ...'))[0].rstrip(';,')} ..."
    return [screen.faint(rests)] if rests else []


def _line(steps: Sequence[Step], leader: int) -> str:
    """Best play in as few characters as tell it: ``5-0 1-0; 0-0 6-6; claim``; of who is not on lead, ``you claim``."""
    said = ""
    for step in steps:
        move = step.move
        if move.play is not None:
            said += f" {text(move.play)}"
        elif move != WAIT:
            whose = f"{PLAYER_NAMES[step.player]} " if move.claim and step.player != leader else ""
            said += f"; {whose}{str(move).replace('lead ', '')}"
        leader = leader if step.trick is None else step.trick
    return said.removeprefix("; ").strip()
