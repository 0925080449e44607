"""Tables of README.md beside this file and of solver/STRATEGY.md, each below ``<!-- figures: NAME -->``.

A benchmark with ``--figures`` puts what it measured there.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

PAGES = [Path(__file__).with_name("README.md"), Path(__file__).parents[1] / "solver" / "STRATEGY.md"]


def table(name: str) -> list[list[str]]:
    """The cells of a table, its head first."""
    head, _, *rows = _place(name)[1].splitlines()
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in (head, *rows)]


def _place(name: str) -> tuple[Path, str]:
    """The page that has a table, and its lines there."""
    lines = re.compile(rf"(?<=<!-- figures: {name} -->\n)(?:\|.*\n)+")
    [place] = [(page, match[0]) for page in PAGES if (match := lines.search(page.read_text("utf-8")))]
    return place


def rate(figure: float) -> str:
    """Three figures of a number, which is as well as a rate is known."""
    return f"{float(f'{figure:.3g}'):,.0f}"


def keep(name: str, figures: Mapping[str, Sequence[str]] | Mapping[tuple[str, str], Sequence[str]]) -> None:
    """Put figures into rows of a table, each behind its first cell or cells; a row that is not there is added."""
    head, *rows = table(name)
    for key, cells in figures.items():
        first = [key] if isinstance(key, str) else [*key]
        row = next((row for row in rows if row[: len(first)] == first), None)
        if row is None:
            row = first + [""] * (len(head) - len(first))
            rows.append(row)
        row[len(first) : len(first) + len(cells)] = cells
    fill(name, rows)


def fill(name: str, rows: Sequence[Sequence[str]]) -> None:
    """Put other rows under the head of a table."""
    page, lines = _place(name)
    head = lines.splitlines(keepends=True)[:2]
    drawn = ("|".join(f" {cell} " if cell else " " for cell in row) for row in rows)
    new = "".join([*head, *(f"|{row}|\n" for row in drawn)])
    page.write_text(page.read_text("utf-8").replace(lines, new), "utf-8")
