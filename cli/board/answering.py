"""The board's questions and their answers, as plain data: the narrow interface between the page and whatever answers.

Positions are documents as in files. An answer is one of

- what was asked for (``item``: what a report shows, with the keys of ``--json`` under ``answer``),
- ``{"reasons": [...]}``: every reason why a position cannot be read or cannot occur, with ``field``, ``expected``,
  ``found``,
- ``{"error": "..."}``: why there is no answer, in words.

Nothing here knows of servers or browsers.
"""

from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Any, TypeAlias

import msgspec

from bingo.cli.board.game import Begin, Game, Puzzle, Question, Try
from bingo.cli.options import DEFAULT_GAME_FILE
from bingo.cli.page import document, items
from bingo.cli.session import PositionDocument
from bingo.positions import dumps, reads_records
from bingo.positions.documents import document_of
from bingo.positions.reading import as_document, reads_either
from bingo.solver.analysis import Settings, analyze, can_claim, close, deal_hidden, with_stakes
from bingo.solver.analysis.exact import KernelPair, analyze_exact
from bingo.solver.engine import OnProgress
from bingo.solver.errors import BingoError, ImpossiblePosition, NotationError, counted
from bingo.solver.game import WAIT, InformationSet, Setup, at_lead, legal_moves, replay
from bingo.solver.game.position import OPPONENT, YOU, Position, Stage
from bingo.solver.game.record import Continuation, Record, Turn
from bingo.solver.game.tiles import DOUBLES, mask, members, parse, text, text_mask
from bingo.solver.match import match_objective
from bingo.solver.render.board import Json
from bingo.solver.render.tree import after_turns, tree
from bingo.solver.reviewing import review

#: Deals that one question has drawn at most, and moves that may follow a position.
MAX_WORLDS, MAX_MOVES = 8192, 60
#: Branches of a tree that comes with an answer: best play. What follows another move is asked for when it is made.
ANSWER_TREE_BRANCHES = 1


Moves: TypeAlias = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_MOVES)]


class _AboutPosition(Question):
    position: msgspec.Raw

    @property
    def document(self) -> PositionDocument:
        """The position as it came: a key that stands twice is refused."""
        return PositionDocument(bytes(self.position))


class Analyze(_AboutPosition):
    """What is a position worth, and every move of it?"""

    worlds: int | None = None

    def answer(self, on_progress: OnProgress) -> Json:
        position, settings = self.document.read(), Settings(worlds=self.worlds and min(self.worlds, MAX_WORLDS))
        if isinstance(position, Position):
            kernels = KernelPair.of(position, match_objective(position), on_progress)  # of the answer and of the tree
            return {"item": _item(position, analyze_exact(position, *kernels), kernels=kernels)}
        answer = analyze(position, settings, on_progress)
        item = _item(position, answer, done=self.worlds is None or answer.every)
        return {"item": item | {"choice": choice(position)}}


class Close(_AboutPosition):
    """Should I close now?"""

    def answer(self, on_progress: OnProgress) -> Json:
        position = self.document.read()
        return {"item": _item(position, close(position, Settings(), on_progress), on_progress=on_progress)}


class Claim(_AboutPosition):
    """Can I claim?"""

    def answer(self, on_progress: OnProgress) -> Json:
        position = self.document.read()
        claim = with_stakes(can_claim(position, on_progress), position, on_progress)
        return {"item": _item(position, claim)}


class Follow(_AboutPosition):
    """What can be played after these moves, and what is it all worth?"""

    after: Moves = ()

    def answer(self, on_progress: OnProgress) -> Json:
        position = self.document.read_open()
        return {"tree": tree(position, branches=ANSWER_TREE_BRANCHES, after=self.after, on_progress=on_progress)}


