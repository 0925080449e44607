"""A deck for Anki: the moment as it was seen on one side; on the other what each move is worth, and the reason."""

from __future__ import annotations

from html import escape
from pathlib import Path

import typer

from bingo.cli.coach.cards import Cards
from bingo.cli.coach.lesson import CardQuiz
from bingo.cli.progress import ProgressLine
from bingo.cli.render.puzzle import pose
from bingo.cli.render.screen import Screen

#: What Anki knows deck and model by, for ever.
DECK, MODEL = 1_651_076_711, 1_651_076_712
SCREEN = Screen(72)


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
                shown = (pose(judge.seen, card.title, SCREEN), [f"Best: {found['best']}", "", *judge.proof()])
                texts = [f"<pre>{escape(chr(10).join(lines))}</pre>" for lines in shown]
                deck.add_note(genanki.Note(model, [name, *texts], guid=genanki.guid_for(name)))
    genanki.Package(deck).write_to_file(path)
    return len(deck.notes)
