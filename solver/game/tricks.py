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


def points(rules: Rules, trump: int, tile: int) -> int:
    """Card points of a tile."""
    high, low = ENDS[tile]
    if rules.tile_points == "simplified":
        if is_double(tile):
            return 2 * high if high == trump else 3
        return high + low - trump if shows(tile, trump) else 0
    if tile == double(trump):
        return 28
    if is_double(tile) or shows(tile, trump):
        return pips(high) + pips(low)
    return 10 if pips(high) + pips(low) == 10 else 0


@lru_cache(maxsize=256)
def points_table(rules: Rules, trump: int) -> tuple[int, ...]:
    """Card points of all tiles, by their numbers."""
    return tuple(points(rules, trump, tile) for tile in TILES)


def led_suit(rules: Rules, tile: int) -> int:
    """The suit that a plain lead asks for: its higher end."""
    return max(ENDS[tile], key=lambda end: end_rank(rules, end))


def rank(rules: Rules, tile: int, suit: int) -> int:
    """Rank of a tile within a suit it shows; only the order matters."""
    high, low = ENDS[tile]
    if high == low:
        return 8 if rules.double_rank == "high" else end_rank(rules, suit)
    return end_rank(rules, high if low == suit else low)


def weight(rules: Rules, tile: int) -> int:
    """Pips of both ends together."""
    high, low = ENDS[tile]
    return end_rank(rules, high) + end_rank(rules, low)


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
    return int(mask(tile for tile in TILES if tile != lead and beats(rules, trump, lead, tile, phase_two=phase_two)))


def _beats_without_trump(rules: Rules, lead: int, reply: int, phase_two: bool) -> bool:
    plain_rule = rules.plain_trick
    if plain_rule in ("heavier", "heavier-if-matching"):
        is_matching = plain_rule == "heavier" or any(shows(reply, end) for end in ENDS[lead])
        return is_matching and weight(rules, reply) > weight(rules, lead)
    if plain_rule == "either-end" or (plain_rule == "either-end-in-phase-two" and phase_two):
        return any(_outranks(rules, lead, reply, suit) for suit in ENDS[lead])
    return _outranks(rules, lead, reply, led_suit(rules, lead))


def _outranks(rules: Rules, lead: int, reply: int, suit: int) -> bool:
    return shows(reply, suit) and rank(rules, reply, suit) > rank(rules, lead, suit)


@cache
def suit_mask(*ends: int) -> Mask:
    """All tiles that show one of these ends."""
    return int(mask(tile for tile in TILES if any(shows(tile, end) for end in ends)))


@lru_cache(maxsize=4096)
def reply_classes(rules: Rules, trump: int, lead: int) -> tuple[Mask, ...]:
    """Phase two: sets of tiles in the order of duty; the reply must come from the first one held."""
    groups = _trump_led(rules, trump, lead) if shows(lead, trump) else _plain_led(rules, trump, lead)
    if rules.must_beat:
        winning = winners(rules, trump, lead, phase_two=True)
        groups = [part for group in groups for part in (group & winning, group & ~winning) if part]
    return (*groups, ALL)


def _trump_led(rules: Rules, trump: int, lead: int) -> list[Mask]:
    following_tiles = suit_mask(*ENDS[lead]) if rules.follow == "any-end" else suit_mask(trump)
    return [following_tiles, 1 << BINGO] if rules.bingo_on_trumps else [following_tiles]


def _plain_led(rules: Rules, trump: int, lead: int) -> list[Mask]:
    trumps = suit_mask(trump)
    plain_tiles = ALL if rules.trump_follows else ALL & ~trumps
    suit = led_suit(rules, lead)
    if rules.follow == "any-end":
        classes = [suit_mask(*ENDS[lead]) & plain_tiles]
    else:
        classes = [suit_mask(suit) & plain_tiles]
        if rules.follow == "lower-end-next":
            classes.append(suit_mask(*ENDS[lead]) & plain_tiles)
    if rules.void == "trump-or-bingo":
        classes.append(trumps | 1 << BINGO)
    elif rules.void == "trump-then-bingo":
        classes += [trumps, 1 << BINGO]
    return classes


def legal_replies(rules: Rules, trump: int, lead: int, hand: Mask, *, phase_two: bool) -> Mask:
    """The tiles of ``hand`` that may be played to this lead."""
    if not phase_two:
        return hand
    return next(reply_class & hand for reply_class in reply_classes(rules, trump, lead) if reply_class & hand)


def declaration_points(rules: Rules, doubles: Mask) -> int:
    """Card points for declaring these doubles (two or more) together."""
    double_count = doubles.bit_count()
    bonus = rules.bingo_bonus if doubles >> BINGO & 1 else 0
    return rules.declaration_points[min(double_count - 2, len(rules.declaration_points) - 1)] + bonus


def wins_at_once(rules: Rules, doubles: Mask) -> bool:
    """Whether declaring these doubles wins the deal: all seven, where the rules say so."""
    return doubles.bit_count() == 7 and rules.seven_doubles > 0


def declarable(rules: Rules, hand: Mask, declared_before: Mask) -> Mask:
    """Doubles of a hand that may be declared, where these doubles were before."""
    return hand & DOUBLES & ~(0 if rules.redeclare else declared_before)


def may_declare(rules: Rules, double_count: int) -> bool:
    """Whether so many doubles are a declaration."""
    return 2 <= double_count <= len(rules.declaration_points) + 1 or (double_count == 7 and rules.seven_doubles > 0)
