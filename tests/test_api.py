"""The API as its page shows it."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from pinocle_cli.api import as_data, verdicts, verdicts_of_text

ROOT = Path(__file__).parent.parent


def test_the_example_of_the_page_runs_and_prints_what_it_says() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code[1], {})  # noqa: S102 - our own page
    promised = re.findall(r"^# (.*)$", code[1], re.MULTILINE)
    assert printed.getvalue().splitlines()[: len(promised)] == promised


def test_files_and_texts_give_the_same_verdict() -> None:
    sample = ROOT / "samples" / "two-handed-evening.yaml"
    (of_file,) = verdicts(sample)
    (of_text,) = verdicts_of_text(sample.read_bytes(), name=str(sample))
    assert as_data(of_file) == as_data(of_text)


def test_a_missing_file_is_a_finding() -> None:
    (verdict,) = verdicts("no such file.yaml")
    assert [finding.severity for finding in verdict.findings] == ["error"]
    assert verdict.totals is None
