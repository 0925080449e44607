"""What the page has of each answer, as plain data: the picture, the verdict, trees to step through, all in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bingo.cli.page import HtmlReport
from bingo.positions.reading import read_entries
from bingo.solver.analysis import Answer, Claim, closed_world
from bingo.solver.errors import BingoError
from bingo.solver.game import WAIT, Continuation, InformationSet, Moment, Record, Rules, mask, replay, text
from bingo.solver.game.position import PLAYER_NAMES, Position, by_player
from bingo.solver.render import Screen, answers, plain, review as reviews, signed, verdict
from bingo.solver.render.analysis import ignored_hand
from bingo.solver.render.board import Json, board_of, draw, hand_in_order
from bingo.solver.render.game import LEVEL_TITLES
from bingo.solver.render.tree import tree

if TYPE_CHECKING:
    from bingo.solver.reviewing import Review

#: What words are made for.
PAGE_SCREEN = Screen(100)
#: Decimals of a mean or a share: more are never shown.
MAX_DECIMALS = 6
#: Results of a batch on a page, at most.
MAX_RESULTS = 1000


def timeless(answer: Any) -> Any:
    """The same without times, which are never the same twice, and with numbers as exact as they are shown."""
    if isinstance(answer, dict):
        return {key: timeless(value) for key, value in answer.items() if key not in ("seconds", "nodes")}
    if isinstance(answer, list):
        return [timeless(value) for value in answer]
    return round(float(answer), MAX_DECIMALS) if isinstance(answer, float) else answer


def grow_trees(item: Json, **tree_options: Any) -> Json:
    """An item with trees of play, grown by these options, in place of the positions that they begin with."""
    return {key: tree(value, **tree_options) if isinstance(value, Position) else value for key, value in item.items()}


def _position_item(
    kind: str, title: str, position: Position | InformationSet, answer: Json, answer_lines: Sequence[str], panel: Json
) -> Json:
    """``answer_lines``: the answer as text; ``panel``: what the panel says of it, and roots of trees."""
    board = board_of(position)
    return {
        "kind": kind,
        "title": title,
        "board": board,
        "about": _board_summary(board),
        "answer": timeless(answer),
        **panel,
        "words": [*draw(board, title, PAGE_SCREEN), "", *answer_lines],
    }


def _board_summary(board: Json) -> str:
    mover = board["lead"] if board["led"] is None else "opponent" if board["lead"] == "you" else "you"
    verb_forms = ("lead", "leads") if board["led"] is None else ("reply", "replies")
    to_move = f"You {verb_forms[0]}" if mover == "you" else f"The opponent {verb_forms[1]}"
    known_text = "the other hand is hidden" if board["opponent"]["hidden"] else "both hands are known"
    rules_remarks = [] if board["rules"] == "pagat" else [f"rules {board['rules']}"]
    return "; ".join([f"{to_move}, {known_text}", *rules_remarks, *board["remarks"]])


def answer_item(title: str, position: Position | InformationSet, answer: Answer | Claim, *, done: bool = True) -> Json:
    """The answer to a question; of an estimate that is not ``done``, nothing is called best yet."""
    if isinstance(answer, Claim):
        kind, panel = "claim", verdict.claim_verdict(answer)
    elif answer.going_on is not None:
        kind, panel = "close", verdict.closing_answer(answer)
        if (refutation := answer.refutation) is not None:
            led = closed_world(answer.known, refutation.hand).play(replace(answer.best, close=False))
            panel |= {"refutation": board_of(led), "refutation_tree": led}  # if the opponent holds the hand that wins
    else:
        kind, panel = "analyze", verdict.analysis_verdict(answer, done=done)
        panel |= {"tree": position} if isinstance(position, Position) else {}
    if isinstance(answer, Answer):
        panel["how"] += ignored_hand(answer, position, verdict.ENDLESS)
    answer_lines = answers.explanation_lines(answer, position, PAGE_SCREEN)
    return _position_item(kind, title, position, answer.as_dict(), answer_lines, panel)


# --- recorded deals ----------------------------------------------------------------------------------


def review_item(title: str, review: Review) -> Json:
    record = review.record
    deal_data = deal_item(record, title, [decision.moment for decision in review.decisions])
    review_lines = reviews.explain(review, title, PAGE_SCREEN, "full", every=True)
    panel = verdict.review_verdict(review, [reviews.verdict(review), *reviews.sum_lines(review, verdict.ENDLESS)])
    for decision, turn_number in zip(panel["decisions"], deal_data["at"], strict=True):
        decision["at"] = turn_number
    return {
        "kind": "review",
        "title": title,
        "answer": timeless(review.as_dict()),
        **panel,
        "deal": deal_data,
        "words": review_lines,
    }


def deal_item(record: Record | Continuation, title: str, waiting_moments: Sequence[Moment] = ()) -> Json:
    """A deal as a picture of every moment, that after the last turn included, and the turns between them.

    Moments in which a player waits with a claim are left out, but for those of ``waiting_moments``; ``at`` has the
    number of turns before each of these.
    """
    replayed = replay(record)
    moments = [moment for moment in replayed.moments if is_turn(moment) or moment in waiting_moments]
    turns = [f"{PLAYER_NAMES[moment.position.to_move]} {moment.turn.move}" for moment in moments if moment.turn]
    final_score, is_over = replayed.end.score, replayed.end.position.over
    return {
        **({"brought": verdict.typeset(signed(final_score[0] - final_score[1]))} if is_over else {}),
        "title": title,
        "players": [LEVEL_TITLES.get(name, name) for name in record.players or ("", "")],
        "frames": [board_at(moment) for moment in (*moments, replayed.end)],
        "turns": turns,
        "at": [moments.index(moment) for moment in waiting_moments],
    }


def is_turn(moment: Moment) -> bool:
    """Whether a player did more there than wait with a claim."""
    return moment.turn is not None and moment.turn.move != WAIT


def board_at(moment: Moment) -> Json:
    """The picture of a moment: tiles that are not recorded lie face down; with the tricks of both, the last one apart
    until a tile is led.
    """
    position, board, last = moment.position, board_of(moment.position), None
    for player, hand in zip(PLAYER_NAMES, position.hands, strict=True):
        shown_tiles = hand_in_order(hand & ~moment.hidden, position.trump)
        board[player] |= {"hand": shown_tiles, "hidden": (hand & moment.hidden).bit_count()}
    if mask(position.stock) & moment.hidden:
        board["stock"] = None
    for trick in moment.history[-1:]:
        if trick.reply is not None:
            last = {"leader": PLAYER_NAMES[trick.leader], "led": text(trick.led), "reply": text(trick.reply)}
    won_tricks = by_player([list(map(text, pair)) for pair in tricks] for tricks in moment.won)
    return board | {"won": won_tricks, "last": last}


# --- what a batch wrote ------------------------------------------------------------------------------


def result_item(title: str, position: Position | InformationSet, result: Json) -> Json:
    answer = {key: value for key, value in result.items() if key not in ("line", "line_number", "file", "position")}
    panel = verdict.stored_verdict(result, position.rules.unit)
    panel |= {"tree": position} if isinstance(position, Position) else {}
    return _position_item("batch", title, position, answer, [panel["verdict"]["headline"], *panel["how"]], panel)


def add_results(report: HtmlReport, out: Path, rules: Rules | None) -> None:
    """Put the results on the page, the first ones if they are many, each beside its position."""
    with out.open(encoding="utf-8") as result_lines:
        solved_entries = (entry for line in result_lines if "error" not in (entry := json.loads(line)))
        for file, results in groupby(islice(solved_entries, MAX_RESULTS), itemgetter("file")):
            file_results = list(results)
            positions = _numbered(file, rules, {result["position"] for result in file_results})
            for result in file_results:
                if (position := positions.get(result["position"])) is not None:
                    title = plain(position.name) or f"{file}, position {result['position']}"
                    report.items.append(result_item(title, position, result))
        left_out_count = sum(1 for _ in solved_entries)
    if left_out_count:
        report.remarks.append(f"These are the first {MAX_RESULTS:,} of {MAX_RESULTS + left_out_count:,} positions.")


def _numbered(file: str, rules: Rules | None, wanted_numbers: set[int]) -> dict[int, Position | InformationSet]:
    """The positions of a file with these numbers; those that cannot be read count too."""
    entries = islice(enumerate(read_entries(file, rules), 1), max(wanted_numbers))
    wanted_entries = ((number, entry) for number, entry in entries if number in wanted_numbers)
    return {number: entry for number, entry in wanted_entries if not isinstance(entry, BingoError)}
