"""Every kind of position (``matrix``) is of its kind; every question about it has an answer of its shape or a reason,
the same from library, commands, engine and board.
"""

import json
import re
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.cli.page.items import timeless
from bingo.positions import dumps_record, dumps_record_json, reads, reads_records
from bingo.positions.reading import as_document
from bingo.solver import IllegalMove, Review, Settings, analyze, can_claim, replay, review, should_close, solve_many
from bingo.solver.game import PRESETS, InformationSet, Record, at_lead, information_set, legal_moves
from bingo.solver.game.play import play
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position, Stage
from tests.cli.board.test_answering import reply_to as board
from tests.cli.test_engine import ask as engine
from tests.support import answers, review_answers
from tests.support.depth import by_depth
from tests.whole import matrix
from tests.whole.matrix import EDGE_MOMENTS, Cell, covering_array, line_of, moment_of, place_of, position_of, record_of

#: So few deals that estimates take no time: what they are worth is held elsewhere.
WORLDS = 16
FEW_WORLDS = Settings(worlds=WORLDS)
#: Any two values, or three, that can stand together do so in some of these cells.
SOME_CELLS = covering_array(by_depth(2, 3))
each_cell = pytest.mark.parametrize("cell", SOME_CELLS, ids=str)
#: Reviews look at every decision of a deal: of them each value, or two together, are enough.
each_reviewed_cell = pytest.mark.parametrize("cell", covering_array(by_depth(1, 2)), ids=str)


def files_have(cell: Cell) -> None:
    """Leave out what is asked in the library only."""
    if cell.stage is Stage.SHOW:
        pytest.skip("no file and no record ends in the middle of a turn")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


#: How long something took, as it is told.
_SECONDS_TAKEN = re.compile(r'"seconds": ?([\d.e-]+)|(?<![\w.])([\d.]+) (m?s)\b')


def run(*words: str, status: int = 0) -> str:
    """What a command writes; where its status is not 0, its complaint."""
    start_time = time.perf_counter()
    result = CliRunner().invoke(app, words, env={"COLUMNS": "80"})
    seconds = time.perf_counter() - start_time
    assert isinstance(result.exception, (SystemExit, type(None))), (words, result.exception)
    assert result.exit_code == status, (words, result.output)
    output = result.stderr if status else result.stdout
    assert output.strip()
    for time_match in _SECONDS_TAKEN.finditer(output):
        assert float(time_match[1] or time_match[2]) / (1000 if time_match[3] == "ms" else 1) <= seconds + 0.05, output
    assert "--json" in words or not re.search(r"\b(None|null|nan|inf|float64)\b|[{}]", output), output
    return output


def words_of(cell: Cell) -> tuple[str, ...]:
    """The words that ask a command for a cell: a file, or a moment of a record, which is of the player to play."""
    file = Path("cell.jsonl")
    if not cell.history:
        file.write_text(f"{line_of(cell)}\n", "utf-8")
        return (str(file),)
    file.write_text(f"{dumps_record_json(record_of(cell))}\n", "utf-8")
    moment = moment_of(cell)
    return str(file), "--at", f"{moment.trick}{'r' if moment.position.led is not None else ''}"


def read_back(cell: Cell) -> Position | InformationSet:
    if cell.history:
        moment = moment_of(cell)
        return moment.seen_by(moment.to_play, name=_named(cell))
    line = line_of(cell)
    assert line
    [position] = reads(line)
    return position


def _named(cell: Cell) -> str:
    moment = moment_of(cell)
    point_of_view = "as the opponent sees it" if moment.to_play else ""
    moment_words = f"{'before' if moment.position.led is None else 'reply in'} trick {moment.trick}"
    return ", ".join(filter(None, (record_of(cell).name, moment_words, point_of_view)))


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(answer))
    return document


# --- the cells themselves ----------------------------------------------------------------------------


@each_cell
def test_a_position_is_of_its_cell(cell: Cell) -> None:
    moment, position = moment_of(cell), position_of(cell)
    assert place_of(moment.position, cell.preset) == cell.place
    assert isinstance(position, InformationSet) == cell.hidden
    if isinstance(position, InformationSet):
        assert bool(position.history) == (cell.history and any(position.tricks))
    counts_match = position.carried != (0, 0) if position.rules.at_target == "points" else position.match is not None
    assert counts_match == cell.match


# --- every question ----------------------------------------------------------------------------------


@each_cell
def test_analyze(cell: Cell) -> None:
    position = position_of(cell) if cell.stage is Stage.SHOW else read_back(cell)
    result = analyze(position, FEW_WORLDS)
    answer = answers.convert(result.as_dict(), answers.Exact if result.exact else answers.Hidden)
    assert result.exact or cell.hidden
    legal(cell, position, answer)
    if answer.moves:
        assert result.best in position.legal_moves
        assert isinstance(position, InformationSet) or position.play(result.best) == position.play(str(result.best))
    if cell.stage is Stage.SHOW:
        return
    words = words_of(cell)
    if not cell.history:
        written = as_document(position)
        assert answers.untimed(engine("analyze", written, worlds=WORLDS)) == answers.untimed(plain(result.as_dict()))
        assert board(ask="analyze", position=written, worlds=WORLDS)["item"]["answer"] == timeless(result.as_dict())
    line = run("analyze", *words, "--json", "--worlds", str(WORLDS))
    assert answers.untimed(json.loads(line), "seat") == answers.untimed(plain(result.as_dict()))
    assert ("seat" in json.loads(line)) == cell.history  # a moment says whose
    run("analyze", *words, "--worlds", str(WORLDS))


