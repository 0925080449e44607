"""The engine: C++ in layers, one folder each, made into ``_kernel`` by ``bindings``; and the way to ask it.

``engine.hpp`` says what can be asked. An engine knows one rule set; here they are kept between questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bingo.solver.engine import _kernel
from bingo.solver.engine.tables import scoring, trump_tables, weights_for
from bingo.solver.errors import BingoError, IllegalMove
from bingo.solver.game import Move, Rules

#: Called now and then with the share of the work that is done. It may raise to end the work; :class:`StopEarly` then
#: gives the answer found so far.
OnProgress = Callable[[float], None]

#: Rule sets that engines are kept for; each has tables of some megabytes.
MAX_CACHED_RULES = 24


class StopEarly(Exception):
    """Raised by an ``on_progress`` callback to get the answer now: an estimate from the deals looked at so far.

    If there is no answer yet, the exception reaches the caller.
    """


class Progress:
    """A question under way, for whoever waits for it elsewhere: handed in as ``on_progress`` it has the ``share`` that
    is done, 0 to 1, and ``stop`` ends it from any thread. So does to leave its ``with``, as a cancelled task does.

    >>> from bingo import Progress, analyze, deal
    >>> with Progress() as progress:
    ...     analyze(deal(seed=3).seen_by(0), worlds=8, on_progress=progress).worlds
    8
    """

    def __init__(self) -> None:
        self.share, self._stopped = 0.0, False

    def stop(self) -> None:
        """End it within 50 ms, with the answer so far."""
        self._stopped = True

    def __call__(self, share: float) -> None:
        self.share = share
        if self._stopped:
            raise StopEarly

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


@contextmanager
def engine_for(rules: Rules) -> Iterator[_kernel.Engine]:
    """An engine for these rules that no other thread uses meanwhile.

    Raises:
        IllegalMove: an argument that the engine refuses, in its words.
        StopEarly: the callback ended it before there was anything to tell.
    """
    idle = _IDLE_ENGINES.setdefault(rules, [])
    try:
        engine = idle.pop()
    except IndexError:
        engine = _kernel.Engine(trump_tables(rules), scoring(rules), weights_for(rules))
    try:
        yield engine
    except _kernel.Stopped:
        raise StopEarly from None
    except BingoError:
        raise  # of the callback
    except ValueError as error:
        raise IllegalMove(str(error)) from None
    idle.append(engine)  # no longer kept if it failed
    while len(_IDLE_ENGINES) > MAX_CACHED_RULES:
        _IDLE_ENGINES.pop(next(iter(_IDLE_ENGINES)), None)


def monitor(on_progress: OnProgress | None) -> Callable[[float], bool] | None:
    """The callback as the engine asks it: whether to stop."""
    if on_progress is None:
        return None

    def stops(share: float) -> bool:
        try:
            on_progress(share)
        except StopEarly:
            return True
        return False

    return stops


def move_of(parts: tuple[bool, int, int | None, bool], *, reply: bool) -> Move:
    """A move as the engine has it: (close, declared doubles, tile or None, claim)."""
    close, declare, tile, claim = parts
    return Move(close=close, declare=declare, lead=None if reply else tile, play=tile if reply else None, claim=claim)


_IDLE_ENGINES: dict[Rules, list[_kernel.Engine]] = {}
