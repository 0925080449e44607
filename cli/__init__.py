"""The command line ``bingo``: one file per command, reading and options shared, rendering apart."""

import gc

gc.set_threshold(50_000)  # what a start makes is kept: looking it through for garbage takes a twentieth of the time
