"""What Bingo is: tiles, rules, tricks, positions and moves. No search, no input or output."""
