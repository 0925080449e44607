"""Positions and answers in a notebook: the page of a report in a frame of its own."""

from __future__ import annotations

from bingo.cli.page import items
from bingo.cli.page.document import document, framed
from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.claim import Claim
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.reviewing.deal import Review

#: Branches of a tree: a notebook holds many answers.
BRANCHES = 400


def html(thing: object) -> str:
    """A position or an answer as a frame, which holds all it needs.

    Raises:
        TypeError: it is neither.
    """
    item = _item(thing).finished(BRANCHES)
    return framed(item["title"], document(item["title"], [item]))


def _item(thing: object) -> items.Item:
    if isinstance(thing, (Position, InformationSet)):
        return items.drawn(thing.name or "A position", thing)
    if isinstance(thing, Review):
        return items.reviewed(thing.record.name or "A deal", thing)
    if not isinstance(thing, (Answer, Claim)):
        raise TypeError(f"expected a position or an answer; found {type(thing).__name__}")
    about = thing.position if isinstance(thing, Answer) else thing.known
    title = about.name or "A position"
    if isinstance(thing, Answer) and thing.close:
        return items.closing(title, about, thing, None)
    return items.claimed(title, about, thing) if isinstance(thing, Claim) else items.analyzed(title, about, thing)
