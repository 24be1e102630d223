"""`pinocle judge`: each fault where it stands, the rule, the ruling, and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinocle_cli import plain
from pinocle_cli.cli.common import files_argument, format_option, records, width
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.record import CLAIM
from pinocle_cli.render import data, style
from pinocle_cli.render.lines import choice_line, finding_line, key, plural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.analyse.claims import Insight
    from pinocle_cli.ledger import Finding, SessionVerdict, Verdict
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record
    from pinocle_cli.rule import Rule

_INDENT = " " * 11


@click.command("judge")
@files_argument
@click.option("--what-if", is_flag=True, help="What each open choice gives, and the game without each ruling.")
@click.option("--as-played", is_flag=True, help="The score as it was played beside the ruled one, and the difference.")
@click.option(
    "--analyse", is_flag=True, help="What claims, concessions and leads out of turn were worth with best play."
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    help="Limit of the analysis, in cards tried.",
)
@format_option("text", "json")
@click.pass_context
def command(ctx: click.Context, /, files: tuple[str, ...], format_: str, **asked: Any) -> None:
    """Rule on every fault in FILE...: where it stands, which rule it breaks, what follows, and what that changes.

    \b
    Examples:
      pinocle judge samples/two-handed-dispute.yaml
      pinocle judge --what-if samples/two-handed-dispute.yaml
      pinocle judge --analyse --format json game.yaml
    """
    summary = data.Summary()
    if format_ == "json":
        _print_json(files, summary, asked)
        ctx.exit(summary.exit_status)
    choices = 0
    for record, text in records(files):
        verdict = verdict_on(record)
        summary.add(verdict)
        choices += sum(f.open for f in verdict.all_findings())
        for line in _judged(record, verdict, text):
            click.echo(line)
        for line in _looked_into(record, verdict, asked):
            click.echo(line)
    counts = summary.data()
    if counts["errors"]:
        click.echo(f"{plural(counts['errors'], 'error')}: what cannot be read or be true is not judged")
    elif counts["faults"]:
        click.echo(f"{plural(counts['faults'], 'fault')}, {plural(choices, 'open choice')}")
    ctx.exit(summary.exit_status)


def _looked_into(record: Record, verdict: SessionVerdict, asked: dict[str, Any]) -> Iterator[str]:
    """What was asked for besides the rulings."""
    if not verdict.players or not any(asked[what] for what in ("what_if", "as_played", "analyse")):
        return
    from pinocle_cli.analyse.whatif import what_if  # noqa: PLC0415 - only for those who ask
    from pinocle_cli.render import outcomes  # noqa: PLC0415

    if asked["what_if"]:
        yield from outcomes.what_if_lines(verdict, what_if(record, verdict, GAMES), width())
    if asked["as_played"]:
        yield from outcomes.compared_lines(verdict, verdict_on(record, as_played=True), width())
        yield ""
    if asked["analyse"]:
        yield from outcomes.insight_lines(verdict, _analysed(record, verdict, asked), width())


def _analysed(record: Record, verdict: SessionVerdict, asked: dict[str, Any]) -> list[Insight]:
    from pinocle_cli.analyse.claims import looked_into  # noqa: PLC0415 - only for those who ask
    from pinocle_cli.replay.frames import courses  # noqa: PLC0415

    return looked_into(record, verdict, courses(record, verdict, GAMES), GAMES, nodes=asked["nodes"])


def _print_json(files: tuple[str, ...], summary: data.Summary, asked: dict[str, Any]) -> None:
    """The verdicts as `score` prints them, and with each what was asked for besides."""
    from pinocle_cli.analyse.whatif import what_if  # noqa: PLC0415 - only for those who ask
    from pinocle_cli.render import outcomes  # noqa: PLC0415

    sessions = []
    for record, _ in records(files):
        verdict = verdict_on(record)
        summary.add(verdict)
        said = data.session(verdict)
        if verdict.players and asked["what_if"]:
            said["what-if"] = outcomes.what_if_data(verdict, what_if(record, verdict, GAMES))
        if verdict.players and asked["as_played"]:
            said["as-played"] = data.outcome(verdict_on(record, as_played=True))
        if verdict.players and asked["analyse"]:
            said["analysis"] = outcomes.insight_data(verdict, _analysed(record, verdict, asked))
        sessions.append(said)
    click.echo(plain.as_json({**data.head(), "sessions": sessions, "summary": summary.data()}, indent=1))


def _judged(record: Record, verdict: SessionVerdict, text: Chunk) -> Iterator[str]:
    """Everything that is to be said of one record."""
    faults = [(None, finding) for finding in verdict.findings if finding.severity == FAULT]
    for finding in verdict.all_findings():
        if finding.severity == ERROR:
            yield style.cards(finding_line(verdict, finding))
    found = [(deal, finding) for deal in verdict.deals for finding in deal.findings if finding.severity == FAULT]
    if not found and not faults:
        if not any(finding.severity == ERROR for finding in verdict.all_findings()):
            name = style.line(verdict.file) + (f", record {verdict.document}" if verdict.document > 1 else "")
            yield f"{name}: {plural(len(verdict.deals), 'deal')}, no fault found"
        return
    found.sort(key=lambda pair: (pair[1].line, pair[1].column))
    before = verdict_on(record, as_played=True)
    for at, (deal, finding) in enumerate([*found, *faults]):
        last_of_deal = not any(deal is other for other, _ in found[at + 1 :])
        yield from _fault(verdict, deal, finding, text)
        if deal is not None and last_of_deal:
            yield from _effect(verdict, before, deal)
        yield ""


def _fault(verdict: SessionVerdict, deal: Verdict | None, finding: Finding, text: Chunk) -> Iterator[str]:
    number = [f"deal {deal.number}"] if deal else []
    where = ", ".join([style.line(verdict.file), *number, f"line {finding.line}", *key(finding.path, finding.column)])
    who = f"    {verdict.names[finding.seat]}" if finding.seat is not None else ""
    yield f"{style.bold(where)}{who}    {finding.rule.title.lower()}"
    yield ""
    yield from _shown(finding, text)
    yield ""
    yield from _paragraph("broken", finding.rule, verdict)
    if finding.ruling:
        remedy = finding.remedy
        if remedy is not None and remedy is not finding.rule:
            yield from _paragraph("remedy", remedy, verdict)
        yield from _wrapped(finding.ruling, "  ruling   ")
    elif finding.rule is not CLAIM:
        yield "  ruling   none: the book attaches nothing to it"
    for choice in finding.choices:
        yield from _wrapped(choice_line(verdict, choice), "  choice   ")


def _wrapped(text: str, head: str) -> Iterator[str]:
    return map(style.cards, click.wrap_text(text, 100, head, _INDENT).split("\n"))


def _shown(finding: Finding, text: Chunk) -> Iterator[str]:
    """The lines around the fault, a mark under what is wrong, and in words what happened."""
    bar, arrow = style.glyph("│", "|"), style.glyph("▸", ">")
    for number in range(max(1, finding.line - 2), finding.line + 1):
        shown = text.text_of(number)
        if shown is not None:
            mark = arrow if number == finding.line else " "
            yield f"  {mark} {number:5} {bar} {style.plain(shown.rstrip()[:110])}"
    said = style.cards(finding.message)
    line = text.text_of(finding.line)
    if finding.column and line is not None:
        rest = line[finding.column - 1 :]
        width = len(rest.split()[0]) if rest.split() else 1
        yield f"          {bar} {' ' * (finding.column - 1)}{'^' * min(width, 40)}  {said}"
    else:
        yield f"          {bar} {said}"


def _paragraph(word: str, rule: Rule, verdict: SessionVerdict) -> Iterator[str]:
    yield f"  {word}   {verdict.id_of(rule)}"
    yield click.wrap_text(rule.text, 100, _INDENT, _INDENT)
    yield style.faint(f"{_INDENT}source {rule.source}")


def _effect(verdict: SessionVerdict, before: SessionVerdict, deal: Verdict) -> Iterator[str]:
    """What the rulings on a deal change: its scores, and the result."""
    arrow, names = style.glyph("→", "->"), verdict.names
    was = next((other for other in before.deals if other.line == deal.line), None)
    if deal.scores is None or was is None or was.scores is None:
        return
    changed = [(seat, was.scores[seat], points) for seat, points in deal.scores.items() if was.scores[seat] != points]
    if not changed:
        yield "  effect   the score is as it was played"
    for seat, old, new in changed:
        yield f"  effect   {names[seat]} {old} {arrow} {new} in this deal"
    old_result, result = before.result, verdict.result
    if result is not None and (old_result is None or old_result.winner != result.winner):
        said = (
            "nobody had won"
            if old_result is None or old_result.winner is None
            else f"{names[old_result.winner]} had won"
        )
        yield f"           without the ruling {said}"
    elif result is None and old_result is not None and old_result.winner is not None:
        yield f"           without the ruling {names[old_result.winner]} had won"
