"""One fault of one position or deal costs no other, in any command that reads files: it is told with its place."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command import CLOSE_NOW, LAST_TILE, run
from tests.support.reading import LATE_CLOSE

MANY_DIGITS = "9" * 5000
DEAL = LATE_CLOSE.read_text("utf-8")
#: Rules by which six doubles are worth more card points than there are.
DEAR_RULES = "{preset: berndt, declaration_points: [20, 40, 50, 60, 70, 70]}"

#: What is wrong with the position in the middle.
WRONG_POSITIONS = {
    "digits": LAST_TILE.replace("points: 65", f"points: {MANY_DIGITS}"),
    "digits of a rule": f"{LAST_TILE}rules: {{preset: pagat, low: {MANY_DIGITS}}}\n",
    "digits of an expected value": f"{LAST_TILE}expect: {{value: {MANY_DIGITS}}}\n",
    "digits of a match": f"{LAST_TILE}match: {{you: {MANY_DIGITS}}}\n",
    "a trump of digits": LAST_TILE.replace("trump: 4", f"trump: {MANY_DIGITS}"),
    "a tile of digits": LAST_TILE.replace("hand: 4-4", f"hand: {MANY_DIGITS}"),
    "nan": LAST_TILE.replace("points: 65", "points: nan"),
    "an infinite value": f"{LAST_TILE}expect: {{value: .inf}}\n",
    "a key twice": f"{LAST_TILE}lead: you\n",
    "a key of digits": f"{LAST_TILE}{MANY_DIGITS}: 1\n",
    "a tile twice": LAST_TILE.replace("hand: 4-4", "hand: 4-4 4-4"),
    "dear doubles": f"""rules: {DEAR_RULES}
turned: 6-4
lead: you
you: {{hand: 0-0 1-1 2-2 3-3 4-4 5-5 6-5, won: 6-6 6-3, shown: 6-6}}
opponent: {{hand: 6-2 6-1 6-0 5-4 5-3 5-2 5-1}}
""",
    "brackets": "[" * 300,
    "bytes that are no text": "\udcff\udcfe",
    "a number": "17",
    "a record": DEAL,
}


def among(valid: str, faults: dict[str, str], file: Path) -> int:
    """A file with each fault between two good ones; how many good ones."""
    entries = [valid, *(entry for fault in faults.values() for entry in (f"{fault}\n", valid))]
    file.write_bytes("---\n".join(entries).encode("utf-8", "surrogateescape"))
    return len(faults) + 1


def assert_only_faults_reported(words: str, entry_word: str, good: str, faults: dict[str, str], folder: Path) -> None:
    file, good_file = folder / "some.yaml", folder / "alone.yaml"
    good_file.write_text(good, "utf-8")
    good_count = among(good, faults, file)
    (answer,) = answers(words, good_file)[0]
    results, complaints = answers(words, file)
    assert sum(result == answer for result in results) == good_count
    for number, fault in enumerate(faults, 1):
        assert re.search(rf"{entry_word} {2 * number}\b", complaints), fault
        assert not re.search(rf"{entry_word} {2 * number + 1}\b", complaints), fault
    assert "Traceback" not in complaints
    assert MANY_DIGITS not in complaints


def answers(words: str, file: Path) -> tuple[list[dict[str, object]], str]:
    result = run(*words.split(), str(file), width=200)
    answer_lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    answer_keys = ("name", "value", "best", "close", "advice", "verdict", "result", "lost")
    return [{key: row[key] for key in answer_keys if key in row} for row in answer_lines], result.stderr


@pytest.mark.parametrize("command", ["analyze --json", "close --no-proof --json", "claim --json", "batch --failed"])
def test_positions_beside_a_fault_are_answered(command: str, tmp_path: Path) -> None:
    assert_only_faults_reported(
        command, "position", LAST_TILE if "close" not in command else CLOSE_NOW, WRONG_POSITIONS, tmp_path
    )


def test_a_number_of_thousands_of_digits_is_called_that() -> None:
    """In a line of JSON, of which Python itself makes no number."""
    line = f'{{"ask": "analyze", "seed": {MANY_DIGITS}}}\n'
    for command, text in (("engine", line), ("analyze -", line)):
        result = run(*command.split(), text=text)
        assert "found a number of thousands of digits" in result.stdout + result.stderr


#: What is wrong with the deal in the middle.
WRONG_DEALS = {
    "digits": DEAL.replace("result: {you: 1, opponent: 0}", f"result: {{you: {MANY_DIGITS}}}"),
    "a tile of digits": DEAL.replace("turned: 2-0", f"turned: {MANY_DIGITS}"),
    "digits in a turn": DEAL.replace("lead 6-0", f"lead {MANY_DIGITS}"),
    "nan": DEAL.replace("result: {you: 1, opponent: 0}", "result: {you: nan}"),
    "a key twice": f"{DEAL}lead: opponent\n",
    "a tile twice": DEAL.replace("dealt: 6-3", "dealt: 6-2"),
    "brackets": "[" * 300,
    "bytes that are no text": "\udcff\udcfe",
    "a position": LAST_TILE,
}


@pytest.mark.parametrize("command", ["review --json --jobs 1 --worlds 2", "analyze --json --worlds 2 --at 4"])
def test_deals_beside_a_fault_are_answered(command: str, tmp_path: Path) -> None:
    assert_only_faults_reported(command, "deal", DEAL, WRONG_DEALS, tmp_path)


#: Files of another kind than a command reads, each with two entries, and what is said of them.
ANSWER, REVIEW = '{"name": "A", "exact": true}\n', '{"file": "a.yaml", "decisions": [], "players": null}\n'
OTHER_FILE_KINDS = {
    "positions": ("a.yaml", f"{LAST_TILE}---\n{LAST_TILE}", "This is a position"),
    "records": ("a.yaml", f"{DEAL}---\n{DEAL}", "This is the record of a deal"),
    "answers": ("a.jsonl", 2 * ANSWER, "an answer of the program"),
    "reviews": ("a.jsonl", 2 * REVIEW, " a review of a deal"),
    "no text": ("a.jsonl", 2 * "\udcff\n", "expected UTF-8 text"),
    "no mapping": ("a.yaml", "17\n---\n17\n", "expected a mapping"),
}


@pytest.mark.parametrize("kind", OTHER_FILE_KINDS)
def test_a_file_of_another_kind_is_refused_once(kind: str, tmp_path: Path) -> None:
    name, text, words = OTHER_FILE_KINDS[kind]
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    of_positions = ("analyze", "close", "claim", "batch", "puzzle --file")
    of_records = ("analyze --at 3", "show --at 3", "review --jobs 1")
    for command in (*of_positions * (kind != "positions"), *of_records * (kind != "records")):
        result = run(*command.split(), str(tmp_path / name), width=400)
        assert (result.exit_code, result.stdout) == (1, ""), command
        assert result.stderr.count(words) == 1, command
        assert "... and 1 more" in result.stderr, command
