"""What levels are sure of: closes of ``greedy`` win, claims are true, and ``strongest`` plays endings by guarantees."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

import bingo
from bingo.solver import Match, Position, Settings, Stage, analyze, deal, play_out, replay, reply
from bingo.solver.analysis import count_hands, hands, solved_worths, view_of
from bingo.solver.analysis.playing import level_move
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, DOUBLES, ENDS, YOU, apply, can_close, legal_moves, mask, members, tricks
from tests import manual
from tests.oracles.random_play import playout, random_deal
from tests.support.depth import by_depth
from tests.support.reading import EXAMPLES, example, read_view


def random_positions(deals: int) -> Iterator[Position]:
    return (position for seed in range(deals) for position in playout(deal(seed=seed), random.Random(seed)))


def test_a_greedy_close_on_sure_tricks_wins_against_every_hand() -> None:
    """What is sure is sure: against an opponent who sees everything, whatever is in hand, in many deals."""
    closes = 0
    for position in random_positions(150):
        if position.open and position.stage is Stage.LEAD and position.leader == YOU and position.tricks[YOU]:
            move = reply(view_of(position), "greedy")
            if move.close:
                gain, after, over, _ = apply(position, move)
                assert (gain if over else gain + Kernel(position.rules).value(after)) > 0
                closes += 1
    assert closes > 5


@pytest.mark.parametrize("level", ["greedy", "textbook"])
def test_a_level_claims_when_it_can_and_only_then(level: bingo.Level) -> None:
    claims = 0
    for position in random_positions(60):
        if position.open and position.to_move == YOU and position.stage in (Stage.CLAIM, Stage.ANSWER):
            can_claim = position.card_points(YOU) >= position.rules.target
            assert (reply(view_of(position), level) == CLAIM) == can_claim
            claims += can_claim
    assert claims


def test_an_exhausted_boneyard_is_played_exactly() -> None:
    starts = [next((p for p in playout(deal(seed=n), random.Random(n)) if not p.open), None) for n in range(12)]
    choices = [start for start in starts if start and not start.closed and len(list(legal_moves(start))) > 1]
    assert choices
    for start in choices:
        mine = start if start.to_move == YOU else start.swapped()
        assert reply(view_of(mine)) in analyze(mine).best_moves


def test_a_hidden_hand_after_a_close_is_played_against_by_what_is_sure() -> None:
    """Not by the mean of what moves are worth if the hand is seen, as ``greedy`` plays it."""
    better = 0
    for seed in (1, 2, 3, 19, 33, 35):  # in the last three the two differ
        for moment in replay(play_out("greedy", "greedy", rules="domino-play", seed=seed)).moments:
            position, moves = moment.position, list(legal_moves(moment.position))
            is_lead = position.stage is Stage.LEAD and position.closed is not None and len(moves) > 1
            if not is_lead or not 1 < count_hands(view := moment.seen_by(position.to_move)) <= 120:
                continue
            sure = {move: worth.value for move, worth in solved_worths(view, moves, Settings()).items()}
            best = sure[reply(view)]
            assert best == pytest.approx(max(sure.values()), abs=1e-9)
            better += best > sure[reply(view, "greedy")] + 1e-9
    assert better


# --- the level ``textbook``: it closes when its count says so, and takes, keeps and leads by its rules


#: What the count for closing must come to.
CLOSING_COUNTS = {"pagat": 80, "akagiri": 80, "engel": 80, "hoyle-1868": 80, "hoyle-modern": 90, "domino-play": 105}


def count(position: Position) -> int:
    """Card points of the leader, those to be declared and those in hand, and 10 for each of the two strongest tiles."""
    me, rules = position.leader, position.rules
    doubles = position.hands[me] & DOUBLES & ~(0 if rules.redeclare else position.shown)
    sizes = [n for n in range(2, 8) if tricks.may_declare(rules, n)]
    sets = (mask(part) for n in sizes for part in combinations(members(doubles), n))
    declared = max((tricks.declaration_points(rules, part) for part in sets), default=0)
    points_in_hand = sum(tricks.points(rules, position.trump, tile) for tile in members(position.hands[me]))
    strong_tiles = {0, next(tile for tile in members(DOUBLES) if position.trump in ENDS[tile])} & {
        *members(position.hands[me])
    }
    return position.card_points(me) + declared + points_in_hand + 10 * len(strong_tiles)


@pytest.mark.parametrize("rules", CLOSING_COUNTS)
def test_it_closes_exactly_when_the_count_says_so(rules: str) -> None:
    closes = 0
    for seed in range(by_depth(12, 60)):
        for moment in replay(bingo.play_out("textbook", "textbook", rules=rules, seed=seed)).moments:
            position, turn = moment.position, moment.turn
            if position.stage is not Stage.LEAD or not position.open or turn is None or turn.move.tile is None:
                continue
            may_close = any(move.close for move in position.legal_moves)
            assert turn.move.close == (may_close and count(position) >= CLOSING_COUNTS[rules]), f"{rules}, deal {seed}"
            closes += turn.move.close
    assert closes > 5


@pytest.mark.parametrize(
    ("led", "hand", "move"),
    [
        # what it takes with
        ("6-4", "0-0 6-1 5-2 3-1 2-1 6-2 5-1", "play 2-1"),  # 10 card points are not worth the Bingo,
        ("4-4", "0-0 6-1 5-2 3-1 2-1 6-2 5-1", "play 0-0"),  # 28 are
        ("6-4", "4-3 6-1 5-2 3-1 2-1 6-2 5-1", "play 2-1"),  # a higher trump is needed
        ("6-4", "4-0 6-1 5-2 3-1 2-1 6-2 5-1", "play 4-0"),  # a trump costs nothing to win with
        ("6-3", "6-6 5-1 5-2 3-1 2-1 5-3 3-2", "play 6-6"),  # a trick is worth a lone double: 12 and 5 for 10
        # what it leads first
        (None, "0-0 6-6 5-5 5-2 3-1 2-1 5-1", "declare 6-6 5-5 0-0, lead 0-0"),  # with the Bingo it declares three,
        (None, "0-0 4-4 6-1 5-2 3-1 2-1 5-1", "declare 4-4 0-0, lead 0-0"),  # and the double of trumps,
        (None, "0-0 6-6 6-1 5-2 3-1 2-1 5-1", "lead 5-2"),  # but not another double,
        (None, "5-5 6-6 6-1 5-2 3-1 2-1 4-0", "lead 5-2"),  # nor without; it leads what counts nothing,
        (None, "5-5 6-6 6-5 5-2 3-1 2-1 4-0", "lead 6-5"),  # of that what few others beat
        (None, "0-0 4-4 3-0 5-5 6-6 2-2 4-0", "declare 6-6 5-5 4-4 2-2 0-0, lead 0-0"),
        # it declares two doubles where that comes to thirty
        (None, "5-5 6-6 6-1 5-2 3-1 2-1 4-0, won: 4-3 2-0", "lead 2-1"),
        (None, "5-5 6-6 6-1 5-2 3-1 2-1 4-0, won: 6-4 2-0", "declare 6-6 5-5, lead 5-5"),
    ],
)
def test_what_it_takes_with_leads_and_declares(led: str | None, hand: str, move: str) -> None:
    leader = "opponent" if led else "you"
    view = read_view(f"turned: 4-1\nlead: {leader}\nled: {led or 'null'}\nyou: {{hand: {hand}}}\n")
    assert str(bingo.reply(view, "textbook", seed=1)) == move


def test_the_positions_of_the_guide_are_counted_as_it_says() -> None:
    """solver/STRATEGY.md shows two counts, and what the level and best play make of them."""
    guide = manual.text("solver/STRATEGY.md")
    for name, parts, closes in (("should-i-close", (18, 30, 47, 10), True), ("do-not-close-yet", (55, 0, 12), False)):
        known = example(name)
        position = known if isinstance(known, Position) else known.world(int(hands(known)[0]))
        assert f"{name}.yaml" in guide
        assert " + ".join(str(part) for part in parts if part) in " ".join(guide.split())
        assert count(position) == sum(parts)
        assert (count(position) >= CLOSING_COUNTS["pagat"]) == closes
        assert bingo.analyze(known, worlds=1024).best.close == closes


def test_in_the_positions_of_the_guide_its_move_is_the_best_and_that_of_the_level() -> None:
    """Each is named after the number of its rule, whose paragraph tells the move."""
    guide = manual.text("solver/STRATEGY.md")
    rules = {text.split(".")[0]: " ".join(text.split()) for text in guide.split("\n**")[1:]}
    views = list(bingo.read(EXAMPLES / "rules-of-thumb.yaml"))
    assert len(views) > 8
    for view in views:
        moves = {*map(str, view.expect.best)}
        assert all(f"`{move}`" in rules[view.name.split()[0]] for move in moves), view.name
        assert str(bingo.reply(view, "textbook", seed=1)) in moves
        assert str(bingo.analyze(view, worlds=1024).best) in moves, view.name


def test_textbook_closes_later_where_a_failed_close_loses_the_match() -> None:
    """It needs ten card points more in its count."""
    closes = {True: 0, False: 0}
    for seed in range(by_depth(100, 150)):
        for moment in replay(random_deal("pagat", seed, match=Match(5, 5, 0))).moments:
            if moment.position.stage is not Stage.LEAD or not can_close(moment.position):
                continue
            with_score = level_move("textbook", moment).close
            without_score = level_move("textbook", replace(moment, position=replace(moment.position, match=None))).close
            assert without_score or not with_score
            closes[True] += with_score
            closes[False] += without_score
    assert closes[True] < closes[False]
