"""The seam: a request in JSON, an answer in JSON. Library, commands, board and the page in a browser ask the same.

``engine/answers/answer.hpp`` lists what can be asked. The engine knows no rules but those it has learnt: what a request
names is compiled to tables here, once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from bingo.solver.engine import OnProgress as OnProgress, StopEarly, _kernel
from bingo.solver.engine.tables import scoring, trump_tables
from bingo.solver.errors import IllegalMove, ImpossiblePosition, NotationError, Reason
from bingo.solver.game import presets
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules

#: An engine that has learnt more rules than this is not asked again: it has tables for each of them.
KNOWN = 24

_decode = msgspec.json.Decoder(dict[str, Any]).decode
_encode = msgspec.json.Encoder().encode


class _Named(msgspec.Struct):
    """The rules that a position names."""

    rules: Any = "pagat"


_decode_rules = msgspec.json.Decoder(_Named).decode


def ask(on_progress: OnProgress | None = None, /, **request: Any) -> dict[str, Any]:
    """What the engine answers to a request, both as keys; faults of the request are answers too."""
    return _answered(request, on_progress)


def found(ask: str, on_progress: OnProgress | None = None, **request: Any) -> dict[str, Any]:
    """The same for the library: members that are None are left out, and faults are raised.

    Raises:
        ImpossiblePosition: what is known cannot be; it lists why.
        IllegalMove: there is no such question here.
        StopEarly: it was stopped before there was anything to tell.
    """
    stated = {key: value for key, value in request.items() if value is not None}
    answer = _answered({"ask": ask, **stated}, on_progress)
    if "reasons" in answer:
        raise ImpossiblePosition([Reason(one["field"], one["expected"], one["found"]) for one in answer["reasons"]])
    if answer.get("error") == "stopped":
        raise StopEarly
    if "error" in answer:
        raise IllegalMove(answer["error"])
    return answer


def solved(line: bytes, on_progress: OnProgress | None = None) -> dict[str, Any] | None:
    """What ``bingo analyze --json`` says of a position as a line of a file has it, under a preset.

    None where the engine alone cannot tell: tiles are hidden, something is wrong, or it is written in an unusual way.
    """
    with _ENGINES.one() as engine:
        try:
            named = _decode_rules(line).rules
            if not isinstance(named, str) or engine.learn(_rules(named)) != named:
                return None
        except (NotationError, msgspec.DecodeError):
            return None
        answer: dict[str, Any] = _decode(
            engine.answerer.answer(b'{"ask":"solve","position":' + line + b"}", on_progress)
        )
    return None if "error" in answer or "reasons" in answer else answer


def _answered(asked: dict[str, Any], on_progress: OnProgress | None = None) -> dict[str, Any]:
    with _ENGINES.one() as engine:
        try:
            learnt = {key: _with_rules(key, value, engine) for key, value in asked.items()}
        except NotationError as error:
            return {"error": str(error), "reasons": [one.as_dict() for one in error.reasons]}
        answer: dict[str, Any] = _decode(engine.answerer.answer(_encode(learnt), on_progress))
        return answer


def _with_rules(key: str, value: Any, engine: _Engine) -> Any:
    """A member of a request, rules in it by the name under which the engine has learnt them."""
    if key in {"position", "record"} and isinstance(value, dict):
        return {**value, "rules": engine.learn(_rules(value.get("rules", "pagat")))}
    if key == "records" and isinstance(value, list):
        return [_with_rules("record", one, engine) for one in value]
    return engine.learn(_rules(value)) if key == "rules" else value


def _rules(spec: str | dict[str, Any] | Rules) -> Rules:
    """The rules that a request names.

    Raises:
        NotationError: there are none such.
    """
    try:
        return spec if isinstance(spec, Rules) else presets.rules(spec)
    except TypeError:
        raise NotationError.of("rules", "a preset, or an object with a preset and fields", repr(spec)[:60]) from None


class _Engine:
    """Answers one question at a time; it learns rules as they are asked for."""

    def __init__(self) -> None:
        self.answerer = _kernel.Answerer()
        self.known: dict[Rules, str] = {}

    def learn(self, rules: Rules) -> str:
        """The name of these rules, which it knows from then on."""
        from bingo.solver.engine.weights import weights_for  # here: numpy takes a tenth of a second

        if rules not in self.known:
            name, either_end = label(rules), rules.trump_from == "either-end"
            self.answerer.learn(name.encode(), either_end, trump_tables(rules), scoring(rules), weights_for(rules))
            self.known[rules] = name
        return self.known[rules]


class _Engines:
    """The engines of this process: as many as threads have asked at the same time."""

    def __init__(self) -> None:
        self._idle: list[_Engine] = []

    @contextmanager
    def one(self) -> Iterator[_Engine]:
        """One that nobody else asks meanwhile."""
        try:
            engine = self._idle.pop()
        except IndexError:
            engine = _Engine()
        yield engine  # no longer kept if it failed
        if len(engine.known) <= KNOWN:
            self._idle.append(engine)


_ENGINES = _Engines()
