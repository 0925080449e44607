"""What is proved, composed, solved in files and asked of the engine, of positions drawn at random, is as it was: see
``whole.test_drawn``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bingo.positions import dumps, dumps_json, dumps_record, reads
from bingo.solver import can_claim, match_equity
from bingo.solver.analysis.claim import claim
from bingo.solver.engine.kernel import Kernel
from bingo.solver.errors import BingoError
from bingo.solver.game.information import InformationSet, information_set
from bingo.solver.game.moves import legal_moves
from bingo.solver.game.position import Match, Position, Stage
from bingo.solver.game.presets import PRESETS, label
from bingo.solver.game.replay import replay
from bingo.solver.game.tiles import members, text
from bingo.solver.match.objectives import match_objective
from bingo.solver.proof.certificate import certify
from bingo.solver.protocol import answered
from bingo.solver.puzzles.composing import ComposeOptions, find
from bingo.solver.reviewing import reasons
from bingo.solver.reviewing.case import Case
from tests.oracles.scaled import positions, varied_rules
from tests.reviewing.judging import judged
from tests.support.answers import timeless
from tests.support.deals import random_deal
from tests.support.depth import thorough
from tests.whole import drawn
from tests.whole.drawn import as_stored
from tests.whole.test_drawn import moments, output, tried
from tests.whole.test_outputs import review_few_deals


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    review_few_deals(monkeypatch, hands=4)


def forgotten(position: Position, rng: random.Random) -> InformationSet | None:
    """What you know of it if you remember only some of what was played, or counted it."""
    document: dict[str, Any] = json.loads(dumps_json(information_set(position)))
    gone = members((1 << 28) - 1 & ~sum(position.hands) & ~sum(1 << t for t in position.stock))
    seen = [text(t) for t in gone if t not in (position.turned, position.led)]
    document["played"] = " ".join(rng.sample(seen, max(len(seen) - rng.choice((0, 1, 2, 4)), 0)))
    for player, side in ((0, document["you"]), (1, document.setdefault("opponent", {}))):
        side.pop("points", None)
        counted = {"points": position.points[player]} if rng.random() < 0.5 else {}
        side |= {"tricks": position.tricks[player], **counted}
    with suppress(BingoError):
        [found] = reads(json.dumps(document))
        return found if isinstance(found, InformationSet) else None
    return None


def test_proofs() -> None:
    """Of claims where some is forgotten, of lines of leads, and of closing. Which arrangement is found is left open."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        late = [p for p in moments(rules, rng, 99) if len(p.stock) <= 3]
        for position in rng.sample(late, min(2, len(late))):
            with suppress(BingoError):
                known = forgotten(position, rng)
                if known is not None:
                    found = claim(known)
                    yield f"{found.verdict} {found.least} {found.most} {found.gain} {found.cost} {found.remarks()}"
                    yield str(can_claim(known).verdict)
            with suppress(BingoError):
                seen = information_set(position)
                Path("seen.json").write_text(dumps_json(seen), encoding="utf-8")
                leads = " ".join(map(text, rng.sample(list(members(seen.own)), min(3, seen.own.bit_count()))))
                line = rng.choice((leads, f"{leads}, then the trumps", f"declare nothing, {leads}", drawn.tile(rng)))
                yield output("claim", "seen.json", "--line", line, *rng.choice(((), ("--at-least", "30"), ("--full",))))
        for position in [p for p in late if p.open and p.led is None and p.tricks[0] and p.leader == 0][:1]:
            yield tried(lambda p: timeless(certify(p).as_dict()), position)

    as_stored("proofs", told, 2, 6)


