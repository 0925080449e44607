"""The driver of exact analysis: values of all sensible moves, the best ones, and a line that shows why.

Works with any engine that can tell the value of a position: the kernel here, in tests the readable search as well.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.values import MoveValue
from bingo.solver.engine import OnProgress
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import IllegalMove
from bingo.solver.game import CLAIM, WAIT, Move, Outcome, Tile, apply, legal_moves
from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Pair, Position, Stage
from bingo.solver.game.scoring import NO_SCORES, SCALE, Objective, ScoreEvents, difference, sign

#: Nothing scored yet of what an objective counts.
NOTHING_SCORED: Pair = (0, 0)


class Engine(Protocol):
    """An exact search: what it maximizes (None: the difference of game points), how many positions it has searched, and
    the values of positions, seen from ``you``.

    These are game points still to come with best play; under an objective utilities, if both have ``scored`` so much of
    what it counts so far.
    """

    @property
    def objective(self) -> Objective | None: ...

    @property
    def nodes(self) -> int: ...

    def value(self, position: Position, scored: Pair = NOTHING_SCORED) -> int: ...

    def values(self, positions: Sequence[Position]) -> Iterable[Any]: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """A sensible move, what it is worth, seen from ``you``; the ``utility`` that decides where the match counts; and
    what the move does, if that was looked at.
    """

    move: Move
    value: int
    utility: int | None = None
    outcome: Outcome | None = field(default=None, compare=False, repr=False)

    @property
    def merit(self) -> int:
        """What moves are chosen by."""
        return self.value if self.utility is None else self.utility

    @property
    def chance(self) -> float | None:
        """The chance to win the match."""
        return None if self.utility is None else self.utility / SCALE


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a line: who makes it, the card points of both after it, game points it scored at once (``gain`` yours
    less the opponent's, ``scores`` who scored how much).

    ``trick`` is the winner of the trick that the move completed, if it did; ``drawn`` are the tiles that
    you and the opponent then drew, if any.
    """

    player: int
    move: Move
    card_points: Pair
    gain: int
    trick: int | None = None
    drawn: tuple[Tile, Tile] | None = None
    scores: ScoreEvents = NO_SCORES

    def __str__(self) -> str:
        return f"{PLAYER_NAMES[self.player]} {self.move}"

    def __repr__(self) -> str:
        return f"Step({str(self)!r}, card_points={self.card_points}, gain={self.gain})"


class LineState(NamedTuple):
    """A position on the way: what both have scored since the first one of what an objective counts, whether the deal or
    the match is over, and the game points so far.
    """

    position: Position
    scored: Pair = NOTHING_SCORED
    over: bool = False
    gain: int = 0

    def make_move(
        self, move: Move, objective: Objective | None = None, outcome: Outcome | None = None
    ) -> tuple[Step, LineState]:
        """Make a move that ``legal_moves`` gave: what it does at once, and what it leads to. Its ``outcome`` is
        reckoned where it is not given.
        """
        before = self.position
        _, after, over, scores = outcome or apply(before, move)
        points = (after.card_points(YOU), after.card_points(OPPONENT))
        trick_winner = after.leader if before.stage is Stage.REPLY else None
        your_tiles, opponent_tiles = (tuple(after.hands[p] - before.hands[p]) for p in (YOU, OPPONENT))
        drawn = (your_tiles[0], opponent_tiles[0]) if your_tiles and opponent_tiles else None
        step = Step(before.to_move, move, points, difference(scores), trick_winner, drawn, scores)
        scored = self.scored
        if objective is not None:
            scored = objective.add(scored, scores)
            over = over or objective.over(*scored)
        return step, LineState(after, scored, over, self.gain + step.gain)


