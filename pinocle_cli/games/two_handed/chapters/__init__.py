"""The rules of two-handed pinochle in the order of the book, each above the code that applies it."""
