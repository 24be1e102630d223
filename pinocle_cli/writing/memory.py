"""What was read and judged of a text before: where one deal changes, only that deal is read and judged again.

The text of a record is cut at its deals, each with lines that do not move when others do. A piece that has not changed
is not parsed again, a deal is not read again while the head of the record is the same, and it is not judged again while
that is the same which it looked at in the session: seldom the totals. Whatever is not written as records usually are
is read whole; the verdict is always the same as without all this.
"""

from __future__ import annotations

import copy
import io
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from pinocle_cli.games import GAMES
from pinocle_cli.light import NamedTuple
from pinocle_cli.logs.inputs import record_of
from pinocle_cli.reader.streams import yaml_documents
from pinocle_cli.reader.tree import Document, Items, Pairs, Text
from pinocle_cli.session import carried, judge, judge_alone
from pinocle_cli.writing.fixed_lines import MOST, Lines, fixed_line
from pinocle_cli.writing.noted import as_it_is, noted, seen_in, worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinocle_cli.game import DealState, SessionState
    from pinocle_cli.ledger import SessionVerdict, Verdict
    from pinocle_cli.reader.club import Club
    from pinocle_cli.reader.tree import Node
    from pinocle_cli.record import Deal, Record

_DEALS = re.compile(r"deals:[ \t]*(?:#.*)?")
_ITEM = re.compile(r"( *)- ")


class _Pieces(NamedTuple):
    """A record's text cut at its deals: what stands before and behind them, and each deal with its first line."""

    before: str
    after: str
    behind: int  # the line at which what stands behind them begins
    deals: tuple[tuple[str, int], ...]


class _Judged(NamedTuple):
    """A deal as it was judged, what of the session was looked at, and how many slips were looked for."""

    deal: Deal
    seen: dict[str, object]
    state: DealState
    verdict: Verdict
    slips: int


