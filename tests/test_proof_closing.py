"""The certificate of a close never contradicts the enumeration of all hands."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bingo.cli.render.certificate import certified
from bingo.cli.render.claiming import explain_line
from bingo.cli.render.screen import Screen
from bingo.positions import reads
from bingo.solver.game.tiles import tile
from bingo.solver.proof.certificate import Certificate, certify
from bingo.solver.proof.declaring import LineLead
from bingo.solver.proof.proving import LineProof
from tests.depth import few, thorough
from tests.oracles.proofs import CLOSING_ALIKE, closing, disagreements

HAND = "hand: 6-3 6-1 5-5 5-0 3-0 1-0 0-0"
OPEN = f"{{turned: 4-1, lead: you, you: {{{HAND}, points: 21, tricks: 2}}, opponent: {{points: 11, tricks: 1}}}}"


@pytest.mark.parametrize("seed", few(range(12), *range(4)))
def test_search_and_proof_agree(seed: int) -> None:
    rng = random.Random(f"closing {seed}")
    position = closing(rng, rng.choice((3, 4, 4, 5, 5, 6)), CLOSING_ALIKE[seed % len(CLOSING_ALIKE)])
    assert disagreements(position, certify(position, seconds=4)) == []


def certificate(text: str, seconds: float = 6) -> Certificate:
    [view] = reads(text)
    return certify(view, seconds=seconds)


@thorough
def test_what_is_proved_is_led_for() -> None:
    """The Bingo, declared with 5-5, cannot lose; what is led next can."""
    found = certificate(OPEN)
    assert (found.now, found.proved, [str(lead) for lead in found.line]) == (
        21,
        21 + 30 + 14,
        ["declare 5-5 0-0, lead 0-0"],
    )
    assert (found.verdict, found.complete) == ("open", True)


def test_out_of_reach_is_impossible() -> None:
    """The opponent has most of the card points, and there is nothing to declare."""
    hand = "hand: 6-3 6-1 5-3 5-1 3-2 2-1 5-2"
    found = certificate(
        f"{{turned: 4-1, lead: you, you: {{{hand}, won: 6-2 5-0}},"
        " opponent: {won: 4-4 0-0 6-6 5-5 4-0 5-4 6-4 4-3 3-0 3-3}}"
    )
    assert found.verdict == "impossible"
    assert found.excluded is not None
    assert found.excluded <= 70


def test_seven_doubles_in_hand_win_at_once() -> None:
    doubles = "hand: 6-6 5-5 4-4 3-3 2-2 1-1 0-0"
    text = f"{{turned: 4-1, lead: you, you: {{{doubles}, won: 6-2 5-0}}, opponent: {{}}}}"
    found = certificate(text, seconds=0.5)
    assert (found.seven, found.verdict) == (True, "certain")
    assert not certificate(f"{{rules: {{preset: pagat, seven_doubles: 0}}, {text[1:]}", seconds=0.01).seven


def test_nothing_is_certain_while_the_opponent_may_claim_first() -> None:
    """They have 20 in tricks and 50 declared."""
    found = certificate(OPEN.replace("points: 11, tricks: 1", "points: 20, tricks: 1, declared: 50"), 2)
    assert (found.barred, found.verdict, found.proved, found.line) == (True, found.verdict, 21, ())
    assert found.verdict in ("open", "undecided")


def test_without_time_nothing_is_decided() -> None:
    found = certificate(OPEN, seconds=1e-6)
    assert (found.verdict, found.proved, found.excluded, found.complete) == ("undecided", 21, None, False)


PROOF = Certificate(target=70, now=21, proved=65, line=(), complete=True, excluded=80, reached=78, limit=5, seconds=1)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"seven": True}, "search: closing and declaring all seven doubles wins."),
        ({"barred": True}, "search: the opponent has 70 card points or more and can claim before you close"),
        ({"now": 70}, "search: you have 70 card points now, and 70 are needed."),
        ({"proved": 70}, "search: 70 card points are certain. You are certain only"),
        ({"excluded": 70}, "search: 70 card points are out of reach"),
        ({}, "search: 70 card points are within reach; no line of leads fixed in advance is sure of them."),
        ({"complete": False}, "search: whether 70 card points are certain or out of reach was not decided in 5 s."),
        ({}, "only of the 65 card points you have now: no line of leads adds to that."),
        ({"complete": False}, "only of the 65 card points you have now: no line found in 5 s adds to it."),
        ({"line": (LineLead(tile(6, 3)),)}, "with these leads: close; lead 6-3 Out of reach"),
        ({}, "best hand: 80 and more; whether some are between that and 78 was not decided in 5 s."),
        ({"reached": 79}, "best hand: 80 and more; 79 is not."),
        ({"excluded": None}, "What is out of reach was not decided in 5 s."),
    ],
)
def test_a_certificate_in_words(changed: dict[str, Any], words: str) -> None:
    assert words in " ".join(" ".join(certified(replace(PROOF, **changed), Screen())).split())


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"barred": True}, "The opponent has 11 card points and can claim before your first lead"),
        ({"verdict": "undecided"}, "Whether it gets you to 70 card points was not decided in 5 s."),
        ({"verdict": "proved"}, "at least 71 card points, counting the 21 you have, whatever the opponent holds and"),
        ({}, "may get you no further than 71 card points, counting the 21 you have"),
        ({"exact": False}, "may get you no further than 71 card points or fewer, counting the 21 you have"),
        ({}, "The boneyard is open, so the line begins by closing it."),
    ],
)
def test_a_line_in_words(changed: dict[str, Any], words: str) -> None:
    [view] = reads(OPEN)
    proof = LineProof(view, (), 70, "refuted", 71, None, exact=True, limit=5, seconds=1)  # type: ignore[arg-type]
    assert words in " ".join(explain_line(replace(proof, **changed), Screen(200)))
