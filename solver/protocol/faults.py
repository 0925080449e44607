"""What cannot be answered: an error in words, and every reason with its code."""

from __future__ import annotations

import re
from typing import get_args

from bingo.solver.errors import BingoError, IllegalMove, ImpossiblePosition, MissingKernel, NotationError, Reason
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
    MissingKernel: "engine",
    BingoError: "other",
}


def _reason(words: str) -> Reason:
    """The parts of ``close: expected one thing; found another``."""
    parts = re.fullmatch(r"(?:(\w+): )?expected (.*?)[;,] found:? ?(.*)", words, re.DOTALL)
    field = "move" if words.startswith(("expected one of:", "expected no move")) else "position"
    return Reason(parts[1] or field, parts[2], parts[3]) if parts else Reason(field, words, "")


def misread(words: str) -> tuple[str, str, str]:
    """What a decoder says, as field, expected, found."""
    words, _, path = words.partition(" - at `$")
    field = path.rstrip("`").lstrip(".") or "request"
    if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", words, re.DOTALL):
        return unknown[1][:60], "a key that is asked for", "another"
    if missing := re.fullmatch(r"Object missing required field `(.*)`", words):
        return missing[1], "this key", "nothing"
    if kinds := re.fullmatch(r"Expected (.*?)(?:, got (.*))?", words):
        expected = kinds[1].replace(" | null", "").replace(" matching regex '^(you|opponent)$'", ", you or opponent")
        return field, expected.replace("`", ""), (kinds[2] or "another").replace("`", "")
    if field == "ask":
        return field, f"one of {', '.join(NAMES)}", words[len("Invalid value ") :].strip("'")[:60]
    return field, JSON, words
