"""Names: one form for all ways to write them, any beginning that fits one only, and values in seat order."""

from __future__ import annotations

import json
import string
import unicodedata
from typing import Any

import pytest
from conftest import findings, verdict, verdict_of
from hypothesis import given
from hypothesis import strategies as st

from pinocle_cli.games import GAMES
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.reader.names import called, one_form
from pinocle_cli.season.names import likely_doubles

PLAYERS = {
    "two-handed": ["Anna", "Boris"],
    "piquet": ["Anna", "Boris"],
    "auction": ["Ann", "Bob", "Cyd"],
    "partnership": ["Ann", "Bob", "Cyd", "Dan"],
}


def told(session: dict[str, Any]) -> Any:
    """A verdict without the places and paths that hang on how a name is written."""

    def strip(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: strip(part) for key, part in value.items() if key not in ("column", "path", "line")}
        return [strip(part) for part in value] if isinstance(value, list) else value

    return strip(session)


# --- Shortened names -------------------------------------------------------------------------------------------------

FULL = """\
game: {game}
players: [{0}, {1}{more}]
opening: {{{a}: 10, {b}: 20}}
deals:
  - dealer: {b}
    {key}
    claimed: {{{a}: 100, {b}: 150}}
    irregularities: [{{fault: {fault}, by: {b}}}]
  - {{dealer: {a}, claimed: {{{a}: 100, {b}: 100}}}}
claimed: {{{a}: 210, {b}: 270}}
"""
KEYS = {
    "two-handed": ["hands: {{{a}: S9, {b}: SA}}", "play: |\n      {a}: S9 SA\n      {b}: out", "out: {a}",
                   "melds: {{{a}: [HK HQ], {b}: dix}}", "taken: {{{a}: 126, {b}: 124}}"],
    "piquet": ["calls: |\n      {a}: point 5\n      {b}: good", "discards: {{{a}: none, {b}: S7}}",
               "tricks: {{{a}: 7, {b}: 5}}"],
    "auction": ["bids: [{a}: 300, {b}: pass]", "taken: {{{a}: 120}}"],
    "partnership": ["dix-exchange: [{a}]", "melds: {{{a}: HK HQ, {b}: 20}}", "out: {b}"],
}  # fmt: skip


@pytest.mark.parametrize(("game", "key"), [(game, key) for game, keys in KEYS.items() for key in keys])
@pytest.mark.parametrize("shorten", [1, 2, 99])
def test_a_name_may_be_shortened_wherever_it_stands(game: str, key: str, shorten: int) -> None:
    names = PLAYERS[game]
    fault = next(rule.label for rule in GAMES[game].rules if rule.kind == "irregularity")

    def record(a: str, b: str) -> str:
        more = "".join(f", {name}" for name in names[2:])
        return FULL.format(*names, game=game, more=more, fault=fault, a=a, b=b, key=key.format(a=a, b=b))

    short = verdict(record(names[0][:shorten], names[1][:shorten]))
    assert told(short) == told(verdict(record(*names[:2])))
    assert not [f for f in findings(short, "error") if f["rule"] == "record.unknown-name"]


@pytest.mark.parametrize(
    ("players", "name", "who"),
    [
        (["Anna", "Anton"], "An", None), (["Anna", "Anton"], "Ant", "Anton"), (["Anna", "Anton"], "nna", None),
        (["Eva", "Evangelina"], "Eva", "Eva"), (["Eva", "Evangelina"], "Ev", None),
        (["Eva", "Evangelina"], "Evan", "Evangelina"), (["Anna", "anna"], "a", "anna"),
        (["Anna", "Boris"], "b", "Boris"), (["Anna", "Boris"], "ANNA", "Anna"),
        (["Anna B", "Anna C"], "Anna", None), (["Anna B", "Anna C"], "Anna  C", "Anna C"),
        (["X", "T"], "X", "X"), (["Анна", "Борис"], "Б", "Борис"), (["Анна", "Борис"], "б", "Борис"),
    ],
)  # fmt: skip
def test_whom_a_name_means(players: list[str], name: str, who: str | None) -> None:
    session = verdict_of(
        {"game": "two-handed", "players": players, "deals": [{"out": name, "taken": {players[0]: 125}}]}
    )
    errors = findings(session, "error")
    assert bool(errors) == (who is None)
    if who is None and name != "nna":
        assert all(player in errors[0]["message"] for player in players)


