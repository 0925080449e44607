"""Nothing on a line ends the engine: what is no request is answered with reasons, and an answer can be stopped."""

import gc
import io
import json
import random
import re
import signal
import sys
import time
import tracemalloc
from typing import Any

import pytest

from bingo import BingoError, deal, reads
from bingo.cli import engine
from bingo.cli.engine import MAX_LINE_BYTES, MAX_QUEUED_BYTES, Conversation
from bingo.positions.reading import as_document
from tests.cli.test_engine import CLOSE_NOW, FIRST_LEAD, LAST_TILE, Json, ask, talk
from tests.support.command import begun, program
from tests.support.mangled import TEXTS, mangle
from tests.support.reading import ROOT

# --- what cannot be answered -------------------------------------------------------------------------

HOSTILE_LINES = [
    ("", None),
    ("   ", None),
    ("{", None),
    ("[]", None),
    ("null", None),
    ('"analyze"', None),
    ("NaN", None),
    ('{"id": 1, "ask": "analyze", "position": NaN}', 1),
    ('{"id": 1, "ask": "analyze", "position": {"trump": 1e400}}', 1),
    ('{"id": 1, "ask": "analyze", "position": {"name": "\\ud800"}}', 1),
    ('{"id": "\\ud800", "ask": "version"}', None),
    ('{"id": 1, "ask": "analyze", "worlds": 1' + "0" * 5000 + "}", 1),
    ('{"id": 1, "ask": "analyze", "position": ' + "[" * 100_000 + "]" * 100_000 + "}", 1),
    ('{"id": 1, "ask": "analyze", "position": ' + '{"you":' * 500 + "1" + "}" * 500 + "}", 1),
    ('{"id": 1, "ask": "nothing"}', 1),
    ('{"id": 1}', 1),
    ('{"id": 1, "ask": 5}', 1),
    ('{"id": 1, "ask": ["analyze"]}', 1),
    ('{"id": 1, "ask": "analyze"}', 1),
    ('{"id": 1, "ask": "analyze", "position": {}, "depth": 3}', 1),
    ('{"id": 1, "ask": "analyze", "position": {}, "worlds": "many"}', 1),
    ('{"id": 1, "ask": "analyze", "position": {}, "worlds": 0}', 1),
    ('{"id": 1, "ask": "analyze", "position": {}, "seed": -1}', 1),
    ('{"id": 1, "ask": "analyze", "position": {}, "seconds": 0}', 1),
    (json.dumps({"id": 1, "ask": "analyze", "position": LAST_TILE, "method": "guess"}), 1),
    ('{"id": 1, "ask": "analyze", "position": "4-4"}', 1),
    ('{"id": 1, "ask": "analyze", "position": [1]}', 1),
    ('{"id": 1, "ask": "analyze", "position": {"lead": "you", "lead": "you"}}', 1),
    ('{"id": 1, "ask": "seen", "position": {}, "player": "me"}', 1),
    ('{"id": 1, "ask": "version", "ask": "version"}', 1),
    (json.dumps({"ask": "analyze", "position": LAST_TILE}).replace("{", '{"id": 2, "id": 1, ', 1), 2),
    ('{"id": 1, "ask": "version"} {"id": 2}', 1),
    ('{"id": 1, "ask": "version"', 1),
    ('{"stop": 1, "ask": "version"}', None),
    ('{"id": 1' + "0" * 5000 + ', "ask": "version"}', None),
    ('{"stop": 1' + "0" * 5000 + "}", None),
    ('{"id": 1e400, "ask": "nothing"}', float("inf")),
    ('{"id": 1, "ask": "version"}'.ljust(MAX_LINE_BYTES + 1), 1),
    ('{"id": 1, "ask": "version"}'.ljust(3 * MAX_LINE_BYTES), 1),
    (b'{"id": 1, "ask": "\xff"}', 1),
    (b'{"id": "\xff", nonsense', None),
    (b"\xef\xbb\xbf{}", None),
    (b"\0", None),
]


