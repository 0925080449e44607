"""What phase one predicts against what comes of it: ``python -m benchmarks.calibration``.

The library's default method plays seeded deals against itself. Every decision with a choice while the boneyard is open
counts once: the mean predicted for the move made, against the game points that the deal brought the player from there
on. Claims and other moves of a certain value are left out. Decisions of one deal share its result, so all standard
errors are taken over deals. With --out, a run that was stopped goes on where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from benchmarks import arena, figures
from benchmarks.arena import Match, Result, lead
from benchmarks.command import RULES_OPTION, TO_PAGE, program
from benchmarks.timing import with_progress
from bingo.cli.options import number_option, option, require
from bingo.solver import InformationSet, Move, MoveValue, Rules, play_out, replay
from bingo.solver.analysis.settings import METHOD_NAMES
from bingo.solver.game.position import OPPONENT, YOU

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Column = NDArray[np.float64]

#: Of a decision: predicted, realised, its kind.
JudgedDecision = tuple[float, int, str]

#: Groups of decisions in the table, in the order of what was predicted.
GROUP_COUNT = 10
#: What is decided, by its name on the page: all, a tile to lead, a tile to reply, closing (with the lead after it).
KIND_BY_NAME = {"all": None, "leads": "lead", "replies": "reply", "closings": "close"}
#: What a kind needs for a line of its own.
LEAST_DECISIONS = 30
#: The method of the library that is measured where no player is named.
DEFAULT_METHOD = METHOD_NAMES[0]
#: Where the slope has to lie.
SLOPE_RANGE = (0.8, 1.2)


@dataclass(frozen=True)
class Decisions:
    """Decisions in columns: predicted and realised game points of the mover, number of the deal, a kind."""

    predicted: Column
    realised: Column
    deal: NDArray[np.int64]
    kind: NDArray[np.str_]

    def __getitem__(self, which: NDArray[np.intp]) -> Decisions:
        return Decisions(self.predicted[which], self.realised[which], self.deal[which], self.kind[which])


@dataclass(frozen=True, slots=True)
class Line:
    """The straight line through the decisions, by least squares, with standard errors over deals."""

    intercept: float
    slope: float
    intercept_error: float
    slope_error: float


def main(
    player: str = option("--player NAME", "A method of the library and its budget.", f"{DEFAULT_METHOD}@0.1s"),
    deals: int = number_option("--deals", "From two on.", 2, default=300),
    seed: int = 1,
    rules: Rules = RULES_OPTION,
    jobs: int = number_option("--jobs", "Processes.", 1, default=2),
    out: Path | None = option("--out FILE", "File of decisions, one line a deal."),
    to_page: bool = TO_PAGE,
) -> int:
    """Play and print the tables; exit status 1 if the slope is outside the target."""
    require("--player", arena.parse(player)[0] in METHOD_NAMES, f"one of {', '.join(METHOD_NAMES)}; found {player}")
    match = Match(player, player, str(rules), seed)
    decisions = _run(match, deals, jobs, out)
    line = fit(decisions)
    print(f"{player}: {len(decisions.predicted)} decisions in {len(np.unique(decisions.deal))} deals\n")
    for row in table(decisions):
        print("".join(f"{cell:>16}" for cell in row))
    print("\nrealised = intercept + slope x predicted: decisions, slope, its error, intercept, its error\n")
    for name, row in slopes(decisions).items():
        print("".join(f"{cell:>10}" for cell in (name, *row)))
    if to_page:
        keep(decisions, match.rules)
    passed = SLOPE_RANGE[0] <= line.slope <= SLOPE_RANGE[1]
    print(f"{'PASS' if passed else 'MISS'}  slope between {SLOPE_RANGE[0]} and {SLOPE_RANGE[1]}")
    return 0 if passed else 1


# --- decisions ---------------------------------------------------------------------------------------


class PlayedDeal(Result, frozen=True):
    """With what was predicted and realised for every decision of it, and its kind."""

    decisions: list[JudgedDecision]


def decisions(match: Match, number: int) -> PlayedDeal:
    """Play a deal, and tell of its decisions."""
    method, budget = arena.parse(match.a)
    estimates: dict[tuple[int, int, bool], MoveValue] = {}
    players, chance = [], Random(f"{match.seed} {number}")
    for player in (YOU, OPPONENT):

        def note(view: InformationSet, value: MoveValue, player: int = player) -> None:
            estimates[player, sum(view.tricks), view.led is not None] = value

        players.append(arena.seat(arena.library(method, budget, note), chance))
    record = play_out(players[YOU], players[OPPONENT], start=arena.start_position(match, number))
    moments = replay(record).moments
    scores = {(sum(moment.position.tricks), moment.position.led is not None): moment.score for moment in moments}
    judged = []
    for (player, tricks, replying), value in estimates.items():
        if value.worlds:
            you, opponent = scores[tricks, replying]
            still_to_come = lead(record) - (you - opponent)
            judged.append((value.value, still_to_come if player == YOU else -still_to_come, _kind(value.move)))
    return PlayedDeal(match, number, judged)


def _kind(move: Move) -> str:
    if move.tile is None:
        return "wait"
    return "reply" if move.play is not None else "close" if move.close else "lead"


def _run(match: Match, deals: int, jobs: int, out: Path | None) -> Decisions:
    decisions_by_deal = dict[int, list[JudgedDecision]]()
    for deal in with_progress(arena.run(match, deals, jobs, out, PlayedDeal, decisions), deals, "deal"):
        decisions_by_deal[deal.deal] = deal.decisions
    judged = [(*decision, number) for number, marks in sorted(decisions_by_deal.items()) for decision in marks]
    predicted, realised, kinds, numbers = zip(*judged, strict=True)
    columns = np.array(predicted, dtype=np.float64), np.array(realised, dtype=np.float64)
    return Decisions(*columns, np.array(numbers, dtype=np.int64), np.array(kinds, dtype=np.str_))


# --- statistics --------------------------------------------------------------------------------------


def fit(decisions: Decisions) -> Line:
    """Least squares of realised on predicted; the errors allow for decisions of one deal going together."""
    design = np.column_stack((np.ones_like(decisions.predicted), decisions.predicted))
    bread = np.linalg.inv(design.T @ design)
    intercept, slope = bread @ design.T @ decisions.realised
    residuals = decisions.realised - intercept - slope * decisions.predicted
    scores = _sums_by_deal(design * residuals[:, None], decisions.deal)
    deals = len(scores)
    covariance = bread @ (scores.T @ scores) @ bread * deals / (deals - 1)
    errors = np.sqrt(np.diag(covariance))
    return Line(float(intercept), float(slope), float(errors[0]), float(errors[1]))


def error(decisions: Decisions) -> float:
    """Standard error, over deals, of the mean realised."""
    sums = _sums_by_deal((decisions.realised - decisions.realised.mean())[:, None], decisions.deal)
    return float(np.sqrt((sums**2).sum() * len(sums) / max(len(sums) - 1, 1)) / len(decisions.realised))


def table(decisions: Decisions) -> list[list[str]]:
    """Groups of equal size in the order of what was predicted: from where to where, how many, means, standard error."""
    order = np.argsort(decisions.predicted, kind="stable")
    rows = []
    for group in (decisions[group] for group in np.array_split(order, GROUP_COUNT) if len(group)):
        predicted, realised = group.predicted, group.realised
        mean_cells = f"{predicted.mean():+.2f}", f"{realised.mean():+.2f}", f"{error(group):.2f}"
        rows.append([f"{predicted.min():+.2f} to {predicted.max():+.2f}", f"{len(predicted):,}", *mean_cells])
    return rows


def slopes(decisions: Decisions) -> dict[str, list[str]]:
    """Of all decisions and of each kind of which there are enough: how many, slope, intercept, each with its error."""
    rows = {}
    for name, kind in KIND_BY_NAME.items():
        chosen = decisions if kind is None else decisions[np.flatnonzero(decisions.kind == kind)]
        if len(chosen.predicted) >= LEAST_DECISIONS and np.ptp(chosen.predicted):
            line = fit(chosen)
            slope = f"{line.slope:.3f}", f"{line.slope_error:.3f}"
            rows[name] = [f"{len(chosen.predicted):,}", *slope, f"{line.intercept:+.3f}", f"{line.intercept_error:.3f}"]
    return rows


def keep(decisions: Decisions, rules: str) -> None:
    """Put both tables on the page, or the line of a preset beside the default."""
    rows_of = slopes(decisions)
    if rules != "pagat":
        cells = (rows_of.get(part, ["0", "", "", "", ""]) for part in ("all", "closings"))
        figures.keep("slopes-by-preset", {f"`{rules}`": [cell for row in cells for cell in (*row[1:], row[0])]})
        return
    figures.fill("calibration", table(decisions))
    figures.keep("slopes", rows_of)


def _sums_by_deal(rows: NDArray[np.float64], deal: NDArray[np.int64]) -> NDArray[np.float64]:
    _, deal_indices = np.unique(deal, return_inverse=True)
    sums = np.zeros((deal_indices.max() + 1, rows.shape[1]))
    np.add.at(sums, deal_indices, rows)
    return sums


if __name__ == "__main__":
    program(main)()
