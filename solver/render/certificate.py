"""What was proved of closing, in words: certain, out of reach, or between two numbers of card points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bingo.solver.render.claiming import limit
from bingo.solver.render.screen import Screen, flow, wrap

if TYPE_CHECKING:
    from bingo.solver.proof.certificate import Certificate


def certified(proof: Certificate, screen: Screen) -> list[str]:
    """The certificate, a list of lines."""
    lines = wrap(f"A second opinion, without the search: {_verdict(proof)}", screen.width)
    if proof.seven:
        return lines
    if proof.barred:
        pass
    elif proof.line:
        sure = f"At least {proof.proved} card points whatever the opponent holds and replies, with these leads:"
        lines += [*wrap(sure, screen.width), *flow(("close", *map(str, proof.line)), screen.width, "  ", "; ")]
    else:
        more = (
            "no line of leads adds to that" if proof.complete else f"no line found in {limit(proof.limit)} adds to it"
        )
        lines += wrap(f"You are certain only of the {proof.proved} card points you have now: {more}.", screen.width)
    return [*lines, *wrap(_beyond(proof), screen.width)]


def _verdict(proof: Certificate) -> str:
    if proof.seven:
        return "closing and declaring all seven doubles wins."
    if proof.barred:
        return (
            f"the opponent has {proof.target} card points or more and can claim before you close: nothing is certain."
        )
    if proof.now >= proof.target:
        return f"you have {proof.now} card points now, and {proof.target} are needed."
    if proof.verdict == "certain":
        return f"{proof.target} card points are certain."
    if proof.verdict == "impossible":
        return f"{proof.target} card points are out of reach, even with a helpful opponent and the best hand."
    if proof.verdict == "open":
        return f"{proof.target} card points are within reach; no line of leads fixed in advance is sure of them."
    return f"whether {proof.target} card points are certain or out of reach was not decided in {limit(proof.limit)}."


def _beyond(proof: Certificate) -> str:
    if proof.excluded is None:
        return f"What is out of reach was not decided in {limit(proof.limit)}."
    beyond = f"Out of reach, even with a helpful opponent and the best hand: {proof.excluded}"
    if proof.tight:
        return f"{beyond} and more; {proof.reached} is not."
    between = f"whether some are between that and {proof.reached} was not decided in {limit(proof.limit)}"
    return f"{beyond} and more; {between}."
