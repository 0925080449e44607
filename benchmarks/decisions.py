"""How often the intervals of estimates hold: ``python -m benchmarks.decisions N``.

Of N decisions at any trick whose deals cannot all be gone through, how often the interval of a move, and what one that
was given up is said to be worse by at least, hold what 20,000 other deals say. With ``--quick``: how often intervals of
quick and full answers overlap, and how much wider quick ones are. With ``--seconds``: what an answer takes at most.
"""

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from benchmarks.command import RULES_OPTION, program
from benchmarks.timing import say, seconds, verdict, with_progress
from bingo.cli.options import argument, flag
from bingo.solver import Answer, Match, MoveValue, Rules, Settings, analyze, deal
from bingo.solver.analysis import estimate, view_of
from bingo.solver.game import CLAIM, WAIT, YOU, Move, Position, Stage, at_lead, legal_moves
from tests.oracles.random_play import playout

#: The deals that stand for the truth, and the least share in percent that is to be held.
TRUTH_WORLDS = 20_000
LEAST_HELD = 94.0
STANDARD_ERRORS = 1.96
#: Processor seconds that an answer takes at most, and how many times as wide as full intervals quick ones are at most.
SLOWEST, WIDEST = 5.0, 3.0


def main(
    count: int = argument("N", "How many decisions.", default=...),
    rules: Rules = RULES_OPTION,
    quick: bool = flag("--quick", "Compare quick answers with full ones."),
    take_times: bool = flag("--seconds", "Take the time of answers."),
) -> int:
    """Decide and count; exit status 1 if a target is missed.

    The error of what stands for the truth is reckoned with: it widens intervals by some two hundredths.
    """
    if quick or take_times:
        verdicts = _compare(rules, count) if quick else _take_times(rules, count)
        print(*verdicts, sep="\n")
        return int(any(line.startswith("MISS") for line in verdicts))
    any_held: list[bool] = []
    best_held: list[bool] = []
    given_up: list[bool] = []
    for n in range(10**6):
        if len(any_held) == count:
            break
        position = _random_decision(rules, n)
        if position is None:
            continue
        view, rng = view_of(position), random.Random(n)
        playing_on = [CLAIM, WAIT, *(move for move in legal_moves(at_lead(position)) if not move.close)]
        answer = estimate(view, Settings(seed=n), moves=playing_on)
        if answer.every or not any(option.worlds for option in answer.moves):
            continue
        settings = Settings(worlds=TRUTH_WORLDS, seed=n + 10**6)
        truth = estimate(view, settings, enumerated=0, moves=playing_on, prune=False)
        truths = {option.move: option for option in truth.moves}
        estimates = [option for option in answer.moves if option.worlds and option.worse is None]
        any_held.append(_interval_holds(rng.choice(estimates), truths))
        best_held.append(_interval_holds(estimates[0], truths))
        given_up += [_bound_holds(answer, option, truths) for option in answer.moves if option.worse is not None]
        say(f"{len(any_held)} of {count} decisions")
    say("")
    print(f"the interval of the best move holds: {_percent(best_held):.1f}% of {len(best_held)}")
    verdicts = [
        verdict(f"percent of {len(any_held)} intervals of a move drawn at random hold", _percent(any_held), LEAST_HELD),
        verdict(f"percent of {len(given_up)} bounds of moves given up hold", _percent(given_up), 95.0),
    ]
    print(*verdicts, sep="\n")
    return int(any(line.startswith("MISS") for line in verdicts))


def _positions(rules: Rules, count: int) -> Iterator[Position]:
    """So many positions of :func:`_anywhere`, every fourth with a match score where there are any."""
    positions = (position for n in range(10**6) if (position := _random_decision(rules, n)))
    for n, position in with_progress(enumerate(islice(positions, count)), count, "decision"):
        scored = n % 4 == 0 and not rules.counts_card_points
        yield replace(position, match=Match(n % 7, (n // 7) % 7)) if scored else position


def _take_times(rules: Rules, count: int) -> list[str]:
    """What ``analyze`` takes, closes included, which ``close`` asks the engine for as well."""
    times = [seconds(partial(analyze, view_of(position))) for position in _positions(rules, count)]
    mean_words = f"{sum(times) / len(times):.2f} processor seconds in the mean"
    return [mean_words, verdict(f"processor seconds of {len(times)} answers at most", max(times), SLOWEST, most=True)]


def _compare(rules: Rules, count: int) -> list[str]:
    overlaps, width_ratios = [], []
    for n, position in enumerate(_positions(rules, count)):
        quick, full = (analyze(view_of(position), effort=effort, seed=n) for effort in ("quick", "normal"))
        values = {option.move: option for option in full.moves if option.worse is None}
        for option in quick.moves:
            if option.worse is None and (value := values.get(option.move)):
                overlaps.append(option.low <= value.high and value.low <= option.high)
                if value.kind == "estimate" and value.high > value.low:
                    width_ratios.append((option.high - option.low) / (value.high - value.low))
    wide = 100 * sum(ratio <= WIDEST for ratio in width_ratios) / len(width_ratios)
    return [
        verdict(f"percent of {len(overlaps)} quick intervals overlap with full ones", _percent(overlaps), 95.0),
        verdict(f"percent of {len(width_ratios)} quick intervals are at most {WIDEST:.0f} times as wide", wide, 95.0),
    ]


def _random_decision(rules: Rules, seed: int) -> Position | None:
    """A position of a random deal with the boneyard open, at any trick; the mover is you and has a choice."""
    rng = random.Random(f"coverage {seed}")
    positions = [p for p in playout(deal(rules, rng), rng) if p.open and p.stage is not Stage.SHOW]
    position = rng.choice(positions)
    mover = position.leader if position.led is None else 1 - position.leader
    swapped = position if mover == YOU else position.swapped()
    return swapped if len(list(legal_moves(swapped))) > 1 else None


def _interval_holds(option: MoveValue, truths: dict[Move, MoveValue]) -> bool:
    truth = truths[option.move]
    error = (truth.high - truth.low) / 2
    below, above = math.hypot(option.value - option.low, error), math.hypot(option.high - option.value, error)
    return option.value - below <= truth.value <= option.value + above


def _bound_holds(answer: Answer, option: MoveValue, truths: dict[Move, MoveValue]) -> bool:
    """Whether a move is as much worse than the best in the deals that stand for the truth."""
    assert option.worse is not None
    best = next(move for move in answer.moves if move.worlds)
    true_gap, error = truths[best.move].value - truths[option.move].value, STANDARD_ERRORS * truths[option.move].gap
    gap = best.value - option.value
    return true_gap >= gap - math.hypot(gap - option.worse, error)


def _percent(flags: list[bool]) -> float:
    return 100 * sum(flags) / len(flags) if flags else math.nan


if __name__ == "__main__":
    program(main)()
