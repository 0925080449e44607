"""Setups: what can occur is accepted. What cannot, with every reason, stands in ``data/outputs/setups.txt``."""

import json
import random
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from bingo import NotationError, Tile, deal
from bingo.positions import reads
from bingo.solver import (
    PRESETS,
    ImpossiblePosition,
    InformationSet,
    Rules,
    Settings,
    Setup,
    analyze,
    can_claim,
    check,
    close,
)
from bingo.solver.analysis.worlds import count_hands, draw, hands, view_of
from bingo.solver.game import ALL, DOUBLES, PLAYER_NAMES, Mask, Position, begin, mask, members, text_all
from bingo.solver.game.counting import can_share_tiles
from bingo.solver.proof.lines import prove_line
from tests.oracles.random_play import playout
from tests.support.command import output
from tests.support.depth import by_depth
from tests.support.reading import full_position, read_view
from tests.support.strategies import deal_positions, rule_sets

# --- what can occur ----------------------------------------------------------------------------------


@settings(max_examples=by_depth(15, 200))
@given(rules=rule_sets(), seed=st.integers(0, 2**32 - 1))
def test_every_position_of_legal_play_is_accepted(rules: Rules, seed: int) -> None:
    """Also with the opponent's hand hidden, where it is not known who declared what is gone, and what lies down."""
    for position in deal_positions(rules, random.Random(seed)):
        setup = Setup.of(position)
        assert check(setup) == position
        you, opponent = setup.sides
        hidden = replace(setup, sides=(you, replace(opponent, hand=None)), stock=None)
        assert not you.hand or isinstance(check(hidden), InformationSet)


# --- what is written of a position in part either cannot occur, and is refused, or there are deals that fit it

#: Of these 11 tiles would lie in 5 tricks.
ONE_TOO_MANY = """{rules: pagat, trump: 4, turned: 4-2, lead: you, you: {hand: 5-5 5-3 5-0 4-0 3-0 4-4 1-0, points: 21,
  tricks: 3, declared: 40, shown: 5-5 1-1}, opponent: {points: 18, tricks: 2},
  played: 2-0 2-1 3-3 4-1 4-3 5-4 6-1 6-3 6-5 6-6}"""


#: A trick of which one tile is known, and another of which nothing is but that 3-0 lies in one of both.
PART_WON = """{turned: 4-1, lead: you, you: {hand: 6-3 6-1 5-4 4-2 3-1 2-0 1-0, won: 6-4 ?, took: 3-0, tricks: 2,
  points: 20}, opponent: {points: 0, tricks: 0}}"""


@given(
    st.lists(st.integers(0, 3), max_size=4), st.lists(st.integers(0, 3), max_size=3),
    st.tuples(st.integers(0, 6), st.integers(0, 6)), st.tuples(st.integers(0, 4), st.integers(0, 4)),
)  # fmt: skip
def test_tiles_can_be_dealt_into_tricks_as_trying_every_way_says(
    required: list[int], optional: list[int], goal: tuple[int, int], need: tuple[int, int]
) -> None:
    def fits(places: tuple[int, ...]) -> bool:
        sides = [[w for w, place in zip((*required, *optional), places, strict=True) if place == n] for n in (0, 1)]
        return tuple(map(sum, sides)) == goal and tuple(map(len, sides)) == need

    ways = product(*[(0, 1)] * len(required), *[(0, 1, 2)] * len(optional))
    assert can_share_tiles(required, optional, goal, need) == any(map(fits, ways))


def test_what_was_taken_counts_wherever_it_lies() -> None:
    read_view(PART_WON)
    with pytest.raises(ImpossiblePosition, match="at least 20") as refused:
        list(reads(PART_WON.replace("points: 20", "points: 19")))
    assert [reason.field for reason in refused.value.reasons] == ["you.points"]


def test_a_declared_double_lies_somewhere() -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        list(reads(ONE_TOO_MANY))
    (reason,) = refused.value.reasons
    assert (reason.field, reason.found) == ("you.shown", "1-1")
    view = read_view(ONE_TOO_MANY.replace(" 6-6}", "}").replace("points: 18", "points: 8"))
    assert count_hands(view)


@pytest.mark.parametrize("preset", [*PRESETS])
def test_what_passes_the_check_has_deals(preset: str) -> None:
    rng = Random(preset)
    passed = refused = 0
    for _ in range(by_depth(7, 15)):
        for position in playout(deal(preset, seed=rng.randrange(10**9)), rng):
            if position.won_with is not None or begin(position) != position or rng.random() < 0.6:
                continue
            text = json.dumps(in_part(position, preset, rng))
            try:
                (known,) = reads(text)
            except (ImpossiblePosition, NotationError):
                refused += 1
                continue
            passed += 1
            if isinstance(known, InformationSet):
                assert count_hands(known), text
                assert len(draw(known, 1).hands), text
                if rng.random() < 0.03:
                    assert analyze(known, Settings(worlds=1)).moves, text
    assert min(passed, refused) > by_depth(3, 8)


