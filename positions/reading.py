"""Reading positions: a file or a text as a stream of checked positions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import msgspec

from bingo.positions import entries
from bingo.positions.building import build, rules_of
from bingo.positions.complaints import complaints
from bingo.positions.entries import Entry
from bingo.positions.plain import Plain, parse, shorten
from bingo.positions.schema import Document, RuleSet
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game.check import check
from bingo.solver.game.position import Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import NAMES, View

ReadError = NotationError | ImpossiblePosition
OnError = Callable[[ReadError], object]


def read(
    path: str | os.PathLike[str], *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | View]:
    """Read the positions of a file one by one; ``-`` is standard input.

    Files named ``.jsonl`` or ``.ndjson`` hold one JSON object a line, ``.yaml`` and ``.yml`` YAML documents
    separated by ``---``; any other is JSON Lines if it begins with ``{``, else YAML. A position with
    everything known comes as :class:`~bingo.solver.game.position.Position`, one with hidden tiles as
    :class:`~bingo.solver.game.setup.View`. ``rules`` replace the rules that the file names.

    Raises:
        NotationError: the file, or an entry, cannot be read.
        ImpossiblePosition: an entry provably cannot occur.

    Either error lists every reason, with field and line. With ``on_error`` it is passed there instead, and
    reading goes on.
    """
    source = "standard input" if os.fspath(path) == "-" else str(path)
    return _read(entries.of_file(path), source, rules, on_error)


def reads(text: str, *, rules: Rules | None = None, on_error: OnError | None = None) -> Iterator[Position | View]:
    """Read the positions of a text; as :func:`read` otherwise."""
    return _read(entries.of_text(text), "text", rules, on_error)


def read_rules(written: bytes) -> Rules:
    """The rules that ``written`` names after ``"rules":`` in a line of JSON.

    Raises:
        NotationError: it cannot be read, or names no rules.
    """
    plain = parse(Entry(1, 1, b'{"rules":%s}' % written, json=True))
    try:
        given = msgspec.convert(plain.data, dict[str, RuleSet], strict=False)["rules"]
    except msgspec.ValidationError as error:
        raise NotationError.of("rules", "a preset or a mapping", error) from None
    return rules_of(given)


def _read(
    found: Iterable[Entry], source: str, rules: Rules | None, on_error: OnError | None
) -> Iterator[Position | View]:
    for entry in found:
        result = outcome(entry, source, rules)
        if isinstance(result, (Position, View)):
            yield result
        elif on_error is None:
            raise result
        else:
            on_error(result)


def outcome(entry: Entry, source: str, rules: Rules | None) -> Position | View | ReadError:
    """The position of one entry, or the error that says what is wrong with it and where it stands."""
    plain = Plain(None, {"": entry.line})
    try:
        if entry.problem:
            raise NotationError([entry.problem])
        plain = parse(entry)
        return check(build(_document(plain), rules))
    except (NotationError, ImpossiblePosition) as error:
        reasons = [_with_line(reason, plain.lines) for reason in error.reasons]
        return type(error)(reasons, where(entry, source, plain.data))


def _document(plain: Plain) -> Document:
    try:
        document = msgspec.convert(plain.data, Document, strict=False)
    except msgspec.ValidationError:
        raise NotationError([*plain.reasons, *complaints(plain.data)]) from None
    if plain.reasons:
        raise NotationError(plain.reasons)
    return document


def where(entry: Entry, source: str, data: object) -> str:
    """What messages call an entry: its file, its number and the name that its ``data`` gives it."""
    if not entry.number:
        return source
    name = data.get("name") if isinstance(data, dict) else None
    called = f" {shorten(name)!r}" if isinstance(name, str) and name else ""
    return f"{source}, position {entry.number}{called}"


def _with_line(reason: Reason, lines: dict[str, int]) -> Reason:
    """The reason with the line of its field, or of the nearest key around it."""
    if reason.line is not None or not lines[""]:
        return reason
    path = reason.field.replace(": ", ".")
    places = [f"{side}.{key}" for key in (path, "won") for side in NAMES] if path in ("points", "tricks") else []
    while path:
        places.append(path)
        path = path.rpartition(".")[0]
    return replace(reason, line=next((lines[place] for place in places if place in lines), lines[""]))
