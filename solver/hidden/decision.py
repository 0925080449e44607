"""Should I close now? Closing and playing on side by side, and the verdict."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from typing import Any

from bingo.solver import native
from bingo.solver.game.information import InformationSet
from bingo.solver.game.objective import Objective
from bingo.solver.game.position import Position
from bingo.solver.game.presets import label
from bingo.solver.game.tiles import text_mask
from bingo.solver.hidden.best_defence import Limits
from bingo.solver.hidden.closing import CloseAnalysis, Lead, analyze_closing, may_close
from bingo.solver.hidden.estimates import Estimates, chance_keys
from bingo.solver.hidden.failing import Why
from bingo.solver.hidden.lead_solver import Progress
from bingo.solver.hidden.match_chances import MatchChances
from bingo.solver.hidden.means import Interval, Mean
from bingo.solver.hidden.settings import DEFAULT, DEFAULT_SETTINGS, Settings
from bingo.solver.hidden.view import describe, known
from bingo.solver.showing import Shown

#: Deals drawn to estimate playing on, unless the settings say how many.
WORLDS = 4096
CLOSE, PLAY_ON, UNCLEAR = "close", "play on", "too close to call"
#: What part of the time, where one is set, closing may take; and of all the work, of progress only.
CLOSING_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Decision(Shown):
    """The answer to *should I close now?*

    Attributes:
        known: What you know of the deal.
        closing: Every lead after closing; the advised one is ``closing.best``.
        open: The ways of playing on, an estimate; None where there is no native kernel to make one.
        settings: How it was found.
        seconds: The time that all of it took.
    """

    known: InformationSet
    closing: CloseAnalysis
    open: Estimates | None
    settings: Settings
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether closing was solved against every hand. Playing on is always an estimate."""
        return self.closing.exact

    @property
    def advice(self) -> str:
        """``close`` if what the advised lead is guaranteed to take is above the whole interval of playing on (or equals
        its upper end, and wins for certain); ``play on`` if even closing with sight of the hand is below it, or a
        claim brings as much; else ``too close to call``. From a sample, the end of an interval that is against the
        advice counts. Where the match is minded, all that is said of the chances to win it.
        """
        best = self.closing.best
        low = best.guaranteed.points.low if best.match is None else best.match.guaranteed.low
        high = max(
            (lead.double_dummy.points if lead.match is None else lead.match.double_dummy).high
            for lead in self.closing.leads
        )
        if self.open is None:
            return CLOSE if self.closing.certain else UNCLEAR
        first = self.open.best
        going_on = Interval(first.value, first.low, first.high) if first.chance is None else first.chance
        if not first.worlds and going_on.value >= high:
            return PLAY_ON
        if low > going_on.high or (self.closing.certain and low == going_on.high):
            return CLOSE
        return PLAY_ON if high < going_on.low else UNCLEAR

    def as_dict(self) -> dict[str, Any]:
        """The object that ``bingo close --json`` writes; positions/README.md has the keys."""
        closing, refutation, match = self.closing, self.closing.refutation, self.known.match
        found: dict[str, Any] = {
            "name": self.known.name,
            "rules": label(self.known.rules),
            "hands": closing.hands,
            "tried": closing.tried,
            "exact": self.exact,
            "weighted": closing.weighted,
            "advice": self.advice,
            "close": {
                "move": str(closing.best.move),
                **_mean(closing.best.double_dummy),
                **_match(closing.best.match, "double_dummy"),
            },
            "leads": [_lead(lead) for lead in closing.leads],
            "open": None if self.open is None else _open(self.open),
            "feasible": closing.feasible,
            "certain": closing.certain,
            "refutation": None,
            "why": _why(closing.why),
            "remarks": describe(self.known),
            "seed": self.settings.seed,
            "seconds": round(self.seconds, 4),
        }
        if refutation is not None:
            found["refutation"] = {
                "opponent": text_mask(refutation.hand),
                "value": refutation.value,
                "line": list(refutation.line),
            }
        if match is not None:
            found["match"] = {"you": match.you, "opponent": match.opponent}
        return found


