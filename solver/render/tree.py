"""The tree of play below a position, as a page steps through it.

Of each decision it has who moves (0 or 1), the card points of both, and the branches, that of best play first. A branch
is the move, its value (where the match counts ``[value, chance, chance in words]``), the number of the next decision
(-1: the deal is over; None: it is not followed); then, as far as there is any, who takes the trick, the game points
scored at once, what both draw, and at the end of the deal the card points of both. A move that only leads or plays a
tile is that tile, a claim of the player who is not to move is ``you claim`` or ``opponent claim``.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bingo.solver.analysis.exact import Choice, KernelPair, LineState, Step, choices, evaluate, mover
from bingo.solver.engine import OnProgress
from bingo.solver.errors import IllegalMove
from bingo.solver.game import CLAIM, WAIT, YOU, Continuation, Objective, Position, Stage, Turn, replay, text
from bingo.solver.match import match_objective
from bingo.solver.render import percent

#: Branches that a tree may have (a line that was begun is finished all the same), and positions searched for it.
MAX_TREE_BRANCHES, MAX_TREE_NODES = 1400, 20_000_000


#: A move with its value, what it does, and where it leads.
Branch = tuple[Choice, Step, LineState]


def tree(
    position: Position,
    kernels: KernelPair | None = None,
    *,
    branches: int = MAX_TREE_BRANCHES,
    nodes: int = MAX_TREE_NODES,
    after: Sequence[str] = (),
    on_progress: OnProgress | None = None,
) -> list[list[Any]]:
    """The tree of play below a position, or below what it becomes by the moves ``after``.

    Best play is followed to the end of the deal, then each other move of the first decision, and best play after it;
    then the moves that depart from these lines, and so on, while there are fewer than so many ``branches`` and fewer
    than so many ``nodes`` were searched. Best play minds the match score; the ``kernels`` are those of an answer.

    Raises:
        IllegalMove: the rules do not allow one of the moves, or the deal is over then.
    """
    kernels = kernels or KernelPair.of(position, match_objective(position), on_progress)
    objective, nodes_before = kernels.deciding_kernel.objective, kernels.nodes
    first_state = after_turns(position, after, objective)
    if first_state.over:
        raise IllegalMove("The deal is over.")
    expanded: dict[Any, tuple[Position, list[Branch]]] = {}
    pending_states, branch_count = deque([first_state]), 0
    while pending_states and branch_count < branches and kernels.nodes - nodes_before < nodes:
        state: LineState | None = pending_states.popleft()
        while state is not None and _node_key(state) not in expanded:
            branches_here = _branches(state, kernels)
            expanded[_node_key(state)] = state.position, branches_here
            branch_count += len(branches_here)
            best_state, *other_states = (branch[2] for branch in branches_here)
            pending_states += [other for other in other_states if not other.over and _node_key(other) not in expanded]
            state = None if best_state.over else best_state
    decision_numbers = {key: decision_number for decision_number, key in enumerate(expanded)}
    return [_decision(state, branches_here, decision_numbers) for state, branches_here in expanded.values()]


def after_turns(position: Position, turns: Sequence[str], objective: Objective | None = None) -> LineState:
    """What a position becomes by turns that are written; whoever might claim before one of them has waited.

    Raises:
        IllegalMove: the rules do not allow one of them, or the deal is over.
        NotationError: one cannot be read.
    """
    state = LineState(position)
    for moment in replay(Continuation(position, tuple(map(Turn.parse, turns)))).moments:
        assert moment.turn is not None
        stage_state = state._replace(position=replace(state.position, stage=moment.stage))
        state = stage_state.make_move(moment.turn.move, objective)[1]
    return state


def _branches(decision_state: LineState, kernels: KernelPair) -> list[Branch]:
    """The moves of a decision, and what they do: the best first."""
    objective, state = kernels.deciding_kernel.objective, decision_state
    claim_branches: list[Branch] = []
    if state.position.stage is Stage.CLAIM:
        state = state.make_move(WAIT, objective)[1]
    if state.position.stage is Stage.ANSWER:
        claim_choice = evaluate(state.position, CLAIM, *kernels, state.scored)
        claim_branches = [(claim_choice, *state.make_move(CLAIM, objective, claim_choice.outcome))]
        state = state.make_move(WAIT, objective)[1]
    own_branches = [
        (choice, *(decision_state if choice.move == CLAIM else state).make_move(choice.move, objective, choice.outcome))
        for choice in choices(decision_state.position, *kernels, decision_state.scored)
    ]
    # The other's claim is best play if moving is worth no more than letting them claim.
    claims_first = bool(claim_branches) and claim_branches[0][0].merit == own_branches[0][0].merit
    return [*claim_branches, *own_branches] if claims_first else [*own_branches, *claim_branches]


def _node_key(state: LineState) -> tuple[object, ...]:
    """Identifies a position within a tree. The rules are the same throughout, and slow to compare, so left out."""
    p = state.position
    places = (p.hands, p.stock, p.turned, p.led, p.won_with, p.shown, p.closed)
    return (*places, p.leader, p.stage, p.pending, p.points, p.tricks, p.declared, state.scored)


def _decision(position: Position, branches: list[Branch], decision_numbers: dict[Any, int]) -> list[Any]:
    player = mover(position)
    rows = [_row(branch, player, decision_numbers.get(_node_key(branch[2]))) for branch in branches]
    return [player, position.card_points(YOU), position.card_points(1 - YOU), rows]


def _row(branch: Branch, mover: int, decision_number: int | None) -> list[Any]:
    choice, step, state_after = branch
    move = str(step.move)
    if step.player != mover:
        move = str(step)
    elif step.move.tile is not None and not step.move.close and not step.move.declare:
        move = text(step.move.tile)
    value = choice.value if choice.chance is None else [choice.value, choice.chance, percent(choice.chance)]
    row: list[Any] = [move, value, -1 if state_after.over else decision_number, step.trick, step.gain or None]
    row += [step.drawn and list(map(text, step.drawn)), list(step.card_points) if state_after.over else None]
    while len(row) > 3 and row[-1] is None:
        row.pop()
    return row
