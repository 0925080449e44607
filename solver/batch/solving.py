"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down.

Lines that the quick way takes (``positions.lines``) are packed and solved in rows, all under the same rules at once.
All others are read one by one, with every notation, every rule, every message, and solved as a row of their own; where
tiles are hidden, a line of play is wanted, or an answer is expected, ``analyze`` answers.
"""

import json
import time
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import repeat
from typing import Any

from bingo.positions import lines
from bingo.positions.documents import match_of
from bingo.positions.entries import EMPTY_FILE, Block
from bingo.solver.batch.files import EMPTY_FOLDER
from bingo.solver.engine import move_of
from bingo.solver.engine.kernel import ROW_WIDTH, STAGE_COLUMN, RowSolver, RowValues, position_of, row_of, row_solver
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game import PLAYER_NAMES, SCALE, SUITS, InformationSet, Objective, Position, Rules, Stage, double


class Detail(str, Enum):
    """How much is asked for: the value; the best moves too; every move; also a line that shows why."""

    VALUE = "value"
    BEST = "best"
    MOVES = "moves"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What is wanted of every position. ``rules`` replace those in the files, whose expected answers are then not
    compared.

    ``no_match`` ignores match scores. ``failed`` asks for a record of what failed too. Where tiles are hidden, deals
    are drawn with ``seed``.
    """

    rules: Rules | None = None
    detail: Detail = Detail.BEST
    failed: bool = False
    seed: int = 0
    no_match: bool = False

    @property
    def compares_expected(self) -> bool:
        return self.rules is None and not self.no_match


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: its kind, as ``error`` has it in a result; every reason in words; all of it with its place."""

    kind: str
    reasons: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a block: lines of JSON, failures, how often each (rounded) value, how many ``met``, the time."""

    records: bytes
    failures: tuple[Failure, ...]
    values: Counter[int]
    met: int
    seconds: float


#: The details the kernel can give, in the order of its own numbers.
_DETAILS = (Detail.VALUE, Detail.BEST, Detail.MOVES)
#: Keys that a record leaves out: all five for ``value``, the last one fewer for each further detail.
_OMITTED_KEYS = ("nodes", "seconds", "line", "moves", "best")
#: By a player's name: that name as JSON, and the other player's.
_QUOTED = {name: f'"{name}"' for name in PLAYER_NAMES}
_QUOTED_REPLIER = dict(zip(PLAYER_NAMES, reversed(_QUOTED.values()), strict=True))


def solve(options: BatchOptions, block: Block) -> Result:
    """Solve all positions of a block. Whatever is wrong with one of them is reported and harms no other."""
    start_time = time.perf_counter()
    answers = _Answers(options, block)
    if block.is_json and options.detail in _DETAILS:
        with suppress(Exception):  # what the quick way stumbles over is looked at by itself
            answers.write_quick_answers()
    for place, record in enumerate(answers.records):
        if not record:
            try:
                answers.write_answer(place)
            except Exception as error:  # one position must not end a night's work
                answers.add_failure(place, "broken", [f"{type(error).__name__}: {error}"])
    records = "".join(answers.records).encode()
    return Result(records, tuple(answers.failures), answers.values, answers.met, time.perf_counter() - start_time)


