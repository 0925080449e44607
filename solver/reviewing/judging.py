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

from bingo.solver.analysis import STANDARD_ERRORS_95, Answer, Interval, MoveValue, Settings, draw, only_hand, view_of
from bingo.solver.analysis.exact import Choice, Engine, best_declared, sensible_moves, value_of
from bingo.solver.analysis.hidden import PARTS, Candidates, endings, estimate, leads, solved_worths, span_of
from bingo.solver.game import CLAIM, OPPONENT, WAIT, YOU, InformationSet, Moment, Move, Position, Rules, Stage, mask
from bingo.solver.game.legal import apply, at_lead, has_claim, legal_moves
from bingo.solver.game.scoring import SCALE, Objective, claim_score, sign, win_score
from bingo.solver.reviewing.decision import DoubleDummy, Judged, Option, min_loss, mover_of, stage_of, unit
from bingo.solver.reviewing.luck import draw_worlds, show_values

#: Deals in which the move made is compared with the best one, by default.
WORLDS = 16_384
#: The best move is chosen in other deals, so many for each of those: the best of many looks better than it is in the
#: deals in which it was chosen.
CHOOSING = 3 / 8
#: Where there are no more than so many hands for every deal that moves are compared in, all are looked at: by default
#: all that there can be after a close.
HANDS_PER_DEAL = 2.5
#: With fewer deals than by default, one hand is solved for so many of them, and at least so many hands.
DEALS_PER_HAND, FEWEST_HANDS = 8, 64
#: The share of a time limit that solving takes.
SOLVING = 1 / 3


def worlds_compared(rules: Rules) -> int:
    """Deals in which moves are compared, by default."""
    return int(WORLDS * PARTS.get(rules.at_target, 1))


@dataclass(frozen=True, slots=True)
class ReviewBudget:
    """What one decision may take, deals or seconds, and what was solved for it.

    ``goal``: what the score of the match makes of results; what is solved is then solved for that too.
    """

    settings: Settings
    seconds: float | None = None
    goal: Objective | None = None
    solved: dict[Move, MoveValue] = field(default_factory=dict)

    def worlds(self, rules: Rules) -> int:
        return self.settings.deals(worlds_compared(rules)) or worlds_compared(rules)

    def sampling(self, view: InformationSet, share: float, sample_number: int) -> Settings:
        """For estimates: of the deals that moves are compared in this share, of the sample with this number."""
        sample = replace(self.settings, until_clear=False, effort=None, seed=self.stream(view, sample_number))
        if self.seconds is not None:
            remaining = self.seconds * (1 - SOLVING)
            return replace(sample, worlds=None, seconds=max(remaining * share / (1 + CHOOSING), 1e-3))
        return replace(sample, worlds=max(int(self.worlds(view.rules) * share), 2), seconds=None)

    def enumerated(self, view: InformationSet) -> int | None:
        """The most deals that are all looked at instead of drawn; None: the default number."""
        return None if self.seconds is not None else int(HANDS_PER_DEAL * self.worlds(view.rules))

    def solving(self) -> Settings:
        """The settings for moves after which nothing is drawn any more."""
        seconds = None if self.seconds is None else max(self.seconds * SOLVING, 1e-3)
        return replace(self.settings, effort=None, seconds=seconds)

    def hands(self, view: InformationSet) -> int | None:
        """The most hands against which such moves are solved; None: as many as in an analysis."""
        if self.seconds is not None or self.worlds(view.rules) >= worlds_compared(view.rules):
            return None
        return max(self.worlds(view.rules) // DEALS_PER_HAND, FEWEST_HANDS)

    def stream(self, view: InformationSet | None, sample_number: int) -> int:
        """A seed of its own for each position and for the ``sample_number`` of the sample drawn there."""
        gone = None if view is None else int(view.gone)
        return zlib.crc32(f"{self.settings.seed} {int(sample_number)} {gone} {view!r}".encode())


#: A declaration after a trick is judged in so much fewer deals than other moves.
SHOWING = 8
#: An outcome with a probability above this over the number of deals shows in some of them, 95 times of 100: what has
#: shown in none may still bring a game point more or less, or this share of the chance to win the match.
RARE, GAME_POINT_IN_CHANCE = 3.0, 0.1
#: Where a deal is worth card points, no claim cuts play short, and earlier tricks take minutes to solve.
FIRST_TRICK_WORTH_POINTS = 5


@dataclass(frozen=True, slots=True)
class Decision:
    """A move made at a moment, to be judged by an engine. Where that has an objective, values here are chances to win
    the match, 0 to 1; they are the mover's, from the decision on.
    """

    moment: Moment
    player: int
    move: Move
    budget: ReviewBudget
    engine: Engine

    @property
    def game_point(self) -> float:
        """What a game point more or less stands for in these values."""
        return GAME_POINT_IN_CHANCE if self.engine.objective else unit(self.moment.position.rules)

    def judged(self, best: Move, value: float, loss: Interval, values: Mapping[Move, float], worlds: int = 0) -> Judged:
        """What comes of it; without ``worlds`` everything was known."""
        lost, low, high = (max(number, 0.0) for number in loss)
        ranked = sorted(values.items(), key=lambda option: (option[0] != best, -option[1]))
        least = min_loss(self.moment.position.rules, chances=self.engine.objective is not None)
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
            mistake=low > 0 and lost >= least,
            worlds=worlds or 1,
            options=tuple(Option(move, self._seen_from_you(worth)) for move, worth in ranked),
        )

    def _seen_from_you(self, value: float, bonus: float = 0.0) -> float:
        """What the deal is worth, or your chance to win the match, if the mover makes so much of it, and ``bonus``."""
        if self.engine.objective:
            chance = min(max(value + bonus, 0.0), 1.0)
            return chance if self.player == YOU else 1 - chance
        direction, score = sign(self.player), self.moment.score
        return score[YOU] - score[OPPONENT] + direction * value + direction * bonus


