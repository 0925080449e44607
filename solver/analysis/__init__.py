"""The questions of players: what is a position worth, and what is to be played?"""
