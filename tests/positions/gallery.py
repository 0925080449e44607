"""The page of the collections shows puzzles as they are printed: ``python -m tests.positions.gallery`` draws it."""

import re
from pathlib import Path

from tests.support.command import run

GALLERY_PAGE = Path(__file__).parents[2] / "positions" / "collections" / "README.md"
_THEME_LIST = re.compile(r"(?<=^```text\n)theme .*?(?=^```)", re.MULTILINE | re.DOTALL)
_PUZZLE = re.compile(r"^`bingo puzzle (\S+) --number (\d+)`\n\n```text\n.*?</details>", re.MULTILINE | re.DOTALL)


def redrawn(page: str) -> str:
    """The page with the table of puzzles and each puzzle, posed and solved, as they are printed."""

    def puzzle(shown: re.Match[str]) -> str:
        printed = run("puzzle", shown[1], "--number", shown[2], text="give up\n").stdout
        posed, answer = printed.split("Your move: give up\n")
        solution = f"<details><summary>Solution</summary>\n\n```text\n{answer.strip()}\n```\n\n</details>"
        return f"`bingo puzzle {shown[1]} --number {shown[2]}`\n\n```text\n{posed.rstrip()}\n```\n\n{solution}"

    return _PUZZLE.sub(puzzle, _THEME_LIST.sub(lambda _: f"{run('puzzle', '--list').stdout.rstrip()}\n", page))


if __name__ == "__main__":
    GALLERY_PAGE.write_text(redrawn(GALLERY_PAGE.read_text("utf-8")), "utf-8")
