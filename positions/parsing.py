"""The text of one entry as plain data with the line of every key; or all that is wrong, and where.

Every scalar of a YAML file stays a text (``00`` and ``05`` are tiles, not octal numbers). What YAML can do
beyond that (aliases, anchors, tags, merge keys) is refused, as are keys that stand twice. No library gives every fault
of a document with its line: those for YAML forget lines, or stop at the first fault, as msgspec does.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn, TypeVar

import yaml

from bingo.positions.entries import MAX_BRACKETS, MAX_BYTES, Block
from bingo.positions.hints import EMPTY_KEY_TEXT, name_lookalikes, shorten, slips
from bingo.positions.schema import POSITION_KEYS, RECORD_KEYS
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game.position import PLAYER_NAMES

T = TypeVar("T")
ReadError = NotationError | ImpossiblePosition

#: Deepest nesting of a document is 4 (``opponent``, ``won``, a trick, a tile).
MAX_NESTING_DEPTH = 8

#: What messages call the two kinds of entry.
A_SETUP, A_RECORD = "a position", "the record of a deal"

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NULL_TEXTS = ("", "~", "null", "Null", "NULL")
_CONTROL_CHARACTER = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Parsed:
    """Plain data; the line of each key by its path (``you.hand``); ``reasons``: faults that left data to go on with."""

    data: object
    lines: dict[str, int]
    reasons: list[Reason] = field(default_factory=list)


def parse(entry: Block) -> Parsed:
    """The plain data of a block's one entry; a ``NotationError`` where it is too long, or no UTF-8, YAML or JSON."""
    (first_line,), (entry_bytes,) = entry.line_numbers, entry.texts
    text = _decode(entry_bytes, first_line)
    if entry.is_json:
        reasons: list[Reason] = []
        return Parsed(read_json(text, first_line, reasons), {"": first_line}, reasons)
    data_builder = _Builder(first_line)
    try:
        return Parsed(data_builder.build(text), data_builder.lines, data_builder.reasons)
    except yaml.YAMLError as error:
        raise NotationError([*data_builder.reasons, *_yaml_reasons(error, text, first_line)]) from None


def kind_of(data: object) -> str:
    """What the data are by their keys: a position, a record, what the program wrote; empty where they are none."""
    if not isinstance(data, dict):
        return ""
    side_data = [side for side in map(data.get, PLAYER_NAMES) if isinstance(side, dict)]
    if isinstance(data.get("play"), list) or any("dealt" in side for side in side_data):
        return A_RECORD
    if any("hand" in side for side in side_data):
        return A_SETUP
    is_program_output = data.keys() & {"exact", "advice", "verdict", "error", "decisions"} and not side_data
    return ("a review of a deal" if "decisions" in data else "an answer of the program") if is_program_output else ""


def _refuse(expected: str, actual_text: str, line: int) -> NoReturn:
    raise NotationError([Reason("document", expected, actual_text, line)])


def _decode(entry_bytes: bytes, first_line: int) -> str:
    if len(entry_bytes) > MAX_BYTES:
        _refuse(f"at most {MAX_BYTES // 1024} KiB for one position", "more", first_line)
    try:
        text = entry_bytes.decode()
        control_match = _CONTROL_CHARACTER.search(entry_bytes)
        error_index = None if control_match is None else control_match.start()
    except UnicodeDecodeError as error:
        error_index = error.start
    if error_index is not None:
        byte = f"the byte 0x{entry_bytes[error_index]:02x}{', as in UTF-16' if not entry_bytes[error_index] else ''}"
        _refuse("UTF-8 text", byte, first_line + entry_bytes.count(b"\n", 0, error_index))
    return text


# --- JSON --------------------------------------------------------------------------------------------


