"""What a decision lost by what its player could know, and how much is spent on finding out.

The best move is chosen on one sample of deals, and what the move made loses to it is measured on another, deal by deal:
the best of many noisy means looks better than it is in the deals that made it the best, and every decision would seem
to lose something. Where all deals or hands are gone through there is nothing to correct, and where everything is known
values are exact. So they are with all tiles seen.
"""

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from bingo.solver.analysis import STANDARD_ERRORS_95, Answer, Interval, MoveValue, Settings
from bingo.solver.analysis.exact import Choice, Engine, best_declarations, sensible_moves, value_of
from bingo.solver.analysis.hidden import WORLDS_SHARES, Candidates, estimate, solved_worths, value_span
from bingo.solver.analysis.worlds import Worlds, draw, make_players, only_hand, roll_out, view_of
from bingo.solver.game import CLAIM, OPPONENT, WAIT, YOU, InformationSet, Moment, Move, Position, Rules, Stage, TileSet
from bingo.solver.game.legal import has_claim, legal_moves
from bingo.solver.game.scoring import SCALE, Objective, sign
from bingo.solver.game.tiles import mask, members
from bingo.solver.reviewing.decision import DoubleDummy, Judged, Option, game_point_value, min_loss

#: Deals in which the move made is compared with the best one, by default.
COMPARED_WORLDS = 16_384
#: The best move is chosen in other deals, so many for each of those: the best of many looks better than it is in the
#: deals in which it was chosen.
CHOOSING_WORLDS_SHARE = 3 / 8
#: Where there are no more than so many hands for every deal that moves are compared in, all are looked at: by default
#: all that there can be after a close.
HANDS_PER_DEAL = 2.5
#: With fewer deals than by default, one hand is solved for so many of them, and at least so many hands.
DEALS_PER_HAND, FEWEST_HANDS = 8, 64
#: The share of a time limit that solving takes.
SOLVING_TIME_SHARE = 1 / 3


#: A declaration after a trick is judged in so much fewer deals than other moves.
SHOWING_WORLDS_DIVISOR = 8
#: An outcome with a probability above this over the number of deals shows in some of them, 95 times of 100: what has
#: shown in none may still bring a game point more or less, or this share of the chance to win the match.
RULE_OF_THREE, GAME_POINT_IN_CHANCE = 3.0, 0.1
#: Where a deal is worth card points, no claim cuts play short, and earlier tricks take minutes to solve.
FIRST_TRICK_WORTH_POINTS = 5


def worlds_compared(rules: Rules, settings: Settings | None = None) -> int:
    """Deals in which moves are compared, by default or as the settings have it."""
    usual_worlds = int(COMPARED_WORLDS * WORLDS_SHARES.get(rules.at_target, 1))
    return usual_worlds if settings is None else settings.deals(usual_worlds) or usual_worlds


