"""The page: whole and alone, every figure traceable, harmless whatever stands in the record, small."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import html5lib
import pytest
from conftest import GOOD, needed, tool
from legal_deals import as_yaml, legal_deal, record_of

from pinocle_cli.api import records_of_text, verdict_of
from pinocle_cli.games import GAMES
from pinocle_cli.replay.frames import courses
from pinocle_cli.report.chart import chart
from pinocle_cli.report.pdf import OURS

if TYPE_CHECKING:
    from conftest import Pinocle

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
DISPUTE = str(SAMPLES / "two-handed-dispute.yaml")

NASTY = {
    "Anna": "<script>alert(1)</script>",
    "Boris": "שרה 1",
}
EVENING = """
game: two-handed
players: [{Anna}, {Boris}]
place: "<img src=x onerror=alert(2)>"
event: "</script><script>alert(3)</script>"
note: "&amp; {{{{ 7 * 7 }}}} \u202eback"
deals:
  - dealer: {Boris}
    trump: hearts
    held: {{{Anna}: SA CA C9, {Boris}: S9 CK HQ}}
    play: |
      {Anna}: SA CK
      CA HQ
      S9 C9
    note: </pre>
"""


def nasty() -> str:
    quoted = {name: json.dumps(text, ensure_ascii=False) for name, text in NASTY.items()}
    play = EVENING.replace("      {Anna}: SA", "      " + NASTY["Anna"] + ": SA")
    return play.format(**quoted)


class Parts(HTMLParser):
    """The ids of a page, where its links go, and what would be fetched or run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "action", "data", "poster"):
                self.links.append(value or "")
            if name.startswith("on") or name == "style":
                self.handlers.append(f"{tag} {name}")


def made(pinocle: Pinocle, *args: str, name: str = "sheet.html") -> str:
    done = pinocle("report", *args, "-o", name)
    assert done.returncode in (0, 1, 2), done.stderr
    return Path(name).read_text("utf-8")


def test_the_page_stands_alone(pinocle: Pinocle) -> None:
    page = made(pinocle, *map(str, sorted(SAMPLES.glob("*.yaml"))))
    html5lib.HTMLParser(strict=True).parse(page)
    parts = Parts(page)
    assert len(parts.ids) == len(set(parts.ids))
    assert all(link.startswith("#") or link == "data:," for link in parts.links), parts.links
    assert {link[1:] for link in parts.links if link.startswith("#") and len(link) > 1} <= set(parts.ids)
    assert not parts.handlers
    assert "http" not in re.sub(r"http-equiv|http://www\.w3\.org/2000/svg", "", page)


def test_every_figure_leads_to_its_entries_and_every_entry_to_rule_and_line(pinocle: Pinocle) -> None:
    page = made(pinocle, DISPUTE)
    assert '<a class="n" href="#s1d0" data-d="0" data-a="1" data-c="1">130</a>' in page
    rows = re.findall(
        r'<tr data-a="1" data-c="1"><td><a href="#s1L(\d+)">.*?<td>([+-]\d+).*?href="#rule-([\w.-]+)"', page
    )
    assert sum(int(points) for _, points, _ in rows) == 130
    assert all(f'id="s1L{line}"' in page and f'id="rule-{rule}"' in page for line, _, rule in rows)


def test_a_ruling_says_all_that_a_dispute_needs(pinocle: Pinocle) -> None:
    page = made(pinocle, DISPUTE)
    ruling = re.search(r'<article class="ruling" id="ruling-1">.*?</article>', page, re.DOTALL)
    assert ruling is not None
    text = " ".join(re.sub(r"<[^>]*>", " ", ruling[0]).split())
    for part in (
        "Ruling 1 · deal 1, trick 15 · Boris", "did not follow suit but held ♠Q", "line 35",
        "Once the stock is gone a player must follow suit", "Source 000", "two-handed.stage2-follow",
        "scores nothing for the cards", "two-handed.revoke-1000", "as ruled", "without the ruling",
        "Anna wins, 1000 to 870", "Boris wins, 1000 to 1000",
    ):  # fmt: skip
        assert part in text, text


def test_what_was_confirmed_assumed_and_not_checked_is_said(pinocle: Pinocle, folder: Path) -> None:
    page = made(pinocle, str(SAMPLES / "two-handed-game.yaml"), str(SAMPLES / "auction-evening.yaml"))
    assert "The totals that the table wrote are what the rules give" in page
    assert "<dt>Not checked</dt>" in page or "<dt>Taken as the table wrote it</dt>" in page


