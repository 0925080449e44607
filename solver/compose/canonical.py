"""When two positions are the same puzzle: a form that renaming tiles does not change, where renaming changes nothing.

Suits cannot be exchanged freely, as card points hang on their numbers. But most of what a tile is never matters: a
worthless tile that beats the same tiles, is beaten by the same and obliges to the same replies plays alike whatever is
printed on it. So a position is written as a graph: its nodes are the tiles in play, each with its place, card points
and whether it can be declared; between each two it says who beats whom and in which order of duty one replies to the
other. Nodes are refined by what they see of the others until nothing changes, and sorted. Renamed positions come out
equal; different ones hardly ever do, and then only one of them is kept.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from bingo.solver.game import tricks
from bingo.solver.game.play import declarable
from bingo.solver.game.position import OPPONENT, YOU, Position
from bingo.solver.game.rules import Rules
from bingo.solver.game.scoring import failed_close, win_score
from bingo.solver.game.tiles import BINGO, DOUBLES, TILES, Tile, double, members

Colour = tuple[object, ...]


def canonical_form(position: Position) -> str:
    """16 hexadecimal digits, the same for positions that differ in the names of tiles only."""
    colours = _places(position)
    seen = _relations(position, tuple(colours))
    labels = {t: _digest(colour) for t, colour in colours.items()}
    while True:
        finer = {
            t: _digest((labels[t], sorted((seen[t, u], seen[u, t], labels[u]) for u in labels if u != t)))
            for t in labels
        }
        if len(set(finer.values())) == len(set(labels.values())):
            break
        labels = finer
    return _digest((_score(position), sorted(finer.values())))


def _digest(what: object) -> str:
    return hashlib.blake2b(repr(what).encode(), digest_size=8).hexdigest()


def _places(p: Position) -> dict[Tile, Colour]:
    """Where each tile in play lies, what it counts, and what it can do besides winning tricks."""
    lying: dict[Tile, object] = {t: player for player in (YOU, OPPONENT) for t in members(p.hands[player])}
    if p.led is not None:
        lying[p.led] = "led"
    if p.open:
        lying |= {t: ("stock", n) for n, t in enumerate((*p.stock, p.turned)) if t is not None}
    unspent = DOUBLES & ~(0 if p.rules.redeclare else p.shown)
    pair = {BINGO, double(p.trump)} if p.trump and p.rules.capture else set()
    captures = pair <= set(lying)
    return {
        t: (
            str(place),
            tricks.points(p.rules, p.trump, t),
            bool(unspent >> t & 1),
            t == BINGO and bool(unspent & 1),
            captures and t in pair,
        )
        for t, place in lying.items()
    }


def _relations(p: Position, tiles: tuple[Tile, ...]) -> dict[tuple[Tile, Tile], tuple[bool, bool, int]]:
    """For a lead and a reply: whether it wins in phase one, whether in phase two, and its order of duty there."""
    found: dict[tuple[Tile, Tile], tuple[bool, bool, int]] = {}
    mine = set(members(p.hands[YOU]))
    for led in tiles:
        table = _table(p.rules, p.trump, led)
        against = [t for t in tiles if t != led and (p.open or led == p.led or (t in mine) != (led in mine))]
        ranks = {duty: n for n, duty in enumerate(sorted({table[t][2] for t in against}))}
        for t in tiles:
            one, two, duty = table[t]
            found[led, t] = (p.open and one, two, ranks[duty]) if t in against else (False, False, -1)
    return found


@lru_cache(maxsize=512)
def _table(rules: Rules, trump: int, led: Tile) -> tuple[tuple[bool, bool, int], ...]:
    """Per reply: wins in phase one, wins in phase two, class of duty."""
    classes = tricks.reply_classes(rules, trump, led)
    return tuple(
        (
            t != led and tricks.beats(rules, trump, led, t, phase_two=False),
            t != led and tricks.beats(rules, trump, led, t, phase_two=True),
            next(n for n, group in enumerate(classes) if group >> t & 1),
        )
        for t in TILES
    )


def _score(p: Position) -> Colour:
    """What matters of everything but the tiles."""
    exact = p.rules.at_target == "points"
    counted = [
        p.card_points(player) if exact else min(p.card_points(player), p.rules.target) for player in (YOU, OPPONENT)
    ]
    waiting = [0 if p.tricks[player] else p.declared[player] for player in (YOU, OPPONENT)]
    closed = p.closed and (p.closed.by, win_score(p, p.closed.by), failed_close(p))
    taken = [n > 0 for n in p.tricks]
    last = p.closed is None  # only then the last trick brings card points
    able = [bool(declarable(p, player)) for player in (YOU, OPPONENT)]
    return (p.rules, p.leader, p.stage, counted, waiting, taken, closed, last, p.pending, p.carried, able)
