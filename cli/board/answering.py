"""The board's questions and their answers, as plain data: the narrow interface between the page and whatever answers.

A question is a request to the engine (``bingo.solver.protocol``), or one of those below. An answer is one of

- what was asked for (``item``: what a report shows, with the keys of ``--json`` under ``answer``),
- ``{"reasons": [...]}``: every reason why a position cannot be read or cannot occur, with ``field``, ``expected``,
  ``found``,
- ``{"error": "..."}``: why there is no answer, in words.

Nothing here knows of servers or browsers.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec

from bingo.cli.board import game, puzzles
from bingo.cli.coach.memory import REMEMBERED, Memory, place
from bingo.cli.page import dealt, items
from bingo.cli.page.data import Json
from bingo.positions import dumps, dumps_json, dumps_record_json, reads, reads_records
from bingo.solver import Settings, analyze, review, should_close
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.hidden.settings import LEVELS
from bingo.solver.protocol.places import known
from bingo.solver.protocol.places import position as position_of
from bingo.solver.protocol.requests import Analyze, Claim, Close, Follow, settings
from bingo.solver.protocol.tree import played, tree
from bingo.solver.reviewing.budget import QUICK

#: Branches of a tree that comes with an answer; more are asked for when they are needed.
BRANCHES = 400
#: Deals that one question has drawn at most, and moves that may follow a position.
WORLDS, MOVES = 8192, 60


class Read(msgspec.Struct, tag="read", tag_field="ask", forbid_unknown_fields=True):
    """Which positions or deals are in the text of a file?"""

    text: str


class Write(msgspec.Struct, tag="write", tag_field="ask", forbid_unknown_fields=True):
    """How is this position written in a file?"""

    position: msgspec.Raw


class Play(msgspec.Struct, tag="play", tag_field="ask", forbid_unknown_fields=True):
    """What does the table look like after these moves, and what did they bring?"""

    position: msgspec.Raw
    after: list[str]


class Moment(msgspec.Struct, tag="moment", tag_field="ask", forbid_unknown_fields=True):
    """What are the moves worth to the player to move, in a moment of a recorded deal (both count from 0)?"""

    text: str
    deal: int
    moment: int
    worlds: int | None = None


class Review(msgspec.Struct, tag="review", tag_field="ask", forbid_unknown_fields=True):
    """Where did a recorded deal go wrong (deals count from 0)?"""

    text: str
    deal: int
    worlds: int = QUICK
    remember: bool = False


class Puzzle(msgspec.Struct, tag="puzzle", tag_field="ask", forbid_unknown_fields=True):
    """Which puzzle is this? Numbers go round."""

    number: int
    theme: str = ""


class Try(msgspec.Struct, tag="try", tag_field="ask", forbid_unknown_fields=True):
    """Does this move solve that puzzle? Without a move: what is the solution? ``made`` stands in an answer after which
    the puzzle goes on.
    """

    number: int
    move: str = ""
    theme: str = ""
    made: list[str] = []


class Card(msgspec.Struct, tag="card", tag_field="ask", forbid_unknown_fields=True):
    """Which mistake of mine is to be put again, of this cause or of any? And how well do I play?"""

    cause: str = ""


class Answer(msgspec.Struct, tag="answer", tag_field="ask", forbid_unknown_fields=True):
    """Is this the right move on that card? Without a move: what is? ``failed``: one was wrong already."""

    name: str
    move: str = ""
    failed: bool = False


Plain: TypeAlias = (
    Analyze | Follow | Close | Claim | Read | Write | Play | Moment | Review | Puzzle | Try | Card | Answer
)
Question: TypeAlias = Plain | game.Begin | game.Game


def answer(question: bytes) -> Json:
    """Answer a question, whatever it is. Faults of the question are answers too."""
    try:
        asked = msgspec.json.decode(question, type=Question)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return {"error": f"This question cannot be answered: {error}"}
    try:
        if isinstance(asked, game.Begin):
            return game.begin(asked)
        return game.continued(asked) if isinstance(asked, game.Game) else _answer(asked)
    except (NotationError, ImpossiblePosition) as error:
        return {"reasons": [reason.as_dict() for reason in error.reasons]}
    except BingoError as error:
        return {"error": str(error)}


def _answer(asked: Plain) -> Json:
    if isinstance(asked, Analyze):
        return _item(_analyzed(position_of(asked.position), settings(asked)))
    if isinstance(asked, Follow | Play):
        return _played_on(asked)
    if isinstance(asked, Close):
        position = position_of(asked.position)
        decision = should_close(position, settings(asked))
        return _item(items.closing(_title(position), position, decision, None))
    if isinstance(asked, Claim):
        from bingo.solver.match.claiming import stakes
        from bingo.solver.proof.claims import claim

        position = position_of(asked.position)
        claimed = claim(position)
        at_stake = stakes(claimed, partial(analyze, position))
        return _item(items.claimed(_title(position), position, claimed, at_stake))
    if isinstance(asked, Read):
        return _read(asked.text)
    if isinstance(asked, Write):
        return {"text": dumps(position_of(asked.position))}
    if isinstance(asked, Moment):
        found = dealt.seen(asked.text, asked.deal, asked.moment)
        item = _analyzed(found, Settings(worlds=asked.worlds))
        until = dealt.until(asked.text, asked.deal, asked.moment)
        record = until and json.loads(dumps_record_json(until))
        return {"item": item.finished(BRANCHES) | item.changeable(), "record": record}
    if isinstance(asked, Review):
        return _reviewed(asked)
    return _put(asked)


def _put(asked: Puzzle | Try | Card | Answer) -> Json:
    """A puzzle or a card posed, or a try at it judged."""
    if isinstance(asked, Puzzle):
        return puzzles.posed(asked.number, asked.theme)
    if isinstance(asked, Try):
        return puzzles.tried(asked.number, asked.theme, asked.move, asked.made[:MOVES])
    from bingo.cli.board import training  # here: most never train

    if isinstance(asked, Card):
        return training.posed(_memory(), asked.cause)
    return training.tried(_memory(), asked.name, asked.move, asked.failed)


def _reviewed(asked: Review) -> Json:
    """A deal reviewed; one that was played here goes to the memory, if that was asked for."""
    record = dealt.record(asked.text, asked.deal)
    found = review(record, Settings(worlds=min(asked.worlds, WORLDS)))
    wanted = asked.remember or REMEMBERED in os.environ
    if wanted and record.result and (record.players or ("",))[-1] in LEVELS:
        with Memory(_memory()) as kept:
            kept.add(found)
    return _item(items.reviewed(record.name or "A deal", found))


def _memory() -> Path:
    """The memory that the board was given, or else the user's."""
    given = os.environ.get(REMEMBERED) or os.environ.get("BINGO_MEMORY")
    return place(Path(given) if given else None)