def judgment(moment: Moment, budget: ReviewBudget, engine: Engine) -> Judged | None:
    """What the move made at a moment lost by what the mover could know; None where there was no choice.

    Depends on the moment, the settings and the objective of the ``engine`` alone, which only remembers what it has
    solved; with an objective values are chances to win the match. It is not for declarations after a trick.
    """
    assert moment.turn is not None
    decision, stage = Decision(moment, mover_of(moment), moment.turn.move, budget, engine), stage_of(moment)
    if stage is Stage.SHOW and moment.position.open:  # what is seen between trick and draw is no information set
        return _showing(decision)
    view = view_of(moment.seen_by(decision.player))
    hand = only_hand(view)
    if hand is not None:
        return _exact(decision, replace(view.world(hand), stage=stage, won_with=moment.position.won_with))
    return _showing(decision) if stage is Stage.SHOW else _estimated(decision, view, stage)


def _exact(decision: Decision, world: Position) -> Judged | None:
    """The loss where everything is known: in the ``world`` in which the mover is ``you``."""
    move, scale = decision.move, SCALE if decision.engine.objective else 1
    exact = exact_values(world, move, decision.engine)
    if len(exact) < 2:
        return None
    values = {option: exact[option] / scale for option in sorted(exact, key=lambda o: (not o.claim, o.close))}
    best = max(values, key=lambda option: (values[option], option == move))
    lost = values[best] - values[move]
    return decision.judged(best, values[move], Interval(lost, lost, lost), values)


