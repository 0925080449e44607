"""The questions of players: what is a position worth, what is to be played, should I close?"""
