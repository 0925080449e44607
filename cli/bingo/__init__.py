"""Domino Bingo: positions, deals, answers and players. ``help(bingo.analyze)`` and its like explain each.

``LEVELS`` names the program's own players, ``PRESETS`` the published rules; a ``Player`` is a level or a function of
what is seen and the legal moves. ``Progress`` says how far a question is, and ends it.
``bingo.solver`` has the parts of every answer, ``bingo.positions`` the files, ``bingo.cli`` the program. Questions are
plain functions, as there is nothing to keep between two of them: no engine has to be started, set up or ended.

A package of its own, not a namespace: a folder that happens to be called ``bingo`` must not be taken for it.
"""

from typing import TYPE_CHECKING, Any

__version__: str

if TYPE_CHECKING:
    from bingo.api import *


def __getattr__(name: str) -> Any:
    """Import everything once something is asked for: all of it takes longer than starting."""
    from importlib import import_module

    api = import_module("bingo.api")
    return getattr(api, name)


def __dir__() -> list[str]:
    """What can be asked for."""
    return [*__getattr__("__all__"), "__version__"]