def test_names_and_notes_do_no_harm(pinocle: Pinocle, folder: Path) -> None:
    (folder / "nasty.yaml").write_text(nasty(), "utf-8")
    page = made(pinocle, "nasty.yaml")
    html5lib.HTMLParser(strict=True).parse(page)
    assert page.count("<script") == 2  # the data of the replay, and the page's own
    assert "<img" not in page
    assert "\u202e" not in page
    assert "{{ 7 * 7 }}" in page
    assert not Parts(page).handlers


def test_a_record_that_cannot_be_read_has_its_page_too(pinocle: Pinocle) -> None:
    page = made(pinocle, "error.yaml", "good.yaml", "nowhere.yaml")
    html5lib.HTMLParser(strict=True).parse(page)
    assert "did you mean" in page
    assert "cannot be read" in page


def test_an_evening_of_ten_deals_is_below_300_kb(pinocle: Pinocle, folder: Path) -> None:
    plan: Any = {"pack": 48, "heading": "trumps", "count": "11-10-4-3-2", "draws": False}
    played = [legal_deal(random.Random(n), **plan) for n in range(10)]
    record = {**record_of(played[0], target=100_000), "deals": [one.deal for one in played]}
    for deal in record["deals"]:
        del deal["dealer"]
    (folder / "ten.yaml").write_text(as_yaml(record), "utf-8")
    page = made(pinocle, "ten.yaml")
    assert page.count("<summary>Deal") == 10
    assert len(page.encode()) < 300_000


