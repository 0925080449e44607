"""The native kernel: C++ in layers, one folder each, and ``_kernel``, which the folder ``bindings`` makes of them.

Whether it was built is asked here and nowhere else; without one there is the reference search.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from bingo.solver.errors import MissingKernel


@cache
def built() -> bool:
    """Whether there is a kernel. One that was built but cannot be loaded is an ImportError, not a quiet no."""
    try:
        import_module(f"{__name__}._kernel")
    except ModuleNotFoundError:
        return False
    return True


def require(what: str) -> None:
    """Insist on a kernel for ``what``, a noun that an error message can begin with.

    Raises:
        MissingKernel: none was built.
    """
    if not built():
        raise MissingKernel(
            f"{what}: expected the native kernel; found none, as this installation was built without a C++ compiler"
        )


def __getattr__(name: str) -> Any:
    """Make ``from bingo.solver.native import _kernel`` say in words that there is no kernel."""
    if name != "_kernel":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("this part of the program")
    return import_module(f"{__name__}._kernel")
