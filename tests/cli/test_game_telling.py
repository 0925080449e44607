"""What is told of a game against the program: advice, which agrees with the library, and words for all that happens."""

import re
from random import Random

import pytest

from bingo.cli.game import GameSession
from bingo.solver import Settings, analyze, reviewing as reviews
from bingo.solver.game import FIELDS, OPPONENT, YOU
from bingo.solver.render import Screen, claiming
from bingo.solver.render.analysis import table as draw_table
from tests.cli.test_game import PRESET_NAMES, played
from tests.oracles.game import SEED, begun, first_deal, go_on, play_on, say, word
from tests.support.depth import few


def your_lead() -> GameSession:
    game = begun(seed=3)
    while game.awaits != "lead":
        go_on(game, Random(1))
    return game


def test_advice_is_given_and_changes_nothing() -> None:
    game = your_lead()
    moves, text = game.moves, game.text
    response = game.handle("hint")
    [hint], best = response.lines, response.hint
    assert best in moves
    assert hint.startswith(f"{best}: ")
    [supposed_line] = game.handle(f"what if {best}").lines
    assert supposed_line.partition(";")[0] == hint.partition(". Just")[0].removesuffix(".")
    answers = {}
    for move in moves:
        reply = game.handle(f"what if {move}")
        assert (reply.status, game.text) == ("told", text)
        answers[move] = reply.lines
        assert re.search("no other move is worth more|(is|may be) better: .* loses", reply.lines[0])
    game.handle(str(moves[0]))
    assert game.handle("why").lines == answers[moves[0]]
    assert tuple(game.coach()) in ((), answers[moves[0]])


def test_a_mistake_comes_with_its_reason_and_the_coach_says_the_same() -> None:
    game = begun(seed=SEED)
    game.play_program()
    supposed = game.handle("what if 4-0").lines
    game.handle("4-0")
    assert len(supposed) == 2
    assert " is better: playing 4-0 loses " in supposed[0]
    assert supposed == game.handle("why").lines == tuple(game.coach())
    over = play_on(first_deal("pagat", 5), ("greedy", "greedy"))
    assert tuple(GameSession([over, *game.records]).coach()) == supposed  # of the deal on the table


def test_who_asks_for_advice_is_told_how_far_it_is_and_may_give_up() -> None:
    game, shares = your_lead(), list[float]()
    game.handle("hint", shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def give_up(_share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        game.handle("hint", give_up)


@pytest.mark.parametrize("rules", few(["pagat", "berndt"], "pagat"))
def test_the_coach_speaks_up_on_what_a_review_marks(rules: str) -> None:
    """From a twentieth of a game point on, or as many card points as stand for it."""
    least, losses = (0.05 if rules == "pagat" else 0.05 * 66 / 7), []
    for seed in range(3 if rules == "pagat" else 1):
        game, rng = begun(rules, seed), Random(seed)
        for _ in range(10):
            line = word(game.awaits, game.moves, rng)
            spoken = game.coach() if say(game, line).status == "played" and line not in ("go", "wait") else []
            losses += [float(number) for remark in spoken for number in re.findall(r" loses ([\d.]+) ", remark)]
    assert losses
    assert min(losses) >= least - 0.005


def test_a_quick_look_never_hides_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the coach says the same."""
    quick, without_quick_looks = list[list[str]](), list[list[str]]()
    for remarks in (quick, without_quick_looks):
        game, rng = begun(seed=1), Random(1)
        for _ in range(12):
            go_on(game, rng)
            remarks.append(game.coach())
        monkeypatch.setattr(reviews, "QUICK_LOOK_HANDS", None)
    assert quick == without_quick_looks


def test_what_is_the_same_in_every_deal_has_a_narrow_interval() -> None:
    """A claim after the first trick: no opponent's hand can prevent it."""
    game = begun(seed=1, seat="first")
    [hint] = game.handle("hint").lines
    assert re.fullmatch(r".*lead \d-\d: worth \+3.00 game points on average \(\+2.99 to \+3.0\d\)\.", hint)
    answer = analyze(game.now.seen_by(YOU), Settings(worlds=64))
    assert not answer.exact
    table_lines = draw_table(answer, Screen())
    [line] = [line for line in table_lines if line.endswith(hint.partition(":")[0])]
    assert "+3.00" in line


# --- words -------------------------------------------------------------------------------------------


def test_every_remark_has_words() -> None:
    targets = {f"no-claims-{value}" for value in FIELDS["at_target"] if value != "claim"}
    assert targets == {code for code in claiming.REMARKS if code.startswith("no-claims")}


def test_where_a_deal_is_worth_card_points_they_are_told_once_and_what_a_failed_close_brought() -> None:
    kinds = set()
    for seed in range(40):
        rng, game = Random(seed), begun("berndt", seed)
        while not game.over:
            moves = [move for move in game.moves if not move.close or rng.random() < 0.3]
            say(game, str(rng.choice(moves)) if moves and game.awaits != "claim" else "go")
        [line], end = game.ending, game.now
        assert line.startswith(f"The deal is over: you have {end.score[YOU]} card point")
        extra = {p: end.score[p] - end.position.card_points(p) for p in (YOU, OPPONENT)}
        failed = next((p for p in (YOU, OPPONENT) if extra[p]), None)
        assert [int(number) for number in re.findall(r"\d+", line)] == [*end.score, *filter(None, extra.values())]
        assert ("of them for your close, which has failed" in line) == (failed == OPPONENT)
        assert ("of yours are for the close, which has failed" in line) == (failed == YOU)
        kinds.add(failed)
    assert {None, OPPONENT} <= kinds


@pytest.mark.parametrize("rules", [name for name in PRESET_NAMES if name != "berndt"])
def test_elsewhere_game_points_are_told_and_then_card_points(rules: str) -> None:
    game = played(begun(rules, 1), Random(1))
    end, [line] = game.now, game.ending
    numbers = [int(number) for number in re.findall(r"\d+", line)]
    assert numbers[:-2] == [score for score in end.score if score]
    assert numbers[-2:] == [end.position.card_points(p) for p in (YOU, OPPONENT)]


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_the_log_tells_every_trick_and_every_draw(rules: str) -> None:
    for seed in range(4):
        game = played(begun(rules, seed), Random(seed))
        log, end = " ".join(line for _, line in game.log), game.now.position
        assert log.count("take the trick") == end.tricks[YOU]
        assert log.count("takes the trick") == end.tricks[OPPONENT]
        assert log.count("You draw ") == end.hands[YOU].bit_count() + sum(end.tricks) - 7
        assert log.count("closes the boneyard") + log.count("close the boneyard") == (end.closed is not None)
