"""`pinocle show`: a deal seen again in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pinocle_cli.cli.common import files_argument, on_terminal, records
from pinocle_cli.games import GAMES
from pinocle_cli.logs.batch import verdict_on
from pinocle_cli.render import data, screen, style
from pinocle_cli.render.cards_table import Shown
from pinocle_cli.render.lines import finding_lines
from pinocle_cli.replay.frames import courses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinocle_cli.ledger import SessionVerdict
    from pinocle_cli.record import Record

_NARROW = 40  # columns, where nothing says how many there are


@click.command("show")
@files_argument
@click.option("--deal", type=int, metavar="N", help="This deal only, by its number on the sheet.")
@click.option(
    "--trick", type=click.IntRange(1), metavar="N", help="This trick only: the hands before it, and its cards."
)
@click.option(
    "--step", is_flag=True, help="Step by step with keys: space, arrows, t and T for tricks, f for faults, q."
)
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], deal: int | None, trick: int | None, step: bool) -> None:
    """Show the deals of FILE... again: the hands by suit, then trick by trick what was played, melded and drawn.

    \b
    Examples:
      pinocle show samples/two-handed-dispute.yaml
      pinocle show --trick 15 samples/two-handed-dispute.yaml
      pinocle show --step --deal 4 evening.yaml
    """
    summary = data.Summary()
    width = screen.columns() or screen.PROSE
    found = False
    for shown in _deals(files, deal, width, summary):
        if trick is not None and not shown.moments_of(trick):
            continue
        found = True
        if step:
            if not _stepped(shown, trick):
                break
        else:
            for line in _trick(shown, trick) if trick is not None else shown.deal_lines():
                click.echo(line)
    if not found and (deal is not None or trick is not None):
        what = " and ".join(f"{name} {n}" for name, n in (("deal", deal), ("trick", trick)) if n is not None)
        raise click.ClickException(f"there is no {what} in {' '.join(files)}")
    ctx.exit(summary.exit_status)


def _deals(files: tuple[str, ...], number: int | None, width: int, summary: data.Summary) -> Iterator[Shown]:
    """Every deal that is asked for, of every record."""
    for record, text in records(files):
        verdict = verdict_on(record)
        summary.add(verdict)
        for finding in summary.errors(verdict):
            for line in finding_lines(verdict, finding, text.text_of):
                click.echo(line, err=True)
        yield from _of(record, verdict, number, width)


def _of(record: Record, verdict: SessionVerdict, number: int | None, width: int) -> Iterator[Shown]:
    if record.game is None or record.house is None or not verdict.players:
        return
    deck = GAMES[record.game].deck(record.house)
    for nth, (course, deal) in enumerate(zip(courses(record, verdict, GAMES), verdict.deals, strict=False)):
        if number in (None, deal.number):
            yield Shown(verdict, nth, course, deck, width)


def _trick(shown: Shown, trick: int) -> Iterator[str]:
    """The hands before a trick, and what happened in it."""
    moments = shown.moments_of(trick)
    before = max(moments[0] - 1, 0)
    for seat in sorted(shown.course.seats):
        yield from shown.hand(seat, shown.course.frames[before])
    yield ""
    for at in moments:
        yield from shown.says(shown.course.frames[at])
    yield ""


# --- Step by step ----------------------------------------------------------------------------------------------------

_ON, _BACK = ("\x1b[C", "\x1b[B", " ", "\r", "\n", "n", "l"), ("\x1b[D", "\x1b[A", "\x7f", "p", "h")
_KEYS = "space → on   ← back   t/T a trick on/back   f fault   g/G ends   q quit"


def _stepped(shown: Shown, trick: int | None) -> bool:
    """One deal with keys; False when the user has had enough."""
    frames = shown.course.frames
    at = shown.moments_of(trick)[0] if trick is not None else 0
    while True:
        if on_terminal():
            click.clear()
        for line in shown.frame(at):
            click.echo(line)
        click.echo()
        click.echo(style.faint(click.wrap_text(_KEYS, shown.width)))
        key = click.getchar()
        if key in ("q", "Q", "\x1b", "\x03", "\x04", ""):
            return False
        if key in _ON and at == len(frames) - 1:
            return True
        at = _moved(shown, at, key)


def _moved(shown: Shown, at: int, key: str) -> int:
    """The frame to which a key leads."""
    frames = shown.course.frames
    last = len(frames) - 1
    if key in _ON:
        return min(at + 1, last)
    if key in _BACK:
        return max(at - 1, 0)
    if key in ("t", "\x1b[6~"):
        return next((n for n in range(at, last + 1) if frames[n].trick > frames[at].trick), last)
    if key in ("T", "\x1b[5~"):
        start = next((n for n in range(at, -1, -1) if frames[n].trick < frames[at].trick), 0)
        return start if start + 1 >= at else start + 1
    if key == "f":
        bad = [n for n, frame in enumerate(frames) if any(f.severity != "note" for f in frame.findings)]
        return next((n for n in bad if n > at), bad[0] if bad else at)
    return {"g": 0, "G": last}.get(key, at)
