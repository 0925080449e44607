"""What each command's answer is on the page: the data of it, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bingo.solver.analysis.answer import Answer
from bingo.solver.analysis.claim import Claim, Stakes
from bingo.solver.analysis.exact import Searches
from bingo.solver.analysis.questions import closed
from bingo.solver.analysis.tree import BRANCHES, NODES, tree
from bingo.solver.engine import OnProgress
from bingo.solver.game.information import InformationSet
from bingo.solver.game.position import Position
from bingo.solver.match import match_objective
from bingo.solver.render import claiming, estimates, exact, verdict
from bingo.solver.render.board import REMARKS, Json, board_of, draw
from bingo.solver.render.closing import details, summary
from bingo.solver.render.screen import Screen, percent

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate
    from bingo.solver.proof.lines import LineProof
    from bingo.solver.reviewing.deal import Review

#: What words are made for: the text of a page, and a paragraph that the browser wraps.
SCREEN, UNBROKEN = Screen(100), Screen(100_000)
#: Decimals of a mean or a share: more are never shown.
DECIMALS = 6


def timeless(answer: Any) -> Any:
    """The same without times, which are never the same twice, and with numbers as exact as they are shown."""
    if isinstance(answer, dict):
        return {key: timeless(value) for key, value in answer.items() if key not in ("seconds", "nodes")}
    if isinstance(answer, list):
        return [timeless(value) for value in answer]
    return round(float(answer), DECIMALS) if isinstance(answer, float) else answer


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
        trees = {key: tree_with_chances(at, branches, nodes, searches, on_progress) for key, at in self.trees.items()}
        return self.data | trees


def tree_with_chances(
    position: Position,
    branches: int,
    nodes: int = NODES,
    searches: Searches | None = None,
    on_progress: OnProgress | None = None,
    after: Sequence[str] = (),
) -> list[list[Any]]:
    """A tree of play (see :func:`tree`) that minds the match score, with its chances also as they are written."""
    searches = searches or Searches.of(position, match_objective(position), on_progress)
    packed = tree(position, searches, branches, nodes, after)
    for *_, options in packed:
        for branch in options:
            if isinstance(branch[1], list):
                branch[1].append(percent(branch[1][1]))
    return packed


def _item(
    kind: str, title: str, position: Position | InformationSet, answer: Json, words: Sequence[str], shown: Json
) -> Json:
    """``words``: the answer as text; ``shown``: what the panel says of it."""
    board = board_of(position)
    return {
        "kind": kind,
        "title": title,
        "board": board,
        "about": _summary(board),
        "answer": timeless(answer),
        **shown,
        "words": [*draw(board, title, SCREEN), "", *words],
    }


def _summary(board: Json) -> str:
    """Who is to do what, what is hidden, and by which rules."""
    mover = board["lead"] if board["led"] is None else "opponent" if board["lead"] == "you" else "you"
    does = "lead" if board["led"] is None else "reply"
    to_move = f"You {does}" if mover == "you" else f"The opponent {does[:-1] + 'ies' if does == 'reply' else 'leads'}"
    known = "the other hand is hidden" if board["opponent"]["hidden"] else "both hands are known"
    rules = [] if board["rules"] == "pagat" else [f"rules {board['rules']}"]
    remarks = [REMARKS[remark["code"]].format(**remark) for remark in board["remarks"]]
    return "; ".join([f"{to_move}, {known}", *rules, *remarks])


def analyzed(title: str, position: Position | InformationSet, answer: Answer, *, done: bool = True) -> Item:
    """The answer of ``bingo analyze``; of an estimate that is not ``done``, nothing is called best yet."""
    if not answer.exact:
        remark = estimates.ignored_hand(position, UNBROKEN)
        shown = verdict.estimated(answer, done=done)
        shown["how"] += [line for line in remark if line]
        words = [*remark, *estimates.explain(answer, SCREEN)]
        return Item(_item("analyze", title, position, answer.as_dict(), words, shown))
    known = answer.position
    assert isinstance(known, Position)
    line = exact.principal_line(known, answer.line, SCREEN)
    words = [exact.verdict(answer), "", *exact.table(answer, SCREEN), "", *line]
    return Item(_item("analyze", title, known, answer.as_dict(), words, verdict.analyzed(answer)), {"tree": known})


def solved(title: str, position: Position | InformationSet, result: Json) -> Item:
    """What ``bingo batch`` wrote of it."""
    answer = {key: value for key, value in result.items() if key not in ("line", "line_number", "file", "position")}
    shown = verdict.stored(result, position.rules.unit)
    data = _item("batch", title, position, answer, [shown["verdict"]["headline"], *shown["how"]], shown)
    return Item(data, {"tree": position} if isinstance(position, Position) else {})


def closing(title: str, position: Position | InformationSet, decision: Answer, proof: Certificate | None) -> Item:
    """The answer of ``bingo close``."""
    answer = {**decision.as_dict(), "proof": proof and proof.as_dict()}
    words = [*summary(decision, SCREEN), "", *details(decision, SCREEN, proof)]
    remark = estimates.ignored_hand(position, UNBROKEN)
    shown = verdict.decided(decision, proof)
    shown["how"] += [line for line in remark if line]
    data = _item("close", title, position, answer, [*remark, *words], shown)
    refutation = decision.closing.refutation
    if refutation is None:
        return Item(data)
    against = replace(closed(decision.known, refutation.hand), name="")  # if the opponent holds the hand that beats it
    data["refutation"] = {"board": board_of(against), "first": str(decision.closing.best.move)}
    return Item(data, {"refutation_tree": against})


def claimed(
    title: str,
    position: Position | InformationSet,
    claim: Claim,
    at_stake: Stakes | None = None,
    proof: LineProof | None = None,
) -> Item:
    """The answer of ``bingo claim``."""
    answer, words = claim.as_dict(), claiming.explain(claim, SCREEN)
    if at_stake is not None:
        answer |= at_stake.as_dict()
        words += claiming.explain_stakes(at_stake, position, SCREEN)
    if proof is not None:
        answer["line"] = proof.as_dict()
        words += ["", *claiming.explain_line(proof, SCREEN)]
    return Item(_item("claim", title, position, answer, words, verdict.claimed(claim, at_stake, proof)))


def reviewed(title: str, review: Review) -> Item:
    """A review of ``bingo review``."""
    from bingo.cli.page import dealt
    from bingo.solver.render import review as render

    record = review.record
    deal = dealt.drawn(record, [decision.moment for decision in review.decisions])
    words = render.explain(review, title, SCREEN, every=True)
    shown = verdict.reviewed(review, [render.verdict(review), *render.sum_of(review, UNBROKEN)])
    for decision, at in zip(shown["decisions"], deal["at"], strict=True):
        decision["at"] = at
    return Item(
        {
            "kind": "review",
            "title": title,
            "about": "",
            "board": deal.pop("board"),
            "answer": timeless(review.as_dict()),
            **shown,
            "start": review.start,
            "deal": deal,
            "words": words,
        }
    )
