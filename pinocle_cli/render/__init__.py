"""Verdicts for people and for programs."""
