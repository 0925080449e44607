"""A game against the program: one class, used by the terminal and by the board."""
