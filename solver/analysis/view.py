"""What an estimate may look at of what ``you`` know, and what of it a person should be told."""

from __future__ import annotations

from bingo.solver.errors import NotationError, Reason
from bingo.solver.game import tiles
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.play import has_claim
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, Position


def known(given: InformationSet | Position) -> InformationSet:
    """What ``you`` know. The opponent's hand and the face-down tiles are left out even where they are written.

    Raises:
        NotationError: your own hand is not given, or card points are not known.
    """
    found = information_set(given).concealed()
    for name, side in zip(PLAYER_NAMES, found.taken, strict=True):
        if side.points is None:
            expected = (
                "the card points in these tricks (points), or both tiles of every trick, for anything but a claim"
            )
            part = "tricks that are only partly known"
            raise NotationError([Reason(f"{name}.won", expected, part, code="part-known")])
    return found


def remarks(known: InformationSet) -> list[dict[str, object]]:
    """What is out of the ordinary, and what limits the opponent's hand: a code each, with what it is about."""
    now = known.world(0)
    found: dict[str, tuple[str, object]] = {
        "opponent-may-claim": ("points", now.card_points(OPPONENT) if has_claim(now, OPPONENT) else None),
        "tiles-not-written": ("number", known.unknown_gone),
        "opponent-holds": ("tiles", tiles.text_mask(known.held)),
        "opponent-cannot-hold": ("tiles", tiles.text_mask(known.barred & known.unseen)),
    }
    return [{"code": code, what: about} for code, (what, about) in found.items() if about]
