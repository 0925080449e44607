"""``bingo engine``: a request a line in, an answer a line out, for bots and other programs' windows; ENGINE.md is its
manual.

A request is an object in JSON whose ``ask`` says what is asked, an answer one with the keys of ``--json``. Whatever
cannot be answered has ``error``, in words, and ``reasons``, each with ``code``, ``field``, ``expected`` and ``found``.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, BinaryIO, NamedTuple

import msgspec
import typer

from bingo.cli.session import Json, PositionDocument
from bingo.positions.documents import document_of
from bingo.positions.hints import show
from bingo.positions.parsing import read_json
from bingo.solver import errors
from bingo.solver.analysis import LEVELS, LineState, Settings, analyze, can_claim, mover, questions, with_stakes
from bingo.solver.analysis.playing import decide
from bingo.solver.engine import OnProgress, StopEarly
from bingo.solver.errors import BingoError, NotationError, Reason
from bingo.solver.game import CLAIM, PRESETS, WAIT, Move, at_lead, legal_moves, may_claim, split_player, text
from bingo.solver.game.play import play
from bingo.solver.game.position import PLAYER_NAMES, Position, Stage, by_player, members_dict

#: The number of the protocol: another one once an answer is not what it was.
PROTOCOL_VERSION = 2
#: Bytes of a line at most, and of lines that are read ahead.
MAX_LINE_BYTES, MAX_QUEUED_BYTES = 1 << 20, 8 << 20
#: Ids that are remembered: of what was answered, and of what is to be stopped once it comes.
MAX_KEPT_IDS = 10_000

_encode = msgspec.json.Encoder(enc_hook=float).encode  # of numbers of numpy
_decode_raw = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_LEADING_ID_PATTERN = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?(?:0|[1-9][0-9]{0,200})|"[ !#-\[\]-~]{0,200}")\s*[,}]')


def engine() -> None:
    """Answer requests: one JSON object a line on standard input, one answer a line on standard output.

    {"id": 1, "ask": "analyze", "position": {...}, "worlds": 512, "seed": 0} is answered with the keys of `bingo analyze
    --json`, and {"id": 1, "ask": "version"} says what else can be asked. What cannot be answered has "error" and
    "reasons". {"stop": 1} ends the answer with that id early. The program ends with its input. The manual is
    solver/ENGINE.md.
    """
    if sys.stdin.isatty():
        print('Waiting for requests, an object a line, such as {"ask": "version"}; Ctrl-C ends it.', file=sys.stderr)
    try:
        Conversation(sys.stdin.buffer, sys.stdout.buffer).run()
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


# --- the conversation --------------------------------------------------------------------------------


@dataclass(eq=False, slots=True)
class Request:
    """A line that was read: its keys, or the answer where it has none; ``id`` in JSON as it came, empty without one."""

    size: int
    id: bytes = b""
    keys: Json = field(default_factory=dict)
    fault: Json | None = None
    stopped: bool = False

    @classmethod
    def of(cls, line: bytes) -> Request:
        """Read a line, whatever it is; of one that is no JSON the id, if it comes first."""
        id_at_start = _LEADING_ID_PATTERN.match(line)
        request = cls(len(line), id_at_start[1] if id_at_start else b"")
        try:
            request.keys = _json_object(line)
            request.id = bytes(_decode_raw(line).get("id", b""))  # as it came: numbers of any size
        except NotationError as error:
            request.fault = fault(error)  # not the error itself, which would hold the whole line, in a circle
        return request

    @property
    def short_id(self) -> int:
        """The id as ids are compared and remembered: short, however long it is."""
        return hash(json.dumps(json.loads(self.id))) if self.id else 0


def _json_object(line: bytes) -> Json:
    if len(line) > MAX_LINE_BYTES:
        raise NotationError.of("request", "a line of at most 1 MiB", "a longer one")
    read_faults: list[Reason] = []
    try:
        request_object = read_json(line.decode(), 0, read_faults)
    except UnicodeDecodeError as error:
        raise NotationError.of("request", "UTF-8 text", f"the byte {line[error.start]:#04x}") from None
    except NotationError as error:
        read_faults, request_object = [*error.reasons], {}
    if read_faults:
        raise NotationError([replace(reason, field="request", line=None) for reason in read_faults])
    if not isinstance(request_object, dict):
        raise NotationError.of("request", "an object in JSON", show(request_object))
    return request_object


class Conversation:
    """Lines are read by a thread of their own, so that what is under way can be stopped; answers come in order."""

    def __init__(self, lines: BinaryIO, answers: BinaryIO) -> None:
        self._lines, self._answers = lines, answers
        self._waiting = deque[Request | None]()  # those read and not answered, the one under way first; None: no more
        self._queue_changed = threading.Condition()
        self._answered_ids, self._stop_early_ids = deque[int](maxlen=MAX_KEPT_IDS), deque[int](maxlen=MAX_KEPT_IDS)

    def run(self) -> None:
        threading.Thread(target=self._read_requests, daemon=True).start()
        while request := self._next_request():
            answer = answer_to(request)
            with self._queue_changed:
                self._waiting.popleft()
                self._answered_ids.append(request.short_id)
                self._queue_changed.notify()
            if request.stopped:
                answer["stopped"] = True
            self._answers.write(encode(answer, request.id) + b"\n")
            self._answers.flush()

    def _next_request(self) -> Request | None:
        with self._queue_changed:
            self._queue_changed.wait_for(lambda: self._waiting)
            return self._waiting[0]

    def _read_requests(self) -> None:
        try:
            while line := self._lines.readline(MAX_LINE_BYTES + 1):
                if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
                    while (rest_of_line := self._lines.readline(MAX_LINE_BYTES)) and not rest_of_line.endswith(b"\n"):
                        pass
                self._enqueue(Request.of(line.removeprefix(BOM_UTF8)))
        except (OSError, ValueError):  # it was closed
            pass
        with self._queue_changed:
            self._waiting.append(None)
            self._queue_changed.notify()

    def _enqueue(self, request: Request) -> None:
        with self._queue_changed:
            if list(request.keys) == ["stop"]:
                self._stop_requests(hash(json.dumps(request.keys["stop"])))
                return
            if request.short_id in self._stop_early_ids:
                request.stopped = True
                self._stop_early_ids.remove(request.short_id)
            self._waiting.append(request)
            self._queue_changed.notify()
            self._queue_changed.wait_for(lambda: sum(item.size for item in self._waiting if item) <= MAX_QUEUED_BYTES)

    def _stop_requests(self, request_id: int) -> None:
        """Stop what waits with this id; what has not come yet, when it comes."""
        matching_requests = [request for request in self._waiting if request and request.short_id == request_id]
        for request in matching_requests:
            request.stopped = True
        if not matching_requests and request_id not in self._answered_ids:
            self._stop_early_ids.append(request_id)


def answer_to(request: Request) -> Json:
    """The answer as data, without the id, whatever happens: faults of the request are answers too."""

    def on_progress(_share: float) -> None:
        if request.stopped:
            raise StopEarly

    try:
        return request.fault or answer_request(request.keys, on_progress)
    except StopEarly:  # before there was anything to tell
        return dict(HANDLERS[request.keys["ask"]].stopped_answer or {})
    except Exception as error:  # one of the program is told too, and the next request answered
        return fault(error)


def encode(answer: Json, id_json: bytes = b"") -> bytes:
    return _encode({"id": msgspec.Raw(id_json), **answer} if id_json else answer)


# --- the requests ----------------------------------------------------------------------------------


def _analyze(on_progress: OnProgress, position: PositionDocument, **options: Any) -> Json:
    return analyze(settings=Settings(**options), position=position.read(), on_progress=on_progress).as_dict()


def _close(on_progress: OnProgress, position: PositionDocument, **options: Any) -> Json:
    return questions.close(position.read(), Settings(**options), on_progress).as_dict()


def _claim(on_progress: OnProgress, position: PositionDocument) -> Json:
    position_read = position.read()
    return with_stakes(can_claim(position_read, on_progress), position_read, on_progress).as_dict()


def _moves(_on_progress: OnProgress, position: PositionDocument) -> Json:
    decision = position.to_decide()
    claim_order = (decision.leader, 1 - decision.leader) if decision.stage in (Stage.CLAIM, Stage.ANSWER) else ()
    claimants = [player for player in claim_order if may_claim(decision, player)]
    return {
        "to_move": PLAYER_NAMES[mover(decision)],
        "moves": [str(move) for move in (*[CLAIM][: decision.stage is Stage.CLAIM], *legal_moves(at_lead(decision)))],
        "may_claim": [PLAYER_NAMES[player] for player in claimants],
    }


def _play(_on_progress: OnProgress, position: PositionDocument, move: object) -> Json:
    errors.check_type("move", move, str)
    position_before, move_made = _turn(position.read_open(), str(move))
    points_gained, next_position, is_over, _ = play(position_before, move_made)
    step, _ = LineState(position_before).make_move(move_made)
    return {
        "player": PLAYER_NAMES[step.player],
        "move": str(move_made),
        "gain": points_gained,
        "over": is_over,
        "trick": None if step.trick is None else PLAYER_NAMES[step.trick],
        "drawn": step.drawn and by_player(map(text, step.drawn)),
        "card_points": by_player(step.card_points),
        "position": None if is_over else position.after(move_made, next_position),
    }


def _turn(position: Position, turn_text: str) -> tuple[Position, Move]:
    """The move that is meant, and the position in which it is made: whoever might claim before it has waited."""
    player, move_text = split_player(turn_text)
    move = Move.parse(move_text, replying=position.stage is Stage.REPLY)
    if position.stage in (Stage.CLAIM, Stage.ANSWER) and move == CLAIM:
        opponent_claims = player == 1 - position.leader and may_claim(position, 1 - position.leader)
        position = replace(position, stage=Stage.ANSWER) if opponent_claims else position
    elif move != WAIT:
        position = at_lead(position)
    if player not in (None, position.to_move):
        raise NotationError.of("move", f"a move of {PLAYER_NAMES[position.to_move]}", repr(turn_text[:60]))
    return position, move


def _view(_on_progress: OnProgress, position: PositionDocument, player: object = "you") -> Json:
    view_keys = document_of(position.seen_by(_player(player)).setup)
    return {"position": view_keys | ({} if position.replied is None else {"replied": position.replied})}


def _reply(
    on_progress: OnProgress,
    position: PositionDocument,
    level: str = "strongest",
    player: object = None,
    seed: int = 0,
    effort: Any = None,
) -> Json:
    decision, worlds = position.to_decide(), Settings(effort=effort).replies
    if level == "cheat":
        position.read_open("as this level sees them")
    player_index = mover(decision) if player is None else _player(player)
    view = partial(position.seen_by, player_index)
    move = decide(decision, level, seed=seed, player=player_index, view=view, on_progress=on_progress, worlds=worlds)
    return {"player": PLAYER_NAMES[player_index], "move": str(move)}


def _player(player_name: object) -> int:
    errors.check_choice("player", player_name, PLAYER_NAMES)
    return PLAYER_NAMES.index(str(player_name))


def _version(_on_progress: OnProgress) -> Json:
    from bingo import __version__

    version = {"program": "bingo", "version": __version__, "protocol": PROTOCOL_VERSION}
    return version | {"asks": list(HANDLERS), "presets": list(PRESETS), "levels": list(LEVELS)}


class Handler(NamedTuple):
    """What answers a request, the keys that it needs and takes, and the answer if it is stopped before there is one."""

    answer: Callable[..., Json]
    required_keys: tuple[str, ...] = ()
    optional_keys: tuple[str, ...] = ()
    stopped_answer: Json | None = None


_SETTINGS = ("seconds", "effort", "equal_weights", "seed", "threads")
#: All that can be asked.
HANDLERS = {
    "analyze": Handler(
        _analyze,
        ("position",),
        ("method", "worlds", "until_clear", *_SETTINGS),
        {"exact": False, "value": None, "best": [], "moves": [], "line": []},
    ),
    "close": Handler(_close, ("position",), _SETTINGS, {"exact": False, "advice": None, "close": None, "leads": []}),
    "claim": Handler(_claim, ("position",), (), {"verdict": "undecided", "least": None, "most": None}),
    "moves": Handler(_moves, ("position",)),
    "play": Handler(_play, ("position", "move")),
    "seen": Handler(_view, ("position",), ("player",)),
    "reply": Handler(_reply, ("position",), ("level", "seed", "player", "effort"), {"player": None, "move": None}),
    "version": Handler(_version),
}


def answer_request(keys: Json, on_progress: OnProgress) -> Json:
    """Answer a request, of which these are the keys; a ``BingoError`` says why it cannot be answered."""
    request_name = keys.get("ask")
    if not isinstance(request_name, str) or request_name not in HANDLERS:
        raise NotationError.of("ask", f"one of {', '.join(HANDLERS)}", show(request_name))
    handler = HANDLERS[request_name]
    arguments = {key: value for key, value in keys.items() if key not in ("ask", "id")}
    known_keys = (*handler.required_keys, *handler.optional_keys)
    names = ", ".join(("ask", "id", *known_keys))
    reasons = [Reason(key[:60], f"one of the keys {names}", show(key)) for key in arguments if key not in known_keys]
    reasons += [Reason(key, "this key", "nothing") for key in handler.required_keys if key not in arguments]
    if reasons:
        raise NotationError(reasons)
    if "position" in arguments:
        arguments["position"] = PositionDocument(arguments["position"])
    return handler.answer(on_progress, **arguments)


# --- what cannot be answered -------------------------------------------------------------------------

_ERROR_CODES = {
    errors.ImpossiblePosition: "impossible",
    errors.IllegalMove: "illegal",
    NotationError: "notation",
    errors.WrongType: "notation",
}


def fault(error: Exception) -> Json:
    message = str(error) if isinstance(error, BingoError) else f"The program broke: {type(error).__name__}: {error}"
    reasons = getattr(error, "reasons", (Reason("position", message, ""),))
    code = next((code for error_type, code in _ERROR_CODES.items() if isinstance(error, error_type)), "other")
    return {
        "error": message,
        "reasons": [{"code": code, **members_dict(reason, "field", "expected", "found")} for reason in reasons],
    }
