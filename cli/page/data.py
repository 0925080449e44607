"""What the page draws, as plain data: boards, and answers without what changes from run to run."""

from __future__ import annotations

from typing import Any

from bingo.cli.render.board import Board, Seat
from bingo.solver.game import tricks
from bingo.solver.game.position import PLAYER_NAMES
from bingo.solver.game.presets import label
from bingo.solver.game.tiles import TILES, shows, text, text_all, text_mask

Json = dict[str, Any]

#: Decimals of a mean or a share: more are never shown.
DECIMALS = 6


def settled(answer: Any) -> Any:
    """The same without times, which are never the same twice, and with numbers as exact as they are shown."""
    if isinstance(answer, dict):
        return {key: settled(value) for key, value in answer.items() if key not in ("seconds", "nodes")}
    if isinstance(answer, list):
        return [settled(value) for value in answer]
    return round(float(answer), DECIMALS) if isinstance(answer, float) else answer


# --- boards ------------------------------------------------------------------------------------------


def board_json(board: Board) -> Json:
    """A board: tiles as text, players by name; ``points`` are what each tile counts, where that is not nothing."""
    rules, trump = board.rules, board.trump
    worth = {text(t): tricks.points(rules, trump, t) for t in TILES}
    face_down = None
    if board.turned is not None and board.closed is None:
        face_down = 13 - 2 * sum(seat.tricks for seat in board.seats) if board.stock is None else len(board.stock)
    closed = board.closed and {
        "by": PLAYER_NAMES[board.closed.by],
        "points": board.closed.points,
        "tricks": board.closed.tricks,
    }
    return {
        "rules": label(rules),
        "unit": rules.unit,
        "trump": trump,
        "trumps": text_all(t for t in TILES if shows(t, trump)),
        "points": {tile: points for tile, points in worth.items() if points},
        "turned": None if board.turned is None else text(board.turned),
        "stock": None if board.stock is None else text_all(board.stock),
        "face_down": face_down,
        "closed": closed,
        "lead": PLAYER_NAMES[board.leader],
        "led": None if board.led is None else text(board.led),
        "remarks": list(board.remarks),
        **{name: _seat(seat) for name, seat in zip(PLAYER_NAMES, board.seats, strict=True)},
    }


def _seat(seat: Seat) -> Json:
    return {
        "hand": text_all(seat.hand),
        "hidden": seat.hidden,
        "points": seat.points,
        "tricks": seat.tricks,
        "declared": seat.declared,
        "shown": text_mask(seat.shown),
    }