def read_json(text: str, line: int, reasons: list[Reason]) -> object:
    """The data of a line of JSON, a ``NotationError`` where it is none; lesser faults are added to ``reasons``."""

    def mapping(key_values: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(key_values)
        if len(members) < len(key_values):
            repeated = [key for key, count in Counter(key for key, _ in key_values).items() if count > 1]
            reasons.extend(Reason("document", "every key once", f"{shorten(key)!r} again", line) for key in repeated)
        return members

    def constant(constant_name: str) -> None:
        reasons.append(Reason("document", "a JSON number", constant_name, line))

    if (brackets := text.count("[") + text.count("{")) > MAX_BRACKETS:
        _refuse(f"at most {MAX_BRACKETS} opening brackets on the line", str(brackets), line)
    expected = "one JSON object on the line"
    # The standard decoder and not msgspec's, which keeps the last of two equal keys without a word.
    decoder = json.JSONDecoder(object_pairs_hook=mapping, parse_constant=constant)
    try:
        data = decoder.decode(text.rstrip())  # else what is missing at the end is looked for in the next line
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # a UnicodeEncodeError for half a surrogate pair
        return data
    except json.JSONDecodeError as error:
        shown_text = f"{shorten(text.strip())!r} ({error.msg[:1].lower()}{error.msg[1:]} at column {error.colno})"
        _refuse(expected, shown_text, line)
    except UnicodeEncodeError:
        _refuse(expected, "an escape that is no character", line)
    except ValueError:  # more digits than Python makes a number of
        _refuse(expected, "a number of thousands of digits", line)


# --- YAML --------------------------------------------------------------------------------------------


class _Builder:
    """Plain data from the events of the YAML parser, which nothing recursive or lazy can hide in."""

    def __init__(self, first_line: int) -> None:
        self.lines = {"": first_line}
        self.reasons: list[Reason] = []
        self._first = first_line
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
        if depth > MAX_NESTING_DEPTH:
            _refuse("a position, which is never nested this deep", "deeper nesting", self._line(event))
        if isinstance(event, yaml.ScalarEvent):
            return None if event.implicit[0] and event.value in _NULL_TEXTS else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path, depth + 1)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path, depth + 1)
        return f"*{event.anchor}"  # an alias, complained of above

    def _sequence(self, path: str, depth: int) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            item_path = f"{path}[{len(items)}]"
            self.lines[item_path] = self._line(event)
            items.append(self._node(event, item_path, depth))
        return items

    def _mapping(self, path: str, depth: int) -> dict[str, object]:
        members: dict[str, object] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._node(event, path, depth)
            line, value_event = self._line(event), next(self._events)
            if not isinstance(key, (str, type(None))):
                _refuse("a key, which is a single word", "a list or mapping", line)
            key_name = key or ""
            key_path = f"{path}.{key_name or EMPTY_KEY_TEXT}" if path else key_name or EMPTY_KEY_TEXT
            if key_path in self.lines:
                self._complain(key_path, "every key once", f"it again, after line {self.lines[key_path]}", line)
            self.lines[key_path] = line
            members[key_name] = self._node(value_event, key_path, depth)
        return members

    def _refuse_extras(self, event: Any, path: str) -> None:
        if isinstance(event, yaml.AliasEvent):
            self._complain(path, "a value, as aliases are not read", f"*{event.anchor}", self._line(event))
        elif event.anchor is not None:
            self._complain(path, "a value without anchor", f"&{event.anchor}", self._line(event))
        elif event.tag is not None:
            self._complain(path, "a value without tag", event.tag, self._line(event))

    def _complain(self, path: str, expected: str, actual: str, line: int) -> None:
        self.reasons.append(Reason(path or "document", expected, shorten(actual), line))


def _yaml_reasons(error: yaml.YAMLError, text: str, first_line: int) -> list[Reason]:
    """The usual slips in a text, each with its line; else what the YAML parser stumbled over."""
    if reasons := slips(text, first_line, POSITION_KEYS | RECORD_KEYS):
        return reasons
    text_lines = text.splitlines()
    problem_mark = getattr(error, "problem_mark", None)
    line_index = min(problem_mark.line, len(text_lines) - 1) if problem_mark else 0
    shown = shorten(text_lines[line_index].strip()) if text_lines else ""
    problem = getattr(error, "problem", None) or "a character that is not text"
    return [Reason("document", "YAML, `key: value` on each line", f"{shown!r} ({problem})", first_line + line_index)]


# --- errors with their places ---------------------------------------------------------------------------

#: Faults of one position that are listed at most.
MAX_LISTED_REASONS = 100


def build_or_error(entry: Block, entry_noun: str, read_parsed: Callable[[Parsed], T]) -> T | ReadError:
    """What ``read_parsed`` makes of an entry, or its error: each reason once, with its place; misreadings by line."""
    parsed = Parsed(None, {"": entry.line_numbers[0]})
    try:
        if entry.problem:
            raise NotationError([entry.problem])
        parsed = parse(entry)
        return read_parsed(parsed)
    except (NotationError, ImpossiblePosition) as error:
        reasons = [*dict.fromkeys(_with_line(reason, parsed.lines) for reason in error.reasons[:MAX_LISTED_REASONS])]
        if isinstance(error, NotationError):
            reasons.sort(key=lambda reason: reason.line or 0)
        return type(error)(reasons, _entry_name(entry, parsed.data, entry_noun))


def _entry_name(entry: Block, data: object, entry_noun: str) -> str:
    """What messages call an entry: its file, its number and the name that its ``data`` gives it."""
    (number,) = entry.numbers
    if not number:
        return entry.source
    name = data.get("name") if isinstance(data, dict) else None
    quoted_name = f" {shorten(name)!r}" if isinstance(name, str) and name else ""
    return f"{entry.source}, {entry_noun} {number}{quoted_name}"


def _with_line(reason: Reason, lines: dict[str, int]) -> Reason:
    """The reason with the line of its field or of the nearest key around it, and a turn called by its trick."""
    path, field = reason.field.replace(": ", "."), reason.field
    if turn_match := re.match(r"(play\[(\d+)\])(?:, trick (\d+))?", field):
        path, field = turn_match[1], f"play, trick {turn_match[3] or int(turn_match[2]) + 1}"
    reason = replace(reason, field=field, found=name_lookalikes(reason.found))
    if reason.line is not None or not lines[""]:
        return reason
    paths = [f"{side}.{key}" for key in (path, "won") for side in PLAYER_NAMES] if path in ("points", "tricks") else []
    while path:
        paths.append(path)
        path = path.rpartition(".")[0]
    return replace(reason, line=next((lines[path_tried] for path_tried in paths if path_tried in lines), lines[""]))
