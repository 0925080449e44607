"""Every kind of position there is, one cell each: ``CELLS``, and ``position_of`` a cell.

A cell says who plays by which rules, whether tiles are still drawn, what is decided and by whom, and what *you* know.
``python -m tests.whole.matrix`` draws the deals again in which all of them are met.
"""

from __future__ import annotations

import heapq
import json
import random
from collections.abc import Callable, Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from pathlib import Path

import typer

from bingo.positions import dumps_json, dumps_record_json, read_records
from bingo.solver import PRESETS, IllegalMove, InformationSet, Moment, Record, Stage, replay
from bingo.solver.game import CLAIM, PLAYER_NAMES, WAIT, YOU, Match, Position, begin, members, text
from tests.oracles.random_play import random_deal
from tests.support.reading import read_view

DEALS = Path(__file__).parents[1] / "data" / "matrix.jsonl"
PHASES = ("open", "closed by you", "closed by opponent", "exhausted")
STAGES = (Stage.CLAIM, Stage.ANSWER, Stage.LEAD, Stage.REPLY, Stage.SHOW)
#: Face-down tiles, and tricks played once closed, with which every question is answered in an instant.
MOST_STOCK, FEWEST_TRICKS = 3, 7
#: Tiles played that nobody remembers, in a position without a record: while the boneyard is open, and later.
FORGOTTEN_COUNTS = 1, 3


@dataclass(frozen=True, slots=True)
class Cell:
    """One kind of position. ``history``: all that was played is recorded; ``match``: there is a score (under rules
    worth card points: those carried from earlier deals).
    """

    preset: str
    phase: str
    stage: Stage
    mover: str
    hidden: bool
    history: bool
    match: bool

    @property
    def place(self) -> Place:
        return self.preset, self.phase, self.stage, self.mover

    def __str__(self) -> str:
        flags = [name for name in ("hidden", "history", "match") if getattr(self, name)]
        return ", ".join([self.preset, self.phase, self.stage.name.lower(), self.mover, *flags])


Place = tuple[str, str, Stage, str]


def can_occur(cell: Cell) -> bool:
    """What one player knows is told between turns; where all tiles are seen, what was played tells nothing."""
    rules = PRESETS[cell.preset].rules
    if cell.stage in (Stage.CLAIM, Stage.ANSWER) and rules.at_target != "claim":
        return False
    if cell.stage is Stage.SHOW and (rules.declare != "after-winning" or cell.hidden):
        return False
    return cell.hidden or not cell.history


CELLS = tuple(
    cell
    for cell_fields in product(PRESETS, PHASES, STAGES, PLAYER_NAMES, (False, True), (False, True), (False, True))
    if can_occur(cell := Cell(*cell_fields))
)


def covering_array(strength: int) -> list[Cell]:
    """Greedily few cells in which any so many values that stand together in some cell do.

    With four, every place is met: it is a preset, a phase, a stage and a player.
    """
    values = [tuple(enumerate((*cell.place, cell.hidden, cell.history, cell.match))) for cell in CELLS]
    return [CELLS[n] for n in cover([frozenset(combinations(value, strength)) for value in values])]


def cover(sets: Sequence[AbstractSet[object]]) -> list[int]:
    """Greedily few of these sets in which all is that is in any of them."""
    # The most that a set can add, and the set: what it adds only falls while others are chosen.
    most = [(-len(part), n) for n, part in enumerate(sets)]
    covered: set[object] = set()
    chosen = []
    heapq.heapify(most)
    while most:
        _, n = heapq.heappop(most)
        new_count = len(sets[n] - covered)
        if most and new_count < -most[0][0]:
            heapq.heappush(most, (-new_count, n))
        elif new_count:
            covered |= sets[n]
            chosen.append(n)
    return sorted(chosen)


def place_of(position: Position, preset: str) -> Place | None:
    """Where a position stands; None after waiting with a claim, which neither a file nor a record says."""
    if position.over or (position.stage is not Stage.SHOW and begin(position) != position):
        return None
    closed_by = position.closed and f"closed by {PLAYER_NAMES[position.closed.by]}"
    return preset, closed_by or PHASES[0 if position.open else 3], position.stage, PLAYER_NAMES[position.to_move]


# --- the position of a cell --------------------------------------------------------------------------


def record_of(cell: Cell) -> Record:
    deals = _places()[cell.place]
    record = deals[(4 * cell.hidden + 2 * cell.history + cell.match) % len(deals)]  # others for what else is known
    if not cell.match:
        return record
    if record.rules.at_target == "points":
        return replace(record, carried=(12, 30))
    for score in ((4, 5), (2, 3), (0, 1)):
        scored = replace(record, match=Match(*score))
        if _reaches_place(scored, cell.place):
            return scored
    raise AssertionError(f"{cell}: every score ends the match before")


def moment_of(cell: Cell) -> Moment:
    return replay(record_of(cell)).end


