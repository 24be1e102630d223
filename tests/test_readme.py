"""The README's first screen is true: the commands are run and must print what stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
HAND = re.search(r"```yaml\n# hand\.yaml\n(.*?)```", README, re.DOTALL)
SESSIONS = re.findall(r"^\$ pinocle (.*?)\n(.*?)(?=^\$ |^```)", README, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("command", "printed"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_the_first_screen(command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert HAND is not None
    (tmp_path / "hand.yaml").write_text(HAND[1], "utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, command.split())
    assert result.output == printed
