"""What a player has done so far, kept in one file: it lies above the library, which writes nothing."""
