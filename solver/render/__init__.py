"""Answers as text for a person: pure functions from what the library gave to lines that fit a screen."""
