"""Takes the picture of the page that the README shows: a deal at the moment of its fault, and the ruling below."""

from __future__ import annotations

import base64
import shutil
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from pinocle_cli.api import verdict_of
from pinocle_cli.cli.common import records
from pinocle_cli.report.page import Judged, page
from pinocle_cli.report.pdf import QUIET, browser

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "samples" / "two-handed-dispute.yaml"
PICTURE = ROOT / "docs" / "img" / "sheet.webp"
WIDTH = 900
_FRAMED = """
document.querySelector('#ruling-1 button').click();
document.activeElement.blur();
document.querySelectorAll('.replay > p.faint').forEach(one => one.remove());
const box = selector => document.querySelector(selector).getBoundingClientRect();
return [box('.replay').top + scrollY, box('#ruling-1').bottom + scrollY];
"""


def main() -> None:
    """Write docs/img/sheet.webp."""
    made = page(Judged(record, verdict_of(record), text) for record, text in records([str(SAMPLE)]))
    options = webdriver.ChromeOptions()
    options.binary_location = browser()
    with tempfile.TemporaryDirectory() as folder:
        for flag in (*QUIET, "--no-sandbox", "--hide-scrollbars", f"--user-data-dir={folder}/profile"):
            options.add_argument(flag)
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver") or ""))
        try:
            size = {"width": WIDTH, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            source = Path(folder, "sheet.html")
            source.write_text(made, "utf-8")
            driver.get(source.as_uri())
            top, bottom = driver.execute_script(_FRAMED)
            clip = {"x": 0, "y": top - 10, "width": WIDTH, "height": bottom - top + 14, "scale": 1}
            shot = driver.execute_cdp_cmd(
                "Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True, "format": "webp", "quality": 85}
            )
        finally:
            driver.quit()
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_bytes(base64.b64decode(shot["data"]))
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
