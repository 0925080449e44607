"""The opponent of puzzles that win against every hand: any hand that fits their play, until the play settles it."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import lru_cache

import pytest

from bingo.cli.render.screen import Screen
from bingo.cli.unseen_quiz import UnseenQuiz
from bingo.positions.shipped import unseen
from bingo.solver import rules
from bingo.solver.compose.defence import Defence, _next, played_out
from bingo.solver.game.information import InformationSet
from bingo.solver.game.moves import CLAIM, WAIT, Move, parse
from bingo.solver.game.play import legal_moves, play, play_unchecked
from bingo.solver.game.position import OPPONENT, YOU, Closing, Position, Stage
from bingo.solver.game.tiles import mask, parse_all
from bingo.solver.hidden.closing import analyze_closing
from bingo.solver.hidden.deals import make_players
from bingo.solver.hidden.worlds import count_hands, hands
from bingo.solver.search.kernel import Kernel
from tests.hidden import late_view
from tests.oracles.reference import Reference
from tests.test_board_answering import asked
from tests.test_cli_main import run


@lru_cache(maxsize=1)
def certain() -> tuple[tuple[int, InformationSet, Move], ...]:
    """Shipped puzzles of few hands in which closing wins against all: number, position, the close."""
    closing = enumerate((p for p in unseen() if sum(p.tricks)), 1)
    few = [(n, p) for n, p in closing if "certain" in p.name and count_hands(p) <= 500]
    return tuple((n, p, p.expect.best[0]) for n, p in few if p.expect)


def test_there_are_some_and_play_goes_on_in_some() -> None:
    assert len(certain()) >= 3
    assert all(analyze_closing(p).certain and analyze_closing(p).best.move == best for _, p, best in certain())
    assert not all(Defence.after(p, best).decided for _, p, best in certain())


@pytest.mark.parametrize("seed", range(3))
def test_every_move_either_wins_against_all_hands_left_or_gets_one_that_beats_it(seed: int) -> None:
    """Each hand is one that was possible from the first and fits all that the opponent played since."""
    rng = random.Random(seed)
    for _, p, best in certain():
        defence = Defence.after(p, best)
        possible = set(hands(p).tolist())
        turns = 0
        while not defence.decided:
            gone = sum(1 << s.move.tile for s in defence.played if s.player == OPPONENT and s.move.tile is not None)
            assert all(world.hands[OPPONENT] | gone in possible for world in defence.worlds)
            winning = defence.winning()
            for move in set(legal_moves(defence.position)) - set(winning):
                loss = defence.try_move(move)
                assert loss is not None
                assert loss.position in defence.worlds
                assert loss.value == defence.gain + sum(step.gain for step in loss.line) <= 0
            turns += 1
            assert turns < 8
            assert defence.try_move(rng.choice(winning)) is None


def test_what_beats_a_move_does_so_by_the_reference_search() -> None:
    defence = next(d for d in (Defence.after(p, best) for _, p, best in certain()) if not d.decided)
    wrong = [move for move in legal_moves(defence.position) if move not in defence.winning()]
    reference = Reference()
    for move in wrong[:2]:
        loss = defence.try_move(move)
        assert loss is not None
        gain, after, over = play_unchecked(loss.position, move)
        assert defence.gain + gain + (0 if over else reference.value(after)) == loss.value


def test_hands_with_no_doubles_to_show_stay_possible_until_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES.md section 9, ``domino-play``: who has none to declare after a trick looks like one who keeps them back."""
    chosen = rules("domino-play, plain_trick=either-end-in-phase-two")
    tiles = ("1-1 3-2 4-1 4-2 5-5", "2-2 3-3 6-1 6-5 6-6", "3-3 5-0 5-1 6-1 6-5", "3-3 5-0 5-2 6-1 6-5")
    mine, *others = (mask(parse_all(some)) for some in tiles)
    closing = Closing(YOU, 30, 1)
    base = Position(chosen, 0, (mine, 0), YOU, points=(40, 30), tricks=(2, 1), stage=Stage.LEAD, closed=closing)
    worlds = [replace(base, hands=(mine, other)) for other in others]
    made = iter(("play 3-3", "wait", "lead 6-1"))
    monkeypatch.setattr(Defence, "_hardest", lambda _self, _worlds: parse(next(made)))
    defence = Defence(worlds, Kernel(chosen), gain=10)
    assert defence.try_move(parse("lead 3-2")) is None
    gone = mask(parse_all("3-3 6-1"))
    assert [world.hands[OPPONENT] for world in defence.worlds] == [other & ~gone for other in others]


