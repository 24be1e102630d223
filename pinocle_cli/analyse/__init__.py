"""What open hands come to with the best play of both sides, worked out exactly."""
