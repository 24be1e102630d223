"""The chapters of the book, in its order: rule, function, rule, function."""
