"""``import bingo``: the few great names, each with an example, and what a program may rely on."""

import doctest
import inspect
import io
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

import bingo
import bingo.positions
import bingo.solver
from bingo.positions import read, read_records
from tests import manual

EXAMPLES = Path(__file__).parents[2] / "positions" / "examples"
MATCH = EXAMPLES.parent / "deals" / "a-match.yaml"
WAITS, CLOSE, FIRST = (EXAMPLES / f"{n}.yaml" for n in ("the-bingo-waits", "should-i-close", "first-lead"))
#: Modules whose docstrings have examples.
DOCTESTED = [
    "solver.analysis.answer",
    "solver.analysis.questions",
    "solver.analysis.playing",
    "solver.game.tiles",
    "solver.game.moves",
    "solver.engine",
    "solver.render.display",
]


def in_memory(path: Path) -> io.StringIO:
    return io.StringIO(path.read_text(encoding="utf-8"))


def one(path: Path) -> bingo.Position | bingo.InformationSet:
    [position] = bingo.read(path)
    return position


@pytest.mark.parametrize("name", DOCTESTED)
def test_examples_in_docstrings_come_out_as_they_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(manual.ROOT)
    module = import_module(f"bingo.{name}")
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("room", [bingo, bingo.solver, bingo.positions], ids=lambda room: room.__name__)
def test_every_name_has_a_docstring_and_an_example(room: ModuleType) -> None:
    assert {*bingo.__all__} <= {*dir(bingo)}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        room.nonsense  # noqa: B018
    for name in room.__all__:
        thing = getattr(room, name)
        constant = not callable(thing) or name == "Player"  # which cannot carry a docstring: that of the package has it
        assert f"``{name}``" in (room.__doc__ or "") if constant else inspect.getdoc(thing), name
    pages = ("README.md", "solver/README.md", "positions/README.md")
    shown = "".join(block for page in pages for block in manual.blocks("python", page))
    shown += "".join(re.findall(">>> .*", "".join(inspect.getsource(import_module(f"bingo.{m}")) for m in DOCTESTED)))
    assert [name for name in room.__all__ if not re.search(rf"\b{name}\b", shown)] == []


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda: bingo.analyze(one(WAITS)), "exact"),
        (lambda: bingo.analyze(one(FIRST), worlds=64), "estimate"),
        (lambda: bingo.analyze(one(EXAMPLES / "neither-sees-the-other.yaml"), worlds=64), "exact"),
        (lambda: bingo.close(one(CLOSE)), "exact"),
    ],
)
def test_best_moves_and_value_mean_the_same_in_every_answer(answer: Callable[[], bingo.Answer], kind: str) -> None:
    result = answer()
    first = result.moves[0]
    assert (result.best, result.value, result.kind) == (first.move, first.value, first.kind)
    assert result.kind == kind
    assert isinstance(result.best, bingo.Move)
    assert all(option.value <= result.value + 1e-9 for option in result.moves)
    for each in result.moves:
        assert each.low <= each.value <= each.high
        assert {type(each.value), type(each.low), type(each.high)} <= {int, float}
    title, *lines = str(result).splitlines()
    assert title in ("The Bingo waits", "What do I lead?", "Neither sees the other", "Should I close?")
    assert title in result._repr_html_()
    if not result.details.exact:
        assert result.details.first.solved == (kind != "estimate")
    assert len(lines) < 24


def test_settings_and_single_options_are_not_taken_together() -> None:
    with pytest.raises(TypeError, match="expected them or single options; found both, seed beside them"):
        bingo.analyze(bingo.deal("pagat", seed=1), bingo.Settings(worlds=16), seed=3)


