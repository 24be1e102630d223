"""What whoever writes a record needs to know: its text, what may stand where, and what comes next by the rules.

`keep`, the language server and `watch` are built on it; none of it has a screen.
"""