def in_part(position: Position, preset: str, rng: Random) -> dict[str, Any]:
    """What you may remember of a position, and sometimes what is not so."""
    stock = mask(position.stock) | (1 << position.turned if position.turned is not None and position.open else 0)
    unplayed = position.hands[0] | position.hands[1] | stock | (0 if position.led is None else 1 << position.led)
    if position.closed is not None or not position.open:
        played = Mask(sum(1 << t for t in rng.sample([*members(ALL & ~unplayed)], min(2 * sum(position.tricks), 20))))
    else:
        played = ALL & ~unplayed
    known = [t for t in members(played) if rng.random() < rng.choice((0.5, 1.0))]
    doubles = [t for t in members(DOUBLES & (played | position.hands[0] | position.hands[1])) if rng.random() < 0.15]
    entry: dict[str, Any] = {"rules": preset, "trump": position.trump, "lead": PLAYER_NAMES[position.leader]}
    if position.turned is not None:
        entry["turned"] = text_all([position.turned])
    if position.led is not None:
        entry["led"] = text_all([position.led])
    if position.closed is not None:
        closer, points, tricks = position.closed.by, position.closed.points, position.closed.tricks
        entry["closed"] = {"by": PLAYER_NAMES[closer], "points": points, "tricks": tricks}
    for player, name in enumerate(PLAYER_NAMES):
        side = {key: getattr(position, key)[player] for key in ("points", "tricks", "declared")}
        shown = [*members(position.shown & position.hands[player])]
        shown += [t for t in doubles if t not in shown and (player == 0) == (rng.random() < 0.6)]
        side |= {"shown": text_all(shown)} if shown else {}
        if rng.random() < 0.3:
            side["points"] = max(0, side["points"] + rng.choice((-12, -1, 1, 2, 12)))
        if doubles and rng.random() < 0.8:
            side["declared"] = rng.choice((20, 30, 40, 50))
        entry[name] = side
    entry["you"]["hand"] = text_all(members(position.hands[0]))
    if known:
        entry["played"] = text_all(known)
    return entry


# --- tiles seen in the opponent's hand though not declared: whatever is asked knows that they lie th

CLOSED_VIEW = """\
rules: pagat
turned: 5-1
closed: {by: you, points: 17, tricks: 1}
lead: you
you: {hand: 5-4 5-0 6-6 6-3 6-2 4-2, won: '5-5 5-2, 4-1 1-1, 0-0 3-2'}
opponent: {won: 6-5 3-3, seen: 6-4 4-4}
"""
OPEN_VIEW = (
    CLOSED_VIEW.replace("closed: {by: you, points: 17, tricks: 1}\n", "")
    .replace("hand: ", "hand: 0-0 ")
    .replace(", 0-0 3-2", "")
)
LAST_TRICKS = """\
trump: 4
lead: you
you: {hand: 6-4 2-1, points: 60, tricks: 5}
opponent: {points: 50, tricks: 7, seen: %s}
"""


@pytest.mark.parametrize("text", [OPEN_VIEW, CLOSED_VIEW], ids=["open", "closed"])
def test_the_hands_that_fit_are_those_with_the_tiles_seen(text: str) -> None:
    view, unseen = read_view(text), read_view(text.replace(", seen: 6-4 4-4", ""))
    seen_tiles = mask((Tile("6-4"), Tile("4-4")))
    assert list(hands(view)) == [hand for hand in hands(unseen) if int(hand) & seen_tiles == seen_tiles]
    assert count_hands(view) == len(hands(view)) < count_hands(unseen)
    assert all(int(hand) & seen_tiles == seen_tiles for hand in draw(view_of(view), 20).hands)
    assert seen_tiles & view.example_position().hands[1] == seen_tiles
    assert not view.shown, "to see a double is not to have it declared"


def test_what_was_seen_makes_a_position_exact() -> None:
    """Of several hands that fit one is left."""
    assert count_hands(read_view(LAST_TRICKS % "0-0")) > 1
    known = full_position(LAST_TRICKS.replace("seen: %s", "hand: 0-0 1-0"))
    assert analyze(read_view(LAST_TRICKS % "0-0 1-0")).value == analyze(known).value


def test_closing_and_proofs_know_it() -> None:
    view, unseen = read_view(OPEN_VIEW), read_view(OPEN_VIEW.replace(", seen: 6-4 4-4", ""))
    settings = Settings(effort=64)
    assert close(view, settings).as_dict()["hands"] == count_hands(view)
    assert can_claim(view).as_dict()["verdict"] == can_claim(unseen).as_dict()["verdict"]
    texts = CLOSED_VIEW, CLOSED_VIEW.replace("6-4 4-4", "''")
    known_to_fall, may_fall = (prove_line(read_view(text), "5-4", 0) for text in texts)
    assert known_to_fall.as_dict() != may_fall.as_dict()


def test_every_command_reads_it() -> None:
    for words in (("show",), ("analyze", "--worlds", "16"), ("close", "--quick"), ("claim",)):
        shown = output(*words, "-", text=OPEN_VIEW)
        assert "6│4" in shown or "6|4" in shown


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("seen: 5-4", "5-4 is in you.hand and in opponent.seen"),
        ("hand: 6-1 3-1 1-0 2-2 2-1 2-0 4-4, seen: 6-4", "expected tiles of that hand, which is written; found 6-4"),
        ("seen: 6-1 4-4 3-1 2-2 2-1 2-0 1-0 4-3", "at most 7 tiles with the doubles shown, as many as the hand has"),
    ],
)
def test_what_cannot_have_been_seen_is_refused(written: str, reason: str) -> None:
    with pytest.raises(ImpossiblePosition, match=reason) as refused:
        list(reads(OPEN_VIEW.replace("seen: 6-4 4-4", written)))
    assert refused.value.reasons[0].field == "opponent.seen"


def test_a_known_hand_may_be_said_to_have_been_seen() -> None:
    text = OPEN_VIEW.replace("lead: you", "lead: you\nstock: 6-4 6-0 4-3 4-0 3-0 3-2 1-0")
    full_position(text.replace("seen: 6-4", "hand: 6-1 3-1 5-3 2-2 2-1 2-0 4-4, seen:"))
