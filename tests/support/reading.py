"""The one position of a text or an example, of the kind that a test needs."""

from pathlib import Path

from bingo import InformationSet, Position, read, reads

ROOT = Path(__file__).parents[2]
EXAMPLES, DEALS = ROOT / "positions" / "examples", ROOT / "positions" / "deals"
#: Five deals of Ann and Bert; and one in which you close too late.
A_MATCH, LATE_CLOSE = DEALS / "a-match.yaml", DEALS / "time-to-close.yaml"


def position_in(text: str) -> Position | InformationSet:
    [position] = reads(text)
    return position


def full_position(text: str) -> Position:
    position = position_in(text)
    assert isinstance(position, Position)
    return position


def read_view(text: str) -> InformationSet:
    position = position_in(text)
    assert isinstance(position, InformationSet)
    return position


def example(name: str) -> Position | InformationSet:
    [position] = read(EXAMPLES / f"{name}.yaml")
    return position


def known_example(name: str) -> Position:
    position = example(name)
    assert isinstance(position, Position)
    return position
