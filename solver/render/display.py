"""What ``print`` and notebooks show of the objects of the library: text, or a small picture in SVG."""

from collections.abc import Sequence
from html import escape

from bingo.solver.analysis import Answer, Claim
from bingo.solver.errors import check_type
from bingo.solver.game import OPPONENT, PLAYER_NAMES, YOU, InformationSet, Position, Record, Trick, replay, tricks
from bingo.solver.render import Screen, answers
from bingo.solver.render.board import board_of, caption, draw_briefly, names_of, picture_rows, result_line, score_sheet
from bingo.solver.render.review import explain, reason_sentence
from bingo.solver.reviewing import Review
from bingo.solver.reviewing.decision import MistakeReason

#: A tile, None from its back; what stands below it; whether it is faint.
_Picture = tuple[str | None, str, bool]
#: Units of a line of text, of half a tile, from tile to tile; of the picture, and characters of a line of text.
LINE, HALF, STEP, PICTURE_WIDTH, PICTURE_SCREEN = 18, 30, 34, 480, Screen(72)
#: Where the pips of each half lie, in places of a square of nine.
PIP_PLACES = (), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8)
FACE_COLOUR, BACK_COLOUR, PIP_COLOUR = "#fffaf0", "#314d66", "#20261f"


def words(thing: object) -> str:
    """What ``print`` shows: a board, a score sheet, an answer in short; without a line break at its end."""
    return "\n".join(_lines(thing))


def _lines(thing: object) -> list[str]:
    screen = Screen()
    if isinstance(thing, MistakeReason):
        return [reason_sentence(thing)]
    if isinstance(thing, Position | InformationSet):
        return draw_briefly(board_of(thing), thing.name or "A position", PLAYER_NAMES, screen)
    if isinstance(thing, Record):
        return score_sheet(thing, thing.name or "A deal", screen)
    if isinstance(thing, Review):
        return explain(thing, thing.record.name or "A deal", screen)
    if isinstance(thing, Answer):
        title = "Should I close?" if thing.going_on else "Analysis" if thing.exact else "Estimate"
        return answers.answer_lines(thing, thing.position, thing.position.name or title, screen)
    assert isinstance(thing, Claim)
    return answers.answer_lines(thing, thing.known, thing.known.name or "Can I claim?", screen)


def svg(thing: Position | InformationSet | Record) -> str:
    """A position, or a deal trick by trick, as an element ``svg`` that holds all it needs.

    >>> from bingo import deal
    >>> svg(deal(seed=3))[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'

    Raises:
        TypeError: it is neither.
    """
    check_type("svg", thing, Position, InformationSet, Record)
    y, svg_parts = 0, []
    for row in _record_rows(thing) if isinstance(thing, Record) else _position_rows(thing):
        if isinstance(row, str):
            y += LINE
            svg_parts.append(f'<text y="{y}">{escape(row)}</text>')
        else:
            svg_parts += [_tile_svg(picture, STEP * column + 1, y + 8) for column, picture in enumerate(row)]
            y += 2 * HALF + LINE + 8
    size = f'width="{PICTURE_WIDTH}" height="{y + 8}" font-family="sans-serif" font-size="13" fill="currentColor"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(svg_parts)}</svg>'


def html(thing: object) -> str:
    """What a notebook shows: a picture, or as text what ``print`` does."""
    return svg(thing) if isinstance(thing, Position | InformationSet | Record) else f"<pre>{escape(str(thing))}</pre>"


def _position_rows(position: Position | InformationSet) -> list[str | Sequence[_Picture]]:
    board = board_of(position)
    rows = filter(None, picture_rows(board, position.name or "A position", PICTURE_SCREEN))
    return [row if isinstance(row, str) else [(tile, caption(tile, board), False) for tile in row] for row in rows]


def _record_rows(record: Record) -> list[str | Sequence[_Picture]]:
    """Both players' tiles, trick by trick; that which was led is marked, that which lost is faint."""
    end = replay(record).end

    def label(trick: Trick) -> str:
        declared = f"+{tricks.declaration_points(record.rules, trick.declared)}" if trick.declared else ""
        return "close" if trick.closed else declared or "led"

    def row(player: int) -> list[_Picture]:
        return [
            (str(tile), label(trick) if player == trick.leader else "", player != trick.taker)
            for trick in end.history
            if (tile := trick.played_by(player)) is not None
        ]

    you, opponent = names_of(record, PICTURE_SCREEN)
    return [record.name or "A deal", opponent, row(OPPONENT), you, row(YOU), result_line(record, end, (you, opponent))]


def _tile_svg(picture: _Picture, x: int, y: int) -> str:
    tile, label, is_faint = picture
    halves = enumerate(map(int, tile.split("-"))) if tile else ()
    pips = (f"M{7 + 8 * (n % 3)} {7 + 8 * (n // 3) + HALF * half}h0" for half, end in halves for n in PIP_PLACES[end])
    parts = [f'<rect width="{HALF}" height="{2 * HALF}" rx="4" fill="{FACE_COLOUR if tile else BACK_COLOUR}"/>']
    if tile:
        parts += [f'<path d="M4 {HALF}h22"/>', f'<path d="{"".join(pips)}" stroke-width="5" stroke-linecap="round"/>']
    if label:
        place = f'x="{HALF // 2}" y="{2 * HALF + 13}" font-size="10" text-anchor="middle" stroke="none"'
        parts.append(f"<text {place}>{label}</text>")
    at = f'transform="translate({x} {y})" stroke="{PIP_COLOUR}" opacity="{0.5 if is_faint else 1}"'
    return f"<g {at}>{''.join(parts)}</g>"
