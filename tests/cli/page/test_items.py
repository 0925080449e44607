"""What the page is told of an answer, without a browser."""

import pytest

from bingo.cli.page import items
from bingo.solver import Settings, review
from tests.support.deals import random_deal
from tests.whole.test_outputs import review_few_deals


def test_the_words_of_a_review_have_a_line_for_every_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    review_few_deals(monkeypatch, hands=4)
    answer = review(random_deal("pagat", 1), Settings(worlds=1))
    words = items.reviewed("A deal", answer).finished(9)["words"]
    table = words[next(n for n, line in enumerate(words) if line.startswith("Every decision")) :]
    assert len([line for line in table if line.startswith("  ") and line.strip()]) >= len(answer.decisions)