class Step(_AboutPosition):
    """What becomes of a position with a hidden hand by these turns ("you lead 6-4"), if you draw this tile then?

    The next ``position``, as a file has it; the ``gain`` of a deal that is over; or a ``choice``, what is to be said
    first: the tile that you draw, what you declare (``options``, each with its turns), or what the opponent declares.
    """

    turns: Annotated[list[str], msgspec.Meta(min_length=1, max_length=2)]
    drawn: str | None = None

    def answer(self, _on_progress: OnProgress) -> Json:
        view = self.document.read()
        if isinstance(view, Position) or choice(view) is None:
            raise NotationError.of("position", "one with a hidden hand, and all tiles of the tricks", "another")
        end = replay(self._continuation(view)).end
        if end.position.over:
            return {"gain": end.score[YOU] - end.score[OPPONENT]}
        if end.position.stage is Stage.SHOW:
            return {"choice": _declaration_choice(view, end.position, self.turns)}
        if end.position.hands[YOU] & end.hidden:
            tiles = text_mask(end.hidden).split()
            return {"choice": {"words": "Which tile do you draw?", "turns": self.turns, "tiles": tiles}}
        gone = view.gone | mask(tile for tricks in end.won for trick in tricks for tile in trick)
        return {"position": document_of(replace(Setup.of(end.position).seen_by(YOU), played=tuple(members(gone))))}

    def _continuation(self, view: InformationSet) -> Continuation:
        """The turns in a deal that fits, in which the opponent holds every double that they may declare."""
        hidden = view.unseen & ~view.known_held
        tiles = [*members(hidden & DOUBLES), *members(hidden & ~DOUBLES)]
        place_count = view.hidden - view.known_held.bit_count()
        stock = tuple(tiles[place_count:]) if view.open else ()
        position = view.world(view.known_held | mask(tiles[:place_count]), stock)
        drawn = () if self.drawn is None else (parse(self.drawn),)
        return Continuation(position, tuple(map(Turn.parse, self.turns)), hidden=hidden, drew=(drawn, None))


class Write(_AboutPosition):
    """How is this position written in a file, after these moves, and in a ``record`` of a deal that begins with it?"""

    after: Moves = ()

    def answer(self, _on_progress: OnProgress) -> Json:
        position = self.document.read()
        if self.after:
            state_after = after_turns(self.document.read_open(), self.after)
            position = replace(at_lead(state_after.position), name="")
        record = None
        if position.open and not any(position.tricks) and position.led is None:
            start = deal_hidden(position, SystemRandom().randrange(1_000_000))
            record = as_document(Record.of(start, ()))
        return {"text": dumps(position), "position": as_document(position), "record": record}


class Read(Question):
    """Which positions are in the text of a file, as documents, or else which deals?"""

    text: str

    def answer(self, _on_progress: OnProgress) -> Json:
        faults: list[NotationError | ImpossiblePosition] = []
        entries = list(reads_either(self.text, on_error=faults.append))
        refused = list(map(str, faults))
        records = [entry for entry in entries if isinstance(entry, Record)]
        if positions := [as_document(entry) for entry in entries if not isinstance(entry, Record)]:
            refused += [f"{counted(len(records), 'recorded deal')} left out, as these are positions."] * bool(records)
            return {"positions": positions, "refused": refused}
        deals = [items.deal_item(record, record.name or "A deal") for record in records]
        return {"deals": deals, "refused": refused} if deals else {"error": "\n".join(refused)}


class _AboutDeal(Question):
    text: str
    deal: int

    def record(self) -> Record:
        """One deal of a text, counted from 0 among those that can be read."""
        records = list(reads_records(self.text, on_error=lambda _error: None))
        if not 0 <= self.deal < len(records):
            raise NotationError.of("deal", f"one of {len(records)} deals", self.deal + 1)
        return records[self.deal]


class Moment(_AboutDeal):
    """What does the player to move see before a turn (from 0), and how was it played so far, if all is recorded?"""

    moment: int

    def answer(self, _on_progress: OnProgress) -> Json:
        record, record_before = self.record(), None
        moments = replay(record).moments
        turns = list(filter(items.is_turn, moments))
        if not 0 <= self.moment < len(turns):
            raise NotationError.of("moment", f"one of {len(turns)} turns", self.moment + 1)
        player, start = turns[self.moment].to_play, moments[0].position
        if None not in record.dealt and record.stock is not None:
            moves = [moment.turn.move for moment in turns[: self.moment] if moment.turn]
            record_before = as_document(Record.of(start.swapped() if player else start, moves))
        return {"position": as_document(turns[self.moment].seen_by(player, record.name)), "record": record_before}


