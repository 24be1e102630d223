"""Dates as people write them, as dates that sort."""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING

from pinocle_cli.memory import remembered

if TYPE_CHECKING:
    from dateutil.parser import parserinfo

_AMBIGUOUS = re.compile(r"\s*(\d{1,2})/(\d{1,2})/\d{2,4}\b")
_MONTHS = (
    "январь|января|янв", "февраль|февраля|фев", "март|марта|мар", "апрель|апреля|апр", "май|мая", "июнь|июня|июн",
    "июль|июля|июл", "август|августа|авг", "сентябрь|сентября|сен", "октябрь|октября|окт", "ноябрь|ноября|ноя",
    "декабрь|декабря|дек",
)  # fmt: skip
_GUESSES = (datetime(2000, 1, 1), datetime(2003, 3, 28))  # noqa: DTZ001 - days, wherever they were played


@remembered()
def read_date(text: str | None) -> str | None:
    """`2026-11-29`, or as much of it as was written (`2026-11`).

    None where the year is not written, or where it has two readings (1/2/2026).
    """
    text = (text or "").strip()
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        pass
    if re.fullmatch(r"\d{4}(-\d{2})?", text):
        return text if "-" not in text or 1 <= int(text[5:]) <= 12 else None  # noqa: PLR2004 - months
    slashes = _AMBIGUOUS.match(text)
    if slashes and int(slashes[1]) <= 12 and int(slashes[2]) <= 12 and slashes[1] != slashes[2]:  # noqa: PLR2004
        return None
    found = [_parsed(text, guess) for guess in _GUESSES]
    first, second = found
    if first is None or second is None or first.year != second.year:
        return None
    if first.month != second.month:
        return f"{first.year:04}"
    return first.isoformat() if first == second else f"{first.year:04}-{first.month:02}"


def _parsed(text: str, guess: datetime) -> date | None:
    """The date, with what is not written taken from a guess."""
    from dateutil.parser import ParserError, parse  # noqa: PLC0415 - only for dates that are not written 2026-11-29

    day_first = not re.match(r"\s*\d{4}", text)
    try:
        return parse(text, default=guess, dayfirst=day_first, parserinfo=_names()).date()
    except (ParserError, OverflowError, ValueError, TypeError):
        return None


@cache
def _names() -> parserinfo:
    """The names of months, in English and in Russian."""
    from dateutil.parser import parserinfo  # noqa: PLC0415

    both = [(*english, *russian.split("|")) for english, russian in zip(parserinfo.MONTHS, _MONTHS, strict=True)]
    names: parserinfo = type("Names", (parserinfo,), {"MONTHS": both})()
    return names


def within(found: str | None, since: str | None, until: str | None) -> bool:
    """Whether a day, month or year lies between two others, both included."""
    if found is None:
        return since is None and until is None
    return (since is None or found + "~" >= since) and (until is None or found[: len(until)] <= until)
