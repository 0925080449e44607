"""Reading positions and records as streams of what was checked or is wrong; writing them as YAML or lines of JSON."""

import os
from collections.abc import Callable, Iterable, Iterator
from io import BufferedIOBase, RawIOBase
from pathlib import Path
from typing import Any, BinaryIO, TextIO, TypeVar

import msgspec
import yaml

from bingo.positions import entries
from bingo.positions.documents import Inline, build, document_of, setup_of
from bingo.positions.entries import MAX_BYTES, Block, Source
from bingo.positions.parsing import A_RECORD, A_SETUP, Parsed, ReadError, build_or_error, kind_of, parse
from bingo.positions.records import FIRST_DEAL, UNKNOWN_STANDING, read_deal, record_document
from bingo.positions.schema import Deal, Document, convert
from bingo.solver.errors import ImpossiblePosition, NotationError, check_type
from bingo.solver.game import InformationSet, Position, Record, Rules, Setup, check, duplicate_faults

T = TypeVar("T")
OnError = Callable[[ReadError], object]
Thing = Position | InformationSet | Record

for _kind in (Document, Deal):
    msgspec.json.Decoder(_kind)  # describes the type now: two threads that first meet it at once would end the process

#: What was expected where a record stands instead.
A_POSITION = "a position, or one out of this deal with --at"
RECORD_INSTEAD = (
    "This is the record of a deal: add --at 9 for the position before its trick 9, or go through all of it with"
    " `bingo review`; in Python, read_records reads it."
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
    return _raise_errors(_positions(_blocks(path, must_exist=on_error is None), rules), on_error)


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
    return _raise_errors(_deals(_blocks(path, must_exist=on_error is None), rules), on_error)


def reads_records(text: str, *, rules: Rules | None = None, on_error: OnError | None = None) -> Iterator[Record]:
    """Read the recorded deals of a text; as :func:`read_records` otherwise."""
    return _raise_errors(_deals(entries.blocks_of_text(text), rules), on_error)


def read_entries(
    path: Source, rules: Rules | None = None, *, positions: bool = True, records: bool = False
) -> Iterator[Any]:
    """What each entry of a file is: a position or a record, where these may stand there, or what is wrong with it."""
    blocks = _blocks(path, must_exist=False)
    return _deals(blocks, rules, positions=positions) if records else _positions(blocks, rules)


def reads_either(text: str, *, on_error: OnError) -> Iterator[Position | InformationSet | Record]:
    """Read the positions and the recorded deals of a text; as :func:`read_records` otherwise."""
    return _raise_errors(_deals(entries.blocks_of_text(text), None, positions=True), on_error)


def _blocks(path: Source, *, must_exist: bool) -> Iterator[Block]:
    if must_exist:
        entries.require(path)
    return entries.blocks(path, lambda: 1 if path == "-" else MAX_BYTES)  # who writes there may wait for answers


def _raise_errors(entry_results: Iterable[T | ReadError], on_error: OnError | None) -> Iterator[T]:
    """The results that are no errors; these are raised, or told where somebody asks for that."""
    for entry_result in entry_results:
        if not isinstance(entry_result, (NotationError, ImpossiblePosition)):
            yield entry_result
        elif on_error is None:
            raise entry_result
        else:
            on_error(entry_result)


# --- entries ------------------------------------------------------------------------------------------

#: Lines of JSON from which on the quick way pays: its tables of the rules take time to make.
MIN_QUICK_LINES = 8


def _positions(blocks: Iterable[Block], rules: Rules | None) -> Iterator[Position | InformationSet | ReadError]:
    """The results of :func:`read_entry` for all entries; many lines of JSON are read by the quick way."""
    position_count = 0
    for block in blocks:
        position_count += block.position_count
        quick_positions: Iterable[Position | None] = [None] * len(block.texts)
        if block.is_json and position_count > MIN_QUICK_LINES:
            from bingo.positions import lines  # here: most files are read without its tables

            quick_positions = lines.positions(block.texts, rules)
        for place, position in enumerate(quick_positions):
            yield position or read_entry(block.select([place]), rules)


def read_entry(entry: Block, rules: Rules | None) -> Position | InformationSet | ReadError:
    """The position of a block's one entry, or the error that says what is wrong with it and where it stands."""

    def read(parsed: Parsed) -> Position | InformationSet:
        entry_kind = kind_of(parsed.data)
        if entry_kind not in ("", A_SETUP):
            expected, sentence = (A_POSITION, RECORD_INSTEAD) if entry_kind == A_RECORD else (A_SETUP, "")
            raise NotationError.of("document", expected, entry_kind, sentence)
        return check(_setup(parsed, rules))

    return build_or_error(entry, "position", read)


def entry_setup(entry: Block) -> Setup:
    """What is written in an entry, whether it can occur or not; a ``NotationError`` where it cannot be read."""
    return _setup(parse(entry), None)


def _setup(parsed: Parsed, rules: Rules | None) -> Setup:
    """The setup as written. If keys cannot be read, the error lists them and, too, tiles that are in two places."""
    document, convert_reasons = convert(parsed.data, Document)
    setup, unread_reasons = build(document, rules)
    if all_reasons := [*parsed.reasons, *convert_reasons, *unread_reasons]:
        raise NotationError([*all_reasons, *duplicate_faults(setup)])
    return setup


def _holds_record(entry: Block) -> bool:
    try:
        return not entry.problem and kind_of(parse(entry).data) == A_RECORD
    except NotationError:
        return False


def _deals(blocks: Iterable[Block], rules: Rules | None, *, positions: bool = False) -> Iterator[Any]:
    """What comes of each entry, error or not: a record, or a position where there may be ``positions`` too."""
    match_standing = UNKNOWN_STANDING if rules else FIRST_DEAL
    for block in blocks:
        for place in range(len(block.texts)):
            entry = block.select([place])
            if positions and not _holds_record(entry):
                yield read_entry(entry, rules)
            else:
                deal_or_error, match_standing = read_deal(entry, rules, match_standing)
                yield deal_or_error


# --- writing -----------------------------------------------------------------------------------------


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
    return yaml.dump(
        as_document(thing), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=False
    )


def dumps_json(thing: Thing) -> str:
    """The same as one line of JSON, without the line's end."""
    text = msgspec.json.encode(as_document(thing)).decode()
    return text.replace("\x7f", "\\u007f")  # which is read as an escape only


#: The same for those who ask for records.
write_records, dumps_record, dumps_record_json = write, dumps, dumps_json


def as_document(thing: Thing) -> dict[str, Any]:
    """The same as keys and values."""
    check_type("position", thing, Position, InformationSet, Record)
    return record_document(thing) if isinstance(thing, Record) else document_of(setup_of(thing))


class _Dumper(yaml.SafeDumper):
    """Parsed YAML without aliases, as the reader refuses them."""

    def ignore_aliases(self, _data: object) -> bool:
        return True


_Dumper.add_representer(
    Inline, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)
)
