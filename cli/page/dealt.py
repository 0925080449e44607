"""Recorded deals on the page: every moment as a picture, and what the player to move could know."""

from __future__ import annotations

from collections.abc import Sequence

from bingo.positions import reads_records
from bingo.solver.errors import NotationError
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import WAIT
from bingo.solver.game.position import PLAYER_NAMES
from bingo.solver.game.record import Moment, Record
from bingo.solver.game.replay import replay
from bingo.solver.game.tiles import mask, text_mask
from bingo.solver.render.board import Json, board_of
from bingo.solver.render.game import TITLES
from bingo.solver.render.screen import signed
from bingo.solver.render.verdict import typeset

#: What of a board stays the same from move to move.
CONSTANT = ("rules", "unit", "trump", "trumps", "points", "remarks")


def drawn(record: Record, also: Sequence[Moment] = ()) -> Json:
    """A deal as a picture of every moment, that after the last turn included, and the turns between them.

    Moments in which a player waits with a claim are left out, but for those that are named ``also``; ``at`` has the
    number of turns before each of these.
    """
    played = replay(record)
    moments = [moment for moment in played.moments if _is_turn(moment) or moment in also]
    boards = [_board(moment) for moment in (*moments, played.end)]
    first = boards[0]
    frames = [{key: value for key, value in board.items() if key not in CONSTANT} for board in boards]
    turns = [f"{PLAYER_NAMES[moment.position.to_move]} {moment.turn.move}" for moment in moments if moment.turn]
    score, over = played.end.score, played.end.position.over
    return {
        **({"brought": typeset(signed(score[0] - score[1]))} if over else {}),
        "title": record.name or "A deal",
        "players": [TITLES.get(name, name) for name in record.players or ("", "")],
        "board": first,
        "frames": frames,
        "turns": turns,
        "at": [moments.index(moment) for moment in also],
    }


def moment(text: str, deal: int, number: int) -> tuple[InformationSet, Record | None]:
    """What the player to move knew before that turn, both counted from 0, and the deal as played before it; they become
    ``you``. There is no such deal where not all tiles are recorded.

    Raises:
        NotationError: there is no such deal or turn, or that player's tiles are not recorded.
    """
    whole = record(text, deal)
    moments = replay(whole).moments
    turns = [moment for moment in moments if _is_turn(moment)]
    if not 0 <= number < len(turns):
        raise NotationError.of("moment", f"one of {len(turns)} turns", number + 1)
    now, start = turns[number], moments[0].position
    known = now.seen_by(now.to_play, whole.name)
    if None in whole.dealt or whole.stock is None:
        return known, None
    moves = [moment.turn.move for moment in turns[:number] if moment.turn]
    return known, Record.of(start.swapped() if now.to_play else start, moves)


def record(text: str, deal: int) -> Record:
    """One deal of a text, counted from 0 among those that can be read.

    Raises:
        NotationError: there is no such deal.
    """
    records = list(reads_records(text, on_error=lambda _error: None))
    if not 0 <= deal < len(records):
        raise NotationError.of("deal", f"one of {len(records)} deals", deal + 1)
    return records[deal]


def _is_turn(moment: Moment) -> bool:
    return moment.turn is not None and moment.turn.move != WAIT


def _board(moment: Moment) -> Json:
    """The picture of a moment: tiles that are not recorded lie face down."""
    board, hidden = board_of(moment.position), text_mask(moment.hidden)
    for player in PLAYER_NAMES:
        hand = board[player]["hand"].split()
        known = [tile for tile in hand if tile not in hidden]
        board[player] |= {"hand": " ".join(known), "hidden": len(hand) - len(known)}
    if mask(moment.position.stock) & moment.hidden:
        board["stock"] = None
    return board
