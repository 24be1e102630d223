"""Findings as JUnit XML, which every CI server can show: an input is a suite, a finding a test that failed."""

from __future__ import annotations

import itertools
import re
import tempfile
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pinocle_cli.plain import plain
from pinocle_cli.render.lines import key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.logs.batch import Tally
    from pinocle_cli.render.data import FindingRow
    from pinocle_cli.render.findings import Found

_KINDS = {"error": "error", "fault": "failure"}
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_MEMORY = 1 << 20


def junit(found: Iterable[Found], _: Tally) -> Iterator[str]:
    """Suites as the inputs come. A suite begins with its counts, so its tests wait in a temporary file."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="pinocle">\n'
    for file, records in itertools.groupby(found, key=lambda record: record.file):
        counts = {"tests": 0, "errors": 0, "failures": 0}
        with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="") as tests:
            for row in itertools.chain.from_iterable(record.rows for record in records):
                counts["tests"] += 1
                kind = _KINDS.get(row["severity"])
                if kind:
                    counts[f"{kind}s"] += 1
                tests.write(_test(file, row, kind))
            if not counts["tests"]:
                counts["tests"] = 1
                tests.write(f"    <testcase classname={_attribute(file)} name={_attribute(file)}/>\n")
            numbers = " ".join(f'{key}="{number}"' for key, number in counts.items())
            yield f"  <testsuite name={_attribute(file)} {numbers}>\n"
            tests.seek(0)
            yield from tests
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


def _test(file: str, row: FindingRow, kind: str | None) -> str:
    place = [f"column {row['column']}"] if row["column"] else key(row["path"], None)
    name = ", ".join([row["rule"], f"line {row['line']}", *place])
    said = _xml(f"{file}:{row['line']}: {row['message']}" + (f"\n{row['ruling']}" if row["ruling"] else ""))
    if kind:
        inner = f"<{kind} type={_attribute(row['rule'])} message={_attribute(row['message'])}>{escape(said)}</{kind}>"
    else:
        inner = f"<system-out>{escape(said)}</system-out>"
    return f"    <testcase classname={_attribute(file)} name={_attribute(name)}>{inner}</testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_xml(text))


def _xml(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NO_XML.sub("\ufffd", "\n".join(map(plain, text.split("\n"))))
