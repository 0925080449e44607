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
from bingo.positions import reads
from bingo.solver import Match, Move, Settings, Taken, Tile, analyze, can_claim
from bingo.solver.game import InformationSet, TileSet, deal
from tests import manual
from tests.support.command import LAST_TILE
from tests.support.reading import A_MATCH, EXAMPLES, example, full_position

WAITS, CLOSE, FIRST = (example(name) for name in ("the-bingo-waits", "should-i-close", "first-lead"))
#: Parts of answers that commands ask for and the library does not give, or of modules that take OR-Tools along.
COMMAND_TYPES = ("Arrangement", "Certificate", "LineProof", "Stakes")
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
    return io.StringIO(path.read_text("utf-8"))


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
            needs_docstring = inspect.isfunction(value) or isinstance(value, (property, classmethod))
            assert part.startswith("_") or not needs_docstring or inspect.getdoc(value), f"{name}.{part}"
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


CLAIMED = "{trump: 4, lead: you, you: {hand: 4-4, points: %d, tricks: 7}, opponent: {hand: 6-5, points: %d, tricks: 6}}"
CLASS_NAMES = [name for name in bingo.solver.__all__ if inspect.isclass(getattr(bingo.solver, name))]


@pytest.mark.parametrize("name", CLASS_NAMES)
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
            not ours or word in bingo.solver.__all__ or word in ("Any", "NDArray", "None", "NoneType", *COMMAND_TYPES)
        ), f"{name}: {word}"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda: bingo.analyze(WAITS), "exact"),
        (lambda: bingo.analyze(FIRST, worlds=64), "estimate"),
        (lambda: bingo.analyze(example("neither-sees-the-other"), worlds=64), "exact"),
        (lambda: bingo.close(CLOSE), "exact"),
    ],
)
def test_best_moves_and_value_mean_the_same_in_every_answer(answer: Callable[[], bingo.Answer], kind: str) -> None:
    result = answer()
    first = result.moves[0]
    assert (result.best, result.value, result.kind) == (first.move, first.value, first.kind)
    assert result.kind == kind
    assert isinstance(result.best, bingo.Move)
    assert all(option.value <= result.value + 1e-9 for option in result.moves)
    for option in result.moves:
        assert option.low <= option.value <= option.high
        assert {type(option.value), type(option.low), type(option.high)} <= {int, float}
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
        lambda **effort: bingo.analyze(FIRST, **effort).moves,
        lambda **effort: bingo.close(CLOSE, **effort).moves,
        lambda **effort: bingo.review(next(iter(bingo.read_records(A_MATCH))), **effort).decisions,
        lambda **effort: bingo.reply(FIRST, **effort),
        lambda **effort: bingo.match("club", "strongest", deals=1, **effort),
    ],
    ids=["analyze", "close", "review", "reply", "match"],
)
def test_every_question_takes_an_effort(ask: Callable[..., Any]) -> None:
    assert ask(effort=8) == ask(effort=8)
    for wrong in ("quik", 0):
        with pytest.raises(bingo.NotationError, match="effort: expected"):
            ask(effort=wrong)


def test_less_effort_looks_at_fewer_deals_and_closes() -> None:
    """A level's move is bounded, too: so few deals make another one, and whole deals in no time."""
    starts = [bingo.deal(seed=seed).seen_by(0) for seed in range(8)]
    two_deal_replies, usual_replies = ([bingo.reply(seen, effort=effort) for seen in starts] for effort in (2, None))
    assert two_deal_replies != usual_replies == [bingo.reply(seen, effort="normal") for seen in starts]
    record = next(iter(bingo.read_records(A_MATCH)))
    assert [bingo.review(record, effort=effort).worlds for effort in ("quick", 24)] == [4096, 24]


def test_print_shows_a_board() -> None:
    assert "│6│2│" in str(WAITS)


@pytest.mark.parametrize("opened", [Path.open, lambda path: path.open("rb"), in_memory, lambda path: path])
def test_a_file_may_be_open_wherever_a_path_is_taken(opened: Callable[[Path], Any]) -> None:
    assert [*bingo.read(opened(EXAMPLES / "first-lead.yaml"))] == [FIRST]
    endings = EXAMPLES / "seven-tiles.jsonl"
    assert [*bingo.read(opened(endings))] == [*bingo.reads(endings.read_text("utf-8"))]
    assert [*bingo.read_records(opened(A_MATCH))] == [*bingo.read_records(A_MATCH)]


@pytest.mark.parametrize("mode", ["w", "wb"])
def test_a_file_may_be_open_where_one_is_written(mode: str, tmp_path: Path) -> None:
    things, file = [*bingo.read_records(A_MATCH)], tmp_path / "again.yaml"
    memory: Any = io.BytesIO() if mode == "wb" else io.StringIO()
    with file.open(mode) as opened:  # its text has no letters that an encoding could change
        bingo.write_records(things, cast(Any, opened))
    bingo.write_records(things, memory)
    assert file.read_bytes() == memory.getvalue() if mode == "wb" else file.read_text() == memory.getvalue()
    assert [*bingo.read_records(file)] == things


