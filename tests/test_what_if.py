"""What if: every open question answered in turn, with the outcomes that the engine gives, and played beside ruled."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pinocle_cli.analyse import whatif
from pinocle_cli.analyse.claims import looked_into
from pinocle_cli.analyse.whatif import MOST, WhatIf, what_if
from pinocle_cli.api import records, records_of_text, verdict_of
from pinocle_cli.games import GAMES
from pinocle_cli.render.outcomes import compared_lines, what_if_lines
from pinocle_cli.replay.frames import courses

if TYPE_CHECKING:
    from conftest import Pinocle

    from pinocle_cli.ledger import SessionVerdict

SAMPLES = Path(__file__).parent.parent / "samples"


def asked(text: str) -> tuple[SessionVerdict, WhatIf]:
    (record,) = records_of_text(textwrap.dedent(text))
    verdict = verdict_of(record)
    return verdict, what_if(record, verdict, GAMES)


def of_sample(name: str) -> tuple[SessionVerdict, WhatIf]:
    return asked((SAMPLES / name).read_text("utf-8"))


def test_a_revoke_stands_or_is_waived() -> None:
    verdict, found = of_sample("two-handed-dispute.yaml")
    (question,) = found.questions
    assert [answer.name for answer in question.answers] == ["stands", "waived"]
    stands, waived = found.outcomes
    assert stands.verdict.totals == verdict.totals == {0: 1000, 1: 870}
    assert waived.verdict.totals == {0: 1000, 1: 1000}
    assert (
        stands.verdict.result and stands.verdict.result.winner,
        waived.verdict.result and waived.verdict.result.winner,
    ) == (0, 1)


@pytest.mark.parametrize("name", sorted(path.name for path in SAMPLES.glob("*.yaml")))
def test_as_ruled_is_the_first_outcome_and_all_waived_is_as_played(name: str) -> None:
    for record in records(SAMPLES / name):
        verdict = verdict_of(record)
        found = what_if(record, verdict, GAMES)
        if not found.questions or not found.all_combined or any(q.choice for q in found.questions):
            continue
        first, last = found.outcomes[0].verdict, found.outcomes[-1].verdict
        assert [deal.scores for deal in first.deals] == [deal.scores for deal in verdict.deals]
        played = verdict_of(record, as_played=True)
        assert [deal.scores for deal in last.deals] == [deal.scores for deal in played.deals]


CHOICE = """
    game: auction
    players: [Ann, Bob, Cyd]
    deals:
      - dealer: Ann
        bids: {bids}
        trump: spades
        melds: SKQ HKQ
        taken: 200
        irregularities:
          - {{fault: expose-one-opponent, by: Ann, cards: HA, after: 4}}
          - {{fault: expose-one-opponent, by: Bob, cards: S10, after: 6{chosen}}}
