"""``import bingo``: the few great names, each with an example, and what a program may rely on."""

import doctest
import inspect
import io
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

import bingo
import bingo.positions
import bingo.solver
from bingo.positions import read, read_records, reads
from bingo.solver import Answer, Match, Move, Settings, Stage, Taken, Tile, analyze, can_claim, should_close, solve_many
from bingo.solver.analysis.claim import claim
from bingo.solver.game import InformationSet, Position, TileSet, deal, legal_moves
from bingo.solver.game.play import play
from tests import manual
from tests.support.reading import whole

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
def test_every_name_has_an_example_and_a_docstring_as_have_its_public_parts(room: ModuleType) -> None:
    assert {*bingo.__all__} <= {*dir(bingo)}
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        room.nonsense  # noqa: B018
    for name in room.__all__:
        thing = getattr(room, name)
        constant = not callable(thing) or name == "Player"  # which cannot carry a docstring: that of the package has it
        assert f"``{name}``" in (room.__doc__ or "") if constant else own_docstring(thing), name
        for part, value in vars(thing).items() if inspect.isclass(thing) else ():
            described = inspect.isfunction(value) or isinstance(value, (property, classmethod))
            assert part.startswith("_") or not described or inspect.getdoc(value), f"{name}.{part}"
    pages = ("README.md", "solver/README.md", "positions/README.md")
    shown = "".join(block for page in pages for block in manual.blocks("python", page))
    shown += "".join(re.findall(">>> .*", "".join(inspect.getsource(import_module(f"bingo.{m}")) for m in DOCTESTED)))
    assert [name for name in room.__all__ if not re.search(rf"\b{name}\b", shown)] == []


@pytest.mark.parametrize("room", ["bingo.api", "bingo.solver.api"])
def test_a_public_name_means_one_thing_in_all_modules_that_are_brought_together(room: str) -> None:
    """They are imported with a star: of two things of one name the last would win."""
    api = import_module(room)
    modules = re.findall(r"^from (\S+) import \*", inspect.getsource(api), re.MULTILINE)
    for module, name in product(map(import_module, modules), api.__all__):
        assert getattr(module, name, getattr(api, name)) is getattr(api, name), (module, name)


def own_docstring(thing: Any) -> str:
    """The docstring, without the one that dataclasses make of the fields."""
    doc: str = vars(thing).get("__doc__") or "" if inspect.isclass(thing) else thing.__doc__ or ""
    return "" if doc.startswith(f"{thing.__name__}(") else doc


CLASSES = [name for name in bingo.solver.__all__ if inspect.isclass(getattr(bingo.solver, name))]


@pytest.mark.parametrize("name", CLASSES)
def test_the_parts_of_what_is_exported_are_exported_too(name: str) -> None:
    """A program can name the type of whatever it is given."""
    thing = getattr(bingo.solver, name)
    hints = [str(getattr(hint, "__forward_arg__", hint)) for hint in inspect.get_annotations(thing).values()]
    for value in vars(thing).values():
        function = value.fget if isinstance(value, property) else getattr(value, "func", None)
        hints += [str(function.__annotations__["return"])] if function else []
    module = sys.modules[thing.__module__]
    for word in set(re.findall(r"(?<!typing\.)\b[A-Z]\w+", " ".join(hints))):
        part = getattr(module, word, None)
        ours = part is None or getattr(part, "__module__", "").startswith("bingo")
        assert (
            not ours or word in bingo.solver.__all__ or word in ("Any", "NDArray", "None", "NoneType", "Arrangement")
        ), f"{name}: {word}"


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


def test_a_wrong_value_is_told_at_the_call() -> None:
    with pytest.raises(bingo.NotationError):
        ANY.Position(bingo.rules("pagat"), 4, (-1, 5), 0)
    with pytest.raises(bingo.NotationError, match="greedy, textbook, club"):
        ANY.play_out("grandmaster")


