"""The page in a real browser: stepping, figures that open, keys alone, narrow, dark, on paper, for a screen reader."""

from __future__ import annotations

import base64
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from conftest import needed, tool
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_report import nasty

from pinocle_cli.api import verdict_of
from pinocle_cli.cli.common import records
from pinocle_cli.cli.main import cli
from pinocle_cli.report.page import Judged, page
from pinocle_cli.report.pdf import QUIET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from selenium.webdriver.remote.webelement import WebElement

pytestmark = pytest.mark.slow
SAMPLES = Path(__file__).parent.parent / "samples"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
EVERY_GAME = ("partnership-irregularities", "auction-improper-bury", "piquet-illustration", "two-handed-dispute")


class Browser:
    """One Chromium for the whole module."""

    def __init__(self, profile: Path) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM or ""
        for flag in (*QUIET, "--no-sandbox", "--hide-scrollbars", f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER or ""))

    def open(self, path: Path, width: int = 1280, scheme: str = "light") -> None:
        """A page, seen so wide and in this colour scheme."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        self.driver.get(path.as_uri())

    def run(self, script: str) -> Any:
        """What a script gives back."""
        return self.driver.execute_script(script)

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def style(self, selector: str, name: str) -> str:
        return str(self.run(f"return getComputedStyle(document.querySelector('{selector}')).{name}"))

    def text(self, selector: str) -> str:
        return str(self.find(selector).text)

    def press(self, *keys: str) -> None:
        """Keys, to whatever has the focus."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def complaints(self) -> list[str]:
        """What the console says."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self) -> list[str]:
        """Every address that was asked for since the last time."""
        said = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [one["params"]["request"]["url"] for one in said if one["method"] == "Network.requestWillBeSent"]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if CHROMIUM is None or DRIVER is None:
        needed("Chromium with its driver (Debian: apt install chromium chromium-driver)")
    opened = Browser(tmp_path_factory.mktemp("profile"))
    yield opened
    opened.driver.quit()


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages: of a dispute, of a record in every game, and of one with harmful names."""
    folder = tmp_path_factory.mktemp("sheets")
    kept = folder / f"a{'very' * 12}longname"  # a page names the file that it was made from
    shutil.copytree(SAMPLES, kept)
    (folder / "nasty.yaml").write_text(nasty(), "utf-8")
    for name, files in (
        ("dispute", [kept / "two-handed-dispute.yaml"]),
        ("games", [kept / f"{game}.yaml" for game in EVERY_GAME]),
        ("nasty", [folder / "nasty.yaml"]),
    ):
        judged = [Judged(record, verdict_of(record), text) for record, text in records(map(str, files))]
        (folder / f"{name}.html").write_text(page(judged, analyse=True), "utf-8")
    CliRunner().invoke(cli, ["report", str(SAMPLES), "-o", f"{folder}/site/"])
    return folder


def test_the_replay_steps_by_button_key_and_slider(browser: Browser, sheets: Path) -> None:
    browser.open(sheets / "dispute.html")
    assert browser.text(".says") == "Anna deals; ♦10 is turned"
    browser.find("[aria-label^='One step on']").click()
    assert browser.text(".says") == "Boris leads ♥J"
    assert len(browser.driver.find_elements(By.CSS_SELECTOR, ".seat:first-of-type .fan .card")) == 12
    browser.find(".stage").click()
    browser.press(Keys.ARROW_RIGHT)
    assert browser.text(".says") == "Anna plays ♥10 and wins the trick"
    browser.press(Keys.PAGE_DOWN)
    assert "trick 2" in browser.text(".controls")
    browser.press("f")
    assert browser.text(".says") == "Boris plays ♦A and wins the trick"
    assert browser.text(".wrong").startswith("Ruling 1: ♦A on ♠10")
    browser.press(Keys.ARROW_LEFT)
    assert browser.text(".says") == "Anna leads ♠10"
    browser.press(Keys.END)
    assert browser.text(".says") == "The deal ends: Anna 160, Boris 140"
    assert browser.find("[aria-label^='One step on']").get_attribute("disabled")
    browser.run("const s = document.querySelector('.controls input'); s.value = 3; s.dispatchEvent(new Event('input'))")
    assert browser.text(".says") == "Anna draws ♣10; Boris draws ♥9"
    assert browser.find(".says").get_attribute("aria-live") == "polite"
    browser.find("#ruling-1 button").click()
    assert browser.text(".says") == "Boris plays ♦A and wins the trick"
    assert browser.complaints() == []


