"""The rules of tricks once more, in numbers for the models: what a tile counts, what wins, what must be played first.

Written from RULES.md sections 1, 3 and 9 and the fields of the rules alone. The predicates of the game
(``solver.game.tricks``) are left aside on purpose, so that a slip in either shows as a disagreement.
"""

from __future__ import annotations

from functools import lru_cache

from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import BINGO, ENDS, Tile, double, tile

#: The two tiles that count 10 whatever is trumps.
TENS = (tile(6, 4), tile(3, 0))
#: The duty of a tile that may be played only when nothing else has to be.
ANYTHING = 100


@lru_cache(maxsize=1 << 14)
def worth(rules: Rules, trump: int, t: Tile) -> int:
    """Card points of a tile."""
    high, low = ENDS[t]
    if rules.tile_points == "simplified":
        if high == low:
            return high + low if high == trump else 3
        return {high: low, low: high}.get(trump, 0)
    if t == double(trump):
        return 28
    if trump in (high, low) or high == low:
        return (high or 7) + (low or 7)
    return 10 if t in TENS else 0


@lru_cache(maxsize=1 << 15)
def wins(rules: Rules, trump: int, lead: Tile, reply: Tile, *, phase_two: bool = True) -> bool:
    """Whether the reply takes the trick: it has to be stronger than the lead, which wins a tie."""
    mine, theirs = (_strength(rules, trump, lead, t, phase_two) for t in (lead, reply))
    return theirs > mine


def _strength(rules: Rules, trump: int, lead: Tile, t: Tile, phase_two: bool) -> int:
    """How strong a tile is in a trick with this lead: the Bingo, then trumps, then by the rule for plain tricks."""
    if t == BINGO:
        return 300
    if trump in ENDS[t]:
        return 200 + height(rules, t, trump)
    rule = rules.plain_trick
    if rule == "heavier":
        return 100 + sum(_end(rules, end) for end in ENDS[t])
    if rule == "heavier-if-matching":
        return 100 + sum(_end(rules, end) for end in ENDS[t]) if _match(t, lead) else 0
    if rule == "either-end" or (rule == "either-end-in-phase-two" and phase_two):
        ahead = [height(rules, t, end) - height(rules, lead, end) for end in ENDS[lead] if end in ENDS[t]]
        return 100 + max(ahead) if ahead else 0
    suit = _asked(rules, lead)
    return 100 + height(rules, t, suit) if suit in ENDS[t] else 0


@lru_cache(maxsize=1 << 15)
def duty(rules: Rules, trump: int, lead: Tile, reply: Tile) -> int:
    """Phase two: a tile may be played only if none of lower duty is held."""
    step = _trump_step(rules, trump, lead, reply) if trump in ENDS[lead] else _plain_step(rules, trump, lead, reply)
    if step is None:
        return ANYTHING
    return 2 * step + (rules.must_beat and not wins(rules, trump, lead, reply))


def _trump_step(rules: Rules, trump: int, lead: Tile, reply: Tile) -> int | None:
    if trump in ENDS[reply] or (rules.follow == "any-end" and _match(reply, lead)):
        return 0
    return 1 if reply == BINGO and rules.bingo_on_trumps else None


def _plain_step(rules: Rules, trump: int, lead: Tile, reply: Tile) -> int | None:
    is_trump = trump in ENDS[reply]
    if rules.trump_follows or not is_trump:
        if _asked(rules, lead) in ENDS[reply] or (rules.follow == "any-end" and _match(reply, lead)):
            return 0
        if rules.follow == "lower-end-next" and _match(reply, lead):
            return 1
    if rules.void != "anything" and is_trump:
        return 2
    if rules.void != "anything" and reply == BINGO:
        return 2 if rules.void == "trump-or-bingo" else 3
    return None


def _asked(rules: Rules, lead: Tile) -> int:
    """The suit that a plain lead asks for."""
    high, low = ENDS[lead]
    return high if _end(rules, high) >= _end(rules, low) else low


def _end(rules: Rules, end: int) -> int:
    return rules.blank_rank if end == 0 else end


def height(rules: Rules, t: Tile, suit: int) -> int:
    """Where a tile stands within a suit that it shows: by its other end, a double on top or by its pips."""
    other = ENDS[t][0] + ENDS[t][1] - suit
    if other == suit and rules.double_rank == "high":
        return 10
    return _end(rules, other)


def _match(a: Tile, b: Tile) -> bool:
    return bool(set(ENDS[a]) & set(ENDS[b]))
