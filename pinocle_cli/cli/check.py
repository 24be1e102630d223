"""`pinocle check`: one line a finding, and a summary."""

from __future__ import annotations

import json

import click

from pinocle_cli.cli.common import files_argument, format_option, verdicts
from pinocle_cli.render import data
from pinocle_cli.render.lines import finding_lines, plural


@click.command("check")
@files_argument
@format_option("text", "json", "jsonl")
@click.option("--notes", is_flag=True, help="Show the notes too: what was assumed or not checked.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], format_: str, notes: bool) -> None:
    """Check the records in FILE... (folders are searched; - is standard input).

    Ends with 0 if all is well, 1 if a rule was broken or a figure is wrong, 2 if something cannot be read or be true.

    \b
    Examples:
      pinocle check samples/
      pinocle check --notes game.yaml
    """
    summary = data.Summary()
    files_seen: set[str] = set()
    found = []
    for verdict in summary.counting(verdicts(files)):
        files_seen.add(verdict.file)
        if format_ == "text":
            for line in finding_lines(verdict, notes=notes):
                click.echo(line)
            continue
        for row in data.finding_rows(verdict, notes=notes):
            if format_ == "jsonl":
                click.echo(json.dumps(row, ensure_ascii=False))
            else:
                found.append(row)
    counts = summary.data()
    if format_ == "json":
        document = {**data.head(), "findings": found, "summary": counts}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif format_ == "text":
        hint = " (--notes shows them)" if counts["notes"] and not notes else ""
        scope = f"{plural(len(files_seen), 'file')}, {plural(counts['deals'], 'deal')}"
        kinds = ", ".join(plural(counts[kind + "s"], kind) for kind in ("error", "fault", "note"))
        click.echo(f"{scope}: {kinds}{hint}")
    ctx.exit(summary.exit_status)
