"""`pinocle fmt`: the canonical form of a record, comments kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinocle_cli.api import as_data, records_of_text, verdicts_of_text
from pinocle_cli.canonical import canonical
from pinocle_cli.cli.common import in_utf_8
from pinocle_cli.files import write_whole
from pinocle_cli.games import GAMES
from pinocle_cli.identity import said_in
from pinocle_cli.ledger import SessionVerdict, Verdict
from pinocle_cli.logs import names
from pinocle_cli.logs.batch import Tally
from pinocle_cli.logs.paths import files_in
from pinocle_cli.logs.storage import opened, reason
from pinocle_cli.record import EMPTY
from pinocle_cli.render import data, findings, style
from pinocle_cli.writing.storing import UnreadableFileError, decoded

if TYPE_CHECKING:
    from pinocle_cli.record import Record


_MOST = 64_000_000  # bytes of a file that is held whole to be formatted


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", is_flag=True, help="Only say which files are not in canonical form; ends with 1 if there is one."
)
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], check: bool, write: bool) -> None:
    """Print FILE... in canonical form: cards as SA10K, play as a block, comments kept. Nothing is rewritten unasked.

    \b
    Examples:
      pinocle fmt game.yaml
      pinocle fmt --write games/
      pinocle fmt --check games/
    """
    if write and "-" in files:
        raise click.UsageError("standard input cannot be rewritten; leave out --write, and it is printed", ctx)
    status = 0
    if not (check or write):
        in_utf_8()
    for file in files_in(files):
        if (names.is_json(file) or names.compression(file) or names.is_archive(file)) and file not in files:
            continue  # a log is written by programs, and has one form; an archive is kept as it is
        raw = new = b""
        try:
            raw = new = _raw(file)
            mark, encoding, text = _text_of(file, raw)
            new = mark + _canonical(text).encode(encoding)
            status = max(status, _unread(file, text))
            if write and new != raw:
                write_whole(file, new)
        except (_LeftError, OSError) as why:
            click.echo(f"{style.line(file)}: {reason(why)}", err=True)
            status = 2
        if not (check or write):
            click.echo(new, nl=False)  # as it stands, where nothing could be made of it
        elif new != raw:
            click.echo(f"{style.line(file)}: " + ("rewritten" if write else "not in canonical form"))
            status = max(status, int(check))
    ctx.exit(status)


class _LeftError(Exception):
    """Why a file is left as it is."""


def _raw(file: str) -> bytes:
    if names.is_url(file) or names.compression(file) or names.is_archive(file):
        raise _LeftError("only a file of text can be formatted; fetch or unpack it first")
    try:
        with opened(file) as stream:
            found: bytes = stream.read(_MOST + 1)
    except OSError as why:
        raise _LeftError(f"cannot be read: {reason(why)}") from why
    if len(found) > _MOST:
        raise _LeftError(f"is longer than {_MOST:,} bytes, and left as it is")
    return found


def _text_of(file: str, raw: bytes) -> tuple[bytes, str, str]:
    """The byte order mark of a file, its encoding, its text."""
    if names.is_json(file):
        raise _LeftError("a log has one form, and is left as it is")
    try:
        return decoded(raw)
    except UnreadableFileError as why:
        raise _LeftError(str(why)) from why


def _canonical(text: str) -> str:
    """The canonical form, which means the same; anything else would be a mistake of ours."""
    new = canonical(text, GAMES)
    if new != text and _meaning(new) != _meaning(text):
        raise _LeftError("left as it is, because the canonical form would not mean the same; please report it")
    return new


def _unread(file: str, text: str) -> int:
    """Say what cannot be read in a record: nobody knows its canonical form there. The status that this gives."""
    rows = [row for record in records_of_text(text) for row in _errors(record) if row["rule"] != EMPTY.label]
    for line in findings.text([findings.Found(file, 1, rows)], Tally()):
        click.echo(line, nl=False, err=True)
    return 2 if rows else 0


def _errors(record: Record) -> list[data.FindingRow]:
    """What could not be read in a record, whatever the rules of the game say of it."""
    deals = [Verdict(number=n, line=deal.line, findings=[*deal.findings]) for n, deal in enumerate(record.deals, 1)]
    verdict = SessionVerdict(
        file=record.file, document=record.document, line=record.line, game=record.game, findings=[*record.findings],
        deals=deals, names=record.players,
    )  # fmt: skip
    return data.finding_rows(frozenset({"error"}), verdict)


def _meaning(text: str) -> object:
    """What a text says, and the verdicts on it without the places in it."""
    verdicts = [_without_places(as_data(verdict)) for verdict in verdicts_of_text(text)]
    return [said_in(record) for record in records_of_text(text)], verdicts


def _without_places(value: object) -> object:
    if isinstance(value, dict):
        return {
            key: _without_places(part)
            for key, part in value.items()
            if key not in ("line", "column", "message", "ruling")
        }
    return [_without_places(part) for part in value] if isinstance(value, list) else value
