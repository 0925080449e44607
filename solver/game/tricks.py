"""Tricks: ranks, card points, who wins, and what may be played in reply. RULES.md sections 1 and 3."""

from functools import cache, lru_cache

from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import ALL, BINGO, DOUBLES, ENDS, TILES, Mask, double, is_double, mask, shows


def pips(end: int) -> int:
    """An end as the standard game counts it: a blank is 7."""
    return end or 7


def end_rank(rules: Rules, end: int) -> int:
    """An end as these rules rank it."""
    return end or rules.blank_rank


def trump_of(turned: int) -> int:
    """The higher end of the turned tile, a blank being 7: the suit of trumps."""
    return max(ENDS[turned], key=pips)


def points(rules: Rules, trump: int, t: int) -> int:
    """Card points of a tile."""
    a, b = ENDS[t]
    if rules.tile_points == "simplified":
        if is_double(t):
            return 2 * a if a == trump else 3
        return a + b - trump if shows(t, trump) else 0
    if t == double(trump):
        return 28
    if is_double(t) or shows(t, trump):
        return pips(a) + pips(b)
    return 10 if pips(a) + pips(b) == 10 else 0


@lru_cache(maxsize=256)
def points_table(rules: Rules, trump: int) -> tuple[int, ...]:
    """Card points of all tiles, by their numbers."""
    return tuple(points(rules, trump, t) for t in TILES)


def led_suit(rules: Rules, t: int) -> int:
    """The suit that a plain lead asks for: its higher end."""
    return max(ENDS[t], key=lambda end: end_rank(rules, end))


def rank(rules: Rules, t: int, suit: int) -> int:
    """Rank of a tile within a suit it shows; only the order matters."""
    a, b = ENDS[t]
    if a == b:
        return 8 if rules.double_rank == "high" else end_rank(rules, suit)
    return end_rank(rules, a if b == suit else b)


def weight(rules: Rules, t: int) -> int:
    """Pips of both ends together."""
    a, b = ENDS[t]
    return end_rank(rules, a) + end_rank(rules, b)


def beats(rules: Rules, trump: int, lead: int, reply: int, *, phase_two: bool) -> bool:
    """Whether the reply wins the trick."""
    if BINGO in (lead, reply):
        return reply == BINGO
    if shows(reply, trump):
        return not shows(lead, trump) or rank(rules, reply, trump) > rank(rules, lead, trump)
    return not shows(lead, trump) and _beats_without_trump(rules, lead, reply, phase_two)


@lru_cache(maxsize=512)
def winners(rules: Rules, trump: int, lead: int, *, phase_two: bool) -> Mask:
    """All tiles that would win the trick."""
    return int(mask(t for t in TILES if t != lead and beats(rules, trump, lead, t, phase_two=phase_two)))


def _beats_without_trump(rules: Rules, lead: int, reply: int, phase_two: bool) -> bool:
    rule = rules.plain_trick
    if rule in ("heavier", "heavier-if-matching"):
        matching = rule == "heavier" or any(shows(reply, end) for end in ENDS[lead])
        return matching and weight(rules, reply) > weight(rules, lead)
    if rule == "either-end" or (rule == "either-end-in-phase-two" and phase_two):
        return any(_outranks(rules, lead, reply, suit) for suit in ENDS[lead])
    return _outranks(rules, lead, reply, led_suit(rules, lead))


def _outranks(rules: Rules, lead: int, reply: int, suit: int) -> bool:
    return shows(reply, suit) and rank(rules, reply, suit) > rank(rules, lead, suit)


@cache
def suit_mask(*ends: int) -> Mask:
    """All tiles that show one of these ends."""
    return int(mask(t for t in TILES if any(shows(t, end) for end in ends)))


@lru_cache(maxsize=4096)
def reply_classes(rules: Rules, trump: int, lead: int) -> tuple[Mask, ...]:
    """Phase two: sets of tiles in the order of duty; the reply must come from the first one held."""
    groups = _trump_led(rules, trump, lead) if shows(lead, trump) else _plain_led(rules, trump, lead)
    if rules.must_beat:
        wins = winners(rules, trump, lead, phase_two=True)
        groups = [part for group in groups for part in (group & wins, group & ~wins) if part]
    return (*groups, ALL)


def _trump_led(rules: Rules, trump: int, lead: int) -> list[Mask]:
    following = suit_mask(*ENDS[lead]) if rules.follow == "any-end" else suit_mask(trump)
    return [following, 1 << BINGO] if rules.bingo_on_trumps else [following]


def _plain_led(rules: Rules, trump: int, lead: int) -> list[Mask]:
    trumps = suit_mask(trump)
    plain = ALL if rules.trump_follows else ALL & ~trumps
    suit = led_suit(rules, lead)
    if rules.follow == "any-end":
        groups = [suit_mask(*ENDS[lead]) & plain]
    else:
        groups = [suit_mask(suit) & plain]
        if rules.follow == "lower-end-next":
            groups.append(suit_mask(*ENDS[lead]) & plain)
    if rules.void == "trump-or-bingo":
        groups.append(trumps | 1 << BINGO)
    elif rules.void == "trump-then-bingo":
        groups += [trumps, 1 << BINGO]
    return groups


def may_reply(rules: Rules, trump: int, lead: int, hand: Mask, *, phase_two: bool) -> Mask:
    """The tiles of ``hand`` that may be played to this lead."""
    if not phase_two:
        return hand
    return next(group & hand for group in reply_classes(rules, trump, lead) if group & hand)


def declaration_points(rules: Rules, doubles: Mask) -> int:
    """Card points for declaring these doubles (two or more) together."""
    count = doubles.bit_count()
    bonus = rules.bingo_bonus if doubles >> BINGO & 1 else 0
    return rules.declaration_points[min(count - 2, len(rules.declaration_points) - 1)] + bonus


def wins_at_once(rules: Rules, doubles: Mask) -> bool:
    """Whether declaring these doubles wins the deal: all seven, where the rules say so."""
    return doubles.bit_count() == 7 and rules.seven_doubles > 0


def declarable(rules: Rules, hand: Mask, declared: Mask) -> Mask:
    """Doubles of a hand that may be declared, where these doubles were before."""
    return hand & DOUBLES & ~(0 if rules.redeclare else declared)


def may_declare(rules: Rules, count: int) -> bool:
    """Whether so many doubles are a declaration."""
    return 2 <= count <= len(rules.declaration_points) + 1 or (count == 7 and rules.seven_doubles > 0)
