"""Analysis of domino Bingo: ``bingo.solver`` (the library), ``bingo.positions`` (files) and ``bingo.cli``.

A package of its own, not a namespace: a folder that happens to be called ``bingo`` must not be taken for it.
"""

__version__ = "0.1.0"
