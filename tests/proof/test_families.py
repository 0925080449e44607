"""Families of constraints in tiny cases, feasible or not: leaving one out is noticed here, or where lines are tried.

The tables hold a handful of tiles: all others lie aside. Under ``pagat``, trumps 4, unless it is said otherwise.
"""

import random
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from bingo.solver import ImpossiblePosition
from bingo.solver.game import OPPONENT, PAGAT, YOU, Closing, Position, Rules, Stage, apply, legal_moves, tricks
from bingo.solver.game.information import InformationSet, Taken, information_set
from bingo.solver.game.presets import HOYLE_1868
from bingo.solver.game.tiles import ALL, SUITS, TILES, Tile, double, mask, members, parse_all
from bingo.solver.proof import LineLead, certificate, deal, lines, memory
from bingo.solver.proof.deal import Clock
from bingo.solver.proof.lines import most_declarable, worth_of
from tests.support.strategies import PRESETS, overridden


def long_clock() -> Clock:
    return Clock(600)


#: Two tiles that count nothing with trumps 4: a trick of yours, so that a close is possible.
TRICK_TILES = parse_all("6-5 2-1")


def small_view(
    hand: str,
    unseen: str,
    hidden: int,
    *,
    shown: str = "",
    gone: str = "",
    their_tricks: Taken | None = None,
    rules: Rules = PAGAT,
) -> InformationSet:
    """You lead, the boneyard was closed by you; the opponent holds ``hidden`` of the unseen tiles."""
    your_tricks = Taken((TRICK_TILES,), points=0)
    their_tricks = their_tricks or Taken((), points=0)
    placed = mask(parse_all(f"{hand} {unseen} {gone}")) | your_tricks.tiles | their_tricks.tiles
    return InformationSet(
        name="",
        rules=rules,
        trump=4,
        hand=mask(parse_all(hand)),
        hidden=hidden,
        taken=(your_tricks, their_tricks),
        leader=YOU,
        shown_by=(0, mask(parse_all(shown))),
        played=mask(parse_all(gone)),
        stock=ALL & ~placed,
        closed=Closing(YOU, 0, 0),
    )


def least(view: InformationSet, leads: str) -> int:
    worst = lines.least_points(view, tuple(map(LineLead, parse_all(leads))), long_clock())
    return worst.points


# --- lines -------------------------------------------------------------------------------------------


def test_the_suit_has_to_be_followed() -> None:
    assert least(small_view("6-6", "6-1 4-1", 2), "6-6") == 12
    assert least(small_view("6-6", "2-2 4-1", 2), "6-6") == 0


def test_a_shown_double_is_still_held() -> None:
    assert least(small_view("6-6", "3-3 4-1", 1, shown="3-3"), "6-6") == 12 + 6
    assert least(small_view("6-6", "3-3 4-1", 1), "6-6") == 0


def test_points_in_tricks_tell_of_the_hand() -> None:
    """The 5 in the opponent's trick are 4-1, so they do not hold it; without points they hold nothing else."""
    assert least(small_view("6-6", "4-1 6-1 3-1", 1, their_tricks=Taken(((),), points=5)), "6-6") == 12
    assert least(small_view("6-6", "4-1 6-1 3-1", 1, their_tricks=Taken(((),), points=0)), "6-6") == 0


# --- the most that can be -----------------------------------------------------------------------------


def small_closings() -> list[Position]:
    """Closed deals of three tiles a hand, from each preset."""
    rng, positions = random.Random(11), []
    for rules in PRESETS * 2:
        dealt = rng.sample(TILES, 6)
        position = Position(
            replace(rules, at_target="claim", failed_close="two", seven_doubles=0),
            trump=rng.randrange(7),
            hands=(mask(dealt[:3]), mask(dealt[3:])),
            leader=YOU,
            tricks=(1, 0),
            closed=Closing(YOU, 0, 0),
            stage=Stage.LEAD,
        )
        positions.append(position)
    return positions


def most_with_help(position: Position) -> int:
    """Your most card points if the opponent helps, by trying everything."""
    most = position.card_points(YOU)
    for move in legal_moves(position):
        if not move.claim:
            _, after, over, _ = apply(position, move)
            most = max(most, after.card_points(YOU) if over else most_with_help(after))
    return most


def test_a_helpful_opponent_brings_what_trying_everything_brings() -> None:
    for position in small_closings():
        view = information_set(position)
        unplayed = ALL & ~position.hands[0] & ~position.hands[1]
        your_tricks = Taken((tuple(members(unplayed))[:2],), points=0)
        view = replace(view, taken=(your_tricks, view.taken[1]), stock=unplayed & ~your_tricks.tiles)
        most = most_with_help(position)
        assert certificate.most_points(view, long_clock()) == (most, most)


