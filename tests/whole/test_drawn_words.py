"""What answers say in words, and as data, whatever their numbers are, is as it was: see ``whole.test_drawn``.

An answer is bent: numbers move to edges, what is so is sometimes not so, what is there is sometimes missing. Much of
that can never be found; the words for it still say what they said.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from bingo.cli.page import items
from bingo.solver import Settings, analyze, review, should_close
from bingo.solver.analysis.claim import Claim, Stakes, Waiting, claim
from bingo.solver.analysis.closing import Decision
from bingo.solver.analysis.exact import Analysis
from bingo.solver.analysis.hidden import Estimates
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import Move
from bingo.solver.game.position import Match, Position
from bingo.solver.game.record import Record, Turn
from bingo.solver.game.replay import replay
from bingo.solver.game.rules import Rules
from bingo.solver.game.tiles import text_mask
from bingo.solver.proof.certificate import Certificate
from bingo.solver.proof.lines import LineLead
from bingo.solver.proof.proving import prove_line
from bingo.solver.render import answer, claiming, closing, estimates, short
from bingo.solver.render.review import explain
from bingo.solver.render.reviews import brief
from bingo.solver.render.screen import Screen
from bingo.solver.reviewing.deal import Review
from tests.support.deals import random_deal
from tests.support.depth import thorough
from tests.whole.drawn import as_stored
from tests.whole.test_drawn import SCREENS
from tests.whole.test_outputs import review_few_deals

FLOATS = (0.0, 1.0, -1.0, 0.5, 0.05, 0.049, 0.15, 0.005, 0.95, 0.994, 0.995, 0.9999, 2.0, -0.5, -0.04, 3.0)
WHOLE = (0, 1, 2, 3, 7, 29, 30, 69, 70, 100, 1000, -1)
#: What says where something is, and not how much.
KEPT = (
    "seconds",
    "player",
    "n",
    "trick",
    "deal",
    "leader",
    "hand",
    "tile",
    "led",
    "seed",
    "moves_made",
    "always",
    "opponent",
)
WHOLES = (Move, Position, InformationSet, Record, Turn, Rules, Settings, LineLead)


def bent(thing: Any, rng: random.Random, share: float = 0.15) -> Any:
    """The same with a ``share`` of its numbers changed."""
    found = thing
    if isinstance(thing, WHOLES):
        return thing
    if is_dataclass(thing) and not isinstance(thing, type):
        old = {one.name: getattr(thing, one.name) for one in fields(thing) if one.init and one.name not in KEPT}
        found = replace(thing, **{name: bent(value, rng, share) for name, value in old.items()})
    elif isinstance(thing, Mapping):
        found = {key: value if key in KEPT else bent(value, rng, share) for key, value in thing.items()}
    elif isinstance(thing, (tuple, list)):
        parts = [bent(one, rng, share) for one in thing]
        found = type(thing)(*parts) if hasattr(thing, "_fields") else type(thing)(parts)
    elif rng.random() > share:
        pass
    elif isinstance(thing, bool):
        found = not thing
    elif isinstance(thing, int):
        found = rng.choice((*WHOLE, thing + 1, thing - 1))
    elif isinstance(thing, float):
        found = rng.choice((*FLOATS, thing + 0.01, -thing))
    return found


def words(say: Callable[..., object], *of: object) -> str:
    """What is said, or how it breaks."""
    try:
        said = say(*of)
        return "\n".join(said) if isinstance(said, Iterable) and not isinstance(said, (str, dict)) else str(said)
    except Exception as error:
        return type(error).__name__


def late(rng: random.Random, *, mine: bool) -> Position:
    """A position of a random deal in which little is left to draw; you are on lead and may close, if that is asked."""
    while True:
        moments = replay(random_deal(rng.choice(("pagat", "engel", "hoyle-1868")), rng.randrange(10_000))).moments
        fitting = [m.position for m in moments if len(m.position.stock) <= 1 and m.position.led is None]
        fitting = [p for p in fitting if not mine or (p.open and p.leader == 0 and p.tricks[0] and not p.over)]
        fitting = [p for p in fitting if p.legal_moves and not any(one.claim for one in p.legal_moves)]
        if fitting:
            score = Match(rng.randrange(7), rng.randrange(7), rng.choice((None, 0, 1)))
            return replace(rng.choice(fitting), match=score if rng.random() < 0.4 else None, stage=fitting[0].stage)


def test_whether_to_close() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        seen = information_set(late(rng, mine=True))
        found, leads = should_close(seen, Settings(worlds=4)), (LineLead(27), LineLead(20, 1 << 20 | 1))
        proof = Certificate(70, 40, 65, leads, complete=True, excluded=71, reached=70, limit=5.0, seconds=0.0)
        for _ in range(25):
            yield from of_closing(bent(found, rng), bent(proof, rng), rng.choice(SCREENS))

    as_stored("words of closing", told, 2, 3)


def of_closing(found: Decision, proof: Certificate, screen: Screen) -> Iterator[str]:
    yield words(lambda: closing.details(found, screen, proof))
    yield words(lambda: closing.summary(found, screen))
    yield words(lambda: short.decided(found, found.known, "A title", screen))
    yield words(lambda: closing.effort(found, proof))
    yield words(lambda: items.closing("A title", found.known, found, proof).finished(9))


def test_what_moves_are_worth() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        position = late(rng, mine=False)
        found, exact = analyze(information_set(position), Settings(worlds=4)), analyze(position)
        for _ in range(25):
            screen = rng.choice(SCREENS)
            if isinstance(found, Estimates):
                yield from of_estimates(bent(found, rng), screen)
            yield from of_values(bent(exact, rng), position, screen)

    as_stored("words of moves", told, 2, 4)


def of_estimates(found: Estimates, screen: Screen) -> Iterator[str]:
    yield words(lambda: estimates.explain(found, screen))
    yield words(lambda: short.analyzed(found, found.known, "A title", screen))
    yield words(lambda: estimates.how_found(found))


def of_values(found: Analysis, position: Position, screen: Screen) -> Iterator[str]:
    yield words(lambda: answer.explain(found, screen))
    yield words(lambda: short.analyzed(found, position, "A title", screen))


def test_claims_and_lines() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        seen = information_set(late(rng, mine=True))
        found, waiting = claim(seen), Waiting(Move(lead=3), 0.6, exact=True)
        stakes = Stakes(rng.random() < 0.5, (0.5, 0.75), 0.25, waiting)
        tiles = " ".join(text_mask(seen.own).split()[:3])
        line = prove_line(seen, tiles, 20)
        for _ in range(25):
            screen = rng.choice(SCREENS)
            one = replace(bent(found, rng, 0.4), verdict=rng.choice(("certain", "possible", "impossible", "undecided")))
            yield from of_claims(one, bent(stakes, rng, 0.4), screen)
            proof = replace(bent(line, rng, 0.3), verdict=rng.choice(("proved", "refuted", "undecided")))
            yield words(claiming.explain_line, proof, screen)
            yield words(proof.as_dict)

    as_stored("words of claims", told, 2, 4)


def of_claims(found: Claim, stakes: Stakes, screen: Screen) -> Iterator[str]:
    yield words(claiming.explain, found, screen)
    yield words(found.as_dict)
    yield words(claiming.explain_stakes, stakes, found.known, screen)
    yield words(stakes.as_dict)


@thorough
def test_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    review_few_deals(monkeypatch, hands=4)
    records = [random_deal("pagat", seed) for seed in range(30)]
    shortest = sorted(records, key=lambda record: len(record.turns))[:4]

    def told(rng: random.Random) -> Iterator[str]:
        found = review(rng.choice(shortest), Settings(worlds=1))
        for _ in range(12):
            yield from of_reviews(bent(found, rng), rng.choice(SCREENS))

    as_stored("words of reviews", told, 2, 2)


def of_reviews(one: Review, screen: Screen) -> Iterator[str]:
    yield words(explain, one, "A deal", screen, True)
    yield words(brief, one, "A deal", screen)
    yield words(one.as_dict)
    yield words(lambda: items.reviewed("A deal", one).finished(9))