def test_reasons() -> None:
    """Of every family that a mistake may be of, not only of the first, as if chance had told what moves are worth."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        engine = Kernel(rules)
        for moment in replay(random_deal(rules, rng.randrange(1000))).moments:
            moves = list(legal_moves(moment.position))
            if moment.turn is None or moment.turn.move not in moves or len(moves) < 2:
                continue
            worths = {move: rng.choice((-1.0, -0.5, 0.0, 0.25, 1.0, 2.0)) for move in moves}
            better = rng.choice([move for move in moves if move != moment.turn.move])
            case = Case(
                judged(moment, moment.turn.move, {**worths, better: 3.0, moment.turn.move: rng.choice((-1.0, 0.0))}),
                engine,
            )
            of_replies = [family for several in reasons.REPLIES.values() for family in several]
            fitting = of_replies if case.replying else reasons.LEADS if case.leading else ()
            if moment.position.stage is Stage.SHOW or not (case.leading or case.replying):
                yield str(reasons.reason_of(case.judged, engine))
                continue
            for family in (reasons.close_too_late, reasons.declared_too_early, *fitting, reasons.refuted):
                yield f"{family.__name__} {family(case)}"

    as_stored("reasons", told, 2, 12)


def test_puzzles_composed() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        rules = PRESETS[rng.choice(list(PRESETS))].rules if rng.random() < 0.7 else varied_rules(rng)
        options = ComposeOptions(rules, deciding=rng.random() < 0.2)
        found = find(options, rng.randrange(99), 1000 * rng.randrange(99), 40)
        yield str(found.candidates)
        for puzzle in found.puzzles:
            yield f"{puzzle.position!r} {puzzle.value} {puzzle.solution} {puzzle.themes} {puzzle.facts} {puzzle.level}"

    as_stored("composed", told, 1, 6)


def test_chances_in_matches() -> None:
    def told(rng: random.Random) -> Iterator[str]:
        rules, to = varied_rules(rng, match=True), rng.choice((1, 2, 5, 7, 12))
        found = match_equity(rules, to)
        one, other = (rng.randrange(to + 1) for _ in range(2))
        yield f"{found.fits} {len(list(found.scores()))}"
        yield tried(lambda: [round(found.chance(one, other, lead), 9) for lead in (0, 1)])
        yield tried(lambda: found.score_as_dict(one, other))
        words = ("--rules", label(rules), "--to", str(to))
        yield output("match", str(one), str(other), *words, width=rng.choice((43, 60, 80)))
        for position in islice(positions(rules, rng), 2):
            score = (rng.randrange(7), rng.randrange(7)), rng.choice((None, 0, 1)), (rng.randrange(3), rng.randrange(3))
            yield tried(match_objective, replace(position, match=Match(*score[0], *score[1:])))

    as_stored("matches", told, 4, 15)


def requested(**asked: object) -> dict[str, Any]:
    """What the engine answers."""
    return answered(json.dumps(asked).encode(), lambda _share: None)


def test_requests() -> None:
    """To the engine, of each kind; some of them damaged."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = varied_rules(rng)
        late = [p for p in moments(rules, rng, 99) if not p.open or len(p.stock) <= 1]
        for position in rng.sample(late, min(3, len(late))):
            for kind in (lambda p: p, information_set):
                with suppress(BingoError):
                    document = json.loads(dumps_json(kind(position)))
                    moves = [str(move) for move in legal_moves(position)]
                    said = rng.choice(
                        (rng.choice(moves), f"opponent {rng.choice(moves)}", "you claim", "claim", "wait")
                    )
                    for question in (
                        {"ask": "analyze", "worlds": 2},
                        {"ask": "claim"},
                        {"ask": "moves"},
                        {"ask": "play", "move": said},
                        {"ask": "seen", "player": rng.choice(("you", "opponent"))},
                        {"ask": "reply", "level": rng.choice(("greedy", "club", "textbook", "cheat", "none"))},
                        {"ask": "reply", "level": "greedy", "player": rng.choice(("you", "opponent"))},
                    ):
                        about = drawn.damaged(document, rng) if rng.random() < 0.3 else document
                        yield str(timeless(requested(**question, position=about)))

    as_stored("requests", told, 4, 16)


def test_files_solved() -> None:
    """Whole files and damaged ones, the results, the table, what is said of them; and once more where some is there."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = [varied_rules(rng) for _ in range(2)]
        every = [p for one in rules for p in moments(one, rng, 99) if not p.open or len(p.stock) <= 1]
        chosen = rng.sample(every, min(12, len(every)))
        seen = [rng.choice((lambda p: p, information_set))(p) for p in chosen]
        lines = [one for one in (tried(dumps_json, p) for p in seen) if one.startswith("{")]
        lines = [json.dumps(drawn.damaged(json.loads(one), rng)) if rng.random() < 0.4 else one for one in lines]
        Path("some.jsonl").write_text("\n".join(lines), encoding="utf-8")
        yaml = [tried(dumps, p) for p in chosen[:4]]
        Path("some.yaml").write_text("---\n".join(yaml), encoding="utf-8")
        for file in Path().glob("out.*"):
            file.unlink()
        detail = ("--detail", rng.choice(("value", "best", "moves", "line")))
        words = ("some.jsonl", "some.yaml", *detail, *rng.choice(((), ("--failed",), ("--quiet",))), "--jobs", "1")
        yield output("batch", *words)
        yield output("batch", *words, "--out", "out.jsonl", "--csv", "out.csv", *rng.choice(((), ("--no-match",))))
        yield Path("out.csv").read_text(encoding="utf-8")
        yield output("batch", *words, "--out", "out.jsonl", *rng.choice((("--resume",), ("--overwrite",), ())))

    as_stored("solved", told, 2, 8)


@thorough
def test_deals_reviewed_and_trained() -> None:
    """Deals reviewed into a file; what is trained then."""

    def told(rng: random.Random) -> Iterator[str]:
        rules = PRESETS[rng.choice(("pagat", "engel", "domino-play"))].rules
        records = sorted((drawn.record(rules, rng) for _ in range(9)), key=lambda one: len(one.turns))[:2]
        Path("two.yaml").write_text("---\n".join(map(dumps_record, records)), encoding="utf-8")
        for file in Path().glob("out*"):
            file.unlink()
        width = rng.choice((43, 60, 80))
        more = rng.choice(((), ("--all",), ("--full",), ("--csv", "out.csv")))
        yield output("review", "two.yaml", "--worlds", "1", "--out", "out.jsonl", *more, width=width)
        yield "".join(path.read_text(encoding="utf-8") for path in sorted(Path().glob("out*")))
        words = [rng.choice(("hint", "give up", "moves", "next", "", drawn.tile(rng))) for _ in range(20)]
        typed = "".join(f"{one}\n" for one in words)
        for name in ("you", "Ann", "Bert"):
            yield output("train", "out.jsonl", "--player", name, text=typed, width=width)
            yield output("profile", "out.jsonl", "--player", name, width=width)

    as_stored("trained", told, 1, 1)