def test_the_best_hand_is_taken_for_the_bound() -> None:
    """With 5-1 and 6-6 to come, not with 4-4 which nothing here beats."""
    view = small_view("5-5 6-1", "5-1 6-6 4-4", 2)
    assert certificate.most_points(view, long_clock())[0] == 10


# --- tricks that are partly remembered ----------------------------------------------------------------


def partly_remembered(
    your_tricks: Taken,
    unseen: str,
    hidden: int,
    known: Mapping[str, object] = MappingProxyType({}),
    *,
    hand: str = "6-3",
    their_tricks: Taken | None = None,
    gone: str = "",
    rules: Rules = PAGAT,
) -> InformationSet:
    """A position with tricks of yours that are partly remembered; ``known`` are fields of it."""
    view = small_view(hand, unseen, hidden, gone=gone, their_tricks=their_tricks, rules=rules)
    fields: dict[str, Any] = {"closed": None, "is_partly_remembered": True, **known}
    view = replace(view, taken=(your_tricks, view.taken[1]), **fields)
    placed = view.hand | mask(parse_all(f"{unseen} {gone}")) | your_tricks.tiles | view.taken[1].tiles
    return replace(view, stock=ALL & ~placed)


def won(*tricks: str) -> Taken:
    return Taken(tuple(map(parse_all, tricks)))


def declared(player: int, points: int, shown: str = "") -> dict[str, object]:
    """What is known of a player who declared so many points with doubles, of which these were shown."""
    doubles = mask(parse_all(shown))
    return {"declared": (0, points)[:: 1 if player else -1], "shown_by": (0, doubles)[:: 1 if player else -1]}


THEIRS_WITH_BINGO = declared(OPPONENT, 20, "6-6 4-4")
THEIR_DOUBLE = declared(OPPONENT, 20, "3-3")
FIVE_DOUBLES = declared(YOU, 60, "6-6 5-5 3-3 2-2 1-1")
#: Positions by what has to be seen in them, with the least and the most that your tricks can hold; none where they
#: cannot occur.
POINT_SPANS: dict[str, list[tuple[InformationSet, tuple[int, int] | None]]] = {
    "tricks hold two tiles each": [
        (partly_remembered(won("4-4"), "6-6 5-5", 1), (28 + 10, 28 + 12)),
        (partly_remembered(won("", ""), "6-6 5-5 3-1 4-0", 0), (33, 33)),
        (partly_remembered(won("4-4"), "6-6 5-5 3-1", 1), (28, 28 + 12)),
        (partly_remembered(won("", ""), "6-6 5-5 3-1", 0), None),
    ],
    "tiles gone are in a trick": [(partly_remembered(won(""), "3-1 3-2 6-1", 1, gone="6-6"), (12, 12))],
    "somewhere is in some trick": [
        (partly_remembered(Taken(((), ()), mask(parse_all("6-6 5-5"))), "3-1 3-2 4-0", 1), (22, 22 + 11))
    ],
    "a declared double of trumps was taken by the Bingo": [
        (partly_remembered(won("4-4"), "0-0 6-6 3-1", 2, THEIRS_WITH_BINGO), (42, 42)),
        (partly_remembered(won("4-4"), "0-0 6-6 5-5 3-1", 3, THEIRS_WITH_BINGO), (42, 42)),
        (partly_remembered(won("4-4"), "6-6 3-1", 1, THEIRS_WITH_BINGO), None),
        (partly_remembered(won("4-4"), "0-0 6-6 3-1", 2), (28, 42)),
    ],
    "a declared double in its own trick was not beaten": [  # you won 3-3 back, so no trump lies beside it
        (partly_remembered(won("3-3"), "4-1 3-1 3-2", 2, declared(YOU, 20, "5-5 3-3"), hand="5-5"), (26, 26))
    ],
    # without a double in hand both were yours, and one of them at least was led
    "declared points tell of doubles": [
        (partly_remembered(won("", ""), "6-6 3-3 3-1 3-2 6-1", 1, declared(YOU, 20)), (38, 38)),
        (partly_remembered(won("", ""), "6-6 3-3 3-1 3-2 6-1", 1), (6, 18)),
        (partly_remembered(won(""), "6-6 3-3 3-1 3-2", 1, declared(YOU, 20, "5-5"), hand="5-5"), (26, 38)),
    ],
    "what they declared they hold or played": [  # they hold 3-3: the other double they led, and it lost to a trump
        (partly_remembered(won(""), "6-6 3-3 4-1 3-1", 2, THEIR_DOUBLE), (17, 17)),
        (partly_remembered(won(""), "6-6 5-5 3-3 4-1 3-1", 3, THEIR_DOUBLE), (15, 17)),
        (partly_remembered(won("3-1"), "6-6 3-3 4-1", 2, THEIR_DOUBLE), None),  # what is held would have been shown
    ],
    "a double led with its declaration was no reply": [  # a trump or the Bingo took it
        (partly_remembered(won("6-6"), "3-3 6-1 4-1", 2, THEIR_DOUBLE), (17, 17)),
        (partly_remembered(won("6-6"), "3-3 6-1 4-1", 2), (12, 18)),
    ],
    # who has taken no trick led at most the first one: one declaration of four doubles, not two of two
    "one lead makes one declaration": [
        (partly_remembered(won("6-6 4-1", "5-5"), "3-3 2-2 4-2 6-1", 3, known), span)
        for known, span in (
            (declared(OPPONENT, 50, "6-6 5-5 3-3 2-2"), (12 + 5 + 10, 33)),
            (declared(OPPONENT, 40, "6-6 5-5 3-3 2-2"), None),
        )
    ],
    "the close is remembered": [
        (partly_remembered(won(""), "6-6 5-5 3-1 3-2", 0, known, their_tricks=won("")), span)
        for known, span in (({"closed": Closing(YOU, 12, 1)}, (10, 10)), ({}, (0, 22)))
    ],
    # you had 12 in one trick when the opponent closed: not the one with 5-5, so it is the other
    "the close tells of so many tricks": [
        (partly_remembered(won("5-5", ""), "6-6 3-1 3-2 6-1 4-1", 1, known), span)
        for known, span in (({"closed": Closing(OPPONENT, 12, 1)}, (22, 27)), ({}, (10, 27)))
    ],
    "nobody is past the target": [
        (partly_remembered(won("3-3"), "3-1 3-0", 1, FIVE_DOUBLES, hand="6-6 5-5 2-2 1-1", rules=rules), (66, most))
        for rules, most in ((HOYLE_1868, 66), (replace(HOYLE_1868, at_target="claim"), 76))
    ],
}


