"""Analysis of domino Bingo: what a position is worth, what to play, whether to close or to claim.

>>> from bingo.positions import reads
>>> from bingo.solver import analyze
>>> [position] = reads("{trump: 4, lead: you, you: {hand: 4-4, points: 65, tricks: 7},"
...                    " opponent: {hand: 6-5, points: 41, tricks: 6}}")
>>> analyze(position).value
1

**Values** are game points to come, seen from ``you``: plus is good for you. Under rules that make a deal worth card
points (preset ``berndt``) they are card points instead, those already taken included. An ``Analysis`` is exact; an
``Estimates`` has means with 95% confidence intervals.

**Players** are numbers, 0 for you and 1 for the opponent; pairs stand in this order.

**Tiles** are numbers 0 to 27: 0-0, 1-0, 1-1, 2-0 ... 6-6, so that tile ``a-b`` is ``a * (a + 1) // 2 + b`` for
``a >= b``. A set of tiles is a number too: bit ``n`` is tile ``n``. ``tiles`` has what reads and writes them, such as
``tiles.text_mask(position.hands[0])``.

**Errors** are ``BingoError``, a ``ValueError`` whose message is meant for a person: ``NotationError`` for what cannot
be read or is out of range, ``ImpossiblePosition`` with every reason why, ``IllegalMove``. What is of the wrong
type altogether is a ``TypeError``.

To play: ``deal`` a ``Position``, ask for its ``legal_moves`` and for ``position.to_move``, and ``play`` one of them;
the ``Outcome`` has the game points it brings, and the next position. ``Move.parse`` reads what ``str``
writes, ``Position.parse`` what ``position.notation`` is. ``check(Setup(...))`` makes a position of what is known, an
``InformationSet`` where tiles are hidden.

``PRESETS`` are the published rule sets by name; ``rules("pagat, must_beat=false")`` makes ``Rules`` of a name and
single fields. Where no rules are named they are ``pagat``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from bingo.solver.analysis.settings import DEFAULT_SETTINGS as DEFAULT_SETTINGS, Settings as Settings
from bingo.solver.engine.kernel import solve_many as solve_many
from bingo.solver.errors import (
    BingoError as BingoError,
    IllegalMove as IllegalMove,
    ImpossiblePosition as ImpossiblePosition,
    NotationError as NotationError,
    Reason as Reason,
    check_type,
)

if TYPE_CHECKING:
    from bingo.solver.analysis.claim import Claim as Claim
    from bingo.solver.analysis.closing import (
        CloseAnalysis as CloseAnalysis,
        Decision as Decision,
        Pattern as Pattern,
        Refutation as Refutation,
        Why as Why,
    )
    from bingo.solver.analysis.exact import Analysis as Analysis, Choice as Choice, Step as Step
    from bingo.solver.analysis.hidden import Estimate as Estimate, Estimates as Estimates
    from bingo.solver.analysis.leads import (
        Interval as Interval,
        Lead as Lead,
        Limits as Limits,
        MatchChances as MatchChances,
        Mean as Mean,
    )
    from bingo.solver.game import tiles as tiles
    from bingo.solver.game.check import check as check
    from bingo.solver.game.information import InformationSet as InformationSet, Taken as Taken, Trick as Trick
    from bingo.solver.game.moves import Expect as Expect, Move as Move
    from bingo.solver.game.position import Closing as Closing, Match as Match, Position as Position, Stage as Stage
    from bingo.solver.game.presets import PRESETS as PRESETS, Preset as Preset, rules as rules
    from bingo.solver.game.record import Moment as Moment, Record as Record, Turn as Turn
    from bingo.solver.game.replay import Replay as Replay, replay as replay
    from bingo.solver.game.rules import Rules as Rules
    from bingo.solver.game.scoring import Objective as Objective
    from bingo.solver.game.setup import Setup as Setup, Side as Side, deal as deal
    from bingo.solver.game.tiles import Tile as Tile, TileSet as TileSet
    from bingo.solver.match.equity import (
        DealResult as DealResult,
        Equity as Equity,
        MatchEquity as MatchEquity,
        MatchTable as MatchTable,
        match_equity as match_equity,
    )
    from bingo.solver.proof.memory import Arrangement as Arrangement
    from bingo.solver.reviewing.deal import Review as Review, Totals as Totals
    from bingo.solver.reviewing.decision import (
        Draw as Draw,
        ForMatch as ForMatch,
        Judged as Judged,
        Laid as Laid,
        Luck as Luck,
        Option as Option,
    )

_ROOMS = {
    "game": ("tiles",),
    "game.tiles": ("Tile", "TileSet"),
    "game.check": ("check",),
    "game.setup": ("Setup", "Side", "deal"),
    "game.information": ("InformationSet", "Taken", "Trick"),
    "game.moves": ("Expect", "Move"),
    "game.position": ("Closing", "Match", "Position", "Stage"),
    "game.presets": ("PRESETS", "Preset", "rules"),
    "game.record": ("Moment", "Record", "Turn"),
    "game.replay": ("Replay", "replay"),
    "game.rules": ("Rules",),
    "analysis.closing": ("CloseAnalysis", "Decision", "Pattern", "Refutation", "Why"),
    "analysis.hidden": ("Estimate", "Estimates"),
    "analysis.leads": ("Interval", "Lead", "Limits", "MatchChances", "Mean"),
    "match.equity": ("DealResult", "Equity", "MatchEquity", "MatchTable", "match_equity"),
    "analysis.claim": ("Claim",),
    "proof.memory": ("Arrangement",),
    "reviewing.deal": ("Review", "Totals"),
    "reviewing.decision": ("Draw", "ForMatch", "Judged", "Laid", "Luck", "Option"),
    "analysis.exact": ("Analysis", "Choice", "Step"),
}

if not TYPE_CHECKING:  # for who checks types the imports say it
    __all__ = [
        *("BingoError", "IllegalMove", "ImpossiblePosition", "NotationError", "Reason", "Settings"),
        *("analyze", "can_claim", "review", "should_close", "solve_many"),
        *(name for names in _ROOMS.values() for name in names),
    ]


def __getattr__(name: str) -> Any:
    """Import what is asked for: a batch whose lines all take the quick way needs none of it."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{room}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@overload
