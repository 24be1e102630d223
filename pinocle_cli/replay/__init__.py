"""A deal seen again: step by step the hands, what lies on the table, what is said and scored."""