@dataclass(frozen=True, slots=True)
class Decision:
    """A move made at a moment, to be judged by an engine, and what that may take: deals, or ``seconds``. Where the
    engine has an objective, values here are chances to win the match, 0 to 1; they are the mover's, from the decision
    on. ``solved_values`` are by points and by ``match_objective`` alike, so each is solved once for both.
    """

    moment: Moment
    settings: Settings
    engine: Engine
    seconds: float | None = None
    match_objective: Objective | None = None
    solved_values: dict[Move, MoveValue] = field(default_factory=dict)

    @property
    def player(self) -> int:
        """Who made the move."""
        return self.moment.mover

    @property
    def move(self) -> Move:
        """What is judged."""
        assert self.moment.turn is not None
        return self.moment.turn.move

    @property
    def rules(self) -> Rules:
        """Those of the deal."""
        return self.moment.position.rules

    @property
    def worlds(self) -> int:
        """In how many deals the move is compared with the best one, unless there is a limit of time."""
        return worlds_compared(self.rules, self.settings)

    @property
    def most_hands(self) -> int | None:
        """The most hands against which moves are solved; None: as many as in an analysis."""
        if self.seconds is not None or self.worlds >= worlds_compared(self.rules):
            return None
        return max(self.worlds // DEALS_PER_HAND, FEWEST_HANDS)

    def sample_settings(self, view: InformationSet, share: float, sample_number: int) -> Settings:
        """For estimates: of the deals that moves are compared in this share, of the sample with this number."""
        sample = replace(self.settings, until_clear=False, effort=None, seed=self.stream_seed(view, sample_number))
        if self.seconds is not None:
            remaining = self.seconds * (1 - SOLVING_TIME_SHARE)
            return replace(sample, worlds=None, seconds=max(remaining * share / (1 + CHOOSING_WORLDS_SHARE), 1e-3))
        return replace(sample, worlds=max(int(self.worlds * share), 2), seconds=None)

    def stream_seed(self, view: InformationSet | None, sample_number: int) -> int:
        """A seed of its own for each position and for the ``sample_number`` of the sample drawn there."""
        gone = None if view is None else int(view.gone)
        return zlib.crc32(f"{self.settings.seed} {int(sample_number)} {gone} {view!r}".encode())

    @property
    def game_point(self) -> float:
        """What a game point more or less stands for in these values."""
        return GAME_POINT_IN_CHANCE if self.engine.objective else game_point_value(self.rules)

    def judge(self, best: Move, value: float, loss: Interval, values: Mapping[Move, float], worlds: int = 0) -> Judged:
        """What comes of it; without ``worlds`` everything was known."""
        lost, low, high = (max(number, 0.0) for number in loss)
        ranked_options = sorted(values.items(), key=lambda option: (option[0] != best, -option[1]))
        least_loss = min_loss(self.rules, chances=self.engine.objective is not None)
        return Judged(
            n=0,
            moment=self.moment,
            player=self.player,
            move=self.move,
            best=best,
            value=self._seen_from_you(value),
            best_value=self._seen_from_you(value, lost),
            lost=lost,
            low=low,
            high=high,
            exact=not worlds,
            mistake=low > 0 and lost >= least_loss,
            worlds=worlds or 1,
            options=tuple(Option(move, self._seen_from_you(worth)) for move, worth in ranked_options),
        )

    def _seen_from_you(self, value: float, bonus: float = 0.0) -> float:
        """What the deal is worth, or your chance to win the match, if the mover makes so much of it, and ``bonus``."""
        if self.engine.objective:
            chance = min(max(value + bonus, 0.0), 1.0)
            return chance if self.player == YOU else 1 - chance
        direction, score = sign(self.player), self.moment.score
        return score[YOU] - score[OPPONENT] + direction * value + direction * bonus


def judgment(decision: Decision) -> Judged | None:
    """What the move made at a moment lost by what the mover could know; None where there was no choice.

    Depends on the moment, the settings and the objective of the engine alone, which only remembers what it has solved.
    With an objective it is not for declarations after a trick.
    """
    moment, stage = decision.moment, decision.moment.stage
    if stage is Stage.SHOW and moment.position.open:  # what is seen between trick and draw is no information set
        return _judge_declaration(decision)
    view = view_of(moment.seen_by(decision.player))
    hand = only_hand(view)
    if hand is not None:
        return _judge_exactly(decision, replace(view.world(hand), stage=stage, won_with=moment.position.won_with))
    return _judge_declaration(decision) if stage is Stage.SHOW else _judge_by_estimates(decision, view, stage)


def _judge_exactly(decision: Decision, world: Position) -> Judged | None:
    """The loss where everything is known: in the ``world`` in which the mover is ``you``."""
    move, scale = decision.move, SCALE if decision.engine.objective else 1
    best, exact_move_values = exact_values(world, move, decision.engine)
    if len(exact_move_values) < 2:
        return None
    values = {option: value / scale for option, value in exact_move_values.items()}
    lost = values[best] - values[move]
    return decision.judge(best, values[move], Interval(lost, lost, lost), values)


def _judge_by_estimates(decision: Decision, view: InformationSet, stage: Stage) -> Judged | None:
    example_world, move, objective = replace(view.world(0), stage=stage), decision.move, decision.engine.objective
    is_claim_stage = stage in (Stage.CLAIM, Stage.ANSWER)
    if is_claim_stage and move != CLAIM and not has_claim(example_world, YOU):
        return None
    candidates = Candidates.of(example_world, move)
    if len(candidates.open) + len(candidates.certain) < 2:
        return None
    solved_rows = _solve(decision, view, stage, candidates.open)
    candidates = replace(
        candidates,
        open=tuple(option for option in candidates.open if option not in solved_rows),
        solved=tuple((option, row.criterion.value if objective else row.value) for option, row in solved_rows.items()),
    )
    first_answer = _estimate_options(decision, view, candidates, 0)
    is_wait_to_lead = move == WAIT and stage is Stage.CLAIM  # worth what the best lead is that follows
    played_row = next(row for row in first_answer.moves if (row.move != CLAIM if is_wait_to_lead else row.move == move))
    best_row, worlds = first_answer.first, first_answer.worlds
    move_pair = best_row.move, played_row.move
    rare_gain = 0.0 if first_answer.every else RULE_OF_THREE * decision.game_point
    open_pair = tuple(option for option in candidates.open if option in move_pair)
    if not first_answer.every and open_pair:
        certain_moves = tuple(row for row in candidates.certain if row[0] in move_pair)
        solved_moves = tuple(row for row in candidates.solved if row[0] in move_pair)
        candidates = replace(candidates, open=open_pair, certain=certain_moves, solved=solved_moves)
        second_answer = _estimate_options(decision, view, candidates, 1)
        best_row, played_row = (next(row for row in second_answer.moves if row.move == option) for option in move_pair)
        worlds = second_answer.worlds
    elif solved_rows:
        worlds = max(worth.worlds for worth in solved_rows.values())

    def margin(best_move: MoveValue, other: MoveValue) -> float:
        return _margin(best_move, other, solved_rows, first_answer.every, rare_gain)

    lost = best_row.value - played_row.value
    highest_loss = lost + margin(best_row, played_row)
    if best_row.move == played_row.move:  # by as much as others may still be better
        highest_row = first_answer.first
        highest_loss = max(row.value - highest_row.value + margin(highest_row, row) for row in first_answer.moves)
    _, highest_value = value_span(view, chances=objective is not None)
    highest_loss = min(highest_loss, highest_value - played_row.low)  # no further than a deal can bring
    best_move = WAIT if is_claim_stage and best_row.move != CLAIM else best_row.move
    # Values are as the comparison found them, the others as far behind the best of the first estimate as there.
    compared_values = {played_row.move: played_row.value, best_row.move: best_row.value}
    correction = compared_values[first_answer.best] - first_answer.value
    corrected_values = {row.move: row.value + (correction if row.worlds else 0.0) for row in first_answer.moves}
    values = corrected_values | compared_values
    if is_claim_stage:
        values = {CLAIM: values[CLAIM], WAIT: max(value for option, value in values.items() if option != CLAIM)}
    loss = Interval(lost, lost - margin(best_row, played_row), highest_loss)
    return decision.judge(best_move if lost > 0 else move, played_row.value, loss, values, worlds)


def _solve(decision: Decision, view: InformationSet, stage: Stage, moves: Sequence[Move]) -> dict[Move, MoveValue]:
    """What the moves are worth after which nothing is drawn any more; solved once for points and the match.

    None are where the opponent has waived a claim: the engine's values of closes reckon with that claim.
    """
    opponent_waived = stage is Stage.LEAD and has_claim(view.world(0), OPPONENT)
    solved_moves = [] if opponent_waived else [move for move in moves if move.close or not view.open]
    if solved_moves and not decision.solved_values:
        seconds = None if decision.seconds is None else max(decision.seconds * SOLVING_TIME_SHARE, 1e-3)
        solving = replace(decision.settings, effort=None, seconds=seconds)
        worths = solved_worths(view, solved_moves, solving, decision.match_objective, most_hands=decision.most_hands)
        decision.solved_values.update(worths)
    return {move: decision.solved_values[move] for move in solved_moves}


def _estimate_options(decision: Decision, view: InformationSet, options: Candidates, sample_number: int) -> Answer:
    """Estimates of options: to choose the best (``sample_number`` 0), or to compare it with the move made."""
    is_choosing = sample_number == 0 or len(options.open) + len(options.certain) + len(options.solved) < 2
    return estimate(
        view,
        decision.sample_settings(view, CHOOSING_WORLDS_SHARE if is_choosing else 1.0, sample_number),
        candidates=options,
        prune=sample_number == 0,
        enumerated=None if decision.seconds is not None else int(HANDS_PER_DEAL * decision.worlds),
        objective=decision.engine.objective,
    )


def _margin(best: MoveValue, other: MoveValue, solved: Mapping[Move, MoveValue], all_deals: bool, rare: float) -> float:
    """Half of the 95% interval of what one move is worth more than another: by the standard error, and by what may be
    so rare that it has not shown, for which ``rare`` over the number of deals is allowed; an estimate from
    ``all_deals`` has no error.
    """
    if best.move == other.move:
        return 0.0
    both_rows = best, other
    sampled_rows = [row for row in both_rows if row.worlds]  # else solved, or known at once
    if len(sampled_rows) == 2:
        error = 0.0 if all_deals else max(row.gap for row in both_rows)
    else:
        error = max(solved[row.move].gap if row.move in solved else math.inf for row in both_rows)
    if error == math.inf:  # they were not compared hand by hand
        errors = [solved[row.move].error for row in both_rows if row.move in solved]
        errors += [(row.high - row.low) / (2 * STANDARD_ERRORS_95) for row in sampled_rows if not all_deals]
        error = math.hypot(*errors)
    return STANDARD_ERRORS_95 * error + (rare / min(row.worlds for row in sampled_rows) if sampled_rows else 0.0)


def _judge_declaration(decision: Decision) -> Judged:
    """Whether to declare the double that has won: half of the deals choose, the other half compare.

    While tiles are drawn both play on by the networks; from then on values are exact.
    """
    moment, move = decision.moment, decision.move
    position = moment.position if decision.player == YOU else moment.position.swapped()
    moves = list(legal_moves(position))
    deal_count = max(decision.worlds // SHOWING_WORLDS_DIVISOR, 4)
    if position.open:
        deals = draw_before_drawing(position, deal_count, decision.stream_seed(None, position.hands[YOU]))
        values = roll_out(make_players(position.rules), position, moves, deals).values
    else:
        view = view_of(moment.seen_by(decision.player))
        drawn_hands = draw(view, deal_count, decision.stream_seed(view, 0)).hands.tolist()
        worlds = [replace(position, hands=(position.hands[YOU], TileSet(hand))) for hand in drawn_hands]
        values = np.array([[value_of(world, option, decision.engine) for option in moves] for world in worlds])
    half_count = deal_count // 2
    choosing_means, comparing_means = values[:half_count].mean(axis=0), values[half_count:].mean(axis=0)
    best_index, played_index = int(choosing_means.argmax()), moves.index(move)
    means = choosing_means + (comparing_means[best_index] - choosing_means[best_index])
    means[played_index] = comparing_means[played_index]
    losses = values[half_count:, best_index] - values[half_count:, played_index]
    lost, margin = float(losses.mean()), STANDARD_ERRORS_95 * float(losses.std(ddof=1)) / math.sqrt(len(losses))
    margin += RULE_OF_THREE * decision.game_point / len(losses) if moves[best_index] != move else 0.0
    options, loss = dict(zip(moves, means.tolist(), strict=True)), Interval(lost, lost - margin, lost + margin)
    return decision.judge(moves[best_index] if lost > 0 else move, options[move], loss, options, len(losses))


def draw_before_drawing(position: Position, deal_count: int, seed: int) -> Worlds:
    """Deals that fit what ``you`` know in this position, other tiles in the other hand and in the boneyard.

    It stands before drawing, so that it has no information set as positions between two tricks have.
    """
    rng = np.random.default_rng(seed)
    shown_doubles = position.hands[OPPONENT] & position.shown
    unknown_tiles = position.hands[OPPONENT] & ~shown_doubles
    missing_count, hidden_tiles = unknown_tiles.bit_count(), list(members(unknown_tiles | mask(position.stock)))
    orders = np.array([rng.permutation(hidden_tiles) for _ in range(deal_count)])
    hands = int(shown_doubles) | np.bitwise_or.reduce(1 << orders[:, :missing_count], axis=1)
    return Worlds(hands.astype(np.uint32), orders[:, missing_count:].astype(np.uint8))


# --- all tiles seen ----------------------------------------------------------------------------------


def exact_values(position: Position, played_move: Move, engine: Engine) -> tuple[Move, dict[Move, int]]:
    """The best move, ``played_move`` where none is better; and the value of it and of each sensible move, seen from
    ``you``: of declarations with the same lead only the best, the largest among equals; claims first, closes last.
    """
    direction = sign(position.to_move)
    choices = best_declarations(direction, (Choice(m, value_of(position, m, engine)) for m in sensible_moves(position)))
    values = {choice.move: choice.value for choice in sorted(choices, key=lambda c: (not c.move.claim, c.move.close))}
    if played_move not in values:
        values[played_move] = value_of(position, played_move, engine)
    return max(values, key=lambda option: (direction * values[option], option == played_move)), values


def with_all_hands(moment: Moment, engine: Engine) -> DoubleDummy | None:
    """The exact loss of the move made; None where some tile is not recorded, or solving it would take too long."""
    position = replace(moment.position, stage=moment.stage)
    too_early = position.rules.counts_card_points and moment.trick < FIRST_TRICK_WORTH_POINTS
    if position.open and too_early:
        return None
    tiles = position.hands[YOU] | position.hands[OPPONENT] | (mask(position.stock) if position.open else 0)
    if moment.hidden & tiles:
        return None
    assert moment.turn is not None
    move, direction, scored = moment.turn.move, sign(moment.mover), moment.score[YOU] - moment.score[OPPONENT]
    best_move, values = exact_values(position, move, engine)
    value, best_value = values[move], values[best_move]
    return DoubleDummy(best_move, scored + value, scored + best_value, direction * (best_value - value))
