"""Puzzles out of play: positions with exactly one move that reaches the value, and not the obvious one."""
