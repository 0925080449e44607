"""How the tables of the chances to win a match, and a rubber, are made: ``python -m benchmarks.equity``."""
