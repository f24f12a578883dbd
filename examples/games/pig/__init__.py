"""Pig, a dice game: the smallest complete game."""
