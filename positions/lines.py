"""The quick way for JSON Lines: positions in which everything is known, packed as rows of numbers.

It takes only what reading and checking (``reading``, ``game.check``) take, as the very same position; all else it
leaves to them. Tests hold it to that.
"""

import json
import struct
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from bingo.positions.documents import match_of, one_line, rules_of
from bingo.positions.entries import MAX_BRACKETS, MAX_BYTES
from bingo.positions.schema import Document
from bingo.solver.engine.kernel import ROW_WIDTH, STAGE_COLUMN, RowSolver, position_of, row_solver
from bingo.solver.errors import NotationError
from bingo.solver.game import ENDS, MATCH_TO, PLAYER_NAMES, Position, Rules, presets

#: The usual ways of writing a tile, and its index.
_TILE_INDICES = {
    written.format(*ends): tile
    for tile, (high, low) in enumerate(ENDS)
    for ends in ((high, low), (low, high))
    for written in ("{}-{}", "{}{}", "{}|{}", "[{}-{}]")
}
_bit = {written: 1 << tile for written, tile in _TILE_INDICES.items()}.__getitem__
_PLAYER_INDICES = {name: player for player, name in enumerate(PLAYER_NAMES)}
_pack, _pack_rest = struct.Struct("22i").pack, struct.Struct("16i").pack
_UNKNOWN_STOCK = -1, *(0,) * 13
_USUAL_PARTS = "", "", "", "", 0, 0
_UNKNOWN_REST = _pack_rest(0, 0, *_UNKNOWN_STOCK)
_decode = msgspec.json.Decoder(Document).decode
_encode_lines = msgspec.json.Encoder().encode_lines
#: A line of no more bytes has room for a position, but not for too many brackets beside it.
PLAIN_BYTES = MAX_BRACKETS + 100
#: What the decoder raises for what is no document; ValueError for numbers of thousands of digits.
_DECODING_ERRORS = (msgspec.MsgspecError, ValueError, RecursionError)


def decode(lines: Sequence[bytes]) -> list[Document | None]:
    """The documents that lines of JSON are; None where something is unusual or wrong."""
    if not lines:
        return []
    all_lines = b"".join(lines)
    try:
        documents: list[Document | None] = [_decode(line) for line in lines]
    except _DECODING_ERRORS:
        return [_decode_line(line) for line in lines]
    # Of two equal keys the decoder keeps the last without a word; what is written of it has then fewer colons.
    has_no_escapes = b"\\" not in all_lines and b"\x7f" not in all_lines and not any(map(_is_large, lines))
    if has_no_escapes and _encode_lines(documents).count(b":") == all_lines.count(b":"):
        return documents
    return [document if _is_strict_json(line) else None for document, line in zip(documents, lines, strict=True)]


def _decode_line(line: bytes) -> Document | None:
    try:
        return _decode(line) if _is_strict_json(line) else None
    except _DECODING_ERRORS:
        return None


def _is_large(line: bytes) -> bool:
    return len(line) > PLAIN_BYTES and (len(line) > MAX_BYTES or line.count(b"[") + line.count(b"{") > MAX_BRACKETS)


def _is_strict_json(line: bytes) -> bool:
    """Whether a line has nothing that the decoder takes and reading refuses: keys that stand twice, say."""
    if b"\x7f" in line or _is_large(line):
        return False
    try:
        json.loads(line, object_pairs_hook=_keys_once)
    except ValueError:
        return False
    return True


