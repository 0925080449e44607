"""Reviewing files of recorded deals: what is behind ``bingo review``, as a function; and reading the reviews again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from bingo.positions.entries import source_name
from bingo.positions.reading import as_document, read_entries
from bingo.solver.analysis.settings import Settings
from bingo.solver.batch.files import Input
from bingo.solver.batch.output import EarlierResults, Results
from bingo.solver.errors import BingoError
from bingo.solver.game import Record, Rules, members_dict, presets
from bingo.solver.render import plain
from bingo.solver.reviewing import Review, review
from bingo.solver.reviewing.decision import game_point_value
from bingo.solver.workers import ProcessPool

if TYPE_CHECKING:
    from typing_extensions import Self

#: The columns of ``--csv``.
COLUMNS = (
    "file", "deal", "name", "rules", "n", "trick", "player", "move", "best", "value", "best_value", "lost", "low",
    "high", "exact", "worlds", "mistake", "grade", "why", "open_best", "open_lost",
)  # fmt: skip

OnProgress = Callable[[str, float], None]
OnFailure = Callable[[BingoError | str], object]


class ReviewCounts(NamedTuple):
    """How many deals were reviewed, by earlier runs too; how many are ``new`` in this one."""

    deals: int
    new: int


@dataclass(slots=True)
class DealToReview:
    """A deal to be reviewed, the ``number``-th of its file, which was last changed on that day (ISO)."""

    file: str
    number: int
    record: Record
    day: str

    @property
    def where(self) -> str:
        return f"{self.file}, deal {self.number}"

    def line(self, review: Review) -> dict[str, object]:
        place_keys = {"file": self.file, "deal": self.number, "day": self.day}
        return {**place_keys, **review.as_dict(), "record": as_document(self.record)}


def review_files(
    inputs: Iterable[str | os.PathLike[str]],
    settings: Settings,
    *,
    rules: Rules | None = None,
    out: Path | None = None,
    csv: Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    jobs: int | None = None,
    no_match: bool = False,
    on_review: Callable[[DealToReview, Review], object] = lambda _deal, _review: None,
    on_failure: OnFailure = lambda _trouble: None,
    on_progress: OnProgress = lambda _doing, _share: None,
) -> ReviewCounts:
    """Review all deals of files and folders, in order, and write results where they are wanted; ``no_match`` leaves
    match scores out.

    ``on_review`` gets every deal reviewed now, ``on_failure`` what cannot be read or reviewed, ``on_progress`` what is
    being done, and how much of all deals is done. Errors are those of :func:`~bingo.solver.batch.solve_files`.
    """
    # What the results depend on, beside the files that are read.
    result_options = {"rules": str(rules) if rules else None, "no_match": no_match}
    result_options |= members_dict(settings, "effort", "worlds", "seconds", "seed", "equal_weights")
    with Results(inputs, out, csv, result_options, heading=COLUMNS, rows=_rows) as results, ProcessPool(jobs) as pool:
        results.begin(resume, overwrite)
        deals_left = list(_deals_to_review(results.inputs, results.earlier, rules, no_match, on_failure))
        done_count = new_count = 0

        def report_progress(place: str, share_of_deal: float) -> None:
            on_progress(place, (done_count + share_of_deal) / len(deals_left))

        if deals_left:
            report_progress(deals_left[0].where, 0)
        in_process = pool.jobs == 1 or len(deals_left) < 2  # no worker process could tell how far it is
        for deal, result in pool.run(partial(_review, settings, report_progress if in_process else None), deals_left):
            if isinstance(result, str):
                on_failure(f"{deal.where}: {result}")
            else:
                new_count += 1
                results.add(json.dumps(deal.line(result), separators=(",", ":"), allow_nan=False).encode() + b"\n")
                on_review(deal, result)
            done_count += 1
            report_progress(deal.where, 0)
        return ReviewCounts(results.earlier.positions + new_count, new_count)


def _deals_to_review(
    input_files: Iterable[Input],
    earlier_results: EarlierResults,
    rules: Rules | None,
    no_match: bool,
    on_failure: OnFailure,
) -> Iterator[DealToReview]:
    """The deals that are not done yet. What cannot be read is reported."""
    for source in input_files:
        if source.problem is not None:
            on_failure(f"{source.path}: {source.problem}")
            continue
        for deal_number, record in enumerate(read_entries(source.path, rules, positions=False, records=True), 1):
            if isinstance(record, BingoError):
                on_failure(record)
            elif earlier_results.take_result(source_name(source.path), deal_number) is None:
                reviewed_record = replace(record, match=None) if no_match else record
                yield DealToReview(source_name(source.path), deal_number, reviewed_record, _day_of(source))
    if not earlier_results.over:
        raise earlier_results.mismatch()


def _day_of(input_file: Input) -> str:
    """When a file was last changed, which is taken for the day of play; of standard input today."""
    change_date = date.fromtimestamp(input_file.changed / 1e9) if input_file.changed else date.today()
    return change_date.isoformat()


def _review(settings: Settings, on_progress: OnProgress | None, deal: DealToReview) -> Review | str:
    try:
        return review(deal.record, settings, None if on_progress is None else partial(on_progress, deal.where))
    except BingoError as error:
        return str(error)


def _rows(review_data: dict[str, Any]) -> list[list[Any]]:
    """The rows of ``--csv``, a decision each, of the data of a review, with its ``file`` and number (``deal``)."""
    deal_keys = {key: review_data[key] for key in ("file", "deal", "name", "rules")}
    rows = []
    for decision in review_data["decisions"]:
        double_dummy = decision["open"] or {"best": None, "lost": None}
        row = {**decision, **deal_keys, "open_best": double_dummy["best"], "open_lost": double_dummy["lost"]}
        rows.append([row.get(column) for column in COLUMNS])
    return rows


# --- reviews that were written -------------------------------------------------------------------------

#: The cause of a mistake for which there is no reason.
UNEXPLAINED = "no-cause-found"
#: How a line of a review begins, and no record does.
REVIEW_LINE_START = b'{"file":'


class MistakeReason(msgspec.Struct):
    kind: str


class ReviewedDecision(msgspec.Struct):
    """A decision of a review, as far as it is counted and asked again; its keys are in ``positions/README.md``."""

    n: int
    trick: int
    player: Literal["you", "opponent"]
    move: str
    best: str
    lost: float
    mistake: bool
    repeated: bool
    phase: Literal["open", "closed", "exhausted"]
    why: str | None
    reason: MistakeReason | None

    @property
    def cause(self) -> str | None:
        return (self.reason.kind if self.reason else UNEXPLAINED) if self.mistake else None


class ReviewedDeal(msgspec.Struct, dict=True):
    file: str
    deal: int
    day: date
    name: str
    rules: str
    players: dict[str, str] | None
    decisions: list[ReviewedDecision]
    record: dict[str, Any]

    @cached_property
    def unit(self) -> float:
        return game_point_value(presets.rules(self.rules))

    @property
    def title(self) -> str:
        return title_of(self.name, self.file, self.deal)

    @cached_property
    def key(self) -> str:
        """What was played: the same whatever the deal and its players are called, and whatever the match score."""
        left_out = ("name", "players", "match")
        return json.dumps({key: value for key, value in self.record.items() if key not in left_out}, sort_keys=True)

    @property
    def names(self) -> dict[str, str]:
        """Who sat where: ``you`` if that is all the record says."""
        return {player: name or player for player, name in (self.players or {"you": "", "opponent": ""}).items()}


def title_of(name: str, file: str, deal: int) -> str:
    return plain(name or f"{file}, deal {deal}")


@dataclass(frozen=True)
class PlayerDecision:
    """A decision with its deal."""

    deal: ReviewedDeal
    decision: ReviewedDecision

    @property
    def lost(self) -> float:
        """The loss in game points; 0 if the same mistake is already counted at another trick, where it cost more."""
        return 0.0 if self.decision.repeated else self.decision.lost / self.deal.unit

    @classmethod
    def of(cls, player: str, deals: Iterable[ReviewedDeal]) -> list[Self]:
        """All of a player."""
        decisions = ((deal, decision) for deal in deals for decision in deal.decisions)
        return [cls(deal, decision) for deal, decision in decisions if deal.names[decision.player] == player]


def is_reviews(path: str) -> bool:
    """Whether a file has reviews in it, not records."""
    with suppress(OSError, ValueError), Path(path).open("rb") as stream:
        return stream.read(len(REVIEW_LINE_START)) == REVIEW_LINE_START
    return False


def read_reviews(path: str, on_failure: OnFailure) -> Iterator[ReviewedDeal]:
    decode = msgspec.json.Decoder(ReviewedDeal).decode
    with Path(path).open("rb") as stream:
        for line_number, line in enumerate(stream, 1):
            expected = f"{plain(path)}, line {line_number}: expected a review by this version of the program"
            try:
                deal = decode(line)
                _ = deal.unit  # unknown rules are refused here
                yield deal
            except (msgspec.ValidationError, BingoError) as error:
                found_text = "another" if b'"decisions"' in line else "an answer"
                on_failure(f"{expected}; found {found_text} ({error}). Review the records again.")
                return
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                on_failure(f"{expected}; found a line that is damaged or cut short")
