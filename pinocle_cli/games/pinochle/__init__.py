"""Pinochle: what the games have in common, and the games."""
