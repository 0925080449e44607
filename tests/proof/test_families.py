"""Families of constraints in tiny cases, feasible or not: leaving one out is noticed here, or where lines are tried.

The tables hold a handful of tiles: all others lie aside. Under ``pagat``, trumps 4, unless it is said otherwise.
"""

import random
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from bingo.solver import ImpossiblePosition
from bingo.solver.game import PAGAT, YOU, Closing, Position, Rules, Stage, apply, legal_moves, tricks
from bingo.solver.game.information import InformationSet, Taken, information_set
from bingo.solver.game.presets import HOYLE_1868
from bingo.solver.game.tiles import ALL, SUITS, TILES, Tile, double, mask, members, parse_all
from bingo.solver.proof import LineLead, certificate, deal, lines, memory
from bingo.solver.proof.deal import Clock
from bingo.solver.proof.lines import most_declarable, worth_of
from tests.support.strategies import PRESETS, overridden


def long() -> Clock:
    return Clock(600)


#: Two tiles that count nothing with trumps 4: a trick of yours, so that a close is possible.
TRICK = parse_all("6-5 2-1")


def table(
    hand: str,
    unseen: str,
    hidden: int,
    *,
    other: str | None = None,
    shown: str = "",
    gone: str = "",
    theirs: Taken | None = None,
    rules: Rules = PAGAT,
) -> InformationSet:
    """You lead, the boneyard was closed by you; the opponent holds ``hidden`` of the unseen tiles."""
    yours = Taken((TRICK,), points=0)
    theirs = theirs or Taken((), points=0)
    there = mask(parse_all(f"{hand} {unseen} {gone}")) | yours.tiles | theirs.tiles
    return InformationSet(
        name="",
        rules=rules,
        trump=4,
        hand=mask(parse_all(hand)),
        hidden=hidden,
        opponent_hand=None if other is None else mask(parse_all(other)),
        taken=(yours, theirs),
        leader=YOU,
        shown_by=(0, mask(parse_all(shown))),
        played=mask(parse_all(gone)),
        stock=ALL & ~there,
        closed=Closing(YOU, 0, 0),
    )


def least(seen: InformationSet, leads: str) -> int:
    worst = lines.least_points(seen, tuple(map(LineLead, parse_all(leads))), long())
    return worst.points


# --- lines -------------------------------------------------------------------------------------------


def test_the_suit_has_to_be_followed() -> None:
    assert least(table("6-6", "6-1 4-1", 2), "6-6") == 12
    assert least(table("6-6", "2-2 4-1", 2), "6-6") == 0


def test_a_shown_double_is_still_held() -> None:
    assert least(table("6-6", "3-3 4-1", 1, shown="3-3"), "6-6") == 12 + 6
    assert least(table("6-6", "3-3 4-1", 1), "6-6") == 0


def test_points_in_tricks_tell_of_the_hand() -> None:
    """The 5 in the opponent's trick are 4-1, so they do not hold it; without points they hold nothing else."""
    assert least(table("6-6", "4-1 6-1 3-1", 1, theirs=Taken(((),), points=5)), "6-6") == 12
    assert least(table("6-6", "4-1 6-1 3-1", 1, theirs=Taken(((),), points=0)), "6-6") == 0


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
    points = position.card_points(YOU)
    for move in legal_moves(position):
        if not move.claim:
            _, after, over, _ = apply(position, move)
            points = max(points, after.card_points(YOU) if over else most_with_help(after))
    return points


def test_a_helpful_opponent_brings_what_trying_everything_brings() -> None:
    for position in small_closings():
        seen = information_set(position)
        rest = ALL & ~position.hands[0] & ~position.hands[1]
        taken = Taken((tuple(members(rest))[:2],), points=0)
        seen = replace(seen, taken=(taken, seen.taken[1]), stock=rest & ~taken.tiles)
        most = most_with_help(position)
        assert certificate.most_points(seen, long()) == (most, most)


def test_the_best_hand_is_taken_for_the_bound() -> None:
    """With 5-1 and 6-6 to come, not with 4-4 which nothing here beats."""
    seen = table("5-5 6-1", "5-1 6-6 4-4", 2)
    assert certificate.most_points(seen, long())[0] == 10


# --- tricks that are partly remembered ----------------------------------------------------------------


def past(
    yours: Taken,
    unseen: str,
    hidden: int,
    *,
    hand: str = "6-3",
    theirs: Taken | None = None,
    gone: str = "",
    rules: Rules = PAGAT,
    fields: Mapping[str, object] = MappingProxyType({}),
) -> InformationSet:
    """A position with tricks of yours that are partly remembered."""
    seen = table(hand, unseen, hidden, gone=gone, theirs=theirs, rules=rules)
    seen = replace(seen, taken=(yours, seen.taken[1]), **{"closed": None, "is_partly_remembered": True, **fields})  # type: ignore[arg-type]
    there = seen.hand | mask(parse_all(f"{unseen} {gone}")) | yours.tiles | seen.taken[1].tiles
    return replace(seen, stock=ALL & ~there)


def span(seen: InformationSet) -> tuple[int, int]:
    return tuple(memory.extreme(seen, long(), most=most).points for most in (False, True))  # type: ignore[return-value]


def won(*tricks: str, points: int | None = None) -> Taken:
    return Taken(tuple(map(parse_all, tricks)), points=points)


