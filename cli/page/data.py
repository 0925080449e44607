"""What the page draws, as plain data: boards, the tree of play, answers without what changes from run to run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bingo.cli.render.board import Board, Seat
from bingo.solver.game import tricks
from bingo.solver.game.moves import Move
from bingo.solver.game.position import PLAYER_NAMES
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import TILES, shows, text, text_all, text_mask
from bingo.solver.search.tree import Branch, Node

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


def unit_of(rules: Rules) -> str:
    """What values are counted in."""
    return "card point" if rules.at_target == "points" else "game point"


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
        "unit": unit_of(rules),
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


# --- the tree of play --------------------------------------------------------------------------------


def tree_json(tree: Sequence[Node]) -> list[list[Any]]:
    """The tree in few bytes: of each node who moves (0 or 1), the card points of both, and the branches.

    A branch is the move, its value (where the match is minded a pair, the value and the chance to win it), the number
    of the next node (-1: the deal is over; null: it is not followed); then, as far as there is any, who takes the
    trick, the game points scored at once, the tiles that both draw, and at the end of the deal the card points of both.
    Of a move that only leads or plays a tile, the tile is written. A claim of the player who is not to move is
    ``opponent claim``.
    """
    return [[node.mover, *node.card_points, [_branch(branch, node) for branch in node.branches]] for node in tree]


def _branch(branch: Branch, node: Node) -> list[Any]:
    step = branch.step
    move = str(step.move) if step.player == node.mover else str(step)
    tile = step.move.tile
    if tile is not None and step.move in (Move(lead=tile), Move(play=tile)):
        move = text(tile)
    drawn = step.drawn and [text(t) for t in step.drawn]
    ends = list(step.card_points) if branch.over else None
    value = branch.value if branch.chance is None else [branch.value, round(branch.chance, DECIMALS)]
    found = [move, value, -1 if branch.over else branch.to, step.trick, step.gain or None, drawn, ends]
    while found[-1] is None and len(found) > 3:
        found.pop()
    return found
