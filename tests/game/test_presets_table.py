"""RULES.md section 9, the table: a test per row, with what each preset's cell makes of the same situation."""

from itertools import pairwise
from typing import Any

import pytest

from bingo.solver import PRESETS, ImpossiblePosition, Rules, Setup, Side, Stage, check
from bingo.solver.game import ENDS, SUITS, TILES, mask, parse, parse_all, shows, text_mask, tricks
from tests.game.perft import legal, line, replies, table

PRESET_NAMES = tuple(PRESETS)
CLAIM_PRESETS = ("pagat", "akagiri", "engel")

every = pytest.mark.parametrize("name", PRESET_NAMES)


def of(name: str) -> Rules:
    return PRESETS[name].rules


def by_preset(common: Any, **others: Any) -> dict[str, Any]:
    """A value for every preset; ``others`` are those that differ (``hoyle_modern`` for ``hoyle-modern``)."""
    return {name: others.get(name.replace("-", "_"), common) for name in PRESET_NAMES}


def test_section_9_the_presets_of_the_table() -> None:
    expected = ["pagat", "akagiri", "hoyle-1868", "hoyle-modern", "domino-play", "engel", "berndt"]
    assert list(PRESETS) == expected
    assert all(PRESETS[name].name == name and PRESETS[name].source for name in PRESET_NAMES)


# --- tricks ------------------------------------------------------------------------------------------


@every
@pytest.mark.parametrize(
    ("led", "reply", "wins"),
    [
        ("4-3", "6-4", by_preset("both")),
        ("4-3", "4-1", by_preset("none")),
        ("4-2", "6-2", by_preset("none", hoyle_modern="both", domino_play="both", berndt="both", engel="two")),
        ("4-2", "2-1", by_preset("none")),
        ("4-2", "2-2", by_preset("none", engel="two")),
        ("4-3", "6-2", by_preset("none", hoyle_modern="both", domino_play="both")),
        ("4-3", "6-1", by_preset("none")),  # a tie of pips
        ("4-4", "6-4", by_preset("none", hoyle_modern="both", domino_play="both", berndt="both")),
        ("6-4", "4-4", by_preset("none", engel="two")),
        ("6-3", "6-6", by_preset("both")),
        ("4-3", "4-0", by_preset("both", berndt="none")),
        ("6-4", "4-0", by_preset("none", hoyle_modern="both", domino_play="both", engel="two")),
        ("6-0", "6-4", by_preset("none", berndt="both")),
    ],
)
def test_no_trump_trick(name: str, led: str, reply: str, wins: dict[str, str]) -> None:
    """Fives are trumps."""
    expected = {"both": (True, True), "none": (False, False), "two": (False, True)}[wins[name]]
    beaten = tuple(tricks.beats(of(name), 5, parse(led), parse(reply), phase_two=two) for two in (False, True))
    assert beaten == expected


@every
def test_trumps_rank(name: str) -> None:
    order = by_preset("4-4 4-0 6-4 5-4 4-3 4-2 4-1", berndt="6-4 5-4 4-4 4-3 4-2 4-1 4-0")[name].split()
    for high, low in pairwise(order):
        assert tricks.beats(of(name), 4, parse(low), parse(high), phase_two=False)
        assert not tricks.beats(of(name), 4, parse(high), parse(low), phase_two=True)


@every
def test_the_bingo_beats_all_and_trumps_beat_the_rest(name: str) -> None:
    for trump in SUITS:
        for led in TILES:
            assert led == 0 or tricks.beats(of(name), trump, led, 0, phase_two=True)
            assert led == 0 or not tricks.beats(of(name), trump, 0, led, phase_two=False)
    assert tricks.beats(of(name), 1, parse("6-6"), parse("2-1"), phase_two=False)
    assert not tricks.beats(of(name), 1, parse("2-1"), parse("6-6"), phase_two=True)


