"""Analysis of domino Bingo: ``bingo.solver`` (the library), ``bingo.positions`` (files) and ``bingo.cli``.

A package of its own, not a namespace: a folder that happens to be called ``bingo`` must not be taken for it.
"""

__version__: str


def __getattr__(name: str) -> str:
    """``__version__``, looked up when it is asked for: that takes longer than starting."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("domino-bingo")
