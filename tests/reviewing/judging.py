"""Judged decisions for tests of reasons: the moment of a record, and what its options are taken to be worth."""

from collections.abc import Iterator, Mapping

from bingo.solver import Judged, Moment, Move, Option, Record, Settings, Stage, analyze, replay
from bingo.solver.game import CLAIM, WAIT, sign


def judged(moment: Moment, move: Move, worths: Mapping[Move, float]) -> Judged:
    """A move judged by what the options are worth to the mover from the decision on."""
    player = moment.position.to_move
    so_far = moment.score[0] - moment.score[1]
    options = [
        Option(m, sign(player) * worth + so_far) for m, worth in sorted(worths.items(), key=lambda item: -item[1])
    ]
    values = {option.move: option.value for option in options}
    lost = worths[options[0].move] - worths[move]
    return Judged(
        n=1,
        moment=moment,
        player=player,
        move=move,
        best=options[0].move,
        value=values[move],
        best_value=options[0].value,
        lost=lost,
        low=lost,
        high=lost,
        exact=True,
        mistake=lost > 0,
        worlds=1,
        options=options,
    )


def mistakes(record: Record, worlds: int = 24, *, third: int | None = None) -> Iterator[Judged]:
    """All decisions of a deal that a rough estimate finds wanting, claims not made included; or of one ``third``."""
    for moment in replay(record).moments[third :: 1 if third is None else 3]:
        stage, turn = moment.position.stage, moment.turn
        if turn is None or stage is Stage.SHOW:
            continue
        worths = _worths(moment, worlds)
        move = turn.move
        if stage in (Stage.CLAIM, Stage.ANSWER):
            if CLAIM not in worths:
                continue
            worths = {CLAIM: worths[CLAIM], WAIT: max(w for m, w in worths.items() if m != CLAIM)}
        else:
            worths.pop(CLAIM, None)  # it was waived already
        if move in worths and worths[move] < max(worths.values()):
            yield judged(moment, move, worths)


def _worths(moment: Moment, worlds: int) -> dict[Move, float]:
    answer = analyze(moment.seen_by(moment.position.to_move), Settings(worlds=worlds))
    return {option.move: float(option.value) for option in answer.moves}