@pytest.mark.parametrize("promise", POINT_SPANS)
def test_what_tricks_that_are_partly_remembered_can_hold(promise: str) -> None:
    for view, span in POINT_SPANS[promise]:
        with pytest.raises(ImpossiblePosition) if span is None else nullcontext():
            assert tuple(memory.extreme(view, long_clock(), is_most=most).points for most in (False, True)) == span


# --- the rules as the proofs restate them: held against the predicates of the game, tile by tile ----


#: Every preset, and of the sets that differ from one in a field some that are drawn at random.
RULES = [*PRESETS, *random.Random(6).sample([rules for base in PRESETS for rules in overridden(base)], 20)]


@pytest.mark.parametrize("rules", RULES, ids=range(len(RULES)))
def test_tiles_count_win_and_must_be_played_as_in_the_game(rules: Rules) -> None:
    for trump in SUITS:
        assert [deal.worth(rules, trump, t) for t in TILES] == [tricks.points(rules, trump, t) for t in TILES]
        for lead in TILES:
            others = [t for t in TILES if t != lead]
            for phase_two in (False, True):
                wins = [deal.wins(rules, trump, lead, t, phase_two=phase_two) for t in others]
                assert wins == [tricks.beats(rules, trump, lead, t, phase_two=phase_two) for t in others]
            assert _order(rules, trump, lead) == _classes(rules, trump, lead)


def _order(rules: Rules, trump: int, lead: Tile) -> list[set[Tile]]:
    """The other tiles by their duty, the most pressing first."""
    duties = {t: deal.duty(rules, trump, lead, t) for t in TILES if t != lead}
    return [{t for t in duties if duties[t] == step} for step in sorted(set(duties.values()))]


def _classes(rules: Rules, trump: int, lead: Tile) -> list[set[Tile]]:
    """The same from the game: each tile in the first class that it is in."""
    unclassed, classes = {t for t in TILES if t != lead}, []
    for group in tricks.reply_classes(rules, trump, lead):
        next_class = {t for t in unclassed if group >> t & 1}
        unclassed -= next_class
        classes += [next_class] if next_class else []
    return classes


@pytest.mark.parametrize("rules", RULES, ids=range(len(RULES)))
def test_declarations_count_as_in_the_game(rules: Rules) -> None:
    doubles = [double(suit) for suit in SUITS]
    for count in range(2, 8):
        for chosen in (doubles[:count], doubles[7 - count :]):
            if tricks.may_declare(rules, count):
                assert worth_of(rules, mask(chosen)) == tricks.declaration_points(rules, mask(chosen))
    most = max(n for n in range(2, 8) if tricks.may_declare(rules, n) and not (n == 7 and rules.seven_doubles))
    assert most_declarable(rules) == most