class _Answers:
    """The answers to the positions of a block, by their places in it."""

    def __init__(self, options: BatchOptions, block: Block) -> None:
        self.options, self.block = options, block
        self.records = [""] * len(block.texts)
        self.failures: list[Failure] = []
        self.values: Counter[int] = Counter()
        self.met = 0
        self._head = f'{{"file":{json.dumps(block.source)},"position":'

    # --- many at once --------------------------------------------------------------------------------

    def write_quick_answers(self) -> None:
        """Answer what the quick way takes, all positions that have the same objective at once."""
        for verified in lines.verify(lines.decode(self.block.texts), self.options.rules):
            rows_without_match: list[int] = []
            rows_by_objective: dict[Objective | None, list[int]] = {None: rows_without_match}
            stages = verified.rows[STAGE_COLUMN::ROW_WIDTH].tolist()
            for n, (document, stage) in enumerate(zip(verified.documents, stages, strict=True)):
                if stage == Stage.ANSWER:
                    continue  # the player not on lead may claim first: left to the slow way
                if document.match is None or self.options.no_match:
                    rows_without_match.append(n)
                    continue
                position = position_of(verified.solver.rules, verified.row(n), "", match_of(document.match))
                rows_by_objective.setdefault(_objective(position), []).append(n)
            for objective, row_indices in rows_by_objective.items():
                row_bytes = verified.rows.tobytes()
                if len(row_indices) < len(verified.places):
                    row_bytes = b"".join(verified.rows[n * ROW_WIDTH : (n + 1) * ROW_WIDTH] for n in row_indices)
                places = [verified.places[n] for n in row_indices]
                written = [verified.documents[n] for n in row_indices]
                names = [_quoted(document.name) if document.name else '""' for document in written]
                movers = [(_QUOTED if document.led is None else _QUOTED_REPLIER)[document.lead] for document in written]
                with suppress(Exception):  # one fault of one position costs no other: each is looked at by itself
                    self._solve_rows(verified.solver, objective, row_bytes, places, names, movers)

    def _solve_rows(
        self,
        solver: RowSolver,
        objective: Objective | None,
        row_bytes: bytes,
        places: Sequence[int],
        names: Sequence[str],
        movers: Sequence[str],
    ) -> None:
        row_values = solver.solve(row_bytes, _DETAILS.index(self.options.detail), objective)
        values: list[int] = row_values.values.tolist()
        values_only = self.options.detail is Detail.VALUE and not objective
        record_tails = repeat("") if values_only else self._record_tails(row_values, objective)
        head, numbers, line_numbers, records = self._head, self.block.numbers, self.block.line_numbers, self.records
        record_middle = f',"rules":{json.dumps(str(solver.rules))},"exact":true,"to_move":'
        for place, name, mover, value, tail in zip(places, names, movers, values, record_tails, strict=False):
            record_head = f'{head}{numbers[place]},"line_number":{line_numbers[place]},"name":{name}'
            records[place] = f'{record_head}{record_middle}{mover},"value":{value}{tail}}}\n'
        self.values.update(values)

    def _record_tails(self, row_values: RowValues, objective: Objective | None) -> Iterator[str]:
        move_codes, values = row_values.moves.tolist(), row_values.move_values.tolist()
        utilities_of_rows, lists_moves = row_values.utilities.tolist(), self.options.detail is Detail.MOVES
        move_criteria = row_values.move_utilities.tolist() if objective else values
        end_index = 0
        for row_index, move_count in enumerate(row_values.move_counts.tolist()):
            start_index, end_index = end_index, end_index + move_count
            best_codes, worths = move_codes[start_index:end_index], move_criteria[start_index:end_index]
            if lists_moves:
                best_codes = [code for code, worth in zip(best_codes, worths, strict=True) if worth == worths[0]]
            tail_text = f',"chance":{utilities_of_rows[row_index] / SCALE}' if objective else ""
            if self.options.detail is not Detail.VALUE:
                tail_text += f',"best":[{",".join(map(_move_text, best_codes))}]'
            if lists_moves:
                moves: Iterable[str] = map(_move_json, move_codes[start_index:end_index], values[start_index:end_index])
                if objective:
                    moves = (f'{move[:-1]},"chance":{u / SCALE}}}' for move, u in zip(moves, worths, strict=True))
                tail_text += f',"moves":[{",".join(moves)}]'
            yield tail_text

    # --- one by one ----------------------------------------------------------------------------------

    def write_answer(self, place: int) -> None:
        from bingo.positions.reading import read_entry  # here: YAML takes 0.04 s, which usual lines do without

        options = self.options
        position = read_entry(self.block.select([place]), options.rules)
        if isinstance(position, (NotationError, ImpossiblePosition)):
            failure_kind = "impossible" if isinstance(position, ImpossiblePosition) else "unreadable"
            if self.block.problem:
                failure_kind = "empty" if self.block.problem in (EMPTY_FILE, EMPTY_FOLDER) else "file"
            self.add_failure(place, failure_kind, position.reasons, str(position))
            return
        if options.no_match:
            position = replace(position, match=None)
        is_claiming = isinstance(position, Position) and position.stage is Stage.ANSWER
        if isinstance(position, Position) and options.detail in _DETAILS and not (is_claiming or position.expect):
            row, names, movers = row_of(position), [_quoted(position.name)], [_QUOTED[PLAYER_NAMES[position.to_move]]]
            objective = _objective(position)
            self._solve_rows(row_solver(position.rules), objective, array("i", row).tobytes(), [place], names, movers)
            return
        from bingo.solver.analysis.questions import analyze  # here: 0.1 s that usual lines of JSON do without
        from bingo.solver.analysis.settings import Settings

        try:
            answer = analyze(position, Settings(seed=options.seed)).as_dict()
        except BingoError as error:
            self.add_failure(place, "hidden", [error], position=position)
            return
        self.values[round(answer["value"])] += 1
        omitted_keys = _OMITTED_KEYS[: len(_OMITTED_KEYS) - list(Detail).index(options.detail)]
        record_keys = self._origin(place) | {key: answer[key] for key in answer if key not in omitted_keys}
        if options.compares_expected and position.expect:
            exact = isinstance(position, Position)
            if unexpected := position.expect.differences_from(answer["value"], answer["best"], exact=exact):
                record_keys["unexpected"] = unexpected
                self.add_failure(place, "unexpected", unexpected, position=position)
            else:
                self.met += 1
        self.records[place] = _json_line(record_keys)

    def add_failure(
        self,
        place: int,
        kind: str,
        reasons: Iterable[object],
        message: str = "",
        position: Position | InformationSet | None = None,
    ) -> None:
        """Tell what went wrong with a position, and write it down where that is wanted."""
        texts, name_key = tuple(map(str, reasons)), {} if position is None else {"name": position.name}
        name_text = f" {position.name!r}" if position and position.name else ""
        number, line_number = self.block.numbers[place], self.block.line_numbers[place]
        where = f"{self.block.source}, position {number}{name_text} (line {line_number})"
        self.failures.append(Failure(kind, texts, message or "\n".join(f"{where}: {word}" for word in texts)))
        if self.options.failed:
            self.records[place] = _json_line(self._origin(place) | name_key | {"error": kind, "reasons": texts})

    def _origin(self, place: int) -> dict[str, Any]:
        number, line_number = self.block.numbers[place], self.block.line_numbers[place]
        return {"file": self.block.source, "position": number, "line_number": line_number}


@cache
def _move_text(code: int) -> str:
    """The text of a move, as JSON, by its code (see :class:`~bingo.solver.engine.kernel.RowValues`)."""
    tile_index = None if code & 31 == 31 else code & 31
    reply, declared_doubles = bool(code >> 7 & 1), sum(1 << double(suit) for suit in SUITS if code >> 8 + suit & 1)
    return f'"{move_of((bool(code >> 5 & 1), declared_doubles, tile_index, bool(code >> 6 & 1)), reply=reply)}"'


@cache
def _move_json(code: int, value: int) -> str:
    return f'{{"move":{_move_text(code)},"value":{value}}}'


def _objective(position: Position) -> Objective | None:
    if position.match is None:
        return None
    from bingo.solver.match import match_objective  # here: 0.02 s that files without scores do without

    return match_objective(position)


def _json_line(record: dict[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


def _quoted(name: str) -> str:
    return json.dumps(" ".join(name.split()))
