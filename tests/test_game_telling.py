"""What is told of a game against the program: advice, which agrees with the library, and words for all that happens."""

from __future__ import annotations

import re
from itertools import count
from random import Random

import pytest

from bingo.cli.render import board, claiming, telling
from bingo.cli.render.estimates import table as draw_table
from bingo.cli.render.screen import Screen
from bingo.solver import Settings, analyze, should_close
from bingo.solver.game.fields import FIELDS
from bingo.solver.game.position import OPPONENT, YOU, Stage
from bingo.solver.game.refusal import AGAINST
from bingo.solver.game.replay import replay
from bingo.solver.hidden.estimates import Estimates
from bingo.solver.hidden.view import known
from bingo.solver.seam import ask
from tests.depth import few
from tests.oracles.game import Json, begun, records, said, word
from tests.terminal import ROOT
from tests.test_game import RULES, played


def your_lead() -> Json:
    """A game in which you are to lead."""
    found = begun(seed=3)
    while found["game"]["asked"] != "lead":
        found = said(found, word(found["game"], Random(1)))
    return found


def test_advice_is_given_and_changes_nothing() -> None:
    found = your_lead()
    moves = found["game"]["moves"]
    (hint,) = said(found, "hint")["told"]
    assert hint["code"] == "best"
    assert hint["move"] in moves
    assert said(found, f"what if {hint['move']}")["told"] == [{**hint, "code": "worth"}]
    for move in moves:
        told = said(found, f"what if {move}")
        assert (told["became"], told["records"]) == ("told", found["records"])
        assert told["told"][0]["code"] in ("worth", "loses")
    made = said(found, moves[0])
    assert said(made, "why")["told"] == said(found, f"what if {moves[0]}")["told"]
    assert said(made, "coach")["told"] in ([], said(made, "why")["told"])


def test_who_asks_for_advice_is_told_how_far_it_is() -> None:
    found = your_lead()
    shares: list[float] = []

    def tell(share: float) -> bool:
        shares.append(share)
        return False

    ask(tell, ask="game", records=found["records"], say="hint")
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("rules", few(RULES, "pagat"))
def test_all_advice_of_a_moment_agrees_with_itself_and_with_close(rules: str) -> None:
    """Whatever is asked names the same best move, and what a close is worth is what `close` says.

    Late in the deal for most presets: early on a close is held against thousands of hands for every question. Where
    late closes are rare, one is enough.
    """
    asked, closes, rare = 0, 0, rules in ("domino-play", "berndt")
    face_down = {"pagat": 13, "berndt": 3}.get(rules, 5)
    for seed in count(7 if rare else 0):  # the deals before have none
        if closes and (rare or seed >= 2):
            break
        found, rng = begun(rules, seed), Random(seed)
        while not (found["game"]["over"] or (rare and closes)):
            game = found["game"]
            here = game["asked"] in ("lead", "reply") and (game["board"]["face_down"] or 0) <= face_down
            if here and len(game["moves"]) > 1 and rng.random() < 0.3:
                [hint] = said(found, "hint")["told"]
                if hint["code"] != "best":  # a claim that is due
                    found = said(found, word(game, rng))
                    continue
                asked += 1
                supposed = rng.sample(game["moves"], 2) + [one for one in game["moves"] if "close" in one][:1]
                answers = {move: said(found, f"what if {move}")["told"][0] for move in supposed}
                for move, told in answers.items():
                    if told["code"] == "loses":
                        assert (told["move"], told["better"]) == (move, hint["move"])
                    else:
                        assert told["move"] == move
                        assert told["value"] >= hint["value"]
                        assert move == hint["move"] or move not in told["alike"]
                proved = _closes(found) if any("close" in move for move in supposed) else {}
                for move in proved.keys() & answers.keys():
                    told, closes = answers[move], closes + 1
                    worth = hint["value"] - told["lost"] if told["code"] == "loses" else told["value"]
                    assert worth == pytest.approx(proved[move], abs=1e-9)
            found = said(found, word(found["game"], rng))


def _closes(found: Json) -> dict[str, float]:
    """What `close` says that each lead is worth; nothing where you have just shown no double, which no record tells."""
    end = replay(records(found)[-1]).end
    if end.position.stage is Stage.SHOW:
        return {}
    decision = should_close(known(end.seen_by(YOU)), Settings(worlds=2))
    return {str(lead.move): lead.guaranteed.value for lead in decision.closing.leads}