@every
def test_blank(name: str) -> None:
    assert tricks.beats(of(name), 5, parse("6-3"), parse("6-0"), phase_two=False) is (name != "berndt")
    assert tricks.beats(of(name), 6, parse("6-3"), parse("6-0"), phase_two=False) is (name != "berndt")


@every
@pytest.mark.parametrize(
    ("led", "hand", "expected"),
    [
        # who can must beat
        ("6-3", "6-6 6-1 0-0 5-1", by_preset("6-6", hoyle_modern="6-6 6-1", domino_play="6-6 6-1", berndt="6-6 6-1")),
        ("5-3", "5-1 5-5 0-0", by_preset("5-5", hoyle_modern="5-5 5-1", domino_play="5-5 5-1", berndt="5-5 5-1")),
        # plain lead: classes after the led suit
        ("4-2", "4-1 6-2 5-1 0-0 1-1", by_preset("4-1", berndt="6-2 4-1")),
        (
            *("4-2", "6-2 2-1 5-1 0-0 1-1"),
            by_preset("5-1 0-0", hoyle_modern="6-2 2-1", domino_play="6-2 2-1", engel="6-2", berndt="6-2 2-1"),
        ),
        (
            *("4-2", "2-1 5-1 0-0 1-1"),
            by_preset("5-1 0-0", hoyle_modern="2-1", domino_play="2-1", engel="2-1", berndt="2-1"),
        ),
        ("4-2", "5-1 0-0 1-1", by_preset("5-1 0-0", hoyle_modern="5-1", domino_play="5-1 1-1 0-0")),
        ("4-2", "0-0 1-1", by_preset("0-0", domino_play="1-1 0-0")),
        ("4-2", "6-6 1-1", by_preset("6-6 1-1")),
        # trump led, no trump
        ("5-3", "5-1 0-0 3-1", by_preset("5-1", berndt="5-1 3-1")),
        ("5-3", "0-0 3-1 1-1", by_preset("0-0", hoyle_modern="3-1 1-1 0-0", domino_play="3-1 1-1 0-0", berndt="3-1")),
        ("5-3", "0-0 1-1", by_preset("0-0", hoyle_modern="1-1 0-0", domino_play="1-1 0-0")),
        ("5-3", "2-1 1-1", by_preset("2-1 1-1")),
        # a trump may follow as its plain suit: the 5-4 is a four or not; in the second case it follows the lower end
        ("4-3", "5-4 4-1 0-0", by_preset("4-1", domino_play="5-4 4-1", berndt="5-4 4-1")),
        ("4-3", "5-3 3-1", by_preset("5-3", hoyle_modern="3-1", engel="3-1", domino_play="5-3 3-1", berndt="5-3 3-1")),
    ],
)
def test_phase_two_replies(name: str, led: str, hand: str, expected: dict[str, str]) -> None:
    """Fives are trumps."""
    assert replies(of(name), led, hand) == expected[name]


@every
def test_last_trick(name: str) -> None:
    start = table("6-5", "2-1", rules=of(name), trump=4, points=(0, 0), tricks=(6, 7))
    ten = name in ("pagat", "akagiri")
    assert line(start, "lead 6-5", "play 2-1").position.points == (10 if ten else 0, 0)


@every
def test_last_draw(name: str) -> None:
    start = table("6-5 6-3", "2-1 3-2", rules=of(name), trump=4, turned="4-1", stock="1-0", tricks=(3, 3))
    after = line(start, "lead 6-5", "play 2-1").position
    drawn = mask(parse_all("4-1 1-0"))
    assert text_mask(after.hands[0] & drawn) == ("4-1" if name == "domino-play" else "1-0")
    assert text_mask(after.hands[1] & drawn) == ("1-0" if name == "domino-play" else "4-1")


# --- declarations ------------------------------------------------------------------------------------


