"""Makers of random sessions, legal and faulty, and of the many ways in which a person may write them."""
