"""What the page shows as plain data, without what changes from run to run."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

#: Decimals of a mean or a share: more are never shown.
DECIMALS = 6


def settled(answer: Any) -> Any:
    """The same without times, which are never the same twice, and with numbers as exact as they are shown."""
    if isinstance(answer, dict):
        return {key: settled(value) for key, value in answer.items() if key not in ("seconds", "nodes")}
    if isinstance(answer, list):
        return [settled(value) for value in answer]
    return round(float(answer), DECIMALS) if isinstance(answer, float) else answer
