"""A game against the program, asked of the engine: the terminal and the board of the browser draw what it answers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bingo.positions import dumps_record, dumps_record_json, reads_records
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import NotationError
from bingo.solver.game.moves import WAIT, Move, parse as parse_move
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.hidden.settings import LEVELS, Settings
from bingo.solver.reviewing.budget import worlds_compared
from bingo.solver.reviewing.deal import judge
from bingo.solver.reviewing.reasons import reason_of
from bingo.solver.seam import OnProgress, ask

Json = dict[str, Any]
_REMARK = re.compile(r"^#|\s#", re.MULTILINE)


def saved(text: str) -> list[Json]:
    """The records of a game as a file has them, as the engine takes them; none in an empty text.

    Raises:
        NotationError, ImpossiblePosition: there is something else in it, or what the next turn would write over: a deal
            of which not all tiles are recorded, players other than those of a game, remarks.
    """
    records = list(reads_records(text)) if text.strip() else []
    for record in records:
        if None in record.dealt or record.stock is None:
            raise NotationError.of("document", "a game of which all tiles are recorded", "one with hidden tiles")
        if not record.players or record.players[OPPONENT] not in LEVELS:
            raise NotationError.of("players", f"a game against one of {', '.join(LEVELS)}", "another record")
        if record.players[YOU] in LEVELS:
            raise NotationError.of("players", "deals that you play", "a game in which the program plays your tiles too")
    if _REMARK.search(text) and "---\n".join(map(dumps_record, records)) != text:
        raise NotationError.of("document", "a game without remarks, which would be lost", "some")
    return [json.loads(dumps_record_json(record)) for record in records]


def record_of(record: Json) -> Record:
    """A record of the engine's as it is drawn and reviewed."""
    (found,) = reads_records(json.dumps(record))
    return found


def said(records: Sequence[Json], word: str, on_progress: OnProgress | None = None, **more: Any) -> Json:
    """What becomes of a word; where a move is said to lose something, with the reason why, if one can be proved."""
    found = ask(on_progress, ask="game", records=records, say=word, **more)
    told = found.get("told") or [{}]
    if told[0].get("code") == "loses":
        supposed = parse_move(told[0]["move"]) if found.get("became") and word.startswith("what") else None
        if sentence := _reason(record_of(records[-1]), supposed, told[0]["better"]):
            told.append({"code": "reason", "sentence": sentence})
    return found


def settings_for(rules: Rules) -> Settings:
    """As many deals as a quick review looks at."""
    return Settings(worlds=worlds_compared(rules, quick=True))


def _reason(record: Record, supposed: Move | None, better: str) -> str:
    """Why your last move, or one that you have not made, is worse than the one that the engine finds better."""
    played = replay(record)
    if supposed is None:
        moment = [m for m in played.moments if m.turn and m.turn.player == YOU and m.turn.move != WAIT][-1]
    else:
        position = played.end.position
        if position.stage in (Stage.CLAIM, Stage.ANSWER):
            position = replace(position, stage=Stage.LEAD)
        moment = replace(played.end, position=position, turn=Turn(YOU, supposed))
    engine = Kernel(record.rules)
    judged = judge(moment, settings_for(record.rules), engine)
    if judged is None or str(judged.best) != better:
        return ""
    found = judged.reason or reason_of(judged, engine)
    return found.sentence if found else ""