"""
BIDS = "[Bob: pass, Cyd: 300, Ann: pass]"


def test_an_open_choice_lists_what_each_answer_gives_and_one_that_was_made_is_closed() -> None:
    _, found = asked(CHOICE.format(bids=BIDS, chosen=", choice: forbid"))
    (question,) = found.questions
    assert question.choice
    assert [outcome.answers for outcome in found.outcomes] == [("require",), ("forbid",)]
    after = [finding for o in found.outcomes for deal in o.verdict.deals for finding in deal.findings]
    assert not any(finding.open for finding in after)  # it is answered


def test_two_questions_are_answered_in_every_combination() -> None:
    _, found = asked(CHOICE.format(bids=BIDS, chosen=""))
    assert found.all_combined
    assert [outcome.answers for outcome in found.outcomes] == [
        ("require", "require"), ("require", "forbid"), ("forbid", "require"), ("forbid", "forbid"),
    ]  # fmt: skip


def test_more_than_eight_combinations_are_answered_one_by_one() -> None:
    text = textwrap.dedent(CHOICE.format(bids=BIDS, chosen=""))
    more = "".join(f"      - {{fault: expose-one-opponent, by: Ann, cards: C9, after: {n}}}\n" for n in (7, 8))
    verdict, found = asked(text + more)
    assert 2 ** len(found.questions) > MOST
    assert not found.all_combined
    assert len(found.outcomes) == 2 * len(found.questions)
    assert all(sum(answer is not None for answer in outcome.answers) == 1 for outcome in found.outcomes)
    assert any("each question is answered by itself" in line for line in what_if_lines(verdict, found))


def test_a_deal_that_cannot_be_true_asks_nothing() -> None:
    text = (SAMPLES / "two-handed-dispute.yaml").read_text("utf-8").replace("Boris: SAAQ", "Boris: SAAA")
    _, found = asked(text)
    assert not found.questions


def test_of_very_many_rulings_the_first_are_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whatif, "MOST_ASKED", 0)
    verdict, found = of_sample("two-handed-dispute.yaml")
    assert (found.questions, found.left_out) == ((), 2)
    assert any("is not worked out" in line for line in what_if_lines(verdict, found))


def test_judge_shows_it_in_text_and_in_json(pinocle: Pinocle) -> None:
    dispute = str(SAMPLES / "two-handed-dispute.yaml")
    said = pinocle("judge", "--what-if", "--as-played", dispute).stdout
    assert "(stands | waived)" in said
    assert "Boris wins, 1000 to 1000" in said
    assert "two-handed.revoke-1000, line 35" in said
    (session,) = json.loads(pinocle("judge", "--what-if", "--as-played", "--format", "json", dispute).stdout)[
        "sessions"
    ]
    stands, waived = session["what-if"]["outcomes"]
    assert (stands["answers"], waived["answers"]) == (["stands"], ["waived"])
    assert waived["totals"] == session["as-played"]["totals"] == {"Anna": 1000, "Boris": 1000}
    assert stands["totals"] == session["totals"]


def test_as_played_the_score_table_says_what_the_rulings_change(pinocle: Pinocle) -> None:
    lines = pinocle("score", "--as-played", str(SAMPLES / "two-handed-dispute.yaml")).stdout.split("\n")
    assert "Boris wins, 1000 to 1000    two-handed.declare-out, line 45" in lines
    assert "        ruling            -130  two-handed.revoke-1000, line 35" in lines
    assert "        as ruled   1000    870  Anna wins, 1000 to 870" in lines


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize("name", ["two-handed-dispute.yaml", "auction-350-dispute.yaml"])
def test_where_a_table_does_not_fit_it_is_said_in_words(name: str, width: int) -> None:
    verdict, found = of_sample(name)
    (record,) = records(SAMPLES / name)
    played = verdict_of(record, as_played=True)
    lines = [*what_if_lines(verdict, found, width), *compared_lines(verdict, played, width)]
    assert max(map(len, lines)) <= width


# --- Claims, concessions, leads out of turn ---------------------------------------------------------------------------

ENDING = """
    game: auction
    players: [Ann, Bob, Cyd]
    deals:
      - dealer: Cyd
        bids: [Ann: 300, Bob: pass, Cyd: pass]
        trump: spades
        melds: {melds}
        held: {{Ann: SA S10 HA, Bob: S9 H9 H10, Cyd: D9 DA HK}}
        play: |
{play}
"""


def ending(play: str, melds: int) -> str:
    lines = "\n".join(f"          {line}" for line in play.split("\n"))
    return textwrap.dedent(ENDING.format(play=lines, melds=melds))


def insights(play: str, melds: int) -> list[Any]:
    (record,) = records_of_text(ending(play, melds))
    verdict = verdict_of(record)
    return looked_into(record, verdict, courses(record, verdict, GAMES), GAMES)


@pytest.mark.parametrize(
    ("play", "melds", "says"),
    [
        ("Ann: SA S9 D9\nAnn: claim", 200, "with best play Ann takes 56 more"),
        ("Ann: SA S9 D9\nAnn: claim", 240, "the claim is good"),
        ("Ann: SA S9 D9\nAnn: claim", 200, "the claim is not good"),
        ("Ann: SA S9 D9\nAnn: concede", 240, "it need not have been given up"),
        ("Ann: SA S9 D9\nBob: concede\nCyd: concede", 240, "rightly given up"),
        ("Ann: SA S9 D9\nBob: H9 HK HA", 240, "if Ann leads"),
    ],
)
def test_a_claim_is_looked_into(play: str, melds: int, says: str) -> None:
    assert any(says in insight.text for insight in insights(play, melds)), insights(play, melds)


# In two-handed and partnership somebody declares himself out. (the head, the deal; what is said)
OUT = (
    "    trump: spades\n    held: {Anna: SA HA CA, Boris: S9 H9 C9}\n    play: |\n      Anna: SA S9\n      Anna: out\n"
)
SIDES = (
    "    trump: spades\n    held: {Ann: SA HA, Bob: S9 H9, Cyd: D9 DA, Dan: C9 CA}\n"
    "    play: |\n      Ann: SA S9 D9 C9\n      Ann: out\n"
)
WHOLE = (
    "    trump: spades\n    hands:\n      Ann: SAA1010KKQQJJ99\n      Bob: HAA1010KKQQJJ99\n"
    "      Cyd: DAA1010KKQQJJ99\n"
    "    play: |\n      Ann: SA HA DA CA\n      Ann: out\n"
)
OUTS = [
    (990, OUT, None),  # he has what he needs
    (960, OUT, "with best play Anna takes 32 more; 30 are needed: it was still to be had"),
    (900, OUT, "with best play Anna takes 32 more; 90 are needed: it was out of reach"),
    (900, OUT.replace("    trump: spades\n", ""), "not worked out: trumps are not recorded"),
    (900, OUT.replace("      Anna: SA S9\n", ""), "not worked out: who had the lead is not known"),
    (
        900,
        "    turned: D9\n    play: |\n      Anna: SA S9\n      Anna: out\n",
        "not worked out: the stock was not gone",
    ),
    (980, SIDES, "with best play Ann and Cyd take 43 more; 9 are needed: it was still to be had"),
    (900, WHOLE, "(not narrowed down further: the limit of 3 cards tried was met)"),
]


@pytest.mark.parametrize(("opening", "deal", "says"), OUTS)
def test_whoever_declares_himself_out_is_looked_into(opening: int, deal: str, says: str | None) -> None:
    four = "Ann" in deal and "Anna" not in deal
    head = (
        "game: partnership\nplayers: [Ann, Bob, Cyd, Dan]\n" if four else "game: two-handed\nplayers: [Anna, Boris]\n"
    )
    dealer = "Dan" if four else "Boris"
    (record,) = records_of_text(f"{head}opening: [{opening}, 100]\ndeals:\n  - dealer: {dealer}\n{deal}")
    verdict = verdict_of(record)
    said = [
        one.text
        for one in looked_into(
            record, verdict, courses(record, verdict, GAMES), GAMES, nodes=3 if deal is WHOLE else 10_000
        )
    ]
    assert len(said) == (says is not None)
    assert all(str(says) in one for one in said), said


@pytest.mark.parametrize(
    ("held", "play", "melds", "says"),
    [
        ("Ann: SA S10 HA, Bob: S9 H9 H10", "Ann: claim", 240, "not worked out: the cards recorded make no whole pack"),
        ("Ann: SA S10 HA, Bob: S9 H9 H10, Cyd: D9 DA HK", "Bob: claim", 240, "the claim is not good"),
        ("Ann: SA S10 HA, Bob: S9 H9 H10, Cyd: D9 DA HK", "Ann: claim", 300, "; nothing more was needed"),
    ],
)
def test_a_claim_of_anybody(held: str, play: str, melds: int, says: str) -> None:
    text = ending(f"Ann: SA S9 D9\n{play}", melds)
    text = text[: text.index("held:")] + f"held: {{{held}}}\n" + text[text.index("    play: |") :]
    (record,) = records_of_text(text)
    verdict = verdict_of(record)
    (insight,) = looked_into(record, verdict, courses(record, verdict, GAMES), GAMES)
    assert says in insight.text


def test_a_lead_out_of_turn_in_a_game_that_is_not_searched() -> None:
    text = (
        "game: piquet\nplayers: [Anna, Boris]\ndealer: Anna\nheld: {Boris: SA H7 C7, Anna: SK S7 C8}\n"
        "play: |\n  Boris: SA S7\n  Anna: SK H7\n"
    )
    (record,) = records_of_text(text)
    verdict = verdict_of(record)
    (insight,) = looked_into(record, verdict, courses(record, verdict, GAMES), GAMES)
    assert insight.text.startswith("not worked out: ")


def test_a_choice_on_a_fault_that_the_play_shows_is_answered_as_if_it_had_been_called() -> None:
    _, found = asked(ending("Bob: exposes H10\nAnn: SA S9 D9\nAnn: S10 H9 DA\nHA H10 HK", 240))
    (question,) = found.questions
    assert question.choice
    said = [[one.message for one in outcome.verdict.all_findings()] for outcome in found.outcomes]
    assert [any("had chosen: require H10" in one for one in messages) for messages in said] == [True, False]


def test_what_is_not_known_is_a_range_or_not_worked_out() -> None:
    text = """
        game: auction
        players: [Ann, Bob, Cyd]
        deals:
          - dealer: Cyd
            bids: [Ann: 300, Bob: pass, Cyd: pass]
            trump: spades
            play: |
              SA S9 D9
              Ann: claim
    """
    (record,) = records_of_text(textwrap.dedent(text))
    verdict = verdict_of(record)
    (insight,) = looked_into(record, verdict, courses(record, verdict, GAMES), GAMES)
    assert insight.least is None
    assert "not enough is known" in insight.text


def test_a_game_whose_best_play_is_not_searched_says_so() -> None:
    text = """
        game: piquet
        players: [Anna, Boris]
        dealer: Anna
        held: {Boris: SA H7 C7, Anna: SK S7 C8}
        play: |
          Boris: SA S7
          Anna: concede
    """
    (record,) = records_of_text(textwrap.dedent(text))
    verdict = verdict_of(record)
    (insight,) = looked_into(record, verdict, courses(record, verdict, GAMES), GAMES)
    assert "not searched" in insight.text


def test_the_limit_of_nodes_is_stated_when_it_is_met(pinocle: Pinocle, folder: Path) -> None:
    (folder / "claim.yaml").write_text(ending("Ann: SA S9 D9\nAnn: claim", 240), "utf-8")
    assert "the limit of 5 cards tried was met" in pinocle("judge", "--analyse", "--nodes", "5", "claim.yaml").stdout
    said = pinocle("judge", "--analyse", "claim.yaml").stdout
    assert "with best play Ann takes 56 more; 49 are needed: the claim is good" in said
    assert "limit" not in said