def test_whole_numbers_of_numpy_are_as_good_as_others() -> None:
    number = np.int64(5)
    assert Tile(number) == Tile(5)
    assert TileSet(number) == TileSet(5)
    assert bingo.deal("pagat", number) == bingo.deal("pagat", 5)
    assert bingo.match("greedy", "textbook", deals=np.int64(1), seed=number) == bingo.match(
        "greedy", "textbook", deals=1, seed=5
    )
    settings = Settings(effort=cast(Any, number), seed=number)
    assert bingo.analyze(FIRST, settings).moves == bingo.analyze(FIRST, effort=5, seed=5).moves
    assert type(settings.seed) is int


@pytest.mark.parametrize("option", ["seed", "worlds", "threads", "effort", "seconds"])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_of_thousands_of_digits_is_refused_in_words(option: str, sign: int) -> None:
    with pytest.raises(bingo.NotationError, match=f"{option}: expected .*; found a number of thousands of digits"):
        bingo.analyze(FIRST, **cast(Any, {option: sign * 10**5000}))


def test_a_rule_or_a_score_of_thousands_of_digits_is_refused_in_words() -> None:
    for value in ({"target": 10**5000}, {"declare": 10**5000}, {"declaration_points": [10**5000]}):
        with pytest.raises(bingo.NotationError, match=r"rules: .*; found a number of thousands of digits"):
            bingo.rules(value)
    with pytest.raises(bingo.NotationError, match=r"score: .*; found a number of thousands of digits and 1"):
        bingo.solver.match_equity().chance(10**5000, 1, 0)


def test_a_match_that_is_over_is_won_and_one_below_nothing_is_none() -> None:
    start = deal("pagat", 3)
    assert bingo.analyze(replace(start, match=Match(10, 2))).chance == 1
    for game_points in (-3, 0.5):
        with pytest.raises(bingo.BingoError, match="match: expected a whole number of at least 0"):
            bingo.analyze(replace(start, match=Match(cast(int, game_points), 2)))


def test_a_record_begins_with_a_deal_and_reads_moves_as_positions_do() -> None:
    start = bingo.deal(seed=3)
    assert bingo.Record.of(start, ["4-6"]) == bingo.Record.of(start, [bingo.Move.parse("lead 6-4")])
    with pytest.raises(bingo.NotationError, match="start: expected a deal from its first lead"):
        bingo.Record.of(cast(Any, WAITS), [])


def test_a_match_exchanges_the_seats_so_that_equals_are_even() -> None:
    result = bingo.match(lambda _seen, moves: moves[0], lambda _seen, moves: moves[0], deals=6)
    assert result.mean == result.error == 0
    one_deal = bingo.match("greedy", "greedy", deals=1)
    assert one_deal.error is None
    assert "nan" not in f"{one_deal} {one_deal!r}"
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


# --- the keys of answers -----------------------------------------------------------------------------


def test_the_manual_explains_every_key_that_analyze_writes_and_no_other() -> None:
    section = manual.text("positions/README.md").split("## What --json writes: analyze\n")[1].split("\n##")[0]
    rows = [line.split("|")[1:4] for line in section.splitlines() if line.startswith("| `")]
    named = {
        column: {key for row in rows if row[column].strip() != "-" for key in re.findall("`([a-z_]+)`", row[0])}
        for column in (1, 2)
    }
    [known_position] = reads(CLAIMED % (65, 41))
    [hidden_view] = reads((CLAIMED % (41, 65)).replace("7", "6").replace("4-4", "4-4 3-2").replace("hand: 6-5, ", ""))
    two_worlds = Settings(worlds=2)
    exact, sampled = analyze(known_position).as_dict(), analyze(hidden_view, two_worlds).as_dict()
    for keys, position in ((exact, known_position), (sampled, hidden_view)):
        answer = analyze(replace(position, match=Match(2, 5)), two_worlds)
        assert {*answer.as_dict(), "seat"} == named[1 if answer.exact else 2]  # the seat: only of a moment of a record
        assert set(keys) == {key for key in answer.as_dict() if "chance" not in key}
    [moves] = [row for row in rows if "`moves`" in row[0]]
    assert set(exact["moves"][0]) == set(re.findall("`([a-z]+)`", moves[1]))
    given_up = {"worse", "chance_worse"}
    assert set(sampled["moves"][0]) | given_up == set(re.findall("`([a-z_]+)`", moves[1] + moves[2]))


def test_a_tile_alone_is_a_move_wherever_moves_are_read() -> None:
    position = full_position(f"{LAST_TILE}expect: {{best: 4-4}}\n")
    assert position.expect.best == (Move.parse("LEAD 4-4"),) == position.legal_moves
    reply_position = position.play("44").play("5-6")
    assert reply_position == position.play("Lead 4-4").play(Move.parse("5-6", replying=True))
    with pytest.raises(bingo.NotationError, match="'4-4' is no move"):  # who leads is not known
        Move.parse("4-4")


def test_an_information_set_that_a_program_made_is_as_good_as_one_that_was_read() -> None:
    position = deal("pagat", seed=1)
    known_view = InformationSet(rules=position.rules, trump=position.trump, hand=position.hands[0], hidden=7, leader=0)
    assert can_claim(known_view).verdict == "impossible"
    assert can_claim(replace(known_view, taken=(Taken(((),)), Taken(points=0)))).most is not None