@pytest.mark.parametrize(("line", "answer_id"), HOSTILE_LINES, ids=lambda part: repr(part)[:50])
def test_what_is_no_request_is_answered_with_reasons(line: str | bytes, answer_id: int | None) -> None:
    refusal, version = talk(line, {"id": 9, "ask": "version"})
    assert refusal.get("id") == answer_id
    assert isinstance(refusal["error"], str)
    assert refusal["reasons"]
    for reason in refusal["reasons"]:
        assert list(reason) == ["code", "field", "expected", "found"]
        assert all(isinstance(part, str) for part in reason.values())
    assert version["id"] == 9


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            '{"ask": "analyze", "position": {}, "worlds": 0}',
            "worlds: expected a whole number from 1 to 1000000000; found 0",
        ),
        ('{"ask": "seen", "position": {}, "player": "me"}', "player: expected one of you, opponent; found 'me'"),
        (
            '{"ask": "claim", "position": {}, "depth": 3}',
            "depth: expected one of the keys ask, id, position; found 'depth'",
        ),
        (b'{"ask": "\xff"}', "request: expected UTF-8 text; found the byte 0xff"),
    ],
)
def test_it_says_what_stood_there(line: str | bytes, words: str) -> None:
    assert talk(line)[0]["error"] == words


def test_a_mark_of_utf_8_before_the_first_request_is_passed_over() -> None:
    """Windows PowerShell writes one, as in files of positions."""
    assert talk(b'\xef\xbb\xbf{"id": 1, "ask": "version"}')[0]["program"] == "bingo"


def test_every_reason_why_a_position_cannot_occur_is_listed() -> None:
    for position, code in (({"trump": 9, "lead": "me", "you": {"hand": "7-7"}}, "notation"), (None, "impossible")):
        impossible = {**LAST_TILE, "you": {"hand": "6-5", "points": 165, "tricks": 7}}
        answer = ask("analyze", position or impossible)
        with pytest.raises(BingoError) as refused:
            next(reads(json.dumps(position or impossible)))
        reasons = getattr(refused.value, "reasons", ())
        assert [(r["field"], r["expected"], r["found"]) for r in answer["reasons"]] == [
            (r.field, r.expected, r.found) for r in reasons
        ]
        assert {reason["code"] for reason in answer["reasons"]} == {code}


def test_a_move_against_the_rules_is_refused_with_those_that_are_not() -> None:
    [reason] = ask("play", LAST_TILE, move="lead 6-6")["reasons"]
    assert reason["code"] == "illegal"
    assert reason["field"] == "move"
    assert reason["expected"] == "one of: lead 4-4"
    assert ask("play", LAST_TILE, move="dance")["reasons"][0]["field"] == "move"
    assert ask("play", CLOSE_NOW, move="lead 6-3")["reasons"][0]["field"] == "position"
    assert ask("reply", CLOSE_NOW, level="cheat")["reasons"][0]["field"] == "position"
    assert ask("reply", CLOSE_NOW, level="best")["reasons"][0]["field"] == "level"
    assert ask("close", LAST_TILE)["reasons"][0]["code"] == "illegal"


def test_no_accident_on_a_line_ends_it() -> None:
    rng = random.Random(1)
    requests = [
        json.dumps({"id": 1, "ask": rng.choice(["moves", "play", "seen", "close", "version"]), "position": 0})
        .replace("0}", seed + ', "move": "lead 4-4"}')
        for seed in TEXTS
        if seed.startswith("{") and "\n" not in seed
    ]  # fmt: skip
    lines = [mangle(rng.choice(requests), rng).replace(b"\n", b" ") for _ in range(3000)]
    lines = [line for line in lines if b"stop" not in line and b'"close"' not in line]
    answers = talk(*lines, {"id": "last", "ask": "version"})
    assert len(answers) == len(lines) + 1
    assert all("error" in answer or len(answer) > 1 for answer in answers)
    assert not any("broke" in answer.get("error", "") for answer in answers)


