"""What is printed for programs is UTF-8, whatever the terminal or the code page is."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

from pinocle_cli.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

CYRILLIC = "game: two-handed\nplayers: [Анна, Zoé]\ntrump: hearts\ntaken: {Анна: 130, Zoé: 120}\nplace: Ўсе\n"
COMMANDS = [
    "score --format json a.yaml", "score --format jsonl a.yaml", "score --format csv a.yaml",
    "check --notes --format json a.yaml", "check --notes --format jsonl a.yaml", "check --notes --format sarif a.yaml",
    "check --notes --format junit a.yaml", "check --notes --format github a.yaml", "standings --format csv a.yaml",
    "standings --format json a.yaml", "standings --show games --format csv a.yaml", "fmt a.yaml", "schema",
    "new piquet", "odds --format json", "meld SA --format json", "report a.yaml",
]  # fmt: skip


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp866", "utf-16"])
@pytest.mark.parametrize("command", COMMANDS)
def test_what_programs_read_is_utf_8(
    command: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.yaml").write_text(CYRILLIC, "utf-8")
    monkeypatch.chdir(tmp_path)
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    monkeypatch.setattr(sys, "argv", ["pinocle", *command.split()])
    with pytest.raises(SystemExit):
        main()
    sys.stdout.flush()
    text = raw.getvalue().decode("utf-8")
    assert "\\u04" not in text
    assert text.strip()
    if "a.yaml" in command and "check" not in command:
        assert "Анна" in text
        assert "Zoé" in text
