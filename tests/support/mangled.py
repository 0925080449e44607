"""Files as people and machines write them, damaged, and given to every command that reads such a file."""

import random
from pathlib import Path

from bingo.positions import dumps, dumps_json, dumps_record, dumps_record_json
from bingo.solver import Position, Record, deal
from tests.oracles.game import begun, play_on
from tests.support.command import run
from tests.support.strategies import PRESETS, deal_positions, overridden

ODD_WORDS = r"""
6-4 7-7 6-4,6-4 [6-4] [6-4][5-5] -1 99999999999999999999 1e400 .nan NaN true null ~ you opponent {} [] [[[[1]]]]
&a *a !!python/object:os.system << --- ... %YAML preset must_beat closed trump stock \ud800 é " ' # : , % @ ` - |
"""
ODD_TOKENS = [
    *ODD_WORDS.split(),
    *("[6-4] [5-5]", "{you: 1}", "rules: engel", "turned: 4-1", "stock: 1-0", "pending: 3", "won: 6-4 5-4"),
    *("6\N{EN DASH}4", "\N{FULLWIDTH DIGIT SIX}-4", "\N{ARABIC-INDIC DIGIT FOUR}", "\0", "\ufeff", "\ud7ff"),
    *("", " ", "\t", "\n", "\r"),
]


def valid_texts() -> list[str]:
    """Files as people and machines write them, of positions of every kind."""
    rng = random.Random(7)
    positions: list[Position] = []
    for rules in (*PRESETS, *rng.sample(overridden(PRESETS[0]), 6)):
        positions += rng.sample([*deal_positions(rules, rng)], 4)
    yaml = [dumps(position) for position in positions]
    return [*yaml, "---\n".join(yaml[:3]), *map(dumps_json, positions), "\n".join(map(dumps_json, positions[:3]))]


TEXTS = valid_texts()


def record_texts() -> list[str]:
    """Records of deals played to their ends, and games as `bingo play` keeps them. Needs the kernel."""
    records = [play_on(Record.of(deal(rules, seed), []), ("greedy", "greedy")) for seed, rules in enumerate(PRESETS)]
    games = [begun("pagat", seed).text for seed in range(3)]
    return [*map(dumps_record, records), *map(dumps_record_json, records), *games]


def mangle(text: str, rng: random.Random) -> bytes:
    """One to three small accidents; in every other file of a kind that leaves a file of that kind."""
    content = text.encode()
    accidents = (_digit,) if rng.random() < 0.5 else (_flip, _cut, _drop_line, _repeat_line, _replace_word, _insert)
    for _ in range(rng.randint(1, 3)):
        content = rng.choice(accidents)(content, rng)
    return content


def _flip(content: bytes, rng: random.Random) -> bytes:
    index = rng.randrange(len(content) + 1)
    return content[:index] + bytes([rng.randrange(256)]) + content[index + 1 :]


def _digit(content: bytes, rng: random.Random) -> bytes:
    index = rng.choice([n for n, byte in enumerate(content) if chr(byte).isdigit()])
    return content[:index] + str(rng.randrange(10)).encode() + content[index + 1 :]


def _cut(content: bytes, rng: random.Random) -> bytes:
    start, end = sorted(rng.choices(range(len(content) + 1), k=2))
    return content[:end] if rng.random() < 0.5 else content[:start] + content[end:]


def _drop_line(content: bytes, rng: random.Random) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    del lines[rng.randrange(len(lines))]
    return b"".join(lines)


def _repeat_line(content: bytes, rng: random.Random) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
    return b"".join(lines)


def _replace_word(content: bytes, rng: random.Random) -> bytes:
    words = content.split(b" ")
    words[rng.randrange(len(words))] = rng.choice(ODD_TOKENS).encode()
    return b" ".join(words)


def _insert(content: bytes, rng: random.Random) -> bytes:
    index = rng.randrange(len(content) + 1)
    return content[:index] + rng.choice(ODD_TOKENS).encode() + content[index:]


#: What each kind of file is given to. What takes longer is given little time.
COMMANDS = {
    "position": (
        ("show",), ("analyze", "--worlds", "2"), ("close", "--no-proof", "--seconds", "0.1"), ("claim",), ("batch",),
    ),
    "record": (("show",), ("analyze", "--at", "9", "--worlds", "2"), ("review", "--worlds", "2"), ("play",)),
}  # fmt: skip


def run_mangled(text: bytes, kind: str, folder: Path, rng: random.Random) -> int:
    """What a command ended with, 0 to 2; checked to have ended in words."""
    path = folder / f"some.{'jsonl' if text.startswith(b'{') else 'yaml'}"
    path.write_bytes(text)
    command, *options = rng.choice(COMMANDS[kind])
    result = run(command, str(path), *options, text="")
    assert result.exception is None or isinstance(result.exception, SystemExit), (command, result.exception)
    assert result.exit_code in (0, 1, 2), command
    assert result.stderr or result.exit_code == 0, command
    return result.exit_code
