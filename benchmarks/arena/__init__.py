"""Matches between players that see only their own hand: ``python -m benchmarks.arena --help``."""
