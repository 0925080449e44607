"""The command line ``bingo``: one file per command, reading and options shared, rendering apart."""