def test_players_come_before_sides() -> None:
    """A side that is not named is called by its players, and so begins like the first of them."""
    record = {"game": "partnership", "players": PLAYERS["partnership"], "deals": [{"claimed": {"A": 100, "Bob &": 50}}]}
    assert verdict_of(record)["totals"] == {"Ann & Cyd": 100, "Bob & Dan": 50}


NAME = st.text(string.ascii_letters + "äß éÅЖ", min_size=1, max_size=6).map(one_form).filter(bool)
NAMES = st.lists(NAME, min_size=2, max_size=5, unique=True)


@given(NAMES, st.data())
def test_a_beginning_means_whoever_alone_begins_so(players: list[str], data: st.DataObject) -> None:
    names = {name: seat for seat, name in enumerate(players)}
    for name in players:
        assert called(name, names, len(players)) == [names[name]]
    name = data.draw(st.sampled_from(players))
    short = one_form(name[: data.draw(st.integers(1, len(name)))])
    found = called(short, names, len(players))
    begin = [one for one in players if one.startswith(short)]
    assert found == ([names[short]] if short in names else [names[one] for one in begin])


# --- One form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["José", "Zoë", "Åsa", "Лёва", "Nguyễn", "Anna\u00a0Maria", "Anna\u2003Maria"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("other", ["NFC", "NFD"])
def test_names_are_compared_in_one_form(name: str, form: str, other: str) -> None:
    one, two = unicodedata.normalize(form, name), unicodedata.normalize(other, name)  # type: ignore[arg-type]
    play = f"{two}: S9 SA"
    record = {"game": "two-handed", "players": [one, "Boris"], "deals": [{"trump": "hearts", "play": play, "out": two}]}
    session = verdict_of(record)
    assert not [f for f in findings(session, "error") if f["rule"] == "record.unknown-name"]
    assert session["players"] == [" ".join(unicodedata.normalize("NFC", name).split()), "Boris"]


@pytest.mark.parametrize(
    "name", ["👩‍👧", "O’Neil", "D'Arcy", "نازنین‌زهرا", "🐻", "X", "1e3", "~", "null", "yes", "Anna-Maria"]
)
def test_what_somebody_may_be_called(name: str) -> None:
    deal = f'{{dealer: "{name}", claimed: {{"{name}": 28, Boris: 20}}}}'
    session = verdict(f'game: piquet\nplayers: ["{name}", Boris]\ndeals: [{deal}]\n')
    assert session["totals"] == {name: 28, "Boris": 20}


@pytest.mark.parametrize("char", "\u202e\u200b\u0007\ufeff\u2066")
def test_a_name_with_a_sign_that_cannot_be_shown_is_refused_by_the_name_of_the_sign(char: str) -> None:
    session = verdict_of({"game": "piquet", "players": [f"An{char}na", "Boris"], "deals": [{"dealer": "Boris"}]})
    assert f"U+{ord(char):04X}" in findings(session, "error")[0]["message"]


# --- Seat order ------------------------------------------------------------------------------------------------------

VALUES: dict[str, list[Any]] = {
    "hands": ["SAK", "CA", "DA", "HA"],
    "held": ["SAK", "CA", "DA", "HA"],
    "taken": [126, 124, 0, 0],
    "tricks": [7, 5, 0, 0],
    "claimed": [40, 60, 10, 20],
    "opening": [40, 60, 10, 20],
    "melds": ["HK HQ", 20, ["SQ DJ", "dix"], "none"],
    "discards": ["SA CA", "none"],
}
BY_PLAYER = [
    (game, key) for game in GAMES for key, about in deal_keys(GAMES[game]).items() if about.kind.each is not None
] + [(game, "opening") for game in GAMES]


