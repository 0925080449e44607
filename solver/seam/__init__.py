"""The seam: a request in JSON, an answer in JSON. Library, commands, board and the page in a browser ask the same.

``native/web/answer.hpp`` lists what can be asked. The engine knows no rules but those it has learnt: what a request
names is compiled to tables here, once.
"""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Any

import msgspec

from bingo.solver import native
from bingo.solver.errors import NotationError, Reason
from bingo.solver.game import presets
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules

_decode = msgspec.json.Decoder(dict[str, Any]).decode
_encode = msgspec.json.Encoder().encode


def answer(request: bytes) -> bytes:
    """What the engine answers to a request; faults of the request are answers too.

    Raises:
        MissingKernel: no engine was compiled.
    """
    try:
        asked = _decode(request)
    except msgspec.DecodeError as error:
        return _encode({"error": f"expected a request, an object in JSON; {error}"})
    return _encode(_answered(asked))


def ask(**request: Any) -> dict[str, Any]:
    """The same for Python: keys of a request, those of its answer."""
    return _answered(request)


def _answered(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        learnt = {key: _with_rules(key, value) for key, value in asked.items()}
    except NotationError as error:
        return {"error": str(error), "reasons": [_reason(one) for one in error.reasons]}
    found: dict[str, Any] = _decode(_engine().answerer.answer(_encode(learnt)))
    return found


def _with_rules(key: str, value: Any) -> Any:
    """A member of a request, rules in it by the name under which the engine has learnt them."""
    if key in {"position", "record"} and isinstance(value, dict):
        return {**value, "rules": learn(value.get("rules", "pagat"))}
    if key in {"positions", "records"} and isinstance(value, list):
        return [_with_rules(key[:-1], one) for one in value]
    return learn(value) if key == "rules" else value


def learn(spec: str | dict[str, Any] | Rules) -> str:
    """Have the engine learn rules, if it does not know them; what it calls them.

    Raises:
        NotationError: there are no such rules.
    """
    if isinstance(spec, Rules):
        return _engine().learn(spec)
    try:
        items = spec if isinstance(spec, str) else tuple((k, _frozen(v)) for k, v in spec.items())
        return _named(items)
    except TypeError:  # not even hashable
        raise NotationError.of("rules", "a preset, or an object with a preset and fields", repr(spec)[:60]) from None


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@lru_cache(maxsize=1024)
def _named(items: str | tuple[tuple[str, Any], ...]) -> str:
    return _engine().learn(presets.rules(items if isinstance(items, str) else dict(items)))


def _reason(reason: Reason) -> dict[str, str]:
    return {"field": reason.field, "expected": reason.expected, "found": reason.found}


class _Engine:
    """The one engine of this process; it learns rules as they are asked for."""

    def __init__(self) -> None:
        native.require("this answer")
        from bingo.solver.native import _kernel

        self.answerer = _kernel.Answerer()
        self._known: dict[Rules, str] = {}
        self._learning = threading.Lock()

    def learn(self, rules: Rules) -> str:
        """The name of these rules, which it knows from then on."""
        from bingo.solver.seam.data import data, key  # here: numpy takes a tenth of a second

        with self._learning:
            if rules not in self._known:
                self.answerer.learn(data({key(rules): rules}))
                self._known[rules] = label(rules)
            return self._known[rules]


@cache
def _engine() -> _Engine:
    return _Engine()