class Review(_AboutDeal):
    """Where did a recorded deal go wrong?"""

    worlds: int | None = None

    def answer(self, on_progress: OnProgress) -> Json:
        settings = Settings(worlds=self.worlds and min(self.worlds, MAX_WORLDS), effort="quick")
        record = self.record()
        return {"item": items.review_item(record.name or "A deal", review(record, settings, on_progress))}


class Report(Question):
    """What is the file that shows these answers, as ``--html`` writes it?"""

    items: list[Json]

    def answer(self, _on_progress: OnProgress) -> Json:
        if not self.items or not all({"kind", "title", "words"} <= item.keys() for item in self.items):
            raise NotationError.of("items", "answers, each with its kind, title and words", "others")
        return {"html": document(str(self.items[0]["title"]), self.items)}


_decode = msgspec.json.Decoder(
    Analyze | Close | Claim | Follow | Step | Write | Read | Moment | Review | Report | Puzzle | Try | Begin | Game
).decode


def answer(question_json: bytes, on_progress: OnProgress = lambda _share: None, file: Path = DEFAULT_GAME_FILE) -> Json:
    """Answer a question, whatever it is: faults of it are answers too. ``file`` is that of the game played."""
    try:
        request = _decode(question_json)
        return request.answer(on_progress, file) if isinstance(request, (Begin, Game)) else request.answer(on_progress)
    except (NotationError, ImpossiblePosition) as error:
        return {"reasons": [reason.as_dict() for reason in error.reasons]}
    except BingoError as error:
        return {"error": str(error)}
    except OSError as error:
        return {"error": f"{error.filename or file}: {error.strerror}"}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return {"error": f"This question cannot be answered: {error}"}


def _item(position: Position | InformationSet, answer: Any, *, done: bool = True, **search_options: Any) -> Json:
    item = items.answer_item(position.name or "A position", position, answer, done=done)
    return items.grow_trees(item, branches=ANSWER_TREE_BRANCHES, **search_options)


# --- stepping ----------------------------------------------------------------------------------------

# Where a hand is hidden one says oneself what the opponent does, and which tile is drawn. A turn is made as in a record
# of one side, and what it makes of the deal is looked at from your side again.


def choice(view: InformationSet | Position) -> Json | None:
    """What is to be said before a position goes on: nothing (``{}``) of your own turn, else which one the opponent
    makes. None where it cannot go on: all is known, or where all tiles of the tricks lie is not.
    """
    if isinstance(view, Position) or view.opponent_hand is not None or view.stock or view.unknown_gone_count:
        return None
    is_lead = view.led is None
    if (view.leader if is_lead else 1 - view.leader) == YOU:
        return {}
    unseen_doubles = text_mask(view.unseen & DOUBLES).split()
    return {
        "words": f"What does the opponent {'lead' if is_lead else 'reply'}?",
        "verb": "lead" if is_lead else "play",
        "tiles": text_mask(view.unseen).split(),
        "before": [*(["close"] if view.open and view.tricks[OPPONENT] else []), *unseen_doubles] if is_lead else [],
        "claim": is_lead and view.tricks[OPPONENT] > 0 and view.rules.at_target == "claim",
    }


def _declaration_choice(view: InformationSet, position: Position, turns: list[str]) -> Json:
    """What may be declared with the double that has just taken a trick."""
    assert position.won_with is not None
    if position.to_move == YOU:
        moves = legal_moves(position)
        options = [["nothing" if move == WAIT else str(move), [*turns, f"you {move}"]] for move in moves]
        return {"words": "Do you declare?", "options": options}
    won_double = text(position.won_with)
    doubles = view.unseen & DOUBLES & ~(1 << position.won_with)
    question_text = f"Does the opponent declare anything with {won_double}?"
    return {"words": question_text, "won": won_double, "turns": turns, "before": text_mask(doubles).split()}
