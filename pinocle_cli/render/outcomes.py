"""Outcomes side by side: what each answer to an open question gives, and the ruled score beside the one as played."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pinocle_cli.light import NamedTuple
from pinocle_cli.render import data, screen, sheet, style
from pinocle_cli.render.lines import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.analyse.claims import Insight
    from pinocle_cli.analyse.whatif import Outcome, WhatIf
    from pinocle_cli.ledger import Entry, SessionVerdict, Verdict

_AS_RULED = "as ruled"


class _Line(NamedTuple):
    """A line of a comparison: what it is about, its figures, and what is to be said of it."""

    labels: list[str]
    figures: list[str]
    note: str = ""


def _laid_out(heads: _Line, lines: list[_Line], width: int | None, indent: str = "") -> Iterator[str]:
    """A table, or, where that is too wide, each line in words."""
    right = range(len(heads.labels), len(heads.labels) + len(heads.figures))
    table = screen.aligned([[*line.labels, *line.figures, line.note] for line in (heads, *lines)], right)
    if width is None or max(map(screen.wide, table)) + len(indent) <= width:
        yield from (style.cards(indent + line) for line in table)
        return
    for line in lines:
        figures = [f"{name} {figure}" for name, figure in zip(heads.figures, line.figures, strict=True) if figure]
        text = f"{' '.join(filter(None, line.labels))}: {', '.join(figures)}" + (f"; {line.note}" if line.note else "")
        yield from _wrapped(text, width, "  ")


def _wrapped(text: str, width: int | None, indent: str, more: str = "  ") -> Iterator[str]:
    return screen.wrapped(text, indent, indent + more, width or screen.ENDLESS)


# --- What if ----------------------------------------------------------------------------------------------------------


def what_if_lines(verdict: SessionVerdict, found: WhatIf, width: int | None = None) -> Iterator[str]:
    """The questions that are open, numbered, and a line for each way of answering them."""
    if not found.questions:
        yield from _wrapped("what if  nothing is open, and no ruling changes anything", width, "  ", " " * 9)
        yield from _left_out(found, width)
        yield ""
        return
    for n, question in enumerate(found.questions, 1):
        finding = question.finding
        head = "what if" if n == 1 else ""
        answers = " | ".join(answer.name for answer in question.answers)
        where = f"deal {question.number}, line {finding.line}"
        yield from _wrapped(f"{head:8} {n}  {where}: {finding.message}    ({answers})", width, "  ", " " * 12)
    yield ""
    if not found.all_combined:
        text = "more than eight combinations: each question is answered by itself, the others as ruled"
        yield from _wrapped(text, width, " " * 11, "")
    yield from _left_out(found, width)
    yield from _laid_out(
        _heads(verdict, found), [_outcome(verdict, found, one) for one in found.outcomes], width, " " * 11
    )
    yield ""


def _left_out(found: WhatIf, width: int | None) -> Iterator[str]:
    if found.left_out:
        yield from _wrapped(
            f"what {plural(found.left_out, 'further ruling')} would change is not worked out", width, " " * 11, ""
        )


def _asked_deals(found: WhatIf) -> list[int]:
    return sorted({question.deal for question in found.questions})


def _heads(verdict: SessionVerdict, found: WhatIf) -> _Line:
    first, *others = (verdict.names[seat] for seat in verdict.accounts)
    figures = [f"total: {first}", *others]
    for deal in reversed(_asked_deals(found)):
        figures = [f"deal {verdict.deals[deal].number}: {first}", *others, *figures]
    return _Line([str(n) for n in range(1, len(found.questions) + 1)], figures, "and so")


def _outcome(verdict: SessionVerdict, found: WhatIf, outcome: Outcome) -> _Line:
    seats, judged = verdict.accounts, outcome.verdict
    figures = [text for deal in _asked_deals(found) for text in _figures(judged.deals[deal].scores, seats)]
    answers = [answer or _AS_RULED for answer in outcome.answers]
    return _Line(answers, [*figures, *_figures(judged.totals, seats)], sheet.ends(judged))


def what_if_data(verdict: SessionVerdict, found: WhatIf) -> dict[str, object]:
    """The same as plain data."""
    return {
        "questions": [
            {
                "deal": question.number,
                "kind": "choice" if question.choice else "ruling",
                **data.finding(verdict, question.finding),
                "answers": [{"name": answer.name, "gives": answer.gives} for answer in question.answers],
            }
            for question in found.questions
        ],
        "all-combinations": found.all_combined,
        "left-out": found.left_out,
        "outcomes": [
            {"answers": [answer or _AS_RULED for answer in outcome.answers], **data.outcome(outcome.verdict)}
            for outcome in found.outcomes
        ],
    }


# --- As played, and as ruled ------------------------------------------------------------------------------------------


def compared_lines(ruled: SessionVerdict, played: SessionVerdict, width: int | None = None) -> Iterator[str]:
    """The score as it was played beside the ruled one, with the rulings that make the difference."""
    seats = ruled.accounts
    lines: list[_Line] = []
    for now, then in zip(ruled.deals, played.deals, strict=True):
        if now.scores != then.scores:
            lines += _compared(ruled, now, then)
    if not lines:
        yield "as played and as ruled come to the same"
        return
    if ruled.totals is not None or played.totals is not None:
        lines.append(_Line(["total", "as played"], _figures(played.totals, seats), sheet.ends(played)))
        lines.append(_Line(["", "as ruled"], _figures(ruled.totals, seats), sheet.ends(ruled)))
    yield from _laid_out(_Line(["", ""], [ruled.names[seat] for seat in seats]), lines, width)


def _compared(ruled: SessionVerdict, now: Verdict, then: Verdict) -> Iterator[_Line]:
    seats = ruled.accounts
    yield _Line([f"deal {now.number}", "as played"], _figures(then.scores, seats))
    for (rule, line), sums in _differences(ruled, now.ledger, then.ledger).items():
        yield _Line(["", "ruling"], [f"{sums[seat]:+}" if sums[seat] else "" for seat in seats], f"{rule}, line {line}")
    yield _Line(["", "as ruled"], _figures(now.scores, seats))


def _figures(scores: dict[int, int] | None, seats: Iterable[int]) -> list[str]:
    return ["?" if scores is None else str(scores[seat]) for seat in seats]


def _differences(ruled: SessionVerdict, now: list[Entry], then: list[Entry]) -> dict[tuple[str, int], Counter[int]]:
    """(rule, line): what each account got by entries that only the rulings have made, or unmade."""
    unit = "chips" if any(entry.unit == "chips" for entry in (*now, *then)) else "points"
    made = Counter(now)
    made.subtract(Counter(then))
    found: dict[tuple[str, int], Counter[int]] = {}
    for entry, times in made.items():
        if times and entry.unit == unit:
            found.setdefault((ruled.id_of(entry.rule), entry.line), Counter())[entry.seat] += times * entry.points
    return {key: sums for key, sums in found.items() if any(sums.values())}


# --- Looked into ------------------------------------------------------------------------------------------------------


def insight_lines(verdict: SessionVerdict, found: Iterable[Insight], width: int | None = None) -> Iterator[str]:
    """What was found out about claims, concessions and leads out of turn."""
    some = False
    for insight in found:
        some = True
        where = f"deal {verdict.deals[insight.deal].number}, line {insight.line}"
        yield from _wrapped(f"analysed {where}: {insight.text}", width, "  ", " " * 9)
    if not some:
        yield from _wrapped("analysed nothing: no claim, no concession, no lead out of turn", width, "  ", " " * 9)
    yield ""


def insight_data(verdict: SessionVerdict, found: Iterable[Insight]) -> list[dict[str, object]]:
    """The same as plain data."""
    return [
        {
            "deal": verdict.deals[insight.deal].number, "line": insight.line, "text": insight.text,
            "least": insight.least, "most": insight.most, "needs": insight.needs, "nodes": insight.nodes,
        }
        for insight in found
    ]  # fmt: skip
