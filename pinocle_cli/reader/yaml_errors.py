"""What a YAML reader complains of, in words that help to find the slip: where it is, what is there, what is missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.light import late_pattern
from pinocle_cli.reader.signs import breaking, instead, sign
from pinocle_cli.reader.tree import MOST_DEPTH
from pinocle_cli.reader.words import shorten
from pinocle_cli.record import LIMIT, SYNTAX, WRONG_TYPE

if TYPE_CHECKING:
    from pinocle_cli.reader.pyyaml import yaml

_ITS_OWN = "YAML keeps this sign for itself; write the value in quotes"
_ESCAPE = "in double quotes a `\\` means something of its own; write two, or use single quotes"
_IN_WORDS = {
    "mapping values are not allowed in this context": "no `key: value` can stand here; is a line above without "
    "its colon, or is one indented differently?",
    "did not find expected key": "this is indented neither like a key above nor like a part of it",
    "could not find expected ':'": "a key stands here without its colon",
    "did not find expected '-' indicator": "this is indented neither like the list above nor like a part of it",
    "did not find expected ',' or ']'": "a `[` is not closed, or a comma is missing",
    "did not find expected ',' or '}'": "a `{` is not closed, or a comma is missing",
    "did not find expected <document start>": "the record ends above; what belongs to it must stand "
    "before, and the next begins with `---`",
    "second occurrence": "this anchor (&) stands here again; a record needs none",
    "found unexpected end of stream": "a quote is opened here and not closed",
    "did not find expected node content": "a value is missing, or something before it is not closed",
    "found unexpected ':'": "a space is missing after this colon",
    "did not find expected comment or line break": "the `|` or `>` must end its line; what belongs to it stands on the "
    "lines below",
    "block sequence entries are not allowed in this context": "a list with `-` begins on a line of its own",
    "mapping keys are not allowed in this context": "YAML keeps the `?` for itself; write the value in quotes",
    "found unknown escape character": _ESCAPE,
    "did not find expected hexdecimal number": _ESCAPE,
    "found unexpected document indicator": "a quote is opened above and not closed",
    "did not find expected alphabetic or numeric character": _ITS_OWN,
    "could not find expected directive name": _ITS_OWN,
    "found unknown directive name": _ITS_OWN,
    "found unexpected non-alphabetical character": _ITS_OWN,
    "did not find expected whitespace or line break": _ITS_OWN,
    "found undefined tag handle": _ITS_OWN,
    "found character that cannot start any token": _ITS_OWN,
}
# The reader in Python says the same otherwise.
_OF_LIBYAML = [
    (r"while parsing a block (?:collection|sequence): expected <block end>.*",
     "did not find expected '-' indicator"),
    (r".*: expected <block end>.*", "did not find expected key"),
    (r".*: expected ('.' or '.'), but got.*", r"did not find expected \1"),
    (r".*: expected the node content.*", "did not find expected node content"),
    (r".*: expected '<document start>'.*", "did not find expected <document start>"),
    (r".*: expected (?:a comment or a line break|chomping or indentation).*",
     "did not find expected comment or line break"),
    (r".*: (mapping values|mapping keys) are not allowed here", r"\1 are not allowed in this context"),
    (r".*: sequence entries are not allowed here",
     "block sequence entries are not allowed in this context"),
    (r"(?s).*: found character '.*' that cannot start any token",
     "found character that cannot start any token"),
    (r"(?s).*: found unknown escape character.*", "found unknown escape character"),
    (r"(?s).*: expected escape sequence.*", "did not find expected hexdecimal number"),
    (r".*: found unexpected document separator", "found unexpected document indicator"),
    (r"while scanning an? (?:anchor|alias): expected alphabetic or numeric character.*",
     "did not find expected alphabetic or numeric character"),
    (r"while scanning a directive: expected.*", "could not find expected directive name"),
    (r"while (?:scanning|parsing) a (?:tag|directive): expected.*",
     "did not find expected whitespace or line break"),
]  # fmt: skip
_AT_ITS_BEGINNING = "found unexpected end of stream"


def syntax_finding(why: yaml.YAMLError, text: str, base: int) -> Finding:
    """The finding for a text that libyaml refused; `base` is the number of its first line."""
    mark = getattr(why, "problem_mark", None)
    if mark is None:  # a character that YAML does not allow at all, NUL among them
        position = getattr(why, "position", 0)
        in_bytes = getattr(why, "encoding", "") != "unicode"
        head = text.encode("utf-8")[:position].decode("utf-8", "ignore") if in_bytes else text[:position]
        line, column = head.count("\n"), len(head) - head.rfind("\n")
        message = f"the character U+{getattr(why, 'character', 0):04X} may not stand in a record"
        return Finding(SYNTAX, ERROR, line + base, message, column=column)
    problem = _problem(why)
    if problem == _AT_ITS_BEGINNING and why.context_mark is not None:  # type: ignore[attr-defined]
        mark = why.context_mark  # type: ignore[attr-defined]
    lines = text.rstrip().split("\n")
    at = min(mark.line, len(lines) - 1)  # what is missed at the end is told at the last line that says something
    whole = lines[at]
    line, column = at + base, (mark.column if at == mark.line else len(whole)) + 1
    if "nesting" in problem:
        return Finding(LIMIT, ERROR, line, f"nested more than {MOST_DEPTH} deep; no record needs that", column=column)
    if found := breaking(lines, at):
        return broken_by(found[2], found[0] + base, found[1] + 1)
    if close := _close_colon(lines, at):
        return Finding(SYNTAX, ERROR, close[0] + base, "a space is missing after this colon", column=close[1])
    if two := _TWO_ON_A_LINE.fullmatch(whole):
        message = f"two `key: value` stand on one line; write `{two[1]}: {{{shorten(two[2])}}}`"
        return Finding(SYNTAX, ERROR, line, message, column=two.start(2) + 1)
    if key := _forgotten_bar(lines, at):
        message = f"{key} has several lines here; write `{key}: |` and the lines below it"
        return Finding(WRONG_TYPE, ERROR, line, message, column=column)
    if "\t" in whole[:column]:
        message = "a tab stands in the indentation; indent with spaces"
    else:
        shown = whole.strip()[:60]
        message = f"this is not YAML: {_IN_WORDS.get(problem, problem)}" + (f'; here stands "{shown}"' if shown else "")
    return Finding(SYNTAX, ERROR, line, message, column=column)


def broken_by(char: str, line: int, column: int) -> Finding:
    """The finding for a sign that only looks like one of YAML's."""
    message = f"{sign(char)} stands here, which YAML does not know; {instead(char)}"
    return Finding(SYNTAX, ERROR, line, message, column=column)


