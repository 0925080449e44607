"""Reading positions and records of deals: a file or a text as a stream of what was checked, or of what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import msgspec

from bingo.positions import entries
from bingo.positions.building import Draft, build, build_record
from bingo.positions.entries import EMPTY, LIMIT, Block, Entry, Source
from bingo.positions.parsing import A_RECORD, A_SETUP, Parsed, Places, converted, explained, parse, shorten
from bingo.positions.schema import Deal, Document, Holder
from bingo.solver.errors import ImpossiblePosition, NotationError, Reason
from bingo.solver.game.check import check, duplicate_tiles, trump_faults
from bingo.solver.game.counting import score_faults
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import MATCH_TO, PLAYER_NAMES, WHO, Pair, Position
from bingo.solver.game.record import Record
from bingo.solver.game.replay import IllegalTurn, Replay, replay
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup

T = TypeVar("T")
ReadError = NotationError | ImpossiblePosition
OnError = Callable[[ReadError], object]

msgspec.json.Decoder(Document)  # describes the type now: two threads that first meet it at once would end the process

#: Faults of one position that are listed at most.
MOST_REASONS = 100

#: What was expected where a record stands instead.
A_POSITION = (
    "a position (analyze, close, claim and show take one out of this deal with --at 9, before trick 9; `bingo review`"
    " goes through the whole deal, and read_records reads it)"
)


def read(
    path: Source, *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | InformationSet]:
    """Read the positions of a file one by one; ``-`` is standard input, and one that is open is read to its end.

    Files named ``.jsonl`` or ``.ndjson`` hold one JSON object a line, ``.yaml`` and ``.yml`` YAML documents
    separated by ``---``; any other is JSON Lines if it begins with ``{``, else YAML. A position with
    everything known comes as :class:`~bingo.solver.game.position.Position`, one with hidden tiles as
    :class:`~bingo.solver.game.information.InformationSet`. ``rules`` replace the rules that the file names.

    Raises:
        FileNotFoundError, IsADirectoryError: there is no such file, or it is a folder; noticed at the call.
        NotationError: the file, or an entry, cannot be read.
        ImpossiblePosition: an entry provably cannot occur.

    The last two list every reason, with field and line. With ``on_error`` all are passed there instead, and reading
    goes on.
    """
    return _raise_errors(_positions(_blocks(path, on_error), rules), on_error)


def reads(
    text: str, *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | InformationSet]:
    """Read the positions of a text; as :func:`read` otherwise."""
    return _raise_errors(_positions(entries.blocks_of_text(text), rules), on_error)


def read_records(path: Source, *, rules: Rules | None = None, on_error: OnError | None = None) -> Iterator[Record]:
    """Read the recorded deals of a file one by one; ``-`` is standard input.

    As :func:`bingo.positions.read` otherwise. Every deal is played through; where deals follow each other with a
    ``match`` score, that score and who leads are checked too. ``rules`` replace the rules that the file names; the
    results and scores in it are not checked then.

    Raises:
        FileNotFoundError, IsADirectoryError: there is no such file, or it is a folder; noticed at the call.
        NotationError: the file, or a deal, cannot be read.
        ImpossiblePosition: what was dealt is impossible, a turn is against the rules, or a result or score is wrong.

    Either error lists every fault of the setup and the first one of the play, with field and line. With ``on_error``
    it is passed there instead, and reading goes on.
    """
    return _raise_errors(_deals(_blocks(path, on_error), rules), on_error)


def reads_records(text: str, *, rules: Rules | None = None, on_error: OnError | None = None) -> Iterator[Record]:
    """Read the recorded deals of a text; as :func:`read_records` otherwise."""
    return _raise_errors(_deals(entries.blocks_of_text(text), rules), on_error)


def read_either(
    path: Source, *, rules: Rules | None = None, on_error: OnError | None = None
) -> Iterator[Position | InformationSet | Record]:
    """Read the positions and the recorded deals of a file as they come; as :func:`read_records` otherwise."""
    return _raise_errors(_deals(_blocks(path, on_error), rules, positions=True), on_error)


def _blocks(path: Source, on_error: OnError | None) -> Iterator[Block]:
    if on_error is None:
        entries.require(path)
    return entries.blocks(path, lambda: 1 if path == "-" else LIMIT)  # who writes there may wait for answers


def _raise_errors(results: Iterable[T | ReadError], on_error: OnError | None) -> Iterator[T]:
    """The results that are no errors; these are raised, or told where somebody asks for that."""
    for result in results:
        if not isinstance(result, (NotationError, ImpossiblePosition)):
            yield result
        elif on_error is None:
            raise result
        else:
            on_error(result)


# --- positions ---------------------------------------------------------------------------------------

#: Lines of JSON that are read before the tables of rules are worth their while that the quick way needs.
FEW_LINES = 8


def _positions(blocks: Iterable[Block], rules: Rules | None) -> Iterator[Position | InformationSet | ReadError]:
    """As :func:`outcome` has them; of more lines of JSON than a few, by the quick way."""
    count = 0
    for block in blocks:
        count += block.positions
        quick: Iterable[Position | None] = [None] * len(block.texts)
        if block.json and count > FEW_LINES:
            from bingo.positions import lines  # here: most files are read without its tables

            quick = lines.positions(block.texts, rules)
        for place, position in enumerate(quick):
            yield position or outcome(block.entry(place), block.source, rules)


def outcome(entry: Entry, source: str, rules: Rules | None) -> Position | InformationSet | ReadError:
    """The position of one entry, or the error that says what is wrong with it and where it stands."""

    def read(parsed: Parsed) -> Position | InformationSet:
        kind = _kind(parsed.data)
        if kind not in ("", A_SETUP):
            raise NotationError.of("document", A_POSITION if kind == A_RECORD else A_SETUP, kind)
        return check(_setup(parsed, rules))

    return build_or_error(entry, source, "position", read)


def build_or_error(entry: Entry, source: str, what: str, read: Callable[[Parsed], T]) -> T | ReadError:
    """What ``read`` makes of the data of an entry; or its error, with the place of each reason; faults of notation in
    the order of their lines, each once.
    """
    parsed = Parsed(None, {"": entry.line})
    try:
        if entry.problem:
            raise NotationError([entry.problem])
        parsed = parse(entry)
        return read(parsed)
    except ImpossiblePosition as error:
        reasons = [_with_line(reason, parsed.lines) for reason in error.reasons]
        return ImpossiblePosition(reasons, _entry_name(entry, source, parsed.data, what))
    except NotationError as error:
        faults = dict.fromkeys(_with_line(reason, parsed.lines) for reason in error.reasons[:MOST_REASONS])
        reasons = sorted(faults, key=lambda reason: reason.line or 0)
        return NotationError(reasons, _entry_name(entry, source, parsed.data, what))


def setup_of(entry: Entry) -> Setup:
    """What is written in an entry, whether it can occur or not.

    Raises:
        NotationError: it cannot be read.
    """
    return _setup(parse(entry), None)


def _setup(parsed: Parsed, rules: Rules | None) -> Setup:
    """What is written.

    Raises:
        NotationError: every fault of form and notation, and tiles that lie in two places: these contradict
            each other whatever else there is to be mended.
    """
    document, reasons = converted(parsed.data, Document)
    setup, unread = build(document, rules)
    if reasons := [*parsed.reasons, *reasons, *unread]:
        raise NotationError([*reasons, *duplicate_tiles(setup)])
    return setup


def _kind(data: object) -> str:
    """What the data are by their keys: a position, a record, what the program wrote; empty where they are none."""
    if not isinstance(data, dict):
        return ""
    sides = [side for side in map(data.get, PLAYER_NAMES) if isinstance(side, dict)]
    if isinstance(data.get("play"), list) or any("dealt" in side for side in sides):
        return A_RECORD
    if any("hand" in side for side in sides):
        return A_SETUP
    written = data.keys() & {"exact", "advice", "verdict", "error", "decisions"} and not sides
    return ("a review of a deal" if "decisions" in data else "an answer of the program") if written else ""


def _entry_name(entry: Entry, source: str, data: object, what: str) -> str:
    """What messages call an entry: its file, its number and the name that its ``data`` gives it."""
    if not entry.number:
        return source
    name = data.get("name") if isinstance(data, dict) else None
    called = f" {shorten(name)!r}" if isinstance(name, str) and name else ""
    return f"{source}, {what} {entry.number}{called}"


def _with_line(reason: Reason, lines: dict[str, int]) -> Reason:
    """The reason with the line of its field, or of the nearest key around it, and with odd characters named; a line of
    the play of a deal is called by its trick.
    """
    path, field = reason.field.replace(": ", "."), reason.field
    if turn := re.match(r"(play\[(\d+)\])(?:, trick (\d+))?", field):
        path, field = turn[1], f"play, trick {turn[3] or int(turn[2]) + 1}"
    reason = replace(reason, field=field, found=explained(reason.found))
    if reason.line is not None or not lines[""]:
        return reason
    places = [f"{side}.{key}" for key in (path, "won") for side in PLAYER_NAMES] if path in ("points", "tricks") else []
    while path:
        places.append(path)
        path = path.rpartition(".")[0]
    return replace(reason, line=next((lines[place] for place in places if place in lines), lines[""]))


# --- a match from deal to deal --------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """What is known before a deal: the score, who leads, and card points carried; None where it is not known."""

    score: Pair | None = None
    leader: int | None = None
    carried: Pair | None = None
    first: bool = False

    def faults(self, record: Record) -> Iterator[Reason]:
        """What a record says that does not follow from the deal before. One without a ``match`` stands alone."""
        if self.carried is not None and any(record.carried) and record.carried != self.carried:
            yield Reason("carried", f"{pair(self.carried)}, after the deal before", pair(record.carried))
        if self.score is None or record.match is None:
            return
        score = record.match.you, record.match.opponent
        if max(self.score) >= MATCH_TO:
            if any(score):
                over = "you: 0, opponent: 0, as the match before is over ({} : {})".format(*self.score)
                yield Reason("match", over, pair(score))
        elif score != self.score:
            yield Reason("match", f"{pair(self.score)}, after the deal before", pair(score))
        elif self.leader is not None and record.leader != self.leader:
            expected = f"{PLAYER_NAMES[self.leader]}: whoever alone scored leads next, else whoever led before"
            yield Reason("lead", expected, PLAYER_NAMES[record.leader])

    def after(self, record: Record, played: Replay) -> Standing:
        """How the match stands after a deal that is over."""
        if not played.end.position.over:
            return UNKNOWN
        result = played.end.score
        if record.rules.at_target == "points":
            total = record.carried[0] + result[0], record.carried[1] + result[1]
            return Standing(carried=(0, 0) if max(total) >= record.rules.target else total)
        before = (record.match.you, record.match.opponent) if record.match else (0, 0) if self.first else None
        score = before and (before[0] + result[0], before[1] + result[1])
        alone = [player for player in (0, 1) if result[player] and not result[1 - player]]
        return Standing(score=score, leader=alone[0] if alone else record.leader)


UNKNOWN = Standing()
#: Before the first deal of a file.
FIRST = Standing(first=True)


def pair(points: Pair) -> str:
    """Both numbers as a file would have them."""
    return "you: {}, opponent: {}".format(*points)


# --- records of deals -----------------------------------------------------------------------------

msgspec.json.Decoder(Deal)  # as reading.py does with its documents
_PLACES: Places = (
    (Holder, "under you or opponent"),
    (Deal, "at the beginning of a line, under no other key"),
)


def _holds_record(entry: Entry) -> bool:
    try:
        return not entry.problem and _kind(parse(entry).data) == A_RECORD
    except NotationError:
        return False


def _deals(blocks: Iterable[Block], rules: Rules | None, *, positions: bool = False) -> Iterator[Any]:
    """What comes of each entry, error or not: a record, or a position where there may be ``positions`` too."""
    standing = UNKNOWN if rules else FIRST
    for block in blocks:
        for place in range(len(block.texts)):
            entry = block.entry(place)
            if positions and not _holds_record(entry):
                yield outcome(entry, block.source, rules)
            else:
                result, standing = _outcome(entry, block.source, rules, standing)
                yield result


def _outcome(entry: Entry, source: str, rules: Rules | None, standing: Standing) -> tuple[Record | ReadError, Standing]:
    """The deal of one entry, or what is wrong with it and where; and how the match stands after it."""
    if entry.problem == EMPTY:
        entry = replace(entry, problem=Reason("file", "at least one deal", EMPTY.found))
    outcome = build_or_error(
        entry, source, "deal", lambda parsed: _played(_draft(parsed, rules), standing, own_rules=rules is None)
    )
    if not isinstance(outcome, tuple):
        return outcome, UNKNOWN
    return outcome[0], standing if rules else standing.after(*outcome)


def _draft(parsed: Parsed, rules: Rules | None) -> Draft:
    """What is written.

    Raises:
        NotationError: every fault of form and notation, and tiles that lie in two places.
    """
    kind = _kind(parsed.data)
    if kind not in ("", A_RECORD):
        raise NotationError.of("document", "the record of a deal, with the keys dealt and play", kind)
    document, reasons = converted(parsed.data, Deal, _PLACES)
    draft, unread = build_record(document, rules)
    if not isinstance(parsed.data, dict) or parsed.data.get("turned") is None:
        unread = [reason for reason in unread if reason.field != "turned"]
    if faults := [*parsed.reasons, *reasons, *unread]:
        raise NotationError([*faults, *_duplicates(draft.setup)])
    return draft


# --- what is wrong with a deal -----------------------------------------------------------------------


def _played(draft: Draft, standing: Standing, *, own_rules: bool) -> tuple[Record, Replay]:
    """The record, with the player of every turn.

    Raises:
        ImpossiblePosition: every fault of the setup, the first one of the play, and a wrong result.
    """
    basic, beside = list(_setup_faults(draft)), list(score_faults(draft.setup))
    if basic:
        raise ImpossiblePosition(basic + beside)
    record = draft.record()
    beside += standing.faults(record)
    try:
        played = replay(record)
    except IllegalTurn as error:
        field = f"play[{draft.items[error.number]}], trick {error.trick}"
        raise ImpossiblePosition([*beside, Reason(field, error.expected, error.found)]) from None
    beside += _draw_faults(record, played)
    if own_rules:
        beside += _result_faults(record, played)
    if beside:
        raise ImpossiblePosition(beside)
    return replace(record, turns=played.turns), played


def _duplicates(s: Setup) -> Iterator[Reason]:
    """Find tiles that are in two places; places are named as in a record."""
    for reason in duplicate_tiles(s):
        field, actual = (
            re.sub(r"\.hand$", ".dealt", text).replace(".took", ".drew") for text in (reason.field, reason.found)
        )
        yield Reason(field, reason.expected, actual)


def _setup_faults(draft: Draft) -> Iterator[Reason]:
    s = draft.setup
    yield from trump_faults(s)
    yield from _duplicates(s)
    if s.sides[0].hand is None and s.sides[1].hand is None:
        yield Reason("you.dealt", "the seven tiles dealt to a player", "nothing")
    for name, side in zip(PLAYER_NAMES, s.sides, strict=True):
        if side.hand is not None and len(side.hand) != 7:
            yield Reason(f"{name}.dealt", "seven tiles", str(len(side.hand)))
    if s.stock is None:
        return
    if len(s.stock) != 13:
        yield Reason(
            "stock", "13 face-down tiles, the turned tile not among them (or drew under a player)", str(len(s.stock))
        )
    for name, drew in zip(PLAYER_NAMES, draft.drew, strict=True):
        if drew is not None:
            yield Reason(f"{name}.drew", "nothing beside stock, which says what was drawn", "tiles")


def _draw_faults(record: Record, played: Replay) -> Iterator[Reason]:
    """Whether the tiles that a player is said to have drawn are as many as were drawn."""
    if record.stock is not None:
        return
    end = played.end
    just_drawn = end.turn is None and end.position.open and end.position.led is None
    for player, name in enumerate(PLAYER_NAMES):
        drew, draws = record.drew[player], played.draws[player]
        if drew is None:
            if record.dealt[player] is not None and draws > (1 if just_drawn else 0):
                tiles = "tile" if draws == 1 else f"{draws} tiles"
                yield Reason(f"{name}.drew", f"the {tiles} that {WHO[player]} drew, or the stock", "nothing")
            continue
        with_turned = draws - (draws == 7 and record.turned not in drew and len(played.drawn[player]) == len(drew) + 1)
        least = with_turned - just_drawn
        if not least <= len(drew) <= with_turned:
            yield Reason(f"{name}.drew", f"{with_turned} tiles, as many as {WHO[player]} drew", str(len(drew)))


def _result_faults(record: Record, played: Replay) -> Iterator[Reason]:
    if record.result is None:
        return
    if not played.end.position.over:
        tricks = sum(played.end.position.tricks)
        yield Reason("result", f"no result, as the deal is not over after {tricks} tricks", pair(record.result))
    elif record.result != played.end.score:
        yield Reason("result", f"{pair(played.end.score)}, which the play brings", pair(record.result))
