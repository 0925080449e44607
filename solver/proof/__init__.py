"""Proofs by OR-Tools: a second opinion that shares no code with the search."""
