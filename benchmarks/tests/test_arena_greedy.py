"""The greedy player of the arena: what it takes, ducks, declares and closes on."""

from __future__ import annotations

import random

from benchmarks.arena.choices import greedy
from benchmarks.arena.matches import Match, the_deal
from bingo.solver.game import moves as notation
from bingo.solver.game.information import InformationSet, Taken
from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.play import legal_moves, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.presets import PAGAT
from bingo.solver.game.tiles import Mask, mask, members, parse_all
from bingo.solver.hidden.view import known
from bingo.solver.search.engines import engine
from tests.oracles.random_play import playout

MATCH = Match("greedy", "random", "pagat", 5)


def tiles(line: str) -> Mask:
    return mask(parse_all(line))


def view(hand: str, **more: object) -> InformationSet:
    """What a player knows with this hand, trumps 4, on lead after one trick each, the rest not seen."""
    gone = tiles("1-0 2-0 2-1 3-1")
    given: dict[str, object] = {
        "hidden": tiles(hand).bit_count() + (more.get("leader") == OPPONENT),
        "leader": YOU,
        "played": gone & ~tiles(hand),
        "turned": parse_all("4-1")[0],
        "taken": (Taken(((),), points=0), Taken(((),), points=0)),
    }
    return InformationSet(PAGAT, 4, tiles(hand), **given | more)  # type: ignore[arg-type]


def choice(seen: InformationSet) -> str:
    """The greedy player's move, where the opponent holds any tiles that fit."""
    free = list(members(seen.free))
    world = seen.world(mask(free[: seen.hidden]), tuple(free[seen.hidden :][: seen.face_down]))
    return str(greedy(seen, list(legal_moves(world)), 0))


def test_greedy_takes_a_valuable_trick_with_the_cheapest_tile_that_does() -> None:
    led = parse_all("5-5")[0]
    assert choice(view("4-2 4-0 4-4 6-1 3-2 5-1 6-2", leader=OPPONENT, led=led)) == "play 4-2"


def test_greedy_ducks_what_is_worth_nothing_and_keeps_points_and_strong_tiles() -> None:
    led = parse_all("5-3")[0]
    assert choice(view("6-4 4-0 0-0 6-1 5-1 3-2 6-2", leader=OPPONENT, led=led)) == "play 3-2"


def test_greedy_takes_a_worthless_trick_to_declare() -> None:
    led = parse_all("5-3")[0]
    assert choice(view("4-2 4-0 0-0 6-4 6-6 3-2 5-1", leader=OPPONENT, led=led)) == "play 4-2"


def test_greedy_declares_all_its_doubles_and_leads_one_of_them() -> None:
    chosen = notation.parse(choice(view("6-6 3-3 1-1 5-2 3-2 5-1 6-2")))
    assert chosen.declare == tiles("6-6 3-3 1-1")
    assert not chosen.close


def test_greedy_closes_when_its_points_and_sure_tricks_reach_the_target() -> None:
    hand = "0-0 4-4 6-1 5-1 3-2 6-2 5-3"
    assert choice(view(hand)).startswith("close, declare 4-4 0-0, lead ")
    assert not choice(view(hand.replace("4-4", "4-0"))).startswith("close")


def test_a_greedy_close_on_sure_tricks_wins_against_every_hand() -> None:
    """What is sure is sure: against an opponent who sees everything, whatever is in hand, in many deals."""
    closes = 0
    for number in range(150):
        for position in playout(the_deal(MATCH, number), random.Random(number)):
            if not position.open or position.led is not None or position.leader != YOU or not position.tricks[YOU]:
                continue
            seen, moves = known(position), list(legal_moves(position))
            move = greedy(seen, moves, 0) if any(m.close for m in moves) else WAIT
            if move.close:
                gain, after, over = play_unchecked(position, move)
                assert (gain if over else gain + engine(PAGAT).value(after)) > 0
                closes += 1
    assert closes > 5


def test_greedy_claims_when_it_can_and_only_then() -> None:
    claims = 0
    for number in range(60):
        for position in playout(the_deal(MATCH, number), random.Random(number)):
            if position.open and position.stage is Stage.CLAIM and position.leader == YOU:
                claimed = greedy(known(position), list(legal_moves(position)), 0) == CLAIM
                assert claimed == (position.card_points(YOU) >= PAGAT.target)
                claims += claimed
    assert claims
