"""YAML read in Python, where there is no libyaml, just as libyaml reads it."""

from __future__ import annotations

import re
from typing import Any

from yaml.composer import Composer, ComposerError
from yaml.events import ScalarEvent
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken

from pinocle_cli.light import late_pattern
from pinocle_cli.reader.tree import MOST_DEPTH

_BLANK = "\0 \t\r\n\x85\u2028\u2029"
_TAB_BETWEEN = late_pattern(r"(?<=\S)(?<!\s[-?])(?<!^[-?])[ \t]*\t", re.MULTILINE)


class InPython(Reader, Scanner, Parser, Composer):
    """The reader in Python, with what libyaml reads otherwise: tabs between values, a question mark within braces."""

    def __init__(self, text: str) -> None:
        if "\t" in text:  # in the indentation they stay, and are refused
            text = _TAB_BETWEEN.sub(lambda found: " " * len(found[0]), text)
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)
        self.depth = 0

    def resolve(self, *_: object) -> str:
        """No kind of value: they are texts."""
        return ""

    def descend_resolver(self, *_: object) -> None:
        """Go no deeper than a record does: this reader calls itself, and Python would run out of room."""
        self.depth += 1
        if self.depth > MOST_DEPTH and not self.check_event(ScalarEvent):
            raise ComposerError(None, None, "nesting is too deep", self.get_event().start_mark)  # type: ignore[no-untyped-call]

    def ascend_resolver(self) -> None:
        """One level less."""
        self.depth -= 1

    def scan_plain(self) -> ScalarToken:
        """A text without quotes; within braces and brackets a question mark is a part of it."""
        if not self.flow_level:
            return super().scan_plain()
        chunks: list[str] = []
        spaces: list[str] | None = []
        start = end = self.get_mark()
        while self.peek() != "#" and (length := self._plain_signs()):
            self.allow_simple_key = False
            chunks += [*(spaces or []), self.prefix(length)]
            self.forward(length)
            end = self.get_mark()
            spaces = self.scan_plain_spaces(0, start)
            if not spaces:
                break
        return ScalarToken("".join(chunks), True, start, end)

    def _plain_signs(self) -> int:
        """How many signs of such a text come next."""
        length = 0
        while self.peek(length) not in _BLANK + ",[]{}":
            if self.peek(length) == ":" and (behind := self.peek(length + 1)) in _BLANK + ",?[]{}":
                if behind in _BLANK:
                    break
                self.forward(length)
                raise ScannerError("while scanning a plain scalar", None, "found unexpected ':'", self.get_mark())
            length += 1
        return length

    def scan_block_scalar_indentation(self) -> Any:  # noqa: ANN401 - of PyYAML, which has no types here
        """The indentation of a block, in which no tab may stand."""
        found = super().scan_block_scalar_indentation()
        if self.peek() == "\t":
            problem = "found a tab character where an indentation space is expected"
            raise ScannerError("while scanning a block scalar", None, problem, self.get_mark())
        return found
