"""How long closing takes to analyze, and how wide its bracket is: ``python -m benchmarks.closing [VIEWS]``.

The benchmark set: seeded deals, played at random by the rules up to a lead of yours with a trick won, after 1 to 6
tricks; VIEWS (8) views for each, of those in which some lead wins at least one hand in twenty. Before any time is
printed, the answers are checked: no strategy takes more than the exact value in any hand, no bound lies below a
strategy, and hands drawn from each view have the values that the analysis of the single position gives. Processor
seconds of one thread.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import mean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks import figures
from benchmarks.command import TO_PAGE, program
from benchmarks.timing import timed
from bingo.cli.options import argument
from bingo.solver.analysis import VALUE_TOLERANCE, Lead, analyze_exact, closed_world, hands, view_of
from bingo.solver.engine._kernel import SEARCH_WIDTH
from bingo.solver.game import PAGAT, InformationSet, Move, Position, Stage, legal_moves
from tests.oracles.kernel import Kernel, analyze_closing
from tests.oracles.random_play import closable

SEED = 20
HANDS_CHECKED = 10  # hands of each view


class Row(NamedTuple):
    """A view: seconds for all leads, and how often they win."""

    hands: int
    values: float
    strategies: float
    bounds: float
    #: Of the lead with the highest double-dummy mean, the highest upper limit, the highest guaranteed mean.
    seen: float
    most: float
    sure: float
    exact: bool  # one lead is known to be the best, and what it is worth

    @property
    def seconds(self) -> float:
        return self.values + self.strategies + self.bounds


def main(views: int = argument("VIEWS", "After each number of tricks.", 8), to_page: bool = TO_PAGE) -> None:
    lines: list[list[str]] = []
    print(" ".join(f"{head:>8}" for head in figures.table("closing")[0]))
    rows: list[Row] = []
    for tricks_played in range(1, 7):
        trick_rows = [row for _, row in zip(range(views), _measured_views(tricks_played), strict=False)]
        rows += trick_rows
        times = [mean(getattr(row, name) for row in trick_rows) for name in ("values", "strategies", "bounds")]
        shares = [mean(getattr(row, name) for row in trick_rows) for name in ("seen", "most", "sure")]
        gaps = _percent(row.seen - row.sure for row in trick_rows), _percent(row.most - row.sure for row in trick_rows)
        cells = [str(tricks_played), f"{trick_rows[0].hands:,}"]
        cells += [f"{figure:.3f}" for figure in (*times, max(row.seconds for row in trick_rows))]
        cells += [*(f"{100 * share:.1f}%" for share in shares), *(f"{gap:.2f}" for gap in gaps)]
        lines.append([*cells, f"{sum(row.exact for row in trick_rows)} of {len(trick_rows)}"])
        print(" ".join(f"{cell:>8}" for cell in lines[-1]), flush=True)
    print(
        f"mean bracket: {_percent(row.most - row.sure for row in rows):.2f} percentage points over {len(rows)} views,"
        f" {_percent(row.seen - row.sure for row in rows):.2f} with double-dummy above; exact in"
        f" {sum(row.exact for row in rows)}"
    )
    if to_page:
        figures.fill("closing", lines)


def _percent(differences: Iterable[float]) -> float:
    return 100 * mean(differences)


def _measured_views(tricks_played: int) -> Iterator[Row]:
    rng = random.Random(SEED + tricks_played)
    while True:
        view = view_of(closable(rng, tricks_played))
        all_hands, kernel = hands(view), Kernel(PAGAT)
        position = closed_world(view, int(all_hands[0]))
        moves = _leads(position)
        values, solving = timed(partial(kernel.closings, position, all_hands, moves))
        if (values > 0).mean(0).max() < 0.05:
            continue
        guaranteed, playing_out = timed(partial(kernel.guaranteed, position, all_hands, moves, *SEARCH_WIDTH))
        answer, answering = timed(partial(analyze_closing, view))
        offered = {lead.move: lead for lead in answer.leads}
        offered_indices = [n for n, move in enumerate(moves) if replace(move, close=True) in offered]
        offered_leads = [offered[replace(moves[n], close=True)] for n in offered_indices]
        _check(view, Solved(all_hands, moves, values, guaranteed), offered_indices, offered_leads, rng)
        highest, sure = values.mean(0).argmax(), guaranteed.mean(0).argmax()
        most = max(offered_leads, key=lambda lead: lead.high)
        yield Row(
            hands=len(all_hands),
            values=solving,
            strategies=playing_out,
            bounds=max(answering - solving - playing_out, 0.0),
            seen=float((values[:, highest] > 0).mean()),
            most=most.win_high,
            sure=float((guaranteed[:, sure] > 0).mean()),
            exact=most.high - max(lead.low for lead in offered_leads) <= VALUE_TOLERANCE,
        )


def _leads(position: Position) -> list[Move]:
    """A lead of each tile with the largest declaration, which is never worse under these rules."""
    moves = [m for m in legal_moves(position) if not m.claim]
    best = {m.lead: m for m in sorted(moves, key=lambda m: m.declare.bit_count())}
    return [m for _, m in sorted(best.items(), key=lambda item: item[0] or 0)]


class Solved(NamedTuple):
    """Values in every hand if it were seen, and what strategies take: shape (hands, moves)."""

    hands: NDArray[np.uint32]
    moves: Sequence[Move]
    seen: NDArray[np.int16]
    sure: NDArray[np.int16]


def _check(
    view: InformationSet, leads: Solved, indices: Sequence[int], offered_leads: Sequence[Lead], rng: random.Random
) -> None:
    if (leads.sure > leads.seen).any():
        raise AssertionError("a strategy takes more than the exact value")
    for n, lead in zip(indices, offered_leads, strict=True):
        guaranteed, value = leads.sure[:, n].mean(), leads.seen[:, n].mean()
        lead_limits = lead.low + VALUE_TOLERANCE, lead.high + 2 * VALUE_TOLERANCE
        if not guaranteed <= lead_limits[0] <= lead_limits[1] <= value + 3 * VALUE_TOLERANCE:
            raise AssertionError(f"{lead.low} to {lead.high} is not between what is guaranteed and double-dummy")
    for i in rng.sample(range(len(leads.hands)), min(HANDS_CHECKED, len(leads.hands))):
        position = replace(closed_world(view, int(leads.hands[i])), stage=Stage.LEAD)
        exact = {c.move: c.value for c in analyze_exact(position, Kernel(PAGAT)).moves}
        for move, value in zip(leads.moves, leads.seen[i], strict=True):
            if exact[move] != value:
                raise AssertionError(f"{move} in world {leads.hands[i]}: {value}, but analysis says {exact[move]}")


if __name__ == "__main__":
    program(main)()