CLAIMED = "{trump: 4, lead: you, you: {hand: 4-4, points: %d, tricks: 7}, opponent: {hand: 6-5, points: %d, tricks: 6}}"
TEXTS = (bingo.reads, bingo.reads_records, bingo.positions.dumps, bingo.positions.dumps_record)
#: The library for who does not look at its types.
ANY: Any = bingo
SOLVER: Any = bingo.solver
LAST = Position.parse("pagat 4 44/65 y 65/41 7/6 0/0 - -")


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
        (lambda: ANY.play_out(3), "a function; found int"),
        *((lambda call=call: call(3), "expected .*; found int") for call in TEXTS),
        *(
            (call, "expected .*; found")
            for call in (
                lambda: ANY.analyze(None),
                lambda: ANY.analyze(CLAIMED % (65, 41)),
                lambda: ANY.analyze(LAST, 5),
                lambda: ANY.can_claim(3),
                lambda: SOLVER.should_close(None),
                lambda: SOLVER.should_close(LAST, seed=1.5),
                lambda: SOLVER.solve_many(None),
                lambda: SOLVER.solve_many(LAST),
                lambda: SOLVER.solve_many([None]),
                lambda: SOLVER.solve_many([], threads=None),
                lambda: claim(LAST, seconds=cast(Any, "5")),
                lambda: ANY.deal(5),
                lambda: ANY.rules(None),
                lambda: play(cast(Any, None), "claim"),
                lambda: replace(LAST, hands=cast(Any, (1,))).legal_moves,
                lambda: play(replace(LAST, tricks=cast(Any, None)), "lead 4-4"),
                lambda: ANY.analyze(replace(LAST, stock=cast(Any, ("6-6",)))),
                lambda: play(LAST, cast(Any, 27)),
                lambda: ANY.Move.parse(None),
                lambda: ANY.Position.parse(None),
            )
        ),
    ],
)
def test_what_is_of_another_kind_is_told_at_once(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        call()


def test_whole_numbers_of_numpy_are_as_good_as_others() -> None:
    number = np.int64(5)
    assert Tile(number) == Tile(5)
    assert TileSet(number) == TileSet(5)
    assert bingo.deal("pagat", number) == bingo.deal("pagat", 5)
    assert bingo.match("greedy", "textbook", deals=np.int64(1), seed=number) == bingo.match(
        "greedy", "textbook", deals=1, seed=5
    )


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


# --- the keys of answers -----------------------------------------------------------------------------


def test_the_manual_explains_every_key_that_analyze_writes_and_no_other() -> None:
    manual = (Path(__file__).parents[2] / "positions" / "README.md").read_text(encoding="utf-8")
    section = manual.split("## What --json writes: analyze\n")[1].split("\n##")[0]
    rows = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| `")]
    named = {
        column: {key for row in rows if row[column].strip() != "-" for key in re.findall("`([a-z_]+)`", row[0])}
        for column in (1, 2)
    }
    [known] = reads(CLAIMED % (65, 41))
    [hidden] = reads((CLAIMED % (41, 65)).replace("7", "6").replace("4-4", "4-4 3-2").replace("hand: 6-5, ", ""))
    exact, sampled = analyze(known).as_dict(), analyze(hidden, Settings(worlds=2)).as_dict()
    for keys, answer in ((exact, analyze(replace(known, match=Match(2, 5)))), (sampled, _estimated(hidden))):
        assert {*answer.as_dict(), "seat"} == named[1 if answer.exact else 2]  # the seat: only of a moment of a record
        assert set(keys) == {key for key in answer.as_dict() if "chance" not in key}
    [moves] = [row for row in rows if "`moves`" in row[0]]
    assert set(exact["moves"][0]) == set(re.findall("`([a-z]+)`", moves[1]))
    given_up = {"worse", "chance_worse"}
    assert set(sampled["moves"][0]) | given_up == set(re.findall("`([a-z_]+)`", moves[1] + moves[2]))


def _estimated(hidden: Position | InformationSet) -> Answer:
    return analyze(replace(hidden, match=Match(2, 5)), Settings(worlds=2))


# --- what print shows --------------------------------------------------------------------------------


def test_what_is_printed_can_be_read() -> None:
    """No tile stands as a number or as a mask in what a program is most likely to print."""
    [position] = reads(CLAIMED % (65, 41))
    [seen] = reads((CLAIMED % (65, 41)).replace("hand: 6-5, ", ""))
    analysis = analyze(position)
    assert analysis.exact
    assert repr(analysis.best) == "Move.parse('lead 4-4')"
    assert repr(analysis.moves[0]).startswith("MoveValue(move=Move.parse('lead 4-4'), value=1, low=1, high=1, kind=")
    assert repr(analysis.line[1]).startswith("Step('opponent play 6-5'")
    assert repr(position) == "Position.parse('pagat 4 44/65 y 65/41 7/6 0/0 - -')"
    assert repr(position.rules) == "rules('pagat')"
    assert repr(seen) == (
        "<InformationSet: pagat, trump 4, you hold 4-4, opponent holds 1 tile, lead you, card points 65 and 41,"
        " tricks 7 and 6>"
    )
    assert "Rules(" not in repr(can_claim(seen))


def test_a_tile_alone_is_a_move_wherever_moves_are_read() -> None:
    text = "{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7},"
    text += " opponent: {hand: 6-5, points: 41, tricks: 6}, expect: {best: 4-4}}"
    position = whole(text)
    assert position.expect is not None
    assert position.expect.best == (Move.parse("LEAD 4-4"),) == position.legal_moves
    replied = position.play("4-4").play("6-5")
    assert replied == position.play("Lead 4-4").play(Move.parse("5-6", replying=True))
    with pytest.raises(bingo.NotationError, match="found '4-4'"):  # who leads is not known
        Move.parse("4-4")


# --- What programs may hand to the library, and what is refused in words before any work begins --------


@pytest.mark.parametrize(
    "given",
    [
        *({"worlds": 2.5}, {"worlds": "9"}, {"seconds": "1"}, {"threads": None}, {"seed": None}, {"seed": 0.5}),
        *({"until_clear": "yes"}, {"equal_weights": None}),
    ],
)
def test_settings_of_another_type_are_refused_where_they_are_made(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"expected .*; found"):
        Settings(**given)


def test_an_information_set_that_a_program_made_is_as_good_as_one_that_was_read() -> None:
    position = deal("pagat", seed=1)
    known = InformationSet(rules=position.rules, trump=position.trump, hand=position.hands[0], hidden=7, leader=0)
    assert can_claim(known).verdict == "impossible"
    assert can_claim(replace(known, taken=(Taken(((),)), Taken(points=0)))).most is not None


@pytest.mark.parametrize(
    "ask",
    [
        analyze,
        can_claim,
        should_close,
        lambda p: p.legal_moves,
        lambda p: play(p, "lead 4-4"),
        lambda p: solve_many([p]),
    ],
)
@pytest.mark.parametrize(
    "wrong",
    [
        {"leader": 5},
        {"stage": 9},
        {"trump": 7},
        {"led": 28},
        {"hands": (1 << 28, 1)},
        {"hands": (-1, 5)},
        {"turned": 28},
        {"stock": (99,), "turned": 5},
        {"led": None, "stage": Stage.REPLY},
    ],
)
def test_numbers_that_no_position_can_have_are_refused(ask: Callable[[Any], object], wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected"):
        ask(replace(LAST, **wrong))


@pytest.mark.parametrize("ask", [analyze, lambda p: solve_many([p])])
@pytest.mark.parametrize("wrong", [{"hands": (1, 1)}, {"hands": (3, 4)}, {"stock": (3, 4), "turned": 5}])
def test_positions_that_cannot_be_played_on_with_are_refused(
    ask: Callable[[Any], object], wrong: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}: expected"):
        ask(replace(LAST, **wrong))


def test_the_turned_tile_is_in_no_hand() -> None:
    with pytest.raises(bingo.ImpossiblePosition, match="hands: expected each tile in one place"):
        analyze(replace(LAST, hands=(TileSet("0-0"), TileSet("1-0")), turned=Tile("0-0"), stock=(Tile("2-0"),)))


def test_nothing_is_drawn_from_an_empty_boneyard() -> None:
    position = play(deal("pagat", seed=1), "lead 6-3").position
    move = next(legal_moves(replace(position, stock=())))
    with pytest.raises(bingo.ImpossiblePosition, match="stock: expected face-down tiles to draw; found none"):
        play(replace(position, stock=()), move)
