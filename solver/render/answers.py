"""The answer about one position in words: all of it, or the short answer of 24 lines at 80 columns, or itself alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bingo.solver.analysis import Answer, Claim, Stakes
from bingo.solver.game import PLAYER_NAMES, YOU, InformationSet, Position
from bingo.solver.render import LINES, MOVES, Detail, Screen, analysis, claiming, closing, wrap
from bingo.solver.render.board import board_of, draw, draw_briefly, match_remark

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate
    from bingo.solver.proof.lines import LineProof


def answered(
    answer: Answer,
    position: Position | InformationSet,
    title: str,
    screen: Screen,
    detail: Detail = "short",
    proof: Certificate | None = None,
) -> list[str]:
    """What every move is worth, or whether to close."""
    if detail == "full":
        words = [*explained(answer, position, screen, proof), *screen.footnote(analysis.effort(answer))]
        return [*draw(board_of(position), title, screen), "", *words]
    if answer.going_on is not None:
        *sentences, rests = closing.paragraphs(answer)
        said, table = closing.laid_out(sentences, screen), partial(closing.table, answer, screen)
    else:
        said = [*screen.heading(analysis.verdict(answer)), *wrap(analysis.alike(answer), screen.width)]
        table, rests = partial(analysis.table, answer, screen), analysis.rests_on(answer)
    said += [*_ignored_hand(answer, position, screen), *match_remark(position, screen)]
    moves = len(answer.moves) if answer.exact or answer.mover == YOU else 0
    return _fitted(position, title, said, rests, screen, detail, table, moves)


def explained(
    answer: Answer, position: Position | InformationSet, screen: Screen, proof: Certificate | None = None
) -> list[str]:
    """All there is to say of it below the board, but for what it took."""
    ignored = _ignored_hand(answer, position, screen)
    ignored += [""] if ignored else []
    if answer.going_on is None:
        return [*ignored, *analysis.explain(answer, screen)]
    said = closing.laid_out(closing.paragraphs(answer), screen)
    return [*said, "", *ignored, *closing.details(answer, screen, proof)]


def _ignored_hand(answer: Answer, position: Position | InformationSet, screen: Screen) -> list[str]:
    return [] if answer.exact and answer.going_on is None else analysis.ignored_hand(position, screen)


def claimed(
    claim: Claim,
    at_stake: Stakes | None,
    proof: LineProof | None,
    position: Position | InformationSet,
    title: str,
    screen: Screen,
    detail: Detail = "short",
) -> list[str]:
    words = claiming.explain(claim, at_stake, proof, screen, full=detail == "full")
    if detail == "full":
        return [*draw(board_of(position), title, screen), "", *words]
    rests = "" if claim.least == claim.most else "Proved for every arrangement that fits."
    return _fitted(position, title, words, rests, screen, detail)


def _fitted(
    position: Position | InformationSet,
    title: str,
    said: Sequence[str],
    rests: str,
    screen: Screen,
    detail: Detail,
    table: Callable[[int], list[str]] = lambda _most: [],
    moves: int = 0,
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
