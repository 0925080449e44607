"""The game tree below a position with everything known, as far as it is worth looking at: what follows each move."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bingo.solver import native
from bingo.solver.game.moves import CLAIM, WAIT
from bingo.solver.game.objective import SCALE
from bingo.solver.game.play import play_unchecked
from bingo.solver.game.position import Pair, Position, Stage
from bingo.solver.search.chances import by_chance
from bingo.solver.search.exact import START, Choice, Engine, Step, choices, make, mover, value_of

#: Branches that a tree may have. A line that was begun is finished all the same.
BRANCHES = 2000
#: Positions that may be searched for it: by the kernel, and by the reference search, which is a thousand times slower.
NODES, NODES_IN_PYTHON = 20_000_000, 20_000


@dataclass(frozen=True, slots=True)
class Branch:
    """A move, its value in game points (and the chance to win the match, where that is minded) seen from ``you``, and
    what it does at once.

    ``to`` is the number of the node that it leads to; None if the deal is ``over``, or the tree does not go on there.
    """

    step: Step
    value: int
    chance: float | None
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


#: A decision: the position, and what was scored since the first one, which counts where the match is minded.
_Place = tuple[Position, Pair]
#: What a move does, what it is worth, and where it leads.
_Made = tuple[Step, Choice, _Place | None]


def explore(
    position: Position,
    engine: Engine,
    branches: int = BRANCHES,
    nodes: int | None = None,
    minded: Engine | None = None,
) -> tuple[Node, ...]:
    """The tree of a position in which somebody is to move; its own node is the first.

    Best play is followed to the end of the deal, then each other move of the first decision, and best play after it;
    then the moves that depart from these lines, and so on, while there are fewer than so many ``branches`` and the
    engine has searched fewer than so many ``nodes`` (else :func:`most_nodes`). A position that is reached in two
    ways is one node. With an engine ``minded`` by an objective, best play is best in chances to win the match.
    """
    grown: dict[_Place, list[_Made]] = {}
    search, most = minded or engine, most_nodes() if nodes is None else nodes
    before, starts, many = search.nodes, deque([(position, START)]), 0
    while starts and many < branches and search.nodes - before < most:
        place: _Place | None = starts.popleft()
        while place is not None and place not in grown:
            made = grown[place] = _moves(place, engine, minded)
            many += len(made)
            starts.extend(after for _, _, after in made[1:] if after is not None and after not in grown)
            place = made[0][2]
    numbers = {place: n for n, place in enumerate(grown)}
    return tuple(
        Node(
            mover(node),
            (node.card_points(0), node.card_points(1)),
            tuple(
                Branch(step, worth.value, worth.chance, after is None, None if after is None else numbers.get(after))
                for step, worth, after in made
            ),
        )
        for (node, _), made in grown.items()
    )


def most_nodes() -> int:
    """Positions that may be searched for a tree, so that nobody has to wait long for it."""
    return NODES if native.built() else NODES_IN_PYTHON


def _moves(place: _Place, engine: Engine, minded: Engine | None) -> list[_Made]:
    """The moves of a decision, that of best play first."""
    position, scored = place
    listed = choices(position, engine)
    if minded is not None:
        listed = by_chance(position, choices(position, minded, scored), engine)
    node, other = position, list[_Made]()
    if node.stage is Stage.CLAIM:
        node = play_unchecked(node, WAIT).position
    if node.stage is Stage.ANSWER:
        chance = None if minded is None else value_of(node, CLAIM, minded, scored) / SCALE
        other.append((make(node, CLAIM)[0], Choice(CLAIM, value_of(node, CLAIM, engine), chance), None))
        node = play_unchecked(node, WAIT).position
    found = [_made(position if choice.move == CLAIM else node, choice, scored, minded) for choice in listed]
    first = bool(other) and _worth(other[0][1]) == _worth(listed[0])
    return [*other, *found] if first else [*found, *other]


def _made(position: Position, choice: Choice, scored: Pair, minded: Engine | None) -> _Made:
    step, after, over = make(position, choice.move)
    if minded is not None and minded.objective is not None:
        scored = minded.objective.add(scored, step.scores)
        over = over or minded.objective.over(*scored)
    return step, choice, None if over else (after, scored)


def _worth(choice: Choice) -> float:
    """What a choice is the best in."""
    return choice.value if choice.chance is None else choice.chance