@every
def test_declaration_when(name: str) -> None:
    """Sixes win the trick: the leader declares before leading, or afterwards and before drawing."""
    start = table("6-6 5-5 3-3", "6-5 2-1 3-1", rules=of(name), tricks=(1, 0), turned="4-1", stock="1-0 2-0 3-0")
    before = {move for move in legal(start) if "declare" in move and "close" not in move}
    won = line(start, "lead 6-6", "play 6-5").position
    if name == "domino-play":
        assert before == set()
        assert (won.stage, won.to_move, won.stock) == (Stage.SHOW, 0, start.stock)
        assert legal(won) == {"wait", "declare 6-6 5-5", "declare 6-6 3-3", "declare 6-6 5-5 3-3"}
        shown = line(won, "declare 6-6 5-5 3-3").position
        assert (shown.declared, len(shown.stock)) == ((40, 0), 1)
    else:
        assert won.stage is Stage.LEAD
        most = {"declare 6-6 5-5 3-3, lead 6-6"}
        assert "declare 6-6 5-5, lead 5-5" in before
        assert (most <= before) is (name != "berndt")
        assert all(move.count("-") <= 3 for move in before) is (name == "berndt")


@pytest.mark.parametrize("name", [name for name in PRESET_NAMES if name != "domino-play"])
def test_declaration_counts(name: str) -> None:
    """The led double is lost to a trump; the declarer has a trick already."""
    start = table("6-6 5-5", "5-4 2-1", rules=of(name), tricks=(1, 0), turned="4-1", stock="1-0 2-0 3-0")
    led = line(start, "declare 6-6 5-5, lead 6-6").position
    lost = line(led, "play 5-4").position
    won = line(led, "play 2-1").position
    assert (led.card_points(0), lost.card_points(0)) == ((0, 0) if name == "berndt" else (20, 20))
    assert won.card_points(0) == (3 + 3 if name == "berndt" else 20 + 12)


@every
def test_declaration_points(name: str) -> None:
    expected = by_preset((20, 40, 50, 60, 70), berndt=(3,))[name]
    bonus = 0 if name == "berndt" else 10
    for count, points in enumerate(expected, 2):
        doubles = parse_all(" ".join(f"{suit}-{suit}" for suit in range(7)))
        assert tricks.may_declare(of(name), count)
        assert tricks.declaration_points(of(name), mask(doubles[1 : count + 1])) == points
        assert tricks.declaration_points(of(name), mask(doubles[:count])) == points + bonus
    assert tricks.may_declare(of(name), 3) is (name != "berndt")


@every
def test_declared_again(name: str) -> None:
    """The 5-5 was declared once; it and the 3-3 are still there."""
    start = table(
        "5-5 3-3 6-6", "5-4 6-5 3-1", rules=of(name), tricks=(1, 0), shown="5-5", turned="4-1", stock="1-0 2-0"
    )
    if name == "domino-play":
        start = line(start, "lead 6-6", "play 6-5").position
    is_declarable = any("declare" in move and "5-5" in move for move in legal(start))
    assert is_declarable is (name in ("domino-play", "berndt"))
    assert any("declare" in move and "3-3" in move for move in legal(start))


@every
def test_seven_doubles(name: str) -> None:
    seven = "6-6 5-5 4-4 3-3 2-2 1-1 0-0"
    start = table(seven, "6-5 6-4 6-3 6-2 6-1 5-4 5-3", rules=of(name), turned="2-1", stock="5-2", trump=2)
    if name == "domino-play":
        gain, _, over, _ = line(start, "lead 6-6", "play 6-5", f"declare {seven}")
        assert (gain, over) == (3, True)
    elif name.startswith("hoyle"):
        led = line(start, f"declare {seven}, lead 0-0").position
        assert led.declared == (80, 0)
        assert line(led, "play 6-5").over
    elif name == "berndt":
        assert not any(move.count("-") > 3 for move in legal(start))
    else:
        gain, _, over, _ = line(start, f"declare {seven}")
        assert (gain, over) == (3, True)
        assert not any(f"declare {seven}, lead" in move for move in legal(start))


