"""The one position of a text, of the kind that a test needs."""

from bingo import InformationSet, Position, reads


def whole(text: str) -> Position:
    [position] = reads(text)
    assert isinstance(position, Position)
    return position


def view(text: str) -> InformationSet:
    [position] = reads(text)
    assert isinstance(position, InformationSet)
    return position
