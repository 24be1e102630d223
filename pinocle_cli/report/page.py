"""One self-contained page from judged records: what the templates need, worked out; and the page itself."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli import __version__
from pinocle_cli.analyse.claims import looked_into
from pinocle_cli.analyse.whatif import what_if
from pinocle_cli.cards import SYMBOLS
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT, SessionVerdict
from pinocle_cli.light import NamedTuple
from pinocle_cli.logs.inputs import crashed
from pinocle_cli.record import AS_RECORDED, ASSUMED, NOT_CHECKED
from pinocle_cli.render import sheet
from pinocle_cli.replay.frames import courses
from pinocle_cli.report import rulings, text
from pinocle_cli.report.chart import chart
from pinocle_cli.report.scenes import alphabet, scenes
from pinocle_cli.rule import EDITION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import jinja2

    from pinocle_cli.analyse.claims import Insight
    from pinocle_cli.cards import Deck
    from pinocle_cli.game import Column
    from pinocle_cli.ledger import Entry, Finding, Verdict
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record
    from pinocle_cli.replay.frame import Course
    from pinocle_cli.report.chart import Chart
    from pinocle_cli.report.rulings import Ruled
    from pinocle_cli.rule import Rule


class Judged(NamedTuple):
    """A record, its verdict, and the text that it stands in."""

    record: Record
    verdict: SessionVerdict
    text: Chunk


class Noted(NamedTuple):
    """Notes of one kind: what the kind is called, and each with where it belongs."""

    title: str
    notes: list[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One record as the page shows it."""

    number: int  # on the page
    record: Record
    verdict: SessionVerdict
    words: text.Words
    names: list[str]  # of the accounts, made harmless
    title: str
    about: str
    columns: tuple[Column, ...]
    rows: list[sheet.Row]
    facts: list[str]
    result: sheet.Said | None
    payments: list[sheet.Said]
    errors: list[Finding]
    courses: list[Course]
    rulings: list[Ruled]
    claims: list[tuple[Verdict | None, Finding]]
    insights: list[Insight]
    open_choices: int
    notes: list[Noted]
    chart: Chart | None
    deck: Deck | None
    lines: list[tuple[int, str]]
    replay: str  # for the page's script

    def rule_id(self, rule: Rule) -> str:
        """The id of a rule as it is printed for this record."""
        return self.verdict.id_of(rule)

    def column_of(self, entry: Entry) -> int:
        """In which column of the sheet an entry is counted; -1 in none."""
        unit = GAMES[self.verdict.game or ""].unit
        if entry.unit != unit:
            return -1
        return sheet.column_of(entry, self.columns)


def page(judged: Iterable[Judged], *, analyse: bool = False, home: str = "") -> str:
    """The page of these records; with `analyse` claims are looked into; `home` is where a site's first page is."""
    sessions: list[Session] = []
    rulings_before = 0
    for n, one in enumerate(judged, 1):
        made = _session_or_crash(n, one, rulings_before + 1, analyse=analyse)
        rulings_before += len(made.rulings)
        sessions.append(made)
    return rendered("sheet.html", sessions=sessions, rules=_rules(sessions), decks=_decks(sessions), home=home)


def _session_or_crash(number: int, judged: Judged, first_ruling: int, *, analyse: bool) -> Session:
    """One record must not end the others: where the program fails on it, its page says so."""
    try:
        return session(number, judged, first_ruling, analyse=analyse)
    except Exception as why:  # noqa: BLE001 - whatever it is
        record, verdict = judged.record, judged.verdict
        failed = SessionVerdict(
            file=verdict.file, document=verdict.document, line=verdict.line, meta=verdict.meta,
            findings=[*verdict.all_findings(), crashed(record.line, why)],
        )  # fmt: skip
        return session(number, judged._replace(verdict=failed), first_ruling)


def session(number: int, judged: Judged, first_ruling: int, *, analyse: bool = False) -> Session:
    """One record with all that the templates show of it."""
    record, verdict = judged.record, judged.verdict
    game = GAMES[record.game] if record.game else None
    deck = game.deck(record.house) if game is not None and record.house is not None else None
    shown = sheet.columns(verdict) if verdict.accounts else ()
    rows = sheet.rows(verdict, shown) if verdict.accounts else []
    played = courses(record, verdict, GAMES) if verdict.players else []
    found = rulings.ruled(verdict, played, what_if(record, verdict, GAMES), first_ruling)
    words = text.Words(verdict.names)
    return Session(
        number=number, record=record, verdict=verdict, words=words, names=[*map(words.plain, verdict.names)],
        title=_title(verdict), about=sheet.about(verdict), columns=shown, rows=rows,
        facts=list(dict.fromkeys(name for row in rows for name in row.facts)),
        result=sheet.result(verdict), payments=[*sheet.payments(verdict)],
        errors=[finding for finding in verdict.all_findings() if finding.severity == ERROR],
        courses=played, rulings=found, claims=_claims(verdict),
        insights=looked_into(record, verdict, played, GAMES) if analyse else [],
        open_choices=sum(one.finding.open for one in found), notes=_notes(record, verdict),
        chart=chart(verdict, played, getattr(record.house, "target", None) if _is_number(record) else None),
        deck=deck, lines=_lines(judged), replay=_replay(verdict, played, deck, found, words) if deck else "",
    )  # fmt: skip


def _is_number(record: Record) -> bool:
    return isinstance(getattr(record.house, "target", None), int)


def _title(verdict: SessionVerdict) -> str:
    """What the evening is called: its event, place and date, else the file."""
    meta = verdict.meta
    named = ", ".join(meta[key] for key in ("event", "date", "place") if key in meta)
    return named or verdict.file.rpartition("/")[2] + (f", record {verdict.document}" if verdict.document > 1 else "")


