"""What each command's answer is on the page: the data of it, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bingo.cli.page.data import Json, settled
from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.claim import Claim, Stakes
from bingo.solver.analysis.closing import closed
from bingo.solver.analysis.exact import Searches
from bingo.solver.analysis.tree import BRANCHES, NODES, tree
from bingo.solver.engine import OnProgress
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.match.objectives import match_objective
from bingo.solver.render import claiming, estimates, exact
from bingo.solver.render.board import board_of, draw
from bingo.solver.render.claiming import certified
from bingo.solver.render.closing import details, summary
from bingo.solver.render.screen import Screen, percent, signed

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate
    from bingo.solver.proof.proving import LineProof
    from bingo.solver.reviewing.deal import Review

#: What words are made for: the text of a page, and a paragraph that the browser wraps.
SCREEN, UNBROKEN = Screen(100), Screen(100_000)


@dataclass(frozen=True, slots=True)
class Item:
    """What the page shows of one position; ``trees`` are still to be grown: the key of each and where it begins."""

    data: Json
    trees: dict[str, Position] = field(default_factory=dict)

    def finished(
        self,
        branches: int = BRANCHES,
        nodes: int = NODES,
        on_progress: OnProgress | None = None,
        searches: Searches | None = None,
    ) -> Json:
        """The data with the trees of play, which take the engine (see :func:`tree`): ``searches`` that the answer took,
        if there are any.
        """
        grown = {
            key: tree(position, searches or searches_for(position, on_progress), branches, nodes)
            for key, position in self.trees.items()
        }
        return self.data | grown


def searches_for(position: Position, on_progress: OnProgress | None = None) -> Searches:
    """Searches of a position that mind its match score."""
    return Searches.of(position, match_objective(position), on_progress)


def _item(
    kind: str,
    title: str,
    position: Position | InformationSet,
    answer: Json,
    words: list[str],
    besides: Sequence[str] = (),
) -> Json:
    """``words``: the answer as text; ``besides``: sentences that the page cannot make of the answer."""
    board = board_of(position)
    return {
        "kind": kind,
        "title": title,
        "board": board,
        "answer": settled(answer),
        "besides": [line for line in besides if line],
        "words": [*draw(board, title, SCREEN), "", *words],
    }


def drawn(title: str, position: Position | InformationSet) -> Item:
    """A position alone."""
    return Item(_item("position", title, position, {}, []))


def analyzed(title: str, position: Position | InformationSet, found: Answer) -> Item:
    """What ``bingo analyze`` found."""
    return _solved(title, found) if found.exact else _estimated(title, position, found)


def _estimated(title: str, position: Position | InformationSet, found: Answer) -> Item:
    remark = estimates.ignored_hand(position, UNBROKEN)
    words = [*remark, *estimates.explain(found, SCREEN)]
    return Item(_item("analyze", title, position, found.as_dict(), words, remark))


def _solved(title: str, found: Answer) -> Item:
    position = found.position
    assert isinstance(position, Position)
    line = exact.principal_line(position, found.line, SCREEN)
    words = [exact.verdict(found), "", *exact.table(found, SCREEN), "", *line]
    return Item(_item("analyze", title, position, found.as_dict(), words), {"tree": position})


def solved(title: str, position: Position | InformationSet, result: Json) -> Item:
    """What ``bingo batch`` wrote of it."""
    answer = {key: value for key, value in result.items() if key not in ("line", "line_number", "file", "position")}
    value, best = result["value"], " or ".join(result.get("best", ())[:3])
    worth = f"Worth {signed(value) if result['exact'] else f'about {value:+.2f}'} in {position.rules.unit}s"
    if "chance" in result:
        worth = f"You win the match {percent(result['chance'])} of the time"
    words = [f"{worth}{best and f': {best}'}."]
    data = _item("batch", title, position, answer, words)
    return Item(data, {"tree": position} if isinstance(position, Position) else {})


# --- closing -----------------------------------------------------------------------------------------


def closing(title: str, position: Position | InformationSet, decision: Answer, proof: Certificate | None) -> Item:
    """What ``bingo close`` found."""
    answer = {**decision.as_dict(), "proof": proof and proof.as_dict()}
    words = [*summary(decision, SCREEN), "", *details(decision, SCREEN, proof)]
    remark = estimates.ignored_hand(position, UNBROKEN)
    data = _item("close", title, position, answer, [*remark, *words], remark)
    data["proof"] = [] if proof is None else certified(proof, UNBROKEN)
    refutation = decision.closing.refutation
    if refutation is None:
        return Item(data)
    against = replace(closed(decision.known, refutation.hand), name="")  # if the opponent holds the hand that beats it
    data["refutation"] = {"board": board_of(against), "first": str(decision.closing.best.move)}
    return Item(data, {"refutation_tree": against})


# --- claims ------------------------------------------------------------------------------------------


def claimed(
    title: str,
    position: Position | InformationSet,
    claim: Claim,
    at_stake: Stakes | None = None,
    proof: LineProof | None = None,
) -> Item:
    """What ``bingo claim`` found."""
    answer, words = claim.as_dict(), claiming.explain(claim, SCREEN)
    besides = []
    if at_stake is not None:
        answer |= at_stake.as_dict()
        words += claiming.explain_stakes(claim, at_stake, position, SCREEN)
    if proof is not None:
        answer["line"] = proof.as_dict()
        besides = [claiming.line_verdict(proof)]
        words += ["", *claiming.explain_line(proof, SCREEN)]
    return Item(_item("claim", title, position, answer, words, besides))


# --- reviews -----------------------------------------------------------------------------------------


def reviewed(title: str, review: Review) -> Item:
    """What ``bingo review`` found."""
    from bingo.cli.page import dealt
    from bingo.solver.render import review as render

    record, answer = review.record, review.as_dict()
    deal = dealt.drawn(record, [one.moment for one in review.decisions])
    return Item(
        {
            "kind": "review",
            "title": title,
            "board": deal.pop("board"),
            "answer": settled(answer),
            "besides": [render.verdict(review)],
            "words": render.explain(review, title, SCREEN, every=True),
            "deal": deal,
        }
    )
