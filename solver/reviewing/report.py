"""A review as data: the object that ``bingo review --json`` writes, the rows of ``--csv``, and what stands out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bingo.solver.game.position import OPPONENT, PLAYER_NAMES, YOU, Stage
from bingo.solver.game.presets import label
from bingo.solver.reviewing.decision import Draw, ForMatch, Judged
from bingo.solver.reviewing.grades import grade, unit
from bingo.solver.reviewing.judging import stage_of
from bingo.solver.showing import stated

if TYPE_CHECKING:
    from bingo.solver.reviewing.deal import Review, Totals

#: The columns of ``--csv``.
COLUMNS = (
    "file",
    "deal",
    "name",
    "rules",
    "n",
    "trick",
    "player",
    "move",
    "best",
    "value",
    "best_value",
    "lost",
    "low",
    "high",
    "exact",
    "worlds",
    "mistake",
    "grade",
    "why",
    "open_best",
    "open_lost",
)


@dataclass(frozen=True, slots=True)
class Turning:
    """What moved the deal most: a decision or a draw, and by how much, seen from ``you``."""

    swing: float
    decision: Judged | None = None
    draw: Draw | None = None


def turning_point(review: Review) -> Turning | None:
    """The decision or draw with the largest swing; None where nothing moved."""
    found = [Turning(one.value - one.best_value, decision=one) for one in review.decisions if one.mistake]
    found += [Turning(one.worth, draw=one) for one in (review.luck.each if review.luck else ()) if one.worth]
    return max(found, key=lambda one: abs(one.swing), default=None)


def luck_of(one: Judged) -> str | None:
    """``unlucky``: right by what was known, lost by what was there; ``lucky``: the other way round; else None."""
    if one.open is None or one.exact:
        return None
    if one.mistake:
        return "lucky" if not one.open.lost else None
    return "unlucky" if one.open.lost >= unit(one.moment.position.rules) and one.best == one.move else None


def ending_of(one: Judged) -> str | None:
    """``close`` or ``claim`` where that was made or would have been best, or a claim was waived; else None."""
    claims = one.move.claim or one.best.claim or stage_of(one.moment) in (Stage.CLAIM, Stage.ANSWER)
    return "claim" if claims else "close" if one.move.close or one.best.close else None


def ending_made(one: Judged) -> bool:
    """Whether the player did close or claim."""
    return one.move.claim if ending_of(one) == "claim" else one.move.close


def as_dict(review: Review) -> dict[str, Any]:
    """The object that ``bingo review --json`` writes."""
    record, luck = review.record, review.luck
    return {
        "name": record.name,
        "rules": label(record.rules),
        **stated(review, "result", "start"),
        "luck": luck and stated(luck, "you", "deal", "draws", "hidden"),
        "lost": _both(review.lost),
        "mistakes": _both((review.totals[YOU].mistakes, review.totals[OPPONENT].mistakes)),
        "adjusted": review.adjusted,
        "judged": [PLAYER_NAMES[player] for player in review.judged],
        "players": record.players and _both(record.players),
        "totals": _both((_totals(review.totals[YOU]), _totals(review.totals[OPPONENT]))),
        "turning": _turning(turning_point(review)),
        "draws": [{"trick": one.trick, "worth": one.worth} for one in (luck.each if luck else ())],
        "decisions": [decision_dict(one) for one in review.decisions],
        "worlds": review.worlds if review.settings.seconds is None else None,
        "limit": review.settings.seconds,
        "seed": review.settings.seed,
    }


def decision_dict(one: Judged) -> dict[str, Any]:
    """A decision of it."""
    laid, reason, match = one.open, one.reason, one.match
    return {
        **stated(one, "n", "trick", "phase"),
        "player": PLAYER_NAMES[one.player],
        "move": str(one.move),
        "best": str(one.best),
        **stated(one, "value", "best_value"),
        **({} if match is None else {"chance": match.chance, "best_chance": match.chance_by_points}),
        **stated(one, "lost", "low", "high", "exact", "worlds", "mistake", "repeated"),
        "grade": graded(one),
        "luck": luck_of(one),
        "ending": ending_of(one),
        "why": reason and reason.sentence,
        "reason": reason and {"kind": reason.kind, "line": list(reason.line), "hand": reason.hand},
        "options": [{"move": str(option.move), "value": option.value} for option in one.options],
        "open": laid and {"best": str(laid.best), **stated(laid, "value", "best_value", "lost")},
        **({} if match is None else {"match": _for_match(match)}),
    }


def _for_match(match: ForMatch) -> dict[str, Any]:
    return {"best": str(match.best), **stated(match, "chance", "best_chance", "lost", "low", "high", "mistake")}


def graded(one: Judged) -> str | None:
    """What a mistake is called."""
    return grade(one.lost, one.moment.position.rules) if one.mistake else None


def rows(found: dict[str, Any]) -> list[list[Any]]:
    """The rows of ``--csv``, a decision each, of what :func:`as_dict` made of a deal, with its ``file`` and number
    (``deal``).
    """
    deal = {key: found[key] for key in ("file", "deal", "name", "rules")}
    listed = []
    for one in found["decisions"]:
        laid = one["open"] or {"best": None, "lost": None}
        row = {**one, **deal, "open_best": laid["best"], "open_lost": laid["lost"]}
        listed.append([row.get(column) for column in COLUMNS])
    return listed


def _both(pair: tuple[Any, Any]) -> dict[str, Any]:
    return dict(zip(PLAYER_NAMES, pair, strict=True))


def _totals(found: Totals) -> dict[str, Any]:
    return {
        "decisions": found.decisions,
        **{name.replace(" ", "_"): count for name, count in found.grades.items()},
        **stated(found, "lost", "per_decision"),
    }


def _turning(found: Turning | None) -> dict[str, Any] | None:
    if found is None:
        return None
    where = {"n": found.decision.n} if found.decision else {"draw": found.draw.trick if found.draw else None}
    return {"swing": found.swing, **where}