def _claims(verdict: SessionVerdict) -> list[tuple[Verdict | None, Finding]]:
    parts: list[tuple[Verdict | None, list[Finding]]] = [(deal, deal.findings) for deal in verdict.deals]
    parts.append((None, verdict.findings))
    return [(deal, f) for deal, found in parts for f in found if f.severity == FAULT and rulings.is_claim(f)]


_KINDS = {ASSUMED: "Assumed", NOT_CHECKED: "Not checked", AS_RECORDED: "Taken as the table wrote it"}


def _notes(record: Record, verdict: SessionVerdict) -> list[Noted]:
    """What was assumed, not checked, taken as written, and whatever else is worth knowing; what was confirmed."""
    kinds: dict[str, list[tuple[str, str]]] = {}
    for (rule, message), where in sheet.notes(verdict).items():
        kinds.setdefault(_KINDS.get(rule, "Besides"), []).append((message, where))
    order = ["Confirmed", *_KINDS.values(), "Besides"]
    if confirmed := _confirmed(record, verdict):
        kinds["Confirmed"] = confirmed
    return [Noted(kind, kinds[kind]) for kind in order if kind in kinds]


def _confirmed(record: Record, verdict: SessionVerdict) -> list[tuple[str, str]]:
    """What the table wrote and the cards or the rules show as well: faults that it called, figures."""
    found = [
        (f"a fault that the table called: {finding.message}", f"deal {deal.number}")
        for deal in verdict.deals
        for finding in deal.findings
        if finding.said is not None and "irregularities[" not in finding.path
    ]
    deals = [
        judged.number
        for deal, judged in zip(record.deals, verdict.deals, strict=False)
        if deal.claimed and judged.scores is not None and any(entry.rule is not AS_RECORDED for entry in judged.ledger)
        if all(judged.scores.get(seat) == figure.value for seat, figure in deal.claimed.items())
    ]
    if deals:
        where = f"deal{'s' if len(deals) > 1 else ''} {sheet.ranges(deals)}"
        found.append(("what the table wrote for the deal is what the rules give", where))
    totals = verdict.totals
    if record.claimed and totals and all(totals.get(seat) == f.value for seat, f in record.claimed.items()):
        found.append(("the totals that the table wrote are what the rules give", "in all"))
    return found


def _lines(judged: Judged) -> list[tuple[int, str]]:
    """The lines of the record as they were written, with what was noted above it; not the next record of the file."""
    first, text_of = judged.verdict.line, judged.text.text_of
    head = text_of(first)
    if head is None or len(head) > _LONGEST:
        return []
    start = first
    while (text_of(start - 1) or "").startswith("#"):
        start -= 1
    found: list[tuple[int, str]] = []
    while (line := text_of(start + len(found))) is not None and (start + len(found) <= first or line[:3] != "---"):
        found.append((start + len(found), line.rstrip()))
    while len(found) > 1 and not found[-1][1]:
        found.pop()  # empty lines at the end
    return found


_LONGEST = 2_000  # characters of a line that a page shows; a log of JSON has a whole record on one


def _replay(
    verdict: SessionVerdict, played: Sequence[Course], deck: Deck, found: Sequence[Ruled], words: text.Words
) -> str:
    """Every deal for the script of the page, as JSON that may stand in HTML."""
    numbers = {one.finding.key: one.number for one in found}
    deals = [
        {
            **scenes(course, deck, lambda finding: numbers.get(finding.key, -1), words.plain),
            "no": deal.number,
            "trump": "" if deal.trump is None else SYMBOLS[deal.trump],
            "dealer": deal.dealer,
        }
        for course, deal in zip(played, verdict.deals, strict=False)
    ]
    names = [words.plain(name) for name in verdict.names]
    data = {"names": names, "accounts": verdict.accounts, "cards": alphabet(deck), "deals": deals}
    shown = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return shown.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _rules(sessions: Sequence[Session]) -> dict[str, Rule]:
    """Every rule that the page names, by its id."""
    found: dict[str, Rule] = {}
    for one in sessions:
        verdict = one.verdict
        named = [entry.rule for deal in verdict.deals for entry in deal.ledger]
        for finding in verdict.all_findings():
            named += [finding.rule, *([finding.remedy] if finding.remedy else [])]
        named += [payment.rule for payment in verdict.payments]
        named += [said.rule for said in (one.result,) if said is not None and said.rule is not None]
        found |= {verdict.id_of(rule): rule for rule in named}
    return dict(sorted(found.items()))


def _decks(sessions: Sequence[Session]) -> tuple[str, ...]:
    """The names of the cards that the page may show."""
    return tuple(dict.fromkeys(name for one in sessions if one.deck is not None for name in one.deck.names))


# --- The templates ----------------------------------------------------------------------------------------------------


@cache
def environment() -> jinja2.Environment:
    """The templates, everything that comes from a record made harmless."""
    import jinja2  # noqa: PLC0415 - only for pages

    made = jinja2.Environment(
        loader=jinja2.PackageLoader("pinocle_cli.report"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.globals.update(sprite=_sprite, version=__version__, edition=EDITION, spoken=text.spoken, symbols=SYMBOLS)
    return made


def rendered(template: str, *, script: str = "replay.js", **values: object) -> str:
    """A page; its script and style are allowed by their digests, and nothing else is."""
    made = environment()
    style, code = (made.get_template(name).render() for name in ("style.css", script))
    return made.get_template(template).render(
        style=style, script=code, style_digest=_digest(style), script_digest=_digest(code), **values
    )


@cache
def _sprite(decks: tuple[str, ...]) -> str:
    """The drawings of these cards; most pages have the same."""
    return environment().get_template("cards.svg").render(decks=decks)


@cache
def _digest(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
