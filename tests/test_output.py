"""What the commands print for each sample, to the letter: `tests/outputs/SAMPLE.COMMAND.txt`.

`pytest tests/test_output.py --update-outputs` writes what is printed now; look at the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pinocle_cli.cli.main import cli

ROOT = Path(__file__).parent.parent
OUTPUTS = Path(__file__).parent / "outputs"
SAMPLES = sorted(path.name for path in (ROOT / "samples").iterdir())
COMMANDS = {"score": ["score", "--ledger"], "judge": ["judge"], "check": ["check", "--notes"]}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("sample", SAMPLES)
def test_output(sample: str, command: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    printed = CliRunner().invoke(cli, [*COMMANDS[command], f"samples/{sample}"]).output
    file = OUTPUTS / f"{sample.removesuffix('.yaml')}.{command}.txt"
    if request.config.getoption("--update-outputs"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(printed, "utf-8")
    assert printed == file.read_text("utf-8")


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_says_what_it_shows(sample: str) -> None:
    assert (ROOT / "samples" / sample).read_text("utf-8").startswith("# ")


def test_no_output_is_left_over() -> None:
    expected = {f"{sample.removesuffix('.yaml')}.{command}.txt" for sample in SAMPLES for command in COMMANDS}
    assert {file.name for file in OUTPUTS.iterdir()} == expected
