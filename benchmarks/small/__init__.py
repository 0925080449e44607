"""Bingo scaled down to what can be solved exactly: ``python -m benchmarks.small --help``."""
