"""Proofs by OR-Tools: a second opinion that shares no code with the search."""

#: Seconds for a proof, unless it is said otherwise.
SECONDS = 5.0
