"""What the pages show is true: their records are judged, and the commands print what stands below them.

A block of YAML that begins with `# NAME.yaml` is that file, as it stands; a console block is typed beside the files
above it. `pytest tests/test_docs.py --update-outputs` writes what is printed now; look at the difference.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from conftest import findings, verdicts

from pinocle_cli.cli.main import cli
from pinocle_cli.render import screen

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "paper").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"# ([\w-]+\.yaml)\n")
TYPED = re.compile(r"^(\$ [^\n]*\n)(.*?)(?=^\$ |\Z)", re.DOTALL | re.MULTILINE)


def shown(text: str) -> str:
    """The page as it ought to be: what is printed below each command on a file of this page."""
    files: set[str] = set()

    def block(found: re.Match[str]) -> str:
        kind, body = found[1], found[2]
        if kind == "yaml" and (name := FILE.match(body)):
            Path(name[1]).write_text(body, "utf-8")
            files.add(name[1])
        if kind == "console":
            body = TYPED.sub(typed, body)
        return f"```{kind}\n{body}```"

    def typed(found: re.Match[str]) -> str:
        words = shlex.split(found[1].removeprefix("$ "), comments=True)
        if words[0] != "pinocle" or not any(word.split(":")[0] in files for word in words):
            return found[0]
        result = CliRunner().invoke(cli, words[1:])
        assert isinstance(result.exception, SystemExit | None), result.exc_info
        return found[1] + result.output

    return BLOCK.sub(block, text)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_shows_what_is_printed(
    page: Path, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if page.parent.name == "paper":  # for players, on a screen of the usual width
        monkeypatch.setattr(screen, "columns", lambda: 80)
    text = page.read_text("utf-8")
    wanted = shown(text)
    if request.config.getoption("--update-outputs"):
        page.write_text(wanted, "utf-8")
    assert page.read_text("utf-8") == wanted


PAPER = [page for page in PAGES if page.parent.name == "paper"]
CELL = re.compile(r"^\| [^|]+ \| (.*) \|$", re.MULTILINE)
HEADS = {
    "two-handed": ("players: [Anna, Boris]\n", "{trump: H, claimed: 20 10}"),
    "partnership": (
        "players: [Ann, Bob, Cyd, Dan]\nsides: {Us: [Ann, Cyd], Them: [Bob, Dan]}\n", "{claimed: 281 149}"
    ),
    "auction": ("players: [Ann, Bob, Cyd]\nkitty: 20\n", "{claimed: 5 -3 -2}"),
    "piquet": ("players: [Anna, Boris]\n", "{claimed: 20 14}"),
}  # fmt: skip


def told(page: Path) -> list[tuple[str, str]]:
    """(its page, each piece of a record) that the tables show."""
    cells = " ".join(CELL.findall(page.read_text("utf-8")))
    return [(page.stem, piece) for piece in re.findall("`(.*?)`", cells) if ": " in piece]


@pytest.mark.parametrize(("game", "piece"), [one for page in PAPER for one in told(page)])
def test_every_piece_that_is_shown_is_read(game: str, piece: str) -> None:
    head, deal = HEADS[game]
    if piece.startswith("- "):
        text = f"deals:\n  {piece}\n"
    elif piece.startswith(("rules:", "opening:")):  # which are written once in a record, and not in a deal
        text = f"{piece}\ndeals:\n  - {deal}\n"
    elif piece.startswith(("trump:", "turned:", "number:")):
        text = f"deals:\n  - {piece}\n"
    else:
        first = "dealer: Anna" if game == "piquet" else "trump: H"
        text = f"deals:\n  - {first}\n    {piece}\n"
    text = f"game: {game}\n{head}{text}"
    (session,) = verdicts(text)
    errors = [one["message"] for one in findings(session, "error")]
    assert not errors


def test_a_deal_on_the_sheet_is_a_line_of_45_characters_at_most() -> None:
    text = (ROOT / "docs" / "paper" / "two-handed.md").read_text("utf-8")
    (record,) = (found[2] for found in BLOCK.finditer(text) if found[2].startswith("# evening.yaml"))
    deals = [line for line in record.splitlines() if line.lstrip().startswith("- {trump")]
    assert len(deals) == 5
    assert max(map(len, deals)) <= 45


def test_the_first_block_of_the_readme_is_pasted_as_it_stands() -> None:
    first = BLOCK.search((ROOT / "README.md").read_text("utf-8"))
    assert first
    assert (first[1], FILE.match(first[2]) is not None) == ("yaml", True)
    (session,) = verdicts(first[2])
    assert [(one["line"], one["severity"]) for one in findings(session) if one["severity"] != "note"] == [(8, "fault")]


def test_the_certificates_that_are_shown_are_what_dask_asks_for() -> None:
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    shown = re.search(
        r"^# tls\.yaml\n.*?(?=^```)", (ROOT / "docs" / "logs.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert shown
    with dask.config.set(dask.config.merge(dask.config.config, yaml.safe_load(shown[0]))):
        security = distributed.Security()
        assert security.require_encryption
        for role in ("scheduler", "worker", "client"):
            asked = security.get_tls_config_for_role(role)
            assert {key: asked[key] for key in ("ca_file", "cert", "key")} == {
                "ca_file": "/etc/pinocle/ca.pem", "cert": "/etc/pinocle/cert.pem", "key": "/etc/pinocle/key.pem",
            }  # fmt: skip


EDITORS = (ROOT / "docs" / "editors.md").read_text("utf-8")
SETTINGS = dict(re.findall(r"^```(json|toml|lua|elisp)\n(.*?)^```$", EDITORS, re.MULTILINE | re.DOTALL))


def test_the_settings_of_editors_can_be_read_and_start_the_server() -> None:
    """Neovim and the YAML language server were tried by hand; here every setting stays well formed."""
    helix, code = tomllib.loads(SETTINGS["toml"]), json.loads(SETTINGS["json"])
    server = helix["language-server"]["pinocle"]
    assert helix["language"][0]["language-servers"][0] == "pinocle"
    assert [
        [server["command"], *server["args"]],
        [code["glspc.server.command"], *code["glspc.server.commandArguments"]],
        re.findall(r'"(\w+)"', SETTINGS["lua"].partition("cmd = {")[2].partition("}")[0]),
        re.findall(r'"(\w+)"', SETTINGS["elisp"]),
    ] == [["pinocle", "lsp"]] * 4
    for piece in SETTINGS.values():
        assert all(piece.count(a) == piece.count(b) for a, b in ("()", "[]", "{}"))
    (row,) = re.findall(r"`languages.toml` \| `(.*?)`", EDITORS)
    schemas = tomllib.loads(row)["language-server"]["yaml-language-server"]["config"]["yaml"]["schemas"]
    assert schemas == {"./pinocle.schema.json": "evenings/*.yaml"}