def _estimated(decision: Decision, view: InformationSet, stage: Stage) -> Judged | None:
    sample, move, goal = view.world(0), decision.move, decision.engine.objective
    waiting = stage in (Stage.CLAIM, Stage.ANSWER)
    if waiting and move != CLAIM and not has_claim(sample, YOU):
        return None
    options = listed(sample, stage, move)
    if len(options.open) + len(options.certain) < 2:
        return None
    worths = _solved(decision, view, stage, options.open)
    options = replace(
        options,
        open=tuple(option for option in options.open if option not in worths),
        solved=tuple((option, row.criterion.value if goal else row.value) for option, row in worths.items()),
    )
    first = _estimate_options(decision, view, options, 0)
    leading = move == WAIT and stage is Stage.CLAIM  # worth what the best lead is that follows
    played = next(row for row in first.moves if (row.move != CLAIM if leading else row.move == move))
    best, worlds = first.first, first.worlds
    pair, rare = (best.move, played.move), 0.0 if first.every else RARE * decision.game_point
    doubtful = tuple(option for option in options.open if option in pair)
    if not first.every and doubtful:
        certain, solved = (tuple(row for row in rows if row[0] in pair) for rows in (options.certain, options.solved))
        second = _estimate_options(decision, view, replace(options, open=doubtful, certain=certain, solved=solved), 1)
        best, played = (next(row for row in second.moves if row.move == option) for option in pair)
        worlds = second.worlds
    elif worths:
        worlds = max(worth.worlds for worth in worths.values())

    def margin(better: MoveValue, other: MoveValue) -> float:
        return _margin(better, other, worths, first.every, rare)

    lost = best.value - played.value
    most = lost + margin(best, played)
    if best.move == played.move:  # by as much as others may still be better
        top = first.first
        most = max(option.value - top.value + margin(top, option) for option in first.moves)
    _, highest = span_of(view, chances=goal is not None)
    most = min(most, highest - played.low)  # no further than a deal can bring
    better = WAIT if waiting and best.move != CLAIM else best.move
    # Values are as the comparison found them, the others as far behind the best of the first estimate as there.
    values = {played.move: played.value, best.move: best.value}
    shift = values[first.best] - first.value
    shown = {row.move: values.get(row.move, row.value + (shift if row.worlds else 0.0)) for row in first.moves}
    if waiting:
        shown = {CLAIM: shown[CLAIM], WAIT: max(value for option, value in shown.items() if option != CLAIM)}
    loss = Interval(lost, lost - margin(best, played), most)
    return decision.judged(better if lost > 0 else move, played.value, loss, shown, worlds)


def _solved(decision: Decision, view: InformationSet, stage: Stage, moves: Sequence[Move]) -> dict[Move, MoveValue]:
    """What the moves are worth after which nothing is drawn any more; solved once for points and the match.

    None are where the opponent has waived a claim: the engine's values of closes reckon with that claim.
    """
    waived, budget = stage is Stage.LEAD and has_claim(view.world(0), OPPONENT), decision.budget
    solved = [] if waived else [move for move in moves if move.close or not view.open]
    if solved and not budget.solved:
        max_hands = budget.hands(view)
        budget.solved.update(solved_worths(view, solved, budget.solving(), budget.goal, most_hands=max_hands))
    return {move: budget.solved[move] for move in solved}


def _estimate_options(decision: Decision, view: InformationSet, options: Candidates, sample_number: int) -> Answer:
    """Estimates of options: to choose the best (``sample_number`` 0), or to compare it with the move made."""
    choosing = sample_number == 0 or len(options.open) + len(options.certain) + len(options.solved) < 2
    return estimate(
        view,
        decision.budget.sampling(view, CHOOSING if choosing else 1.0, sample_number),
        candidates=options,
        prune=sample_number == 0,
        enumerated=decision.budget.enumerated(view),
        objective=decision.engine.objective,
    )


def listed(sample: Position, stage: Stage, move: Move) -> Candidates:
    """The sensible moves of ``you`` at this stage, and the one made, whatever it is.

    To wait with a claim is worth what the best lead is that follows; where the other is to lead, it is a move.
    """
    node = at_lead(sample)
    if stage is Stage.REPLY:
        return Candidates(tuple(legal_moves(node)))
    if stage is Stage.ANSWER:
        return Candidates((WAIT,), ((CLAIM, claim_score(sample, YOU)),))
    if stage is Stage.CLAIM:
        cap = -win_score(sample, OPPONENT) if has_claim(sample, OPPONENT) else None
        return Candidates(leads(node), ((CLAIM, claim_score(sample, YOU)), *endings(node, cap)), cap)
    open_, certain = leads(node), tuple(endings(node, None))
    if move.lead is not None and move not in open_:
        open_ = (*open_, move)
    elif move.lead is None and move not in (option for option, _ in certain):
        certain = (*certain, (move, apply(node, move).gain))
    return Candidates(open_, certain)


