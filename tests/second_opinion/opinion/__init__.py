"""A second opinion on a record: small and slow scorers, written from the rulebook alone.

Nothing in here knows the package that is tested. A record is plain data with cards such as `H10`; an opinion is what
it comes to.
"""
