"""What is done with a block of positions, wherever it is done: read, check, solve, compare, write down.

Positions that the quick way takes (``positions.lines``) are packed at once, all others are read one by one, with every
notation, every rule, every message. Those in which everything is known are then solved in rows, all under the same
rules at once; where tiles are hidden, or a line of play is wanted, ``analyze`` answers one by one.
"""

from __future__ import annotations

import io
import json
import time
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from bingo.positions import lines
from bingo.positions.entries import EMPTY, LIMIT, Entry
from bingo.positions.expectation import unmet
from bingo.solver.batch.inputs import EMPTY_FOLDER, Block
from bingo.solver.engine.rows import WIDTH, RowSolver, Worths, position_of, row_of, row_solver
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.moves import Move
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import SCALE, Objective
from bingo.solver.game.tiles import SUITS, double

if TYPE_CHECKING:
    from bingo.positions.schema import Document
    from bingo.solver.game.information import InformationSet


class Detail(str, Enum):
    """How much is found out: the value; the best moves too; every move; also a line that shows why."""

    VALUE = "value"
    BEST = "best"
    MOVES = "moves"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Task:
    """What is wanted of every position. ``rules`` replace those of the files; what these expect is then not compared.

    ``no_match`` ignores match scores. ``failed`` asks for a record of what failed too. Where tiles are hidden, deals
    are drawn with ``seed``.
    """

    rules: Rules | None = None
    detail: Detail = Detail.BEST
    failed: bool = False
    seed: int = 0
    no_match: bool = False

    @property
    def compares(self) -> bool:
        """Whether answers are held against what the files expect."""
        return self.rules is None and not self.no_match


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong: its kind, as ``error`` has it in a result; every reason in words; all of it with its place."""

    kind: str
    reasons: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a block: lines of JSON, what failed, how many positions have which value (rounded, where it is a
    mean), how many are what their file expects (``met``); ``seconds`` is what it took.
    """

    records: bytes
    failures: tuple[Failure, ...]
    values: dict[int, int]
    met: int
    seconds: float


#: How much the kernel finds out of rows, by its number.
_DETAILS = (Detail.VALUE, Detail.BEST, Detail.MOVES)
#: What a record leaves out of an answer to a single position.
_LEFT_OUT = {
    Detail.VALUE: ("best", "moves", "line", "nodes", "seconds"),
    Detail.BEST: ("moves", "line", "nodes", "seconds"),
    Detail.MOVES: ("line", "nodes", "seconds"),
    Detail.LINE: ("nodes", "seconds"),
}
#: The players as JSON, by number; by name that player, and the other one.
_MOVERS = [f'"{name}"' for name in PLAYER_NAMES]
_QUOTED, _OTHER = (dict(zip(PLAYER_NAMES, order, strict=True)) for order in (_MOVERS, _MOVERS[::-1]))


class _Texts(dict[int, str]):
    """The text of a move, as JSON, by its code (see :class:`~bingo.solver.engine.rows.Worths`)."""

    def __missing__(self, code: int) -> str:
        tile = None if code & 31 == 31 else code & 31
        reply, declare = code >> 7 & 1, sum(1 << double(suit) for suit in SUITS if code >> 8 + suit & 1)
        lead, play = (None, tile) if reply else (tile, None)
        move = Move(close=bool(code >> 5 & 1), declare=declare, lead=lead, play=play, claim=bool(code >> 6 & 1))
        text = self[code] = f'"{move}"'
        return text


class _Moves(dict[tuple[int, int], str]):
    """A move with its value, as JSON, by its code and the value."""

    def __missing__(self, pair: tuple[int, int]) -> str:
        code, value = pair
        text = self[pair] = f'{{"move":{_texts[code]},"value":{value}}}'
        return text


_texts, _moves = _Texts(), _Moves()