class KernelPair(NamedTuple):
    """The searches of one position: of game points and, with an objective, of the ``chances`` that it says. What one
    question has found out, the next need not search again.
    """

    points: Kernel
    chances: Kernel | None = None

    @classmethod
    def of(cls, position: Position, objective: Objective | None, on_progress: OnProgress | None = None) -> KernelPair:
        """New ones; ``on_progress`` may raise to end a search."""
        rules = position.rules
        chances = None if objective is None else Kernel(rules, objective=objective, monitor=on_progress)
        return cls(Kernel(rules, monitor=on_progress), chances)

    @property
    def deciding_kernel(self) -> Kernel:
        """That by which moves are chosen."""
        return self.chances or self.points

    @property
    def nodes(self) -> int:
        return self.points.nodes + (self.chances.nodes if self.chances else 0)


def analyze_exact(position: Position, engine: Engine, chances: Engine | None = None) -> Answer:
    """Value, moves and line of a position with everything known (as ``begin`` gives it).

    With an engine for ``chances``, which has an objective, moves are ordered by these, those of equal chance by
    ``value``: their exact value in game points, which the first engine finds, as if that were all that counted. The
    line maximizes the chance.

    Raises:
        IllegalMove: the deal is over.
    """
    if position.over:
        raise IllegalMove("expected a position in which somebody is to move; found that the deal is over")
    engines = [engine] if chances is None else [engine, chances]
    start_time, nodes_before = time.perf_counter(), sum(search.nodes for search in engines)
    is_claim_decision = position.stage is Stage.ANSWER and position.to_move == YOU
    ranked_choices = choices(position, engine, chances, is_claim_decision=is_claim_decision)
    return Answer(
        position,
        tuple(MoveValue.exact(c.move, c.value, c.chance) for c in ranked_choices),
        tuple(c.move for c in ranked_choices[1:] if c.merit == ranked_choices[0].merit),
        exact=True,
        line=tuple(_best_line(LineState(position), chances or engine)),
        nodes=sum(search.nodes for search in engines) - nodes_before,
        seconds=time.perf_counter() - start_time,
    )


def mover(position: Position) -> int:
    """The player whose moves are listed. Between tricks that is the leader, whoever may claim first."""
    return 1 - position.leader if position.stage is Stage.REPLY else position.leader


def choices(
    position: Position,
    engine: Engine,
    chances: Engine | None = None,
    scored: Pair = NOTHING_SCORED,
    *,
    is_claim_decision: bool = False,
) -> tuple[Choice, ...]:
    """Every sensible move of the mover with its exact value, best first. ``claiming``: those of you who may claim
    before the opponent leads.

    With an engine for ``chances``, which has an objective, moves are ordered by these, if both have ``scored`` so much
    of what it counts so far; those of equal chance by value, as if that were all that counted.

    Each tile that may be led or played comes once, with the best declaration for it (the largest among
    equals); each lead after closing likewise; claims where they can be made. If the other may claim
    before the lead, a lead is worth at most that to the leader.
    """
    direction = sign(YOU if is_claim_decision else mover(position))

    def choice(position_before: Position, move: Move, bound: Choice | None = None) -> Choice:
        exact = evaluate(position_before, move, engine, chances, scored)
        if bound is None:
            return exact
        value = direction * min(direction * exact.value, direction * bound.value)
        utility = None if exact.utility is None else direction * min(direction * exact.utility, direction * bound.merit)
        return Choice(move, value, utility, exact.outcome)

    if is_claim_decision:
        all_choices = [choice(position, move) for move in (CLAIM, WAIT)]
    else:
        claims = [choice(position, CLAIM)] if position.stage is Stage.CLAIM else []
        position_before = apply(position, WAIT).position if position.stage is Stage.CLAIM else position
        bound = choice(position_before, CLAIM) if position_before.stage is Stage.ANSWER else None  # the other's claim
        position_before = position_before if bound is None else apply(position_before, WAIT).position
        other_choices = (choice(position_before, move, bound) for move in sensible_moves(position_before))
        all_choices = best_declarations(direction, [*claims, *other_choices])
    choices_by_kind = sorted(all_choices, key=lambda c: (not c.move.claim, c.move.close))
    return tuple(sorted(choices_by_kind, key=lambda c: (-direction * c.merit, -direction * c.value)))


