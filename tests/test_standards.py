"""What is written for other programs, held against their standards: every finding that our records bring out.

`standards/` has the schemas: SARIF 2.1.0 as OASIS has it, JUnit's as the CI servers read it. Elsewhere: JSON schemas
are held against their metaschema in `conftest.validator_of`, pages by a validator of HTML in `test_report`, and
databases by SQLite itself in `test_export`.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema
from click.testing import CliRunner
from test_hostile import NAMES, RECORDS

from pinocle_cli.cli.main import cli
from pinocle_cli.plain import plain

HERE = Path(__file__).parent
STANDARDS = HERE / "standards"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every record of `cases/`, and hostile ones under hostile names."""
    folder = tmp_path_factory.mktemp("standards")
    for case in (HERE / "cases").glob("*.yaml"):
        (folder / case.name).write_bytes(case.read_bytes())
    for number, record in enumerate(RECORDS):
        (folder / (NAMES[number] if number < len(NAMES) else f"{number}.yaml")).write_text(record, "utf-8")
    return folder


def printed(*args: str) -> str:
    result = CliRunner().invoke(cli, [*args])
    assert isinstance(result.exception, SystemExit | None), result.exc_info
    assert result.exit_code in (0, 1, 2)
    return result.stdout


def every_rule_found(folder: Path) -> set[str]:
    lines = printed("check", "--notes", "--format", "jsonl", str(folder)).splitlines()
    return {json.loads(line)["rule"] for line in lines}


def test_sarif(folder: Path) -> None:
    schema = json.loads((STANDARDS / "sarif-2.1.0.json").read_text("utf-8"))
    log = json.loads(printed("check", "--notes", "--format", "sarif", str(folder)))
    wrong = [f"{error.json_path}: {error.message}" for error in jsonschema.Draft4Validator(schema).iter_errors(log)]
    assert wrong == []
    (run,) = log["runs"]
    assert {result["ruleId"] for result in run["results"]} == every_rule_found(folder)


def test_junit(folder: Path) -> None:
    schema = xmlschema.XMLSchema(STANDARDS / "junit-10.xsd")
    xml = printed("check", "--notes", "--format", "junit", str(folder))
    assert [error.reason for error in schema.iter_errors(xml)] == []
    assert xml.count("<testcase ") > len(every_rule_found(folder))


def cell(value: Any) -> str:
    """A value of the JSON output as a CSV has it; before a text that a spreadsheet would calculate is an apostrophe."""
    if not isinstance(value, str):
        return "" if value is None else str(value)
    return f"'{plain(value)}" if len(value) > 1 and value[0] in "=+-@\t\r" else plain(value)


def read_back(text: str) -> list[dict[str, str]]:
    """The rows of a CSV, none longer or shorter than its head."""
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def test_csv_of_scores(folder: Path) -> None:
    rows = read_back(printed("score", "--format", "csv", str(folder)))
    expected = [
        (session["file"], deal["number"], deal["line"], session["game"], deal["dealer"], account, score)
        for session in json.loads(printed("score", "--format", "json", str(folder)))["sessions"]
        for deal in session["deals"]
        for account, score in (deal["scores"] or dict.fromkeys(session["totals"] or ())).items()
    ]
    keys = ("file", "deal", "line", "game", "dealer", "player", "score")
    found = [tuple(row[key] for key in keys) for row in rows]
    assert [row for row in found if row[-1]] == [tuple(map(cell, row)) for row in expected if row[-1] is not None]
    assert len(found) > 500


def test_csv_of_standings(folder: Path) -> None:
    rows = read_back(printed("standings", "--format", "csv", str(folder)))
    standings = json.loads(printed("standings", "--format", "json", str(folder)))["standings"]
    assert rows == [{key: cell(row.get(key)) for key in rows[0]} for row in standings]
    assert {key for row in standings for key in row} == set(rows[0])
