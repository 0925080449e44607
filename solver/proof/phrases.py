"""A line of leads as a player writes it: ``0-0, 4-4, then the trumps from the top``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bingo.solver.errors import NotationError
from bingo.solver.game import tiles
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import YOU
from bingo.solver.game.tiles import DOUBLES, Mask, Tile, mask, members, text, text_mask
from bingo.solver.proof.declaring import LineLead, declaring_all, most_together
from bingo.solver.proof.trick_rules import height

_WORD = re.compile(r"\[\s*\S+?\s*\]|[,;]|[^\s,;]+")
#: Words that only make a line read well.
_FILLERS = frozenset(["close", "closing", "lead", "leads", "then", "and", "the", "my", "all", "from", "top", "down"])
_ENDS_DECLARING = frozenset([",", ";", "lead", "then"])


def leads_of(line: str, known: InformationSet) -> tuple[LineLead, ...]:
    """The leads that a text names: tiles, ``trumps`` (all that are left, from the top), ``declare 6-6 5-5, lead 6-6``.

    Without any ``declare`` all doubles are declared as soon as one of them is led; ``declare nothing`` leads without.
    A tile of yours that is already on the table comes first, whether it is named or not.

    Raises:
        NotationError: a word means nothing, or the tile cannot be led or the doubles not be declared then.
    """
    found: list[Tile] = []
    declared: dict[int, Mask] = {}
    words = [word.lower() for word in _WORD.findall(line)]
    on_table = known.led if known.leader == YOU else None
    silent, n = "declare" in words, 0
    while n < len(words):
        word = words[n]
        n += 1
        if word == "declare":
            group: list[str] = []
            while n < len(words) and words[n] not in _ENDS_DECLARING:
                group.append(words[n])
                n += 1
            if group != ["nothing"]:
                declared[len(found)] = mask(map(_tile, group))
        elif word in ("trumps", "trump"):
            found += _trumps(known, found)
        elif word not in _FILLERS and word not in ",;":
            found.append(_tile(word))
    if on_table is not None and found[:1] != [on_table]:
        found.insert(0, on_table)
        declared = {n + 1: doubles for n, doubles in declared.items()}
    if not found:
        raise _wrong("at least one tile to lead", repr(line))
    _in_hand(found, known)
    if not silent:
        return _automatic(known, found, on_table)
    return _as_written(known, found, declared)


def _tile(word: str) -> Tile:
    try:
        return tiles.parse(word)
    except NotationError:
        expected = "tiles such as 6-4, the word trumps, or declare 6-6 5-5, lead 6-6"
        raise _wrong(expected, repr(word[:40])) from None


def _trumps(known: InformationSet, led: Sequence[Tile]) -> list[Tile]:
    """The trumps left in your hand, the highest first."""
    trumps = [t for t in members(known.own) if tiles.shows(t, known.trump) and t not in led]
    return sorted(trumps, key=lambda t: (t != tiles.BINGO, -height(known.rules, t, known.trump)))


def _in_hand(found: Sequence[Tile], known: InformationSet) -> None:
    for n, t in enumerate(found):
        if not known.own >> t & 1:
            raise _wrong(f"tiles of your hand ({text_mask(known.own)})", text(t))
        if t in found[:n]:
            raise _wrong("every tile once", f"{text(t)} again")


def _automatic(known: InformationSet, found: Sequence[Tile], on_table: Tile | None) -> tuple[LineLead, ...]:
    if on_table is None:
        return declaring_all(known, found)
    return LineLead(on_table), *declaring_all(known, found[1:])


def _as_written(known: InformationSet, found: Sequence[Tile], declared: dict[int, Mask]) -> tuple[LineLead, ...]:
    """The leads with the declarations written before them, if they are possible."""
    rules = known.rules
    hand, used = known.own, 0 if rules.redeclare else known.shown_by[YOU]
    leads = []
    for n, t in enumerate(found):
        doubles = declared.get(n, 0)
        if doubles and not doubles >> t & 1:
            raise _wrong(f"one of the declared doubles {text_mask(doubles)} to be led", text(t))
        if doubles & ~(hand & DOUBLES & ~used):
            raise _wrong("doubles in your hand that may still be declared", text_mask(doubles))
        if doubles and not 2 <= doubles.bit_count() <= most_together(rules):
            raise _wrong(f"2 to {most_together(rules)} doubles declared together", text_mask(doubles))
        leads.append(LineLead(t, doubles))
        used |= 0 if rules.redeclare else doubles
        hand &= ~(1 << t)
    if max(declared, default=0) >= len(found):
        raise _wrong("a lead after the declaration", "nothing")
    return tuple(leads)


def _wrong(expected: str, found: str) -> NotationError:
    return NotationError.of("line", expected, found)
