"""Findings in the formats of others: their structure, and texts that would break out of it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from pinocle_cli import rulebook
from pinocle_cli.cli.main import cli

NASTY = 'a %,:"<&\u0001]]>é'
RECORD = f"""\
---
game: two-handed
players: [{json.dumps(NASTY)}, B]
deals: []
---
game: two-handed
players: [A, B]
deals:
  - claimed: {{A: 100, B: 50}}
claimed: {{A: 1, B: 50}}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b,c.yaml").write_text(RECORD, "utf-8")
    (tmp_path / "clean.yaml").write_text("game: two-handed\nplayers: [A, B]\nclaimed: {A: 10, B: 20}\n", "utf-8")
    return "."


def out(*args: str) -> str:
    result = CliRunner().invoke(cli, ["check", *args])
    assert result.exit_code == 2, result.output
    return result.stdout


def test_sarif(file: str) -> None:
    log = json.loads(out("--format", "sarif", "--notes", file))
    assert (log["version"], log["$schema"].rpartition("/")[2]) == ("2.1.0", "sarif-2.1.0.json")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert {"error", "warning", "note"} >= {result["level"] for result in run["results"]} >= {"error", "warning"}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        assert re.fullmatch(r"[A-Za-z0-9%./_-]+", place["artifactLocation"]["uri"])
        assert place["region"]["startLine"] >= 1
        assert place["region"].get("startColumn", 1) >= 1
    for rule in rules:
        assert rule["help"]["text"].startswith(rulebook.every_rule()[rule["id"]].text)


def test_junit(file: str) -> None:
    suites = ET.fromstring(out("--format", "junit", file))  # noqa: S314 - our own output
    named = {suite.get("name"): suite for suite in suites}
    assert set(named) == {"a b,c.yaml", "clean.yaml"}
    for suite in suites:
        assert len(suite.findall("testcase")) == int(suite.get("tests", 0))
        assert len(suite.findall("testcase/failure")) == int(suite.get("failures", 0))
        assert len(suite.findall("testcase/error")) == int(suite.get("errors", 0))
    assert named["clean.yaml"].find("testcase/failure") is None
    assert int(named["a b,c.yaml"].get("failures", 0)) == 1


def test_github(file: str) -> None:
    lines = out("--format", "github", file).splitlines()
    assert lines
    for line in lines:
        assert re.fullmatch(r"::(error|warning) file=a b%2Cc\.yaml,line=\d+(,col=\d+)?,title=[a-z.-]+::[^\n\r]+", line)


def test_in_a_log_of_json_every_format_for_people_names_the_key(tmp_path: Path) -> None:
    """All of a record is on one line there."""
    deal = {"trump": "clubs", "held": {"A": "SA HK", "B": "S9 HQ"}, "play": "SA HQ\nHK S9", "claimed": {"A": 1, "B": 1}}
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps({"game": "two-handed", "players": ["A", "B"], "deals": [deal]}) + "\n", "utf-8")
    for command in (["check"], ["check", "--format", "github"], ["check", "--format", "junit"], ["judge"], ["score"]):
        said = CliRunner().invoke(cli, [*command, str(log)]).output
        assert "deals[0].play[0]" in said, command
        assert "log.jsonl:1:" not in said.replace("log.jsonl:1: ", ""), command
    suites = ET.fromstring(CliRunner().invoke(cli, ["check", "--format", "junit", str(log)]).output)  # noqa: S314 - our own
    names = [case.get("name") for case in suites.iter("testcase")]
    assert len(names) == len(set(names)) > 0


def test_the_hook_is_one() -> None:
    root = Path(__file__).parent.parent
    (hook,) = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert hook["entry"].split()[1] in CliRunner().invoke(cli, ["--help"]).output
    for name in ("records/a.yaml", "a.yml", "b/c.jsonl.gz", "d.ndjson.zst"):
        assert re.search(hook["files"], name)
        assert not re.search(hook["exclude"], name)
    assert re.search(hook["exclude"], "records/pinocle.yaml")