def test_a_close_that_does_not_win_against_every_hand_is_refused() -> None:
    p, other = next((p, lead.move) for _, p, best in certain() for lead in analyze_closing(p).leads[1:]
                    if any(value <= 0 for value, _ in lead.outcomes))  # fmt: skip
    with pytest.raises(ValueError, match="wins against every hand"):
        Defence.after(p, other)


def test_the_session_goes_on_until_nothing_can_go_wrong() -> None:
    number, p, best = next(one for one in certain() if not Defence.after(one[1], one[2]).decided)
    defence = Defence.after(p, best)
    wrong = next(move for move in legal_moves(defence.position) if move not in defence.winning())
    typed = [str(best), "again", str(wrong)]
    while not defence.decided:
        typed.append(str(defence.winning()[0]))
        assert defence.try_move(defence.winning()[0]) is None
    output = run("puzzle", "close-unseen", "--number", str(number), text="".join(f"{line}\n" for line in typed)).stdout
    told = " ".join(output.split())
    assert f"Right: {best} wins against every hand. Now prove it" in told
    assert told.count("not every move wins against all of them.") == len(typed) - 2
    assert re.search(rf"{wrong} (loses|brings nothing).* if the tiles lie like this\.", told)
    assert f"Right to the end: {best}." in told
    assert f"It wins against {count_hands(p):,} of {count_hands(p):,} hands." in told


def test_the_board_and_the_terminal_judge_every_move_alike() -> None:
    """Every move at every turn of a puzzle that goes on, in the same words."""
    turns = 0
    for number, p, best in certain():
        terminal, made, move = UnseenQuiz(p, Screen(200)), list[str](), best
        while True:
            shown = asked(ask="try", number=number - 1, theme="close-unseen", move=str(move), made=made)
            found = terminal.judge(move)
            assert shown["right"]
            assert (found.solved is None) == ("on" in shown)
            if found.solved:
                assert shown["words"].startswith(" ".join(found.lines))
                assert shown["proof"][0] == terminal.proof()[0]
                break
            turns += 1
            made = shown["on"]["made"]
            assert shown["on"]["asked"].endswith(terminal.board()[-1])
            assert sorted(shown["on"]["moves"]) == sorted(map(str, terminal.moves))
            assert shown["on"]["board"]["opponent"]["hidden"] > 0
            for wrong in terminal.moves:
                if wrong in legal_moves(terminal.position) and (beaten := loss_of(terminal, wrong)):
                    refused = asked(ask="try", number=number - 1, theme="close-unseen", move=str(wrong), made=made)
                    assert refused["words"] == f"No: {beaten}"
                    assert refused["board"]["opponent"]["hidden"] == 0
                    assert refused["line"][0] == f"you {wrong}"
            move = terminal.moves[0]
            given_up = asked(ask="try", number=number - 1, theme="close-unseen", made=made)
            assert given_up["words"].startswith(f"The solution is {move}.")
            assert "reasons" in asked(ask="try", number=number - 1, theme="close-unseen", move="lead 9-9", made=made)
    assert turns


def loss_of(terminal: UnseenQuiz, move: Move) -> str:
    """What the terminal says of a move that is wrong; nothing of others, which are not made."""
    defence = terminal.defence
    assert defence
    tried = replace(defence, played=[*defence.played])
    return "" if tried.try_move(move) is None else terminal.judge(move).lines[0]


def test_who_has_enough_by_declaring_claims_before_leading() -> None:
    chosen, claims = rules("pagat, target=40"), 0
    for seed in range(40):
        position = late_view(seed, 4, chosen)[0]
        move = _next(make_players(chosen), position)
        able = replace(move, lead=None, claim=True) in legal_moves(position)
        assert not able or move.claim
        claims += move.claim and move.declare > 0
    assert claims


@pytest.mark.parametrize("spec", ["pagat", "domino-play", "hoyle-modern", "pagat, target=40"])
def test_what_is_played_out_against_a_move_is_a_legal_deal_to_its_end(spec: str) -> None:
    for seed in range(6):
        position, _ = late_view(seed, 4 + seed % 3, rules(spec))
        moves = [move for move in legal_moves(position) if not move.close and not move.claim]
        over = False
        for step in played_out(position, moves[seed % len(moves)]):
            while position.stage in (Stage.CLAIM, Stage.ANSWER) and step.move not in (CLAIM, WAIT):
                position = play(position, WAIT).position
            if position.stage is Stage.SHOW and step.move != WAIT and step.move.declare == 0:
                position = play(position, WAIT).position
            assert position.to_move == step.player
            _, position, over = play(position, step.move)
        assert over
