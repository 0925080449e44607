"""The short answer to one position: the board, one sentence, five moves, what it rests on; 24 lines at 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.claim import Claim
from bingo.solver.analysis.exact import Step
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position
from bingo.solver.game.tiles import text
from bingo.solver.render import claiming, closing, estimates, exact
from bingo.solver.render.board import board_of, draw, draw_briefly, match_remark
from bingo.solver.render.screen import Detail, Screen, wrap

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate

#: Lines of a terminal, and moves that matter.
LINES, MOVES = 24, 5


#: A table of so many moves at most, the best first.
Table = Callable[[int], list[str]]


def analyzed(
    answer: Answer,
    position: Position | InformationSet,
    title: str,
    screen: Screen,
    detail: Detail = "short",
) -> list[str]:
    """What every move is worth."""
    if detail == "full":
        words = exact.explain(answer, screen) if answer.exact else estimates.ignored_hand(position, screen)
        if not answer.exact:
            words += estimates.explain(answer, screen)
            words += screen.footnote(f"{estimates.how_found(answer)}; {answer.seconds:.1f} s")
        return [*draw(board_of(position), title, screen), "", *words]
    moves = len(answer.moves) if answer.exact or answer.mover == YOU else 0
    if answer.exact:
        said = screen.heading(exact.verdict(answer)) + match_remark(position.match, position.rules, screen)
        rests = f"Exact. Best play: {line_of_play(answer.line, position.leader)}."
        return fitted(position, title, said, partial(exact.table, answer, screen), moves, rests, screen, detail)
    said = [*screen.heading(estimates.verdict(answer)), *wrap(estimates.alike(answer), screen.width)]
    said += _beside(position, screen)
    solved = all(row.kind != "estimate" for row in answer.moves)
    rests = f"{'Solved' if solved else 'Estimate'} by {estimates.deals(answer)}."
    return fitted(position, title, said, partial(estimates.table, answer, screen), moves, rests, screen, detail)


def decided(
    decision: Answer,
    position: Position | InformationSet,
    title: str,
    screen: Screen,
    detail: Detail = "short",
    proof: Certificate | None = None,
) -> list[str]:
    """Whether to close."""
    *said, rests = closing.paragraphs(decision)
    if detail == "full":
        more = [*estimates.ignored_hand(position, screen), *closing.details(decision, screen, proof)]
        words = [*closing.summary(decision, screen), "", *more, *screen.footnote(closing.effort(decision, proof))]
        return [*draw(board_of(position), title, screen), "", *words]
    lines = [*closing.laid_out(said, screen), *_beside(position, screen)]
    moves = len(decision.closing.leads)
    return fitted(position, title, lines, partial(closing.table, decision, screen), moves, rests, screen, detail)


def claimed(
    claim: Claim,
    first: Sequence[str],
    beside: Sequence[str],
    position: Position | InformationSet,
    title: str,
    screen: Screen,
    detail: Detail = "short",
) -> list[str]:
    """Whether to claim; ``first`` and ``beside`` are what else was asked about it."""
    if detail == "full":
        return [*draw(board_of(position), title, screen), "", *first, *claiming.explain(claim, screen), *beside]
    said = [*first, *screen.heading(claiming.verdict(claim)), *wrap(claiming.stakes(claim), screen.width), *beside]
    rests = "" if claim.least == claim.most else "Proved for every arrangement that fits."
    return fitted(position, title, said, lambda _most: [], 0, rests, screen, detail)


def fitted(
    position: Position | InformationSet,
    title: str,
    said: Sequence[str],
    table: Table,
    moves: int,
    rests: str,
    screen: Screen,
    detail: Detail = "short",
) -> list[str]:
    """All that in as many lines as a terminal has: tiles are drawn, and five of the ``moves`` shown, where they fit; of
    a brief answer neither.
    """
    last = list(map(screen.faint, wrap(rests, screen.width)))
    if detail == "brief":
        return [*screen.heading(title), *said, *last]
    board = board_of(position)
    lines: list[str] = []
    for drawn, most in ((PLAYER_NAMES, MOVES), (("you",), MOVES), *(((), n) for n in range(MOVES, 0, -1))):
        left = moves - most
        rows = [*table(most), *([f"  and {left} more (--full)"] if left > 0 else [])] if moves else []
        lines = [*draw_briefly(board, title, drawn, screen), "", *said, *rows, *last]
        if len(lines) <= LINES:
            break
    return lines


def _beside(position: Position | InformationSet, screen: Screen) -> list[str]:
    """What is not looked at although it is written, or is looked up elsewhere."""
    ignored = [line for line in estimates.ignored_hand(position, screen) if line]
    return [*ignored, *match_remark(position.match, position.rules, screen)]


def line_of_play(steps: Sequence[Step], leader: int) -> str:
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
