"""What can be asked of the engine, and the one function that answers each; ENGINE.md is the manual.

A request is an object in JSON whose ``ask`` says what is asked, an answer one with the keys of ``--json``. Whatever
cannot be answered has ``error``, in words, and ``reasons``, each with ``code``, ``field``, ``expected`` and ``found``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from bingo.solver import analyze, can_claim, should_close
from bingo.solver.analysis.claim import stakes
from bingo.solver.analysis.settings import LEVELS
from bingo.solver.errors import BingoError
from bingo.solver.game.presets import PRESETS
from bingo.solver.protocol.faults import NAMES, fault, misread, refused
from bingo.solver.protocol.places import position
from bingo.solver.protocol.playing import moved, played, replied, seen
from bingo.solver.protocol.requests import (
    Analyze,
    Claim,
    Close,
    Json,
    Moves,
    Play,
    Progress,
    Reply,
    Request,
    Seen,
    Version,
    settings,
)

__all__ = ["PROTOCOL", "Json", "answer", "answered", "fault", "head", "refused", "written"]

#: The number of this protocol: another one once an answer is not what it was.
PROTOCOL = 2

_decode = msgspec.json.Decoder(Request).decode


def answer(request: bytes, on_progress: Progress = lambda _share: None) -> bytes:
    """The answer to a request, whatever it is: faults of the request are answers too."""
    return written(answered(request, on_progress), head(request)[0])


def answered(request: bytes, on_progress: Progress) -> Json:
    """The same as data, without the ``id``."""
    try:
        asked = _decode(request)
        return ANSWERS[type(asked)](asked, on_progress)
    except BingoError as error:
        return fault(error)
    except RecursionError:
        return fault(refused("request", "a request", "brackets nested too deep"))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return fault(refused(*misread(str(error), request)))


def written(answer: Json, name: bytes | None) -> bytes:
    """An answer in JSON, with the ``id`` of its request."""
    return _encode(answer if name is None else {"id": msgspec.Raw(name), **answer})


def head(line: bytes) -> tuple[bytes | None, bytes | None]:
    """The ``id`` of a request in JSON, and what it asks to be stopped if it does that alone.

    Of a line that is no JSON, the id if it comes first.
    """
    try:
        found = msgspec.json.decode(line)
        keys = found if isinstance(found, dict) else {}
        name, stop = (_encode(keys[key]) if key in keys else None for key in ("id", "stop"))
        return name, stop if len(keys) == 1 else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        first = _ID.match(line)
    try:
        return first and _encode(msgspec.json.decode(first[1])), None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None, None


_encode = msgspec.json.Encoder(enc_hook=float).encode  # of numbers of numpy
_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\\x00-\x1f]{0,200}")\s*[,}]')


def _analyzed(asked: Analyze, on_progress: Progress) -> Json:
    return analyze(position(asked.position), settings(asked), on_progress).as_dict()


def _closed(asked: Close, on_progress: Progress) -> Json:
    return {**should_close(position(asked.position), settings(asked), on_progress).as_dict(), "proof": None}


def _claimed(asked: Claim, on_progress: Progress) -> Json:
    given = position(asked.position)
    found = can_claim(given)
    at_stake = stakes(found, partial(analyze, given, on_progress=on_progress))
    return found.as_dict() | ({} if at_stake is None else at_stake.as_dict())


def _version(_asked: Version, _on_progress: Progress) -> Json:
    from bingo import __version__

    return {
        "program": "bingo",
        "version": __version__,
        "protocol": PROTOCOL,
        "asks": NAMES,
        "presets": list(PRESETS),
        "levels": list(LEVELS),
    }


#: What answers each request.
ANSWERS: dict[type[Request], Callable[[Any, Progress], Json]] = {
    Analyze: _analyzed,
    Close: _closed,
    Claim: _claimed,
    Moves: moved,
    Play: played,
    Seen: seen,
    Reply: replied,
    Version: _version,
}
