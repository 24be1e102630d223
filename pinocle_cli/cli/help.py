"""`pinocle help`: a topic, a command or a rule, whatever it is called."""

from __future__ import annotations

import click

from pinocle_cli.cli import completion
from pinocle_cli.cli.common import on_terminal
from pinocle_cli.cli.rules import page_of
from pinocle_cli.render import screen


@click.command("help")
@click.argument("topic", required=False, shell_complete=completion.topics)
@click.pass_context
def command(ctx: click.Context, topic: str | None) -> None:
    """Tell of a TOPIC: how a record is written, a game, a command, a rule. Without one, what there is.

    \b
    Examples:
      pinocle help record
      pinocle help cards
      pinocle help two-handed.card-rounding
    """
    root = ctx.find_root()
    if topic is None:
        click.echo(root.get_help() + "\n\nTopics for `pinocle help TOPIC`:")
        from pinocle_cli import manual  # noqa: PLC0415 - not for --help

        topics = {name: found.title for name, found in manual.topics().items()}
        margin = max(map(len, topics)) + 2
        for name, title in topics.items():
            for line in screen.wrapped(title, f"  {name:<{margin}}"):
                click.echo(line)
        return
    _tell(ctx, root, topic)


def _tell(ctx: click.Context, root: click.Context, topic: str) -> None:
    from pinocle_cli import manual, rulebook  # noqa: PLC0415 - not for --help

    group = root.command
    name = topic.lower()
    if name in manual.topics():
        _page(manual.plain_text(manual.topics()[name], min(screen.columns() or 88, 100) - 1))
        return
    known = group.get_command(root, name) if isinstance(group, click.Group) else None
    if known is not None:
        with click.Context(known, info_name=name, parent=root) as inner:
            click.echo(known.get_help(inner))
        return
    id_ = rulebook.find(name)
    if id_ is not None:
        _page("\n".join(page_of(id_)))
        return
    near = [*manual.nearest(topic), *rulebook.nearest(topic)][:3]
    hint = f"; did you mean {' or '.join(near)}?" if near else "; `pinocle help` lists the topics"
    raise click.UsageError(f'there is no topic, command or rule "{topic}"{hint}', ctx)


def _page(text: str) -> None:
    """A long text is for the pager, where somebody reads at a terminal."""
    if on_terminal():
        click.echo_via_pager(text)
    else:
        click.echo(text)
