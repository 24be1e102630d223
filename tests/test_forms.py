"""What may be written in more than one way, and what is no slip; and where a slip stands in a log of JSON."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import errors, findings, verdict, verdict_of

HEAD = "game: two-handed\nplayers: [Anna, Boris]\n"
DEAL = HEAD + "deals:\n  - dealer: Anna\n"


def scores(text: str) -> dict[str, int] | None:
    session = verdict(text)
    assert not findings(session, "error"), findings(session, "error")
    result: dict[str, int] | None = session["deals"][0]["scores"]
    return result


@pytest.mark.parametrize(
    "names",
    [
        "[Anna, Boris]", "[Анна, Борис]", "[Anna Maria, Boris]", '["Anna", \'Boris\']', "[no, yes]", "[~, null]",
        "[1, 2]",
        "[O'Neill, B.]", "[Ann & Cyd, Bob]", "[anna, Anna]", "[SA, HK]", "[meld, dix]", "[A#1, B]", "[-, +]",
        '["a, b", c]',        "[hearts, out]", "[Zoë, José]",
    ],
)  # fmt: skip
def test_names_may_be_anything_a_person_is_called(names: str) -> None:
    import yaml  # noqa: PLC0415 - only here

    first, second = yaml.load(names, Loader=yaml.BaseLoader)  # noqa: S506 - texts only
    key = f'"{first}"'
    text = f"game: two-handed\nplayers: {names}\ndealer: {second!r}\ntrump: hearts\nplay: |\n"
    text += f"  SA S9\n  {first}: meld HK HQ\n  {first}: draw C9\n  {second}: draw D9\n  {first}: SK SQ\n"
    assert scores(text) == {first: 58, second: 0}
    assert scores(f"game: two-handed\nplayers: {names}\nclaimed: {{{key}: 10}}\n") == {first: 10, second: 0}


PLAY = {"Anna": 51, "Boris": 0}


@pytest.mark.parametrize(
    "play",
    [
        "|\n      SA S9\n      Anna: meld HK HQ\n",
        "|-\n      SA S9\n      Anna: meld HK HQ\n",
        "|+\n      SA S9\n      Anna: meld HK HQ\n\n",
        "|2\n        SA S9\n      Anna: meld HK HQ\n",
        "|\n\n      SA S9   # the ace\n\n      # she melds\n      Anna: meld HK HQ # 40\n",
        "|\n      SA, S9\n      Anna:meld HK,HQ\n",
        "|\n      ♠A ♠9\n      Anna :  meld  ♥KQ\n",
        "\n      - SA S9\n      - Anna: meld HK HQ\n",
        "\n      - SA S9\n      - 'Anna: meld HK HQ'\n",
        "\n      - SA S9\n      - {Anna: meld HK HQ}\n",
        "[SA S9, Anna: meld HK HQ]\n",
        '"SA S9\\nAnna: meld HK HQ"\n',
        "\n      - SA\n        S9\n      - Anna:\n          meld HK HQ\n",
    ],
)
def test_play_in_every_form(play: str) -> None:
    text = HEAD + f"deals:\n  - dealer: Boris\n    trump: hearts\n    play: {play}"
    assert scores(text) == PLAY


def test_a_lone_deal_at_the_top_level() -> None:
    deal = "dealer: Boris\ntrump: hearts\nplay: |\n  SA S9\n  Anna: meld HK HQ\n"
    session = verdict(HEAD + deal)
    assert session["deals"][0]["scores"] == PLAY
    assert {finding["path"] for finding in findings(session)} <= {None, "play[1]"}
    assert verdict(HEAD + "deals:\n  - " + deal.replace("\n", "\n    "))["totals"] == session["totals"]
    assert verdict(HEAD + "deals:\n  " + deal.replace("\n", "\n  "))["totals"] == session["totals"]


def test_claimed_beside_a_lone_deal_is_that_of_the_session() -> None:
    text = (
        HEAD + "opening: {Anna: 100, Boris: 0}\ntrump: hearts\ntaken: {Anna: 100, Boris: 150}\nclaimed: {Anna: 200}\n"
    )
    assert not findings(verdict(text), "fault")
    alone = verdict(HEAD + "opening: {Anna: 100, Boris: 0}\ndealer: Anna\nclaimed: {Anna: 100, Boris: 150}\n")
    assert alone["totals"] == {"Anna": 200, "Boris": 150}


@pytest.mark.parametrize(
    "key", ["x-app: {a: [b, {c: d}]}", "x-: 1", "date: 2026-11-29", "note: >\n  a\n  b\n", "event:", "note: 2 * 3"]
)
def test_keys_that_are_passed_over(key: str) -> None:
    assert scores(f"{HEAD}{key}\nclaimed: {{Anna: 10, Boris: 20}}\n") == {"Anna": 10, "Boris": 20}


@pytest.mark.parametrize("empty", ["", "''", '""'])
def test_an_empty_value_counts_as_absent(empty: str) -> None:
    text = HEAD + "".join(
        f"{key}: {empty}\n"
        for key in ("rules", "opening", "date", "hands", "held", "trump", "turned", "play", "melds", "out")
    )
    assert scores(f"{text}claimed: {{Anna: 10, Boris: {empty}}}\n") == {"Anna": 10, "Boris": 0}


def test_a_block_without_lines_is_nothing() -> None:
    assert scores(HEAD + "play: |\nclaimed: [150, 100]\n") == {"Anna": 150, "Boris": 100}


def test_a_null_beside_the_deals_or_among_figures_is_nothing() -> None:
    assert scores(HEAD + "trump: ~\ndeals:\n  - claimed: [150, null]\n") == {"Anna": 150, "Boris": 0}


def test_what_is_written_about_the_evening_is_handed_on() -> None:
    text = HEAD + "date: 2026-11-29\nplace: Riga\nevent: club\nscorer: Zed\nnote: |\n  a\n  b\nclaimed: {Anna: 1}\n"
    assert verdict(text)["meta"] == {
        "date": "2026-11-29", "place": "Riga", "event": "club", "scorer": "Zed", "note": "a\nb\n",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("0", 0), ("-5", -5), ("+5", 5), ("007", 7), ("9999999", 9_999_999), ("-9999999", -9_999_999),
        ("160.0", 160), ("－5", -5), ("−5", -5), ("–5", -5), ("１０", 10), ('" 5 "', 5),
    ],
)  # fmt: skip
def test_numbers(text: str, points: int) -> None:
    read = verdict(f"{HEAD}opening: {{Anna: {text}, Boris: 0}}\nclaimed: {{Anna: 0, Boris: 0}}\n")
    assert read["totals"]["Anna"] == points


@pytest.mark.parametrize("text", ["0x10", "1e3", "1_000", "1,000", "ten", "1.5", "--1", "٣", "∞", "0b1", "+"])
def test_what_is_no_number(text: str) -> None:
    assert errors(f'{HEAD}claimed: {{Anna: "{text}", Boris: 0}}\n')[0]["rule"] == "record.wrong-type"


# --- What was read before --------------------------------------------------------------------------------------------

READ_BEFORE = (
    "game: two-handed\nplayers: [Anna Bo, Boris]\ndeals:\n  - trump: hearts\n    play: |\n"
    "      SA S9\n      Anna Bo: dix\n      Anna Bo: meld HK HQ\n      DA D9\n"
)


@pytest.mark.parametrize(
    ("good", "bad", "rule", "line", "column"),
    [
        ("Anna Bo: dix", "Zed: dix", "unknown-name", 7, 7),
        ("Anna Bo: dix", "dix", "wrong-type", 7, 7),
        ("Anna Bo: dix", "Anna Bo: dix HK", "wrong-type", 7, 20),
        ("Anna Bo: meld HK HQ", "Boris HK HQ", "wrong-type", 8, 7),
        ("[Anna Bo, Boris]", "[Anna\n  Bo, Boris]", "wrong-type", 2, 11),
        ("[Anna Bo, Boris]", "[Anna Bo, Boris, [Boris]]", "wrong-type", 2, 10),
        ("[Anna Bo, Boris]", "[Anna Bo, Boris, Cyd]", "wrong-type", 2, 10),
    ],
)
def test_what_was_read_before_excuses_nothing(good: str, bad: str, rule: str, line: int, column: int) -> None:
    """Cards, actions and names are remembered from record to record."""
    for _ in range(2):
        assert not errors(READ_BEFORE)
    error = errors(READ_BEFORE.replace(good, bad, 1))[0]
    assert (error["rule"], error["line"], error["column"]) == (f"record.{rule}", line, column), error["message"]


@pytest.mark.parametrize(
    "written", ["[126, 124]", "126 124", "126\n  124", '"126, 124"', "126/124", "126:124", "126 - 124", "126 – 124"]
)
def test_figures_in_seat_order(written: str) -> None:
    assert scores(f"{HEAD}trump: hearts\nmelds: none\ntaken: {written}\n") == {"Anna": 120, "Boris": 120}


@pytest.mark.parametrize(
    "rules",
    ["game: auction\nplayers: [Ann, Bob, Cyd]", "game: partnership\nrules: club\nplayers: [Ann, Bob, Cyd, Dan]"],
)
@pytest.mark.parametrize(
    ("bid", "passes"), [("300", "pass"), ("300.0", "Passed"), ("+300", "passes"), ('"300"', "PASS")]
)
def test_bids_are_written_alike_in_every_game(rules: str, bid: str, passes: str) -> None:
    bids = f"[Ann: {bid}, Bob: {passes}, Cyd: {passes}{f', Dan: {passes}' if 'Dan' in rules else ''}]"
    session = verdict(
        f"{rules}\ndeals:\n  - {{dealer: {'Dan' if 'Dan' in rules else 'Cyd'}, bids: {bids}, trump: hearts}}\n"
    )
    assert [f["message"] for f in findings(session) if f["severity"] != "note"] == []
    assert session["deals"][0]["contract"]["bid"] == 300


def test_where_bids_stand_on_one_line_a_comma_too_many_says_nothing() -> None:
    text = "game: auction\nplayers: [Ann, Bob, Cyd]\nbids: 'Ann: 300,, Bob: pass, Cyd: pass,'\n"
    (deal,) = verdict(text)["deals"]
    assert (deal["contract"]["bid"], findings({"findings": [], "deals": [deal]}, "error")) == (300, [])


def test_a_figure_of_a_spreadsheet() -> None:
    assert scores(HEAD + "trump: hearts\nmelds: none\ntaken: {Anna: 126.0}\n") == {"Anna": 120, "Boris": 120}


@pytest.mark.parametrize("text", ["HK HQ scored 20", "HK HQ   scored   20", "HK HQ scored 20 ", "HK, HQ, scored 20"])
def test_what_was_scored_for_a_meld_stands_behind_it(text: str) -> None:
    session = verdict(HEAD + f'deals: [{{trump: hearts, melds: {{Anna: ["{text}"]}}}}]\n')
    (fault,) = findings(session, "fault")
    assert fault["rule"] == "two-handed.meld-undercredit"
    assert "20 for the royal marriage, which is worth 40" in fault["message"]


@pytest.mark.parametrize("text", ["HK HQscored 20", "HK HQ scored", "HK HQ scored20", "scored 20 HK"])
def test_what_is_no_score_of_a_meld(text: str) -> None:
    assert (
        errors(HEAD + f'deals: [{{trump: hearts, melds: {{Anna: ["{text}"]}}}}]\n')[0]["rule"] == "record.no-such-card"
    )


# --- Where it stands in a log of JSON --------------------------------------------------------------------------------

SLIPS_IN_JSON: list[tuple[str, dict[str, Any]]] = [
    ("deals[0].dealer", {"dealer": "Zed"}),
    ("deals[0].hands.Anna", {"hands": {"Anna": "SA S1O"}}),
    ("deals[0].play[1]", {"play": "SA S9\nAnna: medl HK HQ  # slip"}),
    ("deals[0].play[0]", {"play": ["Anna: meld HK HY"]}),
    ("deals[0].play[2]", {"play": "SA S9\nSA SK\nSA SQ"}),
    ("deals[0].play[0]", {"held": {"Anna": "SA HK", "Boris": "S9 HQ"}, "play": "SA HQ\nHK S9"}),
]


@pytest.mark.parametrize(("path", "parts"), SLIPS_IN_JSON)
def test_in_json_the_path_tells_the_place_and_no_column_is_made_up(path: str, parts: dict[str, Any]) -> None:
    deal = {"trump": "clubs", "dealer": "Boris", **parts}
    session = verdict_of({"game": "two-handed", "players": ["Anna", "Boris"], "deals": [deal]})
    found = [finding for finding in findings(session) if finding["path"] != "deals[0]"]  # which is the whole line
    assert path in [finding["path"] for finding in found]
    assert [finding["column"] for finding in found] == [None] * len(found)


@pytest.mark.parametrize("style", ["", ">", "|", "'"])
@pytest.mark.parametrize("key", ["hands", "held", "melds"])
def test_cards_may_go_over_several_lines(key: str, style: str) -> None:
    cards = ["SAKQ HK", "HQ DAKQ", "CJ", "C10 CQ SJ"]
    quote = style if style == "'" else ""
    lines = "\n        ".join(cards)
    written = f"{quote}{lines}{quote}" if style in ("", "'") else f"{style}\n        {lines}"
    told = [verdict(DEAL + f"    turned: H9\n    {key}:\n      Anna: {text}\n") for text in (written, " ".join(cards))]
    assert told[0]["deals"][0]["scores"] == told[1]["deals"][0]["scores"]
    assert not [one for one in findings(told[0]) if one["severity"] == "error"]
