"""What the proofs are held against: closings and lines drawn at random, and every hand and reply tried one by one."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bingo.solver import PRESETS, Closing, Position, Stage
from bingo.solver.analysis import closed_world, hands, view_of
from bingo.solver.game import OPPONENT, WAIT, YOU, Mask, Move, Outcome, Tile, apply, at_lead, legal_moves, members
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.play import play
from bingo.solver.proof import CERTAIN, IMPOSSIBLE, Certificate, LineLead, WorstDeal
from bingo.solver.proof.deal import worth
from bingo.solver.proof.lines import largest
from tests.oracles.kernel import Kernel

#: Under these presets a close is won by reaching the target; ``berndt`` counts card points to the end instead.
SAME_CLOSING_RULES = [preset.rules for name, preset in PRESETS.items() if name != "berndt"]

#: The search knows no higher target.
MAX_TARGET = 255


def declaring_all(view: InformationSet, tiles: Iterable[Tile]) -> tuple[LineLead, ...]:
    """These leads, with all doubles declared as soon as one of them is led."""
    hand, used_doubles = view.own_tiles, view.shown_by[YOU]
    leads = []
    for t in tiles:
        declare = largest(view.rules, hand, used_doubles, t)
        used_doubles |= declare
        hand &= ~(1 << t)
        leads.append(LineLead(t, declare))
    return tuple(leads)


def random_line(rng: random.Random, position: Position, most: int = 5) -> tuple[LineLead, ...]:
    """Some leads in any order, strong tiles more often first, with all doubles declared."""
    order = list(members(position.hands[YOU]))
    rng.shuffle(order)
    if rng.random() < 0.7:
        order.sort(key=lambda t: t != 0 and t not in members(position.hands[YOU] & position.shown) and rng.random())
    return declaring_all(information_set(position).concealed(), order[: rng.randint(1, most)])


def least_against_all(position: Position, leads: Sequence[LineLead]) -> int:
    """The least that a line takes after closing now, by trying every hand and every legal reply."""
    position = without_ends(position)
    view = view_of(position)
    return min(least_taken(closed_world(view, int(hand)), leads) for hand in hands(view))


def without_ends(position: Position) -> Position:
    """The same where reaching the target ends nothing, so that a line is counted to its end."""
    claims = position.rules.at_target in ("first-ends", "each-scores")
    return replace(position, rules=replace(position.rules, at_target="claim")) if claims else position


def least_taken(position: Position, leads: Sequence[LineLead], replies: Sequence[Tile] | None = None) -> int:
    """The least that a line takes against every legal reply of a known hand, or against these replies.

    Raises:
        IllegalMove: the rules do not allow a lead, a declaration or a reply.
    """
    if not leads or replies == ():
        return position.card_points(YOU)
    while position.stage not in (Stage.LEAD, Stage.REPLY):
        position = play(position, WAIT).position
    lead, is_over = leads[0], False
    if position.stage is Stage.LEAD:  # else it is on the table already
        declare = lead.declare if position.rules.declare == "leading" else 0
        _, position, is_over, _ = play(position, Move(declare=declare, lead=lead.tile))
    if is_over:
        return position.card_points(YOU)
    answers = legal_moves(position) if replies is None else [Move(play=replies[0])]
    later_replies = None if replies is None else replies[1:]
    return min(_after(play(position, answer), lead, leads[1:], later_replies) for answer in answers)


def _after(outcome: Outcome, lead: LineLead, leads: Sequence[LineLead], replies: Sequence[Tile] | None) -> int:
    position, is_over = outcome.position, outcome.over
    if position.leader != YOU:
        return position.card_points(YOU)
    if not is_over and position.stage is Stage.SHOW:
        _, position, is_over, _ = play(position, Move(declare=lead.declare))
    return position.card_points(YOU) if is_over else least_taken(position, leads, replies)


# --- closings ----------------------------------------------------------------------------------------


def disagreements(position: Position, proof: Certificate) -> list[str]:
    """In what the certificate of closing now contradicts the values of every lead against every hand.

    The least over hands that the search takes is found by asking it whether it wins with lower and higher targets.
    Where each player scores on reaching the target, a certain 70 need not win the deal.
    """
    faults, all_hands = [], hands(view_of(position))
    values = closing_values(position, all_hands)
    wins = values.max(axis=1) > 0
    if position.rules.at_target == "claim" and position.card_points(OPPONENT) >= position.rules.target:
        wins &= False  # the opponent claims first
    if proof.verdict == IMPOSSIBLE and wins.any():
        faults.append(f"impossible, but {int(wins.sum())} of {len(wins)} hands can be won")
    if proof.verdict == CERTAIN and not wins.all() and position.rules.at_target != "each-scores":
        faults.append(f"certain, but {int((~wins).sum())} of {len(wins)} hands cannot be won")
    if proof.excluded and proof.excluded <= MAX_TARGET and takes_everywhere(position, proof.excluded, all_hands):
        faults.append(f"{proof.excluded} is excluded, but the search takes it against every hand")
    if proof.proved > position.card_points(YOU) and not takes_everywhere(position, proof.proved, all_hands):
        faults.append(f"{proof.proved} is proved, but the search does not take it against some hand")
    return faults


def closing_values(position: Position, all_hands: NDArray[np.uint32]) -> NDArray[np.int16]:
    """What every lead after closing now is worth against every hand: shape (hands, leads)."""
    closed_position = closed_world(view_of(position), int(all_hands[0]))
    leads = [move for move in legal_moves(closed_position) if not move.claim]
    claims = [apply(closed_position, move).gain for move in legal_moves(closed_position) if move.claim]
    values = Kernel(position.rules).closings(closed_position, all_hands, leads)
    return np.hstack((values, np.full((len(all_hands), 1), max(claims, default=-7), dtype=np.int16)))


def takes_everywhere(position: Position, points: int, all_hands: NDArray[np.uint32]) -> bool:
    """Whether the search, seeing the hand, comes to so many card points against every hand before the opponent does."""
    rules = replace(position.rules, target=points, at_target="claim", low=0, capture=0, seven_doubles=0)
    aimed = replace(position, rules=rules, points=(position.points[YOU], 0), declared=(position.declared[YOU], 0))
    return bool((closing_values(aimed, all_hands) > 0).any(axis=1).all())


# --- lines played by the rules of the game ---------------------------------------------------------------


def confirm(view: InformationSet, leads: tuple[LineLead, ...], worst: WorstDeal) -> None:
    """Hold what the model found against the rules of the game."""
    points = tuple(
        sum(worth(view.rules, view.trump, t) for t in members(tiles)) if side.points is None else side.points
        for side, tiles in zip(view.taken, worst.taken, strict=True)
    )
    least_points = least_taken(_position(view, (points[YOU], points[OPPONENT]), worst.hand), leads, worst.replies)
    if least_points != worst.points:
        raise AssertionError(f"the model counts {worst.points} card points, the rules {least_points}: {leads}, {worst}")


def _position(view: InformationSet, points: tuple[int, int], hand: Mask) -> Position:
    """What is played on, as far as reaching the target ends nothing."""
    yours, theirs = view.taken
    sides = replace(yours, points=points[YOU]), replace(theirs, points=points[OPPONENT])
    closed = view.closed or (Closing(YOU, points[OPPONENT], view.tricks[OPPONENT]) if view.open else None)
    return at_lead(without_ends(replace(view, taken=sides, closed=closed).world(hand)))
