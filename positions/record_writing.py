"""Writing records of deals: YAML for people, one line of JSON for machines, both read back by ``records``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, TextIO

import msgspec

from bingo.positions.writing import Short, both, dumps_plain, stated, texts, write_texts
from bingo.solver.errors import check_type
from bingo.solver.game import presets, tiles
from bingo.solver.game.moves import CLAIM
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU
from bingo.solver.game.record import Record
from bingo.solver.game.replay import replay


def write_records(records: Iterable[Record], target: str | os.PathLike[str] | TextIO) -> None:
    """Write records to a file, as JSON Lines if it is named ``.jsonl``, ``.ndjson`` or ``.json``, else as YAML.

    An open text stream gets YAML.

    Raises:
        IllegalMove: a record is against the rules; those before it are written.
    """
    write_texts(records, target, dumps_record, dumps_record_json)


def dumps_record(record: Record) -> str:
    """A record as one YAML document, a trick a line.

    Raises:
        IllegalMove: the record is against the rules.
    """
    return dumps_plain(_document(record))


def dumps_record_json(record: Record) -> str:
    """A record as one line of JSON, without the line's end; errors as :func:`dumps_record`."""
    return msgspec.json.encode(_document(record)).decode()


def _document(r: Record) -> dict[str, Any]:
    """The keys of a document in the order of the manual, without those that say nothing."""
    check_type("record", r, Record)
    rules = presets.spec(r.rules)
    sides = [Short(stated({"dealt": texts(r.dealt[p]), "drew": texts(r.drew[p])})) for p in (YOU, OPPONENT)]
    return stated(
        {
            "name": r.name or None,
            "rules": rules if isinstance(rules, str) else Short(rules),
            "match": r.match and both((r.match.you, r.match.opponent)),
            "carried": both(r.carried) if any(r.carried) else None,
            "players": r.players
            and Short(stated(dict(zip(PLAYER_NAMES, (n or None for n in r.players), strict=True)))),
            "lead": PLAYER_NAMES[r.leader],
            "turned": tiles.text(r.turned),
            "trump": r.trump if r.rules.trump_from == "either-end" else None,
            "you": sides[YOU] or None,
            "opponent": sides[OPPONENT] or None,
            "stock": texts(r.stock),
            "play": list(map("; ".join, _lines(r))),
            "result": None if r.result is None else both(r.result),
        }
    )


def _lines(record: Record) -> list[list[str]]:
    """The turns as they are written, trick by trick. Only a claim of the player who is not on lead names its player."""
    played = replay(record)
    on_lead = iter([(moment.turn, moment.position.leader) for moment in played.moments])
    lines: list[list[str]] = []
    for turn in played.turns:
        leader = next((who for made, who in on_lead if made == turn), played.end.position.leader)
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
