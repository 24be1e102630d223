"""`pinocle judge`: each fault where it stands, the rule, the ruling, and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinocle_cli import plain
from pinocle_cli.cli.common import files_argument, format_option, records
from pinocle_cli.games import GAMES
from pinocle_cli.ledger import ERROR, FAULT
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.record import CLAIM
from pinocle_cli.render import data, screen, style
from pinocle_cli.render.excerpt import excerpt
from pinocle_cli.render.lines import choice_line, finding_lines, key, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypedDict, Unpack

    from pinocle_cli.analyse.claims import Insight
    from pinocle_cli.ledger import Finding, SessionVerdict, Verdict
    from pinocle_cli.logs.chunks import Chunk
    from pinocle_cli.record import Record
    from pinocle_cli.rule import Rule

    class Asked(TypedDict):
        """What is asked for besides the rulings."""

        what_if: bool
        as_played: bool
        analyse: bool
        nodes: int


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
def command(ctx: click.Context, /, files: tuple[str, ...], format_: str, **asked: Unpack[Asked]) -> None:
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
        for line in _judged(record, verdict, text, summary.errors(verdict)):
            click.echo(line)
        for line in _looked_into(record, verdict, asked):
            click.echo(line)
    counts, said = summary.data(), ""
    if counts["errors"]:
        said = f"{plural(counts['errors'], 'error')}: what cannot be read or be true is not judged"
    elif counts["faults"]:
        said = f"{plural(counts['faults'], 'fault')}, {plural(choices, 'open choice')}"
    for line in screen.wrapped(said, indent="    ") if said else ():
        click.echo(line)
    ctx.exit(summary.exit_status)


def _looked_into(record: Record, verdict: SessionVerdict, asked: Asked) -> Iterator[str]:
    """What was asked for besides the rulings."""
    if not verdict.judged or not (asked["what_if"] or asked["as_played"] or asked["analyse"]):
        return
    from pinocle_cli.analyse.whatif import what_if  # noqa: PLC0415 - only for those who ask
    from pinocle_cli.render import outcomes  # noqa: PLC0415

    if asked["what_if"]:
        yield from outcomes.what_if_lines(verdict, what_if(record, verdict, GAMES), screen.columns())
    if asked["as_played"]:
        yield from outcomes.compared_lines(verdict, verdict_on(record, as_played=True), screen.columns())
        yield ""
    if asked["analyse"]:
        yield from outcomes.insight_lines(verdict, _analysed(record, verdict, asked), screen.columns())


def _analysed(record: Record, verdict: SessionVerdict, asked: Asked) -> list[Insight]:
    from pinocle_cli.analyse.claims import looked_into  # noqa: PLC0415 - only for those who ask
    from pinocle_cli.replay.frames import courses  # noqa: PLC0415

    return looked_into(record, verdict, courses(record, verdict, GAMES), GAMES, nodes=asked["nodes"])


def _print_json(files: tuple[str, ...], summary: data.Summary, asked: Asked) -> None:
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


def _judged(record: Record, verdict: SessionVerdict, text: Chunk, errors: Iterable[Finding]) -> Iterator[str]:
    """Everything that is to be said of one record, `errors` first."""
    faults = [(None, finding) for finding in verdict.findings if finding.severity == FAULT]
    for finding in errors:
        yield from finding_lines(verdict, finding, text.text_of)
        yield ""
    found = [(deal, finding) for deal in verdict.deals for finding in deal.findings if finding.severity == FAULT]
    if not found and not faults:
        if not any(finding.severity == ERROR for finding in verdict.all_findings()):
            name = style.line(verdict.file) + (f", record {verdict.document}" if verdict.document > 1 else "")
            yield from screen.wrapped(f"{name}: {plural(len(verdict.deals), 'deal')}, no fault found", indent="    ")
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
    who = [verdict.names[finding.seat]] if finding.seat is not None else []
    yield from _heading(where, "    ".join([*who, finding.rule.title.lower()]))
    yield ""
    yield from excerpt(text.text_of, finding.line, finding.column, finding.message, before=2)
    yield ""
    yield from _rule("broken", finding.rule, verdict)
    if finding.ruling:
        if finding.remedy is not None and finding.remedy is not finding.rule:
            yield from _rule("remedy", finding.remedy, verdict)
        yield from screen.wrapped(finding.ruling, "  ruling   ")
    elif finding.rule is not CLAIM:
        yield "  ruling   none: the book attaches nothing to it"
    for choice in finding.choices:
        yield from screen.wrapped(choice_line(verdict, choice), "  choice   ")


def _heading(where: str, what: str) -> Iterator[str]:
    """Where a fault stands, and what it is: on one line, or below each other."""
    if screen.wide(where) + 4 + screen.wide(what) <= screen.prose():
        yield f"{style.bold(where)}    {style.cards(what)}"
    else:
        yield from map(style.bold, screen.wrapped(where, indent="    "))
        yield from screen.wrapped(what, "    ")


def _rule(word: str, rule: Rule, verdict: SessionVerdict) -> Iterator[str]:
    head, id_ = f"  {word}   ", verdict.id_of(rule)
    yield from [head + id_] if len(head + id_) <= screen.prose() else [head.rstrip(), f"    {id_}"]
    yield from screen.wrapped(rule.text, _INDENT)
    yield from map(style.faint, screen.wrapped(f"source {rule.source}", _INDENT))


def _effect(verdict: SessionVerdict, before: SessionVerdict, deal: Verdict) -> Iterator[str]:
    """What the rulings on a deal change: its scores, and the result."""
    arrow, names = style.glyph("→", "->"), verdict.names
    was = next((other for other in before.deals if other.line == deal.line), None)
    if deal.scores is None or was is None or was.scores is None:
        return
    changed = [(seat, was.scores[seat], points) for seat, points in deal.scores.items() if was.scores[seat] != points]
    said = [f"{names[seat]} {old} {arrow} {new} in this deal" for seat, old, new in changed]
    said = said or ["the score is as it was played"]
    winner, would_be = _winner(verdict), _winner(before)
    if winner != would_be:
        said.append(f"without the ruling {'nobody' if would_be is None else names[would_be]} would have won")
    for n, one in enumerate(said):
        yield from screen.wrapped(one, _INDENT if n else "  effect   ")


def _winner(verdict: SessionVerdict) -> int | None:
    return verdict.result.winner if verdict.result else None
