"""A season: the database that `export` writes, and the standings that are asked of it."""
