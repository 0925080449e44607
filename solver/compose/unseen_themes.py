"""The themes of puzzles with hidden tiles, and what is asked in them."""

from __future__ import annotations

from collections.abc import Mapping

#: What each is about, in one sentence.
ABOUT: Mapping[str, str] = {
    "close-unseen": "Close or not, with the opponent's hand unseen.",
    "first-leads": "The first lead, with everything unseen.",
}
#: Game points by which the right move is ahead of every other, beyond doubt.
MARGIN: Mapping[str, float] = {"close-unseen": 0.2, "first-leads": 0.1}