@dataclass(slots=True)
class _Group:
    """Positions that are solved at once: their places in the block, their rows, and what records have of each."""

    solver: RowSolver
    objective: Objective | None
    detail: Detail
    places: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    movers: list[str] = field(default_factory=list)
    rows: list[bytes] = field(default_factory=list)

    def single(self) -> Iterator[_Group]:
        """Each of them for itself."""
        rows, size = b"".join(self.rows), 4 * WIDTH
        for n, place in enumerate(self.places):
            row = rows[n * size : (n + 1) * size]
            yield replace(self, places=[place], names=[self.names[n]], movers=[self.movers[n]], rows=[row])


def solve(task: Task, block: Block) -> Result:
    """Do all positions of a block. Whatever is wrong with one of them is told and harms no other."""
    start = time.perf_counter()
    answers = _Answers(task, block)
    answers.find()
    return Result(
        records="".join(answers.records).encode(),
        failures=tuple(failure for _, failure in sorted(answers.failures.items())),
        values=dict(answers.values),
        met=answers.met,
        seconds=time.perf_counter() - start,
    )


class _Answers:
    """The answers to the positions of a block, as far as they are found, by their places in it."""

    def __init__(self, task: Task, block: Block) -> None:
        self.task, self.block = task, block
        texts = [entry.text if entry.json else b"" for entry in block.entries] or list(io.BytesIO(block.text))
        self.texts = [text for text in texts if text.strip()] if block.text else texts
        self.numbers: Sequence[int] = range(block.number, block.number + len(self.texts))
        self.lines: Sequence[int] = range(block.line, block.line + len(self.texts))
        if block.entries:
            self.numbers, self.lines = [one.number for one in block.entries], [one.line for one in block.entries]
        elif len(self.texts) < len(texts):
            self.lines = [line for line, text in enumerate(texts, block.line) if text.strip()]
        self.records = [""] * len(self.texts)
        self.failures: dict[int, Failure] = {}
        self.values: Counter[int] = Counter()
        self.met = 0
        self._head = f'{{"file":{json.dumps(block.source)},"position":'
        self._groups: dict[tuple[int, int, Detail], _Group] = {}
        self._documents: Sequence[Document | None] = ()
        self._positions: dict[int, Position] = {}  # those read one by one

    def find(self) -> None:
        """Find all of them."""
        closer: Iterable[int] = range(len(self.texts))
        if self.task.detail in _DETAILS:
            self._quickly()
            closer = [place for place in closer if not self.records[place]]
        for place in closer:
            try:
                self._closer(place)
            except Exception as error:  # a night's work shall not end with it
                self._broken(place, error)
        self._solve()

    # --- many at once --------------------------------------------------------------------------------

    def _quickly(self) -> None:
        """Answer what the quick way takes, and meets what is expected of it."""
        task = self.task
        self._documents = documents = lines.decode(self.texts)
        for checked in lines.checked(documents, task.rules):
            chosen = [document for place in checked.places if (document := documents[place])]
            names = [_quoted(document.name) if document.name else '""' for document in chosen]
            movers = [(_QUOTED if document.led is None else _OTHER)[document.lead] for document in chosen]
            if not any(document.expect or document.match for document in chosen):
                rows = [checked.rows.tobytes()]
                self._groups[id(checked.solver), 0, task.detail] = _Group(
                    checked.solver, None, task.detail, checked.places, names, movers, rows
                )
                continue
            for n, document in enumerate(chosen):
                objective, expect, detail = None, document.expect, task.detail
                expects_moves = expect is not None and expect.best != []
                if expects_moves and not task.compares:
                    continue  # moves that nobody compares are still read
                if document.match and not task.no_match:
                    match = lines.match_of(document)
                    objective = _objective(position_of(checked.solver.rules, checked.row(n), "", match))
                if expects_moves and detail is Detail.VALUE:
                    detail = Detail.BEST
                row = checked.rows[n * WIDTH : (n + 1) * WIDTH].tobytes()
                self._add(checked.solver, objective, detail, checked.places[n], names[n], movers[n], row)
        self._solve()

    def _add(
        self, solver: RowSolver, goal: Objective | None, detail: Detail, place: int, name: str, mover: str, row: bytes
    ) -> None:
        group = self._groups.setdefault((id(solver), id(goal), detail), _Group(solver, goal, detail))
        group.places.append(place)
        group.names.append(name)
        group.movers.append(mover)
        group.rows.append(row)

    def _solve(self) -> None:
        """Solve the groups, and write down what comes of them."""
        groups, self._groups = self._groups, {}
        for group in groups.values():
            self._solve_group(group)

    def _solve_group(self, group: _Group) -> None:
        detail = _DETAILS.index(group.detail)
        try:
            worths = group.solver.solve(b"".join(group.rows), detail, group.objective)
        except Exception as error:  # one fault of one position never costs another
            if len(group.places) == 1:
                self._broken(group.places[0], error)
            else:
                for single in group.single():
                    self._solve_group(single)
            return
        if self.task.detail is Detail.VALUE and detail == 0 and not group.objective:
            self._write_values(group, worths)
        else:
            self._write_moves(group, worths)

    def _write_values(self, group: _Group, worths: Worths) -> None:
        middle = f',"rules":{json.dumps(label(group.solver.rules))},"exact":true,"to_move":'
        head, numbers, at, records, values = self._head, self.numbers, self.lines, self.records, worths.values.tolist()
        for place, name, mover, value in zip(group.places, group.names, group.movers, values, strict=True):
            text = f'{head}{numbers[place]},"line_number":{at[place]},"name":{name}{middle}{mover},"value":{value}'
            records[place] = text + "}\n"
        self._compare(group, values, [()] * len(values))

    def _write_moves(self, group: _Group, worths: Worths) -> None:
        middle = f',"rules":{json.dumps(label(group.solver.rules))},"exact":true,"to_move":'
        head, numbers, at, task = self._head, self.numbers, self.lines, self.task
        values, codes, counts = worths.values.tolist(), worths.moves.tolist(), worths.counts.tolist()
        move_values = worths.move_values.tolist()
        utilities = worths.utilities.tolist() if group.objective else [0] * len(values)
        move_utilities = worths.move_utilities.tolist() if group.objective else []
        decisive, every = move_utilities or move_values, group.detail is Detail.MOVES
        bests = []
        end = 0
        for place, name, mover, value, utility, count in zip(
            group.places, group.names, group.movers, values, utilities, counts, strict=True
        ):
            start, end = end, end + count
            texts = [_texts[code] for code in codes[start:end]]
            best = texts
            if every:
                reached = decisive[start:end]
                best = [text for text, worth in zip(texts, reached, strict=True) if worth == reached[0]]
            bests.append(best)
            text = f'{head}{numbers[place]},"line_number":{at[place]},"name":{name}{middle}{mover},"value":{value}'
            if group.objective:
                text += f',"chance":{utility / SCALE}'
            if task.detail is not Detail.VALUE:
                text += f',"best":[{",".join(best)}]'
            if task.detail is Detail.MOVES:
                moves = [_moves[pair] for pair in zip(codes[start:end], move_values[start:end], strict=True)]
                if group.objective:
                    chances = move_utilities[start:end]
                    moves = [f'{move[:-1]},"chance":{u / SCALE}}}' for move, u in zip(moves, chances, strict=True)]
                text += f',"moves":[{",".join(moves)}]'
            self.records[place] = text + "}\n"
        self._compare(group, values, bests)

    def _compare(self, group: _Group, values: Sequence[int], bests: Sequence[Sequence[str]]) -> None:
        """Count the values, and hold answers against what is expected. What is read quickly and does not meet that is
        looked at closer.
        """
        self.values.update(values)
        if not self.task.compares:
            return
        for place, value, best in zip(group.places, values, bests, strict=True):
            position, document = self._positions.get(place), None
            if position is not None:
                wrong = unmet(position.expect, value, [move[1:-1] for move in best])
                self._tell_unexpected(place, position, wrong)
            elif self._documents and (document := self._documents[place]) and (expect := document.expect):
                wanted = {f'"{move}"' for move in ([expect.best] if isinstance(expect.best, str) else expect.best)}
                if expect.value not in (None, value) or (wanted and wanted != set(best)):
                    self.records[place] = ""
                    self.values[value] -= 1
                else:
                    self.met += 1

    def _tell_unexpected(self, place: int, found: Position | InformationSet, wrong: list[str]) -> None:
        """Say of a position what its file expects otherwise."""
        if wrong:
            self.records[place] = (
                f'{self.records[place][:-2]},"unexpected":{json.dumps(wrong, separators=(",", ":"))}}}\n'
            )
            self.failures[place] = self._failure("unexpected", place, wrong, found)
        else:
            self.met += found.expect is not None

    # --- one by one ----------------------------------------------------------------------------------

    def _closer(self, place: int) -> None:
        """Read and check what the quick way left, and answer it, or leave it to be solved with others of its kind."""
        from bingo.positions.reading import outcome  # here: YAML takes 0.04 s, which usual lines do without

        task, entry = self.task, self._entry(place)
        found = outcome(entry, self.block.source, task.rules)
        if isinstance(found, (NotationError, ImpossiblePosition)):
            kind = "impossible" if isinstance(found, ImpossiblePosition) else "unreadable"
            if not entry.number:
                kind = "empty" if entry.problem in (EMPTY, EMPTY_FOLDER) else "file"
            self._fail(place, Failure(kind, tuple(map(str, found.reasons)), str(found)))
            return
        if task.no_match:
            found = replace(found, match=None)
        if not isinstance(found, Position) or task.detail not in _DETAILS:
            self._analyze(place, found)
            return
        self._positions[place] = found
        expect = found.expect if task.compares else None
        detail = Detail.BEST if task.detail is Detail.VALUE and expect and expect.best else task.detail
        mover = 1 - found.leader if found.stage is Stage.REPLY else found.leader
        name, mover_text = _quoted(found.name), _MOVERS[mover]
        row = array("i", row_of(found)).tobytes()
        self._add(row_solver(found.rules), _objective(found), detail, place, name, mover_text, row)

    def _analyze(self, place: int, found: Position | InformationSet) -> None:
        """Answer as ``analyze`` does."""
        from bingo.solver import Settings, analyze  # here: 0.1 s that usual lines of JSON do without

        try:
            answer = analyze(found, Settings(seed=self.task.seed)).as_dict()
        except BingoError as error:
            self._fail(place, self._failure("hidden", place, [str(error)], found), name=found.name)
            return
        kept = {key: value for key, value in answer.items() if key not in _LEFT_OUT[self.task.detail]}
        self.records[place] = _line(self._origin(place) | kept)
        self.values[round(answer["value"])] += 1
        if self.task.compares:
            wrong = unmet(found.expect, answer["value"], answer["best"], exact=isinstance(found, Position))
            self._tell_unexpected(place, found, wrong)

    def _entry(self, place: int) -> Entry:
        if self.block.entries:
            return self.block.entries[place]
        return Entry(self.numbers[place], self.lines[place], self.texts[place][: LIMIT + 1], json=True)

    def _origin(self, place: int) -> dict[str, Any]:
        return {"file": self.block.source, "position": self.numbers[place], "line_number": self.lines[place]}

    def _broken(self, place: int, error: Exception) -> None:
        self._fail(place, self._failure("broken", place, [f"{type(error).__name__}: {error}"]))

    def _failure(
        self, kind: str, place: int, reasons: Sequence[str], found: Position | InformationSet | None = None
    ) -> Failure:
        name = f" {found.name!r}" if found and found.name else ""
        where = f"{self.block.source}, position {self.numbers[place]}{name} (line {self.lines[place]})"
        return Failure(kind, tuple(reasons), "\n".join(f"{where}: {reason}" for reason in reasons))

    def _fail(self, place: int, failure: Failure, **known: str) -> None:
        self.failures[place] = failure
        if self.task.failed:
            failed = {"error": failure.kind, "reasons": failure.reasons}
            self.records[place] = _line(self._origin(place) | known | failed)


def _objective(position: Position) -> Objective | None:
    """What is maximized where a position has a match score."""
    if position.match is None:
        return None
    from bingo.solver.match.objectives import match_objective  # here: 0.02 s that files without scores do without

    return match_objective(position)


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, separators=(",", ":")) + "\n"


def _quoted(name: str) -> str:
    return json.dumps(" ".join(name.split()))
