"""The kernel held against answers that others published: columns about Schnapsen, a game of the same kind.

``tests/data/schnapsen.yaml`` has the positions, ``schnapsen.py`` beside this the tables that make a Schnapsen player of
the kernel. What an entry says was published:

- ``value``: game points, seen from you; ``wins``: who wins the deal with best play.
- ``right`` and ``wrong``: cards with which whoever is to play wins, or does not.
- With cards unseen, what ``play`` brings you: a card, ``close``, or a lead that the opponent has ``ducked`` or
  ``taken``. ``mean`` is its expectation, ``win`` the chance of winning, ``each`` the game points for each card that may
  lie face down, of those named; ``best`` is the card with the highest expectation. One trick exhausts the stock, so
  after a card is played all are known and these numbers are exact; a close is worth, against each hand, what it is to
  one who sees that hand.
- ``sure`` is the chance of winning a closed deal with a strategy that does not see the opponent's hand, ``unsure`` are
  leads after which no such strategy wins against every hand.
- ``differs``: the answer is another one. This line shows how the published one fails: each card of the winner wins, and
  whatever else the loser plays instead loses too, by a search that shares nothing with the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.engine.schnapsen import TARGET, Deal, Unsupported, beats, cards, guaranteed, plain_value

Entry = dict[str, Any]

DATA = Path(__file__).parents[1] / "data" / "schnapsen.yaml"
COLUMNS: list[Entry] = yaml.safe_load(DATA.read_text(encoding="utf-8"))
ENTRIES = [(f"{c.get('column', c['title'])}: {e['you']}", e) for c in COLUMNS for e in c["answers"]]
#: Those in which both hands are known and the stock is exhausted or closed.
KNOWN = [(name, e) for name, e in ENTRIES if "opponent" in e and "stock" not in e]
PLAYERS = {"you": 0, "opponent": 1}


@pytest.mark.parametrize("entry", [e for _, e in ENTRIES], ids=[name for name, _ in ENTRIES])
def test_the_kernel_gives_the_published_answer(entry: Entry) -> None:
    found = _found(entry)
    published = {key: _numbers(entry[key]) for key in found}
    assert published, "expected an answer"
    if line := entry.get("differs"):
        assert found != published
        _check_line(entry, cards_of(line))
    else:
        assert found == published


@pytest.mark.parametrize("entry", [e for _, e in KNOWN], ids=[name for name, _ in KNOWN])
def test_a_plain_search_gives_the_same_values(entry: Entry) -> None:
    deal = _deal(entry, cards(entry["opponent"]))
    assert plain_value(deal) == deal.value()


def test_so_many_columns_are_held() -> None:
    assert len(COLUMNS) == len({column["title"] for column in COLUMNS}) == 42
    assert len([c for c in COLUMNS if "column" in c]) >= 40
    hidden = [c for c in COLUMNS if any("unseen" in e or "stock" in e for e in c["answers"])]
    assert len(hidden) >= 10
    assert sum("differs" in e for c in COLUMNS for e in c["answers"]) == 1


def test_chances_and_expectations_of_ten_are_held_as_fractions() -> None:
    chances = {"mean", "win", "sure"}
    held = [c for c in COLUMNS if any("unseen" in e and chances & e.keys() for e in c["answers"])]
    assert len(held) >= 10
    for entry in (e for c in held for e in c["answers"] if "unseen" in e):
        assert all(type(value) is Fraction for key, value in _found(entry).items() if key in chances)


def test_any_table_size_gives_the_same_moves() -> None:
    for _, entry in KNOWN[::3]:
        deal = _deal(entry, cards(entry["opponent"]))
        assert deal.moves(2) == deal.moves(12)


def test_two_marriages_in_one_hand_are_refused() -> None:
    with pytest.raises(Unsupported, match="two marriages"):
        Deal("S", (cards("SKQ HKQ"), cards("CAT DAT")), (20, 20)).value()


# --- what the kernel says ----------------------------------------------------------------------------


def _found(entry: Entry) -> Entry:
    """The kernel's answers to what the entry asks, under the same keys."""
    if "unseen" in entry:
        return _hidden(entry)
    deal = _deal(entry, cards(entry["opponent"]))
    moves, mover = deal.moves(), deal.leader ^ bool(deal.led)
    sign = 1 - 2 * mover
    value = sign * max(sign * v for v in moves.values())
    answers = {"value": value, "wins": "you" if value > 0 else "opponent"}
    for key, good in (("right", True), ("wrong", False)):
        if key in entry:
            answers[key] = " ".join(c for c in cards(entry[key]) if (sign * moves[c] > 0) == good)
    return {key: answer for key, answer in answers.items() if key in entry}


