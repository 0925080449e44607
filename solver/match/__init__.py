"""First to so many game points: the chance to win a match from every score, as data."""
