"""The text of one entry as plain data with the line of every key, and the document that it is; or all that is wrong.

Every scalar of a YAML file stays a text (``00`` and ``05`` are tiles, not octal numbers). What YAML can do
beyond that (aliases, anchors, tags, merge keys) is refused, as are keys that stand twice. No library gives every fault
of a document with its line: those for YAML forget lines, or stop at the first fault, as msgspec does.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, NoReturn, TypeVar, get_args

import msgspec
import yaml
from msgspec.structs import FieldInfo

from bingo.positions.entries import BRACKETS, LIMIT, Entry
from bingo.positions.schema import KEYS, Closed, Document, Expect, Player
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
        return Parsed(read_json(text, entry.line, reasons), {"": entry.line}, reasons)
    builder = _Builder(entry.line)
    try:
        return Parsed(builder.build(text), builder.lines, builder.reasons)
    except yaml.YAMLError as error:
        raise NotationError([*builder.reasons, *_yaml_reasons(error, text, entry.line)]) from None


def shorten(text: str, size: int = 60) -> str:
    """Cut a text to a readable size."""
    return text if len(text) <= size else text[: size - 3] + "..."


def _refuse(expected: str, actual: str, line: int) -> NoReturn:
    raise NotationError([Reason("document", expected, actual, line)])


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


def read_json(text: str, line: int, reasons: list[Reason]) -> object:
    """The data of a line of JSON; faults that leave some to go on with are added to ``reasons``.

    Raises:
        NotationError: it is not JSON.
    """

    def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
            reasons.extend(Reason("document", "every key once", f"{shorten(key)!r} again", line) for key in twice)
        return members

    def constant(name: str) -> None:
        reasons.append(Reason("document", "a JSON number", name, line))

    if (brackets := text.count("[") + text.count("{")) > BRACKETS:
        _refuse(f"at most {BRACKETS} opening brackets on the line", str(brackets), line)
    expected = "one JSON object on the line"
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
        members: dict[str, object] = {}
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
            members[name] = self._node(value_event, here, depth)
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


def _yaml_reasons(error: yaml.YAMLError, text: str, first: int) -> list[Reason]:
    """The usual slips in a text, each with its line; else what the YAML parser stumbled over."""
    from bingo.positions.schema import RECORD_KEYS  # here: files without faults need none of it

    if reasons := slips(text, first, KEYS | RECORD_KEYS):
        return reasons
    lines = text.splitlines()
    mark = getattr(error, "problem_mark", None)
    at = min(mark.line, len(lines) - 1) if mark else 0
    shown = shorten(lines[at].strip()) if lines else ""
    problem = getattr(error, "problem", None) or "a character that is not text"
    return [Reason("document", "YAML, `key: value` on each line", f"{shown!r} ({problem})", first + at)]


# --- from data to a document ----------------------------------------------------------------------

_TILES = re.compile(r"\s*\[?[0-6][-|][0-6]")
_NO_BLANK = re.compile(r"\s*\w+:\S")
Kind = TypeVar("Kind", bound=msgspec.Struct)
#: What is taken for the required keys where they cannot be read.
_STAND_INS: dict[str, Any] = {"lead": "you", "you": {}, "turned": None}

#: Where the keys of each mapping belong.
Places = tuple[tuple[type[msgspec.Struct], str], ...]
PLACES: Places = (
    (Closed, "under closed"),
    (Expect, "under expect"),
    (Player, "under you or opponent"),
    (Document, "at the beginning of a line, under no other key"),
)


def converted(data: object, kind: type[Kind], places: Places = PLACES) -> tuple[Kind, list[Reason]]:
    """The document of this ``kind`` as far as it can be read, and every reason why ``data`` is none, with the path of
    its key; ``places`` say where keys belong. Known keys that were left empty count as not given.
    """
    if not (isinstance(data, dict) and None in data.values()):
        with suppress(msgspec.ValidationError):  # it stops at the first fault, so every key is converted for itself
            return msgspec.convert(data, kind, strict=False), []
    reasons: list[Reason] = []
    readable = _readable(data, kind, "", places, reasons)
    return msgspec.convert({**_STAND_INS, **(readable or {})}, kind, strict=False), reasons


def _readable(
    data: object, kind: type[msgspec.Struct], path: str, places: Places, reasons: list[Reason]
) -> dict[str, Any] | None:
    """The keys of a mapping whose values can be read; None where it is none, or lacks a required key that nothing
    stands in for. Why others cannot be read is added to ``reasons``.
    """
    fields = _fields(kind)
    if not isinstance(data, dict):
        missing = " (with a space after each colon)" if isinstance(data, str) and _NO_BLANK.match(data) else ""
        expected = f"a mapping with the keys {', '.join(fields)}{missing}"
        reasons.append(
            Reason(path or "document", expected, show(data), sentence=_hand_hint(fields, data) if path else "")
        )
        return None
    strange = islice((str(key) for key in data if key not in fields), MOST_LISTED)
    unknown = {key: known_key(key, list(fields), _keys_elsewhere(kind, places)) for key in strange}
    for name, expected in unknown.items():
        reasons.append(Reason(_join(path, shorten(name) or NO_NAME), expected, show(name)))
    readable: dict[str, Any] = {}
    for key, info in fields.items():
        here, inner, value = _join(path, key), _struct(info.type), data.get(key)
        if value is None:
            if info.required and not any(expected.endswith(f"perhaps {key}") for expected in unknown.values()):
                reasons.append(Reason(here, _expected(info), "nothing"))
        elif inner is not None:
            value = _readable(value, inner, here, places, reasons)
        elif not _matches_type(value, info.type):
            reasons.append(Reason(here, _expected(info), show(value)))
            value = None
        if value is not None:
            readable[key] = value
    lacks = any(field.required and key not in readable for key, field in fields.items())
    return None if path and lacks else readable


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, FieldInfo]:
    """The fields by key. msgspec reads the annotations anew each time, which takes longer than reading a position."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _matches_type(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def show(value: object) -> str:
    """Quote what stood there, shortened: text in quotes, all else as JSON."""
    return shorten(repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _hand_hint(fields: Iterable[str], data: object) -> str:
    """How to write a hand that stands where its side is asked for."""
    key = "dealt" if "dealt" in fields else "hand"
    return (
        f"Put the tiles on a line below: `{key}: 5-4 3-3 2-1`." if isinstance(data, str) and _TILES.match(data) else ""
    )


@cache
def _keys_elsewhere(kind: type[msgspec.Struct], places: Places) -> dict[str, str]:
    """Keys of other mappings than this one, and where they belong."""
    return {key: where for there, where in places if there is not kind for key in there.__struct_fields__}


def _expected(field: FieldInfo) -> str:
    inner = _struct(field.type)
    if inner is not None:
        return f"a mapping with the keys {', '.join(inner.__struct_encode_fields__)}"
    return next(meta.title for meta in _metas(field.type) if meta.title)


def _metas(hint: Any) -> list[msgspec.Meta]:
    """All that is annotated in a type, from the outside in."""
    own = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    return [*own, *(meta for part in get_args(hint) for meta in _metas(part))]


@cache
def _struct(hint: Any) -> type[msgspec.Struct] | None:
    """The Struct that a field holds, if it holds one."""
    hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint  # what is annotated
    for part in (hint, *get_args(hint)):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            return part
    return None


# --- what the eye does not see --------------------------------------------------------------------

#: Slips of one text and unknown keys of one mapping that are listed at most.
MOST_LISTED = 20
_MOST_CHARACTERS = 3

_ESCAPE = re.compile(r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|(t))")
_FOREIGN = ("CYRILLIC", "GREEK", "FULLWIDTH")
#: What each class of look-alikes is mistaken for.
_MEANT = {"Pd": "a hyphen", "Sm": "a hyphen", "Zs": "a space", "Pi": "a straight quote", "Pf": "a straight quote"}

#: What people call a key before they have read the manual.
_ALIASES = {
    **dict.fromkeys(("me", "my", "mine", "i", "self", "player", "us", "we"), "you"),
    **dict.fromkeys(("opp", "other", "them", "they", "he", "she", "his", "her", "enemy", "rival"), "opponent"),
    **dict.fromkeys(("tiles", "holding", "dominoes"), "hand"),
    **dict.fromkeys(("boneyard", "talon"), "stock"),
    **dict.fromkeys(("upcard", "turnup", "turn_up", "face_up"), "turned"),
    **dict.fromkeys(("suit", "trumps"), "trump"),
    **dict.fromkeys(("to_move", "turn", "leader", "on_lead"), "lead"),
    **dict.fromkeys(("taken", "captured", "tricks_won"), "won"),
    **dict.fromkeys(("card_points", "pips"), "points"),
    **dict.fromkeys(("title", "id"), "name"),
    **dict.fromkeys(("preset", "variant"), "rules"),
    "doubles": "shown",
}


def explained(words: str) -> str:
    """What stood there, with the names of characters in it that look like others or like nothing."""
    written = _ESCAPE.sub(lambda m: "\t" if m[3] else chr(int(m[1] or m[2], 16)), words)
    strange = [word for c in dict.fromkeys(written) if (word := _name(c))]
    return f"{words} ({'; '.join(strange[:_MOST_CHARACTERS])})" if strange else words


def _name(character: str) -> str:
    """What a character is, and is not; nothing for one that nobody mistakes."""
    if character == "\t":
        return "with a tab"
    if character.isascii():
        return ""
    name, kind = unicodedata.name(character, ""), unicodedata.category(character)
    plain = unicodedata.normalize("NFKC", character)
    alike = len(plain) == 1 and plain.isascii() and not plain.isspace()
    if kind == "Nd":
        meant = f", not {unicodedata.digit(character)}"
    elif alike:
        meant = f", not {plain}"
    elif kind in _MEANT:
        meant = f", not {_MEANT[kind]}"
    elif kind == "Cf" or name.startswith(_FOREIGN):
        meant = ""
    else:
        return ""
    shown = f"{character} is" if character.isprintable() and kind != "Cf" else "with"
    called = name.lower() or "character without a name"
    called = "byte order mark" if character == "\ufeff" else called
    return f"{shown} {'an' if called[0] in 'aeiou' else 'a'} {called}{meant}"


def known_key(key: str, known: list[str], elsewhere: dict[str, str]) -> str:
    """What was expected instead of an unknown key; ``elsewhere`` says where keys belong that are known there."""
    low = key[:40].lower().strip()
    word, colon, rest = low.partition(":")
    if colon and rest and word in known:
        return f"a space after the colon of {word}"
    meant = _ALIASES.get(low, low)
    if meant in known:
        return f"a known key, perhaps {meant}"
    if close := get_close_matches(low, known, 1):
        return f"a known key, perhaps {close[0]}"
    if meant in elsewhere:
        return f"{meant} {elsewhere[meant]}"
    hint = " (inside {} a text with commas needs quotes)" if re.match(r".*\s|[\[\d?]", key) else ""
    return f"one of the keys {', '.join(known)}{hint}"


def slips(text: str, first: int, keys: Iterable[str]) -> list[Reason]:
    """The usual slips in a text that is no YAML, each with its line; ``first`` is the number of the first one."""
    patterns = _slips("|".join(map(re.escape, keys)))
    lines = enumerate(text.splitlines(), first)
    reasons = (reason for number, line in lines for reason in islice(_slip(line, number, patterns), 1))
    return list(islice(reasons, MOST_LISTED))


_Slip = tuple[re.Pattern[str], str]


def _slip(line: str, number: int, patterns: Iterable[_Slip]) -> Iterator[Reason]:
    if line.lstrip().startswith("#"):
        return
    for pattern, expected in patterns:
        if match := pattern.search(line):
            shown = match[1] if pattern.groups else line.strip(" \r\n")
            yield Reason("document", expected, repr(shown if len(shown) <= 60 else shown[:57] + "..."), number)


def _slips(keys: str) -> tuple[_Slip, ...]:
    """What to look for in a line, and what was expected there. A group is what is shown of it."""
    key = rf"(?:{keys})"
    return (
        (re.compile(r"^[ ]*\t\s*\S"), "spaces, not tabs, before a key"),
        (re.compile(r"^\s*\ufeff"), "no byte order mark but at the beginning of a file"),
        (re.compile(r"^[ ]*[^\S\n ]"), "ordinary spaces before a key"),
        (re.compile(rf"^\s*{key}\s*="), "a colon after the key, `key: value`"),
        (re.compile(rf"^\s*{key}\s+[^:\s]+(?:\s[^:]*)?$"), "a colon after the key, `key: value`"),
        (re.compile(rf"(?:^\s*|[{{,]\s*){key}:(?! |$|[\t\r])"), "a space after the colon, `key: value`"),
        (
            re.compile(r"[:,{]\s*(\[[^\[\]]*\]\s*[^\s#,}].*)"),
            "tiles without brackets (6-4 5-5), or the whole list in quotes",
        ),
        (re.compile(r"(?:you|opponent|hand|stock)\s*:\s*\?\s*(?:$|[,}])"), "no key at all for tiles that are hidden"),
        (re.compile(r":\s*\?(?:\s|$|[,}])"), "quotes around a value that begins with a question mark, such as '? ?'"),
    )
