"""`python -m pinocle_cli` is `pinocle`, and both begin here."""

from __future__ import annotations

from pinocle_cli.collector import calm_collector


def main() -> None:
    """Run the command line."""
    calm_collector()
    from pinocle_cli.cli.main import main as run  # noqa: PLC0415 - the collector is calm before all is imported

    run()


if __name__ == "__main__":
    main()