@pytest.mark.parametrize(
    "ask",
    [
        lambda **effort: bingo.analyze(one(FIRST), **effort).moves,
        lambda **effort: bingo.close(one(CLOSE), **effort).moves,
        lambda **effort: bingo.review(next(iter(bingo.read_records(MATCH))), **effort).decisions,
        lambda **effort: bingo.reply(one(FIRST), **effort),
        lambda **effort: bingo.match("club", "strongest", deals=1, **effort),
    ],
    ids=["analyze", "close", "review", "reply", "match"],
)
def test_every_question_takes_an_effort(ask: Callable[..., Any]) -> None:
    """The same effort, the same answer."""
    assert ask(effort=8) == ask(effort=8)
    for wrong in ("quik", 0):
        with pytest.raises(bingo.NotationError, match="effort: expected"):
            ask(effort=wrong)


def test_less_effort_looks_at_fewer_deals_and_closes() -> None:
    """A level's move is bounded, too: so few deals make another one, and whole deals in no time."""
    starts = [bingo.deal(seed=seed).seen_by(0) for seed in range(8)]
    few, usual = ([bingo.reply(seen, effort=effort) for seen in starts] for effort in (2, None))
    assert few != usual == [bingo.reply(seen, effort="normal") for seen in starts]
    record = next(iter(bingo.read_records(MATCH)))
    assert [bingo.review(record, effort=effort).worlds for effort in ("quick", 24)] == [4096, 24]


def test_a_position_is_played_by_its_own_methods() -> None:
    position = bingo.deal(seed=1)
    total = 0
    while not position.over:
        assert position.result is None
        before = position
        position = position.play(str(position.legal_moves[-1]))
        total = position.score
        assert before.legal_moves
    assert position.result == total
    assert position.legal_moves == ()


@pytest.mark.parametrize("written", ["4-6", "LEAD 6-4", "Lead 64", "lead 6-4"])
def test_a_move_is_read_in_any_case_and_as_a_tile_alone(written: str) -> None:
    position = bingo.deal(seed=3)
    assert position.play(written) == position.play("lead 6-4")


def test_what_is_seen_in_the_middle_of_a_turn_is_not_told_wrong() -> None:
    """As a view it was taken for the next lead, with a trick and a tile less."""
    shows = bingo.Position.parse("domino-play 4 334243/506063 y 49/25 2/4 20/0 33 41xo0/0 show=44")
    with pytest.raises(bingo.NotationError, match="a trick that is not stored yet"):
        shows.seen_by(0)


@pytest.mark.parametrize("player", [0, 1])
def test_what_a_player_sees_has_neither_the_other_hand_nor_the_stock(player: int) -> None:
    position = bingo.deal(seed=5)
    seen = position.seen_by(player)
    assert seen.hand == position.hands[player]
    assert seen.other is None
    assert seen.stock == 0
    assert seen.written is not None
    assert seen.written.sides[1].hand is None
    assert "7 hidden tiles" in str(seen)


def test_print_shows_a_board_a_score_sheet_and_answers() -> None:
    assert "│6│2│" in str(one(WAITS))
    [record, *_] = bingo.read_records(MATCH)
    assert str(record).splitlines()[-1] == "Ann wins 2 game points."
    assert str(record.turns[0]) == "you lead 5-0"
    assert bingo.Position.parse(bingo.deal(seed=1).notation) == bingo.deal(seed=1)


@pytest.mark.parametrize("opened", [Path.open, lambda path: path.open("rb"), in_memory, lambda path: path])
def test_a_file_may_be_open_wherever_a_path_is_taken(opened: Callable[[Path], Any]) -> None:
    assert [*bingo.read(opened(FIRST))] == [one(FIRST)]
    endings = EXAMPLES / "seven-tiles.jsonl"
    assert [*bingo.read(opened(endings))] == [*bingo.reads(endings.read_text(encoding="utf-8"))]
    assert [*bingo.read_records(opened(MATCH))] == [*bingo.read_records(MATCH)]


@pytest.mark.parametrize("mode", ["w", "wb"])
def test_a_file_may_be_open_where_one_is_written(mode: str, tmp_path: Path) -> None:
    things, file = [*bingo.read_records(MATCH)], tmp_path / "again.yaml"
    memory: Any = io.BytesIO() if mode == "wb" else io.StringIO()
    with file.open(mode) as opened:  # its text has no letters that an encoding could change
        bingo.write_records(things, cast(Any, opened))
    bingo.write_records(things, memory)
    assert file.read_bytes() == memory.getvalue() if mode == "wb" else file.read_text() == memory.getvalue()
    assert [*bingo.read_records(file)] == things


