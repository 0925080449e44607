"""How the tables of the chances to win a match are made: ``python -m benchmarks.equity``."""
