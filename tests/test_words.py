"""The words of the table: names of melds and calls, keys that are called otherwise elsewhere, and what is no word."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import findings, verdict, verdict_of

from pinocle_cli.games import GAMES
from pinocle_cli.games.piquet.notation import read_call
from pinocle_cli.reader.context import Reading
from pinocle_cli.reader.deal import deal_keys
from pinocle_cli.written import Place

TWO = {"game": "two-handed", "players": ["Anna", "Boris"]}


def two_handed(**deal: Any) -> dict[str, Any]:
    return verdict_of({**TWO, "deals": [{"dealer": "Boris", "trump": "hearts", **deal}]})


# --- Melds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        *[(word, "HA10KQJ") for word in ("flush", "run", "sequence", "Sequence")],
        *[(word, "SQ DJ") for word in ("pinochle", "pinocle", "Binocle")],
        *[(word, "HK HQ") for word in ("royal marriage", "marriage in trumps", "marriage H", "marriage of hearts")],
        *[(word, "SK SQ") for word in ("marriage in spades", "marriage S", "Marriage ♠")],
        *[(f"{before}aces", "SA HA DA CA") for before in ("", "four ", "4 ", "100 ", "hundred ", "a hundred ")],
        *[(f"{before}kings", "SK HK DK CK") for before in ("", "four ", "4 ", "80 ", "eighty ")],
        *[(f"{before}queens", "SQ HQ DQ CQ") for before in ("", "four ", "4 ", "60 ", "sixty ")],
        *[(f"{before}{name}", "SJ HJ DJ CJ") for name in ("jacks", "knaves") for before in ("", "four ", "40 ")],
        ("dix", "H9"), ("double pinochle", "SQ SQ DJ DJ"), ("double marriage in spades", "SK SK SQ SQ"),
        ("flush and dix", "HA10KQJ H9"), ("pinochle + SK SQ", "SQ DJ SK SQ"), ("four knaves; dix", "SJ HJ DJ CJ H9"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("game", ["two-handed", "partnership", "auction"])
def test_a_name_is_as_good_as_the_cards(game: str, words: str, cards: str) -> None:
    players = ["Ann", "Bob", "Cyd", "Dan"][: {"two-handed": 2, "auction": 3}.get(game, 4)]
    bids = {"bids": "Ann: 300, Bob: pass, Cyd: pass"} if game == "auction" else {}

    def ledger(melds: str) -> Any:
        deal = {"dealer": players[-1], "trump": "hearts", "melds": melds if bids else {"Ann": melds}, **bids}
        session = verdict_of({"game": game, "players": players, "deals": [deal]})
        assert not findings(session, "error")
        entries = session["deals"][0]["ledger"]
        return sum(entry["points"] for entry in entries), {entry["player"] for entry in entries}

    assert ledger(words) == ledger(cards)


@pytest.mark.parametrize("word", ["none", "None", "no melds", "nothing", "-"])
def test_no_melds(word: str) -> None:
    for melds in (word, {"Anna": word, "Boris": word}, [word, word]):
        session = two_handed(melds=melds, taken=[126, 124])
        assert (session["totals"], findings(session, "error")) == ({"Anna": 120, "Boris": 120}, [])


@pytest.mark.parametrize(
    ("melds", "said"),
    [
        ("40 + 40", "write the sum, 80"), ("fluhs", 'did you mean "flush"'), ("three aces", "not a meld"),
        ("roundhouse", "marriage in spades"), ("HK HZ", '"HZ" is not a card'), ("", ""),
    ],
)  # fmt: skip
def test_what_is_no_meld(melds: str, said: str) -> None:
    errors = findings(two_handed(melds={"Anna": melds}, taken=[126, 124]), "error")
    assert said in errors[0]["message"] if said else not errors


# --- Calls -----------------------------------------------------------------------------------------------------------


def call(words: str) -> Any:
    reading = Reading()
    reading.game = GAMES["piquet"]
    reading.deck = reading.game.deck(None)
    found = read_call(reading, words, Place(1, 1, ""))
    return found if found is not None else reading.findings[0].message


@pytest.mark.parametrize(
    ("words", "same"),
    [
        *[(f"{many} {rank}", f"trio {letter}") for many in ("three", "3") for rank, letter in
          (("aces", "A"), ("kings", "K"), ("queens", "Q"), ("jacks", "J"), ("knaves", "J"), ("tens", "10"))],
        *[(f"{many} kings", "quatorze K") for many in ("four", "4", "fourteen", "14", "fourteen of")],
        ("6 cards", "point 6"), ("six", "point 6"), ("point of six", "point 6"), ("Point Six", "point 6"),
        ("five making 49", "point 5 making 49"), ("point of five, making 49", "point 5 making 49"),
        ("quart to the king of hearts", "quart HK"), ("quint to the knave in clubs", "quint CJ"),
        ("tierce major in spades", "tierce SA"), ("quart K of hearts", "quart HK"), ("quart KH", "quart HK"),
        ("trio 10", "trio X"), ("Good", "good"), ("NOT  good", "not good"),
    ],
)  # fmt: skip
def test_calls_in_the_words_of_the_table(words: str, same: str) -> None:
    assert call(words) == call(same)
    assert not isinstance(call(same), str)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("quart K", "does not say in which suit; write `quart` and its highest card, one of SK, HK, DK, CK"),
        ("quint jack", "SJ, HJ, DJ, CJ"), ("tierce major", "SA, HA, DA, CA"), ("no", 'did you mean "not good"'),
        ("three nines", "three or four count of aces"), ("9 cards", "a suit has eight"),
        ("two aces", "is not read; expected a call"),
    ],
)  # fmt: skip
def test_what_is_no_call(words: str, said: str) -> None:
    assert said in call(words)


# --- Keys and lines --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("total", "did you mean `claimed`?"), ("totals", "`claimed`"), ("score", "`claimed`"), ("count", "`taken`"),
        ("points", "`claimed` or `taken`"), ("winner", "who wins is worked out"), ("meld", "`melds`"),
        ("Trump", "`trump`"),
        ("Anna", "it is the name of Anna"), ("B", "it is the name of Boris"), ("xyz", "the keys are number, dealer"),
        ("remark", "`note`"), ("hand", "`hands`"), ("dealar", 'did you mean "dealer"'),
    ],
)  # fmt: skip
def test_a_key_that_is_none_names_what_is_meant(key: str, said: str) -> None:
    errors = findings(two_handed(**{key: "x"}), "error")
    assert errors[0]["rule"] == "record.unknown-key"
    assert said in errors[0]["message"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_meant_is_a_key_of_the_game(game: str) -> None:
    """`points` is no `calls` in a game without calls."""
    for word in ("declarations", "bid", "cards", "point", "exchange"):
        deal = {"dealer": "Ann", word: "x"}
        record = {"game": game, "players": ["Ann", "Bob", "Cyd", "Dan"][: max(GAMES[game].seats)], "deals": [deal]}
        message = findings(verdict_of(record), "error")[0]["message"]
        meant = message.partition("did you mean ")[2].replace("`", '"').split('"')[1::2]
        assert set(meant) <= set(deal_keys(GAMES[game])), message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("meld HK HQ", "does not say whose it is; write `Anna: meld HK HQ`"), ("dix", "write `Anna: dix`"),
        ("takes back S9", "write `Anna: takes back S9`"), ("Anna meld HK HQ", "a colon is missing after Anna"),
        ("Anna: melds HK HQ", 'did you mean "meld"'),
    ],
)  # fmt: skip
def test_a_line_of_play_that_lacks_something(line: str, said: str) -> None:
    assert said in findings(two_handed(play=f"S9 SA\n{line}"), "error")[0]["message"]


@pytest.mark.parametrize(
    "bids",
    [
        ["Ann: 300", "Bob: pass", "Cyd: pass"], [{"Ann": 300}, {"Bob": "pass"}, {"Cyd": "pass"}],
        [{"Ann": 300, "Bob": "pass", "Cyd": "pass"}], {"Ann": 300, "Bob": "pass", "Cyd": "pass"},
        "Ann: 300, Bob: pass, Cyd: pass", "Ann: 300\nBob: pass\nCyd: pass\n", "Ann 300, Bob pass, Cyd pass",
        [["Ann", 300], ["Bob", "pass"], ["Cyd", "pass"]], ["Ann 300", "B: pass", "C pass"],
    ],
)  # fmt: skip
def test_bids_however_they_are_written(bids: Any) -> None:
    deal = {"dealer": "Cyd", "bids": bids, "trump": "hearts", "melds": "HA10KQJ", "taken": 160}
    session = verdict_of({"game": "auction", "players": ["Ann", "Bob", "Cyd"], "deals": [deal]})
    assert (findings(session, "error"), findings(session, "fault")) == ([], [])
    assert session["deals"][0]["contract"]["bid"] == 300


def test_somebody_may_bid_again_in_a_list_and_not_in_a_mapping() -> None:
    text = (
        "game: auction\nplayers: [Ann, Bob, Cyd]\ndeals:\n  - dealer: Cyd\n    bids: {Ann: 300, Bob: 310, Ann: 320}\n"
    )
    (error,) = findings(verdict(text), "error")
    assert (error["rule"], error["line"]) == ("record.duplicate-key", 5)
    assert "as a list" in error["message"]


@pytest.mark.parametrize(
    ("written", "plain"), [("yes", "yes"), ("true", "yes"), ("on", "yes"), ("False", "no"), ("off", "no")]
)
def test_yes_and_no_of_house_rules(written: str, plain: str) -> None:
    for game, option in (("piquet", "refet"), ("piquet", "shut-out"), ("piquet", "younger-must-exchange")):
        text = f"game: {game}\nplayers: [Anna, Boris]\nrules: {{{option}: {{}}}}\nclaimed: {{Anna: 30, Boris: 20}}\n"
        assert verdict(text.replace("{}", written)) == verdict(text.replace("{}", plain))


# --- Deals that did not count ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "deal",
    [{"dealer": "Bob", "note": "dealt again"}, {"note": "six nines"}, {"void": "yes"}, {"void": True, "claimed": {}}],
)
def test_a_deal_that_did_not_count_scores_nothing_and_takes_nothing_away(game: str, deal: dict[str, Any]) -> None:
    players = ["Ann", "Bob", "Cyd", "Dan"][: min(GAMES[game].seats)]
    account = "Ann & Cyd" if game == "partnership" else "Ann"
    line = {"claimed": {"Ann": 30, "Bob": -30 if game == "auction" else 20}}
    session = verdict_of({"game": game, "players": players, "deals": [{"dealer": "Bob", **line}, deal, line]})
    assert session["totals"][account] == 60
    assert set(session["deals"][1]["scores"].values()) == {0}
    assert not findings(session, "error") + findings(session, "fault")
    assert any("did not count" in f["message"] for f in session["deals"][1]["findings"])


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_waits_to_be_filled_in_is_not_written_yet(game: str) -> None:
    players = ["Ann", "Bob", "Cyd", "Dan"][: min(GAMES[game].seats)]
    empty = dict.fromkeys(["claimed", "taken"], "")
    deals = [{"dealer": players[n], **empty} for n in range(2)]
    session = verdict_of({"game": game, "players": players, "deals": deals})
    (note,) = findings(session, "note")
    assert (note["rule"], note["message"]) == ("record.not-checked", "nothing is written of 2 deals yet")
    line = {"claimed": {"Ann": 30, "Bob": -30 if game == "auction" else 20}}
    begun = verdict_of({"game": game, "players": players, "deals": [{"dealer": "Ann", **line}, {**empty}]})
    assert begun["totals"]["Ann & Cyd" if game == "partnership" else "Ann"] == 30
    assert [deal["dealer"] for deal in begun["deals"]] == players[:2]
    assert "nothing is written of this deal yet" in [f["message"] for f in findings(begun, "note")]


def test_after_a_deal_that_did_not_count_the_same_player_deals_again() -> None:
    deals = [{"dealer": "Anna", "claimed": [10, 20]}, {"void": "yes"}, {"claimed": [10, 20]}]
    assert [deal["dealer"] for deal in verdict_of({**TWO, "deals": deals})["deals"]] == ["Anna", "Boris", "Boris"]


def test_a_deal_that_counts_is_none_of_those() -> None:
    session = verdict_of({**TWO, "deals": [{"dealer": "Anna", "void": "no"}, {"claimed": [10, 20]}]})
    assert session["deals"][0]["scores"] is None


@pytest.mark.parametrize(("game", "option"), [("piquet", "refet"), ("two-handed", "target"), ("auction", "chips")])
@pytest.mark.parametrize("where", ["record", "deal"])
def test_a_house_rule_out_of_its_place_is_told_where_it_belongs(game: str, option: str, where: str) -> None:
    players = "[A, B, C]" if game == "auction" else "[A, B]"
    key = f"{option}: x"
    deal = f"deals:\n  - {{{key}}}\n" if where == "deal" else f"{key}\ndeals:\n  - {{note: x}}\n"
    (found,) = findings(verdict(f"game: {game}\nplayers: {players}\n{deal}"), "error")
    assert f"`rules: {{{option}: ...}}`" in found["message"]
