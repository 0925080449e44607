"""The figures of README.md beside this file and of solver/STRATEGY.md: ``python -m benchmarks.figures`` draws their
tables from ``figures.json``.

A table stands on the page under ``<!-- figures: NAME -->``; its first row is the head. A benchmark with ``--figures``
puts what it measured into the data, and draws the page.
"""

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

PAGE, DATA = (Path(__file__).with_name(name) for name in ("README.md", "figures.json"))
#: The other page with tables.
GUIDE = PAGE.parents[1] / "solver" / "STRATEGY.md"
_PLACE = re.compile(r"(?<=<!-- figures: )([\w-]+)( -->\n)(?:\|.*\n)*")
_NUMBER = re.compile(r"[-+]?[\d,.]+(%| (s|ms|KB))?|")

Table = list[list[str]]


def tables() -> dict[str, Table]:
    data: dict[str, Table] = json.loads(DATA.read_text(encoding="utf-8"))
    return data


def drawn(page: str) -> str:
    """A page with its tables as the data have them; every table of the data has one place on all pages."""
    data = tables()
    pages = (file.read_text(encoding="utf-8") for file in (PAGE, GUIDE))
    if sorted(data) != sorted(name for file in pages for name, _ in _PLACE.findall(file)):
        raise ValueError(f"expected one place for each of {', '.join(data)}")
    return _PLACE.sub(lambda place: f"{place[1]}{place[2]}{_markdown(data[place[1]])}", page)


def _markdown(table: Table) -> str:
    """Columns of numbers stand to the right."""
    head, *rows = table
    sides = ["--:" if all(map(_NUMBER.fullmatch, column)) else "---" for column in zip(*rows, strict=True)]
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |").replace("|  |", "| |") for row in (head, *rows)]
    lines.insert(1, f"|{'|'.join(sides)}|")
    return "\n".join(lines) + "\n"


def option(parser: argparse.ArgumentParser) -> None:
    """What a benchmark is asked with."""
    parser.add_argument("--figures", action="store_true", help="put what was measured into the tables of the page")


def called(**options: object) -> str:
    """Options as one types them, less those that are not given: ``--rules berndt --match``."""
    used = {name: value for name, value in options.items() if value}
    return " ".join(f"--{name}" if value is True else f"--{name} {value}" for name, value in used.items())


def rate(figure: float) -> str:
    """Three figures of a number, which is as well as a rate is known."""
    return f"{float(f'{figure:.3g}'):,.0f}"


def keep(name: str, figures: Mapping[str, Sequence[str]] | Mapping[tuple[str, str], Sequence[str]]) -> None:
    """Put figures into rows of a table, each behind its first cell or cells, and draw the page; a row that is not there
    is added.
    """
    data = tables()
    head, *rows = data[name]
    for key, cells in figures.items():
        first = [key] if isinstance(key, str) else [*key]
        row = next((row for row in rows if row[: len(first)] == first), None)
        if row is None:
            row = first + [""] * (len(head) - len(first))
            data[name].append(row)
        row[len(first) : len(first) + len(cells)] = cells
    _draw(data)


def fill(name: str, rows: Sequence[Sequence[str]]) -> None:
    """Put other rows under the head of a table, and draw the page."""
    data = tables()
    data[name][1:] = [list(row) for row in rows]
    _draw(data)


def _draw(data: Mapping[str, Table]) -> None:
    DATA.write_text(written(data), encoding="utf-8")
    main()


def written(data: Mapping[str, Table]) -> str:
    """A row a line, so that a difference is read as one of the page."""
    parts = (",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in table) for table in data.values())
    return "{\n" + ",\n".join(f' "{name}": [\n{rows}\n ]' for name, rows in zip(data, parts, strict=True)) + "\n}\n"


def main() -> None:
    """Draw the pages anew."""
    for page in (PAGE, GUIDE):
        page.write_text(drawn(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