def test_in_a_log_of_json_too_every_step_has_its_points(pinocle: Pinocle, folder: Path) -> None:
    record = record_of(legal_deal(random.Random(5), pack=48, heading="trumps", count="11-10-4-3-2", draws=False))
    (folder / "log.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    page = made(pinocle, "log.jsonl")
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert data is not None
    (deal,) = json.loads(data[1])["deals"]
    assert len([frame for frame in deal["f"] if "s" in frame]) > 10


def test_a_fault_that_was_called_is_confirmed_or_refuted_in_words(pinocle: Pinocle, folder: Path) -> None:
    text = (SAMPLES / "two-handed-dispute.yaml").read_text("utf-8")
    called = "    irregularities:\n      - {fault: stage2-follow, by: %s, after: %d}\n    claimed:"
    (folder / "so.yaml").write_text(text.replace("    claimed:", called % ("Boris", 15)), "utf-8")
    text = (SAMPLES / "partnership-irregularities.yaml").read_text("utf-8")
    also = "choice: draw}, {fault: play, by: Otto, after: 3}]"
    (folder / "not.yaml").write_text(text.replace("choice: draw}]", also), "utf-8")
    assert "A fault that the table called" in made(pinocle, "so.yaml")
    page = made(pinocle, "not.yaml")
    assert "Refuted: what was written, but does not hold" in page
    assert "Otto is said to have broken" in page


def test_where_the_program_fails_on_a_record_its_page_says_so(
    pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pinocle_cli.report.page.courses", fails)
    page = made(pinocle, "good.yaml", "error.yaml")
    assert page.count("The program failed on this record") == 2


# --- Files ------------------------------------------------------------------------------------------------------------


def test_no_file_of_anybody_is_written_over(pinocle: Pinocle, folder: Path) -> None:
    (folder / "mine.html").write_text("my own page", "utf-8")
    refused = pinocle("report", "good.yaml", "-o", "mine.html")
    assert (refused.returncode, (folder / "mine.html").read_text("utf-8")) == (2, "my own page")
    assert "--force" in refused.stderr
    refused = pinocle("report", "good.yaml", "-o", "good.yaml")
    assert refused.returncode == 2
    assert (folder / "good.yaml").read_text("utf-8").startswith("game:")
    assert pinocle("report", "--force", "good.yaml", "-o", "mine.html").returncode == 0
    assert pinocle("report", "fault.yaml", "-o", "mine.html").returncode == 1  # our own may be made anew


def test_without_a_file_it_goes_to_standard_output(pinocle: Pinocle) -> None:
    assert pinocle("report", "good.yaml").stdout.startswith("<!doctype html>")


def test_without_chromium_a_pdf_says_what_is_missing(pinocle: Pinocle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    done = pinocle("report", "good.yaml", "-o", "sheet.pdf")
    assert done.returncode == 2
    assert "Chromium, which is not installed here" in done.stderr
    assert not Path("sheet.pdf").exists()


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ('#!/bin/sh\nfor one; do case $one in --print-to-pdf=*) printf PDF > "${one#*=}";; esac; done\n', None),
        ("#!/bin/sh\necho first >&2; echo no display >&2\n", "did not print the page: no display"),
        ("#!/bin/sh\n", "did not print the page: it says nothing"),
        ("no program\n", "did not print the page: "),
    ],
    ids=["prints", "fails", "fails silently", "cannot be run"],
)
@pytest.mark.parametrize("root", [True, False])
def test_a_pdf_is_printed_by_another_program_or_it_is_said_why(
    pinocle: Pinocle, folder: Path, monkeypatch: pytest.MonkeyPatch, program: str, says: str | None, root: bool
) -> None:
    browser = folder / "chromium"
    browser.write_text(program)
    browser.chmod(0o700 if program.startswith("#!") else 0o600)
    monkeypatch.setattr(shutil, "which", lambda _: str(browser))
    monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
    done = pinocle("report", "good.yaml", "-o", "sheet.pdf")
    if says is None:
        assert (done.returncode, (folder / "sheet.pdf").read_bytes()) == (0, b"PDF" + OURS)
    else:
        assert done.returncode == 2
        assert says in done.stderr
        assert not (folder / "sheet.pdf").exists()


def test_the_lines_of_a_record_stand_below_it_but_not_those_of_a_log(pinocle: Pinocle, folder: Path) -> None:
    (folder / "two.yaml").write_text(f"# ours\n{GOOD}\n\n---\n{GOOD}", "utf-8")
    page = pinocle("report", "two.yaml").stdout
    assert page.count("# ours") == 1
    record = {"game": "two-handed", "players": ["A", "B"], "claimed": {"A": 1, "B": 2}, "note": "x" * 3000}
    (folder / "log.jsonl").write_text(json.dumps(record) + "\n", "utf-8")
    assert "&#34;game&#34;" not in pinocle("report", "log.jsonl").stdout


def test_where_it_is_not_known_how_the_game_stood_no_line_is_drawn(pinocle: Pinocle, folder: Path) -> None:
    (folder / "open.yaml").write_text(GOOD.replace("deals:", "opening: {Anna: x}\ndeals:"), "utf-8")
    done = pinocle("report", "open.yaml")
    assert done.returncode == 2
    assert "<polyline" not in done.stdout


def test_a_page_that_cannot_be_written_is_said(pinocle: Pinocle) -> None:
    done = pinocle("report", "good.yaml", "-o", "nowhere/sheet.html")
    assert done.returncode == 2
    assert "nowhere/sheet.html: cannot be written: no such file or directory" in done.stderr


# --- Valid HTML -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_pages_are_valid_html(pinocle: Pinocle, folder: Path) -> None:
    jar, java = tool("vnu-jar/build/dist/vnu.jar"), shutil.which("java")
    if jar is None or java is None:
        needed("vnu-jar (npm install --no-save --prefix tests/tools vnu-jar) and java")
    (folder / "nasty.yaml").write_text(nasty(), "utf-8")
    made(pinocle, *map(str, sorted(SAMPLES.glob("*.yaml"))), "error.yaml", name="all.html")
    made(pinocle, "nasty.yaml", name="nasty.html")
    pinocle("report", str(SAMPLES), "nasty.yaml", "-o", "site/")
    site = ("site/index.html", "site/players/Anna.html", "site/evenings/2026-11-08.html")
    call = [str(java), "-Xss8m", "-jar", str(jar), "--errors-only", "--format", "text", "all.html", "nasty.html", *site]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_kitty_is_never_in_the_lead() -> None:
    text = "game: auction\nplayers: [Ann, Bob, Cyd]\nkitty: 50\ndeals:\n" + 2 * "  - {claimed: [6, -3, -3]}\n"
    (record,) = records_of_text(text)
    verdict = verdict_of(record)
    drawn = chart(verdict, courses(record, verdict, GAMES), None)
    assert drawn is not None
    assert {lead.name for lead in drawn.band} == {"", "Ann"}
