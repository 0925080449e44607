"""solver/game/RULES.md: it is there, and every section that code, tests or pages cite stands in it."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = ROOT / "solver" / "game" / "RULES.md"
FOLDERS = ("solver", "cli", "positions", "tests", "benchmarks")
KINDS = (".py", ".pyi", ".md", ".hpp", ".cpp")


def _citations() -> Iterator[tuple[Path, int]]:
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in KINDS:
                text = file.read_text(encoding="utf-8")
                for numbers in re.findall(r"RULES\.md,? sections? ([\d, andto]+)", text):
                    yield from ((file, int(number)) for number in re.findall(r"\d+", numbers))


def test_every_cited_section_exists() -> None:
    sections = {int(number) for number in re.findall(r"^## (\d+) ", RULES.read_text(encoding="utf-8"), re.MULTILINE)}
    cited = list(_citations())
    assert len({file for file, _ in cited}) > 15
    assert [(file, number) for file, number in cited if number not in sections] == []


def test_every_linked_file_exists() -> None:
    """Links within the project, of every page in it."""
    pages = [ROOT / "README.md", *(ROOT / ".github").glob("*.md")]
    pages += [page for folder in FOLDERS for page in sorted((ROOT / folder).rglob("*.md"))]
    missing = [
        (page.relative_to(ROOT), target)
        for page in pages
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert missing == []
    assert "(solver/game/RULES.md)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_file_that_contributing_names_exists() -> None:
    text = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:solver|cli|positions|tests|\.ci)/[\w./-]+)`", text)
    assert len(named) > 20
    cache = "tests/typing/"  # by the first run of mypy
    assert [name for name in named if "NAME" not in name and name != cache and not (ROOT / name).exists()] == []
    listed = {name.partition("/")[2] for name in named if name.startswith("solver/") and name.count("/") == 1}
    folders = {f.name for f in (ROOT / "solver").iterdir() if f.is_dir() and not f.name.startswith("_")}
    assert {name for name in listed if "." not in name} == folders  # the table of what is where is whole