def sensible_moves(position: Position) -> Iterator[Move]:
    """The legal moves but for claims after closing, which are worth what the same are without."""
    return (move for move in legal_moves(position) if not (move.close and move.claim))


def best_declarations(direction: int, valued_moves: Iterable[Choice]) -> list[Choice]:
    """Of moves that differ in the declaration only the best for the player in this direction, among equals that with
    the largest.
    """
    groups: dict[tuple[object, ...], list[Choice]] = {}
    for choice in valued_moves:
        move = choice.move
        move_kind = (move.close, move.claim, move.tile, move.tile is None and bool(move.declare))
        groups.setdefault(move_kind, []).append(choice)
    return [max(group, key=lambda c: (direction * c.merit, c.move.declare.bit_count())) for group in groups.values()]


def evaluate(
    position: Position, move: Move, engine: Engine, chances: Engine | None = None, scored: Pair = NOTHING_SCORED
) -> Choice:
    """A legal move with its exact value and, with an engine for ``chances``, its utility."""
    outcome = apply(position, move)
    utility = None if chances is None else value_after(outcome, chances, scored)
    return Choice(move, value_after(outcome, engine, scored), utility, outcome)


def value_of(position: Position, move: Move, engine: Engine, scored: Pair = NOTHING_SCORED) -> int:
    """The exact value of making this legal move: game points still to come, yours less the opponent's.

    Under an objective your utility, as :meth:`Engine.value` gives it.
    """
    return value_after(apply(position, move), engine, scored)


def values_of(positions: Iterable[Position], move: Move, engine: Engine) -> list[int]:
    """The exact value of this move in many positions at once, by game points."""
    outcomes = [apply(position, move) for position in positions]
    values = iter(engine.values([after for _, after, over, _ in outcomes if not over]))
    return [gain if over else gain + int(next(values)) for gain, _, over, _ in outcomes]


def value_after(outcome: Outcome, engine: Engine, scored: Pair = NOTHING_SCORED) -> int:
    """The exact value of a move that does this, as of :func:`value_of`."""
    _, position_after, over, scores = outcome
    objective = engine.objective
    if objective is None:
        gain = difference(scores)
        return gain if over else gain + engine.value(position_after)
    scored = objective.add(scored, scores)
    return objective.utility(*scored) if over or objective.over(*scored) else engine.value(position_after, scored)


def tricks_of(line: Iterable[Step], led: Tile | None = None) -> Iterator[tuple[Tile, Tile, int]]:
    """The tricks of a line, if ``led`` is on the table at first: the tile led, the reply, who took it."""
    for step in line:
        led = led if step.move.lead is None else step.move.lead
        if step.trick is not None:
            assert led is not None
            assert step.move.play is not None
            yield led, step.move.play, step.trick


def line_after(position: Position, move: Move, engine: Engine) -> tuple[Step, ...]:
    """A line to the end that begins with this move of the mover, whatever it is worth, and goes on with best play.

    Nobody claims before the move, unless it is a claim.
    """
    state, steps = LineState(position), list[Step]()
    while not move.claim and state.position.stage in (Stage.CLAIM, Stage.ANSWER):
        step, state = state.make_move(WAIT)
        steps.append(step)
    step, state = state.make_move(move, engine.objective)
    return (*steps, step, *_best_line(state, engine))


def _best_line(state: LineState, engine: Engine) -> Iterator[Step]:
    """A best move of every decision to the end; claims before waiting, large declarations before small."""
    while not state.over:
        direction = sign(state.position.to_move)
        moves = sensible_moves(state.position)
        outcomes = {move: apply(state.position, move) for move in moves}
        values = {move: direction * value_after(outcome, engine, state.scored) for move, outcome in outcomes.items()}
        move = max(values, key=lambda move: (values[move], move.claim, not move.close, move.declare.bit_count()))
        step, state = state.make_move(move, engine.objective, outcomes[move])
        yield step