# --- stopping ----------------------------------------------------------------------------------------


class Running:
    def __init__(self) -> None:
        self.process = begun("engine", cwd=ROOT)
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.say({"ask": "version"})
        while not self.stdout.readline().startswith(b"{"):
            pass  # an editable install may tell what it compiles

    def say(self, *lines: Json) -> None:
        self.stdin.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        self.stdin.flush()

    def handle(self) -> Json:
        answer: Json = json.loads(self.stdout.readline())
        return answer


def test_a_long_answer_ends_early_with_what_there_is() -> None:
    running = Running()
    long_request = {"ask": "analyze", "position": FIRST_LEAD, "worlds": 10**9}
    for wait in (0.5, 4, 30):  # a slow machine has nothing to tell yet
        running.say({"id": 1, **long_request}, {"id": 2, **long_request}, {"id": 3, "ask": "version"})
        time.sleep(wait)
        running.say({"stop": 4}, {"stop": "1"}, {"stop": 2}, {"stop": 1})
        first, second, third = running.handle(), running.handle(), running.handle()
        assert (first["id"], first["stopped"], second["id"], second["stopped"], third["id"]) == (1, True, 2, True, 3)
        if first["moves"]:
            break
    assert first["moves"]
    assert second["moves"] or second["value"] is None  # of a slow machine it was not begun
    assert first["worlds"] < 10**6
    assert "stopped" not in third
    open_deal = as_document(deal("berndt", 1))  # a search that tells nothing on its way
    running.say({"id": "a", "ask": "analyze", "position": open_deal}, {"stop": "a"}, {"id": "b", "ask": "version"})
    empty_answer: Json = {"exact": False, "value": None, "best": [], "moves": [], "line": []}
    assert running.handle() == {"id": "a", **empty_answer, "stopped": True}
    assert running.handle()["id"] == "b"
    hands = {"turned": "4-1", "lead": "you", "you": {"hand": "6-3 6-1 5-5 5-0 3-0 1-0 0-0", "won": "6-4 2-0, 6-5 4-0"}}
    hands |= {"opponent": {"won": "5-2 3-3"}}
    running.say({"id": "c", "ask": "analyze", "position": hands}, {"stop": "c"})
    assert "error" not in running.handle()
    running.stdin.close()
    assert running.process.wait() == 0


def test_a_stop_may_come_at_any_moment() -> None:
    rng, running = random.Random(2), Running()
    positions = [FIRST_LEAD, as_document(deal("pagat", 1)), as_document(deal("berndt", 1))]
    for n in range(25):
        running.say({"id": n, "ask": "analyze", "position": rng.choice(positions), "worlds": 100})
        time.sleep(rng.random() / 100)
        running.say({"stop": n})
    running.stdin.close()
    assert [json.loads(line)["id"] for line in running.stdout] == list(range(25))
    assert running.process.wait() == 0


SLOW_ASK: Json = {"ask": "analyze", "position": FIRST_LEAD, "worlds": 10**9}


def test_a_stop_that_comes_before_its_request_stops_it_once() -> None:
    first, second, third = talk(
        {"stop": 7}, {"id": 1, **SLOW_ASK, "worlds": 100}, {"id": 7, **SLOW_ASK}, {"id": 7, **SLOW_ASK, "worlds": 100}
    )
    assert ("stopped" in first, second["stopped"], "stopped" in third) == (False, True, False)


