"""The lines of `play` as events: made when they are asked for, and the same however they were written."""

from __future__ import annotations

import io
import json
import pickle
from typing import TYPE_CHECKING

import pytest

from pinocle_cli.games import GAMES
from pinocle_cli.logs.inputs import records_in
from pinocle_cli.record import Event, Play
from pinocle_cli.session import judge

if TYPE_CHECKING:
    from pinocle_cli.ledger import Verdict

LINES = ["SA S9", "Anna: meld HK HQ", "Boris: HA H9", "C10 CJ", "Anna: dix", "DK"]
HEAD = "game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - trump: hearts\n    play:"
FORMS = {
    "a block": HEAD + " |\n" + "".join(f"      {line}\n" for line in LINES),
    "a list": HEAD + "\n" + "".join(f"      - '{line}'\n" for line in LINES),
    "a block with blanks": HEAD + " |\n" + "".join(f"      {line}  \n" for line in LINES),
    "a block with a note": HEAD + " |\n" + "".join(f"      {line} # so\n" for line in LINES),
}


def play_of(text: str, name: str = "log.yaml") -> Play:
    (record,) = records_in(io.BytesIO(text.encode()), name, GAMES)
    assert not record.findings
    play = record.deals[0].play
    assert play is not None
    return play


PLAYED = """\
game: two-handed
players: [Anna, Boris]
deals:
  - trump: hearts
    held: {Anna: SA SK, Boris: S9 CJ}
    play: |
      Anna: SA S9
      SK CJ
"""


def verdict_on(text: str) -> Verdict:
    (record,) = records_in(io.BytesIO(text.encode()), "log.yaml", GAMES)
    return judge(record, GAMES).deals[0]


def written(play: Play) -> list[tuple[object, ...]]:
    """Everything about the events but the column, and what a meld says of its own place."""
    return [(e.verb, e.seat, e.cards, e.line, e.path, e.text) for e in play]


@pytest.mark.parametrize("form", FORMS)
def test_the_same_events_in_every_form(form: str) -> None:
    events = written(play_of(FORMS[form]))
    assert events == written(play_of(FORMS["a block"]))
    assert [text for *_, text in events] == LINES
    assert [line for _, _, _, line, _, _ in events] == [6, 7, 8, 9, 10, 11]
    assert [path for _, _, _, _, path, _ in events] == [f"play[{n}]" for n in range(6)]
    assert [seat for _, seat, *_ in events] == [-1, 0, 1, -1, 0, -1]


def test_every_event_of_a_json_line_has_the_line_of_the_log() -> None:
    deal = {"trump": "hearts", "play": "\n".join(LINES)}
    text = json.dumps({"game": "two-handed", "players": ["Anna", "Boris"], "deals": [deal]})
    events = [*play_of("\n" + text + "\n", "log.jsonl")]
    assert [(event.line, event.column) for event in events] == [(2, 0)] * len(LINES)  # a column of the log is not known
    assert [event.text for event in events] == LINES


def test_only_what_is_asked_for_becomes_an_event() -> None:
    """By number, from the end, as a part or in a row: it is always the same event."""
    play = play_of(FORMS["a block"])
    third, last = play[3], play[-1]
    assert (third.cards, third.line, third.column, third.nth) == (play.tricks[3], 9, 7, 3)
    assert (last.cards, last.nth) == (play.tricks[5], 5)
    assert play[3] is third is play[-3]
    assert play[2:4] == [play[2], third]
    assert [*play][3] is third
    assert len(play) == 6
    with pytest.raises(IndexError):
        play[6]


def test_plain_tricks_and_actions() -> None:
    """A trick whose leader is named is no plain one: somebody has to look at who led."""
    play = play_of(FORMS["a block"])
    assert [cards is not None for cards in play.tricks] == [True, False, False, True, False, True]
    assert [action.text for action in play.actions.values()] == ["Anna: meld HK HQ", "Boris: HA H9", "Anna: dix"]


def test_a_play_made_from_events() -> None:
    play = play_of(FORMS["a block"])
    again = Play.of([*play])
    assert [*again] == [*play]
    assert (again.tricks, [*again.lines], again.actions) == (play.tricks, [*play.lines], play.actions)
    assert not Play.of(())
    assert all(isinstance(event, Event) for event in again)


def test_plays_are_equal_by_what_they_hold() -> None:
    one, two = (play_of(FORMS["a block"]) for _ in range(2))
    assert one == two
    assert one != Play.of([*one][1:])
    assert repr(one) == repr(Play.of([*one]))


def test_verdicts_are_equal_by_what_they_hold() -> None:
    first, second = (verdict_on(PLAYED) for _ in range(2))
    assert first == second
    again = pickle.loads(pickle.dumps(first))  # noqa: S301 - our own
    assert [entry[:2] for entry in again.ledger] == [entry[:2] for entry in first.ledger] == [(0, 11), (0, 6), (0, 10)]
    assert again.scores == first.scores == {0: 27, 1: 0}
    first.ledger = first.ledger[:1]
    assert len(first.ledger) == 1
    assert first != second


def test_lines_of_a_quoted_text_stand_in_the_line_where_it_begins() -> None:
    """A double-quoted text is one line of the file, whatever it holds and whether all of it can be read."""
    text = 'game: two-handed\nplayers: [Anna, Boris]\nturned: HQ\nplay: "S9 SA\\nS9 SA\\nBoris: {} HK HQ"\n'
    assert [event.line for event in play_of(text.format("meld"))] == [4, 4, 4]
    (record,) = records_in(io.BytesIO(text.format("melt").encode()), "log.yaml", GAMES)
    assert [finding.line for finding in record.deals[0].findings] == [4]
