"""The page of the collections, with five puzzles as ``bingo puzzle`` shows them.

``python -m tests.positions.gallery`` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from bingo.cli.main import app
from bingo.solver.puzzles.themes import THEMES

PAGE = Path(__file__).parents[2] / "positions" / "collections" / "README.md"
#: Theme and number of the puzzles shown.
SHOWN = (("hold-the-bingo", 20), ("sacrifice", 6), ("forced-reply", 8), ("wait-with-a-claim", 14), ("close-now", 2))
HEAD = """\
# Puzzles

In each of these positions only one move wins, or reaches what can be reached, and it is not the one that comes to mind.
All of them come from play: `bingo compose` found them, assuming best play by both sides. `bingo puzzle` poses them.

```text
{table}
```

[What makes a puzzle](../PUZZLES.md) explains how they are found, what counts as obvious, what the themes mean and how
difficulty is measured. `other-rules.yaml` contains puzzles of all themes under the other presets. In `close-unseen` and
`first-leads` [tiles are hidden](../PUZZLES.md#hidden-tiles).
"""

FOOT = """\
## How they were made

There is one file for each theme and one for the other rules, made in `positions/collections` by:

```text
{commands}
```

The kernel found the answers. One of the tests checks each value, and that no other move reaches it, with the
reference search, which shares nothing with the kernel but the rules. Those with hidden tiles come from such play too;
what composed them is no longer part of the program. `refutations.jsonl` has what they are judged by.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD.format(table=_run("--list").rstrip())]
    for n, (theme, number) in enumerate(SHOWN, 1):
        parts.append("\n".join(_shown(n, theme, number)))
    return "\n".join([*parts, FOOT.format(commands="\n".join(_commands()))])


def _shown(n: int, theme: str, number: int) -> Iterator[str]:
    posed, answer = _run(theme, "--number", str(number), text="give up\n").split("Your move: give up\n")
    yield f"## {n}. {THEMES[theme].about}"
    yield ""
    yield f"`bingo puzzle {theme} --number {number}`"
    yield from ["", "```text", posed.rstrip(), "```", ""]
    yield from ["<details><summary>Solution</summary>", "", "```text", answer.strip(), "```", "", "</details>", ""]


def _commands() -> Iterator[str]:
    deals = {"close-now": 200_000, "do-not-close": 200_000, "save-the-thirty": 8_000_000}
    seeds = {"akagiri": 21, "hoyle-1868": 22, "hoyle-modern": 23, "engel": 24, "domino-play": 25}
    for name in THEMES:
        only = "" if name in ("wait-with-a-claim", "save-the-thirty", "under-thirty") else " --deciding"
        yield f"bingo compose --theme {name}{only} --count 27 --seed 8 --deals {deals.get(name, 4_000_000)} \\"
        yield f"    --out {name}.yaml"
    for rules, seed in seeds.items():
        yield f"bingo compose --rules {rules} --tiles 3-6 --stock 1 --count 1 --seed {seed} --deals 100000 \\"
        yield f"    {'>' if rules == 'akagiri' else '>>'} other-rules.yaml  # with a line --- between two"


def _run(*words: str, text: str = "") -> str:
    environment = {"COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    result = CliRunner().invoke(app, ["puzzle", *words], input=text, env=environment)
    assert result.exit_code == 0, result.output
    return result.stdout


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
