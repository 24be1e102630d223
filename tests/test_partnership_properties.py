"""What holds of every legal deal of partnership pinochle, whatever the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from conftest import findings, verdict_of
from hypothesis import given, settings
from hypothesis import strategies as st
from partnership_deals import PLAYERS, Dealt, deal, seeded

from pinocle_cli.games.partnership import GAME
from pinocle_cli.games.partnership.chapters.worth import worth
from pinocle_cli.games.pinochle.common import COUNTS, card_values
from pinocle_cli.games.pinochle.common import PACK_48 as DECK
from pinocle_cli.tricks import duty_broken, winner

if TYPE_CHECKING:
    from random import Random

SEEDS = st.integers(0, 2**32)
CARDS = {"partnership.card-points", "partnership.last-trick"}
MELDS = {"partnership.meld-all", "partnership.double-table", "partnership.dix-holder", "partnership.dix-turned"}
quick = settings(max_examples=60, deadline=None)


def judged(record: dict[str, Any], **rules: str) -> dict[str, Any]:
    whole: dict[str, Any] = {"game": "partnership", "players": PLAYERS, "deals": [record]}
    return verdict_of({**whole, "rules": rules} if rules else whole)


def points(session: dict[str, Any], rules: set[str]) -> int:
    return sum(entry["points"] for entry in session["deals"][0]["ledger"] if entry["rule"] in rules)


def scores(session: dict[str, Any]) -> dict[str, int]:
    found: dict[str, int] = session["deals"][0]["scores"]
    return found


@quick
@given(SEEDS, st.sampled_from(COUNTS), st.booleans())
def test_a_legal_deal_counts_250_and_has_no_faults(seed: int, count: str, always: bool) -> None:
    dealt = deal(seeded(seed), always=always)
    session = judged(dealt.record, count=count, heading="always" if always else "trumps")
    assert points(session, CARDS) == 250
    assert not findings(session, "fault")
    assert not findings(session, "error")
    assert sum(scores(session).values()) == sum(entry["points"] for entry in session["deals"][0]["ledger"])


@quick
@given(SEEDS, st.sampled_from(["10-10-10"]))
def test_by_tens_a_deal_counts_25(seed: int, count: str) -> None:
    dealt = deal(seeded(seed))
    full, tens = judged(dealt.record, count=count), judged(dealt.record, count=count, values="tens")
    assert points(tens, CARDS) == 25
    assert {side: 10 * figure for side, figure in scores(tens).items()} == scores(full)


@quick
@given(SEEDS, SEEDS)
def test_the_order_of_the_melds_does_not_matter(seed: int, order: int) -> None:
    dealt, rng = deal(seeded(seed)), seeded(order)
    before = scores(judged(dealt.record))
    players = list(dealt.record["melds"].items())
    rng.shuffle(players)
    mixed = {name: rng.sample(items, len(items)) for name, items in players}
    assert scores(judged({**dealt.record, "melds": mixed})) == before


@quick
@given(SEEDS)
def test_a_list_of_melds_and_the_cards_laid_out_are_worth_the_same(seed: int) -> None:
    dealt = deal(seeded(seed), exchange=False, turn=False)
    spread = {name: DECK.show(hand) for name, hand in zip(PLAYERS, dealt.held, strict=True)}
    assert scores(judged({**dealt.record, "melds": spread})) == scores(judged(dealt.record))


@pytest.mark.parametrize(
    "named", ["queens, pinochle", "flush, dix, pinochle", "royal marriage, queens", "marriage S, H9", "HK HQ, pinochle"]
)
def test_melds_named_in_one_text_are_worth_the_same_as_a_list_of_them(named: str) -> None:
    """Both ways a card that two of them hold is one card."""
    counted = {"dealer": "Dan", "trump": "hearts", "taken": {PLAYERS[0]: 100}}
    one_text = judged({**counted, "melds": {PLAYERS[0]: named}})
    in_a_list = judged({**counted, "melds": {PLAYERS[0]: named.split(", ")}})
    assert scores(one_text) == scores(in_a_list)
    assert len(one_text["deals"][0]["ledger"]) == 2 + len(named.split(", "))


@quick
@given(SEEDS)
def test_what_is_left_out_adds_notes_and_nothing_else(seed: int) -> None:
    dealt = deal(seeded(seed))
    whole = judged(dealt.record)
    for left_out in ("hands", "dealer", "dix-exchange"):
        record = {key: value for key, value in dealt.record.items() if key != left_out}
        if left_out == "dealer":
            record["play"] = [f"{PLAYERS[dealt.leads[0]]}: {record['play'][0]}", *record["play"][1:]]
        session = judged(record)
        assert scores(session) == scores(whole), findings(session)
        assert not findings(session, "fault")
    counted = sheet_of(dealt)
    assert scores(judged(counted)) == scores(whole)


@quick
@given(SEEDS, SEEDS)
def test_some_hands_are_as_good_as_all(seed: int, choice: int) -> None:
    dealt, rng = deal(seeded(seed)), seeded(choice)
    known = rng.sample(PLAYERS, rng.randint(0, 3))
    held = {name: DECK.show(hand) for name, hand in zip(PLAYERS, dealt.held, strict=True) if rng.random() < 0.5}
    record = {**dealt.record, "hands": {name: dealt.record["hands"][name] for name in known}, "held": held}
    if rng.random() < 0.5:
        record.pop("dix-exchange", None)
    session = judged(record)
    assert scores(session) == scores(judged(dealt.record)), findings(session)
    assert not findings(session, "fault")


@quick
@given(SEEDS, st.sampled_from(["bid", "bid-and-melds"]), st.sampled_from(["full", "tens"]), st.booleans())
def test_a_bid_is_made_or_set(seed: int, house: str, values: str, revoked: bool) -> None:
    dealt = deal(seeded(seed), exchange=False, turn=False)
    eldest, bid = PLAYERS[dealt.leads[0]], 25 if values == "tens" else 250
    record: dict[str, Any] = {**dealt.record, "bids": [f"{eldest}: {bid}"]}
    if revoked:  # with the play beside it the cards would refute it
        record = {**sheet_of(dealt, 10 if values == "tens" else 1, "10-10-10"), "bids": record["bids"]}
        record["irregularities"] = [{"fault": "revoke", "by": eldest, "after": 1}]
    session = judged(record, profile="club", set=house, values=values)
    contract = session["deals"][0]["contract"]
    melded, cards = contract["melds"], contract["cards"]
    lost = bid + (melded if house == "bid-and-melds" else 0)
    side = ("Ann & Cyd", "Bob & Dan")[dealt.leads[0] % 2]
    if revoked:
        assert contract["made"] == (melded >= bid)
        assert scores(session)[side] == (melded if contract["made"] else -lost)
    else:
        assert contract["made"] == (melded + cards >= bid)
        assert scores(session)[side] == (melded + cards if contract["made"] else -lost)


def sheet_of(dealt: Dealt, unit: int = 1, counting: str = COUNTS[0]) -> dict[str, Any]:
    """The same deal as a score sheet would have it: melds, counts, tricks."""
    taken, tricks = dict.fromkeys(PLAYERS, 0), dict.fromkeys(PLAYERS, 0)
    values = card_values(DECK, counting)
    for trick, taker in zip(dealt.tricks, [*dealt.leads[1:], last_winner(dealt)], strict=True):
        taken[PLAYERS[taker]] += sum(values[card] for card in trick)
        tricks[PLAYERS[taker]] += 1
    taken[PLAYERS[last_winner(dealt)]] += 10
    kept = {key: value for key, value in dealt.record.items() if key != "play"}
    return {**kept, "taken": {name: points // unit for name, points in taken.items()}, "tricks": tricks}


def last_winner(dealt: Dealt) -> int:
    return (dealt.leads[-1] + winner(DECK, dealt.tricks[-1], dealt.trump)) % 4


@quick
@given(SEEDS)
def test_a_side_without_a_trick_has_no_melds(seed: int) -> None:
    dealt = deal(seeded(seed))
    record = {key: value for key, value in dealt.record.items() if key != "play"}
    session = judged({**record, "taken": {"Ann & Cyd": 250, "Bob & Dan": 0}, "tricks": {"Bob & Dan": 0}})
    assert scores(session)["Bob & Dan"] == 0
    assert scores(session)["Ann & Cyd"] >= 250


@quick
@given(SEEDS)
def test_a_revoke_takes_the_cards_of_the_side_and_leaves_its_melds(seed: int) -> None:
    rng = seeded(seed)
    dealt = deal(rng)
    found = a_revoke(dealt, rng)
    if found is None:
        return
    seat, play = found
    session = judged({**dealt.record, "play": play})
    faults = findings(session, "fault")
    side = ("Ann & Cyd", "Bob & Dan")[seat % 2]
    assert [fault["rule"] for fault in faults] == ["partnership.play"]
    assert faults[0]["remedy"] == "partnership.revoke"
    ledger = [entry for entry in session["deals"][0]["ledger"] if entry["player"] == side]
    assert sum(entry["points"] for entry in ledger if entry["rule"] in CARDS | {"partnership.revoke"}) == 0


def a_revoke(dealt: Dealt, rng: Random) -> tuple[int, list[str]] | None:
    """One wrong card in the last trick but some, after which the play breaks off; None where nobody could revoke."""
    left = [DECK.count(hand) for hand in dealt.held]
    options = []
    for n, (leader, trick) in enumerate(zip(dealt.leads, dealt.tricks, strict=True)):
        lacks = len(dealt.tricks) - n - 1  # of one or two tricks a line left out may be the likelier slip
        for nth in range(4):
            seat = (leader + nth) % 4
            for card in range(DECK.kinds):
                held = left[seat]
                if (
                    nth
                    and lacks not in (1, 2)
                    and held[card]
                    and duty_broken(DECK, held, trick[:nth], card, dealt.trump)
                ):
                    options.append((n, nth, seat, card))
        for nth, card in enumerate(trick):
            left[(leader + nth) % 4][card] -= 1
    if not options:
        return None
    n, nth, seat, card = rng.choice(options)
    trick = [*dealt.tricks[n][:nth], card]
    return seat, [DECK.show(one) for one in dealt.tricks[:n]] + [DECK.show(trick)]


@pytest.mark.parametrize("doubles", ["table", "single"])
@given(seed=SEEDS)
@quick
def test_more_cards_are_never_worth_less(seed: int, doubles: str) -> None:
    rng = seeded(seed)
    pack = [card for card in range(DECK.kinds) for _ in range(2)]
    cards = rng.sample(pack, rng.randint(1, 47))
    house = GAME.house(doubles=doubles)
    more = next(card for card in range(DECK.kinds) if cards.count(card) < 2)
    before = sum(meld.points for meld in worth(DECK, 1, cards, house))
    assert sum(meld.points for meld in worth(DECK, 1, [*cards, more], house)) >= before


def test_the_whole_pack_is_worth_every_double() -> None:
    house = GAME.house()
    pack = [card for card in range(DECK.kinds) for _ in range(2)]
    found = sum(meld.points for meld in worth(DECK, 1, pack, house))
    assert found == 1500 + 1000 + 800 + 600 + 400 + 300 + 3 * 40 + 20


def test_a_lead_taken_back_may_be_of_a_card_that_is_not_seen_again() -> None:
    play = ["Cyd: SA SK S9 S10", "Cyd: takes back SA", "SQ SK S9 S10"]
    session = judged({"dealer": PLAYERS[0], "turned": "H10", "play": play})
    assert [finding["rule"] for finding in findings(session, "fault")] == ["partnership.play"]
    assert not findings(session, "error")
    assert session["deals"][0]["scores"] == {"Ann & Cyd": 17, "Bob & Dan": 0}


@pytest.mark.parametrize("went_on", [True, False])
def test_a_choice_that_is_none_is_an_error_that_names_those_that_are(went_on: bool) -> None:
    called = {"fault": "misdeal-no-trump", "by": PLAYERS[3], "choice": "drwa"}
    played = {"trump": "hearts", "taken": {PLAYERS[0]: 100}} if went_on else {}
    (refused,) = findings(judged({"dealer": PLAYERS[3], "irregularities": [called], **played}), "error")
    assert '"drwa" is none of the choices: the choices are redeal, draw' in refused["message"]
