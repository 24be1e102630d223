"""Runs the commands of the README's first screen and puts what they print below them."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from click.testing import CliRunner

from pinocle_cli.cli.main import cli

README = Path(__file__).parent.parent / "README.md"


def main() -> None:
    """Rewrite README.md."""
    text = README.read_text("utf-8")
    hand = re.search(r"```yaml\n# hand\.yaml\n(.*?)```", text, re.DOTALL)
    if hand is None:
        raise SystemExit("the README has no hand.yaml")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("hand.yaml").write_text(hand[1], "utf-8")
        for command in re.findall(r"^\$ pinocle (.*?)\n", text, re.MULTILINE):
            printed = CliRunner().invoke(cli, command.split()).output
            below = re.compile(rf"^\$ pinocle {re.escape(command)}\n.*?(?=^\$ |^```)", re.DOTALL | re.MULTILINE)
            text = below.sub(lambda _, c=command, p=printed: f"$ pinocle {c}\n{p}", text)  # type: ignore[misc]
    README.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