def should_close(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Progress | None = None,
    objective: Objective | None = None,
) -> Decision:
    """Whether to close now, knowing only what ``you`` know; see :func:`bingo.solver.should_close`.

    Raises:
        IllegalMove: closing is not possible now; it says why.
        NotationError: your own hand is not given.
    """
    start = time.perf_counter()
    report = on_progress or (lambda _share: None)
    seen = known(position)
    may_close(seen)
    part = CLOSING_SHARE if native.built() else 1.0
    limited = settings if settings.seconds is None else _within(settings, part * settings.seconds)
    closing = analyze_closing(seen, limited, lambda share: report(part * share), objective=objective)
    going_on = None
    if native.built():
        rest = None if settings.seconds is None else max(settings.seconds - (time.perf_counter() - start), 0.01)
        going_on = _play_on(seen, settings, rest, objective, lambda share: report(part + (1 - part) * share))
    return Decision(seen, closing, going_on, settings, time.perf_counter() - start)


def _within(settings: Settings, seconds: float) -> Settings:
    return replace(settings, seconds=seconds)


def _play_on(
    seen: InformationSet,
    settings: Settings,
    seconds: float | None,
    objective: Objective | None,
    on_progress: Progress,
) -> Estimates:
    from bingo.solver.hidden.analysis import with_match
    from bingo.solver.hidden.phase_one import Budget, estimate

    def estimated(goal: Objective | None, limit: float | None, report: Progress) -> Estimates:
        return estimate(
            seen,
            settings.method or DEFAULT,
            Budget(limit, settings.worlds or WORLDS, settings.apart),
            settings.seed,
            stay_open=True,
            inference=settings.inference,
            threads=settings.threads,
            on_progress=report,
            objective=goal,
        )

    return with_match(estimated, objective, seconds, on_progress)


def _mean(mean: Mean) -> dict[str, Any]:
    found: dict[str, Any] = {"value": mean.value, "win": mean.win}
    if not mean.exact:
        found |= {"low": mean.points.low, "high": mean.points.high}
        found |= {"win_low": mean.wins.low, "win_high": mean.wins.high}
    return found


def _lead(lead: Lead) -> dict[str, Any]:
    return {
        "move": str(lead.move),
        **_mean(lead.double_dummy),
        **_match(lead.match, "double_dummy"),
        "sure": {
            **_mean(lead.guaranteed),
            **_match(lead.match, "guaranteed"),
            "outcomes": _by_value(lead.guaranteed_outcomes),
            "chances": _by_value(lead.guaranteed_chances),
        },
        **_best_defence(lead.best_defence, lead.match),
        "outcomes": _by_value(lead.outcomes),
        "chances": _by_value(lead.chances),
    }


def _match(chances: MatchChances | None, which: str) -> dict[str, float]:
    if chances is None:
        return {}
    chance: Interval = getattr(chances, which)
    return {"chance": chance.value} if chance.low == chance.high else chance_keys(chance)


def _best_defence(limits: Limits | None, match: MatchChances | None) -> dict[str, Any]:
    if limits is None:
        return {"exact": False, "best_defence": None}
    between = asdict(limits)
    if match is not None and match.between is not None:
        between |= dict(zip(("chance_low", "chance_high"), match.between, strict=True))
    return {"exact": limits.exact, "best_defence": between}


def _by_value(parts: tuple[tuple[int, float], ...]) -> dict[str, float]:
    return {f"{value:+d}" if value else "0": part for value, part in parts}


def _open(found: Estimates) -> dict[str, Any]:
    best = found.best
    return {
        "move": str(best.move),
        "value": best.value,
        "low": best.low,
        "high": best.high,
        **chance_keys(best.chance),
        "worlds": best.worlds,
        "alike": [str(move) for move in found.alike],
        "every": found.every,
        "method": found.method if best.worlds else "exact",
    }


def _why(why: Why) -> dict[str, Any]:
    pattern = why.pattern
    return {
        "failing": why.failing,
        "hands": why.hands,
        "share": why.share,
        "always": text_mask(why.always),
        "pattern": pattern
        and {
            "opponent": text_mask(pattern.tiles),
            "failing": pattern.failing,
            "hands": pattern.hands,
            "share": pattern.share,
        },
    }
