"""Everything that keeps plain data from being a document, and what of it can be read all the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any, TypeVar, get_args

import msgspec
from msgspec.structs import FieldInfo

from bingo.positions.hints import MOST_LISTED, known_key
from bingo.positions.parsing import NO_NAME, shorten
from bingo.positions.schema import Closed, Document, Expect, Player
from bingo.solver.errors import Reason

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
    kept = _readable(data, kind, "", places, reasons)
    return msgspec.convert({**_STAND_INS, **(kept or {})}, kind, strict=False), reasons


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
            Reason(path or "document", expected, show(data), sentence=_put_below(fields, data) if path else "")
        )
        return None
    strange = islice((str(key) for key in data if key not in fields), MOST_LISTED)
    unknown = {key: known_key(key, list(fields), _elsewhere(kind, places)) for key in strange}
    for name, expected in unknown.items():
        reasons.append(Reason(_join(path, shorten(name) or NO_NAME), expected, show(name)))
    kept: dict[str, Any] = {}
    for key, field in fields.items():
        here, inner, value = _join(path, key), _struct(field.type), data.get(key)
        if value is None:
            if field.required and not any(expected.endswith(f"perhaps {key}") for expected in unknown.values()):
                reasons.append(Reason(here, _expected(field), "nothing"))
        elif inner is not None:
            value = _readable(value, inner, here, places, reasons)
        elif not _fits(value, field.type):
            reasons.append(Reason(here, _expected(field), show(value)))
            value = None
        if value is not None:
            kept[key] = value
    lacks = any(field.required and key not in kept for key, field in fields.items())
    return None if path and lacks else kept


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, FieldInfo]:
    """The fields by key. msgspec reads the annotations anew each time, which takes longer than reading a position."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


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


def _put_below(fields: Iterable[str], data: object) -> str:
    """How to write a hand that stands where its side is asked for."""
    key = "dealt" if "dealt" in fields else "hand"
    return (
        f"Put the tiles on a line below: `{key}: 5-4 3-3 2-1`." if isinstance(data, str) and _TILES.match(data) else ""
    )


@cache
def _elsewhere(kind: type[msgspec.Struct], places: Places) -> dict[str, str]:
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
