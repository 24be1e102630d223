"""How a record begins: which game, who plays, and by which rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinocle_cli.api import GAMES
from pinocle_cli.schemas import modeline
from pinocle_cli.writing.judging import judged_record
from pinocle_cli.writing.yamlvalues import in_line, rules_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pinocle_cli.ledger import Finding

    Tell = Callable[[str], str]  # a question; its answer


def head_of(game: str, players: Sequence[str], rules: str = "") -> str:
    """The first lines of a record."""
    lines = [modeline(game), f"game: {game}", rules_line(rules), f"players: {in_line([*players])}"]
    return "".join(f"{line}\n" for line in lines if line)


def wrong_in(head: str, file: str) -> Sequence[Finding]:
    """What is wrong with the first lines of a record; nothing if they can be gone on with."""
    record = judged_record(head, file).record
    if record.game is not None and record.players and record.house is not None:
        return [finding for finding in record.findings if finding.path]
    return record.findings


def asked_head(tell: Tell, say: Callable[[str], object], game: str, players: str, rules: str, file: str) -> str:
    """The first lines of a record, whatever was not given being asked for until it can be read."""
    while game not in GAMES:
        said = tell(f"which game? ({', '.join(GAMES)})").strip().lower()
        found = [name for name in GAMES if said and name.startswith(said)]
        game = found[0] if len(found) == 1 else said
    seats = " or ".join(map(str, GAMES[game].seats))
    profiles = ", ".join(GAMES[game].profiles)
    while True:
        if not players.strip():
            players = tell(f"who plays? {seats} names in order round the table, a comma between them")
        head = head_of(game, [name.strip() for name in players.split(",") if name.strip()], rules)
        wrong = wrong_in(head, file)
        if not wrong:
            return head
        say("\n".join(finding.message for finding in wrong))
        about_rules = {finding.path.startswith("rules") for finding in wrong}
        if True in about_rules:
            rules = tell(f"by which house rules? ({profiles}, or {{profile: ..., option: value}})").strip()
        if False in about_rules:
            players = ""
