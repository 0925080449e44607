"""Everything that keeps plain data from being a document, and what of it can be read all the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, get_args

import msgspec
from msgspec.structs import FieldInfo

from bingo.positions.hints import MOST_LISTED, known_key
from bingo.positions.parsing import NO_NAME, shorten
from bingo.positions.schema import Closed, Document, Expect, Player
from bingo.solver.errors import Reason

_NO_BLANK = re.compile(r"\s*\w+:\S")
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


def form_faults(
    data: object, kind: type[msgspec.Struct] = Document, path: str = "", places: Places = PLACES
) -> Iterator[Reason]:
    """Every reason why ``data`` is no ``kind``, each with the path of its key; ``places`` say where keys belong.

    msgspec stops at the first one, so every key is converted for itself.
    """
    fields = _fields(kind)
    if not isinstance(data, dict):
        missing = " (with a space after each colon)" if isinstance(data, str) and _NO_BLANK.match(data) else ""
        yield Reason(path or "document", f"a mapping with the keys {', '.join(fields)}{missing}", show(data))
        return
    strange = islice((str(key) for key in data if key not in fields), MOST_LISTED)
    unknown = {key: known_key(key, list(fields), _elsewhere(kind, places)) for key in strange}
    for name, expected in unknown.items():
        yield Reason(_join(path, shorten(name) or NO_NAME), expected, show(name))
    for key, field in fields.items():
        here = _join(path, key)
        inner = _struct(field.type)
        if key not in data:
            if field.required and not any(expected.endswith(f"perhaps {key}") for expected in unknown.values()):
                yield Reason(here, _expected(field), "nothing")
        elif inner is not None:
            yield from form_faults(data[key], inner, here, places)
        elif not _fits(data[key], field.type):
            yield Reason(here, _expected(field), show(data[key]))


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, FieldInfo]:
    """The fields by key. msgspec reads the annotations anew each time, which takes longer than reading a position."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def given(data: object, kind: type[msgspec.Struct] = Document) -> object:
    """The data without known keys that were left empty, which count as not given."""
    if not isinstance(data, dict):
        return data
    fields = _fields(kind)
    if None in data.values():
        data = {key: value for key, value in data.items() if value is not None or key not in fields}
    for key, inner in _mappings(kind).items():
        if key in data and (kept := given(data[key], inner)) is not data[key]:
            data = {**data, key: kept}
    return data


@cache
def _mappings(kind: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """The keys that hold a mapping of their own."""
    return {key: inner for key, field in _fields(kind).items() if (inner := _struct(field.type))}


def readable(data: object, kind: type[msgspec.Struct] = Document) -> dict[str, Any]:
    """The keys of a document whose values can be read, to look on for what is wrong in them."""
    kept = _readable(data, kind, required=False)
    return {**_STAND_INS, **(kept or {})}


def _readable(data: object, kind: type[msgspec.Struct], *, required: bool = True) -> dict[str, Any] | None:
    """The same of any mapping; None where a ``required`` key is missing or cannot be read."""
    if not isinstance(data, dict):
        return None
    found: dict[str, Any] = {}
    for key, field in _fields(kind).items():
        inner = _struct(field.type)
        value = _readable(data[key], inner) if inner and key in data else data.get(key)
        if value is not None and (inner or _fits(value, field.type)):
            found[key] = value
        elif required and field.required:
            return None
    return found


def _fits(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def show(value: object) -> str:
    """What stood there, shortened: text in quotes, all else as JSON has it."""
    return shorten(repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


@cache
def _elsewhere(kind: type[msgspec.Struct], places: Places) -> dict[str, str]:
    """Keys of other mappings than this one, and where they belong."""
    return {key: where for there, where in places if there is not kind for key in there.__struct_fields__}


def _expected(field: FieldInfo) -> str:
    inner = _struct(field.type)
    if inner is not None:
        return f"a mapping with the keys {', '.join(inner.__struct_encode_fields__)}"
    return next(meta.title for meta in _metas(field.type) if meta.title)


def _metas(hint: Any) -> Iterator[msgspec.Meta]:
    """All that is annotated in a type, from the outside in."""
    yield from (meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    for part in get_args(hint):
        yield from _metas(part)


@cache
def _struct(hint: Any) -> type[msgspec.Struct] | None:
    """The Struct that a field holds, if it holds one."""
    hint = getattr(hint, "__origin__", hint) if hasattr(hint, "__metadata__") else hint  # what is annotated
    for part in (hint, *get_args(hint)):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            return part
    return None
