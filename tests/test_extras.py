"""What is done by an extra: without it a message says what to install, from where it is to be had."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pinocle_cli.extras import EXTRAS

if TYPE_CHECKING:
    from conftest import Pinocle

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ASKED = {
    "table": [],  # asks for a terminal: see below
    "lsp": ["lsp"],
    "watch": ["watch", "good.yaml"],
    "zst": ["check", "good.yaml.zst"],
    "remote": ["check", "https://127.0.0.1:9/a.yaml"],
    "dask": ["check", "good.yaml", "--scheduler", "tcp://127.0.0.1:9"],
    "xlsx": ["export", "good.yaml", "--to", "a.xlsx"],
}


@pytest.mark.parametrize("extra", [name for name, args in ASKED.items() if args])
def test_without_it_the_message_says_what_to_install(
    extra: str, folder: Path, pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "good.yaml.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    for package in EXTRAS[extra].packages.lower().split():
        for module in [
            package,
            *(name for name in sys.modules if name.startswith((f"{package}.", "pinocle_cli.lsp."))),
        ]:
            monkeypatch.setitem(sys.modules, module, None)
    done = pinocle(*ASKED[extra])
    assert done.returncode == 2
    assert f"pip install {EXTRAS[extra].packages}" in (done.stdout + done.stderr).replace("\n", " ").replace("  ", " ")


def test_every_extra_is_one_of_the_project() -> None:
    extras = PROJECT["optional-dependencies"]
    assert set(EXTRAS) == set(extras) - {"all", "bench", "dev"}
    assert extras["all"] == [f"pinocle-cli[{','.join(EXTRAS)}]"]
    for name, extra in EXTRAS.items():
        assert [re.split("[>=]", package)[0] for package in extras[name]] == extra.packages.split()


def test_nobody_is_sent_to_an_index_on_which_there_is_nothing() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "pinocle_cli").rglob("*.py")]
    told = [
        (page.name, line)
        for page in pages
        for line in page.read_text("utf-8").splitlines()
        if re.search(r"pipx? install '?\"?pinocle-cli(?! @)", line)
    ]
    assert told == []