def test_a_figure_opens_to_entries_that_add_up_to_it_by_keys_alone(browser: Browser, sheets: Path) -> None:
    browser.open(sheets / "dispute.html")
    for _ in range(40):
        browser.press(Keys.TAB)
        if browser.run("return document.activeElement.matches('a.n') && document.activeElement.textContent") == "140":
            break
    browser.press(Keys.ENTER)
    assert browser.run("return document.getElementById('figure').open")
    assert browser.text("#figure-title") == "Boris: 140 in deal 1"
    points = browser.run(
        "return [...document.querySelectorAll('#figure tbody td:nth-child(3)')].map(td => +td.textContent)"
    )
    assert sum(points) == 140
    browser.press(Keys.ESCAPE)
    browser.find("td.total a[data-a='1']").click()
    assert browser.text("#figure-title") == "Boris: 870 after deal 1"
    assert browser.text("#figure-body").split() == ["carried", "in", "730", "deal", "1", "140"]
    browser.press(Keys.ESCAPE)
    browser.find("a.n[data-a='1'][data-d='0']").click()
    browser.find("#figure tbody a[href^='#rule']").send_keys(Keys.ENTER)
    assert not browser.run("return document.getElementById('figure').open")
    assert browser.run("return location.hash").startswith("#rule-")
    browser.run("location.hash = '#s1L35'")
    seen = browser.driver.execute_async_script(
        "setTimeout(() => arguments[0](document.getElementById('s1L35').getBoundingClientRect().height > 0), 50)"
    )
    assert seen  # the fold in which the record lies has opened
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [320, 800, 2560])
def test_no_width_scrolls_sideways(browser: Browser, sheets: Path, width: int) -> None:
    browser.open(sheets / "games.html", width)
    assert browser.run("return document.documentElement.scrollWidth") == width
    boxes = "return [...document.querySelectorAll('{}')].map(card => card.getBoundingClientRect().{})"
    assert min(browser.run(boxes.format(".seat .card", "width"))) >= 44  # to be read on a phone
    assert max(browser.run(boxes.format(".stage .card", "right"))) <= width


def test_nothing_is_fetched_and_names_do_no_harm(browser: Browser, sheets: Path) -> None:
    browser.requests()
    for name in ("games", "nasty"):
        browser.open(sheets / f"{name}.html")
    asked = [url for url in browser.requests() if not url.startswith("data:")]
    assert asked == [(sheets / "games.html").as_uri(), (sheets / "nasty.html").as_uri()]
    assert browser.run("return document.querySelector('.seat h3 bdi').textContent") == "<script>alert(1)</script>"
    assert "שרה" in browser.text(".seat:nth-of-type(2) h3")
    assert browser.complaints() == []


def test_the_standings_of_a_site_sort_by_their_headings(browser: Browser, sheets: Path) -> None:
    browser.open(sheets / "site" / "index.html", 320)
    names = "return [...document.querySelectorAll('#auction tbody th')].map(cell => cell.textContent)"
    browser.run("document.querySelectorAll('table.sortable')[1].id = 'auction'")
    assert browser.run(names) == ["Eve", "Dan", "Cyd", "Bob", "Ann", "kitty"]
    heading = browser.find("#auction th:nth-child(2) button")
    browser.run("document.querySelector('#auction th:nth-child(2) button').focus()")
    browser.press(Keys.ENTER)
    assert browser.run(names) == ["Ann", "Bob", "Cyd", "Dan", "Eve", "kitty"]
    assert heading.find_element(By.XPATH, "..").get_attribute("aria-sort") == "ascending"
    browser.press(Keys.ENTER)
    assert browser.run(names)[0] == "kitty"
    browser.find("#auction a").click()
    assert browser.driver.current_url.endswith(".html")
    assert "/players/" in browser.driver.current_url
    assert browser.run("return document.documentElement.scrollWidth") == 320
    assert browser.complaints() == []


def test_it_prints_as_a_ruling_sheet_of_two_pages_in_black_and_white(browser: Browser, sheets: Path) -> None:
    browser.open(sheets / "dispute.html")
    printed = base64.b64decode(
        browser.driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"]
    )
    assert 1 <= len(re.findall(rb"/Type /Page\b", printed)) <= 2
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    hidden = browser.run(
        "return ['.replay', '.ledger', '.tools'].map(s => getComputedStyle(document.querySelector(s)).display)"
    )
    assert hidden == ["none"] * 3
    assert browser.run("return getComputedStyle(document.querySelector('.sign')).display") == "flex"
    assert browser.run("return getComputedStyle(document.querySelector('.ruling .card.s2')).color") == "rgb(0, 0, 0)"
    browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize(
    ("page_of", "scheme"), [("games.html", "light"), ("dispute.html", "dark"), ("site/index.html", "dark")]
)
def test_a_screen_reader_finds_nothing_seriously_wrong(
    browser: Browser, sheets: Path, page_of: str, scheme: str
) -> None:
    axe = tool("axe-core/axe.min.js")
    if axe is None:
        needed("axe-core (npm install --no-save --prefix tests/tools axe-core)")
    browser.open(sheets / page_of, scheme=scheme)
    assert (browser.style("body", "backgroundColor") == "rgb(25, 24, 22)") == (scheme == "dark")
    browser.run("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    browser.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe.read_text("utf-8")})
    found = browser.driver.execute_async_script("axe.run().then(arguments[0])")
    serious = [
        (one["id"], one["nodes"][0]["html"][:120], len(one["nodes"]))
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]
    assert serious == []
    assert len(found["passes"]) > 20
