"""Training: a mistake that more deals confirm comes again when FSRS says so; every answer is judged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from bingo.cli.coach.cards import SEED, Cards, Mistake, _confirmed, now
from bingo.cli.coach.lesson import CardQuiz
from bingo.cli.coach.memory import Memory
from bingo.cli.render.screen import Screen
from bingo.positions import read_records
from bingo.solver import Settings, review
from bingo.solver.game.moves import Move, parse
from bingo.solver.reviewing import budget
from bingo.solver.reviewing.deal import Review
from bingo.solver.reviewing.decision import Judged
from bingo.solver.reviewing.grades import BAD
from tests.test_cli_main import ROOT, run

DEAL = ROOT / "positions" / "deals" / "time-to-close.yaml"


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """And few hands: of all of them closes are solved for, where as many deals as usual are asked for."""
    monkeypatch.setattr(budget, "WORLDS", 64)
    monkeypatch.setattr(budget.Spending, "hands", lambda *_: budget.FEWEST_HANDS)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path / "memory.sqlite"
    with Memory(path) as kept:
        kept.add(reviewed())
    return path


@cache
def reviewed() -> Review:
    (record,) = read_records(DEAL)
    return review(record, Settings(worlds=256))


@contextmanager
def cards_of(path: Path) -> Iterator[Cards]:
    with Memory(path) as kept:
        yield Cards(kept)


def trained(memory: Path, *lines: str, words: tuple[str, ...] = ()) -> str:
    result = run("train", "--memory", str(memory), *words, text="".join(f"{line}\n" for line in lines))
    assert (result.exit_code, result.stderr) == (0, "")
    return " ".join(result.stdout.split())


def test_a_mistake_comes_as_it_was_seen_and_again_when_it_is_due(memory: Path) -> None:
    with cards_of(memory) as cards:
        (name,) = cards.mistakes
        best = cards.confirmed(name)
        assert best is not None
        assert best["lost"] >= BAD
    told = trained(memory, "declare 2-2 1-1, lead 2-2", "lead 6-3", best["best"], "quit")
    assert told.startswith("0 due, 1 new.")
    assert "Time to close, before trick 2" in told
    assert "You are to lead. What is best?" in told
    assert "declare 2-2 1-1, lead 2-2 is worse than the best move by" in told
    assert "It is what you played then." in told
    assert f"Right: {best['best']}." in told
    assert "Time to close: close" in told
    assert "It comes again in 1 minute." in told  # the first answer was wrong
    assert "Score: 1 of 1 card solved, 0 on the first try" in told
    assert trained(memory).startswith("0 due, 0 new. Nothing is due: the next card comes in 1 minute.")
    with cards_of(memory) as cards:
        later = now() + timedelta(minutes=2)
        assert cards.due(later) == [name]
        due = [cards.answered(name, True, True, later)]
        for _ in range(3):
            due.append(cards.answered(name, True, True, due[-1]))
        gaps = [b - a for a, b in pairwise(due)]
        assert gaps == sorted(gaps)
        assert gaps[-1] > timedelta(days=2)
        assert cards.failures()[name] == pytest.approx(1 / 5)


def test_a_card_of_which_as_many_other_deals_find_another_best_move_is_dropped(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not if the other is better by chance."""
    judged = Mistake.judged

    def another(mistake: Mistake, move: Move | None = None, seed: int = SEED) -> Judged | None:
        found = judged(mistake, move, seed)
        assert found
        return replace(found, best=found.options[-1].move, lost=0.1, low=low) if seed != SEED else found

    monkeypatch.setattr(Mistake, "judged", another)
    with cards_of(memory) as cards:
        low = 0.04
        assert _confirmed(cards[next(iter(cards.mistakes))])
    low = 0.08
    assert "1 mistake dropped" in trained(memory)
    assert trained(memory).startswith("0 due, 0 new.")
    with cards_of(memory) as cards:
        assert not cards.due(now() + timedelta(days=10_000))


def test_what_is_forgotten_leaves_no_card(memory: Path) -> None:
    trained(memory, "give up", "quit")
    assert run("memory", "forget", str(DEAL), "--memory", str(memory)).stdout == "1 deal forgotten; 0 deals left.\n"
    with Memory(memory) as kept:
        assert not kept.base.execute("SELECT * FROM card").fetchall()


def test_a_move_that_was_not_listed_is_judged_when_it_is_made(memory: Path) -> None:
    with cards_of(memory) as cards:
        (name,) = cards.mistakes
        found = cards.confirmed(name)
        assert found is not None
        moves = {text: value for text, value in found["moves"].items() if text != "lead 6-3"}
        quiz = CardQuiz(cards[name], {**found, "moves": moves, "why": None}, Screen())
        words = "lead 6-3 is worse than the best move by"
        judged = cards[name].judged(parse("lead 6-3"))
        assert judged
        assert quiz.judge(parse("lead 6-3")).lines == [f"{words} {judged.lost:.2f}."]
        assert quiz.proof()[-1] == f"You played {found['made']}, which lost {found['lost']:.2f}."
        quiz = CardQuiz(cards[name], {**found, "moves": {"claim": 3.0, "wait": 1.5}}, Screen())
        assert quiz.judge(parse("lead 6-3")).lines == [f"{words} 1.50."]  # whoever leads has not claimed


def test_what_cannot_be_put_as_a_question_is_no_card(memory: Path) -> None:
    with cards_of(memory) as cards:
        mistake = cards[next(iter(cards.mistakes))]
        theirs = Mistake(mistake.name, {**mistake.detail, "side": 1 - mistake.detail["side"]})
        vars(theirs)["moment"] = mistake.moment  # at which it is not their turn, as at a claim of theirs
        assert _confirmed(mistake)
        assert _confirmed(theirs) is None