@dataclass
class RecordMemory:
    """What is remembered of one record."""

    club: Club | None = None  # whose rules were in force
    head: tuple[str, str] = ("", "")  # what stood before and behind the deals
    trees: dict[tuple[str, int], Node | None] = field(default_factory=dict)
    deals: dict[tuple[str, int], Deal] = field(default_factory=dict)  # by its text, and which it is
    judged: dict[int, _Judged] = field(default_factory=dict)
    lines: Lines = field(default_factory=Lines)
    dealer: int | None = None  # who deals after the last deal
    sessions: list[SessionState] = field(default_factory=list)  # as they were before each deal of the last text
    judged_now: int = 0  # how many deals had to be judged for the last text

    def judge(self, text: str, first_line: int, number: int, name: str, club: Club) -> tuple[Record, SessionVerdict]:
        """The record in a text, and the verdict on it."""
        if club != self.club:
            self.club = club
            self.deals.clear()
        record = self._read(text, first_line, number, name, club)
        self.dealer, self.judged_now, self.sessions = None, 0, []
        verdict = judge(record, GAMES, each=self._judge_deal)
        return self.lines.record(record), self.lines.verdict(verdict)

    # --- Reading ---

    def _read(self, text: str, first_line: int, number: int, name: str, club: Club) -> Record:
        pieces = _cut(text, first_line)
        root = None if pieces is None else self._assembled(pieces, first_line)
        if pieces is None or root is None:
            self.deals.clear()
            self.lines = Lines()
            documents = list(yaml_documents(io.BytesIO(text.encode("utf-8", "surrogatepass")), first_line))
            document = documents[0] if documents else Document(number, first_line, None)
            return record_of(document._replace(number=number), name, GAMES, club)
        self.lines = Lines(tuple(line for _, line in pieces.deals))
        record = record_of(Document(number, root.line, root), name, GAMES, club)
        if len(record.deals) == len(pieces.deals):
            self.deals = {
                (piece, n): deal for n, ((piece, _), deal) in enumerate(zip(pieces.deals, record.deals, strict=True))
            }
        return record

    def _assembled(self, pieces: _Pieces, first_line: int) -> Pairs | None:
        """The tree of the record, put together from those of its pieces; None where one cannot be read alone."""
        if (pieces.before, pieces.after) != self.head:
            self.head = pieces.before, pieces.after
            self.deals.clear()
        between = pieces.behind - first_line - pieces.before.count("\n")
        rest = pieces.before + "\n" * (between if pieces.after.strip() else 1) + pieces.after
        trees = {(rest, first_line): self._tree(rest, first_line)}
        items = Items()
        for n, (piece, _) in enumerate(pieces.deals):
            known = self.deals.get((piece, n))
            if known is not None:
                items.append(cast("Node", known))  # which the reader takes as it is
                continue
            line = fixed_line(n)
            tree = trees[piece, line] = self._tree(piece, line)
            if not isinstance(tree, list) or len(tree) != 1:
                return None
            items.append(tree[0])
        self.trees = {**self.trees, **trees} if len(self.trees) < 2 * len(pieces.deals) + 8 else trees
        root = trees[rest, first_line]
        return None if not isinstance(root, Pairs) else _with_deals(root, items, pieces.deals[0][1])

    def _tree(self, text: str, line: int) -> Node | None:
        """The tree of a piece; None if it has none, or more than one."""
        if (text, line) in self.trees:
            return self.trees[text, line]
        documents = list(yaml_documents(io.BytesIO(text.encode("utf-8", "surrogatepass")), line))
        return documents[0].root if len(documents) == 1 else None

    # --- Judging ---

    def _judge_deal(self, session: SessionState, deals: Sequence[Deal], n: int, as_played: bool) -> Verdict:
        """The verdict on a deal, as it was if neither the deal nor what it looked at in the session has changed."""
        deal = deals[n]
        self.sessions.append(as_it_is(session))
        known = self.judged.get(n)
        if known is None or known.deal is not deal or known.seen != {name: worth(session, name) for name in known.seen}:
            known = self._judge_alone(session, deals, n, as_played)
        else:
            session.slips += known.slips
        state, verdict = copy.copy(known.state), _as_new(known.verdict)
        state.session, state.more = session, verdict.more
        carried(session, deal, state, verdict)
        self.dealer = session.dealer
        return verdict

    def _judge_alone(self, session: SessionState, deals: Sequence[Deal], n: int, as_played: bool) -> _Judged:
        deal, seen = deals[n], noted(session)
        state, verdict = judge_alone(seen, deals, n, as_played)
        self.judged_now += 1
        known = _Judged(deal, seen_in(seen), state, verdict, seen.slips - session.slips)
        session.slips = seen.slips
        self.judged.pop(n, None)
        if session.dealer is not None or deal.dealer is not None:  # else a later deal may tell who dealt
            self.judged[n] = known
        return known


def _as_new(verdict: Verdict) -> Verdict:
    """A verdict that may be added to."""
    scores = None if verdict.scores is None else {**verdict.scores}
    return replace(
        verdict, findings=[*verdict.findings], entered=[*verdict.entered], scores=scores, more={**verdict.more}
    )


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
    if max(b - a for a, b in zip(begins, ends, strict=True)) >= MOST:
        return None
    deals = tuple(
        ("\n".join(lines[a:b]) + "\n", first_line + a) for a, b in zip(begins, ends, strict=True)
    )  # fmt: skip
    return _Pieces("\n".join(lines[:first]), "\n".join(lines[end:]), first_line + end, deals)


def _with_deals(root: Pairs, items: Items, line: int) -> Pairs | None:
    """The head of the record with its deals in their place."""
    if [value for key, value in root if key == "deals"] != [""]:
        return None
    items.line, items.column = line, 1  # which no message shows: there is a deal
    made = Pairs([(key, items if key == "deals" and isinstance(value, Text) else value) for key, value in root])
    made.line, made.column = root.line, root.column
    return made
