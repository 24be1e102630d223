"""Rulings as pages that people read: the sheet of an evening, and a season's site."""
