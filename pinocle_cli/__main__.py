"""`python -m pinocle_cli` is `pinocle`."""

from __future__ import annotations

from pinocle_cli.cli.main import main

if __name__ == "__main__":
    main()
