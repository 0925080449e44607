"""What can be asked of the engine, and the one function that answers each; ENGINE.md is the manual.

A request is an object in JSON whose ``ask`` says what is asked, an answer one with the keys of ``--json``. Whatever
cannot be answered has ``error``, in words, and ``reasons``, each with ``code``, ``field``, ``expected`` and ``found``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import UNSET, Meta

from bingo.positions.entries import Entry
from bingo.positions.reading import outcome, setup_of
from bingo.positions.writing import document_of
from bingo.solver import Settings, analyze, can_claim, native, seam, should_close, solve_many
from bingo.solver.arguments import MOST_THREADS
from bingo.solver.errors import BingoError, IllegalMove, ImpossiblePosition, MissingKernel, NotationError, Reason
from bingo.solver.game.check import check
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move, parse
from bingo.solver.game.play import legal_moves, may_claim, play
from bingo.solver.game.position import PLAYER_NAMES, YOU, Position, Stage
from bingo.solver.game.presets import PRESETS
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import ALL, Tile, mask, members, text
from bingo.solver.game.tiles import parse as parse_tile
from bingo.solver.hidden.levels import LEVELS, decide
from bingo.solver.match.objectives import match_objective
from bingo.solver.search import engines
from bingo.solver.search.exact import make, mover

Json: TypeAlias = dict[str, Any]
#: Told what share of the work is done; it may raise to end it.
Progress: TypeAlias = Callable[[float], None]

#: The number of this protocol: another one once an answer is not what it was.
PROTOCOL = 1

#: Branches that a tree may have (a line that was begun is finished all the same), and positions searched for it.
BRANCHES, NODES = 2000, 20_000_000

Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Worlds = Annotated[int, Meta(ge=1, le=10**9)]
Seconds = Annotated[float, Meta(gt=0, le=10**6)]
Threads = Annotated[int, Meta(ge=1, le=MOST_THREADS)]
Deals = Annotated[int, Meta(ge=1, le=10**6)]
Player = Annotated[str, Meta(pattern="^(you|opponent)$")]


class _Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, tag_field="ask", tag=str.lower):
    id: Any = UNSET


class Analyze(_Request):
    """What is a position worth, and every move of it?"""

    position: msgspec.Raw
    method: str | None = None
    worlds: Worlds | None = None
    seconds: Seconds | None = None
    apart: bool = False
    even: bool = False
    seed: Seed = 0
    threads: Threads = 1


class Close(_Request):
    """Should I close now?"""

    position: msgspec.Raw
    seconds: Seconds | None = None
    even: bool = False
    seed: Seed = 0
    threads: Threads = 1


class Claim(_Request):
    """Can I claim?"""

    position: msgspec.Raw


class Follow(_Request):
    """What can be played after these moves, and what is it all worth?"""

    position: msgspec.Raw
    after: Annotated[list[str], Meta(max_length=60)] = []
    branches: Annotated[int, Meta(ge=1, le=100_000)] = 400


class Values(_Request):
    """What is each of these positions worth? None where that cannot be said exactly."""

    positions: list[msgspec.Raw]


class Moves(_Request):
    """What may be played?"""

    position: msgspec.Raw


class Play(_Request):
    """What does a move lead to?"""

    position: msgspec.Raw
    move: str


class Seen(_Request):
    """What does a player know of it?"""

    position: msgspec.Raw
    player: Player = "you"


class Reply(_Request):
    """What does the program play at a level? By default for who is to lead or to reply."""

    position: msgspec.Raw
    level: str = "strongest"
    player: Player | None = None
    seed: Seed = 0


class Begin(_Request):
    """A new game against the program, or a match, or a game in duplicate with a level."""

    rules: str | Json = "pagat"
    level: str = ""
    match: bool = False
    seed: Seed = 0
    seat: str = ""
    duplicate: str = ""
    count: bool = False
    deals: Deals | None = None


class Game(_Request):
    """What becomes of a word in the game of these records?"""

    records: list[Json]
    say: str = "look"
    stamp: int | None = None
    passed: bool = False
    level: str = ""
    count: bool = False
    deals: Deals | None = None


class Version(_Request):
    """Which program is it, and what does it know?"""


Request: TypeAlias = Analyze | Close | Claim | Follow | Values | Moves | Play | Seen | Reply | Begin | Game | Version

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
        return fault(refused(*(_misread(str(error)) if request.strip() else ("request", _JSON, "an empty line"))))


def written(answer: Json, name: bytes | None) -> bytes:
    """An answer in JSON, with the ``id`` of its request."""
    return _encode(answer if name is None else {"id": msgspec.Raw(name), **answer})


def head(line: bytes) -> tuple[bytes | None, bytes | None]:
    """The ``id`` of a request in JSON, and what it asks to be stopped if it does that alone.

    Of a line that is no JSON, the id if it comes first.
    """
    try:
        found = _decode_head(line)
        alone = found.stop is not UNSET and bool(_decode_stop(line))
        return _part(found.id), _part(found.stop) if alone else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        first = _ID.match(line)
    try:
        return first and _part(msgspec.json.decode(first[1])), None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None, None


class _Stop(msgspec.Struct, forbid_unknown_fields=True):
    stop: Any = UNSET


class _Head(msgspec.Struct):
    id: Any = UNSET
    stop: Any = UNSET


_decode_head, _decode_stop = msgspec.json.Decoder(_Head).decode, msgspec.json.Decoder(_Stop).decode
_encode = msgspec.json.Encoder(enc_hook=float).encode  # of numbers of numpy
_ID = re.compile(rb'\s*\{\s*"id"\s*:\s*(-?[0-9]{1,18}|"[^"\\\x00-\x1f]{0,200}")\s*[,}]')
_JSON = "JSON, an object on one line"


def _part(value: Any) -> bytes | None:
    return None if value is UNSET else _encode(value)


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


def _misread(words: str) -> tuple[str, str, str]:
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
        return field, f"one of {', '.join(names())}", words[len("Invalid value ") :].strip("'")[:60]
    return field, _JSON, words


def names() -> list[str]:
    """All that can be asked."""
    return [kind.__name__.lower() for kind in ANSWERS]


# --- positions ---------------------------------------------------------------------------------------


def position(written: msgspec.Raw) -> Position | InformationSet:
    """The position that is meant, checked as one in a file is."""
    found, replied = _written(written)
    if replied is None:
        return found
    if not isinstance(found, Position):
        raise NotationError.of("replied", "nothing where tiles are hidden", str(replied))
    return _after(found, replied)


def _known(written: msgspec.Raw, needed: str) -> Position:
    """A position of which every tile is known."""
    found = position(written)
    if not isinstance(found, Position):
        raise NotationError.of("position", f"one in which all tiles are known, {needed}", "hidden tiles")
    return found


def _now(found: Position | InformationSet, replied: Any) -> Position:
    """What is to be decided: the moves of the player to move do not depend on tiles that they cannot see."""
    if isinstance(found, Position):
        return found if replied is None else _after(found, replied)
    found = found.concealed()
    held = found.held
    if replied is not None and found.leader == YOU:
        held |= 1 << _tile(replied)
    fitting = [*members(held), *members(found.unseen & ~held)][: found.hidden]
    now = found.world(mask(fitting))
    now = now if replied is None else _after(now, replied)
    if mover(now) != YOU:
        raise NotationError.of("position", "you to lead or to reply, or the opponent's hand", "a hidden hand to move")
    return now


def _after(position: Position, replied: Any) -> Position:
    """The position after a reply with which somebody won the right to declare."""
    after = play(position, Move(play=_tile(replied))).position
    if after.stage is not Stage.SHOW:
        raise NotationError.of("replied", "a reply after which the winner of the trick may declare", str(replied))
    return after


def _tile(written: Any) -> Tile:
    return parse_tile(written if isinstance(written, str) else str(written))


def _written(written: msgspec.Raw) -> tuple[Position | InformationSet, Any]:
    """The position as it is written, and the reply that an answer of ``play`` may have added to it."""
    entry, replied = _entry(written)
    found = outcome(entry, "position", None)
    if not isinstance(found, (Position, InformationSet)):
        raise found
    return found, replied


def _entry(written: msgspec.Raw) -> tuple[Entry, Any]:
    line, replied = bytes(written), None
    if b'"replied"' in line:
        document = msgspec.json.decode(line)
        if isinstance(document, dict):
            replied = document.pop("replied", None)
            line = msgspec.json.encode(document)
    return Entry(0, 0, line, json=True), replied


def settings(asked: Analyze | Close) -> Settings:
    more: Json = {}
    if isinstance(asked, Analyze):
        more = {"method": asked.method, "worlds": asked.worlds, "apart": asked.apart}
    return Settings(seconds=asked.seconds, inference=not asked.even, seed=asked.seed, threads=asked.threads, **more)


# --- answers -----------------------------------------------------------------------------------------


def _analyzed(asked: Analyze, on_progress: Progress) -> Json:
    start, line = time.perf_counter(), bytes(asked.position)
    if native.built() and not any(key in line for key in (b'"name"', b'"match"', b'"replied"')):
        found = seam.solved(line)  # what is usual, without a detour through Python
        if found is not None:
            return {**found, "seconds": round(time.perf_counter() - start, 6)}
    return analyze(position(asked.position), settings(asked), on_progress).as_dict()


def _closed(asked: Close, on_progress: Progress) -> Json:
    return {**should_close(position(asked.position), settings(asked), on_progress).as_dict(), "proof": None}


def _claimed(asked: Claim, _on_progress: Progress) -> Json:
    return can_claim(position(asked.position)).as_dict()


def _valued(asked: Values, _on_progress: Progress) -> Json:
    found = [outcome(_entry(one)[0], "position", None) for one in asked.positions]
    values = iter(solve_many([one for one in found if isinstance(one, Position)]).tolist())
    return {"values": [next(values) if isinstance(one, Position) else None for one in found]}


def _moved(asked: Moves, _on_progress: Progress) -> Json:
    now = _now(*_written(asked.position))
    claims = now.stage in (Stage.CLAIM, Stage.ANSWER)
    return {
        "to_move": PLAYER_NAMES[mover(now)],
        "moves": [str(move) for move in _moves(now)],
        "may_claim": [PLAYER_NAMES[p] for p in (now.leader, 1 - now.leader) if claims and may_claim(now, p)],
    }


def _moves(now: Position) -> list[Move]:
    """The moves of who is to lead or to reply; a leader who may claim may do that instead."""
    first = [CLAIM] if now.stage is Stage.CLAIM else []
    return [*first, *legal_moves(_waited(now))]


def _waited(now: Position) -> Position:
    return replace(now, stage=Stage.LEAD) if now.stage in (Stage.CLAIM, Stage.ANSWER) else now


def _played(asked: Play, _on_progress: Progress) -> Json:
    before, move = _turn(_known(asked.position, "so that it can be played on"), asked.move)
    gain, after, over = play(before, move)
    step = make(before, move)[0]
    return {
        "player": PLAYER_NAMES[step.player],
        "move": str(move),
        "gain": gain,
        "over": over,
        "trick": None if step.trick is None else PLAYER_NAMES[step.trick],
        "drawn": step.drawn and dict(zip(PLAYER_NAMES, map(text, step.drawn), strict=True)),
        "card_points": dict(zip(PLAYER_NAMES, step.card_points, strict=True)),
        "position": None if over else _document(asked.position, move, after),
    }


def _document(written: msgspec.Raw, move: Move, after: Position) -> Json:
    """The position after a move, as a file has it; before the winner of a trick declares, with the reply added."""
    if after.stage is Stage.SHOW:
        document = msgspec.json.decode(written)
        return {**document, "replied": text(move.tile or 0)} | ({"expect": None} if "expect" in document else {})
    setup = replace(Setup.of(after), expect=None)
    if after.closed is not None:  # else what lies in tricks follows from where the other tiles are
        before = setup_of(_entry(written)[0])
        gone = before.lying("you.won", "opponent.won", "you.took", "opponent.took", "played")
        if before.closed is None:
            gone = ALL & ~before.not_in_tricks
        gone |= before.lying("you.hand", "opponent.hand", "led") & ~setup.not_in_tricks
        setup = replace(setup, played=tuple(members(gone)))
    return document_of(setup)


def _turn(position: Position, written: str) -> tuple[Position, Move]:
    """The move that is meant, and the position in which it is made: whoever might claim before it has waited."""
    who, _, rest = written.strip().partition(" ")
    named = PLAYER_NAMES.index(who) if who in PLAYER_NAMES else None
    move = parse(written if named is None else rest)
    if position.stage in (Stage.CLAIM, Stage.ANSWER) and move == CLAIM:
        other = named == 1 - position.leader and may_claim(position, 1 - position.leader)
        position = replace(position, stage=Stage.ANSWER) if other else position
    elif move != WAIT:
        position = _waited(position)
    if named not in (None, position.to_move):
        raise NotationError.of("move", f"a move of {PLAYER_NAMES[position.to_move]}", repr(written[:60]))
    return position, move


def _seen(asked: Seen, _on_progress: Progress) -> Json:
    found, replied = _written(asked.position)
    setup = setup_of(_entry(asked.position)[0])
    seen = _view(setup, PLAYER_NAMES.index(asked.player), complete=isinstance(found, Position))
    check(seen)
    return {"position": document_of(seen) | ({} if replied is None else {"replied": replied})}


def _view(setup: Setup, player: int, *, complete: bool) -> Setup:
    """What a player, who becomes ``you``, knows of it; ``complete``: all tiles are written down."""
    if setup.sides[player].hand is None:
        raise NotationError.of(f"{PLAYER_NAMES[player]}.hand", "the tiles of the player who is asked for", "nothing")
    told = [side.won is not None or side.partly for side in setup.sides]
    played = setup.played
    if complete and not any(told) and setup.closed is None:  # all others lie in tricks, where everybody saw them
        played = tuple(members(ALL & ~setup.not_in_tricks))
    sides = setup.sides if player == YOU else setup.sides[::-1]
    seen = replace(setup, sides=(sides[0], replace(sides[1], hand=None)), stock=None, played=played, expect=None)
    if player == YOU:
        return seen
    return replace(
        seen,
        lead=1 - setup.lead,
        closed=setup.closed and replace(setup.closed, by=1 - setup.closed.by),
        carried=setup.carried[::-1],
        match=setup.match and setup.match.swapped(),
    )


def _replied(asked: Reply, _on_progress: Progress) -> Json:
    if asked.level not in LEVELS:
        raise NotationError.of("level", f"one of {', '.join(LEVELS)}", repr(asked.level[:60]))
    found, replied = _written(asked.position)
    now, known = _now(found, replied), isinstance(found, Position)
    if not known and asked.level == "cheat":
        raise NotationError.of("position", "one in which all tiles are known, as this level sees them", "hidden tiles")
    player = mover(now) if asked.player is None else PLAYER_NAMES.index(asked.player)

    def seen() -> InformationSet:
        view = check(_view(setup_of(_entry(asked.position)[0]), player, complete=known))
        assert isinstance(view, InformationSet)  # the other hand is left out
        return view

    between = [stage for stage in (Stage.CLAIM, Stage.ANSWER) if now.stage in (stage, Stage.CLAIM)]
    chosen = WAIT
    for stage in [*between, _waited(now).stage]:
        here = replace(now, stage=stage)
        if here.to_move == player and chosen == WAIT and (stage not in between or may_claim(here, player)):
            chosen = decide(asked.level, here, seen, list(legal_moves(here)), asked.seed)
    return {"player": PLAYER_NAMES[player], "move": str(chosen)}


def _followed(asked: Follow, _on_progress: Progress) -> Json:
    return {"tree": tree(_known(asked.position, "so that it can be played on"), asked.branches, after=asked.after)}


def tree(
    position: Position, branches: int = BRANCHES, nodes: int = NODES, after: Sequence[str] = ()
) -> list[list[Any]]:
    """The tree of play below a position, or after these moves of it, as ``native/web/exact.hpp`` says.

    Raises:
        IllegalMove: the rules do not allow one of them, or the deal is over then.
    """
    objective = match_objective(position)
    written = replace(Setup.of(position), name="", expect=None)
    found = seam.found(
        "follow",
        lambda _share: False,
        position={**document_of(written), "rules": position.rules},
        stage=position.stage.name.lower(),
        after=[*after],
        branches=branches,
        nodes=nodes,
        objective=objective and {"table": objective.table},
    )
    grown: list[list[Any]] = found["tree"]
    return grown


def _at_the_table(asked: Begin | Game, _on_progress: Progress) -> Json:
    members: Json = msgspec.to_builtins(asked)
    members.pop("id", None)
    found = seam.ask(**{key: value for key, value in members.items() if value is not None})
    if "reasons" in found:
        raise NotationError([Reason(one["field"], one["expected"], one["found"]) for one in found["reasons"]])
    if "error" in found:
        raise NotationError.of("records", "a game that the engine began", found["error"])
    return found


def _version(_asked: Version, _on_progress: Progress) -> Json:
    from bingo import __version__

    return {
        "program": "bingo",
        "version": __version__,
        "engine": engines.NAME,
        "protocol": PROTOCOL,
        "asks": names(),
        "presets": list(PRESETS),
        "levels": list(LEVELS),
    }


#: What answers each request.
ANSWERS: dict[type[Request], Callable[[Any, Progress], Json]] = {
    Analyze: _analyzed,
    Close: _closed,
    Claim: _claimed,
    Follow: _followed,
    Values: _valued,
    Moves: _moved,
    Play: _played,
    Seen: _seen,
    Reply: _replied,
    Begin: _at_the_table,
    Game: _at_the_table,
    Version: _version,
}