def _played_on(asked: Follow | Play) -> Json:
    position = known(asked.position, "so that it can be played on")
    if isinstance(asked, Play):
        return played(position, asked.after[:MOVES])
    return {"tree": tree(position, asked.branches, after=asked.after)}


def _analyzed(position: Position | InformationSet, settings: Settings) -> items.Item:
    few = replace(settings, worlds=settings.worlds and min(settings.worlds, WORLDS))
    return items.analyzed(_title(position), position, analyze(position, few))


def _item(item: items.Item) -> Json:
    return {"item": item.finished(BRANCHES)}


def _title(position: Position | InformationSet) -> str:
    return position.name or "A position"


# --- files -------------------------------------------------------------------------------------------


def _read(text: str) -> Json:
    """The positions of a text as documents, or else its deals."""
    refused: list[NotationError | ImpossiblePosition] = []
    found = list(reads(text, on_error=refused.append))
    if found:
        documents = [json.loads(dumps_json(position)) for position in found]
        return {"positions": documents, "refused": list(map(str, refused))}
    troubles: list[NotationError | ImpossiblePosition] = []
    records = list(reads_records(text, on_error=troubles.append))
    if records:
        return {"deals": [dealt.drawn(record) for record in records], "refused": list(map(str, troubles))}
    return {"error": "\n".join(map(str, troubles if "record" in str(refused[:1]) else refused))}