def _keys_once(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")


def pack_if_usual(document: Document) -> bytes | None:
    """What is written, as ``PackedSetup`` in ``engine/quick_check.hpp`` has it; None where it is unusual, or hidden."""
    you, other, match = document.you, document.opponent, document.match
    trump, led, turned, closed = document.trump, document.led, document.turned, document.closed
    carried, stock = document.carried, document.stock
    unusual_parts = you.took, other.took, you.seen, other.seen, you.forgotten, other.forgotten
    if unusual_parts != _USUAL_PARTS or document.played is not None:
        return None
    if match is not None and (match.scored is not None or max(match.you, match.opponent) >= MATCH_TO):
        return None
    closer = closed_points = closed_tricks = -1
    try:
        if closed is not None:
            closer, closed_points, closed_tricks = _PLAYER_INDICES[closed.by], closed.points, closed.tricks
        packed_head = _pack(
            -1 if trump is None else trump,
            _PLAYER_INDICES[document.lead],
            -1 if led is None else _TILE_INDICES[led],  # type: ignore[index]
            -1 if turned is None else _TILE_INDICES[turned],  # type: ignore[index]
            closer,
            closed_points,
            closed_tricks,
            -1 if match is None or match.first is None else _PLAYER_INDICES[match.first],
            _tiles(you.hand),
            _tiles(other.hand),
            -1 if you.won is None else _won(you.won),
            -1 if other.won is None else _won(other.won),
            -1 if (points := you.points) is None else points,
            -1 if (points := other.points) is None else points,
            -1 if (tricks := you.tricks) is None else tricks,
            -1 if (tricks := other.tricks) is None else tricks,
            you.declared,
            other.declared,
            you.pending,
            other.pending,
            0 if (shown := you.shown) == "" else _tiles(shown),
            0 if (shown := other.shown) == "" else _tiles(shown),
        )
        if carried is None and stock is None:
            return packed_head + _UNKNOWN_REST
        carried_points = (0, 0) if carried is None else (carried.you, carried.opponent)
        return packed_head + _pack_rest(*carried_points, *(_UNKNOWN_STOCK if stock is None else _stock(stock)))
    except (KeyError, AttributeError, TypeError, ValueError):
        return None


def _tiles(tiles_text: Any) -> int:
    tile_words = tiles_text.split()
    tile_mask = sum(map(_bit, tile_words))
    if tile_mask.bit_count() != len(tile_words):  # the sum of different powers of two has a bit for each
        raise ValueError("a tile stands twice")
    return tile_mask


def _won(tricks_text: Any) -> int:
    """The tiles of tricks: two between commas, or an even number without."""
    tile_counts = [len(trick.split()) for trick in tricks_text.split(",")]
    if any(count != 2 for count in tile_counts) and (len(tile_counts) > 1 or tile_counts[0] % 2):
        raise ValueError("no tricks of two tiles")
    return _tiles(tricks_text.replace(",", " "))


def _stock(stock_text: Any) -> tuple[int, ...]:
    tiles = [_TILE_INDICES[word] for word in stock_text.split()]
    if len(tiles) > 13:
        raise ValueError("more tiles than the boneyard has")
    return len(tiles), *tiles, *(0,) * (13 - len(tiles))


@lru_cache(maxsize=64)
def _preset(preset_text: str) -> RowSolver:
    return row_solver(presets.rules(preset_text))


def solver_of(document: Document) -> RowSolver | None:
    """Who solves under the rules that a document names; None where they cannot be read."""
    rules_text = document.rules
    try:
        return _preset(rules_text) if isinstance(rules_text, str) else row_solver(rules_of(rules_text))
    except NotationError:
        return None


@dataclass(frozen=True, slots=True)
class VerifiedRows:
    """Positions that can occur, under the rules of a solver: their documents, where these stood among all, the rows."""

    solver: RowSolver
    places: list[int]
    documents: list[Document]
    rows: memoryview

    def row(self, row_index: int) -> list[int]:
        return self.rows[row_index * ROW_WIDTH : (row_index + 1) * ROW_WIDTH].tolist()


def verify(documents: Sequence[Document | None], rules: Rules | None) -> Iterator[VerifiedRows]:
    """Positions that the kernel tells at once can occur, under ``rules`` if given; none that expects an answer."""
    entries_by_solver: defaultdict[RowSolver, list[tuple[int, Document, bytes]]] = defaultdict(list)
    override_solver = None if rules is None else row_solver(rules)
    for place, document in enumerate(documents):
        if document is None or document.expect is not None or (packed_document := pack_if_usual(document)) is None:
            continue
        solver = override_solver or solver_of(document)
        if solver is not None:
            entries_by_solver[solver].append((place, document, packed_document))
    for solver, entries in entries_by_solver.items():
        rows = solver.check(b"".join(packed_document for *_, packed_document in entries))
        valid_indices = [n for n, stage in enumerate(rows[STAGE_COLUMN::ROW_WIDTH]) if stage >= 0]
        if len(valid_indices) < len(entries):
            rows = memoryview(b"".join(rows[n * ROW_WIDTH : (n + 1) * ROW_WIDTH] for n in valid_indices)).cast("i")
        valid_entries = [entries[n] for n in valid_indices]
        yield VerifiedRows(solver, [entry[0] for entry in valid_entries], [entry[1] for entry in valid_entries], rows)


def positions(lines: Sequence[bytes], rules: Rules | None) -> list[Position | None]:
    """The positions on lines, under ``rules`` instead of their own if given; None where one is left to others."""
    positions_read: list[Position | None] = [None] * len(lines)
    for verified in verify(decode(lines), rules):
        for row_index, (place, document) in enumerate(zip(verified.places, verified.documents, strict=True)):
            name, match = one_line(document.name), match_of(document.match)
            positions_read[place] = position_of(verified.solver.rules, verified.row(row_index), name, match)
    return positions_read
