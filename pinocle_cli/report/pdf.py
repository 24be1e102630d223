"""A page as PDF, printed by Chromium where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
QUIET = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
OURS = b"% made by pinocle\n"  # behind the end of a PDF: it is ours to write over
_MOST_SECONDS = 120


class NoPdfError(Exception):
    """Why there is no PDF; the message is for the user."""


def browser() -> str:
    """The path of a Chromium; NoPdfError where there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise NoPdfError(
            "a PDF is printed by Chromium, which is not installed here (Debian: apt install chromium);"
            " or open the page in any browser and print it there"
        )
    return found


def printed(page: str) -> bytes:
    """The page as PDF, in black and white on A4 or letter paper as its own style says."""
    program = browser()
    with tempfile.TemporaryDirectory(prefix="pinocle-") as folder:
        source, made = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, "utf-8")
        sandbox = ["--no-sandbox"] if _is_root() else []
        call = [
            program, *QUIET, *sandbox, f"--user-data-dir={folder}/profile", "--no-pdf-header-footer",
            f"--print-to-pdf={made}", source.as_uri(),
        ]  # fmt: skip
        try:
            done = subprocess.run(call, capture_output=True, check=False, timeout=_MOST_SECONDS)  # noqa: S603 - its own path
        except (OSError, subprocess.TimeoutExpired) as why:
            raise NoPdfError(f"{program} did not print the page: {why}") from why
        if not made.exists():
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise NoPdfError(f"{program} did not print the page: {' '.join(last) or 'it says nothing'}")
        return made.read_bytes() + OURS


def _is_root() -> bool:
    import os  # noqa: PLC0415 - only here

    return hasattr(os, "geteuid") and os.geteuid() == 0
