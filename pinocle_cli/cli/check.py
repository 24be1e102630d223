"""`pinocle check`: one line a finding, and a summary, for logs of any size."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, cast

import click

from pinocle_cli.cli import completion
from pinocle_cli.cli.common import batch, finish, format_option, jobs_option, scheduler_option
from pinocle_cli.logs.batch import Job, Tally, Wanted
from pinocle_cli.render import data, findings, screen
from pinocle_cli.render.findings import Found
from pinocle_cli.render.lines import plural

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypedDict, Unpack

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.render.data import FindingRow
    from pinocle_cli.render.findings import Format

    class Options(TypedDict):
        """What is asked for."""

        format_: str
        notes: bool
        severity: str | None
        select: tuple[str, ...]
        ignore: tuple[str, ...]
        statistics: bool
        fail_fast: bool
        max_findings: int | None
        jobs: int
        scheduler: str | None


_SEVERITIES = ("error", "fault", "note")  # the gravest first


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@format_option("text", "json", "jsonl", "sarif", "junit", "github")
@click.option("--notes", is_flag=True, help="Show the notes too: what was assumed or not checked.")
@click.option("--severity", type=click.Choice(_SEVERITIES), help="Look only at what is as grave as this.")
@click.option(
    "--select",
    multiple=True,
    shell_complete=completion.rules_and_games,
    metavar="RULE",
    help="Look only at these rules: ids, games, or a pattern.",
)
@click.option(
    "--ignore", multiple=True, shell_complete=completion.rules_and_games, metavar="RULE", help="Ignore these rules."
)
@click.option("--statistics", is_flag=True, help="Instead of the findings, count them by rule and game.")
@click.option("--fail-fast", is_flag=True, help="Stop at the first record with a fault or an error.")
@click.option("--max-findings", type=click.IntRange(1), metavar="N", help="Stop when N findings have been shown.")
@jobs_option
@scheduler_option
@click.pass_context
def command(ctx: click.Context, /, paths: tuple[str, ...], **options: Unpack[Options]) -> None:
    """Check the records in PATH...: files, folders, patterns, addresses, .gz and .zst; - is standard input.

    Ends with 0 if all is well, 1 if a rule was broken or a figure is wrong, 2 if something cannot be read or be true.

    \b
    Examples:
      pinocle check samples/
      pinocle check --notes game.yaml
      zcat season.jsonl.gz | pinocle check --format jsonl -
      pinocle check --statistics 'archive/**/*.jsonl.zst'
      pinocle check --select auction --ignore record.claim logs/
    """
    format_, tally = options["format_"], Tally()
    shown = _shown(options)
    wanted = Wanted(_rules(ctx, options["select"]), _rules(ctx, options["ignore"]))
    counting: Counter[tuple[str, str, str]] = Counter()
    if options["statistics"]:
        if format_ not in ("text", "json", "jsonl"):
            raise click.UsageError("--statistics goes with --format text, json or jsonl", ctx)
        make: Callable[[SessionVerdict], object] = partial(data.rules_found, shown)
    else:
        make = partial(data.finding_rows, shown)
    job = Job(make, every=False, wanted=wanted if wanted != Wanted() else None)
    found = _found(paths, job, tally, counting, options)
    if options["statistics"]:
        for _ in found:
            pass
        pieces = findings.statistics(counting, format_, tally)
    else:
        pieces = _format(format_)(found, tally)
    for piece in pieces:
        sys.stdout.write(piece)
    _summary(tally, to_stderr=format_ != "text", notes="note" in shown)
    if "fault" not in shown:
        tally.faults = 0
    finish(ctx, tally)


def _shown(options: Options) -> frozenset[str]:
    """The severities that are looked at: with `--notes` all, else faults and errors."""
    least = options["severity"] or ("note" if options["notes"] else "fault")
    return frozenset(_SEVERITIES[: _SEVERITIES.index(least) + 1])


def _rules(ctx: click.Context, given: tuple[str, ...]) -> tuple[str, ...]:
    """Rules or patterns of rules, several to be divided by commas; each must fit something."""
    patterns = tuple(pattern.strip() for text in given for pattern in text.split(",") if pattern.strip())
    if patterns:
        from pinocle_cli import rulebook  # noqa: PLC0415 - only where rules are named

        for pattern in patterns:
            if not any(map(Wanted((pattern,)).fits, rulebook.every_rule())):
                near = rulebook.nearest(pattern)
                hint = f"; did you mean {' or '.join(near)}?" if near else "; `pinocle rules` lists them"
                raise click.UsageError(f'"{pattern}" is not a rule, a game or a pattern that fits one{hint}', ctx)
    return patterns


def _found(
    paths: tuple[str, ...], job: Job, tally: Tally, counting: Counter[tuple[str, str, str]], options: Options
) -> Iterator[Found]:
    """Each record with findings to be shown, as far as the options go; each input is announced."""
    most, shown = options["max_findings"], 0
    for done in batch(paths, job, tally, jobs=options["jobs"], scheduler=options["scheduler"]):
        if done.first:
            yield Found(done.name, 0, [])
        for one in done.judged:
            tally.add(one)
            if one.made:
                if options["statistics"]:
                    rules = cast("list[tuple[str, str, str]]", one.made)
                    counting.update(rules)
                    shown += len(rules)
                else:
                    rows = tally.untold(cast("list[FindingRow]", one.made))
                    rows = rows[: most - shown] if most else rows
                    for row in rows:
                        row["document"] = one.document + done.before
                    yield Found(done.name, one.deals, rows, done.text_of)
                    shown += len(rows)
            if options["fail_fast"] and (one.errors or one.faults):
                tally.stopped = "stopped at the first record with a fault"
                return
            if most and shown >= most:
                tally.stopped = f"stopped after {plural(most, 'finding')}"
                return


def _format(name: str) -> Format:
    if name == "sarif":
        from pinocle_cli.render.sarif import sarif  # noqa: PLC0415 - it needs the whole rulebook

        return sarif
    if name == "junit":
        from pinocle_cli.render.junit import junit  # noqa: PLC0415

        return junit
    formats: dict[str, Format] = {
        "text": findings.text, "json": findings.as_json, "jsonl": findings.jsonl, "github": findings.github,
    }  # fmt: skip
    return formats[name]


def _summary(tally: Tally, *, to_stderr: bool, notes: bool) -> None:
    """The last line; other formats only say, on standard error, that not everything was looked at."""
    if to_stderr and not tally.stopped:
        return
    hint = " (--notes shows them)" if tally.notes and not notes else ""
    scope = f"{plural(tally.files, 'file')}, {plural(tally.deals, 'deal')}"
    kinds = ", ".join(plural(getattr(tally, kind + "s"), kind) for kind in _SEVERITIES)
    stopped = f"{tally.stopped}; so far " if tally.stopped else ""
    said = [f"{stopped}{scope}: {kinds}{hint}"]
    if tally.unjudged:
        were = f"{plural(tally.unjudged, 'record')} {'was' if tally.unjudged == 1 else 'were'}"
        said.insert(0, f"{were} not judged, because the rules of the club cannot be read")
    for line in (line for one in said for line in screen.wrapped(one, indent="    ")):
        click.echo(line, err=to_stderr)
