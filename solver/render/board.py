"""A position drawn: both hands as tiles, the boneyard, what lies on the table; a deal as a score sheet."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from bingo.solver.analysis import LEVELS, Step
from bingo.solver.errors import counted
from bingo.solver.game import Continuation, InformationSet, Moment, Move, Record, Replay, Setup, Turn, replay, tricks
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Position, Stage, by_player
from bingo.solver.game.tiles import BINGO, TILES, Mask, mask, members, shows, text, text_all, text_mask
from bingo.solver.match import fits, nearest
from bingo.solver.render import Screen, capitalize, columns, plain, signed

Json = dict[str, Any]
TO_MOVE_SUBJECTS = {"you": "you are", "opponent": "the opponent is"}
TILE_WIDTH = 5


def board_of(position: Position | InformationSet) -> Json:
    """What there is to draw of a position or of what one player knows of it, as pages and the engine have it: tiles as
    text, players by name, and under ``points`` what each tile counts, where that is not nothing.
    """
    setup = position.setup if isinstance(position, InformationSet) else Setup.of(position)
    rules, trump, closed = setup.rules, position.trump, setup.closed
    stock = setup.stock if isinstance(position, InformationSet) else position.stock
    points_of = {text(t): tricks.points(rules, trump, t) for t in TILES}
    face_down = None
    if setup.turned is not None and closed is None:
        face_down = 13 - 2 * sum(setup.tricks) if stock is None else len(stock)
    return {
        "rules": str(rules),
        "unit": rules.unit,
        "trump": trump,
        "trumps": text_all(t for t in TILES if shows(t, trump)),
        "points": {tile: points for tile, points in points_of.items() if points},
        "turned": None if setup.turned is None else text(setup.turned),
        "stock": None if stock is None else [*map(text, stock)],
        "face_down": face_down,
        "closed": closed and {"by": PLAYER_NAMES[closed.by], "points": closed.points, "tricks": closed.tricks},
        "lead": PLAYER_NAMES[setup.leader],
        "led": None if setup.led is None else text(setup.led),
        "won": {name: [] for name in PLAYER_NAMES},
        "last": None,
        "counted": True,
        "match": position.match and by_player(position.match.score),
        "remarks": list(_position_remarks(position, setup)),
        **{name: _player_view(setup, player, trump) for player, name in enumerate(PLAYER_NAMES)},
    }


def _position_remarks(position: Position | InformationSet, setup: Setup) -> Iterator[str]:
    if position.match:
        yield "match {} : {}, first to 7".format(*position.match.score)
    if any(setup.carried):
        yield "carried points {} : {}".format(*setup.carried)
    if isinstance(position, Position) and position.pending:
        yield f"{position.pending} just declared count if the trick is won"
    if isinstance(position, Position) and position.stage is Stage.SHOW and position.won_with is not None:
        yield f"{PLAYER_NAMES[position.leader]} won the trick with {text(position.won_with)}"


def _player_view(setup: Setup, player: int, trump: int) -> Json:
    """What is to be seen of one player: of the hand trumps first, then the Bingo, then the rest from high to low;
    ``points`` are those that count now, None where the tricks are only partly remembered.
    """
    side, hand, hidden_count = setup.sides[player], setup.sides[player].hand, 0
    if hand is None:
        trick_keys = [f"{name}.{key}" for name in PLAYER_NAMES for key in ("won", "took")]
        played = setup.tiles_in("led", *trick_keys, "played")
        hand = tuple(members(mask(side.shown) & ~played | mask(side.seen)))
        hidden_count = max(setup.hand_size(player) - len(hand), 0)
    return {
        "hand": hand_in_order(mask(hand), trump),
        "hidden": hidden_count,
        "points": None if side.has_unknown_points else setup.card_points(player),
        "tricks": setup.tricks[player],
        "declared": side.declared,
        "shown": text_mask(mask(side.shown) & mask(hand)).split(),
    }


def match_remark(position: Position | InformationSet, screen: Screen) -> list[str]:
    """Whose table the chances to win the match are from, where none was made for these rules."""
    rules = position.rules
    if position.match is None or (not rules.counts_card_points and fits(rules)):
        return []
    remark = "The match score is ignored: these rules count card points."
    if not rules.counts_card_points:
        remark = f"Chances are those of a match by the rules {nearest(rules).preset}, the nearest that have a table."
    return screen.wrap(remark)


def hand_in_order(hand: Mask, trump: int) -> list[str]:
    """The tiles of a hand as they are shown: trumps first, then the Bingo, then the rest from high to low."""
    return [text(tile) for tile in sorted(members(hand), key=lambda t: (not shows(t, trump), t != BINGO, -t))]


def draw(board: Json, title: str, screen: Screen) -> list[str]:
    """The whole picture, a list of lines; without the card points of both where these are not ``counted``."""
    rows = picture_rows(board, title, screen)
    lines = [line for row in rows for line in ([row] if isinstance(row, str) else _tile_rows(row, board, screen))]
    return [*lines, *screen.footnote("* trump; the number is what the tile counts")]


def picture_rows(board: Json, title: str, screen: Screen) -> list[str | list[str | None]]:
    """The same in rows: lines of text, and tiles, of which ``None`` is seen from the back."""
    rows: list[str | list[str | None]] = [*_head_lines(board, title, screen)]
    for player in ("opponent", "you"):
        side = board[player]
        rows += ["", *_player_lines(board, player, screen), [*side["hand"], *[None] * side["hidden"]]]
        if player == "opponent":
            rows += ["", *_table_lines(board, screen), *([] if board["led"] is None else [[board["led"]]])]
    return rows


def draw_briefly(board: Json, title: str, drawn_players: Collection[str], screen: Screen) -> list[str]:
    """The same without blank lines or a legend; tiles of players who are not ``drawn_players`` are only listed."""
    lines = _head_lines(board, title, screen)
    for player in ("opponent", "you"):
        side = board[player]
        lines += _player_lines(board, player, screen)
        if player in drawn_players and not side["hidden"]:
            lines += _tile_rows(side["hand"], board, screen)
        else:
            hidden_words = [counted(side["hidden"], "hidden tile")] if side["hidden"] else []
            lines += screen.flow([*map(_inline_tile, side["hand"]), *hidden_words], "  ", " ")
        lines += _table_lines(board, screen) if player == "opponent" else []
    return lines


def _head_lines(board: Json, title: str, screen: Screen) -> list[str]:
    lines = screen.heading(title)
    position_facts = [f"rules {board['rules']}", f"trumps {board['trump']}", *board["remarks"]]
    return [*lines, *screen.flow(position_facts, between=screen.separator), *_boneyard_lines(board, screen)]


def _boneyard_lines(board: Json, screen: Screen) -> list[str]:
    if board["closed"]:
        closer, other_player = ("you", "the opponent") if board["closed"]["by"] == "you" else ("the opponent", "you")
        scores = f"{counted(board['closed']['points'], 'card point')} and {counted(board['closed']['tricks'], 'trick')}"
        when_closed = f", when {other_player} had {scores}" if board["counted"] else ""
        return screen.wrap(f"boneyard closed by {closer}{when_closed}", hanging=2)
    if board["turned"] is None or board["face_down"] is None:
        return ["boneyard exhausted"]
    turned_words = f"turned up {_inline_tile(board['turned'])}, drawn last"
    lines = screen.wrap(f"boneyard open: {counted(board['face_down'], 'tile')} face down, {turned_words}", hanging=2)
    if board["stock"]:
        lines += screen.flow(map(_inline_tile, board["stock"]), "drawn next: ", " ")
    return lines


def _inline_tile(tile: str) -> str:
    """A tile within a line of text: ``[6|4]``."""
    return f"[{tile.replace('-', '|')}]"


def _player_lines(board: Json, player: str, screen: Screen) -> list[str]:
    """Whose tiles these are, what they have taken and shown."""
    side = board[player]
    player_facts = ["card points not known", counted(side["tricks"], "trick")]
    if side["points"] is not None:
        player_facts[0] = counted(side["points"], "card point")
    if not board["counted"]:
        del player_facts[0]
    if side["declared"]:
        count_condition = "" if side["tricks"] else ", to count with the first trick"
        counts_declared = side["tricks"] and side["points"] is not None and board["counted"]
        player_facts[0] += f" ({side['declared']} of them declared)" if counts_declared else ""
        player_facts += [] if counts_declared else [f"{side['declared']} declared{count_condition}"]
        player_facts += [f"still held: {' '.join(side['shown'])}"] if side["shown"] else []
    elif side["shown"]:
        player_facts.append(f"shown {' '.join(side['shown'])}")
    title = f"{player.capitalize()}: "
    lines = screen.wrap(title + ", ".join(player_facts), hanging=2)
    lines[0] = screen.strong(title.rstrip()) + lines[0][len(title) - 1 :]
    return lines


def _table_lines(board: Json, screen: Screen) -> list[str]:
    leader_name, led, replier_name = board["lead"], board["led"], "opponent" if board["lead"] == "you" else "you"
    if leader_name is None:
        return screen.wrap("Nothing on the table: the deal is over")
    if led is None:
        return screen.wrap(f"Nothing on the table: {TO_MOVE_SUBJECTS[leader_name]} to lead")
    return screen.wrap(f"{leader_name.capitalize()} led {led}: {TO_MOVE_SUBJECTS[replier_name]} to reply")


def _tile_rows(hand: Sequence[str | None], board: Json, screen: Screen) -> list[str]:
    """Tiles side by side, in as many rows as the width asks for; ``None`` is a tile seen from the back."""
    free_columns = screen.width - 2
    gap_columns = 1 if len(hand) * (TILE_WIDTH + 1) - 1 <= free_columns else 0
    tiles_per_row = max((free_columns + gap_columns) // (TILE_WIDTH + gap_columns), 1)
    lines = []
    for row_start in range(0, len(hand), tiles_per_row):
        tile_pictures = [_tile_lines(tile, board, screen) for tile in hand[row_start : row_start + tiles_per_row]]
        lines += [("  " + (" " * gap_columns).join(slices)).rstrip() for slices in zip(*tile_pictures, strict=True)]
    return [line for line in lines if line]


def _tile_lines(tile: str | None, board: Json, screen: Screen) -> list[str]:
    """One tile, three lines high, and below it what it counts."""
    face_lines = ("┌─┬─┐", "│{}│{}│", "└─┴─┘") if screen.unicode else ("+-+-+", "|{}|{}|", "+-+-+")
    back_lines = ("┌───┐", "│░░░│", "└───┘") if screen.unicode else ("+---+", "|###|", "+---+")
    if tile is None:
        return [*back_lines, " " * TILE_WIDTH]
    paint = screen.trump if tile in board["trumps"] else str
    return [*(paint(line.format(*tile.split("-"))) for line in face_lines), caption(tile, board).center(TILE_WIDTH)]


def caption(tile: str | None, board: Json) -> str:
    """What stands below a tile: whether it is a trump, and what it counts."""
    return "" if tile is None else f"{'*' if tile in board['trumps'] else ''}{board['points'].get(tile, '')}"


# --- a deal, or a line of play, as a score sheet -----------------------------------------------------


#: Characters of a name, and where there is little room.
MAX_NAME_LENGTH, MAX_NARROW_NAME_LENGTH = 12, 6


def score_sheet(record: Record, title: str, screen: Screen) -> list[str]:
    names = names_of(record, screen)
    deal_facts = [f"rules {record.rules}", f"trumps {record.trump}", f"turned up {text(record.turned)}"]
    deal_facts += [f"{record.match.you} : {record.match.opponent} before this deal"] if record.match else []
    deal_facts += [who_plays(record)] if names == PLAYER_NAMES and record.players else []
    lines = screen.heading(title) + screen.flow(deal_facts, between=screen.separator)
    for name, dealt_tiles in zip(names, record.dealt, strict=True):
        lines += screen.wrap(f"{name}: {'not recorded' if dealt_tiles is None else text_all(dealt_tiles)}", 0, 2)
    deal = replay(record)
    lines += ["", *_trick_lines(deal, names, screen)]
    return [*lines, *screen.heading(result_line(record, deal.end, names))]


def line_sheet(position: Position, line: Iterable[Step], screen: Screen, heading: str = "Best play") -> list[str]:
    """A line of play from a position, trick by trick as on a score sheet."""
    turns = tuple(Turn(step.player, step.move) for step in line)
    return [*screen.heading(heading), *_trick_lines(replay(Continuation(position, turns)), PLAYER_NAMES, screen)]


def _trick_lines(replayed: Replay, names: tuple[str, str], screen: Screen) -> list[str]:
    """A row for each trick, ``>`` before the tile that was led, and behind it what else was done before the next."""
    names_shown = [name if len(name) <= MAX_NARROW_NAME_LENGTH or not screen.narrow else name[:3] for name in names]
    rows: list[tuple[str, ...]] = [("", *names_shown, "takes", "points", "")]
    remarks: list[str] = []
    for moment, next_moment in pairwise([*replayed.moments, replayed.end]):
        assert moment.turn is not None
        move, led = moment.turn.move, moment.position.led
        remarks += _turn_notes(moment, move, next_moment, names)
        if move.play is None or led is None:
            continue
        tile_cells = [f">{text(led)}", f" {text(move.play)}"]
        taker = YOU if len(next_moment.won[YOU]) > len(moment.won[YOU]) else OPPONENT
        card_points = "{} : {}".format(*(next_moment.position.card_points(player) for player in (YOU, OPPONENT)))
        cells_by_player = tile_cells if moment.position.leader == YOU else tile_cells[::-1]
        rows.append((str(moment.trick), *cells_by_player, names_shown[taker], card_points, "; ".join(remarks)))
        remarks = []
    aligned_rows = columns([row[:-1] for row in rows], right=frozenset((0, 4)))
    lines = [screen.faint(aligned_rows[0])] if len(rows) > 1 else []
    for line, row in zip(aligned_rows[1:], rows[1:], strict=True):
        lines += screen.wrap(f"{line}   {row[-1]}".rstrip(), 0, len(line) + 3 if screen.width >= 70 else 6)
    return [*lines, *screen.wrap("; ".join(remarks))]


def names_of(record: Record, screen: Screen) -> tuple[str, str]:
    """What both players are called: ``you`` and ``opponent`` where a name is too long, or both are the same."""
    max_length = MAX_NARROW_NAME_LENGTH if screen.narrow else MAX_NAME_LENGTH
    you, opponent = (plain(name) for name in record.players or ("", ""))
    are_usable = you != opponent and max(len(you), len(opponent)) <= max_length
    return (you or PLAYER_NAMES[YOU], opponent or PLAYER_NAMES[OPPONENT]) if are_usable else PLAYER_NAMES


def who_plays(record: Record) -> str:
    roles = zip(("you", "the opponent"), ("are", "is"), record.players or (), strict=False)
    return ", ".join(
        f"{role} plays at level {name}" if name in LEVELS else f"{role} {verb} {plain(name)}"
        for role, verb, name in roles
        if name
    )


def _turn_notes(moment: Moment, move: Move, next_moment: Moment, names: tuple[str, str]) -> list[str]:
    name = names[moment.position.to_move]
    notes = [f"{name} closed"] if move.close else []
    if move.declare:
        declared_points = tricks.declaration_points(moment.position.rules, move.declare)
        notes.append(f"{name} declared {text_mask(move.declare)} ({declared_points})")
    notes += [f"{name} claimed"] if move.claim else []
    gains = (next_moment.score[player] - moment.score[player] for player in (YOU, OPPONENT))
    return notes + [f"{name} scored {gain}" for name, gain in zip(names, gains, strict=True) if gain > 0]


def result_line(record: Record, end: Moment, names: tuple[str, str]) -> str:
    if not end.position.over:
        return "The deal is unfinished."
    (you, opponent), unit = end.score, record.rules.unit
    winner = names[YOU] if you > opponent else names[OPPONENT]
    if you == opponent:
        return f"Neither gains on the other: {signed(you)} and {signed(opponent)}."
    won_text = f"{capitalize(winner)} {'win' if winner == 'you' else 'wins'}"
    if min(you, opponent) > 0:
        return f"{won_text} by {counted(abs(you - opponent), unit)}, {max(you, opponent)} to {min(you, opponent)}."
    return f"{won_text} {counted(abs(you - opponent), unit)}."
