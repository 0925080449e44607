"""Training: a mistake that more deals confirm comes again when FSRS says so, and every answer is judged."""

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from fsrs import Rating

from bingo import Settings, read_records, review
from bingo.cli import train
from bingo.cli.train import Lessons, Mistake, Solution, card_quiz, mistakes_of, time_until
from bingo.solver.batch.reviews import DealToReview, ReviewedDeal
from bingo.solver.game import Move
from bingo.solver.render import Screen
from bingo.solver.reviewing import judging
from bingo.solver.reviewing.decision import BAD_LOSS
from tests.oracles.reviews import write
from tests.support.command import output, refusal, run
from tests.support.reading import A_MATCH, LATE_CLOSE


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """And few hands: of all of them closes are solved for, where as many deals as usual are asked for."""
    monkeypatch.setattr(judging, "COMPARED_WORLDS", 64)
    monkeypatch.setattr(judging.Decision, "most_hands", property(lambda _: judging.FEWEST_HANDS))


@cache
def line() -> dict[str, object]:
    """A deal reviewed, in which one mistake was made."""
    (record,) = read_records(LATE_CLOSE)
    return DealToReview(str(LATE_CLOSE), 1, record, "2026-03-01").line(review(record, Settings(worlds=256)))


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    path = tmp_path / "reviews.jsonl"
    write(path, [line()])
    return path


@pytest.fixture
def mistake() -> Mistake:
    (mistake,) = mistakes_of("you", [msgspec.convert(line(), ReviewedDeal)]).values()
    return mistake


def solution_of(mistake: Mistake) -> Solution:
    solution = mistake.solution()
    assert solution is not None
    return solution


def train_output(reviews: Path, *lines: str, words: tuple[str, ...] = ()) -> str:
    result = output("train", str(reviews), *words, text="".join(f"{line}\n" for line in lines))
    return " ".join(result.split())


def test_who_knows_a_card_is_asked_it_at_longer_and_longer_intervals(reviews: Path, mistake: Mistake) -> None:
    train_output(reviews, "give up", "quit")
    schedule = Lessons({}, reviews.with_suffix(".train.json"))
    memory = schedule.cards[mistake.name].memory
    times = [memory.due]
    for _ in range(5):
        times.append(schedule.rate(mistake.name, Rating.Good, times[-1]))
    gaps = [b - a for a, b in pairwise(times)]
    assert gaps == sorted(gaps)
    assert gaps[-1] > timedelta(days=2)
    memory = Lessons({}, schedule.path).cards[mistake.name].memory
    assert memory.due == times[-1]


