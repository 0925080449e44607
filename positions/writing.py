"""Writing positions and records: YAML for people, one line of JSON for machines, both read back by ``reading``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import msgspec
import yaml

from bingo.solver.errors import NotationError, check_type
from bingo.solver.game import presets, tiles
from bingo.solver.game.information import InformationSet
from bingo.solver.game.legal import begin
from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Match, Pair, Position, Stage
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay
from bingo.solver.game.setup import Expect, Setup, Side

Thing = Position | InformationSet | Record


def write(things: Iterable[Thing], target: str | os.PathLike[str] | TextIO | BinaryIO) -> None:
    """Write positions or records to a file, as JSON Lines if it is named ``.jsonl``, ``.ndjson`` or ``.json``, else as
    YAML. A file that is open, for text or for bytes, gets YAML.

    Raises:
        TypeError: there is nothing to go through, or the file is none; nothing is written.
        NotationError, IllegalMove: one cannot be written, see :func:`dumps`; those before it are.
    """
    if not isinstance(things, Iterable):
        raise TypeError(f"expected several positions or records; found {type(things).__name__}")
    if not (isinstance(target, (str, os.PathLike)) or hasattr(target, "write")):
        raise TypeError(f"expected the name of a file or an open one; found {type(target).__name__}")
    if not isinstance(target, (str, os.PathLike)):
        binary = isinstance(target, (BufferedIOBase, RawIOBase)) or "b" in getattr(target, "mode", "")
        for document in _documents(things):
            target.write(document.encode() if binary else document)  # type: ignore[arg-type]
        return
    as_json = Path(target).suffix.lower() in (".jsonl", ".ndjson", ".json")
    with Path(target).open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines((dumps_json(thing) + "\n" for thing in things) if as_json else _documents(things))


def _documents(things: Iterable[Thing]) -> Iterator[str]:
    return (("---\n" if number else "") + dumps(thing) for number, thing in enumerate(things))


def dumps(thing: Thing) -> str:
    """A position, or a record with a trick a line, as one YAML document.

    Raises:
        NotationError: a position is in the middle of a turn, which a file cannot express.
        IllegalMove: a record is against the rules.
    """
    return dumps_plain(as_document(thing))


def dumps_json(thing: Thing) -> str:
    """The same as one line of JSON, without the line's end."""
    return msgspec.json.encode(as_document(thing)).decode()


#: The same for those who ask for records.
write_records, dumps_record, dumps_record_json = write, dumps, dumps_json


def as_document(thing: Thing) -> dict[str, Any]:
    """The same as keys and values."""
    check_type("position", thing, Position, InformationSet, Record)
    return _record(thing) if isinstance(thing, Record) else document_of(_setup(thing))


def dumps_plain(document: Mapping[str, Any]) -> str:
    """The keys and values of a document as YAML, in the order given."""
    return yaml.dump(
        dict(document), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=False
    )


class Short(dict[str, Any]):
    """A mapping that is written on one line: ``{by: you, points: 10, tricks: 1}``."""


