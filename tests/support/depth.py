"""Two depths: ``pytest`` has every subject with the fewest cases that kill its faults, ``pytest --thorough`` all."""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest
from hypothesis import settings

T = TypeVar("T")

#: What only the thorough run has: expensive cases of what cheaper ones hold too, and truths kept as data made anew.
thorough = pytest.mark.thorough

SHORT, THOROUGH = "short", "thorough"
#: How many examples a property is held by that names no number of its own.
EXAMPLES = {SHORT: 25, THOROUGH: 100}
for depth, examples in EXAMPLES.items():
    settings.register_profile(depth, deadline=None, max_examples=examples)  # a busy machine is no fault of the program


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="all cases, not only the fewest that kill faults")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """On several cores each gets a run of files, so that what a file makes is made once; who is done takes from others.

    One process more than cores works while others wait for a browser or a process that they started.
    """
    if getattr(config.option, "numprocesses", None) and config.option.dist in ("no", "load"):
        if config.option.numprocesses == "auto":
            config.option.numprocesses = config.hook.pytest_xdist_auto_num_workers(config=config) + 1
        config.option.dist = "worksteal"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile(THOROUGH if config.getoption("thorough") else SHORT)
    config.addinivalue_line("markers", "thorough: run with --thorough only")


def needs_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Files that look at a page come first: at the end nobody would compute while they wait for one.

    Without the option, what is marked is left out.
    """
    page_paths = {item.path for item in items if needs_browser(item)}
    items.sort(key=lambda item: item.path not in page_paths)
    if config.getoption("thorough"):
        return
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("thorough")])
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]


def by_depth(short: T, thorough: T) -> T:
    """The first, or with ``--thorough`` the second: numbers of cases, examples or seeds."""
    return thorough if settings.get_current_profile_name() == THOROUGH else short


def few(values: Iterable[T], *short: T) -> list[Any]:
    """Parameters of a test: those in ``short``, and the others with ``--thorough`` only."""
    return [value if value in short else pytest.param(value, marks=thorough) for value in values]