def test_what_is_due_comes_before_what_is_new_and_the_costliest_of_these_first(
    reviews: Path, mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    tiles = line()["record"]["you"]["dealt"].split()
    for number, lost in enumerate((0.2, 0.9, 0.5)):
        decisions = [{**decision, "lost": lost} for decision in line()["decisions"] if decision["mistake"]]  # type: ignore[attr-defined]
        dealt = {"dealt": " ".join([*tiles[number:], *tiles[:number]])}
        record = {**line()["record"], "you": dealt}  # type: ignore[dict-item]
        lines.append({**line(), "name": f"Deal {lost}", "decisions": decisions, "record": record})
    write(reviews, lines)
    solution = solution_of(mistake)
    monkeypatch.setattr(Mistake, "solution", lambda _: solution)
    assert "Deal 0.9, before trick 2" in train_output(reviews, "give up", "quit")
    schedule = Lessons({}, reviews.with_suffix(".train.json"))
    card = next(card for card in schedule.cards.values() if card.memory)
    card.memory.due = datetime(2020, 1, 1, tzinfo=timezone.utc)
    schedule.write()
    output = train_output(reviews, "give up", "", "give up", "quit")
    assert output.startswith("1 due, 2 new.")
    assert [name for name in ("0.9", "0.5", "0.2") if f"Deal {name}," in output] == ["0.9", "0.5"]


def test_what_more_deals_do_not_confirm_is_no_card(
    reviews: Path, mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = mistake.judge_again()
    assert judged
    for other in (replace(judged, lost=BAD_LOSS / 2), replace(judged, mistake=False), None):
        monkeypatch.setattr(Mistake, "judge_again", lambda _, other=other: other)
        assert mistake.solution() is None
    nothing = "There is nothing to train: more deals confirm no mistake of 0.15 or more."
    assert train_output(reviews) == f"0 due, 1 new. {nothing}"
    assert train_output(reviews) == f"0 due, 0 new. {nothing}"


def test_what_cannot_be_put_as_a_question_is_no_card(mistake: Mistake) -> None:
    """As a claim while the other is on lead."""
    theirs = replace(mistake, decision=msgspec.structs.replace(mistake.decision, player="opponent"))
    vars(theirs)["moment"] = mistake.moment
    assert theirs.solution() is None


def test_the_line_of_a_card_says_you_for_the_seat_that_is_trained() -> None:
    *_, record = read_records(A_MATCH)
    reviewed = DealToReview(str(A_MATCH), 5, record, "2026-03-01").line(review(record, Settings(worlds=256)))
    costliest, *_ = mistakes_of("Bert", [msgspec.convert(reviewed, ReviewedDeal)]).values()
    solution = solution_of(costliest)
    assert (costliest.seat, f"you {solution.made}; opponent play" in solution.why[-1]) == (1, True)


def test_a_move_that_was_not_listed_is_judged_when_it_is_made(mistake: Mistake) -> None:
    solution = solution_of(mistake)
    moves = {text: value for text, value in solution.moves.items() if text != "lead 6-3"}
    quiz = card_quiz(mistake, msgspec.structs.replace(solution, moves=moves, why=[]), "", Screen())
    words = "lead 6-3 is worse than the best move by"
    judged = mistake.judge_again(Move.parse("lead 6-3"))
    assert quiz.answers.judge(Move.parse("lead 6-3")).words == f"{words} {judged.lost:.2f}."
    assert quiz.answers.proof(Screen())[-1] == f"You played {solution.made}, which lost {solution.lost:.2f}."
    quiz = card_quiz(mistake, msgspec.structs.replace(solution, moves={"claim": 3.0, "wait": 1.5}), "", Screen())
    assert quiz.answers.judge(Move.parse("lead 6-3")).words == f"{words} 1.50."  # whoever leads has not claimed


def test_a_cause_can_be_trained_alone(reviews: Path) -> None:
    assert train_output(reviews, "quit", words=("--cause", "close-too-late")).startswith("0 due, 1 new.")


def test_records_are_reviewed_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bingo.solver.workers.cores", lambda: 1)
    record = tmp_path / "deal.yaml"
    record.write_bytes(LATE_CLOSE.read_bytes())
    assert train_output(record, "give up", "quit").startswith("0 due, 1 new.")
    assert (tmp_path / "deal.train.json").exists()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"a:1": {}}', '{"a:1": {"solution": null, "memory": {"due": "today"}}}', '{"a:1": {"solution"']
)
def test_a_schedule_that_is_damaged_is_refused_in_words_and_left_alone(reviews: Path, text: str) -> None:
    schedule = reviews.with_suffix(".train.json")
    schedule.write_text(text, "utf-8")
    assert f"expected in {schedule} what `bingo train` keeps there; found something else" in refusal(
        "train", str(reviews)
    )
    assert schedule.read_text("utf-8") == text


def test_a_record_that_has_no_such_move_is_refused_in_words(reviews: Path) -> None:
    decisions = [{**decision, "trick": 9} for decision in line()["decisions"] if decision["mistake"]]  # type: ignore[attr-defined]
    write(reviews, [{**line(), "decisions": decisions}])
    result = run("train", str(reviews), width=200)
    assert result.exit_code != 0
    assert "record: expected declare 2-2 1-1, lead 2-2 in trick 9; found another move" in result.stderr


def test_times_are_told_in_days_and_minutes() -> None:
    days = (3.1, 1.01, 0.5, -1)
    times = [time_until(train._time_now() + timedelta(days, seconds=1)) for days in days]
    assert times == ["in 3 days", "in 1 day", "in 720 minutes", "now"]