# --- reaching the target -----------------------------------------------------------------------------


@every
def test_70_reached(name: str) -> None:
    start = table("6-6 3-2", "6-5 2-1", of(name), points=(60, 40), tricks=(5, 6))
    gain, after, over, _ = line(start, "lead 6-6", "play 6-5")
    if name in CLAIM_PRESETS:
        assert (gain, over, after.stage, legal(after)) == (0, False, Stage.CLAIM, {"claim", "wait"})
        assert line(after, "claim")[::2] == (1, True)
        assert line(after, "wait").position.stage is Stage.LEAD
    elif name.startswith("hoyle"):
        assert (gain, over) == (1, True)
    elif name == "domino-play":
        assert (gain, over, after.stage) == (1, False, Stage.LEAD)
        assert line(after, "lead 3-2", "play 2-1")[::2] == (0, True)  # once
    else:
        assert (gain, over, after.stage) == (0, False, Stage.LEAD)


@every
def test_70_reached_by_both(name: str) -> None:
    """Each has a double; the opponent reaches it second."""
    start = table("6-6 2-1", "5-5 6-5", rules=of(name), trump=4, points=(60, 60), tricks=(6, 6))
    first, after, over, _ = line(start, "lead 6-6", "play 6-5")
    if name != "domino-play":
        assert over is name.startswith("hoyle")
        return
    assert (first, over) == (1, False)
    gain, _, over, _ = line(after, "lead 2-1", "play 5-5")
    assert (gain, over) == (-1, True)


@every
def test_69_is_not_70(name: str) -> None:
    start = table("6-6 3-2", "6-5 2-1", rules=of(name), trump=4, points=(57, 40), tricks=(5, 6))
    gain, after, over, _ = line(start, "lead 6-6", "play 6-5")
    assert (gain, over, after.stage) == (0, False, Stage.LEAD)


@every
def test_nothing_is_carried_to_the_next_deal_but_in_berndt(name: str) -> None:
    sides = (Side(parse_all("6-6 5-4")), Side(parse_all("6-5 3-2"), tricks=12))
    setup = Setup(of(name), 1, sides, trump=4, carried=(5, 0))
    with pytest.raises(ImpossiblePosition) as caught:
        check(setup)
    assert ("carried" in [reason.field for reason in caught.value.reasons]) is (name != "berndt")


# --- closing, the last phase and the bingo -----------------------------------------------------------


@every
@pytest.mark.parametrize("trump", range(1, 7))
@pytest.mark.parametrize("bingo_leads", [True, False])
def test_section_7_the_bingo_captures_the_double_of_trumps(name: str, trump: int, bingo_leads: bool) -> None:
    captured = f"{trump}-{trump}"
    led, reply = ("0-0", captured) if bingo_leads else (captured, "0-0")
    start = table(led + " 1-0", reply + " 2-0", of(name), trump, turned="4-3", stock="5-4 6-4 6-5")
    for position, yours in ((start, bingo_leads), (start.swapped(), not bingo_leads)):
        gain, after, over, _ = line(position, f"lead {led}", f"play {reply}")
        expected = 0 if name == "berndt" else 1 if yours else -1
        assert (gain, over, after.leader) == (expected, False, 0 if yours else 1)


# --- the deal ----------------------------------------------------------------------------------------


@every
def test_tile_points(name: str) -> None:
    for trump in SUITS:
        for t in TILES:
            points = tricks.points(of(name), trump, t)
            if name != "berndt":
                assert points == tricks.points(of("pagat"), trump, t)
                continue
            a, b = ENDS[t]
            if a == b:
                assert points == (a + b if a == trump else 3)
            else:
                assert points == ((b if a == trump else a) if shows(t, trump) else 0)