def legal(cell: Cell, position: Position | InformationSet, answer: Any) -> None:
    """Moves are legal, and all tiles that may be led or played are among them."""
    if isinstance(position, Position):
        legal_texts = [str(move) for move in legal_moves(position)]
        assert answer.to_move == cell.mover or cell.stage is Stage.ANSWER
        assert {move.move for move in answer.moves} <= {*legal_texts, *map(str, legal_moves(at_lead(position)))}
        assert solve_many([position])[0] == answer.value or cell.match
        assert analyze(position.swapped()).value == -answer.value or position.match
    closes = {move.move for move in answer.moves if move.move.startswith("close")}
    may_close = position.open and position.led is None and cell.stage is not Stage.SHOW
    waits = any(move.move == "wait" for move in answer.moves)  # with a claim, while the opponent is to lead
    mover = PLAYER_NAMES.index(answer.to_move)
    assert bool(closes) == bool(may_close and position.tricks[mover] and answer.moves and not waits), closes


@each_cell
def test_moves_and_replies(cell: Cell) -> None:
    """As another program asks it, a request a line."""
    files_have(cell)
    written = as_document(position_of(cell))
    [position] = reads(json.dumps(written))
    legal = engine("moves", written)
    if cell.hidden and position.leader == (YOU if position.led is not None else OPPONENT):
        assert legal["reasons"]
        return
    first_moves = {"claim", "wait"} if legal["may_claim"] else {"claim"}  # of a program's moves, to lead is to wait
    assert {str(move.move) for move in analyze(position, FEW_WORLDS).moves} <= {*legal["moves"], *first_moves}
    assert engine("reply", written, level="greedy")["move"] in {*legal["moves"], "wait"}
    for move in legal["moves"] if isinstance(position, Position) else ():
        answer = engine("play", written, move=move)
        assert answer["over"] == (answer["position"] is None)
        assert answer["over"] or engine("moves", answer["position"])["moves"]
        for player in PLAYER_NAMES if not answer["over"] else ():
            assert "hand" not in engine("seen", answer["position"], player=player)["position"]["opponent"]


@each_cell
def test_close(cell: Cell) -> None:
    files_have(cell)
    position, words = read_back(cell), words_of(cell)
    seen = information_set(position)
    if not (seen.open and seen.led is None and seen.leader == YOU and seen.tricks[YOU]):
        with pytest.raises(IllegalMove) as refusal:
            should_close(position)
        assert str(refusal.value) in " ".join(run("close", *words, "--json", "--no-proof", status=1).split())
        return
    decision = should_close(position)
    answers.convert(decision.as_dict(), answers.Close)
    line = run("close", *words, "--json", "--proof-seconds", "0.3")
    [answer] = answers.decode_lines(line, answers.Close)
    assert answer.proof
    assert answers.untimed(json.loads(line), "proof", "seat") == answers.untimed(plain(decision.as_dict()), "proof")
    run("close", *words, "--no-proof")


@each_cell
def test_claim(cell: Cell) -> None:
    files_have(cell)
    position, words = read_back(cell), words_of(cell)
    claim = can_claim(position)
    line = run("claim", *words, "--json")
    [answer] = answers.decode_lines(line, answers.Claim)
    assert (answer.verdict, answer.least, answer.most) == (claim.verdict, claim.least, claim.most)
    if not cell.history:
        written, expected = as_document(position), answers.untimed(plain(claim.as_dict()))
        beside = "chance", "wait"
        assert answers.untimed(engine("claim", written), *beside) == expected
        assert answers.untimed(board(ask="claim", position=written)["item"]["answer"], *beside) == timeless(expected)
    points = position.card_points(YOU)
    is_true = points >= position.rules.target and position.rules.at_target == "claim"
    assert bool(claim) == is_true == (answer.verdict == "certain")
    assert (answer.chance is not msgspec.UNSET) == (position.match is not None and answer.cost is not None)
    if isinstance(position, Position) and is_true and cell.stage in (Stage.CLAIM, Stage.ANSWER) and cell.mover == "you":
        assert answer.gain.least == answer.gain.most == play(position, "claim").gain
    analysis = analyze(position, FEW_WORLDS)
    if not analysis.exact:  # else the moves are those of the leader, also where the other may claim first
        is_first = position.leader == YOU or (position.card_points(OPPONENT) or 0) < position.rules.target
        claims = any(str(move.move) == "claim" for move in analysis.moves)
        assert claims == (position.led is None and is_true and is_first)
    run("claim", *words)