_TWO_ON_A_LINE = late_pattern(r"[ \t]*(?:- +)*([^\s\"'#:{}\[\],|>]+): +([^\"'#{}\[\]|>:]+: [^\"'#{}\[\]|>]+)")
_CLOSE_COLON = late_pattern(r"[ \t]*(?:- +)*[^\s\"'#:{}\[\],|>]+(:)[^\s:/]")


def _close_colon(lines: list[str], at: int) -> tuple[int, int] | None:
    """(line from 0, column) of a key's colon without a space after it, here or in the line above."""
    for n in range(at, -1, -1):
        if found := _CLOSE_COLON.match(lines[n]):
            return n, found.start(1) + 1
        if n < at and lines[n].strip():
            break
    return None


def _problem(why: yaml.YAMLError) -> str:
    """What is wrong, as libyaml would say it."""
    problem = str(getattr(why, "problem", "") or why)
    whole = f"{getattr(why, 'context', None)}: {problem}"
    return next((found.expand(said) for had, said in _OF_LIBYAML if (found := re.fullmatch(had, whole))), problem)


def _forgotten_bar(lines: list[str], at: int) -> str | None:
    """The key whose lines stand without the `|`, if that is what broke the document at line `at`."""
    if lines[at].lstrip().startswith("-"):
        return None
    indent = len(lines[at]) - len(lines[at].lstrip())
    for line in reversed(lines[:at]):
        body = line.strip()
        if not body or len(line) - len(line.lstrip()) >= indent:
            continue
        key, colon, rest = body.lstrip("- ").partition(":")
        return key if colon and key in ("play", "bids", "calls") and not rest.strip().startswith("|") else None
    return None
