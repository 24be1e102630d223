"""What is installed: the version, the rulebook's edition, libyaml, and the extras that are there."""

from __future__ import annotations

import platform
from importlib import metadata

from pinocle_cli import __version__, extras
from pinocle_cli.reader.pyyaml import yaml
from pinocle_cli.rule import EDITION


def version() -> str:
    """The lines of `pinocle --version`."""
    libyaml = getattr(yaml, "__with_libyaml__", False)
    found = extras.there()
    have = ", ".join(name for name, there in found.items() if there) or "none"
    lack = ", ".join(name for name, there in found.items() if not there)
    with_ = f"PyYAML {metadata.version('PyYAML')}{' with libyaml' if libyaml else ', without libyaml'}"
    return "\n".join(
        [
            f"pinocle, version {__version__}",
            f"rulebook {EDITION}, Python {platform.python_version()}, {with_}",
            f"extras: {have}" + (f" (not installed: {lack})" if lack else ""),
        ]
    )
