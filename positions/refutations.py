"""Judgements of the shipped puzzles with hidden tiles: ``collections/refutations.jsonl``, a line for each puzzle."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from bingo.solver.game.information import InformationSet
from bingo.solver.puzzles.judgements import Judgement


@cache
def _judgements() -> dict[str, Judgement]:
    file = files("bingo.positions") / "collections" / "refutations.jsonl"
    lines = msgspec.json.Decoder(Judgement).decode_lines(file.read_bytes())
    return {judgement.name: judgement for judgement in lines}


def judgement_of(known: InformationSet) -> Judgement:
    """What a shipped puzzle with hidden tiles is judged by."""
    return _judgements()[known.name]
