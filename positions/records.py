"""Reading records of deals: a file or a text as a stream of deals that have been played through and checked."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import msgspec

from bingo.positions import entries
from bingo.positions.entries import EMPTY, Entry
from bingo.positions.match_score import FIRST, UNKNOWN, Standing, pair
from bingo.positions.parsing import A_SETUP, Parsed, parse
from bingo.positions.reading import OnError, ReadError, is_record, made, outcome, passed_on
from bingo.positions.record_building import Draft, build_record
from bingo.positions.record_schema import Deal, Holder
from bingo.positions.validation import Places, converted
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game.check import in_two_places, trump_faults
from bingo.solver.game.counting import score_faults
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, Position
from bingo.solver.game.record import Record
from bingo.solver.game.replay import WHO, IllegalTurn, Replay, replay
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup

msgspec.json.Decoder(Deal)  # as reading.py does with its documents
_PLACES: Places = (
    (Holder, "under you or opponent"),
    (Deal, "at the beginning of a line, under no other key"),
)


def read_records(
    path: str | os.PathLike[str], *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Record]:
    """Read the recorded deals of a file one by one; ``-`` is standard input.

    As :func:`bingo.positions.read` otherwise. Every deal is played through; where deals follow each other with a
    ``match`` score, that score and who leads are checked too. ``rules`` replace the rules that the file names; the
    results and scores in it are not checked then.

    Raises:
        FileNotFoundError, IsADirectoryError: there is no such file, or it is a folder; noticed at the call.
        NotationError: the file, or a deal, cannot be read.
        ImpossiblePosition: what was dealt is impossible, a turn is against the rules, or a result or score is wrong.

    Either error lists every fault of the setup and the first one of the play, with field and line. With ``on_error``
    it is passed there instead, and reading goes on.
    """
    if on_error is None:
        entries.require(path)
    return passed_on(_outcomes(entries.of_file(path), entries.called(path), rules), on_error)


def read_either(
    path: str | os.PathLike[str], *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | InformationSet | Record]:
    """Read the positions and the recorded deals of a file as they come; as :func:`read_records` otherwise."""
    return passed_on(_outcomes(entries.of_file(path), entries.called(path), rules, positions=True), on_error)


def _holds_record(entry: Entry) -> bool:
    try:
        return not entry.problem and is_record(parse(entry).data)
    except NotationError:
        return False


def reads_records(text: str, *, rules: Rules | None = None, on_error: OnError | None = None) -> Iterator[Record]:
    """Read the recorded deals of a text; as :func:`read_records` otherwise."""
    return passed_on(_outcomes(entries.of_text(text), "text", rules), on_error)


def _outcomes(found: Iterable[Entry], source: str, rules: Rules | None, *, positions: bool = False) -> Iterator[Any]:
    """What comes of each entry, error or not: a record, or a position where there may be ``positions`` too."""
    standing = UNKNOWN if rules else FIRST
    for entry in found:
        if positions and not _holds_record(entry):
            yield outcome(entry, source, rules)
        else:
            result, standing = _outcome(entry, source, rules, standing)
            yield result


def _outcome(entry: Entry, source: str, rules: Rules | None, standing: Standing) -> tuple[Record | ReadError, Standing]:
    """The deal of one entry, or what is wrong with it and where; and how the match stands after it."""
    if entry.problem == EMPTY:
        entry = replace(entry, problem=Reason("file", "at least one deal", EMPTY.found))
    found = made(
        entry, source, "deal", lambda parsed: _played(_draft(parsed, rules), standing, own_rules=rules is None)
    )
    if not isinstance(found, tuple):
        return found, UNKNOWN
    return found[0], standing if rules else standing.after(*found)


def _draft(parsed: Parsed, rules: Rules | None) -> Draft:
    """What is written.

    Raises:
        NotationError: every fault of form and notation, and tiles that lie in two places.
    """
    if not is_record(parsed.data) and _is_position(parsed.data):
        raise NotationError.of("document", "the record of a deal, with the keys dealt and play", A_SETUP)
    document, reasons = converted(parsed.data, Deal, _PLACES)
    draft, unread = build_record(document, rules)
    if not isinstance(parsed.data, dict) or parsed.data.get("turned") is None:
        unread = [reason for reason in unread if reason.field != "turned"]
    if faults := [*parsed.reasons, *reasons, *unread]:
        raise NotationError([*faults, *_twice(draft.setup)])
    return draft


def _is_position(data: object) -> bool:
    sides = [data.get(name) for name in PLAYER_NAMES] if isinstance(data, dict) else []
    return any(isinstance(side, dict) and "hand" in side for side in sides)


# --- what is wrong with a deal -----------------------------------------------------------------------


def _played(draft: Draft, standing: Standing, *, own_rules: bool) -> tuple[Record, Replay]:
    """The record, with the player of every turn.

    Raises:
        ImpossiblePosition: every fault of the setup, the first one of the play, and a wrong result.
    """
    basic, beside = list(_setup_faults(draft)), list(score_faults(draft.setup))
    if basic:
        raise ImpossiblePosition(basic + beside)
    record = draft.record()
    beside += standing.faults(record)
    try:
        played = replay(record)
    except IllegalTurn as error:
        field = f"play[{draft.items[error.number]}], trick {error.trick}"
        raise ImpossiblePosition([*beside, Reason(field, error.expected, error.found)]) from None
    beside += _draw_faults(record, played)
    if own_rules:
        beside += _result_faults(record, played)
    if beside:
        raise ImpossiblePosition(beside)
    return replace(record, turns=played.turns), played


def _twice(s: Setup) -> Iterator[Reason]:
    """Tiles that lie in two places, by the names of the places in a record."""
    for reason in in_two_places(s):
        field, found = (
            re.sub(r"\.hand$", ".dealt", text).replace(".took", ".drew") for text in (reason.field, reason.found)
        )
        yield Reason(field, reason.expected, found)


def _setup_faults(draft: Draft) -> Iterator[Reason]:
    s = draft.setup
    yield from trump_faults(s)
    yield from _twice(s)
    if s.sides[0].hand is None and s.sides[1].hand is None:
        yield Reason("you.dealt", "the seven tiles dealt to a player", "nothing")
    for name, side in zip(PLAYER_NAMES, s.sides, strict=True):
        if side.hand is not None and len(side.hand) != 7:
            yield Reason(f"{name}.dealt", "seven tiles", str(len(side.hand)))
    if s.stock is None:
        return
    if len(s.stock) != 13:
        yield Reason(
            "stock", "13 face-down tiles, the turned tile not among them (or drew under a player)", str(len(s.stock))
        )
    for name, drew in zip(PLAYER_NAMES, draft.drew, strict=True):
        if drew is not None:
            yield Reason(f"{name}.drew", "nothing beside stock, which says what was drawn", "tiles")


def _draw_faults(record: Record, played: Replay) -> Iterator[Reason]:
    """Whether the tiles that a player is said to have drawn are as many as were drawn."""
    if record.stock is not None:
        return
    end = played.end
    just_drawn = end.turn is None and end.position.open and end.position.led is None
    for player, name in enumerate(PLAYER_NAMES):
        drew, draws = record.drew[player], played.draws[player]
        if drew is None:
            if record.dealt[player] is not None and draws > (1 if just_drawn else 0):
                tiles = "tile" if draws == 1 else f"{draws} tiles"
                yield Reason(f"{name}.drew", f"the {tiles} that {WHO[player]} drew, or the stock", "nothing")
            continue
        with_turned = draws - (draws == 7 and record.turned not in drew and len(played.drawn[player]) == len(drew) + 1)
        least = with_turned - just_drawn
        if not least <= len(drew) <= with_turned:
            yield Reason(f"{name}.drew", f"{with_turned} tiles, as many as {WHO[player]} drew", str(len(drew)))


def _result_faults(record: Record, played: Replay) -> Iterator[Reason]:
    if record.result is None:
        return
    if not played.end.position.over:
        tricks = sum(played.end.position.tricks)
        yield Reason("result", f"no result, as the deal is not over after {tricks} tricks", pair(record.result))
    elif record.result != played.end.score:
        yield Reason("result", f"{pair(played.end.score)}, which the play brings", pair(record.result))
