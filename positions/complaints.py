"""Everything that keeps plain data from being a document: unknown keys, missing keys, values of a wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any, get_args

import msgspec
from msgspec.structs import FieldInfo

from bingo.positions.plain import shorten
from bingo.positions.schema import Document
from bingo.solver.errors import Reason

#: Unknown keys that are listed of one mapping.
MOST = 20


def complaints(data: object, kind: type[msgspec.Struct] = Document, path: str = "") -> Iterator[Reason]:
    """Every reason why ``data`` is no ``kind``, each with the path of its key.

    msgspec stops at the first one, so every key is converted for itself.
    """
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    if not isinstance(data, dict):
        expected = f"a mapping with the keys {', '.join(fields)}"
        yield Reason(path or "document", expected, show(data))
        return
    for key in islice((key for key in data if key not in fields), MOST):
        yield Reason(_join(path, shorten(str(key))), _known_keys(str(key), list(fields)), show(key))
    for key, field in fields.items():
        here = _join(path, key)
        inner = _struct(field.type)
        if key not in data:
            if field.required:
                yield Reason(here, _expected(field), "nothing")
        elif inner is not None:
            yield from complaints(data[key], inner, here)
        elif not _fits(data[key], field.type):
            yield Reason(here, _expected(field), show(data[key]))


def _fits(value: object, hint: Any) -> bool:
    try:
        msgspec.convert(value, hint, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def show(value: object) -> str:
    """What stood there, shortened."""
    return shorten(repr(value))


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _known_keys(key: str, known: list[str]) -> str:
    if close := get_close_matches(key[:40].lower(), known, 1):
        return f"a known key, perhaps {close[0]}"
    hint = " (a text with commas must stand in quotes inside {})" if " " in key else ""
    return f"one of the keys {', '.join(known)}{hint}"


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
    for part in (hint, *get_args(hint)):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            return part
    return None
