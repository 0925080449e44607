"""The answer about one position in words: all of it, or the short answer of 24 lines at 80 columns, or itself alone."""

from collections.abc import Callable, Sequence
from functools import partial

from bingo.solver.analysis import Answer, Claim
from bingo.solver.game import PLAYER_NAMES, YOU, InformationSet, Position
from bingo.solver.render import LINES, MOVES, Detail, Screen, analysis, claiming, closing, wrap
from bingo.solver.render.board import board_of, draw, draw_briefly, match_remark


def answered(
    answer: Answer | Claim,
    position: Position | InformationSet,
    title: str,
    screen: Screen,
    detail: Detail = "short",
) -> list[str]:
    """What every move is worth, whether to close, or whether to claim."""
    if detail == "full":
        words = explained(answer, position, screen)
        words += screen.footnote(analysis.effort(answer)) if isinstance(answer, Answer) else []
        return [*draw(board_of(position), title, screen), "", *words]
    if isinstance(answer, Claim):
        rests = "" if answer.least == answer.most else "Proved for every arrangement that fits."
        return _fitted(position, title, claiming.explain(answer, screen, full=False), rests, screen, detail)
    if answer.going_on is not None:
        *sentences, rests = closing.paragraphs(answer)
        said, table = closing.lay_out(sentences, screen), partial(closing.table, answer, screen)
    else:
        said = [*screen.heading(analysis.verdict(answer)), *wrap(analysis.alike(answer), screen.width)]
        table, rests = partial(analysis.table, answer, screen), analysis.rests_on(answer)
    said += [*analysis.ignored_hand(answer, position, screen), *match_remark(position, screen)]
    moves = len(answer.moves) if answer.exact or answer.mover == YOU else 0
    return _fitted(position, title, said, rests, screen, detail, table, moves)


def explained(answer: Answer | Claim, position: Position | InformationSet, screen: Screen) -> list[str]:
    """All there is to say of it below the board, but for what it took."""
    if isinstance(answer, Claim):
        return claiming.explain(answer, screen)
    ignored = analysis.ignored_hand(answer, position, screen)
    ignored += [""] if ignored else []
    if answer.going_on is None:
        return [*ignored, *analysis.explain(answer, screen)]
    said = closing.lay_out(closing.paragraphs(answer), screen)
    return [*said, "", *ignored, *closing.details(answer, screen)]


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
