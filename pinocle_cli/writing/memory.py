"""What was read and judged of a text before: where one deal changes, only that deal is read and judged again.

The text of a record is cut at its deals. A piece that stands where it stood is not parsed again, a deal is not read
again while the head of the record is the same, and it is not judged again while the session before it is. Whatever is
not written as records usually are is read whole; the verdict is always the same as without all this.
"""

from __future__ import annotations

import copy
import dataclasses
import io
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import record_of
from pinocle_cli.reader.parse import Document, Items, Pairs, Text
from pinocle_cli.reader.streams import yaml_documents
from pinocle_cli.session import judge, judge_deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import SessionState
    from pinocle_cli.ledger import SessionVerdict, Verdict
    from pinocle_cli.reader.club import Club
    from pinocle_cli.reader.parse import Node
    from pinocle_cli.record import Deal, Record

_DEALS = re.compile(r"deals:[ \t]*(?:#.*)?")
_ITEM = re.compile(r"( *)- ")


class _Pieces(NamedTuple):
    """A record's text cut at its deals: the rest of it, and each deal with the line at which it begins."""

    rest: str
    deals: tuple[tuple[str, int], ...]


class _Judged(NamedTuple):
    """A deal as it was judged: in which session, with what verdict, and what the session was then."""

    deal: Deal
    before: dict[str, Any]
    verdict: Verdict
    after: dict[str, Any]


@dataclass
class RecordMemory:
    """What is remembered of one record."""

    rest: str = ""
    first_line: int = 0
    trees: dict[tuple[str, int], Node | None] = field(default_factory=dict)
    deals: dict[tuple[str, int, int], Deal] = field(default_factory=dict)
    judged: dict[int, _Judged] = field(default_factory=dict)
    dealer: int | None = None  # who deals after the last deal
    sessions: list[SessionState] = field(default_factory=list)  # as they were before each deal of the last text
    judged_now: int = 0  # how many deals had to be judged for the last text

    def judge(self, text: str, first_line: int, number: int, name: str, club: Club) -> tuple[Record, SessionVerdict]:
        """The record in a text, and the verdict on it."""
        record = self._read(text, first_line, number, name, club)
        self.dealer, self.judged_now, self.sessions = None, 0, []
        verdict = judge(record, GAMES, each=self._judge_deal)
        return record, verdict

    # --- Reading ---

    def _read(self, text: str, first_line: int, number: int, name: str, club: Club) -> Record:
        pieces = _cut(text, first_line)
        root = None if pieces is None else self._assembled(pieces, first_line)
        if pieces is None or root is None:
            self.deals.clear()
            documents = list(yaml_documents(io.BytesIO(text.encode("utf-8", "surrogatepass")), first_line))
            document = documents[0] if documents else Document(number, first_line, None)
            return record_of(document._replace(number=number), name, GAMES, club)
        record = record_of(Document(number, root.line, root), name, GAMES, club)
        if len(record.deals) == len(pieces.deals):
            self.deals = {
                (*piece, n): deal for n, (piece, deal) in enumerate(zip(pieces.deals, record.deals, strict=True))
            }
        return record

    def _assembled(self, pieces: _Pieces, first_line: int) -> Pairs | None:
        """The tree of the record, put together from those of its pieces; None where one cannot be read alone."""
        if (pieces.rest, first_line) != (self.rest, self.first_line):
            self.rest, self.first_line = pieces.rest, first_line
            self.deals.clear()
        trees = {(pieces.rest, first_line): self._tree(pieces.rest, first_line)}
        items = Items()
        for n, piece in enumerate(pieces.deals):
            known: Any = self.deals.get((*piece, n))
            if known is not None:
                items.append(known)
                continue
            tree = trees[piece] = self._tree(*piece)
            if not isinstance(tree, list) or len(tree) != 1:
                return None
            items.append(tree[0])
        self.trees = {**self.trees, **trees} if len(self.trees) < 2 * len(pieces.deals) + 8 else trees
        root = trees[pieces.rest, first_line]
        return None if not isinstance(root, Pairs) else _with_deals(root, items, pieces.deals[0][1])

    def _tree(self, text: str, line: int) -> Node | None:
        """The tree of a piece; None if it has none, or more than one."""
        if (text, line) in self.trees:
            return self.trees[text, line]
        documents = list(yaml_documents(io.BytesIO(text.encode("utf-8", "surrogatepass")), line))
        return documents[0].root if len(documents) == 1 else None

    # --- Judging ---

    def _judge_deal(self, session: SessionState, deals: Sequence[Deal], n: int, as_played: bool) -> Verdict:
        """The verdict on a deal, as it was if neither the deal nor the session before it has changed."""
        deal, before = deals[n], _snapshot(session)
        self.sessions.append(copy.copy(session))
        for name, value in before.items():
            setattr(self.sessions[-1], name, value)
        known = self.judged.get(n)
        if known is not None and known.deal is deal and known.before == before:
            for name, value in known.after.items():
                setattr(session, name, copy.copy(value))
            verdict = known.verdict
        else:
            verdict = judge_deal(session, deals, n, as_played)
            self.judged_now += 1
            self.judged.pop(n, None)
            if before["dealer"] is not None or deal.dealer is not None:  # else a later deal may tell who dealt
                self.judged[n] = _Judged(deal, before, verdict, _snapshot(session))
        self.dealer = session.dealer
        return replace(verdict, findings=[*verdict.findings], entered=[*verdict.entered])


def _snapshot(session: SessionState) -> dict[str, Any]:
    """What carries from deal to deal, as it is now."""
    names = (item.name for item in dataclasses.fields(session) if item.name not in ("game", "record", "house", "deck"))
    return {name: copy.copy(getattr(session, name)) for name in names}


def _cut(text: str, first_line: int) -> _Pieces | None:
    """The text cut at its deals; None where they are not a plain list on lines of their own."""
    lines = text.split("\n")
    start = next((n for n, line in enumerate(lines) if _DEALS.fullmatch(line)), None)
    if start is None or "\r" in text:
        return None
    first = next((n for n in range(start + 1, len(lines)) if lines[n].strip() and lines[n].lstrip()[0] != "#"), None)
    match = _ITEM.match(lines[first]) if first is not None else None
    if first is None or match is None:
        return None
    indent = len(match[1])
    begins, end = [first], first + 1
    for n in range(first + 1, len(lines)):
        line = lines[n]
        if not line.strip() or line.lstrip()[0] == "#":
            continue
        have = len(line) - len(line.lstrip(" "))
        if have < indent or (have == indent and not line[indent:].startswith("- ")):
            break
        if have == indent:
            begins.append(n)
        end = n + 1
    ends = [*begins[1:], end]
    rest = [*lines[:first], *[""] * (end - first), *lines[end:]]
    deals = tuple(
        ("\n".join(lines[a:b]) + "\n", first_line + a) for a, b in zip(begins, ends, strict=True)
    )  # fmt: skip
    return _Pieces("\n".join(rest), deals)


def _with_deals(root: Pairs, items: Items, line: int) -> Pairs | None:
    """The head of the record with its deals in their place."""
    if [value for key, value in root if key == "deals"] != [""]:
        return None
    items.line, items.column = line, 1  # which no message shows: there is a deal
    made = Pairs([(key, items if key == "deals" and isinstance(value, Text) else value) for key, value in root])
    made.line, made.column = root.line, root.column
    return made