@pytest.mark.parametrize("what", ["analyze", "close", "claim", "reply"])
def test_what_is_stopped_before_there_is_an_answer_has_the_keys_of_one(what: str) -> None:
    """A client may look at them without asking whether they are there."""
    position = as_document(deal("berndt", 1)) if what in ("analyze", "reply") else CLOSE_NOW
    if what == "claim":
        won = {"hand": "5-4 6-5", "won": "3-1 3-2, 2-1 1-0, ? ?, ? ?, ? ?"}
        position = {"trump": 4, "lead": "you", "you": won, "opponent": {"won": "? ?, ? ?, ? ?, ? ?, ? ?, ? ?, ? ?"}}
    [answer] = talk({"stop": 1}, {"id": 1, "ask": what, "position": position})
    keys = {"analyze": "value best moves line", "close": "advice close leads", "claim": "verdict", "reply": "move"}
    assert answer.pop("stopped") is True
    assert set(keys[what].split()) <= set(answer)
    assert "error" not in answer


def test_requests_are_read_ahead_only_so_far() -> None:
    line = json.dumps({"ask": "version"}).encode().ljust(MAX_LINE_BYTES - 1) + b"\n"
    lines = io.BytesIO(line * 30)
    ahead: list[int] = []

    class Answers(io.BytesIO):
        def write(self, answer: Any, /) -> int:
            time.sleep(0.02)  # the reader is quicker
            ahead.append(lines.tell() - len(ahead) * len(line))
            return super().write(answer)

    Conversation(lines, Answers()).run()
    assert len(ahead) == 30
    assert max(ahead) <= MAX_QUEUED_BYTES + 3 * len(line)


def test_what_was_answered_is_remembered_in_little_room() -> None:
    """However long the ids are."""
    lines = b"".join(json.dumps({"id": f"{n} " * 2**16, "ask": "version"}).encode() + b"\n" for n in range(9))
    conversation = Conversation(io.BytesIO(lines), io.BytesIO())
    conversation.run()
    assert len(conversation._answered_ids) == 9
    assert sum(map(sys.getsizeof, conversation._answered_ids)) < 1000


def test_lines_that_cannot_be_answered_leave_nothing_behind() -> None:
    """Nor until circles of objects are looked for: 400 such lines of 1 MiB took 850 MB."""
    filler = b"a" * (MAX_LINE_BYTES - 100)
    refused = [b"[%b" % filler, b'{"id": 1, "ask": "%b\xff"}' % filler]
    refused += [b'{"id": 1, "ask": "%b", "position": {"name": "%b"}}' % (name, filler) for name in (b"moves", b"seen")]
    lines, answers = io.BytesIO(b"\n".join(refused * 5)), io.BytesIO()
    gc.disable()
    tracemalloc.start()
    try:
        Conversation(lines, answers).run()
        bytes_left, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert answers.getvalue().count(b'"error"') == 20
    assert bytes_left < 3 * MAX_LINE_BYTES


def test_ctrl_c_ends_it_quietly() -> None:
    running = Running()
    running.say({"ask": "analyze", "position": as_document(deal("berndt", 1))})
    time.sleep(0.5)
    running.process.send_signal(signal.SIGINT)
    assert running.process.wait(10) == 130
    assert not re.search(rb"Interrupted|Traceback", running.process.stderr.read())


@pytest.mark.filterwarnings("error")
def test_input_that_was_closed_is_at_its_end() -> None:
    lines, answers = io.BytesIO(), io.BytesIO()
    lines.close()
    Conversation(lines, answers).run()
    assert answers.getvalue() == b""


def test_a_fault_of_the_program_is_told_and_the_next_request_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_on_progress: Any) -> Json:
        return {"never": 1 // 0}

    monkeypatch.setitem(engine.HANDLERS, "moves", engine.Handler(broken))
    wrong, right = talk({"id": 1, "ask": "moves"}, {"id": 2, "ask": "version"})
    assert wrong["error"] == "The program broke: ZeroDivisionError: integer division or modulo by zero"
    assert right["id"] == 2


def test_the_end_of_input_finishes_what_was_asked() -> None:
    lines = "".join(json.dumps({"id": n, "ask": "analyze", "position": LAST_TILE}) + "\n" for n in range(50))
    result = program("engine", text=lines[:-1])
    assert result.returncode == 0
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()[-50:]] == list(range(50))
