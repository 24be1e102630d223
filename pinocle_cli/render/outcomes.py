"""Outcomes side by side: what each answer to an open question gives, and the ruled score beside the one as played."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from tabulate import tabulate

from pinocle_cli.render import data, sheet, style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinocle_cli.analyse.claims import Insight
    from pinocle_cli.analyse.whatif import WhatIf
    from pinocle_cli.ledger import Entry, SessionVerdict, Verdict

_AS_RULED = "as ruled"


# --- What if ----------------------------------------------------------------------------------------------------------


def what_if_lines(verdict: SessionVerdict, found: WhatIf) -> Iterator[str]:
    """The questions that are open, numbered, and a table with a line for each way of answering them."""
    if not found.questions:
        yield "  what if  nothing is open, and no ruling changes anything"
        yield ""
        return
    for n, question in enumerate(found.questions, 1):
        finding = question.finding
        head = "what if" if n == 1 else ""
        answers = " | ".join(answer.name for answer in question.answers)
        yield style.cards(
            f"  {head:8} {n}  deal {question.number}, line {finding.line}: {finding.message}    ({answers})"
        )
    yield ""
    if not found.all_combined:
        yield "           more than eight combinations: each question is answered by itself, the others as ruled"
    table = _outcome_rows(verdict, found)
    for line in tabulate(table, tablefmt="plain", disable_numparse=True, colalign=_aligned(table, found)).split("\n"):
        yield style.cards("           " + line.rstrip())
    yield ""


def _aligned(table: list[list[str]], found: WhatIf) -> list[str]:
    answers = len(found.questions)
    return ["left"] * answers + ["right"] * (len(table[0]) - answers - 1) + ["left"]


def _outcome_rows(verdict: SessionVerdict, found: WhatIf) -> list[list[str]]:
    deals = sorted({question.deal for question in found.questions})
    names = [verdict.names[seat] for seat in verdict.accounts]
    head = [str(n) for n in range(1, len(found.questions) + 1)]
    for deal in deals:
        head += [f"deal {verdict.deals[deal].number}: {names[0]}", *names[1:]]
    rows = [[*head, f"total: {names[0]}", *names[1:], "and so"]]
    for outcome in found.outcomes:
        row = [answer or _AS_RULED for answer in outcome.answers]
        for deal in deals:
            scores = outcome.verdict.deals[deal].scores
            row += ["?" if scores is None else str(scores[seat]) for seat in verdict.accounts]
        totals = outcome.verdict.totals
        row += ["?" if totals is None else str(totals[seat]) for seat in verdict.accounts]
        rows.append([*row, sheet.ends(outcome.verdict)])
    return rows


def what_if_data(verdict: SessionVerdict, found: WhatIf) -> dict[str, Any]:
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
        "outcomes": [
            {"answers": [answer or _AS_RULED for answer in outcome.answers], **data.outcome(outcome.verdict)}
            for outcome in found.outcomes
        ],
    }


# --- As played, and as ruled ------------------------------------------------------------------------------------------


def compared_lines(ruled: SessionVerdict, played: SessionVerdict) -> Iterator[str]:
    """The score as it was played beside the ruled one, with the rulings that make the difference."""
    seats = ruled.accounts
    rows: list[list[str]] = []
    for now, then in zip(ruled.deals, played.deals, strict=True):
        if now.scores != then.scores:
            rows += _compared(ruled, now, then)
    if not rows:
        yield "as played and as ruled come to the same"
        return
    if ruled.totals is not None or played.totals is not None:
        rows.append(["total", "as played", *_figures(played.totals, seats), sheet.ends(played)])
        rows.append(["", "as ruled", *_figures(ruled.totals, seats), sheet.ends(ruled)])
    head = ["", "", *(ruled.names[seat] for seat in seats), ""]
    align = ["left", "left", *["right"] * len(seats), "left"]
    for line in tabulate([head, *rows], tablefmt="plain", disable_numparse=True, colalign=align).split("\n"):
        yield style.cards(line.rstrip())


def _compared(ruled: SessionVerdict, now: Verdict, then: Verdict) -> list[list[str]]:
    seats = ruled.accounts
    rows = [[f"deal {now.number}", "as played", *_figures(then.scores, seats), ""]]
    for (rule, line), sums in _differences(ruled, now.ledger, then.ledger).items():
        rows.append(
            ["", "ruling", *(f"{sums[seat]:+}" if sums[seat] else "" for seat in seats), f"{rule}, line {line}"]
        )
    return [*rows, ["", "as ruled", *_figures(now.scores, seats), ""]]


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


def insight_lines(verdict: SessionVerdict, found: Iterable[Insight]) -> Iterator[str]:
    """What was found out about claims, concessions and leads out of turn."""
    some = False
    for insight in found:
        some = True
        yield f"  analysed deal {verdict.deals[insight.deal].number}, line {insight.line}: {insight.text}"
    if not some:
        yield "  analysed nothing: no claim, no concession, no lead out of turn"
    yield ""


def insight_data(verdict: SessionVerdict, found: Iterable[Insight]) -> list[dict[str, Any]]:
    """The same as plain data."""
    return [
        {
            "deal": verdict.deals[insight.deal].number, "line": insight.line, "text": insight.text,
            "least": insight.least, "most": insight.most, "needs": insight.needs, "nodes": insight.nodes,
        }
        for insight in found
    ]  # fmt: skip