def analyze(position: Position) -> Analysis: ...


@overload
def analyze(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Callable[[float], None] | None = None,
) -> Analysis | Estimates: ...


def analyze(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Callable[[float], None] | None = None,
) -> Analysis | Estimates:
    """What every sensible move of a position is worth.

    With everything known that is exact, and a line shows why. Where tiles are hidden it is estimated as ``settings``
    say; ``on_progress`` is told how much is done, 0 to 1. With a match score the best moves are those with the highest
    chance to win the match.

    Raises:
        NotationError: your own hand is hidden, or a number is out of its range.
        IllegalMove: no deal fits what is written, or the deal is over.
        TypeError: it is not a position, or these are no settings.
    """
    from bingo.solver.game.position import Position

    objective = _objective("analyze", position, settings)
    if isinstance(position, Position):
        from bingo.solver.analysis.exact import Searches, analyze_known

        position.require_sound()
        return analyze_known(position, Searches.of(position, objective, on_progress))
    from bingo.solver.analysis.hidden import analyze_hidden  # here: nothing else needs numpy at once

    return analyze_hidden(position, settings, on_progress or (lambda _share: None), objective)


def _objective(asked: str, position: Position | InformationSet, settings: Settings) -> Objective | None:
    """What is maximized where the position has a match score. Insists on a position and settings."""
    from bingo.solver.game.information import InformationSet
    from bingo.solver.game.position import Position

    check_type(asked, position, Position, InformationSet)
    check_type("settings", settings, Settings)
    if position.match is None:
        return None
    from bingo.solver.match.objectives import match_objective

    return match_objective(position)


def can_claim(position: Position | InformationSet, on_progress: Callable[[float], object] | None = None) -> Claim:
    """Whether you have the card points for a claim, by what is written of your tricks and declarations.

    The :class:`~bingo.solver.analysis.claim.Claim` is true only if that is ``certain``; its ``verdict`` may also be
    ``possible`` or ``impossible``, or ``undecided`` if 5 seconds were not enough; ``on_progress`` is called meanwhile,
    and may raise to end it. Where your card points are known it
    is arithmetic; where tricks are only partly remembered, it is proved. Whether claiming now is also best is what
    :func:`analyze` tells.

    Raises:
        NotationError: your own hand is not given.
        ImpossiblePosition: no tricks fit what is remembered.
        TypeError: it is not a position.
    """
    from bingo.solver.analysis.claim import claim
    from bingo.solver.game.information import InformationSet
    from bingo.solver.game.position import Position

    check_type("can_claim", position, Position, InformationSet)
    return claim(position, proved=False, on_wait=on_progress and (lambda: on_progress(0.0)))


def review(
    record: Record, settings: Settings = DEFAULT_SETTINGS, on_progress: Callable[[float], None] | None = None
) -> Review:
    """What every decision of a recorded deal lost: by what its player could know, and by what was there.

    A move is compared with the best one in ``settings.worlds`` deals: 16,384 unless given; 2,048 make a quick review,
    and some dozens are enough for totals over thousands of deals. The best is chosen in other deals than these, so that
    chance alone makes no loss. With ``settings.seconds`` for the whole deal the answer depends on the machine. Where
    the record has one player's tiles, their decisions alone are judged. ``on_progress`` is told how much is done.

    Raises:
        IllegalMove: a turn of the record is against the rules; it says which.
        TypeError: it is not a record, or these are no settings.
    """
    from bingo.solver.game.record import Record
    from bingo.solver.reviewing.deal import review_deal  # here: nothing else needs it

    check_type("review", record, Record)
    check_type("settings", settings, Settings)
    return review_deal(record, settings, on_progress or (lambda _share: None))


def should_close(
    position: Position | InformationSet,
    settings: Settings = DEFAULT_SETTINGS,
    on_progress: Callable[[float], None] | None = None,
    *,
    seed: int | None = None,
) -> Decision:
    """Whether to close now, knowing only what ``you`` know: whatever else is written is ignored.

    Closing is solved against every hand that the opponent may hold, or against a sample of them where all would take
    longer than ``settings.seconds`` (unless these are given: a few seconds, counted in nodes so that the answer is the
    same on every machine). Playing on is estimated from ``settings.worlds`` deals, as many as in :func:`analyze`.
    ``seed`` is short for settings with that seed. ``on_progress`` is told how much is done, 0 to 1.

    Raises:
        IllegalMove: closing is not possible now; it says why.
        NotationError: your own hand is not given, or the seed is below 0.
        TypeError: it is not a position, or these are no settings.
    """
    from bingo.solver.analysis import closing  # here: nothing else needs numpy at once

    objective = _objective("close", position, settings)
    chosen = settings if seed is None else replace(settings, seed=seed)
    return closing.should_close(position, chosen, on_progress, objective)
