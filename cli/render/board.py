"""A position drawn: both hands as tiles, the boneyard, what lies on the table, and what each has scored."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from bingo.cli.render.screen import Screen, flow, wrap
from bingo.solver.errors import counted
from bingo.solver.game import tiles, tricks
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Closing, Position, Stage
from bingo.solver.game.presets import label
from bingo.solver.game.rules import Rules
from bingo.solver.game.setup import Setup
from bingo.solver.game.tiles import BINGO, Mask, Tile, mask, members, shows

TO_MOVE = ("you are", "the opponent is")
TILE_WIDTH = 5
#: What is told beside a position, by its code.
REMARKS = {
    "match": "match {you} : {opponent}, first to 7",
    "carried": "carried points {you} : {opponent}",
    "pending": "{points} just declared count if the trick is won",
    "won-with": "{player} won the trick with {tile}",
}


@dataclass(frozen=True, slots=True)
class Seat:
    """What is to be seen of one player. So many tiles are ``hidden``; doubles in ``hand`` were ``shown``.

    ``points`` is None where the tricks are only partly remembered.
    """

    hand: tuple[Tile, ...]
    hidden: int
    points: int | None
    tricks: int
    declared: int
    shown: Mask


@dataclass(frozen=True, slots=True)
class Board:
    """What is on the table, whether everything is known or not; card points are shown if ``counted``."""

    rules: Rules
    trump: int
    seats: tuple[Seat, Seat]
    leader: int
    led: Tile | None
    turned: Tile | None
    stock: tuple[Tile, ...] | None
    closed: Closing | None
    remarks: tuple[dict[str, object], ...] = ()
    counted: bool = True


def board_of(position: Position | InformationSet) -> Board:
    """What there is to draw of a position or of what one player knows of it."""
    if isinstance(position, InformationSet):
        return _of_setup(replace(position.setup, match=position.match), position.trump)
    board = _of_setup(Setup.of(position), position.trump)
    remarks = board.remarks
    if position.pending:
        remarks += ({"code": "pending", "points": position.pending},)
    if position.stage is Stage.SHOW and position.won_with is not None:
        won = {"player": PLAYER_NAMES[position.leader], "tile": tiles.text(position.won_with)}
        remarks += ({"code": "won-with", **won},)
    return replace(board, stock=position.stock, remarks=remarks)


def _of_setup(s: Setup, trump: int) -> Board:
    seats = []
    for player, side in enumerate(s.sides):
        known, hidden = side.hand, 0
        if known is None:
            gone = s.lying("led", *(f"{name}.{key}" for name in PLAYER_NAMES for key in ("won", "took")), "played")
            known = tuple(members(mask(side.shown) & ~gone))
            hidden = max((s.size or 0) - (player == s.lead and s.led is not None) - len(known), 0)
        shown = mask(side.shown) & mask(known)
        points = None if side.uncertain else s.points[player]
        seats.append(Seat(in_order(known, trump), hidden, points, s.tricks[player], side.declared, shown))
    scores = {"match": s.match and s.match.score, "carried": s.carried if any(s.carried) else None}
    remarks = tuple({"code": code, "you": pair[0], "opponent": pair[1]} for code, pair in scores.items() if pair)
    return Board(s.rules, trump, (seats[0], seats[1]), s.lead, s.led, s.turned, s.stock, s.closed, remarks)


def in_order(hand: Iterator[Tile] | Sequence[Tile], trump: int) -> tuple[Tile, ...]:
    """Trumps first, then the Bingo, then the rest from high to low."""
    return tuple(sorted(hand, key=lambda t: (not shows(t, trump), t != BINGO, -t)))


def draw(board: Board, title: str, screen: Screen) -> list[str]:
    """The whole picture, a list of lines."""
    lines = _head(board, title, screen)
    for player in (OPPONENT, YOU):
        lines += ["", *_seat(board, player, screen)]
        if player == OPPONENT:
            lines += ["", *_table(board, screen)]
    legend = "* trump; the number is what the tile counts"
    return [*lines, "", *(screen.faint(line) for line in wrap(legend, screen.width))]


def draw_briefly(board: Board, title: str, drawn: Collection[int], screen: Screen) -> list[str]:
    """The same without blank lines or a legend; tiles of players who are not in ``drawn`` are only listed."""
    lines = _head(board, title, screen)
    for player in (OPPONENT, YOU):
        lines += _seat(board, player, screen, drawn=player in drawn and not board.seats[player].hidden)
        if player == OPPONENT:
            lines += wrap(_on_table(board), screen.width)
    return lines


def _head(board: Board, title: str, screen: Screen) -> list[str]:
    lines = [screen.strong(line) for line in wrap(title, screen.width)]
    told = (REMARKS[str(one["code"])].format(**one) for one in board.remarks)
    about = [f"rules {label(board.rules)}", f"trumps {board.trump}", *told]
    return [*lines, *flow(about, screen.width, between=screen.dot), *_boneyard(board, screen)]


def _boneyard(board: Board, screen: Screen) -> list[str]:
    if board.closed:
        by, other = ("you", "the opponent") if board.closed.by == YOU else ("the opponent", "you")
        had = f"{counted(board.closed.points, 'card point')} and {counted(board.closed.tricks, 'trick')}"
        told = f", when {other} had {had}" if board.counted else ""
        return wrap(f"boneyard closed by {by}{told}", screen.width, hanging=2)
    if board.turned is None:
        return ["boneyard exhausted"]
    left = 13 - 2 * sum(seat.tricks for seat in board.seats) if board.stock is None else len(board.stock)
    turned = f"turned up {_cell(board.turned)}, drawn last"
    lines = wrap(f"boneyard open: {counted(left, 'tile')} face down, {turned}", screen.width, hanging=2)
    if board.stock:
        lines += flow(map(_cell, board.stock), screen.width, "drawn next: ", " ")
    return lines


def _cell(t: Tile) -> str:
    """A tile within a line of text: ``[6|4]``."""
    return "[{}|{}]".format(*tiles.ENDS[t])


def _seat(board: Board, player: int, screen: Screen, drawn: bool = True) -> list[str]:
    seat = board.seats[player]
    parts = ["card points not known", counted(seat.tricks, "trick")]
    if seat.points is not None:
        parts[0] = counted(seat.points + (seat.declared if seat.tricks else 0), "card point")
    if not board.counted:
        parts = parts[1:]
    if seat.declared:
        waiting = "" if seat.tricks else ", to count with the first trick"
        shown = f" (still held: {tiles.text_mask(seat.shown)})" if seat.shown else ""
        parts.append(f"{seat.declared} declared{shown}{waiting}")
    elif seat.shown:
        parts.append(f"shown {tiles.text_mask(seat.shown)}")
    first = f"{PLAYER_NAMES[player].capitalize()}: "
    head = wrap(first + ", ".join(parts), screen.width, hanging=2)
    head[0] = screen.strong(first.rstrip()) + head[0][len(first) - 1 :]
    if drawn:
        return [*head, *draw_tiles([*seat.hand, *[None] * seat.hidden], board, screen)]
    hidden = [f"{counted(seat.hidden, 'hidden tile')}"] if seat.hidden else []
    return [*head, *flow([*map(_cell, seat.hand), *hidden], screen.width, "  ", " ")]


def _table(board: Board, screen: Screen) -> list[str]:
    head = wrap(_on_table(board), screen.width)
    return head if board.led is None else [*head, *draw_tiles([board.led], board, screen)]


def _on_table(board: Board) -> str:
    if board.led is None:
        return f"Nothing on the table: {TO_MOVE[board.leader]} to lead"
    leader = PLAYER_NAMES[board.leader].capitalize()
    return f"{leader} led {tiles.text(board.led)}: {TO_MOVE[1 - board.leader]} to reply"


def draw_tiles(hand: Sequence[Tile | None], board: Board, screen: Screen) -> list[str]:
    """Tiles side by side, in as many rows as the width asks for; ``None`` is a tile seen from the back."""
    room = screen.width - 2
    gap = 1 if len(hand) * (TILE_WIDTH + 1) - 1 <= room else 0
    a_row = max((room + gap) // (TILE_WIDTH + gap), 1)
    lines = []
    for start in range(0, len(hand), a_row):
        drawn = [_tile(t, board, screen) for t in hand[start : start + a_row]]
        lines += [("  " + (" " * gap).join(parts)).rstrip() for parts in zip(*drawn, strict=True)]
    return [line for line in lines if line]


def _tile(t: Tile | None, board: Board, screen: Screen) -> list[str]:
    """One tile, three lines high, and below it what it counts."""
    shapes = ("┌─┬─┐", "│{}│{}│", "└─┴─┘") if screen.unicode else ("+-+-+", "|{}|{}|", "+-+-+")
    backs = ("┌───┐", "│░░░│", "└───┘") if screen.unicode else ("+---+", "|###|", "+---+")
    if t is None:
        return [*backs, " " * TILE_WIDTH]
    is_trump = shows(t, board.trump)
    paint = screen.trump if is_trump else str
    below = ("*" if is_trump else "") + str(tricks.points(board.rules, board.trump, t) or "")
    return [*(paint(shape.format(*tiles.ENDS[t])) for shape in shapes), below.center(TILE_WIDTH)]