def _hidden(entry: Entry) -> Entry:
    worlds = dict(_worlds(entry))
    if "best" in entry:
        means = {card: sum(_after(w, card) for w in worlds.values()) for card in worlds[next(iter(worlds))].hands[0]}
        return {"best": max(means, key=lambda card: means[card])}
    values = {hidden: _brings(deal, entry["play"]) for hidden, deal in worlds.items()}
    named = {
        card: value for card, value in values.items() if any(card in cards(t) for t in entry.get("each", {}).values())
    }
    answers = {
        "mean": Fraction(sum(values.values()), len(values)),
        "win": Fraction(sum(v > 0 for v in values.values()), len(values)),
        "each": {value: {c for c, v in named.items() if v == value} for value in set(named.values())},
    }
    if "sure" in entry or "unsure" in entry:
        taken = guaranteed([w if w.closed is not None else w.close() for w in worlds.values()])
        wins = {card: Fraction(sum(v > 0 for v in row), len(row)) for card, row in taken.items()}
        answers["sure"] = max(wins.values())
        answers["unsure"] = " ".join(card for card in cards(entry.get("unsure", "")) if wins[card] < 1)
    return {key: answer for key, answer in answers.items() if key in entry}


def _brings(deal: Deal, play: str) -> int:
    """What a play brings you where you know all cards once it is made."""
    if play == "close":
        return deal.close().value()
    card, *how = play.split()
    if not how:
        return _after(deal, card)
    replies = [reply for reply in deal.hands[1] if beats(reply, card, deal.trump) == (how == ["taken"])]
    return min(deal.after(card, reply).value() for reply in replies)


def _after(deal: Deal, card: str) -> int:
    """What playing this card is worth, by the deals after the trick; the kernel's search with the stock open agrees."""
    if deal.led:
        value = deal.after(deal.led, card).value()
    elif deal.turned:
        value = min(deal.after(card, reply).value() for reply in deal.hands[1])
    else:
        return deal.moves()[card]
    with suppress(Unsupported):
        assert deal.moves()[card] == value
    return value


# --- entries -----------------------------------------------------------------------------------------


def _worlds(entry: Entry) -> Iterator[tuple[str, Deal]]:
    """Each card that may lie face down, with the deal in which it does."""
    unseen = cards(entry["unseen"])
    for hidden in unseen:
        if hidden not in cards(entry.get("known", "")):
            stock = {"stock": hidden} if "turned" in entry else {}
            yield hidden, _deal(entry | stock, tuple(card for card in unseen if card != hidden))


def _deal(entry: Entry, opponent: tuple[str, ...]) -> Deal:
    you, opponents_points = entry["points"]
    return Deal(
        entry["trump"],
        (cards(entry["you"]), opponent),
        (you, opponents_points),
        leader=1 if "led" in entry else PLAYERS[entry.get("lead", "you")],
        led=entry.get("led"),
        closed=PLAYERS[entry["closed"]] if "closed" in entry else None,
        at_close=entry.get("at_close"),
        turned=entry.get("turned"),
        stock=entry.get("stock"),
    )


def _numbers(published: Any) -> Any:
    """An answer of the file as the test has it: fractions, sets of cards, cards one by one."""
    if isinstance(published, dict):
        return {value: set(cards(text)) for value, text in published.items()}
    if isinstance(published, str) and published[0].isdigit():
        return Fraction(published)
    if isinstance(published, str) and published not in PLAYERS:
        return " ".join(cards(published))
    return published


def cards_of(line: str) -> list[str]:
    """The cards of a line of play, in order."""
    return [card for word in line.split() for card in cards(word)]


def _check_line(entry: Entry, line: list[str]) -> None:
    """The side that the published answer says loses wins by this line, whatever else the other plays in it."""
    deal = _deal(entry, cards(entry["opponent"]))
    assert deal.closed is None
    winner = 1 - PLAYERS[entry["wins"]]
    for led, reply in zip(line[::2], line[1::2], strict=True):
        after = {card: deal.lead(card) for card in deal.hands[deal.leader]}
        _check_card(after, led, winner, chosen=deal.leader == winner)
        after = {card: deal.after(led, card) for card in deal.replies(led)}
        _check_card(after, reply, winner, chosen=deal.leader != winner)
        deal = after[reply]
    assert deal.points[winner] >= TARGET


def _check_card(after: dict[str, Deal], card: str, winner: int, *, chosen: bool) -> None:
    """The card may be played, and the winner wins after it if they have chosen it, else after any card."""
    assert card in after
    assert all((plain_value(after[c]) > 0) == (winner == 0) for c in ([card] if chosen else after))
