"""What cannot be answered: an error in words, and every reason with its code."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec

from bingo.solver.errors import BingoError, IllegalMove, ImpossiblePosition, NotationError, Reason
from bingo.solver.protocol.requests import Json, Request

JSON = "JSON, an object on one line"
#: All that can be asked.
NAMES = [kind.__name__.lower() for kind in get_args(Request)]


def refused(field: str, expected: str, found: str) -> NotationError:
    """The error of a request that is none."""
    return NotationError([Reason(field, expected, found)])


def fault(error: BingoError) -> Json:
    """An error as an answer."""
    code = next(code for kind, code in _CODES.items() if isinstance(error, kind))
    reasons = getattr(error, "reasons", None) or [_reason(str(error))]
    return {
        "error": str(error),
        "reasons": [{"code": code, "field": r.field, "expected": r.expected, "found": r.found} for r in reasons],
    }


_CODES = {
    NotationError: "notation",
    ImpossiblePosition: "impossible",
    IllegalMove: "illegal",
    BingoError: "other",
}


def _reason(words: str) -> Reason:
    """The parts of ``close: expected one thing; found another``."""
    parts = re.fullmatch(r"(?:(\w+): )?expected (.*?)[;,] found:? ?(.*)", words, re.DOTALL)
    field = "move" if words.startswith(("expected one of:", "expected no move")) else "position"
    return Reason(parts[1] or field, parts[2], parts[3]) if parts else Reason(field, words, "")


def misread(words: str, request: bytes) -> tuple[str, str, str]:
    """What a decoder says of a request, as field, expected, found."""
    if not request.strip():
        return "request", JSON, "an empty line"
    words, _, path = words.partition(" - at `$")
    field = path.rstrip("`").lstrip(".") or "request"
    try:
        document = msgspec.json.decode(request.decode())
    except UnicodeDecodeError as error:
        return "request", "UTF-8 text", f"the byte {request[error.start]:#04x}"
    except (msgspec.DecodeError, RecursionError) as error:
        return field, JSON, str(error)
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", words, re.DOTALL):
        [kind] = [kind for kind in get_args(Request) if kind.__name__.lower() == document["ask"]]
        return unknown[1][:60], f"one of the keys {', '.join(('ask', *kind.__struct_fields__))}", repr(unknown[1][:60])
    if missing := re.fullmatch(r"Object missing required field `(.*)`", words):
        return missing[1], "this key", "nothing"
    if field == "ask":
        return field, f"one of {', '.join(NAMES)}", _written(document, field)
    if kinds := re.fullmatch(r"Expected (.*?)(?:, got .*)?", words):
        expected = kinds[1].replace(" | null", "").replace(" matching regex '^(you|opponent)$'", ", you or opponent")
        return field, expected.replace("`", ""), _written(document, field)
    return field, JSON, words


def _written(document: Any, field: str) -> str:
    """What a request has there."""
    for part in re.findall(r"\w+", field if field != "request" else ""):
        document = document[int(part) if isinstance(document, list) else part]
    return msgspec.json.encode(document).decode()[:60]
