"""The extras: the packages that they bring, and how to get one that is not there."""

from __future__ import annotations

from pinocle_cli.light import NamedTuple


class Extra(NamedTuple):
    """What an extra brings: the module that nothing else does, and the packages that are installed for it."""

    module: str
    packages: str


EXTRAS = {
    "table": Extra("textual", "textual"),
    "lsp": Extra("pygls", "pygls"),
    "watch": Extra("watchfiles", "watchfiles"),
    "zst": Extra("zstandard", "zstandard"),
    "remote": Extra("aiohttp", "fsspec aiohttp"),
    "dask": Extra("distributed", "distributed fsspec"),
    "xlsx": Extra("xlsxwriter", "XlsxWriter"),
}


def there() -> dict[str, bool]:
    """Which extras are installed."""
    import importlib.util  # noqa: PLC0415 - only for `--version`

    return {name: importlib.util.find_spec(extra.module) is not None for name, extra in EXTRAS.items()}


def wanted(what: str, name: str) -> str:
    """What to say where something cannot be done for want of an extra, and how to get it."""
    packages = EXTRAS[name].packages
    named = packages.replace(" ", " and ")
    return f"{what} needs {named}: `pip install {packages}` (with pipx `pipx inject pinocle-cli {packages}`)"
