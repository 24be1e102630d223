"""Text to trees, trees to values, deals and records, and what is wrong in them."""
