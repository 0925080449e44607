"""Why a move was a mistake, in words: a sentence or two for each kind of reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bingo.solver.errors import counted
from bingo.solver.game.moves import Move
from bingo.solver.game.tiles import Mask, Tile, text, text_mask
from bingo.solver.render.screen import often, points
from bingo.solver.reviewing.decision import Reason


def sentence(reason: Reason) -> str:
    """What the facts of a reason come to."""
    facts = dict(reason.facts)
    total, unseen = facts.pop("of"), facts.pop("unseen")
    if "beaten" in facts:
        which = "unseen tiles" if unseen else "tiles of the other player"
        shares = {key: f"{facts[key] or 'none'} of {total} {which}" for key in ("beaten", "fewer")}
        only = "only " if facts["beaten"] else ""
        facts |= shares | {"only": only, "few": facts["fewer"] or "none"}
        facts |= {key: text(facts[key]) for key in ("tile", "better")}
    return _WORDS[reason.kind](**facts)


def _close_too_late(
    best: Move, worth: float, going_on: Move, otherwise: float, wins: float | None, sampled: bool
) -> str:
    words = f"Time to close: {best} is worth {points(worth)}, playing on {points(otherwise)} at best ({going_on})."
    return words if wins is None else f"{words} With both hands seen it wins {_share(wins, sampled)}."


def _declared_too_early(declared: Mask, **facts: Any) -> str:
    if "third" in facts:
        return f"Declared too early: {text_mask(declared)} count {_with_a_third(**facts)}"
    led, worths = text(facts["lead"]), (points(facts["silent"]), points(facts["worth"]))
    without = f"{led} led without declaring {text_mask(declared)} is worth"
    return f"Declared too early: {without} {worths[0]}, with it {worths[1]}."


def _with_a_third(now: int, then: Sequence[int], third: Mask) -> str:
    worth = f"{then[0]}" if len(set(then)) == 1 else f"{then[0]}, or {then[1]} with 0-0"
    which = "which is" if third.bit_count() == 1 else "all of them"
    later = f"It may still be drawn: {text_mask(third)}, {which} unseen."
    return f"{now} card points now, with one more double {worth}. {later}"


def _sure_trick_not_cashed(tile: str, better: str, beaten: str, points: int, waiting: int, **_: Any) -> str:
    home = f" and brings home {counted(points, 'card point')}" if points else ""
    words = f"Sure trick not cashed: {better} cannot be beaten{home}. {tile} is beaten by {beaten}."
    return words + _until_a_trick(waiting)


def _easily_beaten(tile: str, better: str, beaten: str, few: str, waiting: int, **_: Any) -> str:
    return f"Easily beaten: {tile} is beaten by {beaten}, {better} by {few}.{_until_a_trick(waiting)}"


def _strong_tile_spent(tile: str, better: str, beaten: str, only: str, few: str, **_: Any) -> str:
    words = f"A strong tile is spent: {tile} is beaten by {only}{beaten} and is better kept"
    return f"{words}; {better}, by {few}, can be spared."


def _trick_not_taken(
    tile: str, better: str, with_tile: int, with_better: int, declared: int, left: Mask, left_points: int, **_: Any
) -> str:
    brings = f"for {counted(with_better, 'card point')}, and the lead" if with_better else "and the lead"
    words = f"Trick not taken: {better} takes it {brings}"
    words += f"; {tile} gives the other player {with_tile}." if with_tile else "."
    if declared:
        words += f" Without a trick the {declared} card points declared do not count."
    return words + (f" On lead, {text_mask(left)} can be declared for {left_points}." if left_points else "")


def _trick_not_worth_it(
    tile: str, better: str, beaten: str, only: str, with_tile: int, with_better: int, **_: Any
) -> str:
    return (
        f"The trick is not worth it: {tile} brings home {counted(with_tile, 'card point')} and is spent, though led"
        f" later {only}{beaten} can beat it. {better} leaves the trick to the other player for {with_better}."
    )


def _points_not_secured(tile: str, better: str, fewer: str, most: int, least: int, **_: Any) -> str:
    words = f"Points not secured: {better} takes the trick as well and brings home {counted(most, 'card point')}"
    return f"{words}, {tile} {least or 'none'}. Later {fewer} can beat {better}."


def _strong_tile_given_up(tile: str, better: str, beaten: str, few: str, takes: bool, **_: Any) -> str:
    words = f"A strong tile is given up: {better} {'takes' if takes else 'loses'} the trick as well."
    return f"{words} Led later, {tile} can be beaten by {beaten}, {better} by {few}."


def _refuted(
    move: Move, best: Move, good: int, bad: int, unit: str, hand: str, more: float, less: float, sampled: bool
) -> str:
    worse, better = map(_name, (move, best))
    if not hand:
        return f"With best play {worse} brings {bad:+d} and {better} {good:+d} {unit}s."
    rest = f"never less{' in the hands drawn' if sampled else ''}"
    if less:
        rest = f"less {_share(less, sampled).removesuffix(' of the time')}"
    compared = f"{better} brings more than {worse} {_share(more, sampled)} and {rest}"
    return f"With both hands seen {compared}: {good:+d} and {bad:+d} {unit}s against {hand}."


_WORDS: Mapping[str, Callable[..., str]] = {
    "close-too-late": _close_too_late,
    "declared-too-early": _declared_too_early,
    "sure-trick-not-cashed": _sure_trick_not_cashed,
    "easily-beaten": _easily_beaten,
    "strong-tile-spent": _strong_tile_spent,
    "trick-not-taken": _trick_not_taken,
    "trick-not-worth-it": _trick_not_worth_it,
    "points-not-secured": _points_not_secured,
    "strong-tile-given-up": _strong_tile_given_up,
    "refuted": _refuted,
}


def _share(part: float, sampled: bool) -> str:
    """How often, by how likely each hand is."""
    if part == 1:
        return f"against every hand{' drawn' if sampled else ''}"
    return f"{'about ' if sampled and 0.005 <= part < 0.995 else ''}{often(part)} of the time"


def _until_a_trick(waiting: int) -> str:
    return f" Until a trick is won the {waiting} card points declared do not count." if waiting else ""


def _name(move: Move) -> str:
    """A move in a sentence: its tile alone where that says it all."""
    plain: Tile | None = None if move.close or move.declare else move.tile
    return str(move) if plain is None else text(plain)