def position_of(cell: Cell) -> Position | InformationSet:
    """A position of the cell: what *you* know, where something is hidden."""
    moment = moment_of(cell)
    if cell.stage is Stage.SHOW:
        return moment.position
    if not cell.hidden:
        return moment.with_all_hands(YOU)
    seen = moment.seen_by(YOU)
    return seen if cell.history else _forget_tiles(seen, moment.position)


def line_of(cell: Cell) -> str | None:
    """The position as a line of a file; None where no file says all of it."""
    return None if cell.stage is Stage.SHOW or cell.history else dumps_json(position_of(cell))


def _forget_tiles(seen: InformationSet, position: Position) -> InformationSet:
    """The same written by somebody who counted points and tricks, and remembers most of the tiles played."""
    document = json.loads(dumps_json(seen))
    played_tiles = [text(t) for t in members(seen.gone)]
    shown_tiles = [text(t) for t in members(seen.shown_by[0] | seen.shown_by[1])]
    random.Random(str(position)).shuffle(played_tiles)
    played_tiles.sort(key=lambda t: t in shown_tiles)  # of what was declared nobody forgets that it was played
    document["played"] = " ".join(played_tiles[FORGOTTEN_COUNTS[not seen.open] :])
    for player, side in ((0, document["you"]), (1, document.setdefault("opponent", {}))):
        side.pop("won", None)
        side |= {"points": position.points[player], "tricks": position.tricks[player]}
    return read_view(json.dumps(document))


def _reaches_place(record: Record, place: Place) -> bool:
    try:
        return place_of(replay(record).end.position, place[0]) == place
    except IllegalMove:
        return False


@cache
def _places() -> dict[Place, list[Record]]:
    """Deals of the file, each cut off where a place is met."""
    cuts: dict[Place, list[Record]] = {}
    for record in read_records(DEALS):
        for place, cut in _cuts(record, record.name):
            cuts.setdefault(place, []).append(cut)
    return cuts


def _cuts(record: Record, preset: str) -> Iterator[tuple[Place, Record]]:
    for position, cut in _cut(record):
        place = place_of(position, preset)
        if place and _is_late(position):
            yield place, cut


def _cut(record: Record) -> Iterator[tuple[Position, Record]]:
    """Every position that a deal comes to, and the deal until then."""
    turns, has_waited = 0, False
    for moment in replay(record).moments:
        if not has_waited:
            name = f"{record.name}, trick {moment.trick}"
            yield moment.position, replace(record, turns=record.turns[:turns], result=None, name=name)
        is_waiting = moment.turn is None or moment.turn.move == WAIT
        has_waited = is_waiting and moment.position.stage is Stage.SHOW  # which a record that ends here would not tell
        turns += not is_waiting


def _is_late(position: Position) -> bool:
    return len(position.stock) <= MOST_STOCK if position.open else sum(position.tricks) >= FEWEST_TRICKS


# --- the edges of a deal -----------------------------------------------------------------------------


#: Moments at which something is there for the first or the last time.
EDGE_MOMENTS: dict[str, Callable[[Position], bool]] = {
    "first lead": lambda p: not any(p.tricks) and p.led is None,
    "first reply": lambda p: not any(p.tricks) and p.led is not None,
    "last draw": lambda p: p.open and len(p.stock) == 1 and p.stage is Stage.LEAD,
    "last lead": lambda p: all(hand.bit_count() == 1 for hand in p.hands) and p.stage is Stage.LEAD,
    "last reply": lambda p: p.led is not None and not p.hands[p.leader],
}


def edge_of(preset: str, edge: str) -> Record:
    deals = (record for record in read_records(DEALS) if record.name == preset)
    return next(cut for deal in deals for position, cut in _cut(deal) if EDGE_MOMENTS[edge](position))


# --- drawing the deals -------------------------------------------------------------------------------


def drawn(preset: str, seed: int) -> Record:
    """A deal played at random, less the claim that ends it."""
    record = random_deal(preset, seed)
    turns = record.turns[: -1 if record.turns[-1].move == CLAIM else None]
    return replace(record, name=preset, turns=turns, result=None)


def covering(preset: str, seeds: range) -> list[Record]:
    """Deals in which every place and every edge is met, greedily few."""
    to_cover: set[object] = {*EDGE_MOMENTS, *(cell.place for cell in CELLS if cell.preset == preset)}
    covered: list[set[object]] = []
    for seed in seeds:
        record = drawn(preset, seed)
        edges = {edge for edge, is_met in EDGE_MOMENTS.items() for position, _ in _cut(record) if is_met(position)}
        covered.append(to_cover & {*edges, *(place for place, _ in _cuts(record, preset))})
    if missing := to_cover.difference(*covered):
        raise SystemExit(f"{preset}: none of {len(seeds)} deals has {sorted(map(str, missing))}")
    return [drawn(preset, seeds[n]) for n in cover(covered)]


def main(deals: int = 1000) -> None:
    """Draw the deals again, out of so many of each preset."""
    lines = [dumps_record_json(record) + "\n" for preset in PRESETS for record in covering(preset, range(deals))]
    DEALS.write_text("".join(lines), "utf-8")
    print(f"{len(lines)} deals, {len(CELLS)} cells")


if __name__ == "__main__":
    typer.run(main)