@pytest.mark.parametrize(("game", "key"), BY_PLAYER)
def test_what_is_written_by_player_may_be_written_in_seat_order(game: str, key: str) -> None:
    players = PLAYERS[game]
    values = VALUES[key][: len(players)]

    def session(value: Any) -> Any:
        deal = {"dealer": players[0], "trump": "hearts"} if game != "piquet" else {"dealer": players[0]}
        record = {"game": game, "players": players, "deals": [deal]}
        if key == "opening":
            return told(verdict_of({**record, key: value}))
        return told(verdict_of({**record, "deals": [{**deal, key: value}]}))

    by_name = session(dict(zip(players, values, strict=True)))
    assert session(values) == by_name
    assert not [f for f in by_name["findings"] if f["rule"] == "record.wrong-type"]
    if all(isinstance(value, int) for value in values):
        for text in (" ", ", ", " / "):
            assert session(text.join(map(str, values))) == by_name


def test_sides_and_the_kitty_stand_in_their_order_too() -> None:
    four = {"game": "partnership", "players": PLAYERS["partnership"], "sides": {"Us": ["A", "C"], "Them": ["B", "D"]}}
    assert verdict_of({**four, "deals": [{"claimed": [100, 50]}]})["totals"] == {"Us": 100, "Them": 50}
    assert verdict_of({**four, "deals": [{"claimed": [100, 50, 10, 5]}]})["totals"] == {"Us": 110, "Them": 55}
    three = {
        "game": "auction",
        "players": PLAYERS["auction"],
        "opening": [10, 20, 30, 40],
        "deals": [{"dealer": "Ann"}],
    }
    assert verdict_of(three)["totals"] == {"Ann": 10, "Bob": 20, "Cyd": 30, "kitty": 40}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("[1,260, 124]", "3 values stand here; 2 play; a comma parts two values"),
        ("[126]", "1 value stands here; 2 play"),
        ("{Anna: 1,260}", "in braces a comma ends the value; write a figure without commas"),
        ("{Anna: 1.260}", "write 1260"),
        ("{Anna: 1 260}", "write 1260"),
        ("{Anna: 100 + 26}", "write the sum, 126"),
        ("126", "whose is it? Write {Anna: 126}"),
        ("1 2 3", "a list in seat order"),
    ],
)
def test_what_is_no_value_of_each(value: str, message: str) -> None:
    text = f"game: two-handed\nplayers: [Anna, Boris]\ndeals:\n  - trump: hearts\n    claimed: {value}\n"
    errors = findings(verdict(text), "error")
    assert (errors[0]["line"], message in errors[0]["message"]) == (5, True), errors


@pytest.mark.parametrize("nothing", ["", "~", "null", "Null", '""'])
def test_an_empty_value_is_as_good_as_none(nothing: str) -> None:
    text = f"game: two-handed\nplayers: [Anna, Boris]\nrules: {nothing}\nclaimed: {nothing}\n"
    text += f"deals:\n  - dealer: {nothing}\n"
    text += f"    irregularities: {nothing}\n    claimed: {{Anna: 100, Boris: {nothing}}}\n"
    assert not findings(verdict(text), "error")
    assert json.loads(json.dumps(verdict(text)["totals"])) == {"Anna": 100, "Boris": 0}


@pytest.mark.parametrize(
    ("tables", "asked"),
    [
        ([["Boris", "Anna"], ["Boris K.", "Anna"]], [("Boris K.", "Boris")]),
        ([["B. Karpov", "Anna"], ["Boris Karpov", "Anna"]], [("Boris Karpov", "B. Karpov")]),
        ([["Anna M", "Cyd"], ["Anna Maria Berg", "Cyd"]], [("Anna Maria Berg", "Anna M")]),
        ([["Anna", "Cyd"], ["Anna B.", "Cyd"], ["Anna K.", "Cyd"]], []),  # which of the two would it be?
        ([["Boris", "Boris K."]], []),  # they sat at one table
        ([["B", "Anna"], ["Boris", "Anna"]], []),
        ([["Karpov", "Anna"], ["Boris Karpov", "Anna"]], []),  # his brother may play too
        ([["Bo", "Anna"], ["Boris", "Anna"]], []),
    ],
)
def test_a_name_in_short_is_asked_about_where_it_can_mean_one_only(
    tables: list[list[str]], asked: list[tuple[str, str]]
) -> None:
    assert [(name, other) for name, other, _ in likely_doubles(tables)] == asked
