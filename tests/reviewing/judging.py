"""Judged decisions for tests of reasons: the moment of a record, and what its options are taken to be worth."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bingo.solver import Interval, Judged, Moment, Move, Record, Settings, Stage, Turn, analyze, replay
from bingo.solver.engine.kernel import Kernel
from bingo.solver.game import CLAIM, WAIT
from bingo.solver.reviewing.judging import Decision


def judged(moment: Moment, move: Move, worths: Mapping[Move, float]) -> Judged:
    """A move judged by what the options are worth to the mover from the decision on."""
    moment = replace(moment, turn=Turn(moment.position.to_move, move))
    best = max(worths, key=lambda option: worths[option])
    lost = worths[best] - worths[move]
    decision = Decision(moment, Settings(), Kernel(moment.position.rules))
    return decision.judge(best, worths[move], Interval(lost, lost, lost), worths)


def mistakes(record: Record, worlds: int = 24, *, third: int | None = None) -> Iterator[Judged]:
    """All decisions of a deal that a rough estimate finds wanting, claims not made included; or of one ``third``."""
    for moment in replay(record).moments[third :: 1 if third is None else 3]:
        stage, turn = moment.position.stage, moment.turn
        if turn is None or stage is Stage.SHOW:
            continue
        answer = analyze(moment.seen_by(moment.position.to_move), Settings(worlds=worlds))
        worths = {option.move: float(option.value) for option in answer.moves}
        move = turn.move
        if stage in (Stage.CLAIM, Stage.ANSWER):
            if CLAIM not in worths:
                continue
            worths = {CLAIM: worths[CLAIM], WAIT: max(w for m, w in worths.items() if m != CLAIM)}
        else:
            worths.pop(CLAIM, None)  # it was waived already
        if move in worths and worths[move] < max(worths.values()):
            yield judged(moment, move, worths)
