"""The text of one entry as plain data (mappings, lists, texts, numbers) with the line of every key.

Every scalar of a YAML file stays a text (``00`` and ``05`` are tiles, not octal numbers). What YAML can do
beyond that (aliases, anchors, tags, merge keys) is refused, as are keys that stand twice.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

import yaml

from bingo.positions.entries import BRACKETS, LIMIT, Entry
from bingo.positions.hints import slips
from bingo.positions.schema import KEYS
from bingo.solver.errors import NotationError, Reason

#: Deepest nesting of a document is 4 (``opponent``, ``won``, a trick, a tile).
DEPTH = 8

#: What an entry is that stands where the other kind is read.
A_SETUP, A_RECORD = "a position", "the record of a deal"

#: An empty key, where one has to be named.
NO_NAME = "''"

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NULLS = ("", "~", "null", "Null", "NULL")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Parsed:
    """Plain data; ``lines`` maps the path of a key (``you.hand``) to its line, ``""`` to the first one.

    ``reasons`` are faults that left data to go on with, such as a key that stands twice.
    """

    data: object
    lines: dict[str, int]
    reasons: list[Reason] = field(default_factory=list)


def parse(entry: Entry) -> Parsed:
    """The plain data of an entry.

    Raises:
        NotationError: too long, not UTF-8, or not YAML or JSON.
    """
    text = _decode(entry)
    if entry.json:
        reasons: list[Reason] = []
        return Parsed(_json(text, entry.line, reasons), {"": entry.line}, reasons)
    builder = _Builder(entry.line)
    try:
        return Parsed(builder.build(text), builder.lines, builder.reasons)
    except yaml.YAMLError as error:
        raise NotationError([*builder.reasons, *_in_words(error, text, entry.line)]) from None


def shorten(text: str, size: int = 60) -> str:
    """The text, cut to a readable size."""
    return text if len(text) <= size else text[: size - 3] + "..."


def _refuse(expected: str, found: str, line: int) -> NoReturn:
    raise NotationError([Reason("document", expected, found, line)])


def _decode(entry: Entry) -> str:
    if len(entry.text) > LIMIT:
        _refuse(f"at most {LIMIT // 1024} KiB for one position", "more", entry.line)
    try:
        text = entry.text.decode()
        control = _CONTROL.search(entry.text)
        bad = None if control is None else control.start()
    except UnicodeDecodeError as error:
        bad = error.start
    if bad is not None:
        byte = f"the byte 0x{entry.text[bad]:02x}{', as in UTF-16' if not entry.text[bad] else ''}"
        _refuse("UTF-8 text", byte, entry.line + entry.text.count(b"\n", 0, bad))
    return text


# --- JSON --------------------------------------------------------------------------------------------


def _json(text: str, line: int, reasons: list[Reason]) -> object:
    """The data of a line of JSON; faults that leave some to go on with are added to ``reasons``."""

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
            reasons.extend(Reason("document", "every key once", f"{shorten(key)!r} again", line) for key in twice)
        return found

    def constant(name: str) -> None:
        reasons.append(Reason("document", "a JSON number", name, line))

    expected = "one JSON object on the line"
    if text.count("[") + text.count("{") > BRACKETS:
        _refuse(expected, "brackets that are not closed", line)
    # The standard decoder and not msgspec's, which keeps the last of two equal keys without a word.
    decoder = json.JSONDecoder(object_pairs_hook=mapping, parse_constant=constant)
    try:
        data = decoder.decode(text.rstrip())  # else what is missing at the end is looked for in the next line
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # a UnicodeEncodeError for half a surrogate pair
        return data
    except json.JSONDecodeError as error:
        shown = f"{shorten(text.strip())!r} ({error.msg[:1].lower()}{error.msg[1:]} at column {error.colno})"
        _refuse(expected, shown, line)
    except UnicodeEncodeError:
        _refuse(expected, "an escape that is no character", line)
    except ValueError as error:
        _refuse(expected, shorten(str(error)), line)


# --- YAML --------------------------------------------------------------------------------------------


class _Builder:
    """Plain data from the events of the YAML parser, which nothing recursive or lazy can hide in."""

    def __init__(self, first: int) -> None:
        self.lines = {"": first}
        self.reasons: list[Reason] = []
        self._first = first
        self._events: Iterator[Any] = iter(())

    def build(self, text: str) -> object:
        self._events = yaml.parse(text, Loader=_LOADER)
        for event in self._events:
            if isinstance(event, yaml.NodeEvent):
                self.lines[""] = self._line(event)
                data = self._node(event, "", 0)
                all(self._events)  # faults may still stand at the end
                return data
        return None

    def _line(self, event: Any) -> int:
        return self._first + int(event.start_mark.line)

    def _node(self, event: Any, path: str, depth: int) -> object:
        self._refuse_extras(event, path)
        if depth > DEPTH:
            _refuse("a position, which is never nested this deep", "deeper nesting", self._line(event))
        if isinstance(event, yaml.ScalarEvent):
            return None if event.implicit[0] and event.value in _NULLS else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path, depth + 1)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path, depth + 1)
        return f"*{event.anchor}"  # an alias, complained of above

    def _sequence(self, path: str, depth: int) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            here = f"{path}[{len(items)}]"
            self.lines[here] = self._line(event)
            items.append(self._node(event, here, depth))
        return items

    def _mapping(self, path: str, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, path, depth)
            line, value_event = self._line(event), next(self._events)
            if not isinstance(key, (str, type(None))):
                _refuse("a key, which is a single word", "a list or mapping", line)
            name = key or ""
            here = f"{path}.{name or NO_NAME}" if path else name or NO_NAME
            if here in self.lines:
                self._complain(here, "every key once", f"it again, after line {self.lines[here]}", line)
            self.lines[here] = line
            found[name] = self._node(value_event, here, depth)
        return found

    def _refuse_extras(self, event: Any, path: str) -> None:
        if isinstance(event, yaml.AliasEvent):
            self._complain(path, "a value, as aliases are not read", f"*{event.anchor}", self._line(event))
        elif event.anchor is not None:
            self._complain(path, "a value without anchor", f"&{event.anchor}", self._line(event))
        elif event.tag is not None:
            self._complain(path, "a value without tag", event.tag, self._line(event))

    def _complain(self, path: str, expected: str, found: str, line: int) -> None:
        self.reasons.append(Reason(path or "document", expected, shorten(found), line))


def _in_words(error: yaml.YAMLError, text: str, first: int) -> list[Reason]:
    """The usual slips in a text, each with its line; else what the YAML parser stumbled over."""
    from bingo.positions.record_schema import RECORD_KEYS  # here: files without faults need none of it

    if found := slips(text, first, KEYS | RECORD_KEYS):
        return found
    lines = text.splitlines()
    mark = getattr(error, "problem_mark", None)
    at = min(mark.line, len(lines) - 1) if mark else 0
    shown = shorten(lines[at].strip()) if lines else ""
    problem = getattr(error, "problem", None) or "a character that is not text"
    return [Reason("document", "YAML, `key: value` on each line", f"{shown!r} ({problem})", first + at)]
