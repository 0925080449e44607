"""What every review looks like that ``--json`` writes, as ``answers.py`` says it of what is asked of a position."""

from typing import Any, Literal

from tests.support.answers import TOLERANCE, Count, Move, Player, check, list_of, sign, struct


def _decision(decision: Any) -> None:
    check(decision.mistake == (decision.grade is not None), "expected a grade of a mistake")
    check((decision.why is None) == (decision.reason is None), "expected a reason with why")
    check({decision.move, decision.best} <= {o.move for o in decision.options}, "expected the move among the options")
    lost = sign(decision.player) * (decision.best_value - decision.value)
    check(abs(lost - decision.lost) < TOLERANCE, "expected as loss what the best is worth more")
    check(not decision.mistake or decision.low > 0, "expected a mistake only beyond doubt")
    check(not (decision.mistake and decision.repeated), "expected a close missed again to be marked once")


def _review(answer: Any) -> None:
    numbers = [decision.n for decision in answer.decisions]
    check(numbers == [*range(1, len(numbers) + 1)], "expected numbers from 1")
    for player in ("you", "opponent"):
        mine = [decision for decision in answer.decisions if decision.player == player]
        lost, marked_mistakes = getattr(answer.lost, player), getattr(answer.mistakes, player)
        known_loss = sum(decision.lost for decision in mine if not decision.repeated)
        check(player not in answer.judged or abs(known_loss - lost) < 1e-6, "expected losses that add up")
        check(marked_mistakes == sum(decision.mistake for decision in mine), "expected all mistakes counted")
    if answer.result is not None and answer.luck is not None:
        expected = answer.start + answer.luck.you - answer.lost.you + answer.lost.opponent
        check(abs(answer.result - expected) < TOLERANCE, "expected result = start + luck - lost + lost by the opponent")


def _luck(draw: Any) -> None:
    check(abs(draw.you - draw.deal - draw.draws - draw.hidden) < TOLERANCE, "expected luck that adds up")


def _both(kind: Any) -> Any:
    return struct("you opponent", you=kind, opponent=kind)


#: The limits are of what was lost.
LOSS_KINDS: dict[str, Any] = {"limited": {"lost": ""}, "best": Move, "low": float, "high": float}
Totals = struct("decisions doubtful bad very_bad lost per_decision")
Decision = struct(
    "n trick phase player move best value best_value chance? best_chance? lost low high exact worlds mistake repeated"
    " grade luck ending why reason options open match?",
    _decision,
    **LOSS_KINDS,
    phase=Literal["open", "closed", "exhausted"],
    grade=Literal["doubtful", "bad", "very bad"] | None,
    luck=Literal["lucky", "unlucky"] | None,
    ending=Literal["close", "claim"] | None,
    why=str | None,
    reason=struct("kind line hand", kind=str, line=list[str], hand=str | None) | None,
    options=list_of(struct("move value"), 1),
    open=struct("best value best_value lost", best=Move) | None,
    match=struct("best chance best_chance lost low high mistake", **LOSS_KINDS),
)
Review = struct(
    "name rules result start luck lost mistakes adjusted judged players totals turning draws decisions worlds limit"
    " seed",
    _review,
    result=float | None,
    luck=struct("you deal draws hidden", _luck, you=float) | None,
    lost=_both(float),
    mistakes=_both(Count),
    adjusted=float | None,
    turning=struct("swing n? draw?", n=Count, draw=Count | None) | None,
    judged=list[Player],
    players=_both(str) | None,
    totals=_both(Totals),
    draws=list_of(struct("trick worth", trick=Count)),
    decisions=list_of(Decision),
    worlds=Count | None,
    limit=float | None,
)
