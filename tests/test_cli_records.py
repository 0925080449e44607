"""``RECORD --at 9``: every command that takes a position takes a moment of a recorded deal."""

from __future__ import annotations

import json

from tests.deals import DEAL
from tests.native import needs_kernel
from tests.test_cli_main import run


def answer(*words: str, text: str = DEAL) -> str:
    """What a command says of the record."""
    result = run(*words, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@needs_kernel
def test_close_answers_for_the_moment_of_the_close() -> None:
    """Before trick 4 Ann did close. With all hands alike the same position in a file has the same answer."""
    words = "close", "-", "--json", "--no-proof"
    found, even = (json.loads(answer(*words, "--at", "4", *more)) for more in ((), ("--even",)))
    assert even["advice"] in ("close", "play on", "too close to call")
    position = answer("show", "-", "--at", "4", "--json")
    again = json.loads(answer(*words, text=position))
    assert {**even, "seconds": 0} == {**again, "seconds": 0}
    assert (found["weighted"], even["weighted"]) == (True, False)
    assert found["hands"] == even["hands"]
    assert found["close"]["win"] != even["close"]["win"]
