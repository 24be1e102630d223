"""What libyaml complains of, in words that help to find the slip: where it is, what stands there, what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.ledger import ERROR, Finding
from pinocle_cli.reader.signs import breaking, instead, sign
from pinocle_cli.record import LIMIT, SYNTAX, WRONG_TYPE

if TYPE_CHECKING:
    import yaml

MOST_DEPTH = 40  # of lists and mappings within one another

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
    "found character that cannot start any token": "YAML keeps this sign for itself; write the value in quotes",
}
_AT_ITS_BEGINNING = "found unexpected end of stream"


def syntax_finding(why: yaml.YAMLError, text: str, base: int) -> Finding:
    """The finding for a text that libyaml refused; `base` is the number of its first line."""
    mark = getattr(why, "problem_mark", None)
    if mark is None:  # a character that YAML does not allow at all, NUL among them
        position = getattr(why, "position", 0)
        head = text.encode("utf-8")[:position].decode("utf-8", "ignore")
        line, column = head.count("\n"), len(head) - head.rfind("\n")
        message = f"the character U+{getattr(why, 'character', 0):04X} may not stand in a record"
        return Finding(SYNTAX, ERROR, line + base, message, column=column)
    problem = str(getattr(why, "problem", "") or why)
    if problem == _AT_ITS_BEGINNING and why.context_mark is not None:  # type: ignore[attr-defined]
        mark = why.context_mark  # type: ignore[attr-defined]
    lines = text.rstrip().split("\n")
    at = min(mark.line, len(lines) - 1)  # what is missed at the end is told at the last line that says something
    whole = lines[at]
    line, column = at + base, (mark.column if at == mark.line else len(whole)) + 1
    if "nesting" in problem:
        return Finding(LIMIT, ERROR, line, f"nested more than {MOST_DEPTH} deep; no record needs that", column=column)
    if found := breaking(lines, at):
        line, column, char = found[0] + base, found[1] + 1, found[2]
        message = f"{sign(char)} stands here, which YAML does not know; {instead(char)}"
        return Finding(SYNTAX, ERROR, line, message, column=column)
    if key := _forgotten_bar(lines, at):
        message = f"{key} has several lines here; write `{key}: |` and the lines below it"
        return Finding(WRONG_TYPE, ERROR, line, message, column=column)
    if "\t" in whole[:column]:
        message = "a tab stands in the indentation; indent with spaces"
    else:
        shown = whole.strip()[:60]
        message = f"this is not YAML: {_IN_WORDS.get(problem, problem)}" + (f'; here stands "{shown}"' if shown else "")
    return Finding(SYNTAX, ERROR, line, message, column=column)


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
