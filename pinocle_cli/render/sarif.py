"""Findings as SARIF 2.1.0, which code hosts and editors show at the line of the record."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from pinocle_cli import __version__, rulebook
from pinocle_cli.plain import as_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.logs.batch import Tally
    from pinocle_cli.render.data import FindingRow
    from pinocle_cli.render.findings import Found
    from pinocle_cli.rule import Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "fault": "warning", "note": "note"}


def sarif(found: Iterable[Found], _: Tally) -> Iterator[str]:
    """One log with one run: the findings as they come, then the rules that they name."""
    yield f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": "unicodeCodePoints", "results": ['
    separator, named = "\n", dict[str, int]()
    for record in found:
        for row in record.rows:
            index = named.setdefault(row["rule"], len(named))
            yield separator + as_json(_result(record.file, row, index))
            separator = ",\n"
    rules = rulebook.every_rule()
    driver = {"name": "pinocle", "version": __version__, "rules": [_rule(name, rules[name]) for name in named]}
    yield f'\n], "tool": {{"driver": {as_json(driver)}}}}}]}}\n'


def _result(file: str, row: FindingRow, index: int) -> dict[str, object]:
    region = {"startLine": row["line"], **({"startColumn": row["column"]} if row["column"] else {})}
    message = row["message"] + (f" ({row['ruling']})" if row["ruling"] else "")
    return {
        "ruleId": row["rule"],
        "ruleIndex": index,
        "level": _LEVELS[row["severity"]],
        "message": {"text": message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, "region": region}}],
        "properties": {key: row[key] for key in ("document", "deal", "player", "path", "remedy")},
    }


def _uri(file: str) -> str:
    """A path within the repository stays relative to it."""
    if "://" in file or file == "-":
        return quote(file, safe=":/?&=%@")
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _rule(id_: str, rule: Rule) -> dict[str, object]:
    more = rulebook.examples(id_)
    help_ = "\n".join([rule.text, *(f"For example: {said}" for said in more), f"Source: {rule.source}"])
    return {
        "id": id_,
        "name": rule.title,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.text},
        "help": {"text": help_},
        "properties": {"tags": list(dict.fromkeys((id_.partition(".")[0], rule.kind)))},
    }