@pytest.mark.parametrize(("preset", "edge"), [*product(PRESETS, EDGE_MOMENTS)][:: by_depth(3, 1)])
def test_the_edges_of_a_deal(preset: str, edge: str) -> None:
    record, file = matrix.edge_of(preset, edge), Path("edge.yaml")
    moment = replay(record).end
    position = moment.position
    file.write_text(dumps_record(record), "utf-8")
    words = (str(file), "--at", f"{moment.trick}{'r' if position.led is not None else ''}")
    for more in ((), ("--open",)) if edge.startswith("last") else ((),):
        line = run("analyze", *words, *more, "--json", "--worlds", str(WORLDS))
        answers.decode_lines(line, answers.Exact if json.loads(line)["exact"] else answers.Hidden)
        answers.decode_lines(run("claim", *words, *more, "--json"), answers.Claim)
        for command in ("analyze", "claim", "show"):
            run(command, *words, *more)
        may_close = position.open and position.led is None and position.tricks[position.leader]
        line = run("close", *words, *more, "--json", "--no-proof", status=0 if may_close else 1)
        assert not may_close or answers.decode_lines(line, answers.Close)


@each_cell
def test_what_else_may_not_be_known(cell: Cell) -> None:
    """The boneyard alone, or your own hand, or what lies in a trick."""
    if cell.hidden or cell.stage is Stage.SHOW:
        pytest.skip("of what is hidden already nothing more is hidden")
    written = as_document(position_of(cell))
    file = Path("position.jsonl")

    def output(command: str, status: int, **changed: Any) -> str:
        file.write_text(json.dumps({**written, **changed}), "utf-8")
        more = ("--seconds", "0.2") if command == "analyze" else ()  # to close against all those hands takes longer
        return run(command, str(file), *more, status=status)

    if cell.phase == "open":
        output("analyze", 0, stock=None)
    output("show", 0, you={**written["you"], "hand": None})
    for command in ("analyze", "claim"):
        assert "you.hand" in output(command, 1, you={**written["you"], "hand": None})
    you = {**written["you"], "tricks": None, "points": None, "won": None, "forgotten": written["you"]["tricks"]}
    if you["forgotten"]:
        output("claim", 0, you=you)
        assert "points" in output("analyze", 1, you=you)


@each_cell
def test_show(cell: Cell) -> None:
    files_have(cell)
    position, words = read_back(cell), words_of(cell)
    [reread] = reads(run("show", *words, "--json"))
    if cell.history:
        assert isinstance(reread, InformationSet)
        assert isinstance(position, InformationSet)
        reread = replace(reread, history=position.history, excluded=position.excluded)
    assert reread == position
    run("show", *words)


def batch(cells: Sequence[Cell], detail: str) -> list[Any]:
    file, out = Path("cells.jsonl"), Path(f"{detail}.jsonl")
    file.write_text("".join(f"{line_of(cell)}\n" for cell in cells), "utf-8")
    run("batch", str(file), "--out", str(out), "--detail", detail, "--failed", "--jobs", "1")
    lines = out.read_text("utf-8").splitlines()
    kinds = [answers.Solved if json.loads(line).get("exact") else answers.SolvedHidden for line in lines]
    return [msgspec.json.decode(line, type=kind) for line, kind in zip(lines, kinds, strict=True)]


def test_batch() -> None:
    """Of all cells in one file: none loses the others."""
    line_cells = [cell for cell in SOME_CELLS if line_of(cell) and not (cell.hidden and cell.phase == "open")]
    expected = [analyze(read_back(cell)).as_dict() for cell in line_cells]
    for detail in ("value", "best", "moves", "line"):
        for cell, row, item in zip(line_cells, expected, batch(line_cells, detail), strict=True):
            keys = {"rules", "exact", "to_move", "value", "chance", "best"} - ({"best"} if detail == "value" else set())
            assert {key: getattr(item, key) for key in keys} == {key: row.get(key, msgspec.UNSET) for key in keys}, cell
            if detail in ("moves", "line"):
                assert [move.move for move in item.moves] == [move["move"] for move in row["moves"]], cell


@each_reviewed_cell
def test_review(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what you could know; what was there takes seconds, so it is looked at in few cells."""
    if cell.hidden:
        pytest.skip("the record is that of the cell with all hands known")
    record = record_of(cell)
    [record_copy] = reads_records(dumps_record_json(record))
    assert record_copy == record
    if cell.phase == "closed by opponent":
        answers.convert(review(record, Settings(worlds=2)).as_dict(), review_answers.Review)
    file, own_record = Path("record.yaml"), record.one_sided(YOU)
    file.write_text(dumps_record(own_record), "utf-8")
    expected = review(own_record, Settings(worlds=2))

    def reviewed(record: Record, settings: Settings, _on_progress: object) -> Review:
        assert (record, settings) == (own_record, Settings(worlds=2))  # of which the same is found whoever asks
        return expected

    monkeypatch.setattr("bingo.solver.batch.reviews.review", reviewed)
    line = run("review", str(file), "--json", "--worlds", "2")
    answers.decode_lines(line, review_answers.Review)
    assert answers.untimed(plain(expected.as_dict())) == answers.untimed(json.loads(line))
    run("review", str(file), "--worlds", "2")
