"""The questions: what is a position worth, should I close now, can I claim?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bingo.solver.analysis import closing
from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.claim import Claim, claim
from bingo.solver.analysis.exact import Searches, analyze_exact
from bingo.solver.analysis.hidden import analyze_hidden
from bingo.solver.analysis.settings import Options, Settings, resolve_settings
from bingo.solver.engine import OnProgress
from bingo.solver.errors import check_type
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.match import match_objective

if TYPE_CHECKING:
    from typing_extensions import Unpack


def analyze(
    position: Position | InformationSet,
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    **options: Unpack[Options],
) -> Answer:
    """What every sensible move is worth: exact where every tile is known, else as ``settings`` or options say.

    With a match score the best moves are those with the highest chance to win the match. ``on_progress`` is told how
    much is done, 0 to 1, and may raise to end it: ``StopEarly`` to have what there is.

    >>> from bingo import deal
    >>> answer = analyze(deal(seed=3).seen_by(0), worlds=64)
    >>> answer.kind, len(answer.moves) > 6, answer.moves[0].low < answer.value < answer.moves[0].high
    ('estimate', True, True)

    Raises:
        IllegalMove: the deal is over, or no deal fits.
        NotationError: your own hand is hidden, or an option is out of its range.
        TypeError: it is not a position, or there is no such option.
    """
    check_type("analyze", position, Position, InformationSet)
    choice, objective = resolve_settings(settings, options), match_objective(position)
    if isinstance(position, Position):
        position.require_sound()
        searches = Searches.of(position, objective, on_progress)
        return analyze_exact(position, searches.points, searches.chances)
    return analyze_hidden(position, choice, on_progress or (lambda _share: None), objective)


def close(
    position: Position | InformationSet,
    settings: Settings | None = None,
    on_progress: OnProgress | None = None,
    **options: Unpack[Options],
) -> Answer:
    """Whether to close now, and with which lead: ``advice`` says the first, ``moves`` are the leads after closing.

    Only what ``you`` know is looked at. Closing is solved against every hand that the opponent may hold, or against a
    sample of them where all would take longer than ``seconds`` (unless these are given: a few seconds, counted in nodes
    so that the answer is the same on every machine). Playing on is estimated from as many deals as in :func:`analyze`.

    >>> from bingo import read
    >>> [position] = read("positions/examples/should-i-close.yaml")
    >>> answer = close(position)
    >>> answer.advice, str(answer.best), round(answer.value, 2)
    ('close', 'close, declare 6-6 0-0, lead 6-6', 0.76)

    Raises:
        IllegalMove: closing is not possible now; it says why.
        NotationError: your own hand is hidden, or an option is out of its range.
        TypeError: it is not a position, or there is no such option.
    """
    check_type("close", position, Position, InformationSet)
    return closing.should_close(position, resolve_settings(settings, options), on_progress, match_objective(position))


def can_claim(position: Position | InformationSet, on_progress: OnProgress | None = None) -> Claim:
    """Whether you have the card points for a claim, by what is written of your tricks and declarations.

    The :class:`~bingo.solver.analysis.claim.Claim` is true only if that is ``certain``; its ``verdict`` may also be
    ``possible`` or ``impossible``, or ``undecided`` if 5 seconds were not enough; ``on_progress`` is called meanwhile,
    and may raise to end it. Where your card points are known it is arithmetic; where tricks are only partly remembered,
    it is proved. Whether claiming now is also best is what :func:`analyze` tells.

    Raises:
        NotationError: your own hand is not given.
        ImpossiblePosition: no tricks fit what is remembered.
        TypeError: it is not a position.
    """
    check_type("can_claim", position, Position, InformationSet)
    return claim(position, proved=False, on_wait=on_progress and (lambda: on_progress(0.0)))
