"""The game tree below a position with everything known, as far as it is worth looking at: what follows each move."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import Pair, Position, Stage
from bingo.solver.search.exact import Engine, Step, choices, make, mover, value_of

#: Branches that a tree may have. A line that was begun is finished all the same.
BRANCHES = 2000
#: Positions that may be searched for it.
NODES = 20_000_000


@dataclass(frozen=True, slots=True)
class Branch:
    """A move, its value seen from ``you``, and what it does at once.

    ``to`` is the number of the node that it leads to; None if the deal is ``over``, or the tree does not go on there.
    """

    step: Step
    value: int
    over: bool
    to: int | None


@dataclass(frozen=True, slots=True)
class Node:
    """A decision: who is to lead or reply, and every sensible move with its exact value, that of best play first.

    ``mover`` leads or replies; where the other may claim before that, their claim is among the branches.
    """

    mover: int
    card_points: Pair
    branches: tuple[Branch, ...]

    @property
    def value(self) -> int:
        """Game points still to come with best play, seen from ``you``."""
        return self.branches[0].value


def explore(position: Position, engine: Engine, branches: int = BRANCHES, nodes: int = NODES) -> tuple[Node, ...]:
    """The tree of a position in which somebody is to move; its own node is the first.

    Best play is followed to the end of the deal, then each other move of the first decision, and best play after it;
    then the moves that depart from these lines, and so on, while there are fewer than so many ``branches`` and the
    engine has searched fewer than so many ``nodes``. A position that is reached in two ways is one node.
    """
    grown: dict[Position, list[tuple[Step, int, Position | None]]] = {}
    before, starts, many = engine.nodes, deque([position]), 0
    while starts and many < branches and engine.nodes - before < nodes:
        node: Position | None = starts.popleft()
        while node is not None and node not in grown:
            moves = grown[node] = _moves(node, engine)
            many += len(moves)
            starts.extend(after for _, _, after in moves[1:] if after is not None and after not in grown)
            node = moves[0][2]
    numbers = {node: n for n, node in enumerate(grown)}
    return tuple(
        Node(
            mover(node),
            (node.card_points(0), node.card_points(1)),
            tuple(
                Branch(step, value, after is None, None if after is None else numbers.get(after))
                for step, value, after in moves
            ),
        )
        for node, moves in grown.items()
    )


def _moves(position: Position, engine: Engine) -> list[tuple[Step, int, Position | None]]:
    """The moves of a decision, that of best play first: what each does, its value, the position after it."""
    listed = choices(position, engine)
    node, found, other = position, [], []
    if node.stage is Stage.CLAIM:
        node = play_unchecked(node, WAIT).position
    if node.stage is Stage.ANSWER:
        worth = value_of(node, CLAIM, engine)
        other.append((make(node, CLAIM)[0], worth, None))
        node = play_unchecked(node, WAIT).position
    for choice in listed:
        step, after, over = make(position if choice.move == CLAIM else node, choice.move)
        found.append((step, choice.value, None if over else after))
    first = bool(other) and other[0][1] == listed[0].value
    return [*other, *found] if first else [*found, *other]
