"""A deck for Anki: the moment as it was seen on one side; on the other what each move is worth, and the reason."""

from __future__ import annotations

from html import escape
from pathlib import Path

import typer

from bingo.cli.coach.cards import Cards
from bingo.cli.coach.lesson import CardQuiz
from bingo.cli.progress import ProgressLine
from bingo.cli.render.board import Json, board_of, draw_briefly
from bingo.cli.render.puzzle import asked
from bingo.cli.render.screen import Screen

#: What Anki knows deck and model by, for ever.
DECK, MODEL = 1_651_076_711, 1_651_076_712
SCREEN = Screen(72)
#: The pips of each half in a grid of three by three, and the size of a tile with its margin: as on the page.
PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
WIDTH, HEIGHT = 48, 88


def write_deck(cards: Cards, path: Path) -> int:
    """Write all cards that more deals confirm; how many these are. A card that is imported again stays the same.

    Raises:
        typer.Exit: the extra is not installed. Status 1.
    """
    try:
        import genanki  # here: it comes with an extra
    except ImportError:
        typer.echo("A deck needs genanki: pip install 'domino-bingo[anki]' brings it.", err=True)
        raise typer.Exit(1) from None
    sides = {"qfmt": "{{Moment}}", "afmt": "{{FrontSide}}<hr id=answer>{{Answer}}"}
    fields = [{"name": name} for name in ("Name", "Moment", "Answer")]
    css = "pre { font-family: monospace; line-height: 1.15; text-align: left; display: inline-block }"
    model = genanki.Model(MODEL, "Bingo", fields=fields, templates=[{"name": "Best move", **sides}], css=css)
    deck = genanki.Deck(DECK, "Bingo: my mistakes")
    with ProgressLine() as progress:
        for number, name in enumerate(cards.mistakes):
            progress.show("mistakes are judged in more deals", number / len(cards.mistakes))
            if found := cards.confirmed(name):
                card = cards[name]
                judge = CardQuiz(card, found, SCREEN)
                board = board_of(judge.seen)
                moment = [*draw_briefly(board, card.title, (), SCREEN), "", asked(judge.seen)]
                answer = [f"Best: {found['best']}", "", *judge.proof()]
                texts = [f"<pre>{escape(chr(10).join(lines))}</pre>" for lines in (moment, answer)]
                texts[0] = picture(board) + texts[0]
                deck.add_note(genanki.Note(model, [name, *texts], guid=genanki.guid_for(name)))
    genanki.Package(deck).write_to_file(path)
    return len(deck.notes)


def picture(board: Json) -> str:
    """The table as SVG: the opponent's tiles, below them what was led, and at the right the turned tile of an open
    boneyard, then yours.
    """
    hands = [[*seat["hand"].split(), *[None] * seat["hidden"]] for seat in (board["opponent"], board["you"])]
    width = max(3, *map(len, hands))
    places = {(k, row): tile for row, hand in zip((0, 2), hands, strict=True) for k, tile in enumerate(hand)}
    places |= {place: t for place, t in (((0, 1), board["led"]), ((width - 1, 1), board["turned"])) if t is not None}
    size = width * WIDTH, 3 * HEIGHT
    tiles = "".join(_tile(tile, k * WIDTH, row * HEIGHT, board["trumps"]) for (k, row), tile in places.items())
    box = f'viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" height="{size[1]}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{tiles}</svg>'


def _tile(tile: str | None, x: int, y: int, trumps: str) -> str:
    face = "#264653" if tile is None else "#fffdf5"
    edge = "#c1121f" if tile is not None and tile in trumps else "#333"
    body = f'<rect x="2" y="2" width="42" height="82" rx="6" fill="{face}" stroke="{edge}" stroke-width="2"/>'
    if tile is not None:
        spots = [(place, half) for half, pips in enumerate(tile.split("-")) for place in PIPS[int(pips)]]
        body += '<path d="M8 43h30" stroke="#333"/>'
        body += "".join(f'<circle cx="{12 + p % 3 * 11}" cy="{12 + p // 3 * 11 + 40 * h}" r="3.7"/>' for p, h in spots)
    return f'<g transform="translate({x} {y})">{body}</g>'