class _Dumper(yaml.SafeDumper):
    """Parsed YAML without aliases, as the reader refuses them."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


_Dumper.add_representer(
    Short, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)
)


def document_of(s: Setup) -> dict[str, Any]:
    """The keys of a document in the order of the manual, without those that say nothing."""
    rules = presets.spec(s.rules)
    closed = s.closed and {"by": PLAYER_NAMES[s.closed.by], "points": s.closed.points, "tricks": s.closed.tricks}
    document = {
        "name": s.name or None,
        "rules": rules if isinstance(rules, str) else Short(rules),
        "trump": s.trump,
        "turned": _text(s.turned),
        "closed": closed and Short(closed),
        "lead": PLAYER_NAMES[s.lead],
        "led": _text(s.led),
        "you": _side(s.sides[YOU]),
        "opponent": _side(s.sides[OPPONENT]) or None,
        "stock": texts(s.stock),
        "played": texts(s.played),
        "carried": pair_text(s.carried) if any(s.carried) else None,
        "match": s.match and _match(s.match),
        "expect": s.expect and _expect(s.expect),
    }
    return without_none(document)


def without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    """Drop keys without a value."""
    return {key: value for key, value in values.items() if value is not None}


def _side(side: Side) -> dict[str, Any]:
    known = side.recalled if side.won is None else side.won
    won = None if known is None else ", ".join(map(_trick, known))
    values = {
        "hand": texts(side.hand),
        "won": won,
        "took": texts(side.took or None),
        "points": side.points,
        "tricks": side.tricks,
        "declared": side.declared or None,
        "pending": side.pending or None,
        "shown": texts(side.shown or None),
        "seen": texts(side.seen or None),
    }
    return without_none(values)


def _trick(known: tuple[tiles.Tile, ...]) -> str:
    """``6-4 6-5``, or ``6-4 ?`` where a tile is not remembered."""
    return " ".join([*map(tiles.text, known), *"?" * (2 - len(known))])


def _expect(expect: Expect) -> Short:
    best = [str(move) for move in expect.best]
    values = {
        "value": expect.value,
        "best": best[0] if len(best) == 1 else best or None,
        "theme": " ".join(expect.themes) or None,
        "difficulty": expect.difficulty,
    }
    return Short(without_none(values))


def _match(match: Match) -> Short:
    first = None if match.first is None else PLAYER_NAMES[match.first]
    scored = pair_text(match.scored) if any(match.scored) else None
    return Short(without_none({**pair_text(match.score), "first": first, "scored": scored}))


def pair_text(pair: Pair) -> Short:
    """Write two numbers, yours and the opponent's, on one line."""
    return Short(zip(PLAYER_NAMES, pair, strict=True))


def _text(tile: tiles.Tile | None) -> str | None:
    return None if tile is None else tiles.text(tile)


def texts(listed: Iterable[tiles.Tile] | None) -> str | None:
    """A list of tiles as it is written, if there is one."""
    return None if listed is None else tiles.text_all(listed)


def _setup(position: Position | InformationSet) -> Setup:
    """What a file says of a position."""
    if isinstance(position, InformationSet):
        return replace(position.setup, name=position.name, match=position.match, expect=position.expect)
    if position.stage is Stage.SHOW or begin(position) != position:
        expected = "a position at the start of a trick, or with one tile led"
        raise NotationError.of("position", expected, f"one in the middle of a turn ({position.stage.name.lower()})")
    return Setup.of(position)


# --- records of deals -----------------------------------------------------------------------------


def _record(r: Record) -> dict[str, Any]:
    """The keys of a document in the order of the manual, without those that say nothing."""
    rules = presets.spec(r.rules)
    sides = [Short(without_none({"dealt": texts(r.dealt[p]), "drew": texts(r.drew[p])})) for p in (YOU, OPPONENT)]
    return without_none(
        {
            "name": r.name or None,
            "rules": rules if isinstance(rules, str) else Short(rules),
            "match": r.match and pair_text((r.match.you, r.match.opponent)),
            "carried": pair_text(r.carried) if any(r.carried) else None,
            "players": r.players
            and Short(without_none(dict(zip(PLAYER_NAMES, (n or None for n in r.players), strict=True)))),
            "lead": PLAYER_NAMES[r.leader],
            "turned": tiles.text(r.turned),
            "trump": r.trump if r.rules.trump_from == "either-end" else None,
            "you": sides[YOU] or None,
            "opponent": sides[OPPONENT] or None,
            "stock": texts(r.stock),
            "play": list(map("; ".join, _lines(r))),
            "result": None if r.result is None else pair_text(r.result),
        }
    )


def _lines(record: Record) -> list[list[str]]:
    """The turns as they are written, trick by trick. Only a claim of the player who is not on lead names its player."""
    played = replay(record)
    on_lead = iter([(moment.turn, moment.position.leader) for moment in played.moments])
    lines: list[list[str]] = []
    for turn in (turn for turn in played.turns if turn.move != WAIT):
        leader = next((player for done, player in on_lead if done == turn), played.end.position.leader)
        named = f"{PLAYER_NAMES[turn.player or 0]} " if turn.move == CLAIM and turn.player != leader else ""
        goes_on = turn.move.play is not None or (
            turn.move.declare and turn.move.lead is None and _shows(record, turn.move)
        )
        if goes_on and lines:
            lines[-1].append(f"{named}{turn.move}")
        else:
            lines.append([f"{named}{turn.move}"])
    return lines


def _shows(record: Record, move: Any) -> bool:
    return record.rules.declare == "after-winning" and not move.claim
