"""A deal written down that tests bend: every kind of turn is in it."""

#: A deal by the rules ``pagat``, trumps 4. Each trick stands on a line of its own.
DEAL = """\
name: Third deal
match: {you: 2, opponent: 4}
players: {you: Ann, opponent: Bert}
lead: you
turned: 4-1
you: {dealt: 6-3 6-1 5-5 5-0 3-0 1-0 0-0}
opponent: {dealt: 5-1 4-4 3-2 3-1 2-2 2-1 1-1}
stock: 5-4 3-3 4-2 6-6 4-3 6-5 6-2 6-0 5-3 5-2 6-4 4-0 2-0
play:
  - lead 5-0; play 5-1
  - lead 6-1; play 4-4
  - declare 2-2 1-1, lead 2-2; play 0-0
  - close, lead 5-5; play 6-5
  - lead 5-4; play 4-2
  - lead 4-3; play 1-1
  - lead 6-6; play 3-3
  - claim
result: {you: 1}
"""
#: The same as you alone could write it down.
ONE_SIDED = "".join(
    line for line in DEAL.splitlines(keepends=True) if not line.startswith(("opponent", "stock"))
).replace("0-0}\n", "0-0, drew: 5-4 6-6 4-3}\n")


def with_changes(text: str, *changes: tuple[str, str]) -> str:
    """The text with parts of it replaced, each of which stands there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text