def test_tricks_hold_two_tiles_each() -> None:
    assert span(past(won("4-4"), "6-6 5-5", 1)) == (28 + 10, 28 + 12)
    assert span(past(won("", ""), "6-6 5-5 3-1 4-0", 0)) == (33, 33)
    assert span(past(won("4-4"), "6-6 5-5 3-1", 1)) == (28, 28 + 12)
    with pytest.raises(ImpossiblePosition):
        span(past(won("", ""), "6-6 5-5 3-1", 0))


def test_tiles_gone_are_in_a_trick() -> None:
    assert span(past(won(""), "3-1 3-2 6-1", 1, gone="6-6")) == (12, 12)


def test_somewhere_is_in_some_trick() -> None:
    taken = Taken(((), ()), mask(parse_all("6-6 5-5")))
    assert span(past(taken, "3-1 3-2 4-0", 1)) == (22, 22 + 11)


def test_a_declared_double_of_trumps_was_taken_by_the_bingo() -> None:
    said = {"shown_by": (0, mask(parse_all("6-6 4-4"))), "declared": (0, 20)}
    assert span(past(won("4-4"), "0-0 6-6 3-1", 2, fields=said)) == (42, 42)
    assert span(past(won("4-4"), "0-0 6-6 5-5 3-1", 3, fields=said)) == (42, 42)
    with pytest.raises(ImpossiblePosition):
        span(past(won("4-4"), "6-6 3-1", 1, fields=said))
    assert span(past(won("4-4"), "0-0 6-6 3-1", 2)) == (28, 42)


def test_a_declared_double_in_its_own_trick_was_not_beaten() -> None:
    """You declared 3-3 and won it back, so no trump lies beside it."""
    said = {"shown_by": (mask(parse_all("5-5 3-3")), 0), "declared": (20, 0)}
    assert span(past(won("3-3"), "4-1 3-1 3-2", 2, hand="5-5", fields=said)) == (26, 26)


def test_declared_points_tell_of_doubles() -> None:
    """You hold no double and declared 20: so both doubles were yours, and one of them at least was led."""
    assert span(past(won("", ""), "6-6 3-3 3-1 3-2 6-1", 1, fields={"declared": (20, 0)})) == (38, 38)
    assert span(past(won("", ""), "6-6 3-3 3-1 3-2 6-1", 1)) == (6, 18)
    said = {"declared": (20, 0), "shown_by": (mask(parse_all("5-5")), 0)}
    assert span(past(won(""), "6-6 3-3 3-1 3-2", 1, hand="5-5", fields=said)) == (26, 38)


def test_what_they_declared_they_hold_or_played() -> None:
    """The opponent declared 20 and holds 3-3 of it: the other double they led, and it lost to a trump."""
    said = {"declared": (0, 20), "shown_by": (0, mask(parse_all("3-3")))}
    assert span(past(won(""), "6-6 3-3 4-1 3-1", 2, fields=said)) == (17, 17)
    assert span(past(won(""), "6-6 5-5 3-3 4-1 3-1", 3, fields=said)) == (15, 17)
    with pytest.raises(ImpossiblePosition):  # what is held would have been shown
        span(past(won("3-1"), "6-6 3-3 4-1", 2, fields=said))


def test_a_double_led_with_its_declaration_was_no_reply() -> None:
    """They hold 4-4, so they led 6-6: a trump or the Bingo took it."""
    said = {"declared": (0, 20), "shown_by": (0, mask(parse_all("3-3")))}
    assert span(past(won("6-6"), "3-3 6-1 4-1", 2, fields=said)) == (17, 17)
    assert span(past(won("6-6"), "3-3 6-1 4-1", 2)) == (12, 18)


def test_one_lead_makes_one_declaration() -> None:
    """Who has taken no trick led at most the first one: they made one declaration of four doubles, not two of two."""
    for points, allowed in ((50, True), (40, False)):
        said = {"declared": (0, points), "shown_by": (0, mask(parse_all("6-6 5-5 3-3 2-2")))}
        seen = past(won("6-6 4-1", "5-5"), "3-3 2-2 4-2 6-1", 3, fields=said)
        if allowed:
            assert span(seen)[0] == 12 + 5 + 10
        else:
            with pytest.raises(ImpossiblePosition):
                span(seen)


def test_the_close_is_remembered() -> None:
    close = {"closed": Closing(YOU, 12, 1)}
    assert span(past(won(""), "6-6 5-5 3-1 3-2", 0, theirs=won(""), fields=close)) == (10, 10)
    assert span(past(won(""), "6-6 5-5 3-1 3-2", 0, theirs=won(""))) == (0, 22)


def test_the_close_tells_of_so_many_tricks() -> None:
    """You had 12 in one trick when the opponent closed: not the one with 5-5, so it is the other."""
    close = {"closed": Closing(1, 12, 1)}
    assert span(past(won("5-5", ""), "6-6 3-1 3-2 6-1 4-1", 1, fields=close)) == (22, 27)
    assert span(past(won("5-5", ""), "6-6 3-1 3-2 6-1 4-1", 1)) == (10, 27)


def test_nobody_is_past_the_target() -> None:
    said = {"declared": (60, 0), "shown_by": (mask(parse_all("6-6 5-5 3-3 2-2 1-1")), 0)}
    for rules, most in ((HOYLE_1868, 66), (replace(HOYLE_1868, at_target="claim"), 76)):
        assert span(past(won("3-3"), "3-1 3-0", 1, hand="6-6 5-5 2-2 1-1", fields=said, rules=rules)) == (66, most)


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
    left, classes = {t for t in TILES if t != lead}, []
    for group in tricks.reply_classes(rules, trump, lead):
        here = {t for t in left if group >> t & 1}
        left -= here
        classes += [here] if here else []
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