def _margin(best: MoveValue, other: MoveValue, solved: Mapping[Move, MoveValue], all_deals: bool, rare: float) -> float:
    """Half of the 95% interval of what one move is worth more than another: by the standard error, and by what may be
    so rare that it has not shown. ``rare`` over the number of deals is what that brings.
    """
    if best.move == other.move:
        return 0.0
    deals = [
        option.worlds
        for option in (best, other)
        if option.worlds and (option.move not in solved or solved[option.move].error)
    ]
    return STANDARD_ERRORS_95 * _error(best, other, solved, all_deals) + (rare / min(deals) if deals else 0.0)


def _error(best: MoveValue, played: MoveValue, solved: Mapping[Move, MoveValue], all_deals: bool) -> float:
    """The standard error of what one falls short of the other; ``all_deals``: 0 for an estimate from every deal."""
    if best.worlds and played.worlds:
        return 0.0 if all_deals else max(best.gap, played.gap)
    gap = max(solved[option.move].gap if option.move in solved else math.inf for option in (best, played))
    if gap < math.inf:
        return gap
    scale = 0.0 if all_deals else 1 / 2 / STANDARD_ERRORS_95
    return math.hypot(
        *(
            solved[option.move].error if option.move in solved else (option.high - option.low) * scale
            for option in (best, played)
        )
    )


def _showing(decision: Decision) -> Judged:
    """Whether to declare the double that has won: half of the deals choose, the other half compare."""
    moment, budget, move = decision.moment, decision.budget, decision.move
    position = moment.position if decision.player == YOU else moment.position.swapped()
    moves = list(legal_moves(position))
    count = max(budget.worlds(position.rules) // SHOWING, 4)
    if position.open:
        worlds = draw_worlds(position, count, budget.stream(None, position.hands[YOU]))
    else:
        view = view_of(moment.seen_by(decision.player))
        drawn = draw(view, count, budget.stream(view, 0)).hands.tolist()
        worlds = [replace(view.world(hand), stage=Stage.SHOW, won_with=position.won_with) for hand in drawn]
    values = show_values(worlds, moves, position.rules)
    half = count // 2
    chosen, compared = values[:half].mean(axis=0), values[half:].mean(axis=0)
    best, played = int(chosen.argmax()), moves.index(move)
    means = chosen + (compared[best] - chosen[best])
    means[played] = compared[played]
    losses = values[half:, best] - values[half:, played]
    lost, margin = float(losses.mean()), STANDARD_ERRORS_95 * float(losses.std(ddof=1)) / math.sqrt(len(losses))
    margin += RARE * decision.game_point / len(losses) if moves[best] != move else 0.0
    options, loss = dict(zip(moves, means.tolist(), strict=True)), Interval(lost, lost - margin, lost + margin)
    return decision.judged(moves[best] if lost > 0 else move, options[move], loss, options, len(losses))


# --- all tiles seen ----------------------------------------------------------------------------------


def exact_values(position: Position, played: Move, engine: Engine) -> dict[Move, int]:
    """The value of each sensible move and of the one ``played``, seen from ``you``: of declarations with the same lead
    only the best, the largest among equals.
    """
    moves = (Choice(move, value_of(position, move, engine)) for move in sensible_moves(position))
    values = {option.move: option.value for option in best_declared(sign(position.to_move), moves)}
    if played not in values:
        values[played] = value_of(position, played, engine)
    return values


def with_all_hands(moment: Moment, engine: Engine) -> DoubleDummy | None:
    """The exact loss of the move made; None where some tile is not recorded, or solving it would take too long."""
    position = replace(moment.position, stage=stage_of(moment))
    too_early = position.rules.at_target == "points" and moment.trick < FIRST_TRICK_WORTH_POINTS
    if position.open and too_early:
        return None
    tiles = position.hands[YOU] | position.hands[OPPONENT] | (mask(position.stock) if position.open else 0)
    if moment.hidden & tiles:
        return None
    assert moment.turn is not None
    move, direction, scored = moment.turn.move, sign(mover_of(moment)), moment.score[YOU] - moment.score[OPPONENT]
    values = exact_values(position, move, engine)
    best = max(values, key=lambda option: (direction * values[option], option == move, option.claim, not option.close))
    return DoubleDummy(best, scored + values[move], scored + values[best], direction * (values[best] - values[move]))