@pytest.mark.parametrize("rules", few(["pagat", "berndt"], "pagat"))
def test_the_coach_speaks_up_on_what_a_review_marks(rules: str) -> None:
    """From a twentieth of a game point on, or as many card points as stand for it."""
    least, losses = (0.05 if rules == "pagat" else 0.05 * 66 / 7), []
    for seed in range(3 if rules == "pagat" else 1):
        found, rng = begun(rules, seed), Random(seed)
        for _ in range(10):
            found = said(found, word(found["game"], rng))
            told = said(found, "coach")["told"] if found["became"] == "made" else []
            losses += [one["lost"] for one in told]
    assert losses
    assert min(losses) >= least


def test_what_is_the_same_in_every_deal_has_no_interval() -> None:
    """A claim after the first trick: no opponent's hand can prevent it."""
    found = begun(seed=1, seat="first")
    (hint,) = said(found, "hint")["told"]
    assert hint["low"] == hint["value"] == hint["high"]
    assert telling.told(hint) == [f"{hint['move']}: worth +3.00 game points on average."]
    answer = analyze(replay(records(found)[0]).end.seen_by(YOU), Settings(worlds=64))
    assert isinstance(answer, Estimates)
    shown = draw_table(answer, Screen())
    [line] = [line for line in shown if line.endswith(str(hint["move"]))]
    assert "+3.00" in line
    assert " to " not in line


# --- words -------------------------------------------------------------------------------------------


def test_every_code_has_words_in_a_terminal_and_on_a_page() -> None:
    engine = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "solver/engine").glob("*/*.cpp"))
    page = (ROOT / "cli/page/assets/words.js").read_text(encoding="utf-8")
    codes = {*re.findall(r'(?:coded|refused)\("([a-z-]+)"\)', engine), "board", "help"}
    codes |= {*re.findall(r'"((?:deal|match|set)-over)"', engine)}
    terminal = {*telling.PLAIN, *telling.WORDS} | {"board", "help"}
    assert len(codes) > 20
    assert codes | {"reason"} == terminal
    rules = {*re.findall(r'(?:return \{|Objection\{|\? |: )"([a-z]+-[a-z-]+)"', engine)} & {*AGAINST}
    assert rules == {*AGAINST} - {"claim-first"}
    keys = {*re.findall(r'^  "?([a-z-]+)"?(?::|,$)', page, re.MULTILINE)} | {*telling.PLAIN, "board", "help"}
    assert codes <= keys


def test_every_remark_has_words() -> None:
    for source, words, beside in (("board.cpp", board, {"carried"}),):
        engine = (ROOT / "solver/engine/play" / source).read_text(encoding="utf-8")
        codes = re.findall(r'\.text\("code", "([a-z-]+)"\)', engine)
        assert {*codes} | beside == {*words.REMARKS}
    targets = {f"no-claims-{value}" for value in FIELDS["at_target"].words if value != "claim"}
    assert targets == {code for code in claiming.REMARKS if code.startswith("no-claims")}


def test_where_a_deal_is_worth_card_points_they_are_told_once_and_what_a_failed_close_brought() -> None:
    kinds = set()
    for seed in range(40):
        rng, found = Random(seed), begun("berndt", seed)
        while not found["game"]["over"]:
            moves = [move for move in found["game"]["moves"] if "close" not in move or rng.random() < 0.3]
            found = said(found, rng.choice(moves) if moves and found["game"]["asked"] != "claim" else "go")
        event, end = found["game"]["log"][-1], replay(records(found)[0]).end
        (told,) = telling.told(event)
        assert told.startswith(f"The deal is over: you have {end.score[YOU]} card point")
        extra = {p: end.score[p] - end.position.card_points(p) for p in (YOU, OPPONENT)}
        failed = next((p for p in (YOU, OPPONENT) if extra[p]), None)
        assert [int(number) for number in re.findall(r"\d+", told)] == [*end.score, *filter(None, extra.values())]
        assert ("of them for your close, which has failed" in told) == (failed == OPPONENT)
        assert ("of yours are for the close, which has failed" in told) == (failed == YOU)
        kinds.add(failed)
    assert {None, OPPONENT} <= kinds


@pytest.mark.parametrize("rules", [name for name in RULES if name != "berndt"])
def test_elsewhere_game_points_are_told_and_then_card_points(rules: str) -> None:
    found = played(begun(rules, 1), Random(1))
    end = replay(records(found)[0]).end
    (told,) = telling.told(found["game"]["log"][-1])
    numbers = [int(number) for number in re.findall(r"\d+", told)]
    assert numbers[:-2] == [score for score in end.score if score]
    assert numbers[-2:] == [end.position.card_points(p) for p in (YOU, OPPONENT)]
