"""The board's questions and their answers, as plain data: the narrow interface between the page and whatever answers.

Positions are documents as in files. An answer is one of

- what was asked for (``item``: what a report shows, with the keys of ``--json`` under ``answer``),
- ``{"reasons": [...]}``: every reason why a position cannot be read or cannot occur, with ``field``, ``expected``,
  ``found``,
- ``{"error": "..."}``: why there is no answer, in words.

Nothing here knows of servers or browsers.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import SystemRandom
from typing import Annotated, TypeAlias

import msgspec

from bingo.cli.board import game, puzzles, stepping
from bingo.cli.page import dealt, items
from bingo.cli.page.document import document
from bingo.cli.requests import Written
from bingo.positions import dumps, dumps_json, dumps_record_json, reads, reads_records
from bingo.solver.analysis.deals import dealt as with_all_tiles
from bingo.solver.analysis.exact import Searches, analyze_exact
from bingo.solver.analysis.questions import analyze, close as should_close
from bingo.solver.analysis.settings import Settings
from bingo.solver.analysis.tree import play_on
from bingo.solver.engine import OnProgress
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import at_lead
from bingo.solver.game.position import Position
from bingo.solver.game.record import Record
from bingo.solver.match import match_objective
from bingo.solver.render.board import Json
from bingo.solver.reviewing.deal import review

#: Deals that one question has drawn at most, and moves that may follow a position.
WORLDS, MOVES = 8192, 60
#: Branches of a tree that comes with an answer; more are asked for when they are needed.
BRANCHES = 150


Moves: TypeAlias = Annotated[list[str], msgspec.Meta(max_length=MOVES)]


class _Question(msgspec.Struct, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    pass


class Analyze(_Question):
    """What is a position worth, and every move of it?"""

    position: msgspec.Raw
    worlds: int | None = None

    def answer(self, on_progress: OnProgress) -> Json:
        position = Written(bytes(self.position)).read()
        return {"item": _analyzed(position, Settings(worlds=self.worlds), on_progress)}


class Close(_Question):
    """Should I close now?"""

    position: msgspec.Raw

    def answer(self, on_progress: OnProgress) -> Json:
        position = Written(bytes(self.position)).read()
        decision = should_close(position, Settings(), on_progress)
        return _item(items.closing(_title(position), position, decision, None), on_progress)


class Claim(_Question):
    """Can I claim?"""

    position: msgspec.Raw

    def answer(self, on_progress: OnProgress) -> Json:
        from bingo.solver.analysis.claim import claim, stakes

        position = Written(bytes(self.position)).read()
        claimed = claim(position, on_wait=lambda: on_progress(0.0))
        at_stake = stakes(claimed, partial(analyze, position, on_progress=on_progress))
        return _item(items.claimed(_title(position), position, claimed, at_stake), on_progress)


class Follow(_Question):
    """What can be played after these moves, and what is it all worth?"""

    position: msgspec.Raw
    after: Moves = []

    def answer(self, on_progress: OnProgress) -> Json:
        position = Written(bytes(self.position)).read_open()
        return {"tree": items.tree_with_chances(position, BRANCHES, on_progress=on_progress, after=self.after)}


class Step(_Question):
    """What becomes of a position, of which a hand is hidden, by these turns, if you draw this tile then?"""

    position: msgspec.Raw
    turns: Annotated[list[str], msgspec.Meta(min_length=1, max_length=2)]
    drawn: str | None = None

    def answer(self, _on_progress: OnProgress) -> Json:
        position = Written(bytes(self.position)).read()
        if isinstance(position, Position) or stepping.choice(position) is None:
            raise NotationError.of("position", "one with a hidden hand, and all tiles of the tricks", "another")
        return stepping.step(position, self.turns, self.drawn)


class Write(_Question):
    """How is this position written in a file, and what becomes of it by these moves? ``record``: the deal that begins
    with it, what is hidden being dealt by chance.
    """

    position: msgspec.Raw
    after: Moves = []

    def answer(self, _on_progress: OnProgress) -> Json:
        position = Written(bytes(self.position)).read()
        if self.after:
            reached = play_on(Written(bytes(self.position)).read_open(), self.after)
            position = replace(at_lead(reached.position), name="")
        document, record = json.loads(dumps_json(position)), None
        if position.open and not any(position.tricks) and position.led is None:
            start = with_all_tiles(position, SystemRandom().randrange(1_000_000))
            record = json.loads(dumps_record_json(Record.of(start, ())))
        return {"text": dumps(position), "position": document, "record": record}


class Read(_Question):
    """Which positions are in the text of a file, as documents, or else which deals?"""

    text: str

    def answer(self, _on_progress: OnProgress) -> Json:
        refused: list[NotationError | ImpossiblePosition] = []
        positions = list(reads(self.text, on_error=refused.append))
        if positions:
            documents = [json.loads(dumps_json(position)) for position in positions]
            return {"positions": documents, "refused": list(map(str, refused))}
        troubles: list[NotationError | ImpossiblePosition] = []
        records = list(reads_records(self.text, on_error=troubles.append))
        if records:
            return {"deals": [dealt.drawn(record) for record in records], "refused": list(map(str, troubles))}
        return {"error": "\n".join(map(str, troubles if "record" in str(refused[:1]) else refused))}


class Moment(_Question):
    """What does the player to move see in a moment of a recorded deal, and how was it played until then (both count
    from 0)?
    """

    text: str
    deal: int
    moment: int

    def answer(self, _on_progress: OnProgress) -> Json:
        known, before = dealt.moment(self.text, self.deal, self.moment)
        record = before and json.loads(dumps_record_json(before))
        return {"position": json.loads(dumps_json(known)), "record": record}


class Review(_Question):
    """Where did a recorded deal go wrong (deals count from 0)?"""

    text: str
    deal: int
    worlds: int | None = None

    def answer(self, on_progress: OnProgress) -> Json:
        record = dealt.record(self.text, self.deal)
        answer = review(record, Settings(worlds=self.worlds and min(self.worlds, WORLDS), effort="quick"), on_progress)
        return _item(items.reviewed(record.name or "A deal", answer), on_progress)


class Report(_Question):
    """What is the file that shows these answers, as ``--html`` writes it?"""

    items: list[Json]

    def answer(self, _on_progress: OnProgress) -> Json:
        if not self.items or not all({"kind", "title", "words"} <= item.keys() for item in self.items):
            raise NotationError.of("items", "answers, each with its kind, title and words", "others")
        return {"html": document(str(self.items[0]["title"]), self.items)}


class Puzzle(_Question):
    """Which puzzle is this? Numbers go round."""

    number: int
    theme: str = ""

    def answer(self, _on_progress: OnProgress) -> Json:
        return puzzles.posed(self.number, self.theme)


class Try(_Question):
    """Does this move solve that puzzle? Without a move: what is the solution?"""

    number: int
    move: str = ""
    theme: str = ""

    def answer(self, _on_progress: OnProgress) -> Json:
        return puzzles.tried(self.number, self.theme, self.move)


Question: TypeAlias = Analyze | Close | Claim | Follow | Step | Write | Read | Moment | Review | Report | Puzzle | Try
_decode = msgspec.json.Decoder(Question | game.Begin | game.Game).decode


def answer(question: bytes | Json, on_progress: OnProgress = lambda _share: None) -> Json:
    """Answer a question, whatever it is: faults of the question are answers too. ``on_progress`` may end it.

    One about a game may come decoded.
    """
    try:
        if isinstance(question, bytes):
            reply: Json = _decode(question).answer(on_progress)
        else:
            reply = msgspec.convert(question, game.Begin | game.Game).answer(on_progress)
        return reply
    except (NotationError, ImpossiblePosition) as error:
        return {"reasons": [reason.as_dict() for reason in error.reasons]}
    except BingoError as error:
        return {"error": str(error)}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return {"error": f"This question cannot be answered: {error}"}


def _analyzed(position: Position | InformationSet, settings: Settings, on_progress: OnProgress) -> Json:
    """The analysis of a position and, where it is known, the tree of play: both by the same searches."""
    few = replace(settings, worlds=settings.worlds and min(settings.worlds, WORLDS))
    if not isinstance(position, Position):
        answer = analyze(position, few, on_progress)
        done = few.worlds is None or answer.every
        item = items.analyzed(_title(position), position, answer, done=done)
        return item.data | {"choice": stepping.choice(position)}
    searches = Searches.of(position, match_objective(position), on_progress)
    answer = analyze_exact(position, searches.points, searches.chances)
    item = items.analyzed(_title(position), position, answer)
    return item.finished(BRANCHES, searches=searches)


def _item(item: items.Item, on_progress: OnProgress) -> Json:
    return {"item": item.finished(BRANCHES, on_progress=on_progress)}


def _title(position: Position | InformationSet) -> str:
    return position.name or "A position"
