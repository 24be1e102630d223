"""The rules of auction, chapter by chapter in the order of the book."""
