"""Opponents to play against: policies that know what a player may know, and levels made of them."""