@pytest.mark.parametrize("reader", [read, read_records])
def test_a_file_that_is_not_there_is_told_at_the_call(reader: Callable[[str], Any]) -> None:
    with pytest.raises(FileNotFoundError):
        reader("no-such-file.yaml")
    with pytest.raises(IsADirectoryError):
        reader(str(EXAMPLES))


@pytest.mark.parametrize(
    "call", [bingo.reads, bingo.reads_records, bingo.positions.dumps, bingo.positions.dumps_record]
)
def test_what_is_no_text_position_or_record_is_told_at_the_call(call: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match=r"expected .*; found int"):
        call(3)


def test_a_wrong_type_is_told_at_the_call() -> None:
    with pytest.raises(bingo.NotationError):
        bingo.Position(bingo.rules("pagat"), 4, (-1, 5), 0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a function; found int"):
        bingo.play_out(3)  # type: ignore[arg-type]
    with pytest.raises(bingo.NotationError, match="greedy, textbook, club"):
        bingo.play_out("grandmaster")  # type: ignore[arg-type]


#: The library for who does not look at its types.
ANY: Any = bingo


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: ANY.Move("5-0"), "positional argument"),
        (lambda: ANY.deal(seed=1).seen_by("you"), "player: expected a whole number from 0 to 1; found 'you'"),
        (lambda: ANY.close(5), "close: expected Position or InformationSet; found int"),
        (lambda: ANY.write(ANY.deal(seed=1), "never.yaml"), "expected several positions or records; found"),
        (lambda: ANY.read(5), "expected the name of a file or an open one; found int"),
        (lambda: ANY.write_records([], 5), "expected the name of a file or an open one; found int"),
        (lambda: ANY.Record.of(5, []), "start: expected Position; found int"),
        (lambda: ANY.Record.of(ANY.deal(seed=1), [5]), "move: expected Move or str; found int"),
    ],
)
def test_what_is_of_another_kind_is_told_at_once(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        call()


def test_a_record_begins_with_a_deal_and_reads_moves_as_positions_do() -> None:
    start = bingo.deal(seed=3)
    assert bingo.Record.of(start, ["4-6"]) == bingo.Record.of(start, [bingo.Move.parse("lead 6-4")])
    with pytest.raises(bingo.NotationError, match="start: expected a deal from its first lead"):
        ANY.Record.of(one(WAITS), [])


def test_a_match_exchanges_the_seats_so_that_equals_are_even() -> None:
    result = bingo.match(lambda _seen, moves: moves[0], lambda _seen, moves: moves[0], deals=6)
    assert result.mean == result.error == 0
    alone = bingo.match("greedy", "greedy", deals=1)
    assert alone.error is None
    assert "nan" not in f"{alone} {alone!r}"
    assert len(result.records) == 12
    assert result.records[0].dealt == result.records[1].dealt


def test_a_bot_that_leads_where_it_may_claim_declines() -> None:
    """All that what it sees calls legal can be played."""
    chances = list[bool]()

    def bold(seen: bingo.InformationSet, moves: Sequence[bingo.Move]) -> bingo.Move:
        leads = [move for move in moves if move.lead is not None]
        chances.append(bool(leads) and bingo.Move.parse("claim") in moves)
        assert {*moves} <= {*seen.legal_moves}
        return max(leads or moves, key=lambda move: move.declare.bit_count())

    assert len(bingo.match(bold, "greedy", deals=10).records) == 20
    assert any(chances)


def test_what_a_bot_must_not_do_is_refused() -> None:
    with pytest.raises(bingo.IllegalMove, match="expected one of the moves"):
        bingo.play_out(lambda _seen, _moves: "play 6-6", "greedy", seed=1)
