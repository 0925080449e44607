"""The face of the library: what ``bingo.solver`` exports, and that it is explained."""

import inspect
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bingo.solver
from bingo.positions import reads
from bingo.solver import Answer, InformationSet, Match, Move, NotationError, Position, Settings, analyze, can_claim

EXPORTED = sorted(
    {*bingo.solver.__all__} - {"PRESETS", "Player"}
)  # a mapping cannot carry a docstring; the module's has it
CLAIMED = "{trump: 4, lead: you, you: {hand: 4-4, points: %d, tricks: 7}, opponent: {hand: 6-5, points: %d, tricks: 6}}"


@pytest.mark.parametrize("name", EXPORTED)
def test_what_is_exported_has_a_docstring_as_have_its_public_parts(name: str) -> None:
    thing = getattr(bingo.solver, name)
    assert own_docstring(thing), name
    if not inspect.isclass(thing):
        return
    for part, value in vars(thing).items():
        described = inspect.isfunction(value) or isinstance(value, (property, classmethod))
        if described and not part.startswith("_"):
            assert inspect.getdoc(value), f"{name}.{part}"


def own_docstring(thing: Any) -> str:
    """The docstring, without the one that dataclasses make of the fields."""
    doc: str = vars(thing).get("__doc__") or "" if inspect.isclass(thing) else thing.__doc__ or ""
    return "" if doc.startswith(f"{thing.__name__}(") else doc


@pytest.mark.parametrize("name", [name for name in EXPORTED if inspect.isclass(getattr(bingo.solver, name))])
def test_the_parts_of_what_is_exported_are_exported_too(name: str) -> None:
    """A program can name the type of whatever it is given."""
    thing = getattr(bingo.solver, name)
    hints = [str(getattr(hint, "__forward_arg__", hint)) for hint in inspect.get_annotations(thing).values()]
    for value in vars(thing).values():
        function = value.fget if isinstance(value, property) else getattr(value, "func", None)
        hints += [str(function.__annotations__["return"])] if function else []
    module = sys.modules[thing.__module__]
    for word in set(re.findall(r"\b[A-Z]\w+", " ".join(hints))):
        part = getattr(module, word, None)
        ours = part is None or getattr(part, "__module__", "").startswith("bingo")
        assert not ours or word in bingo.solver.__all__ or word in ("Any", "NDArray", "None", "Arrangement"), (
            f"{name}: {word}"
        )


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
    [position] = reads(text)
    assert isinstance(position, Position)
    assert position.expect is not None
    assert position.expect.best == (Move.parse("LEAD 4-4"),) == position.legal_moves
    replied = position.play("4-4").play("6-5")
    assert replied == position.play("Lead 4-4").play(Move.parse("5-6", replying=True))
    with pytest.raises(NotationError, match="found '4-4'"):  # who leads is not known
        Move.parse("4-4")
