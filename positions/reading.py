"""Reading positions: a file or a text as a stream of checked positions."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

import msgspec

from bingo.positions import entries, lines
from bingo.positions.building import build
from bingo.positions.entries import Block, Entry
from bingo.positions.hints import explained
from bingo.positions.parsing import A_RECORD, Parsed, parse, shorten
from bingo.positions.schema import Document
from bingo.positions.validation import converted
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game.check import check, in_two_places
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import PLAYER_NAMES, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup

T = TypeVar("T")
ReadError = NotationError | ImpossiblePosition
OnError = Callable[[ReadError], object]

msgspec.json.Decoder(Document)  # describes the type now: two threads that first meet it at once would end the process

#: Faults of one position that are listed at most.
MOST_REASONS = 100

#: What was expected where a record stands instead.
A_POSITION = (
    "a position (analyze, close, claim and show take one out of this deal with --at 9, before trick 9; `bingo review`"
    " goes through the whole deal, and read_records reads it)"
)


def read(
    path: str | os.PathLike[str], *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | InformationSet]:
    """Read the positions of a file one by one; ``-`` is standard input.

    Files named ``.jsonl`` or ``.ndjson`` hold one JSON object a line, ``.yaml`` and ``.yml`` YAML documents
    separated by ``---``; any other is JSON Lines if it begins with ``{``, else YAML. A position with
    everything known comes as :class:`~bingo.solver.game.position.Position`, one with hidden tiles as
    :class:`~bingo.solver.game.information.InformationSet`. ``rules`` replace the rules that the file names.

    Raises:
        FileNotFoundError, IsADirectoryError: there is no such file, or it is a folder; noticed at the call.
        NotationError: the file, or an entry, cannot be read.
        ImpossiblePosition: an entry provably cannot occur.

    The last two list every reason, with field and line. With ``on_error`` all are passed there instead, and reading
    goes on.
    """
    if on_error is None:
        entries.require(path)
    return passed_on(_outcomes(entries.blocks(path, entries.reading_size(path)), rules), on_error)


def reads(
    text: str, *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | InformationSet]:
    """Read the positions of a text; as :func:`read` otherwise."""
    return passed_on(_outcomes(entries.blocks_of_text(text), rules), on_error)


#: Lines of JSON that are read before the tables of rules are worth their while that the quick way needs.
FEW_LINES = 8


def _outcomes(blocks: Iterable[Block], rules: Rules | None) -> Iterator[Position | InformationSet | ReadError]:
    """As :func:`outcome` has them; of more lines of JSON than a few, by the quick way."""
    count = 0
    for block in blocks:
        count += block.positions
        many = block.json and count > FEW_LINES
        quick = lines.positions(block.texts, rules) if many else [None] * len(block.texts)
        for place, position in enumerate(quick):
            yield position or outcome(block.entry(place), block.source, rules)


def passed_on(results: Iterable[T | ReadError], on_error: OnError | None) -> Iterator[T]:
    """The results that are no errors; these are raised, or told where somebody asks for that."""
    for result in results:
        if not isinstance(result, (NotationError, ImpossiblePosition)):
            yield result
        elif on_error is None:
            raise result
        else:
            on_error(result)


def outcome(entry: Entry, source: str, rules: Rules | None) -> Position | InformationSet | ReadError:
    """The position of one entry, or the error that says what is wrong with it and where it stands."""

    def read(parsed: Parsed) -> Position | InformationSet:
        if is_record(parsed.data):
            raise NotationError.of("document", A_POSITION, A_RECORD)
        return check(_setup(parsed, rules))

    return made(entry, source, "position", read)


def made(entry: Entry, source: str, what: str, read: Callable[[Parsed], T]) -> T | ReadError:
    """What ``read`` makes of the data of an entry; or its error, with the place of each reason; faults of notation in
    the order of their lines, each once.
    """
    parsed = Parsed(None, {"": entry.line})
    try:
        if entry.problem:
            raise NotationError([entry.problem])
        parsed = parse(entry)
        return read(parsed)
    except ImpossiblePosition as error:
        reasons = [_placed(reason, parsed.lines) for reason in error.reasons]
        return ImpossiblePosition(reasons, _where(entry, source, parsed.data, what))
    except NotationError as error:
        faults = dict.fromkeys(_placed(reason, parsed.lines) for reason in error.reasons[:MOST_REASONS])
        reasons = sorted(faults, key=lambda reason: reason.line or 0)
        return NotationError(reasons, _where(entry, source, parsed.data, what))


def setup_of(entry: Entry) -> Setup:
    """What is written in an entry, whether it can occur or not.

    Raises:
        NotationError: it cannot be read.
    """
    return _setup(parse(entry), None)


def _setup(parsed: Parsed, rules: Rules | None) -> Setup:
    """What is written.

    Raises:
        NotationError: every fault of form and notation, and tiles that lie in two places: these contradict
            each other whatever else there is to be mended.
    """
    document, reasons = converted(parsed.data, Document)
    setup, unread = build(document, rules)
    if reasons := [*parsed.reasons, *reasons, *unread]:
        raise NotationError([*reasons, *in_two_places(setup)])
    return setup


def is_record(data: object) -> bool:
    """Whether this is the record of a deal, and no position: ``read_records`` reads it."""
    if not isinstance(data, dict):
        return False
    sides = [data.get(name) for name in PLAYER_NAMES]
    return isinstance(data.get("play"), list) or any(isinstance(side, dict) and "dealt" in side for side in sides)


def _where(entry: Entry, source: str, data: object, what: str) -> str:
    """What messages call an entry: its file, its number and the name that its ``data`` gives it."""
    if not entry.number:
        return source
    name = data.get("name") if isinstance(data, dict) else None
    called = f" {shorten(name)!r}" if isinstance(name, str) and name else ""
    return f"{source}, {what} {entry.number}{called}"


def _placed(reason: Reason, lines: dict[str, int]) -> Reason:
    """The reason with the line of its field, or of the nearest key around it, and with odd characters named; a line of
    the play of a deal is called by its trick.
    """
    path, field = reason.field.replace(": ", "."), reason.field
    if turn := re.match(r"(play\[(\d+)\])(?:, trick (\d+))?", field):
        path, field = turn[1], f"play, trick {turn[3] or int(turn[2]) + 1}"
    reason = replace(reason, field=field, found=explained(reason.found))
    if reason.line is not None or not lines[""]:
        return reason
    places = [f"{side}.{key}" for key in (path, "won") for side in PLAYER_NAMES] if path in ("points", "tricks") else []
    while path:
        places.append(path)
        path = path.rpartition(".")[0]
    return replace(reason, line=next((lines[place] for place in places if place in lines), lines[""]))
