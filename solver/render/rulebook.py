"""What a rule set says, tabulated by asking the rule predicates themselves: the data that ``--json`` writes, and that
text is made of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bingo.solver.game import tricks
from bingo.solver.game.moves import CLAIM, play_unchecked
from bingo.solver.game.position import YOU, Closing, Pair, Position, Stage
from bingo.solver.game.rules import FIELDS, Rules
from bingo.solver.game.scoring import failed_close, win_score
from bingo.solver.game.tiles import BINGO, DOUBLES, SUITS, TILES, Mask, Tile, is_double, mask, members, shows, text

#: Fields about game points and about claims.
GAME_POINTS = ("seven_doubles", "shutout", "low", "closed_win", "others_win", "capture")
CLAIMS = ("false_claims", "false_claim")


def unused(rules: Rules) -> tuple[str, ...]:
    """The fields that decide nothing under these rules, whatever they say."""
    without = (*GAME_POINTS, *CLAIMS) if rules.at_target == "points" else () if rules.at_target == "claim" else CLAIMS
    return tuple(name for name in FIELDS if name in without)


# --- tiles -------------------------------------------------------------------------------------------


def ranking(rules: Rules, trump: int, suit: int) -> tuple[Tile, ...]:
    """The tiles of a suit from high to low; trumps are in no other suit, the Bingo beats every tile."""
    there = (t for t in TILES if shows(t, suit) and (suit == trump or not shows(t, trump)))
    return tuple(sorted(there, key=lambda t: (t == BINGO, tricks.rank(rules, t, suit)), reverse=True))


def weights(rules: Rules, trump: int) -> dict[int, tuple[Tile, ...]]:
    """The plain tiles by weight, for rules under which the heavier tile wins."""
    found: dict[int, tuple[Tile, ...]] = {}
    for t in sorted(TILES, key=lambda t: -tricks.weight(rules, t)):
        if not shows(t, trump) and t != BINGO:
            found[tricks.weight(rules, t)] = (*found.get(tricks.weight(rules, t), ()), t)
    return found


def examples(rules: Rules, trump: int) -> dict[str, Tile]:
    """A trump, a plain tile and the Bingo, to be led."""
    middle = [t for t in ranking(rules, trump, trump) if not is_double(t)][2]
    plain = next(t for t in reversed(TILES) if not shows(t, trump) and not is_double(t) and not shows(t, 0))
    return {"trump": middle, "plain tile": plain, "Bingo": BINGO}


def duties(rules: Rules, trump: int, lead: Tile) -> list[dict[str, list[str]]]:
    """The classes of replies in phase two, in the order of duty, without what an earlier class has: their tiles from
    high to low, and those of them that win.
    """
    found, seen = [], 1 << lead
    for group in tricks.reply_classes(rules, trump, lead):
        fresh = group & ~seen
        if fresh:
            there = _high_to_low(rules, trump, lead, fresh)
            wins = [t for t in there if tricks.beats(rules, trump, lead, t, phase_two=True)]
            found.append({"tiles": [*map(text, there)], "winners": [*map(text, wins)]})
        seen |= group
    return found


def _high_to_low(rules: Rules, trump: int, lead: Tile, tiles: Mask) -> list[Tile]:
    suit = tricks.led_suit(rules, lead)

    def height(t: Tile) -> tuple[bool, int, int, int]:
        in_trumps = tricks.rank(rules, t, trump) + 1 if shows(t, trump) else 0
        in_suit = tricks.rank(rules, t, suit) + 1 if shows(t, suit) else 0
        return t == BINGO, in_trumps, in_suit, t

    return sorted(members(tiles), key=height, reverse=True)


def of_trump(rules: Rules, trump: int) -> dict[str, Any]:
    """The tables of one trump suit: every suit from high to low, what tiles count, the most first, and replies."""
    worth = {t: tricks.points(rules, trump, t) for t in sorted(TILES, reverse=True)}
    return {
        "trump": trump,
        "ranks": {str(suit): [*map(text, ranking(rules, trump, suit))] for suit in SUITS},
        "points": {text(t): worth[t] for t in sorted(worth, key=lambda t: -worth[t]) if worth[t]},
        "total": sum(worth.values()),
        "replies": [
            {"lead": text(lead), "kind": kind, "classes": duties(rules, trump, lead)}
            for kind, lead in examples(rules, trump).items()
        ],
    }


# --- scores ------------------------------------------------------------------------------------------


def declarations(rules: Rules) -> dict[str, dict[str, int]]:
    """Card points for so many doubles, without and with the Bingo among them."""
    few = range(2, len(rules.declaration_points) + 2)
    without, found = tuple(members(DOUBLES & ~(1 << BINGO))), {}
    for number in few if not rules.seven_doubles else few[:5]:
        plain = mask(without[:number])
        bingo = mask((BINGO, *without[: number - 1]))
        all_seven = number == 7
        points = tricks.declaration_points(rules, bingo)
        without_it = points if all_seven else tricks.declaration_points(rules, plain)
        found[str(number)] = {"points": without_it, "with_bingo": points}
    return found


def wins(rules: Rules) -> dict[str, dict[str, int]] | None:
    """Game points of every kind of result, by what the other player has; None where a deal is worth card points."""
    if rules.at_target == "points":
        return None
    cases = {"no trick" if rules.shutout == "no-trick" else "no card points": (0, int(rules.shutout == "no-points"))}
    if rules.low > 0:
        cases[f"under {rules.low}"] = (rules.low - 1, 1)
    cases[f"{rules.low} or more"] = (rules.low, 1)
    rows = {
        "a win, nobody closed": [win_score(_won(rules, had), YOU) for had in cases.values()],
        "the closer wins": [win_score(_won(rules, had, closer=YOU), YOU) for had in cases.values()],
        "the closer's opponent wins": [win_score(_won(rules, had, closer=1), YOU) for had in cases.values()],
        "a failed close, to the other": [failed_close(_won(rules, had, closer=YOU)) for had in cases.values()],
    }
    if rules.at_target == "claim":
        rows["a false claim, to the other"] = [_false_claim(rules, had) for had in cases.values()]
    return {name: dict(zip(cases, row, strict=True)) for name, row in rows.items()}


def _won(rules: Rules, other: Pair, closer: int | None = None) -> Position:
    """You are at the target, the other has these card points and tricks, and had them at the close."""
    points, taken = other
    closed = None if closer is None else Closing(closer, points, taken)
    return Position(rules, 4, (0, 0), YOU, points=(rules.target, points), tricks=(3, taken), closed=closed)


def _false_claim(rules: Rules, other: Pair) -> int:
    short = replace(_won(rules, other), points=(rules.target - 1, other[0]), stage=Stage.CLAIM)
    return -play_unchecked(short, CLAIM).gain
